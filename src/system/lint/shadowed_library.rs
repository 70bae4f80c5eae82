//! A definition in place of that of a library.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "shadowed_library",
    level: LintLevel::Note,
    group: "",
    doc: "A predicate takes the place of one of the system or of an imported library.",
    wrong: "succ(tea, coffee).\n",
    right: "after(tea, coffee).\n",
    peer: "",
    run: Run::Load,
};
