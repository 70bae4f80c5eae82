//! Horn: an embeddable Prolog.

pub mod base;
pub mod code;
pub mod compile;
pub mod fd;
pub mod machine;
pub mod prolog;
#[cfg(all(feature = "repl", test))]
pub mod repl;
pub mod syntax;
