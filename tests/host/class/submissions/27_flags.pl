:- set_prolog_flag(unknown, fail).
:- set_prolog_flag(double_quotes, codes).
:- set_prolog_flag(protect_static_code, false).
:- set_prolog_flag(autoload, false).
len([], 0).
