% Loads Logtalk: the adapter, the paths of libraries, the compiler and runtime, in this order.
%
% The checks of program text are off during this load: they are about the text of Logtalk itself, which is complete
% only when the libraries that it loads at the end are there. Files that are loaded later are checked as usual.

:- set_lint(all, off).

:- (   getenv('LOGTALKHOME', Home) -> true
   ;   throw(error(existence_error(environment_variable, 'LOGTALKHOME'), logtalk_horn))
   ),
   atom_concat(Home, '/adapters/horn.pl', Adapter),
   consult(user:Adapter),
   atom_concat(Home, '/paths/paths.pl', Paths),
   consult(user:Paths),
   atom_concat(Home, '/core/core.pl', Core),
   consult(user:Core).
