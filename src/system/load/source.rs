//! Finding and reading program files: resolves `library(L)`, names and paths.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::PredId;
use crate::system::Vm;
use crate::system::library::{self, LibraryEntry};
use crate::system::modules;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file specification, as programs give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourceSpec {
    /// `library(Name)`.
    Library(String),
    /// A path.
    File(String),
    /// `Alias(Path)`, with directories that `user:file_search_path/2` gives.
    Alias(String, String),
    /// `user`: standard input.
    User,
}

/// The result of resolving a [`SourceSpec`].
pub(crate) enum SourceLookup {
    /// Embedded libraries.
    Rows(Vec<u16>),
    /// A library of other systems whose predicates need no import here.
    Nothing,
    /// The module of a library of the host.
    Host(Atom),
    /// A file.
    Disk(PathBuf),
    /// Standard input.
    User,
    /// There is no such text.
    Missing,
}

/// Reads a file specification; `None` if the term is not one.
pub(crate) fn spec(tree: &Tree, t: NodeId, vm: &Vm) -> Option<SourceSpec> {
    if let Some((name, &[inner])) = tree.callable(t) {
        let path = path(tree, inner, vm)?;
        return match &*vm.atoms.text(name) {
            "library" => Some(SourceSpec::Library(path)),
            "file" => Some(SourceSpec::File(path)),
            alias => Some(SourceSpec::Alias(alias.to_string(), path)),
        };
    }
    match *tree.node(t) {
        Node::Atom(atoms::USER) => Some(SourceSpec::User),
        _ => path(tree, t, vm).map(SourceSpec::File),
    }
}

/// A path: an atom, a string, a list of characters, or `a/b`.
fn path(tree: &Tree, t: NodeId, vm: &Vm) -> Option<String> {
    if let Node::String(path) = tree.node(t) {
        return Some(path.to_string());
    }
    if let Some(text) = tree.chars(t).filter(|text| !text.is_empty()) {
        return Some(text);
    }
    // `a/b/c` is left-associative; the parts come from the right.
    let mut parts = Vec::new();
    let mut rest = t;
    while let Some([left, right]) = tree.as_compound::<2>(rest, atoms::SLASH) {
        let Node::Atom(a) = tree.node(right) else {
            return None;
        };
        parts.push(vm.atoms.text(*a).to_string());
        rest = left;
    }
    let Node::Atom(a) = tree.node(rest) else {
        return None;
    };
    parts.push(vm.atoms.text(*a).to_string());
    parts.reverse();
    Some(parts.join("/"))
}

/// Finds the text that a specification means, seen from the file that is being loaded.
pub(crate) fn find(vm: &Vm, spec: &SourceSpec) -> SourceLookup {
    match spec {
        SourceSpec::User => SourceLookup::User,
        SourceSpec::Alias(..) => SourceLookup::Missing,
        SourceSpec::File(p) => on_disk(vm, p).map_or(SourceLookup::Missing, SourceLookup::Disk),
        SourceSpec::Library(name) => match library_entry(vm, name) {
            LibraryEntry::Rows(rows) => SourceLookup::Rows(rows),
            LibraryEntry::Builtin => SourceLookup::Nothing,
            LibraryEntry::Unknown => match host_library(vm, name) {
                Some(module) => SourceLookup::Host(module),
                None => on_disk(vm, name)
                    .or_else(|| on_disk(vm, &format!("library/{name}")))
                    .map_or(SourceLookup::Missing, SourceLookup::Disk),
            },
        },
    }
}

/// The library of this name, as the dialect of the text means it.
fn library_entry(vm: &Vm, name: &str) -> LibraryEntry {
    let dialect = vm.ext.loader.dialect.current;
    match dialect.and_then(|d| d.library(name)) {
        Some(files) => library::entry_of_files(files),
        None => library::entry(name),
    }
}

/// The module of the library that the host defines under this name.
fn host_library(vm: &Vm, name: &str) -> Option<Atom> {
    let mut libraries = vm.ext.host.libraries();
    libraries.find(|&module| &*vm.atoms.text(module) == name)
}

