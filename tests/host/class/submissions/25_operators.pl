:- op(0, fx, ?-).
:- op(0, xfx, =).
:- op(700, xfy, ;).
:- op(200, xfx, :-).
len([], 0).
