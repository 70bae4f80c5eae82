//! Prolog flags (ISO 7.11): their table, and access by name.

pub(crate) mod table;
pub(crate) mod values;

pub(crate) use table::{
    AnswerOptions, FlagDomain, Flags, MAX_ARITY, OnSyntaxError, SYNTAX_ERRORS, StreamTypeCheck,
    Unknown, text, value_of,
};
pub(crate) use values::{double_quotes, flag_value, read_options, set_flag, set_word, set_words};
