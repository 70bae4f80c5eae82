% Dicts of SWI-Prolog 7: `Tag{Key: Value, ...}`, in texts of the dialect `swi`. A dict is an ordinary compound term
% `'dict{}'(Tag, Key1, Value1, ...)` with its keys, atoms and integers, in standard order. So dicts unify, are copied, compared
% and asserted as other terms.

:- module(dicts, [
    is_dict/1, is_dict/2, dict_pairs/3, dict_create/3, get_dict/3, get_dict/5, get_dict_ex/3, put_dict/3, put_dict/4, del_dict/4,
    b_set_dict/3, nb_set_dict/3, nb_link_dict/3, (:<)/2, (>:<)/2, select_dict/3, dict_same_keys/2, dict_keys/2, dict_size/2,
    mapdict/2, mapdict/3, mapdict/4, dicts_same_tag/2, dicts_same_keys/2, dicts_to_same_keys/3, dict_fill/4,
    dicts_slice/3, dict_options/2, dict_no_fill/3, dicts_join/3, dicts_join/4, dicts_to_compounds/4,
    eval_dict_function/3, '$no_args'/1, call_with_functions/1,
    op(700,xfx,:<), op(700,xfx,>:<)
]).

:- op(990, xfx, :=).
:- op(1200, xfx, =>).

:- meta_predicate mapdict(2,?), mapdict(3,?,?), mapdict(4,?,?,?), dicts_to_same_keys(?,3,?), dicts_to_compounds(?,?,3,?).
:- meta_predicate '$no_args'(0), call_with_functions(0).

% The argument of a key, by binary search: keys stand at 2, 4, ..., Arity-1.
place(Dict, Key, At) :-
    functor(Dict, _, Arity),
    High is Arity//2,
    place(1, High, Dict, Key, At).

place(Low, High, Dict, Key, At) :-
    Low =< High,
    Middle is (Low+High)//2,
    I is 2*Middle,
    arg(I, Dict, Here),
    compare(Order, Key, Here),
    (   Order = (=) -> At = I
    ;   Order = (<) -> High1 is Middle-1, place(Low, High1, Dict, Key, At)
    ;   Low1 is Middle+1,
        place(Low1, High, Dict, Key, At)
    ).

% given(Term, Dict, Context): a list of pairs stands for a dict without a tag.
given(T, D, Context) :-
    (   T = [_|_], is_list(T) -> pairs_of(T, Ps, Context), make(_, Ps, D, Context)
    ;   must_be_dict(T, Context),
        D = T
    ).

% The order of the keys is left unchecked, so that a key is found in logarithmic time.
must_be_dict(D, Context) :-
    (   compound(D), compound_name_arity(D, 'dict{}', N), N mod 2 =:= 1 -> true
    ;   var(D) -> throw(error(instantiation_error,Context))
    ;   throw(error(type_error(dict,D),Context))
    ).

must_be_key(K, Context) :-
    (   var(K) -> throw(error(instantiation_error,Context))
    ;   ( atom(K) ; integer(K) ) -> true
    ;   throw(error(type_error('dict-key',K),Context))
    ).

parts(D, Tag, Pairs) :- D =.. [_,Tag|Flat], flat_pairs(Pairs, Flat).

flat_pairs([], []).
flat_pairs([K-V|Ps], [K,V|Flat]) :- flat_pairs(Ps, Flat).

% make(Tag, Pairs, Dict, Context): the keys may have any order, and none stands twice.
make(Tag, Pairs, D, Context) :-
    keysort(Pairs, Sorted),
    (   append(_, [K1-_,K2-_|_], Sorted), K1 == K2 -> throw(error(duplicate_key(K1),Context))
    ;   true
    ),
    flat_pairs(Sorted, Flat),
    D =.. ['dict{}',Tag|Flat].

%! is_dict(@Term) is semidet.
%
%  True if `Term` is a dict.
?- dict_pairs(D, t, [a-1]), is_dict(D).
   D = 'dict{}'(t,a,1).
?- is_dict(f(x)).
   false.
?- is_dict('dict{}'(t,b,1,a,2)).
   false.
is_dict(D) :- compound(D), D =.. ['dict{}',_|Flat], flat_pairs(Ps, Flat), pairs_keys(Ps, Ks), are_keys(Ks), sort(Ks, Ks).

are_keys([]).
are_keys([K|Ks]) :- ( atom(K) ; integer(K) ), !, are_keys(Ks).

%! is_dict(@Term, ?Tag) is semidet.
%
%  True if `Term` is a dict with `Tag`.
?- dict_pairs(D, t, [a-1]), is_dict(D, Tag).
   D = 'dict{}'(t,a,1), Tag = t.
is_dict(D, Tag) :- is_dict(D), arg(1, D, Tag).

