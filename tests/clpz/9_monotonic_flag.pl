% The monotonic mode, switched on and off.

:- use_module(library(clpz)).

?- set_prolog_flag(clpfd_monotonic, true), X #= 3.
   error(instantiation_error,(#=)/2).
?- #X #= 3.
   X = 3.
?- ?(X) #= 3.
   X = 3.
?- set_prolog_flag(clpfd_monotonic, false).
   true.
?- X #= 3.
   X = 3.
?- assertz(clpz:monotonic).
   true.
?- X #= 3.
   error(instantiation_error,(#=)/2).
?- retract(clpz:monotonic), X #= 3.
   X = 3.
