% ISO/IEC 13211-1, 6.4.1: layout text.

% 6.4.1 layout text

?- X = /* a comment */ a.
   X = a.
?- X = a/* a comment */.
   X = a.
?- X = f(/* a comment */a/**/,% and another
     b).
   X = f(a,b).
?- X = [a|/* tail */b].
   X = [a|b].
?- X = "a"/**/.
   X = "a".
?- X = f/* no functional notation */(a).
   syntax_error(...).
?- X = 'a'/**/ .
   X = a.
?- X = 1/**/-1.
   X = 1-1.
?- X = (a:-/**/b).
   syntax_error(...).
?- X = (a:- /**/b).
   X = (a:-b).
?- X = -/**/1.
   syntax_error(...).
?- X = - /**/1.
   X = -1.
?- X = /* /* no nesting */ a.
   X = a.
?- X = '/* no comment */'.
   X = '/* no comment */'.
?- X = '% no comment'.
   X = '% no comment'.
