% ISO/IEC 13211-1, 8.14.4: current_op/3.

% 8.14.4 current_op/3

?- current_op(1200, T, (:-)), T == xfx.
   T = xfx.
?- current_op(1200, T, (-->)), T == xfx.
   T = xfx.
?- once(( current_op(1200, T, (:-)), T == fx )).
   T = fx.
?- current_op(1200, T, (?-)), T == fx.
   T = fx.
?- current_op(1100, T, (;)), T == xfy.
   T = xfy.
?- current_op(1050, T, (->)), T == xfy.
   T = xfy.
?- current_op(1000, T, ','), T == xfy.
   T = xfy.
?- current_op(900, T, (\+)), T == fy.
   T = fy.
?- current_op(700, T, (=)), T == xfx.
   T = xfx.
?- current_op(700, T, (\=)), T == xfx.
   T = xfx.
?- current_op(700, T, (==)), T == xfx.
   T = xfx.
?- current_op(700, T, (\==)), T == xfx.
   T = xfx.
?- current_op(700, T, (@<)), T == xfx.
   T = xfx.
?- current_op(700, T, (@=<)), T == xfx.
   T = xfx.
?- current_op(700, T, (@>)), T == xfx.
   T = xfx.
?- current_op(700, T, (@>=)), T == xfx.
   T = xfx.
?- current_op(700, T, (=..)), T == xfx.
   T = xfx.
?- current_op(700, T, (is)), T == xfx.
   T = xfx.
?- current_op(700, T, (=:=)), T == xfx.
   T = xfx.
?- current_op(700, T, (=\=)), T == xfx.
   T = xfx.
?- current_op(700, T, (<)), T == xfx.
   T = xfx.
?- current_op(700, T, (=<)), T == xfx.
   T = xfx.
?- current_op(700, T, (>)), T == xfx.
   T = xfx.
?- current_op(700, T, (>=)), T == xfx.
   T = xfx.
?- current_op(500, T, (+)), T == yfx.
   T = yfx.
?- current_op(500, T, (-)), T == yfx.
   T = yfx.
?- current_op(500, T, (/\)), T == yfx.
   T = yfx.
?- current_op(500, T, (\/)), T == yfx.
   T = yfx.
?- current_op(500, T, (xor)), T == yfx.
   T = yfx.
?- current_op(400, T, (*)), T == yfx.
   T = yfx.
?- current_op(400, T, (/)), T == yfx.
   T = yfx.
?- current_op(400, T, (//)), T == yfx.
   T = yfx.
?- current_op(400, T, (rem)), T == yfx.
   T = yfx.
?- current_op(400, T, (mod)), T == yfx.
   T = yfx.
?- current_op(400, T, (div)), T == yfx.
   T = yfx.
?- current_op(400, T, (<<)), T == yfx.
   T = yfx.
?- current_op(400, T, (>>)), T == yfx.
   T = yfx.
?- current_op(200, T, (**)), T == xfx.
   T = xfx.
?- current_op(200, T, (^)), T == xfy.
   T = xfy.
?- current_op(200, T, (-)), T == fy.
   T = fy.
?- current_op(200, T, (\)), T == fy.
   T = fy.
?- current_op(200, T, (+)), T == fy.
   T = fy.
?- current_op(1100, T, '|'), T == xfy.
   T = xfy.
?- current_op(1201, _, _).
   domain_error(operator_priority,1201).
?- current_op(a, _, _).
   domain_error(operator_priority,a).
?- current_op(_, yfy, _).
   domain_error(operator_specifier,yfy).
?- current_op(_, 0, _).
   domain_error(operator_specifier,0).
?- current_op(_, _, 1).
   type_error(atom,1).
?- current_op(_, _, f(x)).
   type_error(atom,f(x)).
?- current_op(-1, _, _).
   domain_error(operator_priority,-1).
?- current_op(_, xfx, no_such_operator).
   false.
?- findall(T, current_op(_, T, -), Ts), msort(Ts, L).
   Ts = ..., L = [fy,yfx].
