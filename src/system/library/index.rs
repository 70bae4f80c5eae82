//! Types of the library index: the exports of the libraries.

use crate::base::atom::{Atom, atoms};
use crate::syntax::OpDef;
use crate::system::module_table::Indicator;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The interface of a library, as its first terms give it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LibraryHeader {
    pub(crate) module: Atom,
    /// The exports, those of libraries that it exports too included.
    pub(crate) exports: Vec<Indicator>,
    pub(crate) ops: Vec<(Atom, OpDef)>,
    pub(crate) metas: Vec<(Indicator, Box<[u8]>)>,
}

impl LibraryHeader {
    /// The header of a file without directives.
    pub(crate) fn new() -> LibraryHeader {
        LibraryHeader {
            module: atoms::USER,
            exports: Vec::new(),
            ops: Vec::new(),
            metas: Vec::new(),
        }
    }
}

/// The exports of all libraries.
#[derive(Default)]
pub(crate) struct LibraryIndex {
    pub(crate) preds: FxHashMap<Indicator, u16>,
    pub(crate) metas: FxHashMap<Indicator, Box<[u8]>>,
    pub(crate) ops: Vec<(Atom, OpDef, u16)>,
    pub(crate) modules: FxHashMap<Atom, u16>,
}

/// The library index of a machine, made on demand.
#[derive(Default, Clone)]
pub(crate) struct LibraryState {
    pub(crate) headers: Option<Arc<[LibraryHeader]>>,
    pub(crate) index: Option<Arc<LibraryIndex>>,
}

impl LibraryState {
    /// The meta-argument specifiers of a predicate that a library exports, if the index has been made.
    pub(crate) fn meta(&self, name: Atom, arity: u32) -> Option<&[u8]> {
        let metas = &self.index.as_ref()?.metas;
        metas.get(&(name, arity)).map(|m| &**m)
    }
}
