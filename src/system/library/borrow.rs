//! Reading text that uses operators of libraries without importing them.

use crate::base::atom::Atom;
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{
    Lenience, OpClass, OpTable, ReadOptions, ReadTerm, SyntaxError, allows_lenience, read_term,
};
use crate::system::Vm;
use crate::system::library::catalog::name;
use crate::system::library::index::LibraryIndex;
use crate::system::library::search::full_index;
use rustc_hash::FxHashSet;

/// An operator of a library that a text uses without importing it.
pub(crate) struct BorrowedOp {
    /// The operator.
    pub op: Atom,
    /// The library.
    pub library: &'static str,
}

/// A term, the offset after it, and the operators that it borrows.
pub(crate) type BorrowedRead = (ReadTerm, usize, Vec<BorrowedOp>);

/// Reads the next term of `text` with a module's operators. On a syntax error, tries once more with
/// the operators of all libraries; if it is a term then, the module keeps the operators of those
/// libraries that the term uses, and these are returned. Text that reads without them is not affected.
///
/// # Errors
/// The syntax error that the module's own operators give; after an operator of a library, the one that the operators
/// of all libraries give.
pub(crate) fn read(
    vm: &mut Vm,
    module: Atom,
    text: &str,
    at: usize,
    options: &ReadOptions,
) -> Result<Option<BorrowedRead>, Box<SyntaxError>> {
    let fault = match read_term(text, at, vm.ext.modules.ops(module), &mut vm.atoms, options) {
        Ok(found) => return Ok(found.map(|(t, next)| (t, next, Vec::new()))),
        Err(e) if e.incomplete || vm.ext.modules.is_library(module) => return Err(e),
        Err(e) => e,
    };
    let index = full_index(vm);
    let own = vm.ext.modules.ops(module).clone();
    let mut ops = own.clone();
    for &(name, d, _) in &index.ops {
        if ops.get(name, d.ty.class()).is_none() {
            let _ = ops.add(d.priority, d.ty, name);
        }
    }
    let (term, next) = match read_term(text, at, &ops, &mut vm.atoms, options) {
        Ok(Some(found)) => found,
        // With the operator at which reading stopped, the text reads further: the mistake is there.
        Err(e)
            if !e.incomplete
                && e.at.offset > fault.at.offset
                && library_operator(vm, &index, &own, &fault).is_some() =>
        {
            return Err(e);
        }
        _ => return Err(hinted(vm, &index, &own, fault)),
    };
    let rows = rows_used(&term.tree, &index, &own);
    let mut borrowed = Vec::new();
    for &(op, row) in &rows {
        if borrowed.iter().all(|b: &BorrowedOp| b.library != name(row)) {
            borrowed.push(BorrowedOp {
                op,
                library: name(row),
            });
        }
    }
    for &(name, d, row) in &index.ops {
        if rows.iter().any(|&(_, r)| r == row) && own.get(name, d.ty.class()).is_none() {
            let _ = vm.ext.modules.ops_mut(module).add(d.priority, d.ty, name);
        }
    }
    Ok(Some((term, next, borrowed)))
}

/// Reads a term of a program file as [`read`] does; if that fails, once more with lenience, if the options and the
/// text allow it.
///
/// # Errors
/// The syntax error of reading by the standard.
pub(crate) fn read_leniently(
    vm: &mut Vm,
    module: Atom,
    text: &str,
    at: usize,
    options: &ReadOptions,
) -> Result<Option<BorrowedRead>, Box<SyntaxError>> {
    match read(vm, module, text, at, options) {
        Err(fault) if allows_lenience(text, &fault, options) => {
            let options = ReadOptions {
                lenience: Lenience::Applied,
                ..options.clone()
            };
            read(vm, module, text, at, &options).map_err(|_| fault)
        }
        found => found,
    }
}

/// The operators of libraries that a term uses and the module does not have.
fn rows_used(tree: &Tree, index: &LibraryIndex, own: &OpTable) -> Vec<(Atom, u16)> {
    let mut used: FxHashSet<(Atom, u32)> = FxHashSet::default();
    for i in 0..tree.len() as u32 {
        if let Node::Compound {
            name,
            arity: arity @ 1..=2,
            ..
        } = *tree.node(NodeId(i))
        {
            used.insert((name, arity));
        }
    }
    let mut found: Vec<(Atom, u16)> = Vec::new();
    for &(name, d, row) in &index.ops {
        let class = d.ty.class();
        let arity = if class == OpClass::Infix { 2 } else { 1 };
        let first = own.get(name, class).is_none() && !found.iter().any(|&(n, _)| n == name);
        if first && used.contains(&(name, arity)) {
            found.push((name, row));
        }
    }
    found
}

/// Adds a hint to a syntax error if the token at fault is an operator of a library.
fn hinted(
    vm: &Vm,
    index: &LibraryIndex,
    own: &OpTable,
    mut e: Box<SyntaxError>,
) -> Box<SyntaxError> {
    if e.hint.is_none()
        && let Some((a, row)) = library_operator(vm, index, own, &e)
    {
        e.hint = Some(format!(
            "`{}` is an operator of library({})",
            vm.atoms.text(a),
            name(row)
        ));
    }
    e
}

/// The token at fault and the library of which it is an operator, unless the module has such an operator.
fn library_operator(
    vm: &Vm,
    index: &LibraryIndex,
    own: &OpTable,
    e: &SyntaxError,
) -> Option<(Atom, u16)> {
    let a = e.found.as_deref().and_then(|t| vm.atoms.lookup(t))?;
    let known = index.ops.iter().find(|(n, _, _)| *n == a && !own.is_op(a));
    known.map(|&(_, _, row)| (a, row))
}