%! dict_pairs(?Dict, ?Tag, ?Pairs) is det.
%
%  True if `Dict` has this tag and these pairs `Key-Value`. Given pairs may also be written `Key=Value`, `Key:Value` and
%  `Key(Value)`; a key that stands twice is an error.
?- dict_pairs(D, t, [b-2,a-1]), dict_pairs(D, Tag, Ps).
   D = 'dict{}'(t,a,1,b,2), Tag = t, Ps = [a-1,b-2].
?- dict_pairs(_, t, [a-1,a-2]).
   error(duplicate_key(a),dict_pairs/3).
dict_pairs(D, Tag, Pairs) :-
    (   is_dict(D) -> parts(D, Tag, Pairs)
    ;   var(D) -> pairs_of(Pairs, Ps, dict_pairs/3), make(Tag, Ps, D, dict_pairs/3)
    ;   throw(error(type_error('dict-data',D),dict_pairs/3))
    ).

pairs_of(L, Ps, Context) :-
    (   is_list(L) -> pairs_of_list(L, Ps, Context)
    ;   is_dict(L) -> parts(L, _, Ps)
    ;   var(L) -> throw(error(instantiation_error,Context))
    ;   L = [_|_] -> throw(error(type_error(list,L),Context))
    ;   throw(error(type_error('dict-data',L),Context))
    ).

pairs_of_list([], [], _).
pairs_of_list([X|Xs], [K-V|Ps], Context) :-
    pair_of(X, K, V, Context),
    must_be_key(K, Context),
    pairs_of_list(Xs, Ps, Context).

pair_of(X, K, V, Context) :-
    (   var(X) -> throw(error(instantiation_error,Context))
    ;   ( X = K0-V0 ; X = (K0=V0) ; X = (K0:V0) ) -> K = K0, V = V0
    ;   compound(X), X =.. [K0,V0] -> K = K0, V = V0
    ;   throw(error(type_error('key-value',X),Context))
    ).

%! dict_create(-Dict, ?Tag, +Pairs) is det.
%
%  Unifies `Dict` with the dict of `Pairs`, which are as for dict_pairs/3 or those of another dict.
?- dict_create(D, t, [a=1,b-2,c(3)]), get_dict(a, D, V).
   D = 'dict{}'(t,a,1,b,2,c,3), V = 1.
?- dict_create(D, t, [a=1,a-2]).
   error(duplicate_key(a),dict_create/3).
dict_create(D, Tag, Pairs) :- pairs_of(Pairs, Ps, dict_create/3), make(Tag, Ps, D, dict_create/3).

%! get_dict(?Key, +Dict, ?Value) is nondet.
%
%  True if `Dict` has this value for `Key`; a variable as key enumerates the pairs.
?- dict_pairs(D, t, [a-1,b-2]), get_dict(b, D, V).
   D = 'dict{}'(t,a,1,b,2), V = 2.
?- get_dict(K, 'dict{}'(t,a,1,b,2), V).
   K = a, V = 1
;  K = b, V = 2.
?- get_dict(a, f(x), V).
   error(type_error(dict,f(x)),get_dict/3).
get_dict(K, D, V) :-
    must_be_dict(D, get_dict/3),
    (   var(K) -> parts(D, _, Ps), '$element'(Ps, K-V)
    ;   must_be_key(K, get_dict/3),
        place(D, K, At),
        value_at(At, D, V)
    ).

value_at(At, D, V) :- I is At+1, arg(I, D, V).

%! get_dict(+Key, +Dict, ?Value, -NewDict, ?NewValue) is semidet.
%
%  True if `Dict` has this value for `Key`, and `NewDict` is the same dict with the new one. The order of the last two arguments is
%  that of the system, not of its manual. `Dict` may be a list of pairs.
?- dict_pairs(D, t, [a-1]), get_dict(a, D, V, E, 2).
   D = 'dict{}'(t,a,1), V = 1, E = 'dict{}'(t,a,2).
?- get_dict(a, [a:1], V, E, New).
   V = 1, E = 'dict{}'(_A,a,New).
get_dict(K, D0, V, NewDict, New) :-
    given(D0, D, get_dict/5),
    place(D, K, At),
    value_at(At, D, V),
    put_dict(K, D, New, NewDict).

%! get_dict_ex(+Key, +Dict, ?Value) is det.
%
%  As get_dict/3; throws an existence error if there is no such key.
?- dict_pairs(D, t, [a-1]), get_dict_ex(b, D, _).
   error(existence_error(key,b,'dict{}'(t,a,1)),get_dict_ex/3).
get_dict_ex(K, D0, V) :-
    given(D0, D, get_dict_ex/3),
    (   var(K) -> get_dict(K, D, V)
    ;   place(D, K, At) -> value_at(At, D, V)
    ;   throw(error(existence_error(key,K,D),get_dict_ex/3))
    ).

