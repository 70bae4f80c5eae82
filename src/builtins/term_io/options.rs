//! Which options there are, for programs whose own system leaves out those that it does not know.

use super::{read, write};
use crate::builtins::streams;
use crate::system::{Res, Vm};

/// `'$known_option'(Kind, Name)`.
pub(crate) fn known_option(vm: &mut Vm) -> Res {
    let (Some(kind), Some(name)) = (vm.x(0).to_atom(), vm.x(1).to_atom()) else {
        return Ok(false);
    };
    let (kind, name) = (
        vm.atoms.text(kind).to_string(),
        vm.atoms.text(name).to_string(),
    );
    Ok(match &*kind {
        "stream" => streams::open::is_option(&name),
        "read" => read::is_option(vm, &name),
        _ => write::is_option(vm, &name),
    })
}
