//! Values, numbers and answers in the formats of `serde`.
//!
//! A value is written as the data that it resembles most; what other formats do not have is a map with one key that
//! says what it is:
//!
//! | value | in JSON |
//! |---|---|
//! | an integer of 64 bits, a finite float | `7`, `2.5` |
//! | a list of characters, another list | `"text"`, `[1,2]` |
//! | a string | `{"string":"text"}` |
//! | an atom | `{"atom":"a"}` |
//! | a compound | `{"functor":"f","args":[1,2]}` |
//! | a variable | `{"variable":"X"}` |
//! | any other number | `{"integer":"36893488147419103232"}`, `{"rational":"1r3"}`, `{"float":"inf"}` |

use super::answer::Answer;
use super::rational::Rational;
use super::term::Term;
use super::value::{FromTerm, Value};
use crate::base::int::{Int, ParseNumberError};
use serde_core::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{self, Serialize, SerializeMap, SerializeStruct, Serializer};
use std::fmt;
use std::str::FromStr;

/// Writes a map of one entry.
fn tagged<S: Serializer>(to: S, key: &str, value: &str) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(1))?;
    map.serialize_entry(key, value)?;
    map.end()
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Integer(i) => match i.to_i64() {
                Some(i) => to.serialize_i64(i),
                None => tagged(to, "integer", &i.to_string()),
            },
            Value::Float(f) if f.is_finite() => to.serialize_f64(*f),
            Value::Float(f) => tagged(to, "float", &f.to_string()),
            Value::Rational(r) => tagged(to, "rational", &r.to_string()),
            Value::Text(text) => tagged(to, "string", text),
            Value::String(text) => to.serialize_str(text),
            Value::List(items) => items.serialize(to),
            Value::Atom(name) => tagged(to, "atom", name),
            Value::Var(name) => tagged(to, "variable", name),
            Value::Compound(name, args) => {
                let mut map = to.serialize_map(Some(2))?;
                map.serialize_entry("functor", name)?;
                map.serialize_entry("args", args)?;
                map.end()
            }
        }
    }
}

/// Builds a [`Value`] from what a format holds.
struct ValueVisitor;

/// The entries of a map that is a value.
#[derive(Default)]
struct MapEntries {
    /// The key of an entry whose value is a text, and that text.
    text: Option<(String, String)>,
    args: Option<Vec<Value>>,
}

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a text, a list, or a map that is a term")
    }

    fn visit_i64<E>(self, i: i64) -> Result<Value, E> {
        Ok(Value::Integer(Int::from(i)))
    }

    fn visit_u64<E>(self, i: u64) -> Result<Value, E> {
        Ok(Value::Integer(Int::from(i)))
    }

    fn visit_i128<E>(self, i: i128) -> Result<Value, E> {
        Ok(Value::Integer(Int::from(i)))
    }

    fn visit_u128<E>(self, i: u128) -> Result<Value, E> {
        Ok(Value::Integer(Int::from(i)))
    }

    fn visit_f64<E>(self, f: f64) -> Result<Value, E> {
        Ok(Value::Float(f))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_string()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = from.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut entries = MapEntries::default();
        while let Some(key) = from.next_key::<String>()? {
            match &*key {
                "args" if entries.args.is_none() => entries.args = Some(from.next_value()?),
                "atom" | "string" | "variable" | "integer" | "float" | "rational" | "functor"
                    if entries.text.is_none() =>
                {
                    entries.text = Some((key, from.next_value()?));
                }
                _ => {
                    return Err(de::Error::custom(format!(
                        "a term has no entry {key:?} here"
                    )));
                }
            }
        }
        entries.value()
    }
}

impl MapEntries {
    fn value<E: de::Error>(self) -> Result<Value, E> {
        let Some((key, text)) = self.text else {
            return Err(de::Error::custom(
                "a map that is a term has a key such as \"atom\"",
            ));
        };
        match (&*key, self.args) {
            ("functor", Some(args)) if !args.is_empty() => Ok(Value::Compound(text, args)),
            ("functor", _) => Err(de::Error::custom("a compound has arguments")),
            (_, Some(_)) => Err(de::Error::custom("only a compound has arguments")),
            ("atom", None) => Ok(Value::Atom(text)),
            ("string", None) => Ok(Value::Text(text)),
            ("variable", None) => Ok(Value::Var(text)),
            ("integer", None) => number(&text).map(Value::Integer),
            ("rational", None) => number(&text).map(|r| Value::Rational(Box::new(r))),
            _ => text.parse().map(Value::Float).map_err(de::Error::custom),
        }
    }
}

/// The number of a text.
fn number<T: FromStr<Err = ParseNumberError>, E: de::Error>(text: &str) -> Result<T, E> {
    text.parse().map_err(de::Error::custom)
}

impl<'de> Deserialize<'de> for Value {
    /// Formats that do not describe themselves, such as most binary ones, are refused by their own error.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
        from.deserialize_any(ValueVisitor)
    }
}

impl Serialize for Term<'_> {
    /// As the [`Value`] of the term.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let value = Value::from_term(*self).map_err(ser::Error::custom)?;
        value.serialize(to)
    }
}

impl Serialize for Int {
    /// A number of 64 bits, or a text for a longer one.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.to_i64() {
            Some(i) => to.serialize_i64(i),
            None => to.serialize_str(&self.to_string()),
        }
    }
}

impl Serialize for Rational {
    /// A text such as `1r3`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.to_string())
    }
}

/// Builds a number from a number or a text.
struct NumberVisitor<T>(std::marker::PhantomData<T>);

impl<T: FromStr<Err = ParseNumberError> + From<Int>> Visitor<'_> for NumberVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or its digits as a text")
    }

    fn visit_i64<E>(self, i: i64) -> Result<T, E> {
        Ok(T::from(Int::from(i)))
    }

    fn visit_u64<E>(self, i: u64) -> Result<T, E> {
        Ok(T::from(Int::from(i)))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        number(text)
    }
}

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Int, D::Error> {
        from.deserialize_any(NumberVisitor(std::marker::PhantomData))
    }
}

impl<'de> Deserialize<'de> for Rational {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Rational, D::Error> {
        from.deserialize_any(NumberVisitor(std::marker::PhantomData))
    }
}

/// The bindings of an answer.
struct Bindings<'a>(&'a Answer);

impl Serialize for Bindings<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let bindings = self.0.bindings();
        let mut map = to.serialize_map(Some(bindings.len()))?;
        for (name, value) in bindings {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

impl Serialize for Answer {
    /// The map of the variables with their values, and the list of the residual goals:
    /// `{"bindings":{"X":1},"goals":[]}`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let goals: Vec<Term<'_>> = self.residual_goals().collect();
        let mut answer = to.serialize_struct("Answer", 2)?;
        answer.serialize_field("bindings", &Bindings(self))?;
        answer.serialize_field("goals", &goals)?;
        answer.end()
    }
}
