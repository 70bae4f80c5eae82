% Builtins that differ in details from those of the standard or of this system. In modules of the dialect `swi`, the names without `swi_`
% mean these.

:- module(swi_variants, [swi_stream_property/2, swi_directory_files/2, 'swi_$skip_list'/3, 'swi_|'/2, swi_set_prolog_flag/2]).

:- meta_predicate 'swi_|'(0,0).

%! swi_stream_property(?Stream, ?Property) is nondet.
%
%  As stream_property/2; `Stream` may be an alias.
?- swi_variants:swi_stream_property(user_output, mode(M)).
   M = append.
?- swi_variants:swi_stream_property(no_stream, mode(M)).
   error(domain_error(stream,no_stream),stream_property/2).
swi_stream_property(S0, P) :-
    (   atom(S0), stream_property(S, alias(S0)) -> stream_property(S, P)
    ;   stream_property(S0, P)
    ).

%! swi_directory_files(+Directory, -Names) is det.
%
%  As directory_files/2, with `.` and `..`.
?- swi_variants:swi_directory_files('.', Ns), memberchk(.., Ns).
   Ns = ... .
swi_directory_files(Directory, Names) :-
    directory_files(Directory, Names0),
    Names = ['.',..|Names0].

%! 'swi_$skip_list'(-Length, +List, -Tail) is det.
%
%  Unifies `Length` with the number of elements of `List` and `Tail` with what follows them: `[]` for a list.
?- swi_variants:'swi_$skip_list'(N, [a,b|T0], T).
   N = 2, T0 = T.
'swi_$skip_list'(Length, List, Tail) :- '$skip_list'(List, Length, Tail).

%! 'swi_|'(:Goal1, :Goal2) is nondet.
%
%  As (;)/2.
?- findall(X, swi_variants:'swi_|'(X = 1, X = 2), L).
   L = [1,2].
'swi_|'(A, B) :- ( A ; B ).

%! swi_set_prolog_flag(+Flag, +Value) is det.
%
%  As set_prolog_flag/2; a flag that does not exist is created.
?- swi_variants:swi_set_prolog_flag(flag_of_doc, 1), current_prolog_flag(flag_of_doc, V).
   V = 1.
?- swi_variants:swi_set_prolog_flag(F, 1).
   error(instantiation_error,set_prolog_flag/2).
swi_set_prolog_flag(Flag, Value) :-
    (   atom(Flag), nonvar(Value), \+ current_prolog_flag(Flag, _) -> create_prolog_flag(Flag, Value, [])
    ;   set_prolog_flag(Flag, Value)
    ).
