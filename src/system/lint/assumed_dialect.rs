//! A text that names no dialect and can be read in one only.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "assumed_dialect",
    level: LintLevel::Note,
    group: "",
    doc: "A text without `expects_dialect/1` has dicts, or imports `library(dicts)`: it is read in the dialect `swi`.",
    wrong: "origin(point{x: 0, y: 0}).\n",
    right: ":- expects_dialect(swi).\norigin(point{x: 0, y: 0}).\n",
    peer: "",
    run: Run::Load,
};
