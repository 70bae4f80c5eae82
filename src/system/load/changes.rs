//! Loaded files that have changed on disk since.

use crate::base::atom::Atom;
use crate::system::Vm;
use crate::system::host_files::FileStamp;
use std::path::PathBuf;
use std::sync::Arc;

/// Notes the state of a file as it is read; a text of the host has none.
pub(crate) fn note(vm: &mut Vm, name: &Arc<str>, stamp: Option<FileStamp>) {
    let stamps = &mut vm.ext.loader.stamps;
    match stamp {
        Some(stamp) => drop(stamps.insert(name.clone(), stamp)),
        None => drop(stamps.remove(name)),
    }
}

/// The paths of the files that were read, sorted.
pub(crate) fn read(vm: &Vm) -> Vec<PathBuf> {
    let loader = &vm.ext.loader;
    let paths = loader
        .stamps
        .keys()
        .filter_map(|name| loader.names.full.get(name));
    let mut found: Vec<PathBuf> = paths.cloned().collect();
    found.sort();
    found
}

/// The loaded files that have changed since, or that include a file that has, each with the module that it was loaded
/// into. A file that no longer exists has not changed.
pub(crate) fn changed(vm: &Vm) -> Vec<(Arc<str>, Atom)> {
    let loader = &vm.ext.loader;
    let is_newer = |name: &Arc<str>| {
        let (Some(then), Some(path)) = (loader.stamps.get(name), loader.names.full.get(name))
        else {
            return false;
        };
        vm.ext
            .environment
            .stamp(path)
            .is_some_and(|now| now != *then)
    };
    let files = loader.files.iter().filter_map(|(name, record)| {
        let mut texts = std::iter::once(name).chain(&record.included);
        let into = record.into.filter(|_| record.loaded)?;
        texts.any(is_newer).then(|| (name.clone(), into))
    });
    files.collect()
}
