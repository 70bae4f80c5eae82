//! Loading program text.
//!
//! A load reads clause by clause, reports every fault as data ([`Diagnostic`]), keeps all clauses without faults, and
//! continues. It stops only where the program must stop: at halting, an interrupt, a limit.
//!
//! `run` starts a load, `reader` is its loop, `checking` calls the checks of `lint`, `clause`, `directive`,
//! `expansion`, `single_sided` and `indexical` handle one kind of term each; all are methods of
//! [`session::LoadSession`]. `files` and `libraries` find and load texts.

pub(crate) mod arity_twins;
pub(crate) mod changes;
pub(crate) mod checking;
pub(crate) mod clause;
pub(crate) mod deferred;
pub(crate) mod deferred_clauses;
pub(crate) mod dialect;
pub(crate) mod dialect_directives;
pub(crate) mod directive;
pub(crate) mod expansion;
pub(crate) mod file_names;
pub(crate) mod files;
pub(crate) mod functions;
pub(crate) mod indexical;
pub(crate) mod libraries;
pub(crate) mod library_goals;
pub(crate) mod loader;
pub(crate) mod long_clauses;
pub(crate) mod loops;
pub(crate) mod messages;
pub(crate) mod prescan;
pub(crate) mod reader;
pub(crate) mod run;
pub(crate) mod session;
pub(crate) mod single_sided;
pub(crate) mod source;
pub(crate) mod surroundings;
pub(crate) mod text_access;
pub(crate) mod texts;
pub(crate) mod transparent;
mod without_compiler;

pub(crate) use checking::{begin_batch, end_batch};
pub(crate) use deferred::{
    complete, complete_all, complete_in_builtin, complete_some, number_of_clauses,
};
pub(crate) use files::{consult, each_file, import_spec, load_from_stream, unload, use_file};
pub(crate) use libraries::{autoload, library, load_pending};
pub(crate) use loader::{LoadContext, Loader};
pub(crate) use messages::{indicator_text, quoted};
pub(crate) use run::consult_text;
pub(crate) use single_sided::{arrow, close, compile_asserted};
pub(crate) use source::{absolute, decode, home, key as file_name, renamed};
