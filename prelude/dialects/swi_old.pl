% Predicates of old versions of SWI-Prolog, as in its library(backcomp).

:- module(swi_old, [
    merge/3, merge_set/3, substring/4, string_to_list/2, convert_time/8, export_list/2, current_thread/2,
    feature/2, set_feature/2, setup_and_call_cleanup/4, current_module/2, read_variables/2, read_variables/3,
    displayq/2, index/1, hash/1, message_queue_size/2
]).

:- meta_predicate setup_and_call_cleanup(0,0,?,0).

%! merge(+List1, +List2, -Merged) is det.
%
%  Merges two lists that are sorted by the standard order; all elements are kept.
?- swi_old:merge([a,c], [b,c], L).
   L = "abcc".
merge(L1, L2, L) :- append(L1, L2, L0), msort(L0, L).

%! merge_set(+Set1, +Set2, -Union) is det.
%
%  As ord_union/3.
?- swi_old:merge_set([a,c], [b,c], L).
   L = "abc".
merge_set(L1, L2, L) :- ord_union(L1, L2, L).

%! substring(+Text, +Start, +Length, -Part) is semidet.
%
%  Unifies `Part` with the string of `Length` characters of a text, counting from 1.
?- swi_old:substring("hello", 2, 3, S).
   S = "ell".
substring(T, Start, L, Part) :-
    must_be(integer, Start),
    B is Start-1,
    sub_string(T, B, L, _, Part), !.

%! string_to_list(+Text, -Codes) is det.
%
%  As string_codes/2.
?- swi_old:string_to_list("ab", L).
   L = [97,98].
string_to_list(T, L) :- string_codes(T, L).

%! convert_time(+Stamp, -Year, -Month, -Day, -Hour, -Minute, -Second, -Milliseconds) is det.
%
%  Unifies the last arguments with the local time of a time stamp.
?- setenv('TZ', 'UTC'), swi_old:convert_time(0.25, Y, M, D, H, Min, S, Ms).
   Y = 1970, M = 1, D = 1, H = 0, Min = 0, S = 0, Ms = 250.
convert_time(T, Y, M, D, H, Min, S, Ms) :-
    stamp_date_time(T, date(Y,M,D,H,Min,Sec,_,_,_), local),
    S is truncate(Sec),
    Ms is truncate((Sec-S)*1000).

%! export_list(+Module, -Heads) is semidet.
%
%  Unifies `Heads` with the heads of the predicates that a loaded module exports.
?- swi_old:export_list(swi_old, Hs), memberchk(merge(_,_,_), Hs).
   Hs = ... .
export_list(M, Heads) :-
    module_property(M, exports(PIs)),
    heads(PIs, Heads).

heads([], []).
heads([N/A|PIs], [H|Hs]) :- functor(H, N, A), heads(PIs, Hs).

%! current_thread(?Thread, ?Status) is nondet.
%
%  As `thread_property(Thread, status(Status))`; false if there is no such thread.
?- swi_old:current_thread(main, S).
   S = running
;  false.
?- swi_old:current_thread(gc, running).
   false.
current_thread(Id, Status) :- catch(thread_property(Id, status(Status)), error(existence_error(thread,_),_), fail).

%! message_queue_size(+Queue, -Size) is semidet.
%
%  Unifies `Size` with the number of messages in a queue.
?- message_queue_create(Q), thread_send_message(Q, a), swi_old:message_queue_size(Q, N), message_queue_destroy(Q).
   Q = ..., N = 1.
message_queue_size(Q, N) :- message_queue_property(Q, size(N)).

%! feature(?Flag, ?Value) is nondet.
%
%  As current_prolog_flag/2.
?- swi_old:feature(bounded, B).
   B = false.
feature(F, V) :- current_prolog_flag(F, V).

%! set_feature(+Flag, +Value) is det.
%
%  As set_prolog_flag/2.
?- swi_old:set_feature(no_such_flag, 1).
   error(domain_error(prolog_flag,no_such_flag),set_prolog_flag/2).
set_feature(F, V) :- set_prolog_flag(F, V).

%! setup_and_call_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%
%  As setup_call_catcher_cleanup/4.
?- swi_old:setup_and_call_cleanup(true, X = 1, C, true).
   X = 1, C = exit.
setup_and_call_cleanup(S, G, Catcher, C) :- setup_call_catcher_cleanup(S, G, Catcher, C).

%! current_module(?Module, ?File) is nondet.
%
%  True if `Module` was loaded from `File`.
?- swi_old:current_module(no_such_module, F).
   false.
current_module(M, File) :-
    current_module(M),
    module_property(M, file(File)).

%! read_variables(-Term, -Bindings) is det.
%
%  Reads a term from the current input and unifies `Bindings` with the list of `Name=Variable`.
?- swi_old:read_variables(T, Bs).
   T = end_of_file, Bs = [].
read_variables(T, Bs) :- read_term(T, [variable_names(Bs)]).

%! read_variables(+Stream, -Term, -Bindings) is det.
%
%  As read_variables/2, from `Stream`.
?- open_string("f(X).", S), swi_old:read_variables(S, T, Bs), close(S).
   S = ..., T = f(X), Bs = ['X'=X].
read_variables(S, T, Bs) :- read_term(S, T, [variable_names(Bs)]).

%! displayq(+Stream, +Term) is det.
%
%  Writes `Term` quoted and without operators.
?- current_output(S), swi_old:displayq(S, a+'B').
   S = ..., outputs("+(a,'B')").
displayq(S, T) :- write_term(S, T, [ignore_ops(true),quoted(true)]).

%! index(+Head) is det.
%
%  Has no effect.
?- swi_old:index(p(1,0)).
   true.
index(_).

%! hash(+Indicator) is det.
%
%  Has no effect.
?- swi_old:hash(p/1).
   true.
hash(_).
