//! The levels of the checks: for a load, for single predicates, for the next clause; and what is checked at its end.

use crate::base::atom::Atom;
use crate::syntax::Diagnostic;
use crate::system::module_table::Indicator;
use rustc_hash::FxHashSet;

/// The number of checks that levels are kept for; the table of checks has no more.
pub(crate) const MAX_CHECKS: usize = 48;

/// The consequence of a finding of a check.
///
/// ```
/// use horn::{LintLevel, Machine};
///
/// let mut machine = Machine::new();
/// assert_eq!(machine.consult_str("p.pl", "p(X).")?.len(), 1);
/// assert!(machine.set_lint("singleton", LintLevel::Off));
/// assert!(machine.consult_str("p.pl", "p(X).")?.is_empty());
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum LintLevel {
    /// Nothing: the check does not run.
    Off,
    /// A note ([`Severity::Note`](crate::Severity::Note)).
    Note,
    /// A warning ([`Severity::Warning`](crate::Severity::Warning)).
    Warning,
}

impl LintLevel {
    /// The level of this name in Prolog.
    pub(crate) fn from_name(name: &str) -> Option<LintLevel> {
        Some(match name {
            "off" => LintLevel::Off,
            "note" => LintLevel::Note,
            "warning" => LintLevel::Warning,
            _ => return None,
        })
    }

    /// Its name in Prolog.
    ///
    /// ```
    /// assert_eq!(horn::LintLevel::Off.name(), "off");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            LintLevel::Off => "off",
            LintLevel::Note => "note",
            LintLevel::Warning => "warning",
        }
    }
}

/// The level of a check for certain clauses.
#[derive(Clone, Copy)]
pub(crate) struct Override {
    /// The number of the check; `None` for all of them.
    pub(crate) check: Option<u8>,
    pub(crate) level: LintLevel,
    /// The predicate; `None` for the next clause of the text.
    pub(crate) what: Option<Indicator>,
}

/// The levels that hold for a load, and for those that begin now.
#[derive(Clone)]
pub(crate) struct LintSettings {
    /// The levels that are not the default ones, by the numbers of the checks.
    pub(crate) changed: [Option<LintLevel>; MAX_CHECKS],
    pub(crate) overrides: Vec<Override>,
}

impl Default for LintSettings {
    fn default() -> LintSettings {
        LintSettings {
            changed: [None; MAX_CHECKS],
            overrides: Vec::new(),
        }
    }
}

impl LintSettings {
    /// The level of a check for a clause of a predicate; `default` is that of the check itself.
    pub(crate) fn level(
        &self,
        check: u8,
        default: LintLevel,
        what: Option<Indicator>,
    ) -> LintLevel {
        let applies = |o: &&Override| {
            o.check.is_none_or(|c| c == check) && (o.what.is_none() || o.what == what)
        };
        let found = self.overrides.iter().rev().find(applies);
        let changed = self.changed[usize::from(check)];
        found.map_or(changed.unwrap_or(default), |o| o.level)
    }

    /// Forgets the levels for the clause that was the next one.
    pub(crate) fn end_clause(&mut self) {
        if !self.overrides.is_empty() {
            self.overrides.retain(|o| o.what.is_some());
        }
    }
}

/// A call of a predicate that was not defined at the end of the text with the call.
pub(crate) struct PendingCall {
    pub(crate) module: Atom,
    pub(crate) what: Indicator,
    /// The message, without a hint.
    pub(crate) message: Diagnostic,
}

/// The predicates that the texts of a load call and define, until the outermost load ends.
#[derive(Default)]
pub(crate) struct PendingCalls {
    pub(crate) calls: Vec<PendingCall>,
    /// The predicates that goals add clauses to or ask for.
    pub(crate) mentioned: FxHashSet<Indicator>,
    /// True if goals may define predicates that the text does not name.
    pub(crate) is_open: bool,
    /// The number of loads that count as one and have not ended.
    pub(crate) batches: u32,
}
