:- multifile(user:file_search_path/2).
user:file_search_path(here, D) :- prolog_load_context(directory, D).
user:file_search_path(folder, here('..')).
:- use_module(here(shapes)).
:- use_module(folder(modules/shapes)).
:- initialization((area(square(2), A), write(A), nl)).
