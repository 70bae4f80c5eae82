//! The documentation of predicates and arithmetic functions, for `help/1`, `apropos/1` and the reference.
//!
//! It is made from the rows of the builtins, from the comments `%!` of the library files, and from the table of
//! evaluable functors. A machine keeps none of it.

use crate::base::evaluable;
use crate::machine::Cell;
use crate::system::flags::{FlagDomain, Flags};
use crate::system::host_state::HostDocument;
use crate::system::library::catalog::{FILES, LibraryEntry, entry};
use crate::system::load::messages::edit_distance;
use crate::system::{BuiltinRow, Res, Vm, det};
use std::fmt::{self, Write as _};

pub(super) const ROWS: &[BuiltinRow] = &[
    det(
        "$documentation",
        "+atom, ?integer, -list",
        "-",
        "The documentation of the predicates of a name, and of an arity if it is given, as lists of characters; or that of the library of the name.",
        documentation_texts,
    ),
    det(
        "$apropos",
        "+atom, -list",
        "-",
        "Lines, as lists of characters, on the predicates whose name or documentation has a part.",
        apropos_lines,
    ),
    det(
        "$near_names",
        "+atom, -list",
        "-",
        "Indicators, as lists of characters, of documented predicates with a similar name.",
        near_names,
    ),
];

/// The source of a piece of documentation.
///
/// ```
/// use horn::{Origin, documentation};
///
/// let all = documentation();
/// let append = all.iter().find(|d| d.name == "append" && d.arity == 3).unwrap();
/// assert!(matches!(append.origin, Origin::Library { name: "lists", .. }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Origin {
    /// A builtin predicate, with its clause of ISO 13211-1 if it is standard.
    Builtin {
        /// The number of the clause.
        iso: Option<&'static str>,
    },
    /// A predicate of a library.
    Library {
        /// The name of the library.
        name: &'static str,
        /// The path of the file in `prelude/`.
        file: &'static str,
    },
    /// A predicate of a library of the host.
    Host {
        /// The name of the library.
        library: String,
    },
    /// An evaluable functor.
    Function,
    /// A predicate of a program.
    Program,
}

/// The name of the page of a library file, `lists` for `lists/lists.pl`.
fn reference_page(file: &str) -> String {
    let stem = file.rsplit('/').next().unwrap_or(file);
    let stem = stem.strip_suffix(".pl").unwrap_or(stem);
    // Names of pages that are no libraries.
    match stem {
        "arithmetic" | "builtins" | "operators" | "flags" | "index" => format!("library_{stem}"),
        _ => stem.to_string(),
    }
}

/// The documentation of one predicate or arithmetic function.
///
/// ```
/// use horn::{Documentation, documentation_in};
///
/// let text = "%! twice(+X, -Y) is det.\n%\n%  `Y` is two times `X`.\ntwice(X, Y) :- Y is 2*X.\n";
/// let twice: &Documentation = &documentation_in(text)[0];
/// assert_eq!((&*twice.name, twice.arity), ("twice", 2));
/// assert!(twice.to_string().contains("`Y` is two times `X`."));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Documentation {
    /// The name.
    pub name: String,
    /// The number of arguments; of a nonterminal, that of the predicate.
    pub arity: usize,
    /// The modes: one or more lines such as `append(?Xs, ?Ys, ?Zs) is nondet`.
    pub modes: Vec<String>,
    /// The meaning and the errors, in lines.
    pub text: String,
    /// The errors of arguments that the modes exclude, in sentences, if they are not a part of the text.
    pub errors: Vec<String>,
    /// Queries with their answers, which are tested; empty if there are none.
    pub examples: String,
    /// The source.
    pub origin: Origin,
}

impl Documentation {
    /// The name and the number of arguments, `append/3`.
    ///
    /// ```
    /// let text = "%! twice(+X, -Y) is det.\n%\n%  `Y` is two times `X`.\n";
    /// assert_eq!(horn::documentation_in(text)[0].indicator(), "twice/2");
    /// ```
    pub fn indicator(&self) -> String {
        format!("{}/{}", crate::syntax::quoted_atom(&self.name), self.arity)
    }

