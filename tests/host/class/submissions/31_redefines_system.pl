write(_).
_ = _.
call(_).
throw(_).
!.
is(_, _).
length(_, 3).
'$call'(_).
system:len(_, 3).
lists:reverse(_, [c,b,a]).
:- dynamic(system:(=)/2).
user:portray(_) :- write('N = 3').
:- multifile user:attr_portray_hook/2.
len([_,_,_], N) :- N = 3.
attribute_goals(_) --> [].
