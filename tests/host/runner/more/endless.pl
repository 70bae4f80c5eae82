:- initialization((write('loaded <endless>'), nl)).
?- repeat, fail.
   false.
?- X = 1.
   X = 1, false, 2.
