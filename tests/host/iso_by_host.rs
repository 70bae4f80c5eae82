//! Files of Horn's builtins written once more through the public interface: 8.16 (`src/builtins/atoms.rs`), 8.3
//! (`types.rs`) and 8.4 (`compare.rs`) as a library of the host. The cases of `tests/iso` for these clauses must hold
//! of it as they stand.
//!
//! A program may not define a builtin of the standard under its name (7.5.2). So each name has `host_` before it or,
//! where it consists of symbol characters, `~` after it: in the library and in the texts of the cases.

use horn::{Call, Error, Exception, Int, Kind, Library, Machine, Strictness, TermId, Value, Var};
use std::cmp::Ordering;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

/// The files of cases, with the names that are the library's in them.
const CASES: &[(&str, &[&str])] = &[
    ("8_03_01_var", &["var"]),
    ("8_03_02_atom", &["atom"]),
    ("8_03_03_integer", &["integer"]),
    ("8_03_04_float", &["float"]),
    ("8_03_05_atomic", &["atomic"]),
    ("8_03_06_compound", &["compound"]),
    ("8_03_07_nonvar", &["nonvar"]),
    ("8_03_08_number", &["number"]),
    ("8_03_09_callable", &["callable"]),
    ("8_03_10_ground", &["ground"]),
    ("8_03_11_acyclic_term", &["acyclic_term"]),
    (
        "8_04_01_term_comparison",
        &["==", "\\==", "@<", "@=<", "@>", "@>="],
    ),
    ("8_04_02_compare", &["compare"]),
    ("8_16_01_atom_length", &["atom_length"]),
    ("8_16_02_atom_concat", &["atom_concat"]),
    ("8_16_03_sub_atom", &["sub_atom"]),
    ("8_16_04_atom_chars", &["atom_chars"]),
    ("8_16_05_atom_codes", &["atom_codes"]),
    ("8_16_06_char_code", &["char_code"]),
    ("8_16_07_number_chars", &["number_chars"]),
    ("8_16_07_number_chars_compared", &["number_chars"]),
    ("8_16_08_number_codes", &["number_codes"]),
];

