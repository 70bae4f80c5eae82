% A family. Ask who is whose ancestor, in any direction.

parent_of(ann, bob).
parent_of(ann, cleo).
parent_of(bob, dora).
parent_of(dora, emil).

ancestor_of(X, Y) :- parent_of(X, Y).
ancestor_of(X, Z) :- parent_of(X, Y), ancestor_of(Y, Z).

?- ancestor_of(ann, Who).
   Who = bob
;  Who = cleo
;  Who = dora
;  Who = emil
;  false.

?- ancestor_of(Who, emil).
   Who = dora
;  Who = ann
;  Who = bob
;  false.
