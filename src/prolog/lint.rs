//! Checks of program text: their table, their levels, and loads that only check.

use super::error::Error;
use super::session::Machine;
use crate::syntax::{Diagnostic, Severity};
use crate::system::lint::{CHECKS, CheckId, LintLevel};
use crate::system::{load, query_checks};
use std::path::Path;

/// A check of program text: what it finds is not an error, and most likely a mistake.
///
/// ```
/// use horn::{LintLevel, Machine, lints};
///
/// let check = lints().find(|c| c.name == "unify_expression").unwrap();
/// assert_eq!(check.level, LintLevel::Warning);
/// let messages = Machine::new().consult_str("p.pl", check.wrong)?;
/// assert_eq!(messages[0].check, Some("unify_expression"));
/// assert!(Machine::new().consult_str("p.pl", check.right)?.is_empty());
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Lint {
    /// Its name, as in [`Diagnostic::check`].
    pub name: &'static str,
    /// Its default level.
    pub level: LintLevel,
    /// The mistake that it finds, and why it is one.
    pub summary: &'static str,
    /// A program that it warns of, once. Lines `% NAME.pl` begin a file each, if there are several.
    pub wrong: &'static str,
    /// The program as it was meant: it gives no message.
    pub right: &'static str,
    /// The output of SWI-Prolog when it loads the wrong program; empty if there is none.
    pub swi: &'static str,
}

/// The table of all checks.
///
/// ```
/// assert!(horn::lints().any(|check| check.name == "singleton"));
/// ```
pub fn lints() -> impl Iterator<Item = Lint> {
    CHECKS.iter().map(|c| Lint {
        name: c.name,
        level: c.level,
        summary: c.doc,
        wrong: c.wrong,
        right: c.right,
        swi: c.peer,
    })
}

impl Machine {
    /// Gives a check of program text a level for the loads to come; `all` is every check. Returns false if there is no
    /// check of this name.
    ///
    /// ```
    /// use horn::{LintLevel, Machine};
    ///
    /// let mut machine = Machine::new();
    /// assert!(machine.set_lint("undefined", LintLevel::Off));
    /// assert!(machine.consult_str("p.pl", "p :- q.")?.is_empty());
    /// assert!(!machine.set_lint("undefinde", LintLevel::Off));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn set_lint(&mut self, name: &str, level: LintLevel) -> bool {
        let settings = &mut self.engine.vm.ext.loader.lint;
        let mut is_known = false;
        for check in CheckId::all() {
            if name == "all" || check.row().name == name {
                settings.changed[check as usize] = Some(level);
                is_known = true;
            }
        }
        is_known
    }

    /// Notes on the likely mistakes in the text of a query: the findings of the checks that apply to queries. The
    /// query does not run. There are none for a text that cannot be read.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let notes = machine.lint_query("X = 1 + 2.");
    /// assert_eq!(notes[0].hint.as_deref(), Some("X is 1+2"));
    /// assert!(machine.lint_query("X is 1 + 2.").is_empty());
    /// ```
    pub fn lint_query(&mut self, text: &str) -> Vec<Diagnostic> {
        query_checks::check(&mut self.engine.vm, text)
    }

    /// Loads program files as one program: a file may call what a later one defines.
    ///
    /// # Errors
    /// As [`Machine::consult_file`], for the first file with an error. The files after one that is not loaded as a
    /// whole are loaded; after any other error, they are not.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let messages = machine.consult_files(&["programs/fruehwirth.pl", "programs/okeefe_queens.pl"])?;
    /// assert!(messages.iter().all(|m| m.check != Some("undefined")));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn consult_files<P: AsRef<Path>>(&mut self, paths: &[P]) -> Result<Vec<Diagnostic>, Error> {
        let mut messages = Vec::new();
        let mut ended = None;
        load::begin_batch(&mut self.engine.vm);
        for path in paths {
            match self.consult_file(path) {
                Ok(more) | Err(Error::Load(more)) => messages.extend(more),
                Err(e) => {
                    ended = Some(e);
                    break;
                }
            }
        }
        load::end_batch(&mut self.engine.vm);
        match ended {
            Some(e) => {
                messages.extend(self.take_messages());
                self.keep_messages(messages);
                Err(e)
            }
            None => {
                messages.extend(self.take_messages());
                match messages.iter().any(|m| m.severity == Severity::Error) {
                    true => Err(Error::Load(messages)),
                    false => Ok(messages),
                }
            }
        }
    }

    /// Loads program files to check them. Goals of directives and of `initialization/1,2` are not run, but for those
    /// that later text depends on: declarations, flags, operators, conditions (`:- if(G)`), expansions, and loading
    /// other files. Returns all messages, by file and place.
    ///
    /// # Errors
    /// As [`Machine::consult_files`], but for [`Error::Load`].
    ///
    /// ```
    /// use horn::{Machine, Severity};
    ///
    /// let messages = Machine::new().lint_files(&["programs/fruehwirth.pl"])?;
    /// assert!(messages.iter().all(|m| m.severity == Severity::Note));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn lint_files<P: AsRef<Path>>(&mut self, paths: &[P]) -> Result<Vec<Diagnostic>, Error> {
        self.checking(|machine| machine.consult_files(paths))
    }

    /// Loads a text as [`Machine::lint_files`] does. Its clauses are in the machine then.
    ///
    /// # Errors
    /// As [`Machine::lint_files`].
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.lint_str("p.pl", ":- initialization(halt). p(1).")?;
    /// assert!(machine.run("p(1)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn lint_str(&mut self, name: &str, text: &str) -> Result<Vec<Diagnostic>, Error> {
        self.checking(|machine| machine.consult_str(name, text))
    }

    /// Loads without running goals.
    fn checking(
        &mut self,
        load: impl FnOnce(&mut Machine) -> Result<Vec<Diagnostic>, Error>,
    ) -> Result<Vec<Diagnostic>, Error> {
        self.engine.vm.ext.loader.only_checks = true;
        let result = load(self);
        self.engine.vm.ext.loader.only_checks = false;
        match result {
            Ok(messages) | Err(Error::Load(messages)) => Ok(messages),
            Err(e) => Err(e),
        }
    }
}
