% ISO/IEC 13211-1, 6.4.6: double quoted lists.

% 6.4.6 double quoted lists

?- X = "".
   X = [].
?- X = "abc", X = [A|B].
   X = "abc", A = a, B = "bc".
?- X = "a""b".
   X = "a\"b".
?- X = "a\
b".
   X = "ab".
?- X = "a'b".
   X = "a'b".
?- X = "\x41\\102\".
   X = "AB".
