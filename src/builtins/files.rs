//! TODO head

use crate::base::atom::Atom;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::machine::{Ball, Cell};
use crate::system::text::text_of;
use crate::system::{Res, Vm};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The path that argument `i` names.
pub(crate) fn path(vm: &mut Vm, i: usize) -> Result<PathBuf, Ball> {
    let name = text_of(vm, vm.x(i))?;
    Ok(vm.ext.clock.resolve(&name))
}

/// The ball for what the system refuses to do with argument `i`.
fn refused(vm: &mut Vm, e: &io::Error, operation: &str, kind: &str, i: usize) -> Ball {
    let culprit = vm.x(i);
    match e.kind() {
        io::ErrorKind::NotFound => vm.existence_error(kind, culprit),
        _ => vm.permission_error(operation, kind, culprit),
    }
}

pub(crate) fn exists_file(vm: &mut Vm) -> Res {
    Ok(path(vm, 0)?.is_file())
}

pub(crate) fn exists_directory(vm: &mut Vm) -> Res {
    Ok(path(vm, 0)?.is_dir())
}

pub(crate) fn delete_file(vm: &mut Vm) -> Res {
    let done = std::fs::remove_file(path(vm, 0)?);
    done.map_err(|e| refused(vm, &e, "delete", "file", 0))?;
    Ok(true)
}

pub(crate) fn rename_file(vm: &mut Vm) -> Res {
    let (from, to) = (path(vm, 0)?, path(vm, 1)?);
    std::fs::rename(from, to).map_err(|e| refused(vm, &e, "rename", "file", 0))?;
    Ok(true)
}

pub(crate) fn size_file(vm: &mut Vm) -> Res {
    let meta = std::fs::metadata(path(vm, 0)?);
    let meta = meta.map_err(|e| refused(vm, &e, "access", "file", 0))?;
    let size = vm.number_cell(&Number::Int(Int::Small(meta.len() as i64)));
    Ok(vm.unify(vm.x(1), size))
}

pub(crate) fn time_file(vm: &mut Vm) -> Res {
    let time = std::fs::metadata(path(vm, 0)?).and_then(|m| m.modified());
    let time = time.map_err(|e| refused(vm, &e, "access", "file", 0))?;
    let seconds = match time.duration_since(UNIX_EPOCH) {
        Ok(d) => d.as_secs_f64(),
        Err(e) => -e.duration().as_secs_f64(),
    };
    let seconds = vm.heap.float(seconds);
    Ok(vm.unify(vm.x(1), seconds))
}

pub(crate) fn make_directory(vm: &mut Vm) -> Res {
    let done = std::fs::create_dir(path(vm, 0)?);
    done.map_err(|e| refused(vm, &e, "create", "directory", 0))?;
    Ok(true)
}

pub(crate) fn make_directory_path(vm: &mut Vm) -> Res {
    let done = std::fs::create_dir_all(path(vm, 0)?);
    done.map_err(|e| refused(vm, &e, "create", "directory", 0))?;
    Ok(true)
}

pub(crate) fn delete_directory(vm: &mut Vm) -> Res {
    let done = std::fs::remove_dir(path(vm, 0)?);
    done.map_err(|e| refused(vm, &e, "delete", "directory", 0))?;
    Ok(true)
}

pub(crate) fn directory_files(vm: &mut Vm) -> Res {
    let dir = path(vm, 0)?;
    let names = std::fs::read_dir(dir).and_then(|entries| {
        let name = |e: io::Result<std::fs::DirEntry>| Ok(name_text(e?.file_name().as_ref()));
        entries.map(name).collect::<io::Result<Vec<String>>>()
    });
    let mut names = names.map_err(|e| refused(vm, &e, "access", "directory", 0))?;
    names.sort_unstable();
    let cells: Vec<Cell> = names.iter().map(|n| like(vm, vm.x(0), n)).collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

/// Text in the form in which a program gave other text: characters for a list, else an atom.
fn like(vm: &mut Vm, given: Cell, text: &str) -> Cell {
    let given = vm.heap.deref(given);
    if !given.is_list() {
        return Cell::atom(vm.atoms.intern_transient(text));
    }
    let cells: Vec<Cell> = text
        .chars()
        .map(|c| Cell::atom(Atom::from_char(c)))
        .collect();
    vm.heap.list(&cells, Cell::NIL)
}

fn name_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

pub(crate) fn working_directory(vm: &mut Vm) -> Res {
    let old = vm.ext.clock.working_directory();
    let old = old.map_err(|e| refused(vm, &e, "access", "directory", 0))?;
    let mut text = name_text(&old);
    if !text.ends_with(std::path::is_separator) {
        text.push('/');
    }
    let a: Atom = vm.atoms.intern_transient(&text);
    if !vm.unify(vm.x(0), Cell::atom(a)) {
        return Ok(false);
    }
    let new = path(vm, 1)?;
    let new = old.join(new);
    if !new.is_dir() {
        let x = vm.x(1);
        return Err(vm.existence_error("directory", x));
    }
    vm.ext.clock.directory = Some(new);
    Ok(true)
}

pub(crate) fn absolute_file_name(vm: &mut Vm) -> Res {
    let name = path(vm, 0)?;
    let dir = vm.ext.clock.working_directory();
    let dir = dir.map_err(|e| refused(vm, &e, "access", "directory", 0))?;
    let full = tidied(&dir.join(name));
    let path = like(vm, vm.x(0), &name_text(&full));
    Ok(vm.unify(vm.x(1), path))
}

/// A path without `.` and `..`, whether it exists or not.
fn tidied(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => (),
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

pub(crate) fn file_base_name(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    let trimmed = name.trim_end_matches(std::path::is_separator);
    let base = trimmed.rsplit(std::path::is_separator).next();
    let base = like(vm, vm.x(0), base.unwrap_or_default());
    Ok(vm.unify(vm.x(1), base))
}

pub(crate) fn file_directory_name(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    let trimmed = name.trim_end_matches(std::path::is_separator);
    let dir = match trimmed.rfind(std::path::is_separator) {
        Some(0) => "/",
        Some(i) => &trimmed[..i],
        None if trimmed.is_empty() && !name.is_empty() => "/",
        None => ".",
    };
    let dir = like(vm, vm.x(0), dir);
    Ok(vm.unify(vm.x(1), dir))
}

#[cfg(test)]
mod tests {
    use super::tidied;
    use std::path::Path;

    #[test]
    fn paths_are_tidied_without_looking() {
        assert_eq!(tidied(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(tidied(Path::new("/..")), Path::new("/"));
    }
}
