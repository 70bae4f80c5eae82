//! The headers of all libraries: the contents of the first terms of their files, as recorded in `headers.txt`.
//!
//! Reading the record takes a fiftieth of the time of reading the files. A unit test compares it with the files, and
//! writes it.

use crate::base::atom::{Atom, AtomTable};
use crate::syntax::{OpDef, OpType};
use crate::system::library::catalog::FILES;
use crate::system::library::index::LibraryHeader;

/// The record. Each file has a line `file Path Module` and after it, where there are any, `exports Name/Arity ...`,
/// `operators Priority Type Name ...` and `meta Specifiers Name ...`. Exports and operators include those of the
/// libraries that a library exports, too.
const RECORD: &str = include_str!("headers.txt");

/// Reads the record. Returns the headers by row.
pub(crate) fn recorded(names: &mut AtomTable) -> Vec<LibraryHeader> {
    let mut headers: Vec<LibraryHeader> = FILES.iter().map(|_| LibraryHeader::new()).collect();
    let mut row = headers.len();
    for line in RECORD.lines() {
        let mut words = line.split(' ');
        let kind = words.next();
        if kind == Some("file") {
            let path = words.next();
            let same = |&(f, _): &(&str, &str)| Some(f) == path;
            row = FILES.iter().position(same).unwrap_or(headers.len());
        }
        if let Some(header) = headers.get_mut(row) {
            read_line(header, kind, words, names);
        }
    }
    headers
}

/// Reads the words of a line into the header to which they belong.
fn read_line<'t>(
    header: &mut LibraryHeader,
    kind: Option<&str>,
    mut words: impl Iterator<Item = &'t str>,
    names: &mut AtomTable,
) {
    match kind {
        Some("file") => {
            if let Some(module) = words.next() {
                header.module = names.intern(module);
            }
        }
        Some("exports") => {
            let each = words.filter_map(|w| {
                let (name, arity) = w.rsplit_once('/')?;
                Some((names.intern(name), arity.parse().ok()?))
            });
            header.exports.extend(each);
        }
        Some("operators") => {
            while let Some(op) = operator(&mut words, names) {
                header.ops.push(op);
            }
        }
        Some("meta") => {
            while let (Some(specifiers), Some(name)) = (words.next(), words.next()) {
                let what = (names.intern(name), specifiers.len() as u32);
                header.metas.push((what, specifiers.as_bytes().into()));
            }
        }
        _ => {}
    }
}

/// The operator that the next three words give.
fn operator<'t>(
    words: &mut impl Iterator<Item = &'t str>,
    names: &mut AtomTable,
) -> Option<(Atom, OpDef)> {
    let priority = words.next()?.parse().ok()?;
    let ty = OpType::from_atom(names.intern(words.next()?)).ok()?;
    Some((names.intern(words.next()?), OpDef { priority, ty }))
}
