% Names of SWI-Prolog's checks of programs, which are made here when a text is loaded.

:- module(check, [check/0, list_undefined/0]).

%! check is det.
%
%  Has no effect: what SWI-Prolog's check/0 reports is reported when a text is loaded.
?- check:check.
   true.
check.

%! list_undefined is det.
%
%  Has no effect: goals of predicates that are not defined are reported when a text is loaded.
?- check:list_undefined.
   true.
list_undefined.
