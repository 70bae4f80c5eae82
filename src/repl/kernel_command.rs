//! `horn kernel`: the Jupyter kernel.

use super::arguments::KernelAction;
use super::ending::Ending;
use crate::editor;
use std::process::ExitCode;

/// Sets up the kernel, or serves it.
pub(super) fn run(action: &KernelAction) -> ExitCode {
    let done = match action {
        KernelAction::Install { prefix, python } => editor::install(prefix.as_deref(), python)
            .map(|folder| println!("{}", folder.display())),
        KernelAction::Serve { port } => editor::serve_notebook(*port),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => Ending::Failed(e.to_string()).report(),
    }
}
