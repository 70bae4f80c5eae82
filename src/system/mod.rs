//! The state of a machine below the builtins, and the functions on it: streams, flags, modules, the loader.
//!
//! Files that define parts of the state (`module_table`, `answer_tables`, `environment`, `load/loader`,
//! `flags/table`, `streams/table`, `library/index`) do not import [`Vm`], the machine with this state; `state` joins
//! the parts, and the other files are functions on [`Vm`]. `host_state` names [`Vm`] in the types of the host's
//! functions. The constraint solver above this layer is called through [`solver`] alone. Predicates are in
//! `builtins`.

pub(crate) mod access;
pub(crate) mod answer_tables;
pub(crate) mod compile_env;
pub(crate) mod cycle_report;
mod dialect_errors;
pub(crate) mod dialects;
pub(crate) mod environment;
pub(crate) mod exception_hook;
pub(crate) mod explain;
pub(crate) mod fact_compiler;
pub(crate) mod file_space;
pub(crate) mod flags;
pub(crate) mod hooks;
pub(crate) mod host_files;
pub(crate) mod host_predicates;
pub(crate) mod host_state;
pub(crate) mod imports;
pub(crate) mod interface;
pub(crate) mod library;
pub(crate) mod lint;
pub(crate) mod load;
pub(crate) mod module_table;
pub(crate) mod modules;
pub(crate) mod pipes;
pub(crate) mod postponed_code;
pub(crate) mod progress;
pub(crate) mod query_checks;
#[cfg(feature = "regex")]
pub(crate) mod regexes;
pub(crate) mod reporting;
pub(crate) mod resolve;
pub(crate) mod row;
#[cfg(feature = "network")]
pub(crate) mod sockets;
pub(crate) mod solver;
pub(crate) mod state;
pub(crate) mod streams;
pub(crate) mod term_compiler;
pub(crate) mod terms;
pub(crate) mod text;
pub(crate) mod threads;
pub(crate) mod time_zone;
pub(crate) mod written_texts;

pub(crate) use row::{BuiltinRow, det, reentrant, repeatable};
pub(crate) use state::{AssertBuffers, Res, System, Vm};
