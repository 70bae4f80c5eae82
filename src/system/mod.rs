//! The state of a machine and what works on it below the builtins: streams, flags, modules, the loader.
//!
//! Files that define state (`state`, `module_table`, `answer_tables`, `environment`, `load/loader`,
//! `flags/table`, `streams/table`, `library/index`) know no machine; the files above them are functions
//! on [`Vm`]. The constraint solver above this layer is called through [`solver`] alone. Predicates are
//! in `builtins`.

pub mod answer_tables;
pub mod compile_env;
pub mod environment;
pub mod fact_compiler;
pub mod flags;
pub mod hooks;
pub mod imports;
pub mod interface;
pub mod library;
pub mod load;
pub mod module_table;
pub mod modules;
pub mod occurs_check;
pub mod resolve;
pub mod row;
pub mod solver;
pub mod state;
pub mod streams;
pub mod terms;
pub mod text;
pub mod time_zone;

pub(crate) use row::{Row, det, reentrant};
pub(crate) use state::{AssertBuffers, Res, System, Vm};
