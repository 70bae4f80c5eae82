% `as` is an operator in directives only.
:- use_module(library(lists), [append/3 as joined]).
as --> [].
as --> [a], as.
