//! An import that is not exported.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "missing_import",
    level: LintLevel::Warning,
    group: "",
    doc: "A predicate is imported that the module does not export.",
    wrong: ":- use_module(library(lists), [lenght/2]).\np(1).\n",
    right: ":- use_module(library(lists), [length/2]).\np(1).\n",
    peer: "import/1: lists:lenght/2 is not exported (still imported into user)",
    run: Run::Load,
};
