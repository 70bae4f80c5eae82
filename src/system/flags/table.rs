//! The table of Prolog flags (ISO 7.11) and of character conversions (8.14.5).
//!
//! Flags that Rust code reads are typed fields, a row each in `typed_flags!`; all others are terms.

use crate::base::float_env::{FloatEnv, Rounding};
use crate::machine::{Limits, Record};
use crate::syntax::QuotedAs;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The greatest number of arguments of a compound term.
pub(crate) const MAX_ARITY: i64 = (1 << 24) - 1;

/// The effect of calling a procedure that does not exist (ISO 7.11.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unknown {
    /// `existence_error(procedure, PI)`
    Error,
    /// It fails.
    Fail,
    /// It fails with a warning.
    Warning,
}

/// The effect of a unification that would make a cyclic term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OccursCheck {
    /// It makes the term.
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

/// The values that a flag takes.
pub(crate) enum Domain {
    /// Its own; it cannot be changed.
    Fixed,
    /// The words of a typed flag (`typed_flags!`).
    Typed,
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

/// The reaction to a syntax error in a term that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnSyntaxError {
    /// It is thrown.
    Throw,
    /// Reading fails, with a message.
    Fail,
    /// Reading fails.
    Quiet,
    /// The error is reported, and the next term is read.
    Retry,
}

/// The names of a typed flag's values. The first name of a value is the one shown; later ones are
/// synonyms that other systems use.
pub(crate) type Words<T> = &'static [(&'static str, T)];

const BOOLEAN: Words<bool> = &[("true", true), ("false", false)];
const ON_OFF: Words<bool> = &[("on", true), ("off", false)];
const SWITCH: Words<bool> = &[
    ("on", true),
    ("off", false),
    ("true", true),
    ("false", false),
];
const UNKNOWN: Words<Unknown> = &[
    ("error", Unknown::Error),
    ("fail", Unknown::Fail),
    ("warning", Unknown::Warning),
];
const OCCURS_CHECK: Words<OccursCheck> = &[
    ("false", OccursCheck::False),
    ("true", OccursCheck::True),
    ("error", OccursCheck::Error),
];
/// Also the values of the option `syntax_errors` of `read_term/2,3`.
pub(crate) const SYNTAX_ERRORS: Words<OnSyntaxError> = &[
    ("error", OnSyntaxError::Throw),
    ("fail", OnSyntaxError::Fail),
    ("quiet", OnSyntaxError::Quiet),
    ("dec10", OnSyntaxError::Retry),
];
/// Text is a list of characters where other systems have strings.
const DOUBLE_QUOTES: Words<QuotedAs> = &[
    ("chars", QuotedAs::Chars),
    ("codes", QuotedAs::Codes),
    ("atom", QuotedAs::Atom),
    ("string", QuotedAs::Chars),
];
const BACK_QUOTES: Words<QuotedAs> = &[
    ("chars", QuotedAs::Chars),
    ("codes", QuotedAs::Codes),
    ("atom", QuotedAs::Atom),
    ("error", QuotedAs::Error),
    ("string", QuotedAs::Chars),
    ("symbol_char", QuotedAs::Error),
];

/// The first name of a value.
fn word_of<T: PartialEq>(words: Words<T>, value: T) -> Option<&'static str> {
    let found = words.iter().find(|(_, v)| *v == value);
    found.map(|(word, _)| *word)
}

/// The value that a name stands for.
pub(crate) fn value_of<T: Copy>(words: Words<T>, word: &str) -> Option<T> {
    let found = words.iter().find(|(w, _)| *w == word);
    found.map(|(_, value)| *value)
}

