% Rules with mistakes.

:- use_module(library(chr)).
:- chr_constraint p(?any), q/1.

p(X), r(X) ==> true.
p(X) <=> X > 0 |
    q(X),
    no_such(X).
p(3).
q(_) \ 3 <=> true.
:- chr_constraint s(1).
