//! TODO

pub mod table;
pub mod values;

pub(crate) use table::{Domain, Flags, MAX_ARITY, OccursCheck, Unknown, text};
pub(crate) use values::{autoloads, double_quotes, flag_value, read_options, set_argv, set_flag};
