#!/usr/bin/env -S horn -q
:- initialization(main, main).
main :- current_prolog_flag(argv, Arguments), print(Arguments), nl.
