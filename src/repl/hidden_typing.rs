//! A terminal that does not show what is typed.

#[cfg(unix)]
use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};

/// While a value of this type exists, the terminal of the standard input does not show typed characters. Keys have
/// their effect: the characters are read later, and Ctrl-C interrupts.
pub(super) struct HiddenTyping {
    /// The flags that were on before; none if the standard input is no terminal.
    #[cfg(unix)]
    before: Option<LocalFlags>,
}

#[cfg(unix)]
impl HiddenTyping {
    const ECHO: LocalFlags = LocalFlags::ECHO.union(LocalFlags::ECHONL);

    pub(super) fn begin() -> HiddenTyping {
        HiddenTyping {
            before: change_flags(|flags| flags.difference(HiddenTyping::ECHO)),
        }
    }
}

#[cfg(unix)]
impl Drop for HiddenTyping {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            change_flags(|flags| flags.union(before.intersection(HiddenTyping::ECHO)));
        }
    }
}

/// Changes the local flags of the terminal of the standard input; returns those that it had. What was typed and not
/// yet read is kept.
#[cfg(unix)]
fn change_flags(change: impl FnOnce(LocalFlags) -> LocalFlags) -> Option<LocalFlags> {
    let stdin = std::io::stdin();
    let mut terminal = tcgetattr(&stdin).ok()?;
    let before = terminal.local_flags;
    terminal.local_flags = change(before);
    tcsetattr(&stdin, SetArg::TCSANOW, &terminal).ok()?;
    Some(before)
}

#[cfg(not(unix))]
impl HiddenTyping {
    pub(super) fn begin() -> HiddenTyping {
        HiddenTyping {}
    }
}
