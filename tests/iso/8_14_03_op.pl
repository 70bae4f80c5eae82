% ISO/IEC 13211-1, 8.14.3: op/3, 8.14.4 current_op/3.

% 8.14.3 op/3, 8.14.4 current_op/3

?- op(30, xfy, ++>), writeq(1 ++> 2), writeq(++>(a,++>(b,c))).
   syntax_error(...).
?- op(30, xfy, ++>).
   true.
?- current_op(P, T, ++>).
   P = 30, T = xfy.
?- writeq(++>(a,++>(b,c))), writeq(++>(++>(a,b),c)).
   outputs("a++>b++>c(a++>b)++>c").
?- op(0, xfy, ++>), writeq(++>(1,2)).
   outputs("++>(1,2)").
?- op(max, xfy, ++).
   type_error(integer,max).
?- op(1201, xfy, ++).
   domain_error(operator_priority,1201).
?- op(30, XFY, ++).
   instantiation_error.
?- op(30, yfy, ++).
   domain_error(operator_specifier,yfy).
?- op(30, 1, ++).
   type_error(atom,1).
?- op(30, xfy, 0).
   type_error(list,0).
?- op(30, xfy, [a,1]).
   type_error(atom,1).
?- op(30, xfy, [a|_]).
   instantiation_error.
?- op(30, xfy, [a,',']).
   permission_error(modify,operator,',').
?- current_op(_, _, a).
   false.
?- op(30, xfy, []).
   permission_error(create,operator,[]).
?- op(30, xfy, {}).
   permission_error(create,operator,{}).
?- op(30, fy, '|').
   permission_error(create,operator,'|').
?- op(700, xfx, [is_a,has]), current_op(P, xfx, has), op(0, xfx, [is_a,has]).
   P = 700.

?- op(_, xfx, =>>).
   instantiation_error.
?- op(200, _, =>>).
   instantiation_error.
?- op(200, xfx, _).
   instantiation_error.
?- op(200, xfx, [a|_]).
   instantiation_error.
?- op(200, xfx, [a,_]).
   instantiation_error.
?- op(a, xfx, =>>).
   type_error(integer,a).
?- op(1.5, xfx, =>>).
   type_error(integer,1.5).
?- op(200, 1, =>>).
   type_error(atom,1).
?- op(200, f(x), =>>).
   type_error(atom,f(x)).
?- op(200, xfx, 1).
   type_error(list,1).
?- op(200, xfx, [a|b]).
   type_error(list,[a|b]).
?- op(200, xfx, [1]).
   type_error(atom,1).
?- op(200, xfx, f(x)).
   type_error(list,f(x)).
?- op(1201, xfx, =>>).
   domain_error(operator_priority,1201).
?- op(-1, xfx, =>>).
   domain_error(operator_priority,-1).
?- op(200, xxx, =>>).
   domain_error(operator_specifier,xxx).
?- op(200, xfx, ',').
   permission_error(modify,operator,',').
?- op(200, xfx, [=>>, ',']).
   permission_error(modify,operator,',').
?- current_op(_, _, =>>).
   false.
?- op(200, xfx, []).
   permission_error(create,operator,[]).
?- op(200, xfx, '[]').
   permission_error(create,operator,[]).
?- op(200, xfx, {}).
   permission_error(create,operator,{}).
?- op(200, xfx, [[]]).
   permission_error(create,operator,[]).
?- op(1000, xfx, '|').
   permission_error(create,operator,'|').
?- op(1001, fy, '|').
   permission_error(create,operator,'|').
?- op(1001, xf, '|').
   permission_error(create,operator,'|').
?- op(1001, xfy, '|'), op(1100, xfy, '|').
   true.
?- op(200, xf, mod).
   permission_error(create,operator,mod).
?- op(200, xfx, postf), op(200, xf, postf).
   permission_error(create,operator,postf).
?- op(0, xfx, postf), op(200, xf, postf).
   true.
?- op(200, xfx, postf).
   permission_error(create,operator,postf).
?- op(200, fy, postf), current_op(P, fy, postf).
   P = 200.
?- op(0, xf, postf), op(0, fy, postf), current_op(_, _, postf).
   false.
?- op(30, xfy, ++>), current_op(P, T, ++>), op(0, xfy, ++>).
   P = 30, T = xfy.
?- op(30, xfy, ++>), op(40, yfx, ++>), findall(P-T, current_op(P, T, ++>), L), op(0, yfx, ++>).
   L = [40-yfx].
?- op(700, xfx, [aa,bb]), findall(P, (member(O, [aa,bb]), current_op(P, xfx, O)), L), op(0, xfx, [aa,bb]).
   L = [700,700].
?- op(0, xfx, never_an_operator).
   true.
