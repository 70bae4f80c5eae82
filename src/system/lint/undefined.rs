//! A call of a predicate that is not defined.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "undefined",
    level: LintLevel::Warning,
    group: "",
    doc: "A predicate is called that neither the loaded texts nor a library defines.",
    wrong: "parent(ann, bob).\ngrandparent(X, Z) :- parent(X, Y), parnet(Y, Z).\n",
    right: "parent(ann, bob).\ngrandparent(X, Z) :- parent(X, Y), parent(Y, Z).\n",
    peer: "nothing; list_undefined/0 has parnet/2",
    run: Run::Load,
};
