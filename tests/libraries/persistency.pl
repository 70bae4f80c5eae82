% Persistent facts: the journal, its replay, and its collection.

:- use_module(library(persistency)).

:- persistent person(name:atom, age:integer), note(any).

fresh(File) :- tmp_file(persistency, File).

?- fresh(F), db_attach(F, []),
   assert_person(bob, 3), assert_person(ann, 4), asserta_person(zed, 1), assert_note(f(X,"a b",'Q',X)),
   retract_person(bob, _), retractall_person(zed, _), db_detach,
   retractall(person(_,_)), retractall(note(_)),
   db_attach(F, []), findall(N-A, person(N,A), Ps), findall(T, note(T), [f(V1,S,Q,V2)]), V1 == V2,
   db_sync(gc(always)), db_sync(reload), findall(N-A, person(N,A), Ps1),
   db_attached(F1), db_detach, retractall(person(_,_)), retractall(note(_)), delete_file(F).
   ..., Ps = [ann-4], S = "a b", Q = 'Q', V1 = V2, Ps1 = [ann-4], ... .
?- assert_person(a, 1).
   error(existence_error(db_file,user),assert_person/2).
?- fresh(F), db_attach(F, []), catch(assert_person(a, b), E, true), db_detach, catch(delete_file(F), _, true).
   ..., E = error(type_error(integer,b),must_be/2).
?- fresh(F), db_attach(F, []), assert_person(a, 1), db_detach, db_attach(F, [access(read_only)]),
   catch(retract_person(_, _), E, true), db_detach, delete_file(F), retractall(person(_,_)).
   ..., E = error(permission_error(modify,persistent_predicate,person/2),retract_person/2).
?- fresh(F), open(F, write, S), write(S, 'assert(q(1)).\n'), close(S), catch(db_attach(F, []), E, true), delete_file(F).
   ..., E = error(existence_error(persistent_predicate,q/1),db_attach/2).
?- current_persistent_predicate(P).
   P = person/2
;  P = note/1.
