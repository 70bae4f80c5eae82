//! Rust collections, tuples, references and shared texts as terms, and terms as Rust collections, tuples and texts.

use super::error::Error;
use super::into_term::{IntoTerm, TermBuilder, TermId};
use super::term::{Shape, Term};
use super::value::FromTerm;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;

impl<T: IntoTerm> IntoTerm for Option<T> {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        match self {
            Some(value) => value.into_term(build),
            None => build.new_variable(),
        }
    }

    fn is_none(&self) -> bool {
        Option::is_none(self)
    }
}

impl<T: FromTerm> FromTerm for Option<T> {
    /// `None` for a variable.
    fn from_term(t: Term<'_>) -> Result<Option<T>, Error> {
        match t.shape() {
            Shape::Var(_) => Ok(None),
            _ => T::from_term(t).map(Some),
        }
    }
}

impl<T: IntoTerm> IntoTerm for Box<T> {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        (*self).into_term(build)
    }
}

impl<T: FromTerm> FromTerm for Box<T> {
    fn from_term(t: Term<'_>) -> Result<Box<T>, Error> {
        T::from_term(t).map(Box::new)
    }
}

impl<T: IntoTerm + Clone> IntoTerm for &T {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        self.clone().into_term(build)
    }

    fn is_none(&self) -> bool {
        (**self).is_none()
    }
}

macro_rules! text {
    ($($rust:ty)*) => {$(
        impl IntoTerm for $rust {
            fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
                build.text(&self)
            }
        }

        impl FromTerm for $rust {
            fn from_term(t: Term<'_>) -> Result<Self, Error> {
                String::from_term(t).map(Self::from)
            }
        }
    )*};
}
text! { Box<str> Rc<str> Arc<str> Cow<'_, str> }

/// The elements of a list as values.
fn elements<T: FromTerm, C: FromIterator<T>>(t: Term<'_>) -> Result<C, Error> {
    let items = t.elements().ok_or_else(|| t.not_a_list())?;
    items.into_iter().map(T::from_term).collect()
}

impl<T: IntoTerm + Clone> IntoTerm for &[T] {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.list_of(self.iter().cloned())
    }
}

impl<T: IntoTerm, const N: usize> IntoTerm for [T; N] {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.list_of(self)
    }
}

impl<T: FromTerm, const N: usize> FromTerm for [T; N] {
    /// A list of exactly this length.
    fn from_term(t: Term<'_>) -> Result<[T; N], Error> {
        let items: Vec<T> = elements(t)?;
        let wrong_length = |_| t.mismatch("a list of another length");
        items.try_into().map_err(wrong_length)
    }
}

macro_rules! sequence {
    ($($rust:ident)*) => {$(
        impl<T: IntoTerm> IntoTerm for $rust<T> {
            fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
                build.list_of(self)
            }
        }

        impl<T: FromTerm> FromTerm for $rust<T> {
            fn from_term(t: Term<'_>) -> Result<$rust<T>, Error> {
                elements(t)
            }
        }
    )*};
}
sequence! { Vec VecDeque }

impl<T: IntoTerm> IntoTerm for BTreeSet<T> {
    /// The list of the elements in standard order.
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.sorted_list_of(self)
    }
}

impl<T: IntoTerm, S> IntoTerm for HashSet<T, S> {
    /// The list of the elements in standard order.
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.sorted_list_of(self)
    }
}

impl<T: FromTerm + Ord> FromTerm for BTreeSet<T> {
    fn from_term(t: Term<'_>) -> Result<BTreeSet<T>, Error> {
        elements(t)
    }
}

impl<T: FromTerm + Eq + Hash, S: BuildHasher + Default> FromTerm for HashSet<T, S> {
    fn from_term(t: Term<'_>) -> Result<HashSet<T, S>, Error> {
        elements(t)
    }
}

impl<K: IntoTerm, V: IntoTerm> IntoTerm for BTreeMap<K, V> {
    /// The list of the pairs `Key-Value` in standard order.
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.sorted_list_of(self)
    }
}

impl<K: IntoTerm, V: IntoTerm, S> IntoTerm for HashMap<K, V, S> {
    /// The list of the pairs `Key-Value` in standard order.
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.sorted_list_of(self)
    }
}

impl<K: FromTerm + Ord, V: FromTerm> FromTerm for BTreeMap<K, V> {
    /// A list of pairs; of two with the same key, the last one counts.
    fn from_term(t: Term<'_>) -> Result<BTreeMap<K, V>, Error> {
        elements(t)
    }
}