#[test]
fn builtins_of_the_standard_can_be_written_through_the_public_interface() -> Result<(), Error> {
    let mut original = Machine::new();
    define(&mut original)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/iso");
    let mut failures = Vec::new();
    for (name, names) in CASES {
        let text = fs::read_to_string(folder.join(format!("{name}.pl"))).expect("a file of cases");
        let text = with_own_names(&text, names);
        let mut machine = original.fork();
        machine.consult_str(
            "import.pl",
            ":- op(700, xfx, [==~, \\==~, @<~, @=<~, @>~, @>=~]). :- use_module(library(iso)).",
        )?;
        machine.consult_str(name, &text)?;
        let report = machine.check_quads(name, &text, Strictness::Exact);
        assert!(report.checked > 5, "{name} has {} cases", report.checked);
        failures.extend(report.failures.iter().map(|f| format!("{name}: {f}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}

/// The name in the library of a builtin.
fn own_name(name: &str) -> String {
    match name.starts_with(char::is_alphabetic) {
        true => format!("host_{name}"),
        false => format!("{name}~"),
    }
}

/// A text in which these tokens are the names in the library.
fn with_own_names(text: &str, names: &[&str]) -> String {
    let class = |c: char| match c {
        '_' => 0,
        c if c.is_alphanumeric() => 0,
        c if "#$&*+-./:<=>?@^~\\".contains(c) => 1,
        _ => 2,
    };
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| class(c) == class(first);
        let end = match class(first) {
            2 => first.len_utf8(),
            _ => rest.find(|c| !same(c)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        match names.contains(&token) {
            true => renamed.push_str(&own_name(token)),
            false => renamed.push_str(token),
        }
        rest = after;
    }
    renamed
}

/// library(iso): the predicates of 8.3, 8.4.1, 8.4.2 and 8.16.
fn define(machine: &mut Machine) -> Result<(), Error> {
    let mut iso = machine.library("iso")?;
    type_tests(&mut iso)?;
    comparisons(&mut iso)?;
    iso.predicate("host_atom_length", 2, atom_length)?;
    iso.relation("host_atom_concat", 3, atom_concat)?;
    iso.relation("host_sub_atom", 5, sub_atom)?;
    iso.predicate("host_char_code", 2, char_code)?;
    for (kind, suffix) in [(Elements::Chars, "chars"), (Elements::Codes, "codes")] {
        iso.predicate(&format!("host_atom_{suffix}"), 2, move |call| {
            atom_list(call, kind)
        })?;
        iso.predicate(&format!("host_number_{suffix}"), 2, move |call| {
            number_list(call, kind)
        })?;
    }
    Ok(())
}

/// A name with its test.
type Test<T> = (&'static str, fn(T) -> bool);

fn type_tests(iso: &mut Library<'_>) -> Result<(), Error> {
    use Kind::{Atom, Compound, Float, Integer, Rational, Variable};
    let tests: [Test<Kind>; 9] = [
        ("var", |k| k == Variable),
        ("nonvar", |k| k != Variable),
        ("atom", |k| k == Atom),
        ("integer", |k| k == Integer),
        ("float", |k| k == Float),
        ("number", |k| matches!(k, Integer | Float | Rational)),
        ("atomic", |k| !matches!(k, Variable | Compound(_))),
        ("compound", |k| matches!(k, Compound(_))),
        ("callable", |k| matches!(k, Atom | Compound(_))),
    ];
    for (name, test) in tests {
        iso.predicate(&own_name(name), 1, move |call| {
            let term = call.term(0);
            Ok(test(call.kind(term)))
        })?;
    }
    iso.predicate("host_ground", 1, |call: &mut Call<'_>| {
        let term = call.term(0);
        Ok(call.variables(term).is_empty())
    })?;
    iso.predicate("host_acyclic_term", 1, |call: &mut Call<'_>| {
        let term = call.term(0);
        Ok(call.is_acyclic(term))
    })
}

fn comparisons(iso: &mut Library<'_>) -> Result<(), Error> {
    let tests: [Test<Ordering>; 6] = [
        ("==", Ordering::is_eq),
        ("\\==", Ordering::is_ne),
        ("@<", Ordering::is_lt),
        ("@=<", Ordering::is_le),
        ("@>", Ordering::is_gt),
        ("@>=", Ordering::is_ge),
    ];
    for (name, test) in tests {
        iso.predicate(&own_name(name), 2, move |call| {
            let (a, b) = (call.term(0), call.term(1));
            Ok(test(call.compare(a, b)))
        })?;
    }
    iso.predicate("host_compare", 3, |call: &mut Call<'_>| {
        let order = call.term(0);
        if call.kind(order) != Kind::Variable && !matches!(&*call.atom(order)?, "<" | "=" | ">") {
            return Err(Exception::domain_error("order", order));
        }
        let (a, b) = (call.term(1), call.term(2));
        let found = match call.compare(a, b) {
            Ordering::Less => '<',
            Ordering::Equal => '=',
            Ordering::Greater => '>',
        };
        call.unify(0, found)
    })
}

/// The text of an argument that is an atom or a variable.
fn optional_atom(call: &mut Call<'_>, i: usize) -> Result<Option<String>, Exception> {
    let term = call.term(i);
    match call.kind(term) {
        Kind::Variable => Ok(None),
        _ => Ok(Some(call.atom(term)?.into_owned())),
    }
}

/// An argument that is a count or a variable.
fn optional_count(call: &mut Call<'_>, i: usize) -> Result<Option<usize>, Exception> {
    let Some(count) = call.get::<Option<Int>>(i)? else {
        return Ok(None);
    };
    if count.is_negative() {
        return Err(Exception::domain_error("not_less_than_zero", count));
    }
    let count = count.to_i64().and_then(|n| usize::try_from(n).ok());
    Ok(Some(count.unwrap_or(usize::MAX)))
}

/// `atom_length(+Atom, ?Length)`
fn atom_length(call: &mut Call<'_>) -> Result<bool, Exception> {
    let atom = call.term(0);
    let length = call.atom(atom)?.chars().count();
    optional_count(call, 1)?;
    call.unify(1, length)
}

/// The places between the characters of a text.
fn places(text: &str) -> Vec<usize> {
    let starts = text.char_indices().map(|(i, _)| i);
    starts.chain([text.len()]).collect()
}

type Concatenation = (Value, Value, Value);

/// `atom_concat(?A, ?B, ?AB)`
fn atom_concat(call: &mut Call<'_>) -> Result<Vec<Concatenation>, Exception> {
    let (a, b) = (optional_atom(call, 0)?, optional_atom(call, 1)?);
    let whole = optional_atom(call, 2)?;
    let row = |a: &str, b: &str| {
        let atom = |text: &str| Value::Atom(text.to_string());
        (atom(a), atom(b), atom(&format!("{a}{b}")))
    };
    if let (Some(a), Some(b)) = (&a, &b) {
        return Ok(vec![row(a, b)]);
    }
    let whole = whole.ok_or_else(Exception::instantiation_error)?;
    let parts = places(&whole).into_iter().map(|i| whole.split_at(i));
    let fits = |known: &Option<String>, part| known.as_deref().is_none_or(|k| k == part);
    let parts = parts.filter(|&(start, end)| fits(&a, start) && fits(&b, end));
    Ok(parts.map(|(start, end)| row(start, end)).collect())
}

/// The arguments of `sub_atom/5`.
type SubAtom = (Var<'static>, usize, usize, usize, Value);

/// `sub_atom(+Atom, ?Before, ?Length, ?After, ?Sub)`
fn sub_atom(call: &mut Call<'_>) -> Result<impl Iterator<Item = SubAtom> + use<>, Exception> {
    let atom = call.term(0);
    let text = call.atom(atom)?.into_owned();
    let sub = optional_atom(call, 4)?;
    let (before, length) = (optional_count(call, 1)?, optional_count(call, 2)?);
    let after = optional_count(call, 3)?;
    let places = places(&text);
    let count = places.len() - 1;
    let found: Box<dyn Iterator<Item = (usize, usize)> + Send> = match sub {
        Some(sub) => Box::new(occurrences(&text, &places, &sub, [before, length, after])),
        None => Box::new(parts(count, before, length, after)),
    };
    Ok(found.map(move |(before, length)| {
        let part = &text[places[before]..places[before + length]];
        let after = count - before - length;
        (Var("_"), before, length, after, Value::Atom(part.into()))
    }))
}

/// Start and length of the occurrences of a text that agree with what is known.
fn occurrences(
    text: &str,
    places: &[usize],
    sub: &str,
    known: [Option<usize>; 3],
) -> impl Iterator<Item = (usize, usize)> + Send + use<> {
    let length = sub.chars().count();
    let agrees = |before: usize| {
        let found = [before, length, places.len() - 1 - before - length];
        found
            .iter()
            .zip(known)
            .all(|(f, k)| k.is_none_or(|k| k == *f))
    };
    let starts = (0..places.len()).filter(|&before| text[places[before]..].starts_with(sub));
    let starts: Vec<usize> = starts.filter(|&before| agrees(before)).collect();
    starts.into_iter().map(move |before| (before, length))
}

/// Start and length of the parts of a text with `count` characters, shortest first from each start.
fn parts(
    count: usize,
    before: Option<usize>,
    length: Option<usize>,
    after: Option<usize>,
) -> impl Iterator<Item = (usize, usize)> + Send {
    // The rest for one of the three, given the others; none if they are too much.
    let left = move |known: [Option<usize>; 2]| {
        let taken = known
            .iter()
            .flatten()
            .try_fold(0usize, |n, &k| n.checked_add(k));
        taken.and_then(|taken| count.checked_sub(taken))
    };
    let range = |all: Option<usize>, exact: bool| -> RangeInclusive<usize> {
        match all {
            Some(n) if exact => n..=n,
            Some(n) => 0..=n,
            // An empty range.
            None => RangeInclusive::new(1, 0),
        }
    };
    let most = left([length, after]);
    let starts = match before {
        Some(before) if most.is_some_and(|most| before <= most) => range(Some(before), true),
        Some(_) => range(None, true),
        None => range(most, length.is_some() && after.is_some()),
    };
    starts.flat_map(move |before| {
        let lengths = match length {
            Some(length) => range(left([Some(before), Some(length)]).map(|_| length), true),
            None => range(left([Some(before), after]), after.is_some()),
        };
        lengths.map(move |length| (before, length))
    })
}

/// The elements of a list that is a text.
#[derive(Clone, Copy)]
enum Elements {
    Chars,
    Codes,
}

impl Elements {
    /// The character that an element is.
    fn character(self, call: &mut Call<'_>, element: TermId) -> Result<char, Exception> {
        match self {
            Elements::Chars => call.value(element),
            Elements::Codes => {
                let code: Int = call.value(element)?;
                let code = code.to_i64().and_then(|n| u32::try_from(n).ok());
                let code = code.and_then(char::from_u32);
                code.ok_or_else(|| Exception::representation_error("character_code"))
            }
        }
    }

    /// The text of a list. With `partial`, none if there are variables in it or at its end, and else an error.
    fn text(
        self,
        call: &mut Call<'_>,
        list: TermId,
        partial: bool,
    ) -> Result<Option<String>, Exception> {
        let (elements, end) = call.elements(list);
        let mut is_complete = call.kind(end) != Kind::Variable;
        if is_complete {
            call.list(list)?;
        }
        is_complete &= elements.iter().all(|&e| call.kind(e) != Kind::Variable);
        if !is_complete && !partial {
            return Err(Exception::instantiation_error());
        }
        let mut text = String::new();
        for element in elements {
            if call.kind(element) != Kind::Variable {
                text.push(self.character(call, element)?);
            }
        }
        Ok(is_complete.then_some(text))
    }

    /// Unifies the second argument with the list of the elements of a text.
    fn unify(self, call: &mut Call<'_>, text: &str) -> Result<bool, Exception> {
        match self {
            Elements::Chars => call.unify(1, text),
            Elements::Codes => {
                let codes: Vec<u32> = text.chars().map(u32::from).collect();
                call.unify(1, codes)
            }
        }
    }
}

/// `atom_chars(?Atom, ?List)`, `atom_codes(?Atom, ?List)`
fn atom_list(call: &mut Call<'_>, elements: Elements) -> Result<bool, Exception> {
    let list = call.term(1);
    match optional_atom(call, 0)? {
        Some(text) => {
            elements.text(call, list, true)?;
            elements.unify(call, &text)
        }
        None => {
            let text = elements.text(call, list, false)?;
            call.unify(0, Value::Atom(text.unwrap_or_default()))
        }
    }
}

/// `char_code(?Char, ?Code)`
fn char_code(call: &mut Call<'_>) -> Result<bool, Exception> {
    let code = call.term(1);
    let known = call.kind(code) != Kind::Variable;
    match call.get::<Option<char>>(0)? {
        Some(c) => {
            if known {
                Elements::Codes.character(call, code)?;
            }
            call.unify(1, u32::from(c))
        }
        None if known => {
            let c = Elements::Codes.character(call, code)?;
            call.unify(0, c)
        }
        None => Err(Exception::instantiation_error()),
    }
}

/// `number_chars(?Number, ?List)`, `number_codes(?Number, ?List)`
fn number_list(call: &mut Call<'_>, elements: Elements) -> Result<bool, Exception> {
    let (number, list) = (call.term(0), call.term(1));
    let is_known = match call.kind(number) {
        Kind::Variable => false,
        Kind::Integer | Kind::Float | Kind::Rational => true,
        _ => return Err(Exception::type_error("number", number)),
    };
    if let Some(text) = elements.text(call, list, is_known)? {
        return call.unify(0, Value::parse_number(&text)?);
    }
    let text = call.get::<Value>(0)?.to_string();
    elements.unify(call, &text)
}
