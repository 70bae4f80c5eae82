//! A directive without effect.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "ignored_directive",
    level: LintLevel::Note,
    group: "",
    doc: "A directive of another system is read and has no effect.",
    wrong: ":- mode(p(+)).\np(1).\n",
    right: "p(1).\n",
    peer: "",
    run: Run::Load,
};
