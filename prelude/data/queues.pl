% Queues with two ends, as difference lists with a length: all operations at either end take constant time.

:- module(queues, [
    queue/1, queue/2, queue_head/3, queue_head_list/3, queue_last/3, queue_last_list/3, list_queue/2, queue_length/2
]).

% A queue is `q(Length,Front,Back)`: the elements are those of `Front` before `Back`, and the length is a number `s(s(...0))`, so
% that the relations end in each direction.

%! queue(?Queue) is det.
%
%  True if `Queue` is empty.
?- use_module(library(queues)).
   true.
?- queue(Q), list_queue(L, Q).
   Q = ..., L = [].
queue(q(0,Back,Back)).

%! queue(?Element, ?Queue) is det.
%
%  True if `Queue` has one element.
?- queue(a, Q), list_queue(L, Q).
   Q = ..., L = "a".
queue(Element, q(s(0),[Element|Back],Back)).

%! queue_head(?Element, ?Rest, ?Queue) is semidet.
%
%  True if `Queue` has `Element` in front of `Rest`: takes the first element, or adds one there.
?- list_queue([a,b], Q), queue_head(X, R, Q), list_queue(L, R).
   Q = ..., X = a, R = ..., L = "b".
queue_head(Element, q(N,Front,Back), q(s(N),[Element|Front],Back)).

%! queue_head_list(?List, ?Rest, ?Queue) is nondet.
%
%  True if `Queue` has the elements of `List` in front of `Rest`.
?- list_queue([c], R), queue_head_list([a,b], R, Q), list_queue(L, Q).
   R = ..., Q = ..., L = "abc".
queue_head_list([], Queue, Queue).
queue_head_list([X|Xs], Rest, Queue) :-
    queue_head(X, Queue1, Queue),
    queue_head_list(Xs, Rest, Queue1).

%! queue_last(?Element, ?Rest, ?Queue) is semidet.
%
%  True if `Queue` has `Element` behind `Rest`.
?- list_queue([a], R), queue_last(b, R, Q), list_queue(L, Q).
   R = ..., Q = ..., L = "ab".
queue_last(Element, q(N,Front,[Element|Back]), q(s(N),Front,Back)).

%! queue_last_list(?List, ?Rest, ?Queue) is nondet.
%
%  True if `Queue` has the elements of `List` behind `Rest`.
?- list_queue([a], R), queue_last_list([b,c], R, Q), list_queue(L, Q).
   R = ..., Q = ..., L = "abc".
queue_last_list([], Queue, Queue).
queue_last_list([X|Xs], Rest, Queue) :-
    queue_last(X, Rest, Queue1),
    queue_last_list(Xs, Queue1, Queue).

%! list_queue(?List, ?Queue) is nondet.
%
%  True if `Queue` has the elements of `List`.
?- list_queue([a,b], Q), queue_length(Q, N).
   Q = ..., N = 2.
list_queue(List, q(N,Front,Back)) :- elements(List, N, Front, Back).

elements([], 0, Back, Back).
elements([X|Xs], s(N), [X|Front], Back) :- elements(Xs, N, Front, Back).

%! queue_length(+Queue, -Length) is det.
%
%  Unifies `Length` with the number of elements.
?- queue(Q), queue_length(Q, N).
   Q = ..., N = 0.
queue_length(q(N,_,_), Length) :- number_of(N, 0, Length).

number_of(0, L, L).
number_of(s(N), L0, L) :- L1 is L0+1, number_of(N, L1, L).
