//! A builtin as one row beside its function: name, modes, clause of the standard, documentation.
//!
//! The arity, the checks of the arguments and the protection against redefinition are derived from the
//! row. Builtins in Rust are deterministic; predicates with several answers are written in `prelude/`.

use crate::machine::builtin::{ArgumentCheck, Type};
use crate::system::{Res, Vm};

/// A builtin's row.
pub(crate) struct BuiltinRow {
    /// The predicate's name.
    pub name: &'static str,
    /// Arguments, as in `"+integer, ?term"`; empty for arity 0. See [`det`].
    pub modes: &'static str,
    /// The clause of ISO 13211-1 or of its corrigenda, or `"-"`.
    pub iso: &'static str,
    /// The predicate's documentation: one sentence.
    pub doc: &'static str,
    /// The function.
    pub run: fn(&mut Vm) -> Res,
    /// True if it may run Prolog goals, and so must be called like a predicate.
    pub reentrant: bool,
    /// True if a call with the same arguments does the same: see [`repeatable`].
    pub is_repeatable: bool,
}

/// A deterministic builtin.
///
/// A mode is a sign and a word. The signs: `+` input (a variable is an instantiation error, another
/// type a type error), `?` input or variable, `:` input that carries its module, `-` output, `@` input
/// that is not changed; arguments with the last three are not checked. The words of [`CHECKED`] name the
/// types that are checked; `-var` demands a variable; the words of [`DESCRIBED`] are documentation, and
/// the function checks such arguments itself. Any other word is a compile-time error.
pub(crate) const fn det(
    name: &'static str,
    modes: &'static str,
    iso: &'static str,
    doc: &'static str,
    run: fn(&mut Vm) -> Res,
) -> BuiltinRow {
    assert!(
        modes_are_known(modes),
        "a mode has an unknown sign or word: see CHECKED and DESCRIBED in system/row.rs"
    );
    BuiltinRow {
        name,
        modes,
        iso,
        doc,
        run,
        reentrant: false,
        is_repeatable: false,
    }
}

/// A deterministic builtin that a loop without end may repeat: it reads nothing but its arguments and terms that these
/// lead to, and has no other effects than bindings, answers of `findall/3` and errors. Not so are input and output, clocks,
/// changes of the database or of a flag, and whatever depends on a state of Rust code. A loop that calls another
/// builtin is not reported (`Machine::watch_call`), so that in case of doubt a row is `det`.
pub(crate) const fn repeatable(
    name: &'static str,
    modes: &'static str,
    iso: &'static str,
    doc: &'static str,
    run: fn(&mut Vm) -> Res,
) -> BuiltinRow {
    BuiltinRow {
        is_repeatable: true,
        ..det(name, modes, iso, doc, run)
    }
}

/// A deterministic builtin that may run Prolog goals ([`crate::machine::Machine::call_once`]).
pub(crate) const fn reentrant(
    name: &'static str,
    modes: &'static str,
    iso: &'static str,
    doc: &'static str,
    run: fn(&mut Vm) -> Res,
) -> BuiltinRow {
    BuiltinRow {
        reentrant: true,
        ..det(name, modes, iso, doc, run)
    }
}

/// Words of modes whose types are checked before the function runs, with the signs `+` and `?`; `var`
/// with `-`.
const CHECKED: &[(&str, Type)] = &[
    ("atom", Type::Atom),
    ("atom_or_string", Type::AtomOrString),
    ("atomic", Type::Atomic),
    ("callable", Type::Callable),
    ("character", Type::Character),
    ("compound", Type::Compound),
    ("integer", Type::Integer),
    ("list", Type::List),
    ("nonvar", Type::Nonvar),
    ("number", Type::Number),
    ("var", Type::Var),
];

/// Words of modes that only describe an argument.
const DESCRIBED: &[&str] = &[
    "ball",
    "byte",
    "chars",
    "clause",
    "code",
    "directory",
    "evaluable",
    "file",
    "flag",
    "float",
    "head",
    "id",
    "in_byte",
    "in_character",
    "in_code",
    "io_mode",
    "module",
    "name",
    "names",
    "options",
    "position",
    "priority",
    "property",
    "source_sink",
    "specifier",
    "status",
    "stream",
    "stream_or_alias",
    "tail",
    "term",
    "text",
    "time",
    "value",
];