%! put_dict(+New, +Dict, -NewDict) is det.
%
%  Unifies `NewDict` with `Dict` and the pairs of `New`, a dict or a list as for dict_create/3, which replace those with the same key.
?- dict_pairs(D, t, [a-1,b-2]), put_dict([b=3,c=4], D, E).
   D = 'dict{}'(t,a,1,b,2), E = 'dict{}'(t,a,1,b,3,c,4).
?- dict_pairs(D, t, [a-1]), put_dict([b=3,b=4], D, E).
   error(duplicate_key(b),put_dict/3).
put_dict(New, D0, E) :-
    given(D0, D, put_dict/3),
    pairs_of(New, News, put_dict/3),
    make(_, News, _, put_dict/3),
    parts(D, Tag, Olds),
    append(News, Olds, All),
    sort(1, @<, All, Ps),
    make(Tag, Ps, E, put_dict/3).

%! put_dict(+Key, +Dict, +Value, -NewDict) is det.
%
%  Unifies `NewDict` with `Dict`, which may be a list of pairs, in which `Key` has `Value`.
?- dict_pairs(D, t, [a-1]), put_dict(b, D, 2, E).
   D = 'dict{}'(t,a,1), E = 'dict{}'(t,a,1,b,2).
put_dict(K, D0, V, E) :-
    given(D0, D, put_dict/4),
    must_be_key(K, put_dict/4),
    parts(D, Tag, Olds),
    sort(1, @<, [K-V|Olds], Ps),
    make(Tag, Ps, E, put_dict/4).

%! del_dict(+Key, +Dict, ?Value, -NewDict) is semidet.
%
%  True if `Dict` has this value for `Key`, and `NewDict` is the same dict without the key.
?- dict_pairs(D, t, [a-1,b-2]), del_dict(a, D, V, E).
   D = 'dict{}'(t,a,1,b,2), V = 1, E = 'dict{}'(t,b,2).
?- dict_pairs(D, t, [a-1]), del_dict(c, D, V, E).
   false.
del_dict(K, D0, V, E) :-
    given(D0, D, del_dict/4),
    must_be_key(K, del_dict/4),
    place(D, K, At),
    value_at(At, D, V),
    parts(D, Tag, Ps0),
    without(Ps0, K, Ps),
    make(Tag, Ps, E, del_dict/4).

without([K0-V|Ps0], K, Ps) :-
    (   K0 == K -> Ps = Ps0
    ;   Ps = [K0-V|Ps1],
        without(Ps0, K, Ps1)
    ).

%! b_set_dict(+Key, !Dict, +Value) is det.
%
%  Replaces the value of `Key` in `Dict` until backtracking.
?- dict_pairs(D, t, [a-1]), b_set_dict(a, D, 2).
   D = 'dict{}'(t,a,2).
b_set_dict(K, D, V) :- changed_place(K, D, I, b_set_dict/3), setarg(I, D, V).

%! nb_set_dict(+Key, !Dict, +Value) is det.
%
%  Replaces the value of `Key` in `Dict` for good.
?- dict_pairs(D, t, [a-1]), ( nb_set_dict(a, D, 2), fail ; true ).
   D = 'dict{}'(t,a,2).
nb_set_dict(K, D, V) :- changed_place(K, D, I, nb_set_dict/3), nb_setarg(I, D, V).

%! nb_link_dict(+Key, !Dict, +Value) is det.
%
%  As nb_set_dict/3.
?- dict_pairs(D, t, [a-1]), ( nb_link_dict(a, D, 2), fail ; true ).
   D = 'dict{}'(t,a,2).
nb_link_dict(K, D, V) :- changed_place(K, D, I, nb_link_dict/3), nb_setarg(I, D, V).

changed_place(K, D, I, Context) :-
    must_be_dict(D, Context),
    must_be_key(K, Context),
    (   place(D, K, At) -> I is At+1
    ;   throw(error(existence_error(key,K,D),Context))
    ).

%! :<(+Select, +From) is semidet.
%
%  True if the tags unify, and `From` has all keys of `Select`, with values that unify.
?- dict_pairs(S, t, [a-X]), dict_pairs(F, t, [a-1,b-2]), S :< F.
   S = 'dict{}'(t,a,1), X = 1, F = 'dict{}'(t,a,1,b,2).
S0 :< F0 :-
    given(S0, S, (:<)/2),
    given(F0, F, (:<)/2),
    parts(S, Tag, Ps),
    arg(1, F, Tag),
    all_in(Ps, F).

all_in([], _).
all_in([K-V|Ps], D) :- place(D, K, At), value_at(At, D, V), all_in(Ps, D).

