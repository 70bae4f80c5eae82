//! Prolog flags (ISO 7.11, 8.17), character conversions (8.14.5), statistics.
//!
//! Flags that Rust code consults are fields here; all others are terms in a table.

use crate::base::float_env::Rounding;
use crate::machine::{Limits, Record};
use crate::syntax::QuotedAs;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The greatest number of arguments of a compound term.
pub const MAX_ARITY: i64 = (1 << 24) - 1;

/// What calling a procedure that does not exist does (ISO 7.11.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// `existence_error(procedure, PI)`
    Error,
    /// It fails.
    Fail,
    /// It fails with a warning.
    Warning,
}

/// What unification does where it would make a cyclic term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OccursCheck {
    /// It makes it.
    False,
    /// It fails.
    True,
    /// It is an error.
    Error,
}

/// The value of a flag in the table.
pub(crate) enum Value {
    Word(&'static str),
    Int(i64),
    /// `horn(Major,Minor,Patch,[])`
    Version,
    Term(Record),
}

/// What values a flag takes.
pub(crate) enum Domain {
    /// Its own; it cannot be changed.
    Fixed,
    /// One of these atoms.
    Words(&'static [&'static str]),
    /// A number of bytes.
    Bytes,
    /// A list.
    List,
    /// Anything that is not a variable.
    Any,
}

pub(crate) struct Flag {
    pub(crate) domain: Domain,
    pub(crate) value: Value,
}

/// The flags of one machine.
pub struct Flags {
    /// What `"…"` is read as in module `user`, and in modules that do not say.
    pub double_quotes: QuotedAs,
    /// What `` `…` `` is read as.
    pub back_quotes: QuotedAs,
    /// What calling an unknown procedure does.
    pub unknown: Unknown,
    /// What unification does where it would make a cyclic term.
    pub occurs_check: OccursCheck,
    /// Whether reading applies the character conversions.
    pub char_conversion: bool,
    /// Stored; there is no debugger yet.
    pub debug: bool,
    /// Whether reading takes only the standard's tokens.
    pub iso: bool,
    /// Whether constraints want their variables written `?(X)` or `#X`.
    pub clpfd_monotonic: bool,
    /// What the host allowed before the program chose limits of its own.
    pub(crate) host_limits: Option<Limits>,
    pub(crate) table: IndexMap<Box<str>, Flag, FxBuildHasher>,
    /// Conversions that are not the identity (ISO 8.14.5).
    pub(crate) conversions: IndexMap<char, char, FxBuildHasher>,
}

const TEXTS: &[&str] = &["chars", "codes", "atom"];

const BACK_QUOTES: &[&str] = &["chars", "codes", "atom", "error"];

const ON_OFF: &[&str] = &["on", "off"];

const BOOLEAN: &[&str] = &["true", "false"];

/// The flags that are fields, with their values' names in the order of `Flags::word`.
pub(crate) const FIELDS: &[(&str, &[&str])] = &[
    ("char_conversion", ON_OFF),
    ("debug", ON_OFF),
    ("unknown", &["error", "fail", "warning"]),
    ("double_quotes", TEXTS),
    ("back_quotes", BACK_QUOTES),
    ("occurs_check", &["false", "true", "error"]),
    ("iso", BOOLEAN),
    ("clpfd_monotonic", BOOLEAN),
];

/// The flags of floating point: their values, that of the standard first.
const FLOATS: &[(&str, &[&str])] = &[
    ("float_rounding", Rounding::NAMES),
    ("float_overflow", &["error", "infinity"]),
    ("float_zero_div", &["error", "infinity"]),
    ("float_undefined", &["error", "nan"]),
    ("float_underflow", &["ignore", "error"]),
];

/// What other systems let choose and is always the same here.
const HABITS_FIXED: &[(&str, &str)] = &[
    ("character_escapes", "true"),
    ("emscripten", "false"),
    ("last_call_optimisation", "true"),
    ("prefer_rationals", "false"),
    ("threads", "false"),
    ("traditional", "false"),
];

/// What other systems let choose and has no bearing here; the first value is that at the start.
const HABITS: &[(&str, &[&str])] = &[
    ("generate_debug_info", &["true", "false"]),
    ("optimise", &["false", "true"]),
    ("report_error", &["true", "false"]),
    ("toplevel_print_anon", &["true", "false"]),
    ("verbose_autoload", &["false", "true"]),
    (
        "verbose_load",
        &["silent", "false", "normal", "true", "full"],
    ),
    ("warn_override_implicit_import", &["true", "false"]),
    ("xref", &["false", "true"]),
];

/// The same for flags with values of any kind.
const HABITS_ANY: &[&str] = &[
    "debugger_write_options",
    "print_write_options",
    "toplevel_prompt",
];

impl Default for Flags {
    fn default() -> Flags {
        Flags::new()
    }
}

