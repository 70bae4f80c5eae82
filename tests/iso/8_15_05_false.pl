% ISO/IEC 13211-1, 8.15.5: false/0.

p(1).
p(2).
p(3).

% 8.15.5 false/0

?- false.
   false.
?- p(_), false.
   false.
