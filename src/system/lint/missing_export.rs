//! An export that is not defined.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "missing_export",
    level: LintLevel::Warning,
    group: "",
    doc: "A module exports a predicate that it does not define.",
    wrong: ":- module(shapes, [area/2]).\nsize(square(S), A) :- A is S * S.\n",
    right: ":- module(shapes, [area/2]).\narea(square(S), A) :- A is S * S.\n",
    peer: "Exported procedure shapes:area/2 is not defined",
    run: Run::Load,
};
