//! Files and directories. Relative paths are resolved against the machine's working directory.

use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::base::number::Number;
use crate::machine::{Ball, Cell};
use crate::system::text::text_of;
use crate::system::threads::run::run_next;
use crate::system::{BuiltinRow, Res, Vm, det};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The path that argument `i` names.
fn path(vm: &mut Vm, i: usize) -> Result<PathBuf, Ball> {
    text_of(vm, vm.x(i)).map(PathBuf::from)
}

/// The ball for an operation on argument `i` that the system refuses.
fn refused(vm: &mut Vm, e: &io::Error, operation: &str, kind: &str, i: usize) -> Ball {
    let culprit = vm.x(i);
    match e.kind() {
        io::ErrorKind::NotFound => vm.existence_error(kind, culprit),
        _ => vm.permission_error(operation, kind, culprit),
    }
}

fn exists_file(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    Ok(vm.ext.environment.is_file(&path))
}

fn exists_directory(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    Ok(vm.ext.environment.is_dir(&path))
}

fn delete_file(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    let done = vm.ext.environment.remove_file(&path);
    done.map_err(|e| refused(vm, &e, "delete", "file", 0))?;
    Ok(true)
}

fn rename_file(vm: &mut Vm) -> Res {
    let (from, to) = (path(vm, 0)?, path(vm, 1)?);
    let done = vm.ext.environment.rename(&from, &to);
    done.map_err(|e| refused(vm, &e, "rename", "file", 0))?;
    Ok(true)
}

fn size_file(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    let size = vm.ext.environment.size(&path);
    let size = size.map_err(|e| refused(vm, &e, "access", "file", 0))?;
    let size = vm.number_cell(&Number::Int(Int::from(size)));
    Ok(vm.unify(vm.x(1), size))
}

fn time_file(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    let meta = vm.ext.environment.metadata(&path);
    let time = meta.and_then(|m| m.modified());
    let time = time.map_err(|e| refused(vm, &e, "access", "file", 0))?;
    let seconds = vm.heap.float(since_epoch(time));
    Ok(vm.unify(vm.x(1), seconds))
}

fn make_directory(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    let done = vm.ext.environment.create_dir(&path);
    done.map_err(|e| refused(vm, &e, "create", "directory", 0))?;
    Ok(true)
}

fn make_directory_path(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    let done = vm.ext.environment.create_dir_all(&path);
    done.map_err(|e| refused(vm, &e, "create", "directory", 0))?;
    Ok(true)
}

fn delete_directory(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    let done = vm.ext.environment.remove_dir(&path);
    done.map_err(|e| refused(vm, &e, "delete", "directory", 0))?;
    Ok(true)
}

fn directory_files(vm: &mut Vm) -> Res {
    let dir = path(vm, 0)?;
    let names = vm.ext.environment.names(&dir);
    let mut names = names.map_err(|e| refused(vm, &e, "access", "directory", 0))?;
    names.sort_unstable();
    let cells: Vec<Cell> = names.iter().map(|n| like(vm, vm.x(0), n)).collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

/// Text in the form in which a program gave other text: characters for a list, else an atom.
fn like(vm: &mut Vm, given: Cell, text: &str) -> Cell {
    let given = vm.heap.deref(given);
    if !given.is_any_list() {
        return Cell::atom(vm.atoms.intern_transient(text));
    }
    vm.heap.chars(text, Cell::NIL)
}

fn name_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn working_directory(vm: &mut Vm) -> Res {
    let old = vm.ext.environment.working_directory();
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
    let changed = vm.ext.environment.change_directory(&new);
    changed.map_err(|_| vm.existence_error("directory", vm.x(1)))?;
    Ok(true)
}

fn absolute_file_name(vm: &mut Vm) -> Res {
    if vm.x(0).is_structure() {
        // The library knows the directories of `Alias(Name)`, and what `Directory/Name` means.
        let goal = vm.compound("absolute_file_name", &[vm.x(0), vm.x(1), Cell::NIL]);
        let library = Cell::atom(vm.atoms.intern("files"));
        let goal = vm.compound(atoms::COLON, &[library, goal]);
        run_next(vm, goal);
        return Ok(true);
    }
    let name = path(vm, 0)?;
    let full = vm.ext.environment.absolute(&name);
    let full = full.map_err(|e| refused(vm, &e, "access", "directory", 0))?;
    let path = like(vm, vm.x(0), &name_text(&full));
    Ok(vm.unify(vm.x(1), path))
}

fn file_base_name(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    let trimmed = name.trim_end_matches(std::path::is_separator);
    let base = trimmed.rsplit(std::path::is_separator).next();
    let base = match base.unwrap_or_default() {
        "" if !name.is_empty() => "/",
        base => base,
    };
    let base = like(vm, vm.x(0), base);
    Ok(vm.unify(vm.x(1), base))
}

fn file_directory_name(vm: &mut Vm) -> Res {
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

fn copy_file(vm: &mut Vm) -> Res {
    let (from, to) = (path(vm, 0)?, path(vm, 1)?);
    let done = vm.ext.environment.copy(&from, &to);
    done.map_err(|e| refused(vm, &e, "copy", "file", 0))?;
    Ok(true)
}

/// `'$file_time'(File, Which, Seconds)`: `Which` is `modification`, `access` or `creation`; a time
/// that the system does not keep is that of the last change.
fn file_time(vm: &mut Vm) -> Res {
    let which = vm.atoms.text(vm.x(1).as_atom()).to_string();
    time_of(vm, &which).map_err(|ball| {
        let name = vm.atoms.intern(&format!("file_{which}_time"));
        vm.close_ball(ball, name, 2)
    })
}

fn time_of(vm: &mut Vm, which: &str) -> Res {
    let path = path(vm, 0)?;
    let meta = vm.ext.environment.metadata(&path);
    let meta = meta.map_err(|e| refused(vm, &e, "access", "file", 0))?;
    let time = match which {
        "access" => meta.accessed(),
        "creation" => meta.created(),
        _ => meta.modified(),
    };
    let time = time.or_else(|_| meta.modified()).unwrap_or(UNIX_EPOCH);
    let seconds = vm.heap.float(since_epoch(time));
    Ok(vm.unify(vm.x(2), seconds))
}

fn since_epoch(time: SystemTime) -> f64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(d) => d.as_secs_f64(),
        Err(e) => -e.duration().as_secs_f64(),
    }
}

