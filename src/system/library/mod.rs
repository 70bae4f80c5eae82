//! The embedded library: its files, the index of their exports, operators used without an import.

pub(crate) mod borrow;
pub(crate) mod catalog;
pub(crate) mod headers;
pub(crate) mod index;
pub(crate) mod search;

pub(crate) use borrow::{BorrowedOp, read, read_leniently};
pub(crate) use catalog::{
    BOOT_FILES, FREE_OPS, LibraryEntry, entry, entry_of_files, is_loaded_at_import, name, row_of,
    text,
};
pub(crate) use search::{
    adopt_operators, elsewhere, ensure_index, exported, exporter, full_index, register_module,
};
