//! The table of Prolog flags (ISO 7.11) and of character conversions (8.14.5).
//!
//! Flags that Rust code reads are typed fields, a row each in `typed_flags!`; all others are terms.

use crate::base::clock::HAS_THREADS;
use crate::base::float_env::{FloatEnv, Rounding};
use crate::machine::OccursCheck;
use crate::machine::{Limits, Record};
use crate::syntax::QuotedAs;
use crate::system::environment::process_number;
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

/// The value of a flag in the table.
#[derive(Clone)]
pub(crate) enum FlagValue {
    Word(&'static str),
    Int(i64),
    /// `horn(Major,Minor,Patch,[])`
    Version,
    /// The number of processors that the process may use, which costs several system calls.
    Processors,
    Term(Record),
}

/// The values that a flag takes.
#[derive(Clone, Copy)]
pub(crate) enum FlagDomain {
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

/// A flag of the table.
#[derive(Clone)]
pub(crate) struct Flag {
    /// The meaning, in a sentence; empty for a flag that a program has made.
    pub(crate) doc: &'static str,
    pub(crate) domain: FlagDomain,
    pub(crate) value: FlagValue,
}

/// The options of the flag `answer_write_options` that have an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AnswerOptions {
    /// The number of levels of a term to show (`max_depth(N)`); none for that of the top level.
    pub(crate) depth: Option<u32>,
    /// True if a blank follows the comma between arguments (`spacing(next_argument)`).
    pub(crate) spaced: bool,
    /// False if atoms are not quoted (`quoted(false)`).
    pub(crate) quoted: bool,
    /// False if a list of characters is shown as text only where the program or the query has text in double quotes
    /// (`double_quotes(false)`).
    pub(crate) texts: bool,
}

impl AnswerOptions {
    /// Those of the empty list.
    pub(crate) const DEFAULT: AnswerOptions = AnswerOptions {
        depth: None,
        spaced: false,
        quoted: true,
        texts: true,
    };
}

/// The use of binary streams for text, and of text streams for bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StreamTypeCheck {
    /// Neither, as in the standard.
    Strict,
    /// Bytes of binary streams are characters, and characters of one byte are bytes.
    Loose,
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
/// The last three values choose among the predicates of libraries elsewhere; here each means all of them.
const AUTOLOAD: Words<bool> = &[
    ("true", true),
    ("false", false),
    ("explicit", true),
    ("user", true),
    ("user_or_explicit", true),
];
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
const STREAM_TYPE_CHECK: Words<StreamTypeCheck> = &[
    ("strict", StreamTypeCheck::Strict),
    ("loose", StreamTypeCheck::Loose),
    ("true", StreamTypeCheck::Strict),
    ("false", StreamTypeCheck::Loose),
];
/// Also the values of the option `syntax_errors` of `read_term/2,3`.
pub(crate) const SYNTAX_ERRORS: Words<OnSyntaxError> = &[
    ("error", OnSyntaxError::Throw),
    ("fail", OnSyntaxError::Fail),
    ("quiet", OnSyntaxError::Quiet),
    ("dec10", OnSyntaxError::Retry),
];
const DOUBLE_QUOTES: Words<QuotedAs> = &[
    ("chars", QuotedAs::Chars),
    ("codes", QuotedAs::Codes),
    ("atom", QuotedAs::Atom),
    ("string", QuotedAs::String),
];
const BACK_QUOTES: Words<QuotedAs> = &[
    ("chars", QuotedAs::Chars),
    ("codes", QuotedAs::Codes),
    ("atom", QuotedAs::Atom),
    ("error", QuotedAs::Error),
    ("string", QuotedAs::String),
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
    ($($(#[doc = $doc:literal])* $name:ident: $ty:ty = $initial:expr, $words:expr;)*) => {
        /// The flags of one machine.
        #[derive(Clone)]
        pub(crate) struct Flags {
            $($(#[doc = $doc])* pub $name: $ty,)*
            /// The flag `answer_write_options`.
            pub(crate) answer_options: AnswerOptions,
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
                    answer_options: AnswerOptions::DEFAULT,
                    table: IndexMap::default(),
                    conversions: IndexMap::default(),
                    bytes: 0,
                }
            }

            /// The names of the typed flags, with their documentation.
            const TYPED: &[(&str, &str)] = &[$((stringify!($name), concat!($($doc),*))),*];

            /// The name of a typed flag's value; `None` for other flags.
            pub(crate) fn typed_word(&self, flag: &str) -> Option<&'static str> {
                match flag {
                    $(stringify!($name) => word_of($words, self.$name),)*
                    _ => None,
                }
            }

            /// The names of a typed flag's values; empty for other flags.
            pub(crate) fn typed_words(flag: &str) -> Vec<&'static str> {
                match flag {
                    $(stringify!($name) => $words.iter().map(|(word, _)| *word).collect(),)*
                    _ => Vec::new(),
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
    /// Stored only: tracing and spy points do not depend on it.
    debug: bool = false, SWITCH;
    /// True if reading takes only the standard's tokens.
    iso: bool = false, BOOLEAN;
    /// True if variables in constraints must be written `?(X)` or `#X`.
    clpfd_monotonic: bool = false, BOOLEAN;
    /// True if programs find predicates of libraries that they do not import.
    autoload: bool = true, AUTOLOAD;
    /// True if `clause/2` must not see the static clauses of texts that are loaded from now on.
    protect_static_code: bool = true, BOOLEAN;
    /// True if program files may have text that the standard forbids and that has one sensible meaning.
    lenient_loading: bool = true, BOOLEAN;
    /// The effect of a syntax error in `read/1` and the like, unless an option says otherwise.
    syntax_errors: OnSyntaxError = OnSyntaxError::Throw, SYNTAX_ERRORS;
    /// `strict` if predicates for characters refuse binary streams, and those for bytes text streams; `loose` if the bytes of a
    /// binary stream are characters too, and characters of one byte are bytes.
    stream_type_check: StreamTypeCheck = StreamTypeCheck::Strict, STREAM_TYPE_CHECK;
}

/// A flag of floating point.
struct FloatFlag {
    name: &'static str,
    doc: &'static str,
    /// The values; that of the standard first.
    words: &'static [&'static str],
    /// Makes a value take effect.
    apply: fn(&mut FloatEnv, &str),
}

const FLOATS: &[FloatFlag] = &[
    FloatFlag {
        name: "float_rounding",
        doc: "The direction in which results of floating-point arithmetic are rounded.",
        words: Rounding::NAMES,
        apply: |env, w| env.rounding = Rounding::from_name(w).unwrap_or_default(),
    },
    FloatFlag {
        name: "float_overflow",
        doc: "The result of an overflow: an evaluation error, or an infinity.",
        words: &["error", "infinity"],
        apply: |env, w| env.overflow = w == "infinity",
    },
    FloatFlag {
        name: "float_zero_div",
        doc: "The result of a division of a float by zero: an evaluation error, or an infinity.",
        words: &["error", "infinity"],
        apply: |env, w| env.zero_div = w == "infinity",
    },
    FloatFlag {
        name: "float_undefined",
        doc: "The result of an undefined operation: an evaluation error, or not a number.",
        words: &["error", "nan"],
        apply: |env, w| env.undefined = w == "nan",
    },
    FloatFlag {
        name: "float_underflow",
        doc: "The result of an underflow: the nearest float, or an evaluation error.",
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

/// Flags of other systems that have a fixed value here, which a program may set, too.
const HABITS_FIXED: &[(&str, &str, &str)] = &[
    (
        "character_escapes",
        "true",
        "Escape sequences are read in quoted items.",
    ),
    (
        "max_table_subgoal_size",
        "infinite",
        "Tabled goals may have any size.",
    ),
    (
        "max_table_subgoal_size_action",
        "error",
        "What would happen to a tabled goal above the largest size.",
    ),
    (
        "max_table_answer_size",
        "infinite",
        "Answers of tabled goals may have any size.",
    ),
    (
        "max_table_answer_size_action",
        "error",
        "What would happen to an answer above the largest size.",
    ),
    (
        "max_answers_for_subgoal",
        "infinite",
        "Tabled goals may have any number of answers.",
    ),
    (
        "max_answers_for_subgoal_action",
        "error",
        "What would happen to an answer above the largest number.",
    ),
    (
        "encoding",
        "utf8",
        "The encoding of text streams that are opened without one.",
    ),
    ("emscripten", "false", "Horn does not run in a browser."),
    (
        "pipe",
        if cfg!(unix) { "true" } else { "false" },
        "Programs can run others, and read what they print.",
    ),
    (
        "prefer_rationals",
        "false",
        "A division of integers that is not exact is a float.",
    ),
    (
        "signals",
        "true",
        "An interrupt can be caught, and threads can signal each other.",
    ),
    (
        "threads",
        if HAS_THREADS { "true" } else { "false" },
        "Programs can make threads, each a machine of its own.",
    ),
    (
        "traditional",
        "false",
        "Lists are terms of `'.'/2`, and `[]` is an atom, as in the standard; there are no dictionaries.",
    ),
];

/// The documentation of flags that can be set and have no effect.
const STORED: &str = "Stored for programs of other systems; it has no effect.";

/// Flags of other systems that have no effect here; the first value is the initial one.
const HABITS: &[(&str, &[&str])] = &[
    ("gc", &["true", "false"]),
    ("verbose", &["normal", "silent"]),
    ("generate_debug_info", &["true", "false"]),
    ("last_call_optimisation", &["true", "false"]),
    ("on_error", &["print", "status", "halt"]),
    ("on_warning", &["print", "status", "halt"]),
    ("optimise", &["false", "true"]),
    ("report_error", &["true", "false"]),
    ("toplevel_print_anon", &["true", "false"]),
    ("user_flags", &["silent", "warning", "error"]),
    ("verbose_autoload", &["false", "true"]),
    ("verbose_file_search", &["false", "true"]),
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

/// A flag that cannot be changed: its name, value and documentation.
type FixedRow = (&'static str, fn() -> FlagValue, &'static str);

const FIXED: &[FixedRow] = &[
    (
        "bounded",
        || FlagValue::Word("false"),
        "Integers have any size.",
    ),
    (
        "max_integer",
        || FlagValue::Int(i64::MAX),
        "The greatest 64-bit integer; greater ones are integers too.",
    ),
    (
        "min_integer",
        || FlagValue::Int(i64::MIN),
        "The least 64-bit integer; lesser ones are integers too.",
    ),
    (
        "integer_rounding_function",
        || FlagValue::Word("toward_zero"),
        "The rounding of `(//)/2` and `(rem)/2`.",
    ),
    (
        "max_arity",
        || FlagValue::Int(MAX_ARITY),
        "The greatest number of arguments of a compound term.",
    ),
    (
        "max_procedure_arity",
        || FlagValue::Int(crate::compile::MAX_ARITY as i64),
        "The greatest number of arguments of a procedure.",
    ),
    (
        "max_tagged_integer",
        || FlagValue::Int(crate::machine::cell::MAX_SMALL),
        "The greatest integer that takes no memory of its own.",
    ),
    (
        "min_tagged_integer",
        || FlagValue::Int(crate::machine::cell::MIN_SMALL),
        "The least integer that takes no memory of its own.",
    ),
    (
        "dialect",
        || FlagValue::Word("horn"),
        "The name of the system.",
    ),
    (
        "emulated_dialect",
        || FlagValue::Word(crate::system::dialects::OWN),
        "The dialect of the text that is being loaded, or of all texts; `expects_dialect/1` sets it.",
    ),
    (
        "version",
        || FlagValue::Int(version()),
        "The version as an integer: 10000 × major + 100 × minor + patch.",
    ),
    (
        "version_data",
        || FlagValue::Version,
        "The version as a term `horn(Major,Minor,Patch,[])`.",
    ),
    ("unix", || FlagValue::boolean(cfg!(unix)), "True on a Unix."),
    (
        "windows",
        || FlagValue::boolean(cfg!(windows)),
        "True on Windows.",
    ),
    (
        "apple",
        || FlagValue::boolean(cfg!(target_vendor = "apple")),
        "True on a system of Apple.",
    ),
    (
        "address_bits",
        || FlagValue::Int(i64::from(usize::BITS)),
        "The number of bits of an address.",
    ),
    (
        "arch",
        || FlagValue::Word(ARCHITECTURE),
        "The processor and the operating system.",
    ),
    (
        "max_char_code",
        || FlagValue::Int(u32::from(char::MAX).into()),
        "The greatest code of a character.",
    ),
    (
        "pid",
        || FlagValue::Int(i64::from(process_number())),
        "The number of the process.",
    ),
    (
        "cpu_count",
        || FlagValue::Processors,
        "The number of processors that the process may use.",
    ),
];

/// The processor and the operating system, as SWI-Prolog writes them.
const ARCHITECTURE: &str = if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
    "x86_64-linux"
} else if cfg!(all(target_arch = "aarch64", target_os = "linux")) {
    "aarch64-linux"
} else if cfg!(all(target_arch = "aarch64", target_vendor = "apple")) {
    "arm64-darwin"
} else if cfg!(all(target_arch = "x86_64", target_vendor = "apple")) {
    "x86_64-darwin"
} else if cfg!(windows) {
    "x64-win64"
} else {
    "unknown"
};

impl FlagValue {
    fn boolean(is: bool) -> FlagValue {
        FlagValue::Word(if is { "true" } else { "false" })
    }
}

impl Default for Flags {
    fn default() -> Flags {
        Flags::new()
    }
}

impl Flags {
    /// The flags with their initial values.
    pub(crate) fn new() -> Flags {
        let mut f = Flags::typed();
        for (name, value, doc) in FIXED {
            f.add(name, FlagDomain::Fixed, value(), doc);
        }
        for (name, doc) in Flags::TYPED {
            // The value is in the field.
            f.add(
                name,
                FlagDomain::Typed,
                FlagValue::Word(""),
                doc.trim_start(),
            );
        }
        f.add_lists();
        // Flags that programs of other systems set or ask for.
        for (name, value, doc) in HABITS_FIXED {
            let only = FlagDomain::Words(std::slice::from_ref(value));
            f.add(name, only, FlagValue::Word(value), doc);
        }
        for flag in FLOATS {
            let words = flag.words;
            let first = FlagValue::Word(words[0]);
            f.add(flag.name, FlagDomain::Words(words), first, flag.doc);
        }
        for (name, words) in HABITS {
            f.add(
                name,
                FlagDomain::Words(words),
                FlagValue::Word(words[0]),
                STORED,
            );
        }
        for name in HABITS_ANY {
            f.add(name, FlagDomain::Any, FlagValue::Word("[]"), STORED);
        }
        f
    }

    /// Adds the flags whose values are lists or numbers and can be changed.
    fn add_lists(&mut self) {
        self.add(
            "answer_write_options",
            FlagDomain::List,
            FlagValue::Word("[]"),
            "How answers are written: `max_depth(N)`, the number of levels of a term that are shown (0: all); \
             `spacing(next_argument)`, a blank after each comma; `quoted(false)`. Other write options have no effect.",
        );
        self.add(
            "argv",
            FlagDomain::List,
            FlagValue::Word("[]"),
            "The arguments of the program, as atoms: those after `--` of the command line.",
        );
        let bytes = Limits::default().heap_bytes;
        self.add(
            "stack_limit",
            FlagDomain::Bytes,
            FlagValue::Int(bytes as i64),
            "The memory limit of the heap and the stacks together; a query that exceeds it ends with a resource error.",
        );
    }

    pub(crate) fn add(
        &mut self,
        name: &str,
        domain: FlagDomain,
        value: FlagValue,
        doc: &'static str,
    ) {
        let flag = Flag { doc, domain, value };
        self.table.insert(name.into(), flag);
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
            if let FlagValue::Term(r) = &f.value {
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
        for (name, _) in Flags::TYPED {
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
        assert_eq!(flags.set_typed("debug", "true"), Some(true));
        assert_eq!(flags.typed_word("debug"), Some("on"));
    }
}