%! select_dict(+Select, +From, -Rest) is semidet.
%
%  As `Select :< From`; `Rest` is the dict of the keys that `Select` has not, without a tag.
?- dict_pairs(S, t, [a-X]), dict_pairs(F, t, [a-1,b-2]), select_dict(S, F, R).
   S = 'dict{}'(t,a,1), X = 1, F = 'dict{}'(t,a,1,b,2), R = 'dict{}'(_A,b,2).
?- select_dict([x(1)], [x(1),z(3)], R).
   R = 'dict{}'(_A,z,3).
select_dict(S0, F0, R) :-
    given(S0, S, select_dict/3),
    given(F0, F, select_dict/3),
    S :< F,
    parts(F, _, Ps0),
    findall(K-V, ( '$element'(Ps0, K-V), \+ place(S, K, _) ), Ps),
    length(Ps, N),
    % The values are those of `From` itself, not copies.
    length(Rs, N),
    picked(Ps, Rs, F),
    make(_, Rs, R, select_dict/3).

picked([], [], _).
picked([K-_|Ps], [K-V|Rs], D) :- place(D, K, At), value_at(At, D, V), picked(Ps, Rs, D).

%! dict_same_keys(?Dict1, ?Dict2) is semidet.
%
%  True if both have the same keys; one that is a variable becomes a dict of these keys, with a variable as tag and as values.
?- dict_pairs(D, t, [a-1]), dict_same_keys(D, E).
   D = 'dict{}'(t,a,1), E = 'dict{}'(_A,a,_B).
dict_same_keys(D, E) :-
    (   var(D) -> must_be_dict(E, dict_same_keys/2), with_keys(E, D)
    ;   must_be_dict(D, dict_same_keys/2),
        with_keys(D, E)
    ).

with_keys(D, E) :-
    parts(D, _, Ps),
    pairs_keys(Ps, Ks),
    pairs_keys(Qs, Ks),
    make(_, Qs, E0, dict_same_keys/2),
    E = E0.

%! >:<(+Dict1, +Dict2) is semidet.
%
%  True if the tags unify, and so do the values of all keys that both have.
?- dict_pairs(D, t, [a-1,b-2]), dict_pairs(E, t, [b-X,c-3]), D >:< E.
   D = 'dict{}'(t,a,1,b,2), E = 'dict{}'(t,b,2,c,3), X = 2.
D0 >:< E0 :-
    given(D0, D, (>:<)/2),
    given(E0, E, (>:<)/2),
    parts(D, Tag, Ps),
    arg(1, E, Tag),
    common(Ps, E).

common([], _).
common([K-V|Ps], D) :-
    (   place(D, K, At) -> value_at(At, D, V)
    ;   true
    ),
    common(Ps, D).

%! dict_keys(+Dict, -Keys) is det.
%
%  Unifies `Keys` with the keys of `Dict` in standard order.
?- dict_keys('dict{}'(t,a,1,b,2), Ks).
   Ks = "ab".
dict_keys(D, Ks) :- must_be_dict(D, dict_keys/2), parts(D, _, Ps), pairs_keys(Ps, Ks).

%! dict_size(+Dict, -Size) is det.
%
%  Unifies `Size` with the number of keys of `Dict`.
?- dict_size('dict{}'(t,a,1,b,2), N).
   N = 2.
dict_size(D, N) :- must_be_dict(D, dict_size/2), functor(D, _, A), N is A//2.

%! mapdict(:Goal, +Dict) is semidet.
%
%  True if `Goal` is true of each key and its value.
?- mapdict([_,V]>>(V > 0), 'dict{}'(t,a,1,b,2)).
   true.
mapdict(G, D) :- must_be_dict(D, mapdict/2), parts(D, _, Ps), map(Ps, G).

map([], _).
map([K-V|Ps], G) :- call(G, K, V), map(Ps, G).

%! mapdict(:Goal, +Dict1, -Dict2) is nondet.
%
%  True if `Goal` is true of each key with its values in both dicts, which have the same keys. Their tags may differ.
?- mapdict([_,V,W]>>(W is 2*V), 'dict{}'(t,a,1,b,2), E).
   E = 'dict{}'(_A,a,2,b,4).
mapdict(G, D, E) :-
    dict_same_keys(D, E),
    parts(D, _, Ps),
    parts(E, _, Qs),
    map(Ps, Qs, G).

map([], [], _).
map([K-V|Ps], [K-W|Qs], G) :- call(G, K, V, W), map(Ps, Qs, G).

%! mapdict(:Goal, +Dict1, ?Dict2, ?Dict3) is nondet.
%
%  As mapdict/3 with three dicts.
?- mapdict([_,X,Y,Z]>>(Z is X+Y), 'dict{}'(t,a,1), 'dict{}'(t,a,2), F), get_dict(a, F, V).
   F = 'dict{}'(_A,a,3), V = 3.