/// Returns true if each mode of a row is a sign and a known word.
const fn modes_are_known(modes: &str) -> bool {
    let m = modes.as_bytes();
    let mut at = 0;
    while at < m.len() {
        if !matches!(m[at], b'+' | b'-' | b'?' | b':' | b'@') {
            return false;
        }
        let start = at + 1;
        at = start;
        while at < m.len() && m[at] != b',' {
            at += 1;
        }
        if !is_word(m, start, at) {
            return false;
        }
        // Modes are separated by a comma and a space.
        if at < m.len() {
            if at + 2 >= m.len() || m[at + 1] != b' ' {
                return false;
            }
            at += 2;
        }
    }
    true
}

/// Returns true if the bytes of `m` from `start` to `end` are a word of a mode.
const fn is_word(m: &[u8], start: usize, end: usize) -> bool {
    let mut i = 0;
    while i < CHECKED.len() {
        if is_equal(m, start, end, CHECKED[i].0.as_bytes()) {
            return true;
        }
        i += 1;
    }
    i = 0;
    while i < DESCRIBED.len() {
        if is_equal(m, start, end, DESCRIBED[i].as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_equal(m: &[u8], start: usize, end: usize, word: &[u8]) -> bool {
    if end - start != word.len() {
        return false;
    }
    let mut i = 0;
    while i < word.len() {
        if m[start + i] != word[i] {
            return false;
        }
        i += 1;
    }
    true
}

impl BuiltinRow {
    /// The modes of the arguments, each as its sign and its word.
    fn modes(&self) -> impl Iterator<Item = (char, &'static str)> {
        // Modes are ASCII (`modes_are_known`), and the rows are read whenever Horn starts.
        let mut rest = self.modes;
        std::iter::from_fn(move || {
            let sign = char::from(*rest.as_bytes().first()?);
            let end = rest.bytes().position(|b| b == b',');
            let word = &rest[1..end.unwrap_or(rest.len())];
            rest = end.map_or("", |end| &rest[end + ", ".len()..]);
            Some((sign, word))
        })
    }

    /// The number of arguments of the predicate.
    pub(crate) fn arity(&self) -> u32 {
        let commas = self.modes.bytes().filter(|&b| b == b',').count();
        commas as u32 + u32::from(!self.modes.is_empty())
    }

    /// Returns true for internal predicates, whose names start with `$`.
    pub(crate) fn is_internal(&self) -> bool {
        self.name.starts_with('$')
    }

    /// Returns true if programs must not redefine the predicate: the standard defines it (ISO 7.5.2), or
    /// it is internal. Other names belong to the program.
    pub(crate) fn is_protected(&self) -> bool {
        self.iso != "-" || self.is_internal()
    }

    /// The meta-argument specifiers, if an argument carries its module.
    pub(crate) fn meta(&self) -> Option<Box<[u8]>> {
        if !self.modes.contains(':') {
            return None;
        }
        let specifier = |(sign, _)| if sign == ':' { b':' } else { b'?' };
        let specifiers: Box<[u8]> = self.modes().map(specifier).collect();
        Some(specifiers)
    }

    /// The errors of arguments that the modes exclude, in sentences.
    pub(crate) fn argument_errors(&self) -> Vec<String> {
        let error = |(i, (sign, word)): (usize, (char, &str))| {
            let n = i + 1;
            if !CHECKED.iter().any(|(w, _)| *w == word) {
                return None;
            }
            Some(match (sign, word) {
                ('-', "var") => format!("argument {n} is not a variable: uninstantiation_error"),
                ('+', "nonvar") => format!("argument {n} is a variable: instantiation_error"),
                ('+', _) => format!(
                    "argument {n} is a variable: instantiation_error; anything else: type_error({word},…)"
                ),
                ('?', _) => format!("argument {n} is something else: type_error({word},…)"),
                _ => return None,
            })
        };
        self.modes().enumerate().filter_map(error).collect()
    }

    /// The checks of the arguments that the modes demand.
    pub(crate) fn checks(&self) -> Box<[ArgumentCheck]> {
        let check = |(i, (sign, word)): (usize, (char, &str))| {
            // Most modes are skipped before words are compared: rows are registered when a machine is made.
            if matches!(sign, ':' | '@') || (sign == '-') != (word == "var") {
                return None;
            }
            let (_, ty) = *CHECKED.iter().find(|(w, _)| *w == word)?;
            Some(ArgumentCheck {
                arg: i as u16,
                ty,
                optional: sign == '?',
            })
        };
        self.modes().enumerate().filter_map(check).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::modes_are_known;

    #[test]
    fn a_typo_in_a_mode_is_found() {
        assert!(modes_are_known("") && modes_are_known("+integer, ?term, -var"));
        for wrong in [
            "+interger",
            "integer",
            "+integer,?term",
            "+integer, ",
            "*term",
        ] {
            assert!(!modes_are_known(wrong), "{wrong}");
        }
    }
}
