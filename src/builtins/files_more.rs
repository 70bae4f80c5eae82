//! TODO head

use crate::machine::{Ball, Cell};
use crate::system::text::text_of;
use crate::system::{Res, Vm};
use std::io;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

fn path(vm: &mut Vm, i: usize) -> Result<PathBuf, Ball> {
    let name = text_of(vm, vm.x(i))?;
    Ok(vm.ext.clock.resolve(&name))
}

fn refused(vm: &mut Vm, e: &io::Error, operation: &str) -> Ball {
    let culprit = vm.x(0);
    match e.kind() {
        io::ErrorKind::NotFound => vm.existence_error("file", culprit),
        _ => vm.permission_error(operation, "file", culprit),
    }
}

pub(crate) fn copy_file(vm: &mut Vm) -> Res {
    let (from, to) = (path(vm, 0)?, path(vm, 1)?);
    std::fs::copy(from, to).map_err(|e| refused(vm, &e, "copy"))?;
    Ok(true)
}

/// `'$file_time'(File, Which, Seconds)`: `Which` is `modification`, `access` or `creation`; a time
/// that the system does not keep is that of the last change.
pub(crate) fn file_time(vm: &mut Vm) -> Res {
    let which = vm.atoms.text(vm.x(1).as_atom()).to_string();
    time_of(vm, &which).map_err(|ball| {
        let name = vm.atoms.intern(&format!("file_{which}_time"));
        vm.close_ball(ball, name, 2)
    })
}

fn time_of(vm: &mut Vm, which: &str) -> Res {
    let meta = std::fs::metadata(path(vm, 0)?);
    let meta = meta.map_err(|e| refused(vm, &e, "access"))?;
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
pub(crate) fn canonical_path(vm: &mut Vm) -> Res {
    match std::fs::canonicalize(path(vm, 0)?) {
        Ok(p) => {
            let a = vm.atoms.intern_transient(&p.to_string_lossy());
            Ok(vm.unify(vm.x(1), Cell::atom(a)))
        }
        Err(_) => Ok(false),
    }
}

/// `'$accessible'(File, Mode)`: `Mode` is `exist`, `read`, `write`, `append` or `execute`. A file that is
/// not there can be written if its directory is there.
pub(crate) fn accessible(vm: &mut Vm) -> Res {
    let file = path(vm, 0)?;
    let mode = vm.atoms.text(vm.x(1).as_atom());
    Ok(match &*mode {
        "exist" => file.exists(),
        "read" => file.is_dir() || std::fs::File::open(&file).is_ok(),
        "execute" => executable(&file),
        _ if file.is_dir() => std::fs::metadata(&file).is_ok_and(|m| !m.permissions().readonly()),
        _ if file.exists() => std::fs::OpenOptions::new().append(true).open(&file).is_ok(),
        _ => {
            let folder = file.parent().filter(|p| !p.as_os_str().is_empty());
            folder.is_none_or(|p| {
                std::fs::metadata(p).is_ok_and(|m| m.is_dir() && !m.permissions().readonly())
            })
        }
    })
}

#[cfg(unix)]
fn executable(file: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|m| m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn executable(file: &std::path::Path) -> bool {
    file.exists()
}
