//! TODO

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
pub(crate) use state::{Res, Scratch, System, Vm};
