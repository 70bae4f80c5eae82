//! The implementations that the macros write.

use crate::attributes::{Fault, Options, Place};
use crate::names;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Field, Fields, Generics, Ident, Path, parse_quote};

/// A structure, or a variant of an enumeration.
struct Shape<'a> {
    /// `Self` or `Self::Variant`.
    constructor: Tokens,
    /// The functor.
    name: String,
    transparent: bool,
    fields: Vec<Part<'a>>,
}

/// A field.
struct Part<'a> {
    /// The name of the field, or its number.
    member: Tokens,
    /// The name of a variable of Rust for its value.
    local: Ident,
    field: &'a Field,
    options: Options,
}

/// The path of the crate `horn`.
fn horn(options: &Options) -> Path {
    options.path.clone().unwrap_or_else(|| parse_quote!(::horn))
}

impl<'a> Shape<'a> {
    fn new(
        constructor: Tokens,
        ident: &Ident,
        options: Options,
        fields: &'a Fields,
    ) -> Result<Shape<'a>, Fault> {
        let part = |(i, field): (usize, &'a Field)| -> Result<Part<'a>, Fault> {
            let number = syn::Index::from(i);
            Ok(Part {
                member: match &field.ident {
                    Some(ident) => quote!(#ident),
                    None => quote!(#number),
                },
                local: format_ident!("field_{i}"),
                field,
                options: Options::of(&field.attrs, Place::Field)?,
            })
        };
        let fields: Vec<Part<'_>> = fields
            .iter()
            .enumerate()
            .map(part)
            .collect::<Result<_, _>>()?;
        if options.transparent && fields.len() != 1 {
            let message = "#[horn(transparent)] needs exactly one field";
            return Err(Fault::new(ident.span(), message));
        }
        Ok(Shape {
            constructor,
            name: match &options.name {
                Some(name) => name.value(),
                None => names::atom(ident),
            },
            transparent: options.transparent,
            fields,
        })
    }

    /// A pattern that gives each field its variable, or an expression of those variables.
    fn with_locals(&self) -> Tokens {
        let constructor = &self.constructor;
        let (members, locals) = (
            self.fields.iter().map(|p| &p.member),
            self.fields.iter().map(|p| &p.local),
        );
        quote!(#constructor { #(#members: #locals),* })
    }
}

/// The shapes of a type: one for a structure, one for each variant of an enumeration.
fn shapes<'a>(input: &'a DeriveInput, options: &Options) -> Result<Vec<Shape<'a>>, Fault> {
    match &input.data {
        Data::Struct(data) => {
            let own = Options::of(&input.attrs, Place::Type)?;
            Ok(vec![Shape::new(
                quote!(Self),
                &input.ident,
                own,
                &data.fields,
            )?])
        }
        Data::Enum(_) if options.transparent || options.name.is_some() => {
            let message =
                "an enumeration has no functor of its own; the options are for its variants";
            Err(Fault::new(input.ident.span(), message))
        }
        Data::Enum(data) => {
            let shape = |variant: &'a syn::Variant| {
                let ident = &variant.ident;
                let own = Options::of(&variant.attrs, Place::Variant)?;
                Shape::new(quote!(Self::#ident), ident, own, &variant.fields)
            };
            data.variants.iter().map(shape).collect()
        }
        Data::Union(_) => Err(Fault::new(input.ident.span(), "a union has no term")),
    }
}

/// The fields of a structure, for the macros that have no use for an enumeration.
fn structure<'a>(input: &'a DeriveInput) -> Result<Shape<'a>, Fault> {
    let options = Options::of(&input.attrs, Place::Type)?;
    match &input.data {
        Data::Struct(data) => Shape::new(quote!(Self), &input.ident, options, &data.fields),
        _ => Err(Fault::new(
            input.ident.span(),
            "this macro is for structures",
        )),
    }
}

/// The implementation of a trait, whose type parameters all have the bound.
fn implementation(input: &DeriveInput, of: &Tokens, bound: &Tokens, body: Tokens) -> Tokens {
    let ident = &input.ident;
    let mut generics: Generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(#bound));
    }
    let (for_impl, for_type, conditions) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #for_impl #of for #ident #for_type #conditions {
            #body
        }
    }
}

