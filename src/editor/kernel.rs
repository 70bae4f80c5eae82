//! Sets up the Jupyter kernel: its specification and its program, which is Python and needs `ipykernel`.

use serde_json::json;
use std::io;
use std::path::{Path, PathBuf};

/// The program of the kernel.
const PROGRAM: &str = include_str!("../../assets/kernel.py");

/// Writes the kernel's files to a folder `horn` below that of the user's kernels, or below `prefix`. Returns the
/// folder.
///
/// # Errors
/// The errors of writing the files; there is none for the user if no home folder is known.
pub(crate) fn install(prefix: Option<&Path>, python: &str) -> io::Result<PathBuf> {
    let folder = match prefix {
        Some(prefix) => prefix.join("share/jupyter/kernels/horn"),
        None => user_folder()?.join("kernels/horn"),
    };
    std::fs::create_dir_all(&folder)?;
    let program = folder.join("kernel.py");
    std::fs::write(&program, PROGRAM)?;
    let specification = json!({
        "argv": [python, program, "-f", "{connection_file}"],
        "display_name": "Horn",
        "language": "prolog",
        "interrupt_mode": "signal",
        "env": {"HORN": std::env::current_exe()?},
    });
    let text = serde_json::to_string_pretty(&specification)?;
    std::fs::write(folder.join("kernel.json"), text + "\n")?;
    Ok(folder)
}

/// The folder of the user's Jupyter data.
fn user_folder() -> io::Result<PathBuf> {
    if let Some(folder) = std::env::var_os("JUPYTER_DATA_DIR").filter(|f| !f.is_empty()) {
        return Ok(folder.into());
    }
    let home = std::env::home_dir().ok_or_else(|| io::Error::other("no home folder is known"))?;
    if cfg!(target_os = "macos") {
        return Ok(home.join("Library/Jupyter"));
    }
    if let (true, Some(folder)) = (cfg!(windows), std::env::var_os("APPDATA")) {
        return Ok(PathBuf::from(folder).join("jupyter"));
    }
    match std::env::var_os("XDG_DATA_HOME").filter(|f| !f.is_empty()) {
        Some(folder) => Ok(PathBuf::from(folder).join("jupyter")),
        None => Ok(home.join(".local/share/jupyter")),
    }
}
