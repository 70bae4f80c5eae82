//! Horn: an embeddable Prolog.

pub mod base;
pub mod fd;
pub mod prolog;
pub mod syntax;
