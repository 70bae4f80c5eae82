//! Unit tests of the builtins and of the loader, on a whole machine.

mod clause_texts;
mod deferred;
mod fd_predicates;
mod library_headers;
mod load;
mod postponed_code;
mod term_io;
mod terms;