mapdict(G, D, E, F) :-
    (   is_dict(D) -> dict_same_keys(D, E), dict_same_keys(D, F)
    ;   dict_same_keys(E, F),
        dict_same_keys(E, D)
    ),
    parts(D, _, Ps),
    parts(E, _, Qs),
    parts(F, _, Rs),
    map(Ps, Qs, Rs, G).

map([], [], [], _).
map([K-V|Ps], [K-W|Qs], [K-X|Rs], G) :- call(G, K, V, W, X), map(Ps, Qs, Rs, G).

%! dicts_same_tag(+Dicts, ?Tag) is semidet.
%
%  True if all dicts have `Tag`.
?- dicts_same_tag(['dict{}'(t,a,1),'dict{}'(t)], T).
   T = t.
dicts_same_tag([], _).
dicts_same_tag([D|Ds], Tag) :- is_dict(D, Tag), dicts_same_tag(Ds, Tag).

%! dicts_same_keys(+Dicts, -Keys) is semidet.
%
%  True if all dicts have these keys, in standard order.
?- dicts_same_keys(['dict{}'(t,a,1),'dict{}'(t,a,2)], Ks).
   Ks = "a".
dicts_same_keys([], _).
dicts_same_keys([D|Ds], Ks) :- dict_keys(D, Ks), dicts_same_keys(Ds, Ks).

%! dict_fill(+Value, +Key, +Dict, -Filled) is det.
%
%  Unifies `Filled` with `Value`: a closure for dicts_to_same_keys/3.
?- dict_fill(null, k, d, V).
   V = null.
dict_fill(V, _, _, V).

%! dicts_to_same_keys(+Dicts, :OnMissing, -NewDicts) is det.
%
%  Unifies `NewDicts` with the dicts in which each has the keys of all; the value of a missing one is `V` of
%  `call(OnMissing, Key, Dict, V)`.
?- dicts_to_same_keys(['dict{}'(t,a,1),'dict{}'(t,b,2)], dict_fill(null), Ds).
   Ds = ['dict{}'(t,a,1,b,null),'dict{}'(t,a,null,b,2)].
dicts_to_same_keys(Ds, G, Es) :-
    findall(K, ( '$element'(Ds, D), get_dict(K, D, _) ), Ks0),
    sort(Ks0, Ks),
    fill_all(Ds, Ks, G, Es).

fill_all([], _, _, []).
fill_all([D|Ds], Ks, G, [E|Es]) :-
    is_dict(D, Tag),
    fill(Ks, D, G, Ps),
    make(Tag, Ps, E, dicts_to_same_keys/3),
    fill_all(Ds, Ks, G, Es).

fill([], _, _, []).
fill([K|Ks], D, G, [K-V|Ps]) :-
    (   get_dict(K, D, V0) -> V = V0
    ;   call(G, K, D, V)
    ),
    fill(Ks, D, G, Ps).

%! dicts_slice(+Keys, +Dicts, -Slices) is det.
%
%  Unifies `Slices` with the dicts of these keys alone.
?- dicts_slice([b], ['dict{}'(t,a,1,b,2)], Ds).
   Ds = ['dict{}'(t,b,2)].
dicts_slice(_, [], []).
dicts_slice(Ks, [D|Ds], [E|Es]) :-
    is_dict(D, Tag),
    findall(K-V, ( '$element'(Ks, K), get_dict(K, D, V) ), Ps),
    make(Tag, Ps, E, dicts_slice/3),
    dicts_slice(Ks, Ds, Es).

%! dict_options(?Dict, ?Options) is det.
%
%  Converts between a dict and a list of options `Name(Value)` or `Name=Value`. Throws a domain error for an element
%  of another form.
?- dict_options(D, [a(1),b=2]), dict_pairs(D, _, Ps), dict_options(D, Os).
   D = ..., Ps = [a-1,b-2], Os = [a(1),b(2)].
?- dict_options(D, [a]).
   error(domain_error(option,a),dict_options/2).
dict_options(Dict, Options) :-
    (   nonvar(Dict) ->
        dict_pairs(Dict, _, Pairs),
        pairs_options(Pairs, Options)
    ;   must_be(list, Options),
        options_pairs(Options, Pairs),
        dict_create(Dict, _, Pairs)
    ).

pairs_options([], []).
pairs_options([N-V|Ps], [O|Os]) :- O =.. [N,V], pairs_options(Ps, Os).

options_pairs([], []).
options_pairs([O|Os], [N-V|Ps]) :-
    (   nonvar(O), O = (N=V) -> true
    ;   compound(O), O =.. [N,V] -> true
    ;   domain_error(option, O, dict_options/2)
    ),
    options_pairs(Os, Ps).

%! dict_no_fill(+Key, +Dict, -Value) is det.
%
%  For dicts_to_same_keys/3: unifies `Value` with that of a key, or throws an existence error.
?- dict_create(D, t, [a-1]), dict_no_fill(a, D, V).
   D = ..., V = 1.