impl Flags {
    /// The flags with their initial values.
    pub fn new() -> Flags {
        let mut f = Flags {
            double_quotes: QuotedAs::Chars,
            back_quotes: QuotedAs::Error,
            unknown: Unknown::Error,
            occurs_check: OccursCheck::False,
            char_conversion: true,
            debug: false,
            iso: false,
            clpfd_monotonic: false,
            host_limits: None,
            table: IndexMap::default(),
            conversions: IndexMap::default(),
        };
        let small = (
            crate::machine::cell::MIN_SMALL,
            crate::machine::cell::MAX_SMALL,
        );
        f.fix("bounded", Value::Word("false"));
        f.fix("max_integer", Value::Int(i64::MAX));
        f.fix("min_integer", Value::Int(i64::MIN));
        f.fix("integer_rounding_function", Value::Word("toward_zero"));
        f.fix("max_arity", Value::Int(MAX_ARITY));
        for (name, words) in FIELDS {
            // The value stands in the field.
            f.add(name, Domain::Words(words), Value::Word(""));
        }
        f.fix("max_tagged_integer", Value::Int(small.1));
        f.fix("min_tagged_integer", Value::Int(small.0));
        f.fix("dialect", Value::Word("horn"));
        f.fix("version", Value::Int(version()));
        f.fix("version_data", Value::Version);
        f.fix("encoding", Value::Word("utf8"));
        for (name, here) in [
            ("unix", cfg!(unix)),
            ("windows", cfg!(windows)),
            ("apple", cfg!(target_vendor = "apple")),
        ] {
            f.fix(name, Value::Word(if here { "true" } else { "false" }));
        }
        f.fix("pid", Value::Int(i64::from(std::process::id())));
        f.add("answer_write_options", Domain::List, Value::Word("[]"));
        f.add("argv", Domain::List, Value::Word("[]"));
        f.add("autoload", Domain::Words(BOOLEAN), Value::Word("true"));
        f.add("gc", Domain::Words(BOOLEAN), Value::Word("true"));
        // Flags that programs of other systems set or ask for.
        for (name, value) in HABITS_FIXED {
            f.fix(name, Value::Word(value));
        }
        for (name, words) in FLOATS.iter().chain(HABITS) {
            f.add(name, Domain::Words(words), Value::Word(words[0]));
        }
        f.fix(
            "max_procedure_arity",
            Value::Int(crate::compile::MAX_ARITY as i64),
        );
        let bytes = Limits::default().heap_bytes;
        f.add("stack_limit", Domain::Bytes, Value::Int(bytes as i64));
        for name in HABITS_ANY {
            f.add(name, Domain::Any, Value::Word("[]"));
        }
        f.add(
            "verbose",
            Domain::Words(&["silent", "normal"]),
            Value::Word("normal"),
        );
        f
    }

    fn fix(&mut self, name: &str, value: Value) {
        self.add(name, Domain::Fixed, value);
    }

    pub(crate) fn add(&mut self, name: &str, domain: Domain, value: Value) {
        self.table.insert(name.into(), Flag { domain, value });
    }

    /// Whether any character is read as another one.
    pub(crate) fn converts(&self) -> bool {
        self.char_conversion && !self.conversions.is_empty()
    }

    /// The text as reading sees it, if character conversions may change it (ISO 8.14.5).
    pub(crate) fn converted(&self, text: &str) -> Option<String> {
        let to = |c: char| self.conversions.get(&c).copied().unwrap_or(c);
        self.converts()
            .then(|| crate::syntax::convert_chars(text, to))
    }

    /// The value of a flag that is a field, as its place in the list of its values' names.
    pub(crate) fn field(&self, name: &str) -> Option<usize> {
        let on_off = |b: bool| usize::from(!b);
        Some(match name {
            "char_conversion" => on_off(self.char_conversion),
            "debug" => on_off(self.debug),
            "unknown" => self.unknown as usize,
            "double_quotes" => self.double_quotes as usize,
            "back_quotes" => self.back_quotes as usize,
            "occurs_check" => self.occurs_check as usize,
            "iso" => on_off(self.iso),
            "clpfd_monotonic" => on_off(self.clpfd_monotonic),
            _ => return None,
        })
    }

    /// Sets a flag that is a field. The word is one of its values.
    pub(crate) fn set_field(&mut self, name: &str, word: &str) {
        match name {
            "char_conversion" => self.char_conversion = word == "on",
            "debug" => self.debug = word == "on",
            "iso" => self.iso = word == "true",
            "clpfd_monotonic" => self.clpfd_monotonic = word == "true",
            "unknown" => {
                self.unknown = match word {
                    "error" => Unknown::Error,
                    "fail" => Unknown::Fail,
                    _ => Unknown::Warning,
                }
            }
            "double_quotes" => self.double_quotes = text(word).unwrap_or_default(),
            "back_quotes" => self.back_quotes = text(word).unwrap_or_default(),
            "occurs_check" => {
                self.occurs_check = match word {
                    "true" => OccursCheck::True,
                    "error" => OccursCheck::Error,
                    _ => OccursCheck::False,
                }
            }
            _ => (),
        }
    }

    /// Shows every record that is the value of a flag.
    pub(crate) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        for f in self.table.values() {
            if let Value::Term(r) = &f.value {
                visit(r);
            }
        }
    }

    /// The flags' names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(|k| &**k)
    }
}

/// What the name of a kind of text means.
pub(crate) fn text(word: &str) -> Option<QuotedAs> {
    Some(match word {
        "chars" => QuotedAs::Chars,
        "codes" => QuotedAs::Codes,
        "atom" => QuotedAs::Atom,
        "error" => QuotedAs::Error,
        _ => return None,
    })
}

/// The parts of this package's version.
pub(crate) fn version_parts() -> [i64; 3] {
    let part = |s: &str| s.parse().unwrap_or(0);
    [
        part(env!("CARGO_PKG_VERSION_MAJOR")),
        part(env!("CARGO_PKG_VERSION_MINOR")),
        part(env!("CARGO_PKG_VERSION_PATCH")),
    ]
}

fn version() -> i64 {
    let [major, minor, patch] = version_parts();
    10_000 * major + 100 * minor + patch
}

// Character conversions.

// Statistics.

#[cfg(test)]
mod tests {
    use super::{FIELDS, Flags};

    #[test]
    fn fields_and_their_names_agree() {
        let mut f = Flags::new();
        for (name, words) in FIELDS {
            for (i, word) in words.iter().enumerate() {
                f.set_field(name, word);
                assert_eq!(f.field(name), Some(i), "{name} = {word}");
            }
        }
    }
}