    /// The page of the reference, without its extension: `lists`. None for a predicate of the host or of a program.
    ///
    /// ```
    /// let all = horn::documentation();
    /// let append = all.iter().find(|d| d.name == "append" && d.arity == 3).unwrap();
    /// assert_eq!(append.page().as_deref(), Some("lists"));
    /// ```
    pub fn page(&self) -> Option<String> {
        match &self.origin {
            Origin::Library { file, .. } => Some(reference_page(file)),
            Origin::Builtin { .. } => Some("builtins".to_string()),
            Origin::Function => Some("arithmetic".to_string()),
            Origin::Host { .. } | Origin::Program => None,
        }
    }

    /// The place on its page: `append-3`. Symbols become their code points.
    ///
    /// ```
    /// let all = horn::documentation();
    /// let append = all.iter().find(|d| d.name == "append" && d.arity == 3).unwrap();
    /// assert_eq!(append.anchor(), "append-3");
    /// ```
    pub fn anchor(&self) -> String {
        let mut id = String::new();
        for c in self.name.chars() {
            match c.is_ascii_alphanumeric() || c == '_' {
                true => id.push(c),
                // Writing to a string cannot fail.
                false => drop(write!(id, "x{:x}", u32::from(c))),
            }
        }
        format!("{id}-{}", self.arity)
    }

    /// The first sentence of the text.
    ///
    /// ```
    /// let text = "%! price(+Item, -Cents) is semidet.\n%\n%  The price of an item. Fails if it is not sold.\n";
    /// assert_eq!(horn::documentation_in(text)[0].summary(), "The price of an item.");
    /// ```
    pub fn summary(&self) -> String {
        let text = self.text.replace('\n', " ");
        match text.find(". ") {
            Some(end) => text[..=end].to_string(),
            None => text,
        }
    }
}

impl fmt::Display for Documentation {
    /// The text that `help/1` writes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mode in &self.modes {
            writeln!(f, "{mode}.")?;
        }
        match &self.origin {
            Origin::Builtin { iso: Some(clause) } => writeln!(f, "  Builtin, ISO {clause}.")?,
            Origin::Builtin { iso: None } => writeln!(f, "  Builtin.")?,
            Origin::Library { name, .. } => writeln!(f, "  library({name}).")?,
            Origin::Host { library } => writeln!(f, "  library({library}), of the host program.")?,
            Origin::Function => writeln!(f, "  Arithmetic function.")?,
            Origin::Program => {}
        }
        let errors: Vec<String> = self.errors.iter().map(|e| format!("Error: {e}.")).collect();
        for part in [&self.text, &errors.join("\n"), &self.examples] {
            if !part.is_empty() {
                writeln!(f)?;
            }
            for line in part.lines() {
                match line.is_empty() {
                    true => writeln!(f)?,
                    false => writeln!(f, "  {line}")?,
                }
            }
        }
        match self.page() {
            Some(page) => writeln!(f, "\n  docs/reference/{page}.md#{}", self.anchor()),
            None => Ok(()),
        }
    }
}

/// The documentation of a flag of a new machine.
///
/// ```
/// let all = horn::flag_documentation();
/// let bounded = all.iter().find(|flag| flag.name == "bounded").unwrap();
/// assert_eq!(bounded.values, "fixed");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FlagDocumentation {
    /// The name.
    pub name: String,
    /// The values that it takes, in Markdown; `fixed` if it cannot be changed.
    pub values: String,
    /// The meaning.
    pub text: &'static str,
}

/// The documentation of all flags of a new machine, by name.
///
/// ```
/// let all = horn::flag_documentation();
/// let unknown = all.iter().find(|f| f.name == "unknown").unwrap();
/// assert_eq!(unknown.values, "`error`, `fail`, `warning`");
/// assert!(all.iter().all(|f| f.text.ends_with('.')));
/// ```
pub fn flag_documentation() -> Vec<FlagDocumentation> {
    let flags = Flags::new();
    let words = |words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
        quoted.join(", ")
    };
    let rows = flags.table.iter().map(|(name, flag)| FlagDocumentation {
        name: name.to_string(),
        values: match flag.domain {
            FlagDomain::Fixed => "fixed".to_string(),
            FlagDomain::Typed => words(&Flags::typed_words(name)),
            FlagDomain::Words(values) => words(values),
            FlagDomain::Bytes => "a number of bytes".to_string(),
            FlagDomain::List => "a list".to_string(),
            FlagDomain::Any => "any term".to_string(),
        },
        text: flag.doc,
    });
    let mut all: Vec<FlagDocumentation> = rows.collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The documentation of all predicates and arithmetic functions: builtins first, then libraries in the order of
