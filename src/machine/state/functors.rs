//! The functors that the machine itself constructs or tests.

use crate::base::atom::atoms;
use crate::code::pred::{FunctorId, FunctorTable};

macro_rules! known {
    ($($field:ident = $name:expr, $arity:literal;)*) => {
        /// Functor numbers of one machine.
        #[derive(Clone)]
        pub(crate) struct WellKnown { $(pub(crate) $field: FunctorId),* }
        impl WellKnown {
            pub(in crate::machine) fn new(functors: &mut FunctorTable) -> WellKnown {
                WellKnown { $($field: functors.intern($name, $arity)),* }
            }
        }
    };
}

known! {
    error = atoms::ERROR, 2;
    type_error = atoms::TYPE_ERROR, 2;
    domain_error = atoms::DOMAIN_ERROR, 2;
    existence_error = atoms::EXISTENCE_ERROR, 2;
    permission_error = atoms::PERMISSION_ERROR, 3;
    representation_error = atoms::REPRESENTATION_ERROR, 1;
    evaluation_error = atoms::EVALUATION_ERROR, 1;
    resource_error = atoms::RESOURCE_ERROR, 1;
    syntax_error = atoms::SYNTAX_ERROR, 1;
    uninstantiation_error = atoms::UNINSTANTIATION_ERROR, 1;
    slash = atoms::SLASH, 2;
    colon = atoms::COLON, 2;
    comma = atoms::COMMA, 2;
    semicolon = atoms::SEMICOLON, 2;
    arrow = atoms::ARROW, 2;
    soft_arrow = atoms::SOFT_ARROW, 2;
    not_provable = atoms::NOT_PROVABLE, 1;
    wake = atoms::WAKE, 2;
    call = atoms::CALL, 1;
    dialect_catcher = atoms::DIALECT_CATCHER, 1;
}
