//! Operations on terms.

mod attvar;
pub(crate) mod bind;
mod clause_image;
mod compare;
mod compound;
pub(crate) mod evaluate;
mod findall;
mod fold;
mod globals;
pub(crate) mod large;
mod number;
pub(super) mod parcel;
mod text_constants;
mod tree;
mod unify;
mod unify_test;
mod variant;
pub(super) mod walk;