/// the catalog, then functions.
///
/// ```
/// let all = horn::documentation();
/// let append = all.iter().find(|d| d.name == "append" && d.arity == 3).unwrap();
/// assert_eq!(append.modes, ["append(?Xs, ?Ys, ?Zs) is nondet"]);
/// assert!(append.to_string().contains("library(lists)"));
/// assert!(append.examples.starts_with("?- append("));
/// assert!(append.summary().ends_with('.'));
/// ```
pub fn documentation() -> Vec<Documentation> {
    let rows = super::TABLES.iter().flat_map(|rows| rows.iter());
    let rows = rows.filter(|row| !row.name.starts_with('$'));
    let mut all: Vec<Documentation> = rows.map(of_row).collect();
    for (file, text) in FILES {
        all.extend(of_library(file, text));
    }
    all.extend(evaluable::rows().map(of_function));
    all
}

/// The documentation of everything that a machine has: that of its host's libraries last.
pub(crate) fn documentation_of(vm: &Vm) -> Vec<Documentation> {
    let of_host = |d: &HostDocument| Documentation {
        name: d.name.clone(),
        arity: d.arity,
        modes: vec![d.head.clone()],
        text: d.text.clone(),
        errors: Vec::new(),
        examples: String::new(),
        origin: Origin::Host {
            library: vm.atoms.text(d.library).to_string(),
        },
    };
    let mut all = documentation();
    all.extend(vm.ext.host.documents.iter().map(of_host));
    all
}

