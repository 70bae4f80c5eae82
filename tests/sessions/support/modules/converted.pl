% A syntax error in a text whose characters are converted: reading goes on after it.
:- char_conversion(&, q).
p(&a).
p(b c).
p(&d).
