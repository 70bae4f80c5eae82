//! A definition that replaces that of another file.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "replaced",
    level: LintLevel::Warning,
    group: "",
    doc: "A predicate that another file defines is defined again, which replaces it.",
    wrong: "% one.pl\ncolour(red).\n% two.pl\ncolour(blue).\n",
    right: "% one.pl\n:- multifile colour/1.\ncolour(red).\n% two.pl\n:- multifile colour/1.\ncolour(blue).\n",
    peer: "Redefined static procedure colour/1",
    run: Run::Load,
};
