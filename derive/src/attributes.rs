//! The attribute `#[horn(…)]`.

use syn::spanned::Spanned;
use syn::{Attribute, LitStr, Path};

/// An error with its place in the source.
pub(crate) type Fault = syn::Error;

/// The attributes of a type, a variant or a field.
#[derive(Default)]
pub(crate) struct Options {
    /// `name = "…"`: the name in Prolog.
    pub(crate) name: Option<LitStr>,
    /// `atom`: the text of the field is an atom.
    pub(crate) atom: bool,
    /// `transparent`: the value is that of its one field.
    pub(crate) transparent: bool,
    /// `default`: without such a variable, the field has the default value of its type.
    pub(crate) default: bool,
    /// `crate = "…"`: the path of the crate `horn`.
    pub(crate) path: Option<Path>,
}

/// The item that attributes belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Type,
    Variant,
    Field,
}

impl Options {
    /// The options of an item, which must be possible at its place.
    pub(crate) fn of(attributes: &[Attribute], place: Place) -> Result<Options, Fault> {
        let mut options = Options::default();
        for attribute in attributes.iter().filter(|a| a.path().is_ident("horn")) {
            attribute.parse_nested_meta(|meta| {
                let is = |name: &str, places: &[Place]| {
                    meta.path.is_ident(name) && places.contains(&place)
                };
                if is("name", &[Place::Type, Place::Variant, Place::Field]) {
                    options.name = Some(meta.value()?.parse()?);
                } else if is("atom", &[Place::Field]) {
                    options.atom = true;
                } else if is("default", &[Place::Field]) {
                    options.default = true;
                } else if is("transparent", &[Place::Type, Place::Variant]) {
                    options.transparent = true;
                } else if is("crate", &[Place::Type]) {
                    options.path = Some(meta.value()?.parse::<LitStr>()?.parse()?);
                } else {
                    return Err(Fault::new(
                        meta.path.span(),
                        "no such option of #[horn(…)] here; there are name, transparent and crate for a type, \
                         name and transparent for a variant, name, atom and default for a field",
                    ));
                }
                Ok(())
            })?;
        }
        Ok(options)
    }
}