/// The documentation of an evaluable: `gcd(X: integer, Y: integer): integer`.
fn of_function(row: &evaluable::EvaluableRow) -> Documentation {
    let operands: Vec<String> = ["X", "Y", "Z"]
        .iter()
        .zip(row.operands)
        .map(|(x, operand)| format!("{x}: {}", operand.name()))
        .collect();
    let head = match operands.is_empty() {
        true => row.name.to_string(),
        false => format!("{}({})", row.name, operands.join(", ")),
    };
    Documentation {
        name: row.name.to_string(),
        arity: row.operands.len(),
        modes: vec![format!("{head}: {}", row.result.name())],
        text: format!("{}.", capitalized(row.doc)),
        errors: Vec::new(),
        examples: String::new(),
        origin: Origin::Function,
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.trim_end_matches('.').chars();
    match chars.next() {
        Some(c) => c.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

fn of_row(row: &BuiltinRow) -> Documentation {
    let modes = match row.modes {
        "" => row.name.to_string(),
        modes => format!("{}({modes})", row.name),
    };
    Documentation {
        name: row.name.to_string(),
        arity: row.arity() as usize,
        modes: vec![modes],
        text: row.doc.to_string(),
        errors: row.argument_errors(),
        examples: String::new(),
        origin: Origin::Builtin {
            iso: Some(row.iso).filter(|iso| *iso != "-"),
        },
    }
}

/// The documentation in a library file.
fn of_library(file: &'static str, text: &str) -> Vec<Documentation> {
    let stem = file.rsplit('/').next().unwrap_or(file);
    let origin = Origin::Library {
        name: stem.strip_suffix(".pl").unwrap_or(stem),
        file,
    };
    in_text(text, &origin)
}

/// The documentation in a program text. A block is one or more lines `%! Head is Determinism.`, a comment, and the
/// queries with answers below it.
///
/// ```
/// let text = "%! twice(+X, -Y) is det.\n%\n%  `Y` is two times `X`.\ntwice(X, Y) :- Y is 2*X.\n";
/// let found = horn::documentation_in(text);
/// assert_eq!((found[0].indicator().as_str(), found[0].text.as_str()), ("twice/2", "`Y` is two times `X`."));
/// ```
pub fn documentation_in(text: &str) -> Vec<Documentation> {
    in_text(text, &Origin::Program)
}

fn in_text(text: &str, origin: &Origin) -> Vec<Documentation> {
    let mut found: Vec<Documentation> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_prefix("%!") else {
            continue;
        };
        let mut heads = vec![head];
        while let Some(head) = lines.peek().and_then(|l| l.strip_prefix("%!")) {
            heads.push(head);
            lines.next();
        }
        let mut comment = Vec::new();
        while let Some(line) = lines.peek().and_then(|l| l.strip_prefix('%')) {
            comment.push(line.strip_prefix("  ").unwrap_or(line.trim_start()));
            lines.next();
        }
        let mut examples = Vec::new();
        let mut in_quad = false;
        while let Some(line) = lines.peek() {
            in_quad = match line {
                l if l.starts_with("?-") => true,
                // Descriptions are indented, or start with `;`, or are lines of output.
                l => in_quad && l.starts_with([' ', ';', '"', '|']),
            };
            if !in_quad {
                break;
            }
            examples.push(*line);
            lines.next();
        }
        add(&mut found, &heads, &comment, &examples, origin);
    }
    found
}

/// Adds one block: an entry for each name and arity among its heads.
fn add(
    found: &mut Vec<Documentation>,
    heads: &[&str],
    comment: &[&str],
    examples: &[&str],
    origin: &Origin,
) {
    let start = found.len();
    for head in heads {
        let head = head.trim().trim_end_matches('.');
        let (name, arity) = indicator(head);
        let known = found[start..]
            .iter_mut()
            .find(|d| d.name == name && d.arity == arity);
        match known {
            Some(d) => d.modes.push(head.to_string()),
            None => found.push(Documentation {
                name,
                arity,
                modes: vec![head.to_string()],
                text: comment.join("\n").trim().to_string(),
                errors: Vec::new(),
                examples: examples.join("\n"),
                origin: origin.clone(),
            }),
        }
    }
}

/// The name and arity of a head such as `append(?Xs, ?Ys, ?Zs) is nondet` or `seq(?Xs)// is multi`.
pub(crate) fn indicator(head: &str) -> (String, usize) {
    let end_of_quoted = |text: &str| {
        let inside = text.strip_prefix('\'')?;
        Some(inside.find('\'')? + 2)
    };
    let plain = head.split(" is ").next().unwrap_or(head).trim();
    let from = end_of_quoted(plain).unwrap_or(1).min(plain.len());
    let open = plain[from..].find('(').map(|i| i + from);
    let name = &plain[..open.unwrap_or(plain.len())];
    let nonterminal = plain.ends_with("//");
    let name = match open {
        None => name.trim_end_matches("//"),
        Some(_) => name,
    };
    let arguments = open.map_or(0, |open| arguments(&plain[open..]));
    let arity = arguments + if nonterminal { 2 } else { 0 };
    (name.trim_matches('\'').to_string(), arity)
}

/// The number of arguments in parentheses.
fn arguments(text: &str) -> usize {
    let mut depth = 0;
    let mut commas = 0;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => commas += 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    commas + 1
}

fn documentation_texts(vm: &mut Vm) -> Res {
    let name = vm.atoms.text(vm.x(0).as_atom()).to_string();
    let arity = vm.heap.deref(vm.x(1));
    let wanted =
        |d: &Documentation| d.name == name && (!arity.is_int() || arity.as_int() == d.arity as i64);
    let texts = documentation_of(vm);
    let mut texts: Vec<String> = texts
        .iter()
        .filter(|d| wanted(d))
        .map(ToString::to_string)
        .collect();
    if texts.is_empty() && !arity.is_int() {
        texts.extend(library_text(&name));
    }
    unify_texts(vm, &texts, 2)
}

/// The predicates of a library, a line each.
fn library_text(name: &str) -> Option<String> {
    let LibraryEntry::Rows(rows) = entry(name) else {
        return None;
    };
    let mut text = format!("library({name})\n\n");
    for row in rows {
        let (file, source) = FILES.get(usize::from(row))?;
        for d in of_library(file, source) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {:<26} {}", d.indicator(), d.summary());
        }
        let _ = writeln!(text, "\n  docs/reference/{}.md\n", reference_page(file));
    }
    Some(text)
}

fn apropos_lines(vm: &mut Vm) -> Res {
    let text = vm.atoms.text(vm.x(0).as_atom()).to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut lines: Vec<(bool, String)> = documentation_of(vm)
        .iter()
        .filter_map(|d| {
            let (name, text) = (d.name.to_lowercase(), d.text.to_lowercase());
            let is_found = words.iter().all(|w| name.contains(w) || text.contains(w));
            let line = format!("{:<28} {}\n", d.indicator(), d.summary());
            is_found.then(|| (!words.iter().any(|w| name.contains(w)), line))
        })
        .collect();
    // Those with such a name come first.
    lines.sort();
    lines.dedup();
    let named = lines.iter().filter(|(by_text, _)| !by_text).count();
    let shown = lines.len().min(named.max(MOST_LINES));
    let more = lines.len() - shown;
    lines.truncate(shown);
    let mut lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    if more > 0 {
        let have = match more {
            1 => "1 more has this in its documentation".to_string(),
            _ => format!("{more} more have this in their documentation"),
        };
        lines.push(format!(
            "% {have}. Several words find fewer: apropos('list sorted').\n"
        ));
    }
    unify_texts(vm, &lines, 1)
}

/// The lines of apropos/1 beyond which only predicates are shown whose names contain the words.
const MOST_LINES: usize = 40;

/// The number of similar names to show.
const NEAR: usize = 8;

fn near_names(vm: &mut Vm) -> Res {
    let text = vm.atoms.text(vm.x(0).as_atom()).to_string();
    let wanted: Vec<char> = text.chars().collect();
    let allowed = (wanted.len() / 3).clamp(1, 3);
    let mut near: Vec<(usize, String)> = documentation_of(vm)
        .iter()
        .filter_map(|d| {
            let distance = edit_distance(&wanted, &d.name, allowed);
            // The beginning of a name is as near as a name with one fault.
            let begins = wanted.len() > 2 && d.name.starts_with(&text);
            let distance = distance.or(begins.then_some(1))?;
            Some((distance, d.indicator()))
        })
        .collect();
    near.sort();
    near.dedup();
    near.truncate(NEAR);
    let names: Vec<String> = near.into_iter().map(|(_, name)| name).collect();
    unify_texts(vm, &names, 1)
}

/// Unifies an argument with a list of texts.
fn unify_texts(vm: &mut Vm, texts: &[String], argument: usize) -> Res {
    let texts: Vec<Cell> = texts.iter().map(|t| vm.heap.chars(t, Cell::NIL)).collect();
    let list = vm.heap.list(&texts, Cell::NIL);
    Ok(vm.unify(vm.x(argument), list))
}

#[cfg(test)]
mod tests {
    use super::{documentation, indicator};
    use std::collections::BTreeSet;

    #[test]
    fn heads_have_names_and_arities() {
        let rows = [
            ("append(?Xs, ?Ys, ?Zs) is nondet", "append", 3),
            ("halt is det", "halt", 0),
            ("#=(?X, ?Y) is semidet", "#=", 2),
            ("','(:A, :B) is nondet", ",", 2),
            ("seq(?Xs)// is multi", "seq", 3),
            ("eos// is semidet", "eos", 2),
            ("f(+[a,b], g(X,Y)) is det", "f", 2),
        ];
        for (head, name, arity) in rows {
            assert_eq!(indicator(head), (name.to_string(), arity), "{head}");
        }
    }

    #[test]
    fn every_predicate_has_a_text() {
        let mut seen = BTreeSet::new();
        for d in documentation() {
            assert!(!d.text.is_empty(), "{}/{}", d.name, d.arity);
            seen.insert((d.name.clone(), d.arity));
        }
        assert!(seen.len() > 1000);
    }
}