dict_no_fill(Key, Dict, V) :- get_dict_ex(Key, Dict, V).

%! dicts_join(+Key, +Dicts, -Joined) is semidet.
%
%  Unifies `Joined` with the dicts, sorted by the values of `Key`, in which those with the same value are one dict.
%  False if they have different values for another key.
?- dict_create(A, t, [k-2,a-1]), dict_create(B, t, [k-1]), dict_create(C, t, [k-2,b-3]), dicts_join(k, [A,B,C], [D,E]),
   dict_pairs(D, _, Ps), dict_pairs(E, _, Qs).
   ..., Ps = [k-1], Qs = [a-1,b-3,k-2].
dicts_join(Key, Dicts, Joined) :-
    must_be(list, Dicts),
    keyed_dicts(Dicts, Key, Keyed0),
    keysort(Keyed0, Keyed),
    joined(Keyed, Joined).

keyed_dicts([], _, []).
keyed_dicts([D|Ds], Key, [V-D|KDs]) :- get_dict_ex(Key, D, V), keyed_dicts(Ds, Key, KDs).

joined([], []).
joined([V-D|KDs], Js) :- joined(KDs, V, D, Js).

joined(KDs, V, D, Js) :-
    (   KDs = [W-E|KDs1], W == V -> one_dict(D, E, F), joined(KDs1, V, F, Js)
    ;   Js = [D|Js1],
        joined(KDs, Js1)
    ).

one_dict(D, E, F) :-
    D >:< E,
    put_dict(E, D, F).

%! dicts_join(+Key, +Dicts1, +Dicts2, -Joined) is semidet.
%
%  As dicts_join/3, for the dicts of both lists.
?- dict_create(A, t, [k-1,a-1]), dict_create(B, t, [k-1,b-2]), dicts_join(k, [A], [B], [D]), dict_pairs(D, _, Ps).
   ..., Ps = [a-1,b-2,k-1].
dicts_join(Key, Dicts1, Dicts2, Joined) :-
    append(Dicts1, Dicts2, Dicts),
    dicts_join(Key, Dicts, Joined).

%! dicts_to_compounds(?Dicts, +Keys, :OnEmpty, ?Compounds) is semidet.
%
%  Converts between dicts and compound terms whose name is the tag of the dict, `row` by default, and whose arguments
%  are the values of `Keys`. `call(OnEmpty, Key, Dict, Value)` gives the value of a key that a dict does not have.
?- dict_create(D, p, [a-1]), dicts_to_compounds([D], [a,b], dict_fill(null), Cs).
   D = ..., Cs = [p(1,null)].
?- dicts_to_compounds(Ds, [a,b], dict_fill(null), [row(1,2)]), Ds = [D], dict_pairs(D, T, Ps).
   Ds = ..., D = ..., T = row, Ps = [a-1,b-2].
dicts_to_compounds(Dicts, Keys, OnEmpty, Compounds) :-
    must_be(list, Keys),
    (   is_list(Dicts) -> dicts_compounds(Dicts, Keys, OnEmpty, Compounds)
    ;   must_be(list, Compounds),
        compounds_dicts(Compounds, Keys, Dicts)
    ).

:- meta_predicate dicts_compounds(?,?,3,?), key_values(?,?,3,?).

dicts_compounds([], _, _, []).
dicts_compounds([D|Ds], Keys, OnEmpty, [C|Cs]) :-
    dict_pairs(D, Tag, _),
    ( var(Tag) -> Tag = row ; true ),
    key_values(Keys, D, OnEmpty, Vs),
    C =.. [Tag|Vs],
    dicts_compounds(Ds, Keys, OnEmpty, Cs).

key_values([], _, _, []).
key_values([K|Ks], D, OnEmpty, [V|Vs]) :-
    (   get_dict(K, D, V0) -> V = V0
    ;   call(OnEmpty, K, D, V)
    ),
    key_values(Ks, D, OnEmpty, Vs).

compounds_dicts([], _, []).
compounds_dicts([C|Cs], Keys, [D|Ds]) :-
    C =.. [Tag|Vs],
    pairs_keys_values(Pairs, Keys, Vs),
    dict_create(D, Tag, Pairs),
    compounds_dicts(Cs, Keys, Ds).

%! eval_dict_function(+Dict, +Function, -Value) is nondet.
%
%  Unifies `Value` with that of `Dict.Function`, as the text of the dialect `swi` writes it: of a key, whose absence is an error; of
%  `get(Path)`, which fails for a missing key, and `get(Path,Default)`, where the path `a/b` is the key `b` of the dict at `a`; of
%  `put(New)` and `put(Path,Value)`; or of a function that the module with the name of the tag defines.
?- eval_dict_function('dict{}'(t,a,1), a, V).
   V = 1.
?- eval_dict_function('dict{}'(t,a,1), get(b,0), V).
   V = 0.
