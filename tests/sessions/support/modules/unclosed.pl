% The block that the included text opens has no end.
:- include(opens_if).
after(1).
