% The names that a machine knows: its atoms and functors.

:- module(swi_names, [current_atom/1, current_blob/2, current_functor/2]).

%! current_atom(?Atom) is nondet.
%
%  True if `Atom` is an atom that the machine knows. On backtracking those of one character, of which there is one for
%  each character, are left out. Throws a type error if the argument is neither a variable nor an atom.
?- X = doc_of_atoms, once(( current_atom(Y), Y == X )).
   X = doc_of_atoms, Y = doc_of_atoms.
?- current_atom([]).
   true.
?- current_atom(f(_)).
   error(type_error(atom,f(_)),current_atom/1).
current_atom(A) :-
    (   var(A) -> '$atoms'(As), member(A, As)
    ;   atom(A) -> true
    ;   type_error(atom, A, current_atom/1)
    ).

%! current_blob(?Blob, ?Type) is nondet.
%
%  True if `Blob` is an atom and `Type` is `text`, or a stream or a reference, as blob/2 has it. On backtracking only
%  atoms are found.
?- current_blob(doc_of_blobs, T).
   T = text.
?- current_blob(_, reserved_symbol).
   false.
current_blob(B, T) :-
    (   var(B) -> T = text, current_atom(B)
    ;   blob(B, T)
    ).

%! current_functor(?Name, ?Arity) is nondet.
%
%  True if the machine has a compound term, a predicate or an atom with this name and number of arguments.
?- X = doc_functor(_,_), findall(N, ( current_functor(doc_functor, N), N > 0 ), Ns).
   X = doc_functor(_,_), Ns = [2].
?- current_functor(doc_functor_of_no_term, 3).
   false.
?- current_functor(1, _).
   error(type_error(atom,1),current_functor/2).
current_functor(Name, Arity) :-
    (   var(Name) -> true
    ;   atom(Name) -> true
    ;   type_error(atom, Name, current_functor/2)
    ),
    (   var(Arity) -> true ; must_be(integer, Arity) ),
    (   Arity == 0 -> current_atom(Name)
    ;   nonvar(Arity), nonvar(Name) -> '$functors'(Fs), memberchk(Name/Arity, Fs)
    ;   var(Arity), Arity = 0, current_atom(Name)
    ;   '$functors'(Fs), member(Name/Arity, Fs)
    ).