/// The file of this name, relative to the text that is being read, or else to the file that includes it, or else to
/// the working directory; `.pl` may be left out, and a file with it is preferred then.
pub(super) fn on_disk(vm: &Vm, name: &str) -> Option<PathBuf> {
    let given = Path::new(name);
    let mut places = Vec::new();
    for text in vm
        .ext
        .loader
        .current_texts()
        .filter(|_| given.is_relative())
    {
        let folder = Path::new(text).parent();
        places.extend(
            folder
                .filter(|f| !f.as_os_str().is_empty())
                .map(|f| f.join(given)),
        );
    }
    places.push(given.to_path_buf());
    for place in places {
        let endings = match place.extension() {
            Some(_) => ["", ".pl", ".pro", ".prolog", ".P"],
            None => [".pl", ".pro", ".prolog", ".P", ""],
        };
        for ending in endings {
            let mut longer = place.clone().into_os_string();
            longer.push(ending);
            let longer = PathBuf::from(longer);
            if vm.ext.environment.is_file(&longer) {
                return Some(longer);
            }
        }
    }
    None
}

/// The name of a file in messages and in the table of loaded files: the path by which it was found first.
/// Another path to the same file gives the same name.
pub(crate) fn key(vm: &mut Vm, path: &Path) -> Arc<str> {
    let shown = path.to_string_lossy();
    let full = vm.ext.environment.absolute(path);
    let full = full.unwrap_or_else(|_| path.to_path_buf());
    let real = vm.ext.environment.canonical(&full);
    let real = real.unwrap_or_else(|_| full.clone());
    vm.ext.loader.names.name(&shown, full, real)
}

/// The predicate that has the clauses of a tabled or blocked one, under another name.
pub(crate) fn renamed(vm: &Vm, p: PredId) -> Option<PredId> {
    let name = *vm.ext.loader.tabled.get(&p)?;
    let pred = vm.db.pred(p);
    modules::own(vm, pred.module, name, pred.arity)
}

/// The file and line of a predicate's first clause.
pub(crate) fn home(vm: &Vm, p: PredId) -> Option<(&str, u32)> {
    let loader = &vm.ext.loader;
    let renamed = || loader.home(renamed(vm, p)?);
    loader.home(p).or_else(renamed)
}

/// The absolute path of a loaded file, as programs see it; a text that the host loaded has only a name.
pub(crate) fn absolute<'v>(vm: &'v Vm, file: &'v str) -> Cow<'v, str> {
    match vm.ext.loader.names.full.get(file) {
        Some(path) => path.to_string_lossy(),
        None => file.into(),
    }
}

/// Decodes a file: UTF-16 or UTF-32 if it starts with their byte order mark, or UTF-8, or else Latin-1; the
/// second value is false for the last.
pub(crate) fn decode(bytes: Vec<u8>) -> (String, bool) {
    if let Some(text) = marked(&bytes) {
        return (text, true);
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(e) => (e.into_bytes().into_iter().map(char::from).collect(), false),
    }
}

/// The text of a file that starts with a byte order mark of more than eight bits.
fn marked(bytes: &[u8]) -> Option<String> {
    let four = |f: fn([u8; 4]) -> u32| {
        let units = bytes[4..].chunks_exact(4);
        let chars = units.map(|u| char::from_u32(f([u[0], u[1], u[2], u[3]])));
        chars.map(|c| c.unwrap_or('\u{FFFD}')).collect()
    };
    let two = |f: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|u| f([u[0], u[1]]));
        let chars = char::decode_utf16(units);
        chars.map(|c| c.unwrap_or('\u{FFFD}')).collect()
    };
    match bytes {
        [0xff, 0xfe, 0, 0, ..] => Some(four(u32::from_le_bytes)),
        [0, 0, 0xfe, 0xff, ..] => Some(four(u32::from_be_bytes)),
        [0xff, 0xfe, ..] => Some(two(u16::from_le_bytes)),
        [0xfe, 0xff, ..] => Some(two(u16::from_be_bytes)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn a_mark_tells_the_encoding() {
        let files: [&[u8]; 4] = [
            &[0xfe, 0xff, 0, b'a', 0, 0xe9, 0xd8, 0x3c, 0xdc, 0x19],
            &[0xff, 0xfe, b'a', 0, 0xe9, 0, 0x3c, 0xd8, 0x19, 0xdc],
            &[
                0, 0, 0xfe, 0xff, 0, 0, 0, b'a', 0, 0, 0, 0xe9, 0, 1, 0xf0, 0x19,
            ],
            &[
                0xff, 0xfe, 0, 0, b'a', 0, 0, 0, 0xe9, 0, 0, 0, 0x19, 0xf0, 1, 0,
            ],
        ];
        for f in files {
            assert_eq!(decode(f.to_vec()), ("aé\u{1F019}".into(), true));
        }
    }

    #[test]
    fn old_files_are_latin_1() {
        assert_eq!(decode(vec![b'a', 0xe9]), ("aé".into(), false));
        assert_eq!(decode("aé".into()), ("aé".into(), true));
    }
}
