% ISO/IEC 13211-1, 7.2: term order.

% 7.2 term order

?- msort([f(a), b, 1, 1.0, Z, "a", g(a,b), a, 2, -1.0], L).
   L = [Z,-1.0,1.0,1,2,a,b,f(a),"a",g(a,b)].
?- X @< 1.0.
   true.
?- 1.0 @< 1.
   true.
?- 2 @< 1.0.
   false.
?- 2.0 @< 1.
   true.
?- compare(O, 1, 2.0).
   O = (>).
?- msort([1, 0.5, -3, 2.0, 10.0, 0], L).
   L = [0.5,2.0,10.0,-3,0,1].
?- msort([1r3, 0.5, 0, 1r2, 7.0], L).
   L = [0.5,7.0,0,1r3,1r2].
?- sort([1, 1.0, 1, 1.0], L).
   L = [1.0,1].
?- 1 @< a.
   true.
?- a @< f(a).
   true.
?- f(b) @< f(a, a).
   true.
?- g(a) @< f(a, a).
   true.
?- f(a, b) @< g(a, a).
   true.
?- f(a, c) @< f(b, a).
   true.
?- f(1.0) @< f(1).
   true.
?- a @< b.
   true.
?- ab @< b.
   true.
?- 'A' @< a.
   true.
?- a @< aa.
   true.
?- [] @< a.
   true.
?- [] @< [a].
   true.
?- [a] @< [a,b].
   true.
?- 'Z' @< 'é'.
   true.