?- eval_dict_function('dict{}'(t,a,1), put(b/c,2), E).
   E = 'dict{}'(t,a,1,b,'dict{}'(_A,c,2)).
?- eval_dict_function('dict{}'(t,a,1), b, V).
   error(existence_error(key,b,'dict{}'(t,a,1)),get_dict_ex/3).
eval_dict_function(D, F, V) :-
    (   var(F) -> get_dict(F, D, V)
    ;   ( atom(F) ; integer(F) ) -> get_dict_ex(F, D, V)
    ;   F = get(Path) -> get_at(Path, D, V)
    ;   F = get(Path,Default) -> ( get_at(Path, D, V0) *-> V = V0 ; V = Default )
    ;   F = put(New) -> put_dict(New, D, V)
    ;   F = put(Path,New) -> put_path(Path, D, New, V)
    ;   is_dict(D, Tag), atom(Tag), callable(F) -> user_function(F, Tag, D, V)
    ;   must_be_dict(D, eval_dict_function/3),
        compound_name_arity(F, N, A),
        throw(error(existence_error(dict_function,N/A),eval_dict_function/3))
    ).

get_at(Path, D, V) :-
    (   nonvar(Path), Path = Way/Last -> get_at(Way, D, D1), get_at(Last, D1, V)
    ;   get_dict(Path, D, V)
    ).

% A missing dict on the way is made, without a tag.
put_path(Path, D, V, E) :-
    (   nonvar(Path), Path = Way/Last ->
        get_path(Way, D, Inner0),
        put_dict(Last, Inner0, V, Inner),
        put_path(Way, D, Inner, E)
    ;   put_dict(Path, D, V, E)
    ).

get_path(Way, D, V) :-
    (   nonvar(Way), Way = Before/Last -> get_path(Before, D, D1)
    ;   Last = Way,
        D1 = D
    ),
    (   get_dict(Last, D1, V0), is_dict(V0) -> V = V0
    ;   V = 'dict{}'(_)
    ).

user_function(F, Tag, D, V) :- named(F, Name, As), append(As, [D,V], Bs), G =.. [Name|Bs], call(Tag:G).

named(F, Name, As) :-
    (   F = '$no_args'(Name0) -> Name = Name0, As = []
    ;   F =.. [Name|As]
    ).

%! '$no_args'(:Goal) is nondet.
%
%  Calls the goal `f()`: that is the goal `f`.
?- '$no_args'(true).
   true.
'$no_args'(G) :- call(G).

%! call_with_functions(:Goal) is nondet.
%
%  Calls `Goal`, in which `'$dot'(Dict,Function)` stands for the value of a function. So queries of the dialect `swi` are called.
?- call_with_functions(X = '$dot'('dict{}'(t,a,1),a)).
   X = 1.
call_with_functions(Q) :-
    strip_module(Q, M, G0),
    (   G0 = '$quasi_quoted'(_,_,_) -> quasi_quotations:'$parse_quotations'(M, G0, G1)
    ;   G1 = G0
    ),
    body(G1, M, G),
    call(M:G).

% '$without_functions'(Module, Term0, Term): a clause or directive in which calls of functions on dicts stand before the goals that
% have them, and goals `f()` are atoms. The goal `$` is a cut, and what follows it must succeed once.
'$without_functions'(M, T0, T) :- translated(T0, M, T).

translated(T, _, T) :- var(T), !.
translated((:-G0), M, (:-G)) :- !, body(G0, M, G).
translated((?-G0), M, (?-G)) :- !, body(G0, M, G).
translated((Head:=Value:-B0), M, (H:-B)) :-
    function_head(Head, H0, V),
    !,
    with_head(H0, H, (B0,V=Value), M, B).
translated((Head:=Value), M, (H:-B)) :-
    function_head(Head, H0, V),
    !,
    with_head(H0, H, V=Value, M, B).
translated((H0:-B0), M, (H:-B)) :- !, once_after_cut(B0, H0, B1), with_head(H0, H, B1, M, B).
translated((H0=>B0), M, (H0=>B)) :- !, once_after_cut(B0, H0, B1), body(B1, M, B).
translated((H-->B), M, T) :- !, dcg_translate_rule((H-->B), T0), translated(T0, M, T).
translated(H0, M, T) :- with_head(H0, H, true, M, B), ( B == true -> T = H ; T = (H:-B) ).

% once_after_cut(Body0, Head, Body). A last call of the predicate itself after `$` is not wrapped: it would need memory, and its own
% clauses say what must succeed once.
once_after_cut(B, _, B) :- var(B), !.
once_after_cut((A,B0), H, (!,B)) :- A == $, !,
    (   split_last(B0, Init, Last), is_call_of(Last, H) -> ( Init == true -> B = Last ; B = ($(Init),Last) )
    ;   B = $(B0)
    ).