/// Defines the flags that Rust code reads. A row gives a flag's name, type, initial value and the
/// names of its values; the field, its access by name and the checks of `set_prolog_flag/2` follow.
macro_rules! typed_flags {
    ($($(#[$doc:meta])* $name:ident: $ty:ty = $initial:expr, $words:expr;)*) => {
        /// The flags of one machine.
        pub(crate) struct Flags {
            $($(#[$doc])* pub $name: $ty,)*
            /// The limits that the host set, once the program has chosen limits of its own.
            pub(crate) host_limits: Option<Limits>,
            /// All flags by name; the value of a typed flag is in its field.
            pub(crate) table: IndexMap<Box<str>, Flag, FxBuildHasher>,
            /// Conversions that are not the identity (ISO 8.14.5).
            pub(crate) conversions: IndexMap<char, char, FxBuildHasher>,
            /// The approximate memory of what programs have stored in flags, in bytes.
            pub(crate) bytes: u64,
        }

        impl Flags {
            /// The initial values of the typed flags, and an empty table.
            fn typed() -> Flags {
                Flags {
                    $($name: $initial,)*
                    host_limits: None,
                    table: IndexMap::default(),
                    conversions: IndexMap::default(),
                    bytes: 0,
                }
            }

            /// The names of the typed flags.
            const TYPED: &[&str] = &[$(stringify!($name)),*];

            /// The name of a typed flag's value; `None` for other flags.
            pub(crate) fn typed_word(&self, flag: &str) -> Option<&'static str> {
                match flag {
                    $(stringify!($name) => word_of($words, self.$name),)*
                    _ => None,
                }
            }

            /// Sets a typed flag. Returns false if `word` does not name a value; `None` for other flags.
            pub(crate) fn set_typed(&mut self, flag: &str, word: &str) -> Option<bool> {
                match flag {
                    $(stringify!($name) => Some(match value_of($words, word) {
                        Some(value) => {
                            self.$name = value;
                            true
                        }
                        None => false,
                    }),)*
                    _ => None,
                }
            }

            /// Returns true if `word` names a value of a typed flag.
            pub(crate) fn is_typed_value(flag: &str, word: &str) -> bool {
                match flag {
                    $(stringify!($name) => value_of($words, word).is_some(),)*
                    _ => false,
                }
            }
        }
    };
}

typed_flags! {
    /// The representation of `"…"` in module `user`, and in modules that do not set it.
    double_quotes: QuotedAs = QuotedAs::Chars, DOUBLE_QUOTES;
    /// The representation of `` `…` ``.
    back_quotes: QuotedAs = QuotedAs::Error, BACK_QUOTES;
    /// The effect of calling an unknown procedure.
    unknown: Unknown = Unknown::Error, UNKNOWN;
    /// The effect of a unification that would make a cyclic term.
    occurs_check: OccursCheck = OccursCheck::False, OCCURS_CHECK;
    /// True if reading applies the character conversions.
    char_conversion: bool = true, ON_OFF;
    /// Stored only: there is no debugger yet.
    debug: bool = false, SWITCH;
    /// True if reading takes only the standard's tokens.
    iso: bool = false, BOOLEAN;
    /// True if variables in constraints must be written `?(X)` or `#X`.
    clpfd_monotonic: bool = false, BOOLEAN;
    /// True if programs find predicates of libraries that they do not import.
    autoload: bool = true, BOOLEAN;
    /// The effect of a syntax error in `read/1` and the like, unless an option says otherwise.
    syntax_errors: OnSyntaxError = OnSyntaxError::Throw, SYNTAX_ERRORS;
}

/// A flag of floating point.
struct FloatFlag {
    name: &'static str,
    /// The values; that of the standard first.
    words: &'static [&'static str],
    /// Makes a value take effect.
    apply: fn(&mut FloatEnv, &str),
}

const FLOATS: &[FloatFlag] = &[
    FloatFlag {
        name: "float_rounding",
        words: Rounding::NAMES,
        apply: |env, w| env.rounding = Rounding::from_name(w).unwrap_or_default(),
    },
    FloatFlag {
        name: "float_overflow",
        words: &["error", "infinity"],
        apply: |env, w| env.overflow = w == "infinity",
    },
    FloatFlag {
        name: "float_zero_div",
        words: &["error", "infinity"],
        apply: |env, w| env.zero_div = w == "infinity",
    },
    FloatFlag {
        name: "float_undefined",
        words: &["error", "nan"],
        apply: |env, w| env.undefined = w == "nan",
    },
    FloatFlag {
        name: "float_underflow",
        words: &["ignore", "error"],
        apply: |env, w| env.underflow = w == "error",
    },
];

/// Makes the value of a flag of floating point take effect; does nothing for other flags.
pub(crate) fn apply_float_flag(env: &mut FloatEnv, flag: &str, word: &str) {
    if let Some(f) = FLOATS.iter().find(|f| f.name == flag) {
        (f.apply)(env, word);
    }
}

/// Flags of other systems that have a fixed value here.
const HABITS_FIXED: &[(&str, &str)] = &[
    ("character_escapes", "true"),
    ("emscripten", "false"),
    ("last_call_optimisation", "true"),
    ("prefer_rationals", "false"),
    ("threads", "false"),
    ("traditional", "false"),
];

/// Flags of other systems that have no effect here; the first value is the initial one.
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
    pub(crate) fn new() -> Flags {
        let mut f = Flags::typed();
        let small = (
            crate::machine::cell::MIN_SMALL,
            crate::machine::cell::MAX_SMALL,
        );
        f.fix("bounded", Value::Word("false"));
        f.fix("max_integer", Value::Int(i64::MAX));
        f.fix("min_integer", Value::Int(i64::MIN));
        f.fix("integer_rounding_function", Value::Word("toward_zero"));
        f.fix("max_arity", Value::Int(MAX_ARITY));
        for name in Flags::TYPED {
            // The value is in the field.
            f.add(name, Domain::Typed, Value::Word(""));
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
        f.add("gc", Domain::Words(&["true", "false"]), Value::Word("true"));
        // Flags that programs of other systems set or ask for.
        for (name, value) in HABITS_FIXED {
            f.fix(name, Value::Word(value));
        }
        for flag in FLOATS {
            let words = flag.words;
            f.add(flag.name, Domain::Words(words), Value::Word(words[0]));
        }
        for (name, words) in HABITS {
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

    /// Returns true if any character is read as another one.
    pub(crate) fn converts(&self) -> bool {
        self.char_conversion && !self.conversions.is_empty()
    }

    /// The text with its characters converted, if there are conversions (ISO 8.14.5).
    pub(crate) fn converted(&self, text: &str) -> Option<String> {
        let to = |c: char| self.conversions.get(&c).copied().unwrap_or(c);
        self.converts()
            .then(|| crate::syntax::convert_chars(text, to))
    }

    /// Visits every record that is the value of a flag.
    pub(crate) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        for f in self.table.values() {
            if let Value::Term(r) = &f.value {
                visit(r);
            }
        }
    }

    /// The flags' names, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(|k| &**k)
    }
}

/// The representation of quoted text that a value of the flag `back_quotes` names, without synonyms.
pub(crate) fn text(word: &str) -> Option<QuotedAs> {
    value_of(BACK_QUOTES, word).filter(|&t| word_of(BACK_QUOTES, t) == Some(word))
}

/// The representation of `"…"` that a value of the flag `double_quotes` names.
pub(crate) fn text_named(word: &str) -> Option<QuotedAs> {
    value_of(DOUBLE_QUOTES, word)
}

/// The name of a representation of quoted text.
pub(crate) fn text_word(text: QuotedAs) -> &'static str {
    word_of(BACK_QUOTES, text).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::Flags;

    #[test]
    fn typed_flags_take_their_initial_values() {
        let mut flags = Flags::new();
        for name in Flags::TYPED {
            let word = flags.typed_word(name);
            let word = word.unwrap_or_else(|| panic!("{name}: the initial value has no name"));
            assert!(Flags::is_typed_value(name, word));
            assert_eq!(flags.set_typed(name, word), Some(true));
            assert_eq!(flags.typed_word(name), Some(word));
            assert_eq!(flags.set_typed(name, "no such value"), Some(false));
        }
        assert_eq!(flags.set_typed("no such flag", "true"), None);
    }

    #[test]
    fn synonyms_are_shown_by_the_first_name() {
        let mut flags = Flags::new();
        assert_eq!(flags.set_typed("double_quotes", "string"), Some(true));
        assert_eq!(flags.typed_word("double_quotes"), Some("chars"));
    }
}
