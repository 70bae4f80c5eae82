//! A variable whose name says that it occurs once, and which occurs again.

use crate::syntax::ReadTerm;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "marked_variable",
    level: LintLevel::Warning,
    group: "singleton",
    doc: "A name that begins with `_` says that the variable occurs once; where it occurs again, both are the same variable.",
    wrong: "neighbours(a(_X), b(_X)).\n",
    right: "neighbours(a(_), b(_)).\n",
    peer: "Singleton-marked variable appears more than once: _X",
    run: Run::Variables(find),
};

fn find(term: &ReadTerm, found: &mut Vec<Finding>) {
    for v in &term.variables {
        // `__X` has no meaning of this kind, as in other systems.
        let name = term.name(v);
        let letters = name.trim_start_matches('_');
        let is_marked = name.len() - letters.len() == 1
            && letters.chars().next().is_some_and(char::is_uppercase);
        if v.occurrences > 1 && is_marked {
            let message = format!(
                "`{name}` is marked as a variable that occurs once, and occurs {} times",
                v.occurrences
            );
            let hint = match v.occurrences {
                2 => format!("{letters} if both are the same, _ if they are not"),
                _ => format!("{letters} if all are the same, _ if they are not"),
            };
            found.push(Finding::new(At::Span(v.first_span), message).hint(hint));
        }
    }
}