impl<K: FromTerm + Eq + Hash, V: FromTerm, S: BuildHasher + Default> FromTerm for HashMap<K, V, S> {
    /// A list of pairs; of two with the same key, the last one counts.
    fn from_term(t: Term<'_>) -> Result<HashMap<K, V, S>, Error> {
        elements(t)
    }
}

/// The elements of a tuple of `N` as a term `A-B-C`, which is `(A-B)-C`.
fn tuple<'a, const N: usize>(t: Term<'a>, expected: &'static str) -> Result<[Term<'a>; N], Error> {
    let mut found = [t; N];
    let mut rest = t;
    for place in found.iter_mut().skip(1).rev() {
        match (rest.functor(), rest.arg(0), rest.arg(1)) {
            (Some((name, 2)), Some(a), Some(b)) if name == "-" => (rest, *place) = (a, b),
            _ => return Err(t.mismatch(expected)),
        }
    }
    found[0] = rest;
    Ok(found)
}

macro_rules! tuples {
    ($($expected:literal: $first:ident $($rest:ident)+;)*) => {$(
        impl<$first: IntoTerm, $($rest: IntoTerm),+> IntoTerm for ($first, $($rest),+) {
            #[doc = concat!("The term `", $expected, "`.")]
            fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
                #[allow(non_snake_case, reason = "the elements are named as their types")]
                let ($first, $($rest),+) = self;
                let term = $first.into_term(build);
                $(
                    let element = $rest.into_term(build);
                    let term = build.compound("-", &[term, element]);
                )+
                term
            }
        }

        impl<$first: FromTerm, $($rest: FromTerm),+> FromTerm for ($first, $($rest),+) {
            #[doc = concat!("The term `", $expected, "`.")]
            fn from_term(t: Term<'_>) -> Result<Self, Error> {
                #[allow(non_snake_case, reason = "the elements are named as their types")]
                let [$first, $($rest),+] = tuple(t, concat!("a term ", $expected))?;
                Ok(($first.get()?, $($rest.get()?),+))
            }
        }
    )*};
}
tuples! {
    "A-B": A B;
    "A-B-C": A B C;
    "A-B-C-D": A B C D;
    "A-B-C-D-E": A B C D E;
    "A-B-C-D-E-F": A B C D E F;
    "A-B-C-D-E-F-G": A B C D E F G;
    "A-B-C-D-E-F-G-H": A B C D E F G H;
    "A-B-C-D-E-F-G-H-I": A B C D E F G H I;
    "A-B-C-D-E-F-G-H-I-J": A B C D E F G H I J;
    "A-B-C-D-E-F-G-H-I-J-K": A B C D E F G H I J K;
    "A-B-C-D-E-F-G-H-I-J-K-L": A B C D E F G H I J K L;
}

/// The arguments of a goal or of a fact: a tuple, an array or a vector of values.
///
/// ```
/// use horn::{Atom, Machine, Var};
///
/// let mut machine = Machine::new();
/// machine.assert_all("edge", [(1, 2), (2, 3)])?;
/// assert_eq!(machine.call("edge", (2, Var("To"))).count(), 1);
/// assert_eq!(machine.call("append", [vec![Atom("a")], vec![], vec![]]).count(), 0);
/// assert_eq!(machine.call("nl", ()).count(), 1);
/// # Ok::<(), horn::Error>(())
/// ```
pub trait Arguments {
    /// Adds the terms of the arguments to the terms under construction.
    fn into_arguments(self, build: &mut TermBuilder<'_>) -> Vec<TermId>;
}

impl Arguments for () {
    fn into_arguments(self, _: &mut TermBuilder<'_>) -> Vec<TermId> {
        Vec::new()
    }
}

impl<T: IntoTerm> Arguments for Vec<T> {
    fn into_arguments(self, build: &mut TermBuilder<'_>) -> Vec<TermId> {
        self.into_iter().map(|a| a.into_term(build)).collect()
    }
}

impl<T: IntoTerm, const N: usize> Arguments for [T; N] {
    fn into_arguments(self, build: &mut TermBuilder<'_>) -> Vec<TermId> {
        self.into_iter().map(|a| a.into_term(build)).collect()
    }
}

macro_rules! arguments {
    ($($($argument:ident)+;)*) => {$(
        impl<$($argument: IntoTerm),+> Arguments for ($($argument,)+) {
            fn into_arguments(self, build: &mut TermBuilder<'_>) -> Vec<TermId> {
                #[allow(non_snake_case, reason = "the arguments are named as their types")]
                let ($($argument,)+) = self;
                vec![$($argument.into_term(build)),+]
            }
        }
    )*};
}
arguments! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}