/// The expression that adds a field to the terms under construction.
fn field_into_term(part: &Part<'_>, horn: &Path) -> Tokens {
    let local = &part.local;
    match part.options.atom {
        true => quote!(#horn::derived::IntoAtoms::into_atoms(#local, build)),
        false => quote!(#horn::IntoTerm::into_term(#local, build)),
    }
}

pub(crate) fn into_term(input: &DeriveInput) -> Result<Tokens, Fault> {
    let options = Options::of(&input.attrs, Place::Type)?;
    let horn = horn(&options);
    let arms = shapes(input, &options)?.into_iter().map(|shape| {
        let pattern = shape.with_locals();
        let parts = shape.fields.iter().map(|part| field_into_term(part, &horn));
        let name = &shape.name;
        match shape.transparent {
            true => quote!(#pattern => #(#parts)*,),
            false => quote!(#pattern => {
                let args = [#(#parts),*];
                build.compound(#name, &args)
            }),
        }
    });
    let body = quote! {
        fn into_term(self, build: &mut #horn::TermBuilder<'_>) -> #horn::TermId {
            let _ = &build;
            match self { #(#arms)* }
        }
    };
    let of = quote!(#horn::IntoTerm);
    Ok(implementation(input, &of, &of, body))
}

pub(crate) fn from_term(input: &DeriveInput) -> Result<Tokens, Fault> {
    let options = Options::of(&input.attrs, Place::Type)?;
    let horn = horn(&options);
    let expected = names::words(&input.ident);
    let shapes = shapes(input, &options)?;
    let arms = shapes.iter().filter(|shape| !shape.transparent).map(|shape| {
        let (name, arity, value) = (&shape.name, shape.fields.len(), shape.with_locals());
        let locals: Vec<&Ident> = shape.fields.iter().map(|part| &part.local).collect();
        quote! {
            if let ::core::option::Option::Some([#(#locals),*]) = term.as_compound::<#arity>(#name) {
                #(let #locals = #horn::FromTerm::from_term(#locals)?;)*
                return ::core::result::Result::Ok(#value);
            }
        }
    });
    // A variant that stands for its field is tried last, because any term may be a value of it.
    let others = shapes.iter().filter(|shape| shape.transparent).map(|shape| {
        let (part, value) = (&shape.fields[0], shape.with_locals());
        let (local, ty) = (&part.local, &part.field.ty);
        quote! {
            if let ::core::result::Result::Ok(#local) = <#ty as #horn::FromTerm>::from_term(term) {
                return ::core::result::Result::Ok(#value);
            }
        }
    });
    let is_newtype = matches!(&input.data, Data::Struct(_)) && shapes[0].transparent;
    let body = match is_newtype {
        true => {
            let (value, local) = (shapes[0].with_locals(), &shapes[0].fields[0].local);
            quote! {
                let #local = #horn::FromTerm::from_term(term.within_depth()?)?;
                ::core::result::Result::Ok(#value)
            }
        }
        false => quote! {
            let term = term.within_depth()?;
            #(#arms)*
            #(#others)*
            ::core::result::Result::Err(term.mismatch(#expected))
        },
    };
    let body = quote! {
        fn from_term(term: #horn::Term<'_>) -> ::core::result::Result<Self, #horn::Error> {
            #body
        }
    };
    let of = quote!(#horn::FromTerm);
    Ok(implementation(input, &of, &of, body))
}

pub(crate) fn arguments(input: &DeriveInput) -> Result<Tokens, Fault> {
    let options = Options::of(&input.attrs, Place::Type)?;
    let horn = horn(&options);
    let shape = structure(input)?;
    let pattern = shape.with_locals();
    let parts = shape.fields.iter().map(|part| field_into_term(part, &horn));
    let body = quote! {
        fn into_arguments(
            self,
            build: &mut #horn::TermBuilder<'_>,
        ) -> ::std::vec::Vec<#horn::TermId> {
            let _ = &build;
            let #pattern = self;
            ::std::vec![#(#parts),*]
        }
    };
    let (of, bound) = (quote!(#horn::Arguments), quote!(#horn::IntoTerm));
    Ok(implementation(input, &of, &bound, body))
}

pub(crate) fn from_answer(input: &DeriveInput) -> Result<Tokens, Fault> {
    let options = Options::of(&input.attrs, Place::Type)?;
    let horn = horn(&options);
    let shape = structure(input)?;
    let mut reads = Vec::new();
    for part in &shape.fields {
        let variable = match (&part.options.name, &part.field.ident) {
            (Some(name), _) => name.value(),
            (None, Some(ident)) => names::variable(ident),
            (None, None) => {
                let message = "a field without a name needs #[horn(name = \"Variable\")]";
                return Err(Fault::new(input.ident.span(), message));
            }
        };
        let local = &part.local;
        reads.push(match part.options.default {
            true => quote! {
                let #local = match answer.term(#variable) {
                    ::core::option::Option::Some(term) => term.get()?,
                    ::core::option::Option::None => ::core::default::Default::default(),
                };
            },
            false => quote!(let #local = answer.get(#variable)?;),
        });
    }
    let value = shape.with_locals();
    let body = quote! {
        fn from_answer(answer: &#horn::Answer) -> ::core::result::Result<Self, #horn::Error> {
            let _ = answer;
            #(#reads)*
            ::core::result::Result::Ok(#value)
        }
    };
    let (of, bound) = (quote!(#horn::FromAnswer), quote!(#horn::FromTerm));
    Ok(implementation(input, &of, &bound, body))
}

#[cfg(test)]
mod tests {
    use super::{arguments, from_answer, from_term, into_term};
    use syn::{DeriveInput, parse_str};

    /// The errors of the four macros for an item, without those that are the same.
    fn errors(item: &str) -> Vec<String> {
        let input: DeriveInput = parse_str(item).expect("an item");
        let mut errors: Vec<String> = [into_term, from_term, arguments, from_answer]
            .iter()
            .filter_map(|expand| expand(&input).err())
            .map(|error| error.to_string())
            .collect();
        errors.dedup();
        errors
    }

    #[test]
    fn items_that_have_no_term_are_errors() {
        let structures = "this macro is for structures";
        for (item, expected) in [
            ("struct A { x: i64 }", vec![]),
            ("struct A;", vec![]),
            ("enum A { B, C(i64) }", vec![structures]),
            (
                "union A { x: i64 }",
                vec!["a union has no term", structures],
            ),
            (
                "#[horn(transparent)] struct A(i64, i64);",
                vec!["#[horn(transparent)] needs exactly one field"],
            ),
            (
                "#[horn(name = \"a\")] enum A { B }",
                vec![
                    "an enumeration has no functor of its own; the options are for its variants",
                    structures,
                ],
            ),
            (
                "struct A(i64);",
                vec!["a field without a name needs #[horn(name = \"Variable\")]"],
            ),
        ] {
            assert_eq!(errors(item), expected, "{item}");
        }
        for item in [
            "#[horn(atom)] struct A { x: i64 }",
            "struct A { #[horn(transparent)] x: i64 }",
            "struct A { #[horn(nam = \"X\")] x: i64 }",
        ] {
            let all = errors(item);
            assert!(
                all.len() == 1 && all[0].starts_with("no such option"),
                "{all:?}"
            );
        }
    }
}
