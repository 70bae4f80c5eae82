//! TODO

pub mod clause;
pub mod directive;
pub mod expansion;
pub mod files;
pub mod indexical;
pub mod libraries;
pub mod loader;
pub mod messages;
pub mod prescan;
pub mod reader;
pub mod run;
pub mod session;
pub mod single_sided;
pub mod source;

pub(crate) use files::{consult, load_from_stream, use_file, wanted};
pub(crate) use libraries::{autoload, library, load_pending};
pub(crate) use loader::{Loader, Place};
pub(crate) use messages::{indicator_text, quoted};
pub(crate) use run::consult_text;
pub(crate) use single_sided::{arrow, close, compile_asserted};
pub(crate) use source::decode;