/// `'$canonical_path'(File, Path)`: without links; fails if there is no such file.
fn canonical_path(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    match vm.ext.environment.canonical(&path) {
        Ok(p) => {
            let a = vm.atoms.intern_transient(&p.to_string_lossy());
            Ok(vm.unify(vm.x(1), Cell::atom(a)))
        }
        Err(_) => Ok(false),
    }
}

/// `read_link(File, Link, Target)`.
fn read_link(vm: &mut Vm) -> Res {
    let path = path(vm, 0)?;
    let Ok(link) = vm.ext.environment.link_target(&path) else {
        return Ok(false);
    };
    let target = path.parent().map(|p| p.join(&link));
    let target = target.unwrap_or_else(|| link.clone());
    let full = vm.ext.environment.canonical(&target);
    let full = full.or_else(|_| vm.ext.environment.absolute(&target));
    let full = full.unwrap_or(target);
    let texts = [link, full].map(|p| like(vm, vm.x(0), &name_text(&p)));
    Ok(vm.unify(vm.x(1), texts[0]) && vm.unify(vm.x(2), texts[1]))
}

/// `'$accessible'(File, Mode)`: `Mode` is `exist`, `read`, `write`, `append` or `execute`. A file that is
/// not there can be written if its directory is there.
fn accessible(vm: &mut Vm) -> Res {
    let file = path(vm, 0)?;
    let mode = vm.atoms.text(vm.x(1).as_atom());
    let files = &vm.ext.environment;
    Ok(match &*mode {
        "exist" => files.exists(&file),
        "read" => files.can_read(&file),
        "execute" => files.can_execute(&file),
        _ => files.can_write(&file),
    })
}

/// The predicates of this file.
pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "exists_file",
        "+file",
        "-",
        "True if a file of this name exists.",
        exists_file,
    ),
    det(
        "file_exists",
        "+file",
        "-",
        "True if a file of this name exists.",
        exists_file,
    ),
    det(
        "exists_directory",
        "+directory",
        "-",
        "True if a directory of this name exists.",
        exists_directory,
    ),
    det(
        "directory_exists",
        "+directory",
        "-",
        "True if a directory of this name exists.",
        exists_directory,
    ),
    det("delete_file", "+file", "-", "Removes a file.", delete_file),
    det(
        "rename_file",
        "+file, +file",
        "-",
        "Gives a file another name.",
        rename_file,
    ),
    det(
        "size_file",
        "+file, -value",
        "-",
        "Unifies the second argument with the size of a file in bytes.",
        size_file,
    ),
    det(
        "time_file",
        "+file, -time",
        "-",
        "Unifies the second argument with the time of a file's last change, in seconds since the epoch.",
        time_file,
    ),
    det(
        "make_directory",
        "+directory",
        "-",
        "Makes a directory.",
        make_directory,
    ),
    det(
        "make_directory_path",
        "+directory",
        "-",
        "Makes a directory and its missing parents.",
        make_directory_path,
    ),
    det(
        "delete_directory",
        "+directory",
        "-",
        "Removes an empty directory.",
        delete_directory,
    ),
    det(
        "directory_files",
        "+directory, -names",
        "-",
        "Unifies the second argument with the sorted names in a directory, without `.` and `..`, in the representation of the first one.",
        directory_files,
    ),
    det(
        "working_directory",
        "-directory, +directory",
        "-",
        "Unifies the first argument with the machine's working directory, and changes it to the second one.",
        working_directory,
    ),
    det(
        "absolute_file_name",
        "+file, -file",
        "-",
        "Unifies the second argument with the absolute path of a file; a compound term is a specification as that of `absolute_file_name/3`.",
        absolute_file_name,
    ),
    det(
        "file_base_name",
        "+file, -name",
        "-",
        "Unifies the second argument with the last part of a path.",
        file_base_name,
    ),
    det(
        "file_directory_name",
        "+file, -directory",
        "-",
        "Unifies the second argument with a path without its last part.",
        file_directory_name,
    ),
    det(
        "read_link",
        "+file, -file, -file",
        "-",
        "Unifies the second argument with the path that a link holds, and the third with the absolute path of the file that it leads to in the end, which need not exist. Fails if the file is not a link.",
        read_link,
    ),
    det(
        "copy_file",
        "+file, +file",
        "-",
        "Copies the contents and permissions of a file.",
        copy_file,
    ),
    det(
        "$file_time",
        "+file, +atom, -time",
        "-",
        "Unifies the third argument with the time when a file was changed, read or made.",
        file_time,
    ),
    det(
        "$canonical_path",
        "+file, -file",
        "-",
        "Unifies the second argument with the absolute path of a file without symbolic links; fails if there is no such file.",
        canonical_path,
    ),
    det(
        "$accessible",
        "+file, +atom",
        "-",
        "True if a file can be used in a mode: `exist`, `read`, `write`, `append` or `execute`.",
        accessible,
    ),
];
