?- fail.
   true.
