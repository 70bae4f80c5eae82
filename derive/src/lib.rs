//! The derive macros of the crate `horn`, which exports them with its feature `derive`.
//!
//! | macro | a value is |
//! |---|---|
//! | `IntoTerm`, `FromTerm` | a term: a structure is a compound of its fields, an enumeration one compound or atom for each variant |
//! | `Arguments` | the arguments of a fact, of a goal, or of a row: the fields of a structure, in order |
//! | `FromAnswer` | an answer: each field is the variable of its name |
//!
//! The documentation of `horn` has examples and the table of attributes.

mod attributes;
mod names;
mod terms;

use attributes::Fault;
use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use syn::{DeriveInput, parse_macro_input};

/// The expansion of a macro, or the error with its place.
fn expanded(input: DeriveInput, expand: fn(&DeriveInput) -> Result<Tokens, Fault>) -> TokenStream {
    expand(&input)
        .unwrap_or_else(|fault| fault.to_compile_error())
        .into()
}

/// Derives `horn::IntoTerm`: the value becomes a term.
#[proc_macro_derive(IntoTerm, attributes(horn))]
pub fn into_term(input: TokenStream) -> TokenStream {
    expanded(parse_macro_input!(input), terms::into_term)
}

/// Derives `horn::FromTerm`: a term becomes the value.
#[proc_macro_derive(FromTerm, attributes(horn))]
pub fn from_term(input: TokenStream) -> TokenStream {
    expanded(parse_macro_input!(input), terms::from_term)
}

/// Derives `horn::Arguments`: the fields become arguments, in order.
#[proc_macro_derive(Arguments, attributes(horn))]
pub fn arguments(input: TokenStream) -> TokenStream {
    expanded(parse_macro_input!(input), terms::arguments)
}

/// Derives `horn::FromAnswer`: the variables of an answer become the fields of their names.
#[proc_macro_derive(FromAnswer, attributes(horn))]
pub fn from_answer(input: TokenStream) -> TokenStream {
    expanded(parse_macro_input!(input), terms::from_answer)
}
