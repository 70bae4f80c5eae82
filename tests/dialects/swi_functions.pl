% Functions on dicts that a module defines: the example of SWI-Prolog's manual, and variants.

:- module(point, []).
:- expects_dialect(swi).

M.multiply(F) := point{x: X, y: Y} :- X is M.x*F, Y is M.y*F.
M.len() := Len :- Len is sqrt(M.x**2 + M.y**2).
_.origin() := point{x: 0, y: 0}.
M.twice() := M.multiply(2).
M.each() := V :- V = M.x.
M.each() := V :- V = M.y.

:- initialization(nb_setval(length, point{x: 3, y: 4}.len())).

% The queries are of module user, which has not the notation of dicts.
?- nb_getval(length, L).
   L = 5.0.
?- eval_dict_function('dict{}'(point,x,1,y,2), multiply(3), P).
   P = 'dict{}'(point,x,3,y,6).
?- compound_name_arguments(F, twice, []), eval_dict_function('dict{}'(point,x,1,y,2), F, P).
   F = '$no_args'(twice), P = 'dict{}'(point,x,2,y,4).
?- compound_name_arguments(F, each, []), eval_dict_function('dict{}'(point,x,1,y,2), F, V).
   F = '$no_args'(each), V = 1
;  F = '$no_args'(each), V = 2.
?- compound_name_arguments(F, origin, []), eval_dict_function('dict{}'(point), F, P).
   F = '$no_args'(origin), P = 'dict{}'(point,x,0,y,0).
?- eval_dict_function('dict{}'(point,x,1,y,2), shifted(1), P).
   error(existence_error(procedure,shifted/3),shifted/3).
