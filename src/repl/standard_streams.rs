//! Properties of the standard streams.

/// Returns true if the standard output and the standard error are the same terminal, file or pipe.
#[cfg(unix)]
pub(super) fn are_one() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let identity = |fd: std::os::fd::BorrowedFd<'_>| {
        let file = std::fs::File::from(fd.try_clone_to_owned().ok()?);
        let metadata = file.metadata().ok()?;
        Some((metadata.dev(), metadata.ino()))
    };
    let output = identity(std::io::stdout().as_fd());
    output.is_some() && output == identity(std::io::stderr().as_fd())
}

/// Returns true if the standard output and the standard error are terminals.
#[cfg(not(unix))]
pub(super) fn are_one() -> bool {
    use std::io::IsTerminal;
    std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}
