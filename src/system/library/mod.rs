//! The embedded library: its files, the index of their exports, operators used without an import.

pub mod borrow;
pub mod catalog;
pub mod index;
pub mod search;

pub(crate) use borrow::read;
pub(crate) use catalog::{BOOT_FILES, FREE_OPS, LibraryEntry, entry, name, row_of, text};
pub(crate) use search::{announce, elsewhere, ensure_index, exported, exporter, full_index};