once_after_cut((A,B0), H, (A,B)) :- !, once_after_cut(B0, H, B).
once_after_cut(B, _, B).

split_last(G, _, _) :- var(G), !, fail.
split_last((A,B), Init, Last) :- !, split_last(B, Init0, Last), ( Init0 == true -> Init = A ; Init = (A,Init0) ).
split_last(G, true, G).

is_call_of(G, H0) :-
    callable(G),
    ( nonvar(H0), H0 = (H,_) -> true ; H = H0 ),
    callable(H),
    functor(G, N, A),
    functor(H, N, A).

function_head(Head, _, _) :- var(Head), !, fail.
function_head(M:Head, M:H, V) :- function_head(Head, H, V).
function_head('$dot'(D,F), H, V) :- named(F, Name, As), append(As, [D,V], Bs), H =.. [Name|Bs].

with_head(H0, H, B0, M, B) :-
    head(H0, M, H1),
    extracted(H1, M, H, Before, []),
    body(B0, M, B1),
    in_front(Before, B1, B).

head(H, _, H) :- var(H), !.
head(M:H0, _, M:H) :- !, head(H0, M, H).
head('$no_args'(H), _, H) :- atom(H), !.
head(H, _, H).

in_front([], B, B).
in_front([G|Gs], B0, B) :-
    (   B0 == true, Gs == [] -> B = G
    ;   B = (G,B1),
        in_front(Gs, B0, B1)
    ).

body(G, _, G) :- var(G), !.
body(M:G0, _, M:G) :- atom(M), !, body(G0, M, G).
body((A0,B0), M, (!,$(B))) :- A0 == $, !, body(B0, M, B).
body($, _, !) :- !.
body((A0,B0), M, (A,B)) :- !, body(A0, M, A), body(B0, M, B).
body((A0;B0), M, (A;B)) :- !, body(A0, M, A), body(B0, M, B).
body((A0->B0), M, (A->B)) :- !, body(A0, M, A), body(B0, M, B).
body((A0*->B0), M, (A*->B)) :- !, body(A0, M, A), body(B0, M, B).
body(\+A0, M, \+A) :- !, body(A0, M, A).
body('$no_args'(G), _, G) :- atom(G), !.
body(G0, M, G) :-
    (   callable(G0), predicate_property(M:G0, meta_predicate(Specs)) ->
        G0 =.. [F|As0],
        Specs =.. [_|Ss],
        arguments(Ss, As0, M, As, Before, []),
        G1 =.. [F|As]
    ;   extracted(G0, M, G1, Before, [])
    ),
    in_front_of_goal(Before, G1, G).

in_front_of_goal([], G, G).
in_front_of_goal([E|Es], G0, (E,G)) :- in_front_of_goal(Es, G0, G).

arguments([], [], _, [], Before, Before).
arguments([S|Ss], [A0|As0], M, [A|As], Before0, Before) :-
    argument(S, A0, M, A, Before0, Before1),
    arguments(Ss, As0, M, As, Before1, Before).

argument(0, A0, M, A, Before, Before) :- !, body(A0, M, A).
argument(^, A0, M, A, Before, Before) :- !, quantified(A0, M, A).
argument(_, A0, M, A, Before0, Before) :- extracted(A0, M, A, Before0, Before).

quantified(G, _, G) :- var(G), !.
quantified(V^G0, M, V^G) :- !, quantified(G0, M, G).
quantified(G0, M, G) :-
    term_variables(G0, Vs0),
    body(G0, M, G1),
    term_variables(Vs0-G1, Vs),
    append(Vs0, News, Vs),
    all_quantified(News, G1, G).

% The values of functions are no free variables of the goal.
all_quantified([], G, G).
all_quantified([V|Vs], G0, V^G) :- all_quantified(Vs, G0, G).

% extracted(T0, M, T, Before, Rest): `T` has variables where `T0` has functions, which the goals `Before` call.
extracted(T0, _, T, Before, Rest) :-
    ( var(T0) ; atomic(T0) ; T0 = '$no_args'(_) ),
    !,
    T = T0,
    Before = Rest.
extracted('$dot'(D0,F0), M, V, Before, Rest) :-
    !,
    extracted(D0, M, D, Before, Before1),
    extracted(F0, M, F, Before1, [dicts:eval_dict_function(D,F,V)|Rest]).
extracted(T0, M, T, Before, Rest) :-
    T0 =.. [F|As0],
    all_extracted(As0, M, As, Before, Rest),
    (   As == As0 -> T = T0
    ;   T =.. [F|As]
    ).

all_extracted([], _, [], Before, Before).
all_extracted([A0|As0], M, [A|As], Before, Rest) :-
    extracted(A0, M, A, Before, Before1),
    all_extracted(As0, M, As, Before1, Rest).
