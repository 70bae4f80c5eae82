% Hooks of module `system`.
:- multifile(system:term_expansion/2), multifile(system:goal_expansion/2).
:- dynamic(system:term_expansion/2), dynamic(system:goal_expansion/2).
system:term_expansion(old(X), new(X)).
system:goal_expansion(old_goal(X), X = expanded).
old(1).
r(X) :- old_goal(X).
