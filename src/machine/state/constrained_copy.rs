//! A copy of a term outside the heap with the constraints of its variables.

use crate::machine::memory::record::Record;
use std::any::Any;
use std::sync::{Arc, Mutex};

/// The constraints of a term's variables, as [`Extension::constraints_of`] gives them.
///
/// [`Extension::constraints_of`]: crate::machine::Extension::constraints_of
pub(crate) type CopiedConstraints = Arc<Mutex<dyn Any + Send>>;

/// A term that is kept while the stacks are unwound, with what constrains its variables.
#[derive(Clone, Debug)]
pub(in crate::machine) struct ConstrainedCopy {
    pub(in crate::machine) record: Record,
    /// `None` if no variable of the term was constrained, or the copy does without.
    pub(in crate::machine) constraints: Option<CopiedConstraints>,
}
