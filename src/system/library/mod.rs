//! TODO

pub mod borrow;
pub mod catalog;
pub mod index;
pub mod search;

pub(crate) use borrow::read;
pub(crate) use catalog::{BOOT_FILES, Entry, FREE_OPS, entry, name, row_of, text};
pub(crate) use index::Library;
pub(crate) use search::{announce, elsewhere, ensure_index, exported, exporter, full_index};
