//! The user's own files: the init file, and the folder of the history.

use std::path::PathBuf;

/// The folder of Horn's files in the folder that a variable of the environment names, or else in `usual` below the
/// home folder.
pub(super) fn user_folder(variable: &str, usual: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).filter(|v| !v.is_empty());
    let folder = match named {
        Some(folder) => PathBuf::from(folder),
        None => std::env::home_dir()?.join(usual),
    };
    Some(folder.join("horn"))
}

/// The user's init file, if there is one.
pub(super) fn init_file() -> Option<PathBuf> {
    let file = user_folder("XDG_CONFIG_HOME", ".config")?.join("init.pl");
    file.is_file().then_some(file)
}
