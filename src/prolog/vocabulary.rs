//! The vocabulary of a program for a writer of queries: names to complete, operators to colour, modes to hint at.
//!
//! A line editor, a notebook and an editor of programs use it while the machine is busy.

use super::fixed_names::FixedNames;
use super::remembered::Remembered;
use super::session::Machine;
use crate::syntax::lexer::Lexer;
use crate::syntax::{Span, Token, TokenClass, TokenKind, classify, quoted_atom};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The kind of a [`Candidate`].
///
/// ```
/// use horn::{CandidateKind, Machine, Remembered};
///
/// let vocabulary = Machine::new().vocabulary(&Remembered::new());
/// let text = "set_prolog_flag(double_q";
/// let found = vocabulary.complete(text, text.len(), &mut |_| Vec::new());
/// assert_eq!(found.candidates[0].kind, CandidateKind::Flag);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CandidateKind {
    /// A predicate.
    Predicate,
    /// A variable of the text, or `$X` for a value of an earlier answer.
    Variable,
    /// A Prolog flag.
    Flag,
    /// A value of a flag.
    FlagValue,
    /// A library.
    Library,
    /// A file or a folder.
    File,
}

/// A text by which a piece of a query can be replaced.
///
/// ```
/// use horn::{Machine, Remembered};
///
/// let mut machine = Machine::new();
/// machine.consult_str("f.pl", "parent(ann, bob).")?;
/// let found = machine.vocabulary(&Remembered::new()).complete("paren", 5, &mut |_| Vec::new());
/// let candidate = &found.candidates[0];
/// assert_eq!((&*candidate.text, &*candidate.label), ("parent(", "parent/2"));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The text to insert, from [`Completion::start`] to the cursor.
    pub text: String,
    /// The text to show in a list: `append/3` for `append(`.
    pub label: String,
    /// The kind.
    pub kind: CandidateKind,
}

/// The texts by which the piece before the cursor can be continued.
///
/// ```
/// use horn::{Completion, Machine, Remembered};
///
/// let vocabulary = Machine::new().vocabulary(&Remembered::new());
/// let found: Completion = vocabulary.complete("Xs = Xyz, Xy", 12, &mut |_| Vec::new());
/// assert_eq!((found.start, found.candidates.len()), (10, 1));
/// assert_eq!(found.candidates[0].text, "Xyz");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Completion {
    /// The byte offset where the piece starts.
    pub start: usize,
    /// The candidates, in order.
    pub candidates: Vec<Candidate>,
}

/// The names of a program and its libraries at one moment: for completion, colours and hints.
///
/// ```
/// use horn::{Machine, Remembered, TokenClass};
///
/// let mut machine = Machine::new();
/// machine.consult_str("f.pl", ":- op(700, xfx, likes). parent(ann, bob). parents(ann).")?;
/// let vocabulary = machine.vocabulary(&Remembered::new());
///
/// let found = vocabulary.complete("X = Y, paren", 12, &mut |_| Vec::new());
/// assert_eq!(found.start, 7);
/// let texts: Vec<&str> = found.candidates.iter().map(|c| c.text.as_str()).collect();
/// assert_eq!(texts, ["parent(", "parents("]);
///
/// let classes: Vec<TokenClass> = vocabulary.highlight("X likes Y").iter().map(|(_, c)| *c).collect();
/// assert_eq!(classes, [TokenClass::Variable, TokenClass::Operator, TokenClass::Variable]);
/// assert_eq!(vocabulary.hint("append(").as_deref(), Some("?Xs, ?Ys, ?Zs)"));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Vocabulary {
    operators: FxHashSet<String>,
    predicates: BTreeMap<String, BTreeSet<u32>>,
    flags: BTreeSet<String>,
    answers: Vec<String>,
    fixed: Arc<FixedNames>,
}

impl std::fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Vocabulary({} predicates)", self.predicates.len())
    }
}

/// Predicates whose argument is a predicate indicator.
const OF_INDICATORS: &[&str] = &["help", "edit", "listing", "spy", "nospy", "portray_clause"];
/// Predicates whose argument is a program file.
const OF_PROGRAMS: &[&str] = &[
    "consult",
    "ensure_loaded",
    "use_module",
    "load_files",
    "include",
    "edit",
    "reconsult",
    "compile",
];

impl Machine {
    /// Returns true if a query finds a predicate of this name and number of arguments: the program's own, a builtin,
    /// or one of a library.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// assert!(machine.defines("append", 3) && !machine.defines("append", 9));
    /// ```
    pub fn defines(&mut self, name: &str, arity: usize) -> bool {
        self.engine.defines(name, arity)
    }

    /// The names of the program and its libraries as they are now, with the variables that have values in earlier
    /// answers.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("f.pl", "parent(ann, bob).")?;
    /// let vocabulary = machine.vocabulary(&Remembered::new());
    /// assert!(vocabulary.predicates().any(|name| name == "parent"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn vocabulary(&mut self, answers: &Remembered) -> Vocabulary {
        self.vocabulary_in("user", answers)
    }

    /// As [`Machine::vocabulary`], with what a module of the program defines.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("m.pl", ":- module(m, []). hidden(1).")?;
    /// let names = machine.vocabulary_in("m", &Remembered::new());
    /// assert!(names.predicates().any(|name| name == "hidden"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn vocabulary_in(&mut self, module: &str, answers: &Remembered) -> Vocabulary {
        let module = self.engine.vm_mut().atoms.intern_transient(module);
        let mut predicates: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        for (name, arity) in self.engine.predicates(module) {
            if !name.starts_with('$') {
                predicates.entry(name).or_default().insert(arity);
            }
        }
        if self.fixed_names.is_none() {
            self.fixed_names = Some(Arc::new(FixedNames::new()));
        }
        Vocabulary {
            operators: self.engine.operators(module),
            predicates,
            flags: self.engine.flags(),
            answers: answers.names().map(|n| format!("${n}")).collect(),
            fixed: self.fixed_names.clone().unwrap_or_default(),
        }
    }
}

/// The place of the cursor in a text: the piece before it, and the call that it stands in.
struct CursorPlace<'t> {
    /// The start of the piece.
    start: usize,
    /// The piece, without an opening quote.
    piece: &'t str,
    /// The opening quote of the piece, if it is quoted.
    quote: Option<char>,
    /// The names of the calls that are open, innermost last; `[` for a list.
    calls: Vec<&'t str>,
    /// The arguments before the cursor's in the innermost call, as texts.
    arguments: Vec<&'t str>,
}

impl Vocabulary {
    /// The pieces of a text with their classes, as [`highlight`](crate::highlight), with the operators of the program.
    ///
    /// ```
    /// use horn::{Machine, Remembered, TokenClass};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("l.pl", ":- op(700, xfx, likes).")?;
    /// let vocabulary = machine.vocabulary(&Remembered::new());
    /// assert_eq!(vocabulary.highlight("X likes Y")[1].1, TokenClass::Operator);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn highlight(&self, text: &str) -> Vec<(Span, TokenClass)> {
        classify(text, &|name| self.operators.contains(name))
    }

    /// The names of predicates, sorted.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let vocabulary = Machine::new().vocabulary(&Remembered::new());
    /// assert!(vocabulary.predicates().any(|name| name == "append"));
    /// assert!(vocabulary.predicates().is_sorted());
    /// ```
    pub fn predicates(&self) -> impl Iterator<Item = &str> {
        self.predicates.keys().map(String::as_str)
    }

    /// The texts by which the piece before the byte offset `at` can be continued. `names_in` lists the names in a
    /// folder, with `/` after those of folders; the path is empty for the working directory.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let vocabulary = Machine::new().vocabulary(&Remembered::new());
    /// let found = vocabulary.complete("consult(fam", 11, &mut |folder| {
    ///     assert_eq!(folder, "");
    ///     vec!["family.pl".to_string()]
    /// });
    /// assert_eq!((found.start, &*found.candidates[0].text), (8, "family"));
    /// ```
    pub fn complete(
        &self,
        text: &str,
        at: usize,
        names_in: &mut dyn FnMut(&str) -> Vec<String>,
    ) -> Completion {
        let place = CursorPlace::of(text, at);
        let call = place.calls.last().copied().unwrap_or("");
        let mut found = match place.quote {
            Some(quote) => files(&place, Some(quote), names_in),
            None if place.piece.starts_with('$') => self.answer_variables(&place),
            None if place
                .piece
                .starts_with(|c: char| c == '_' || c.is_uppercase()) =>
            {
                variables(text, &place)
            }
            None => self.names(&place, call, names_in),
        };
        found.sort_by(|a, b| a.label.cmp(&b.label));
        Completion {
            start: place.start,
            candidates: found,
        }
    }

    /// The rest of the first mode of the predicate whose arguments are about to be written at the end of a text.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let vocabulary = Machine::new().vocabulary(&Remembered::new());
    /// assert_eq!(vocabulary.hint("X = 1, append(").as_deref(), Some("?Xs, ?Ys, ?Zs)"));
    /// assert_eq!(vocabulary.hint("append(X"), None);
    /// ```
    pub fn hint(&self, text: &str) -> Option<String> {
        let place = CursorPlace::of(text, text.len());
        let is_first = place.piece.is_empty() && place.quote.is_none() && text.ends_with('(');
        let modes = self.fixed.modes.get(*place.calls.last()?)?;
        let mode = modes.first().filter(|_| is_first)?;
        let (_, arguments) = mode.split_once('(')?;
        // Without the determinism.
        let arguments = arguments.split(" is ").next()?;
        Some(arguments.trim_end_matches('.').to_string())
    }

    fn answer_variables(&self, place: &CursorPlace<'_>) -> Vec<Candidate> {
        let found = self.answers.iter().filter(|n| n.starts_with(place.piece));
        found
            .map(|name| plain(name, CandidateKind::Variable))
            .collect()
    }

    /// The names that may stand at a place that starts with a lower-case letter, or that is empty.
    fn names(
        &self,
        place: &CursorPlace<'_>,
        call: &str,
        names_in: &mut dyn FnMut(&str) -> Vec<String>,
    ) -> Vec<Candidate> {
        let begins = |name: &&str| name.starts_with(place.piece);
        let of_flags = matches!(call, "set_prolog_flag" | "current_prolog_flag");
        if call == "library" {
            let names = self.fixed.libraries.iter().copied().filter(begins);
            return names.map(|n| plain(n, CandidateKind::Library)).collect();
        }
        if of_flags && place.arguments.is_empty() {
            let names = self.flags.iter().map(String::as_str).filter(begins);
            return names.map(|n| plain(n, CandidateKind::Flag)).collect();
        }
        if of_flags && let [flag] = place.arguments[..] {
            let values = self.fixed.flag_values.get(flag).into_iter().flatten();
            let values = values.map(String::as_str).filter(begins);
            return values.map(|n| plain(n, CandidateKind::FlagValue)).collect();
        }
        let is_program =
            OF_PROGRAMS.contains(&call) || place.calls == ["["] && place.starts_query();
        let mut found = Vec::new();
        if is_program {
            found = files(place, None, names_in);
            if OF_PROGRAMS.contains(&call) && "library".starts_with(place.piece) {
                found.push(Candidate {
                    text: "library(".to_string(),
                    label: "library(".to_string(),
                    kind: CandidateKind::Library,
                });
            }
        }
        if place.piece.is_empty() || is_program && call != "edit" {
            return found;
        }
        found.extend(self.predicates_of(place, OF_INDICATORS.contains(&call)));
        found
    }

    /// The predicates whose names begin with the piece, to be called or named.
    fn predicates_of(&self, place: &CursorPlace<'_>, as_indicators: bool) -> Vec<Candidate> {
        let named = self.predicates.range(place.piece.to_string()..);
        let named = named.take_while(|(name, _)| name.starts_with(place.piece));
        let mut found = Vec::new();
        for (name, arities) in named {
            let quoted = quoted_atom(name);
            let labels: Vec<String> = arities.iter().map(|a| format!("{quoted}/{a}")).collect();
            if as_indicators {
                found.extend(labels.iter().map(|l| plain(l, CandidateKind::Predicate)));
                continue;
            }
            let text = match arities.contains(&0) {
                true => quoted.to_string(),
                false => format!("{quoted}("),
            };
            let numbers: Vec<String> = arities.iter().map(u32::to_string).collect();
            found.push(Candidate {
                text,
                label: format!("{quoted}/{}", numbers.join(",")),
                kind: CandidateKind::Predicate,
            });
        }
        found
    }
}

fn plain(text: &str, kind: CandidateKind) -> Candidate {
    Candidate {
        text: text.to_string(),
        label: text.to_string(),
        kind,
    }
}

/// The variables of a text whose names begin with the piece, that at the cursor left out.
fn variables(text: &str, place: &CursorPlace<'_>) -> Vec<Candidate> {
    let mut names = BTreeSet::new();
    for (span, class) in classify(text, &|_| false) {
        let is_variable = matches!(class, TokenClass::Variable | TokenClass::Anonymous);
        let name = &text[span.start..span.end];
        if is_variable && span.start != place.start && name != "_" && name.starts_with(place.piece)
        {
            names.insert(name);
        }
    }
    let names = names.into_iter();
    names.map(|n| plain(n, CandidateKind::Variable)).collect()
}

/// The files whose paths begin with the piece. Without a quote, the names of program files without `.pl` that need
/// no quotes.
fn files(
    place: &CursorPlace<'_>,
    quote: Option<char>,
    names_in: &mut dyn FnMut(&str) -> Vec<String>,
) -> Vec<Candidate> {
    let (folder, start) = match place.piece.rfind('/') {
        Some(i) => place.piece.split_at(i + 1),
        None => ("", place.piece),
    };
    let names = names_in(folder);
    let hidden = start.starts_with('.');
    let names = names
        .iter()
        .filter(|n| n.starts_with(start) && (hidden || !n.starts_with('.')));
    let mut found = Vec::new();
    for name in names {
        let is_folder = name.ends_with('/');
        let (text, label) = match quote {
            Some(q) => {
                let close = if is_folder {
                    String::new()
                } else {
                    q.to_string()
                };
                (format!("{q}{folder}{name}{close}"), name.clone())
            }
            None => {
                let Some(stem) = name.strip_suffix(".pl").or(name.strip_suffix('/')) else {
                    continue;
                };
                if quoted_atom(stem).starts_with('\'') {
                    continue;
                }
                let end = if is_folder { "/" } else { "" };
                (format!("{folder}{stem}{end}"), name.clone())
            }
        };
        found.push(Candidate {
            text,
            label,
            kind: CandidateKind::File,
        });
    }
    found
}

impl<'t> CursorPlace<'t> {
    /// The place before a byte offset of a text.
    fn of(text: &'t str, at: usize) -> CursorPlace<'t> {
        let text = &text[..at];
        let mut lexer = Lexer::new(text, 0).with_answers(true);
        let mut place = CursorPlace {
            start: at,
            piece: "",
            quote: None,
            calls: Vec::new(),
            arguments: Vec::new(),
        };
        let mut open = Vec::new();
        let (mut last, mut functor) = (0..0, "");
        loop {
            let before = lexer.pos();
            let token = match lexer.next_token() {
                Ok(token) => token,
                Err(fault) => {
                    place.set_unfinished(text, before);
                    let end = lexer.after_fault(fault);
                    if end >= text.len() || end <= before {
                        break;
                    }
                    lexer.seek(end);
                    continue;
                }
            };
            if token.kind == TokenKind::Eof {
                break;
            }
            let is_call = !token.layout && last.end == token.start;
            place.bracket(text, &token, is_call.then_some(functor), &mut open);
            last = token.start..token.end;
            functor = match &token.kind {
                TokenKind::Name(_) | TokenKind::Quoted(_) => text[last.clone()].trim_matches('\''),
                _ => "",
            };
        }
        place.arguments = open.pop().map_or_else(Vec::new, |(_, arguments)| arguments);
        let word = &text[last.clone()];
        let is_word = word == "$" || word.ends_with(|c: char| c == '_' || c.is_alphanumeric());
        if place.quote.is_none() && last.end == at && is_word {
            place.start = last.start;
            place.piece = word;
            // A path of a file may be written without quotes: a/b.
            if place.is_in_file_list() {
                place.extend_over_path(text);
            }
        }
        place
    }

    /// Enters and leaves brackets at a token. `open` has the start of the present argument of each open bracket, and
    /// the arguments before it; `functor` is the name that a parenthesis follows at once.
    fn bracket(
        &mut self,
        text: &'t str,
        token: &Token<'t>,
        functor: Option<&'t str>,
        open: &mut Vec<(usize, Vec<&'t str>)>,
    ) {
        let name = &text[token.start..token.end];
        match &token.kind {
            TokenKind::End => {
                open.clear();
                self.calls.clear();
            }
            TokenKind::Punct('(') => {
                self.calls.push(functor.unwrap_or(name));
                open.push((token.end, Vec::new()));
            }
            TokenKind::Punct('[' | '{') => {
                self.calls.push(name);
                open.push((token.end, Vec::new()));
            }
            TokenKind::Punct(')' | ']' | '}') => {
                open.pop();
                self.calls.pop();
            }
            TokenKind::Punct(',') => {
                if let Some((start, arguments)) = open.last_mut() {
                    arguments.push(text[*start..token.start].trim());
                    *start = token.end;
                }
            }
            _ => {}
        }
    }

    fn is_in_file_list(&self) -> bool {
        let call = self.calls.last().copied().unwrap_or("");
        call == "[" || OF_PROGRAMS.contains(&call)
    }

    fn extend_over_path(&mut self, text: &'t str) {
        let end = self.start + self.piece.len();
        let is_part = |c: char| c == '_' || c == '/' || c.is_alphanumeric();
        let start = text[..end].rfind(|c| !is_part(c));
        self.start = start.map_or(0, |i| {
            i + text[i..].chars().next().map_or(1, char::len_utf8)
        });
        self.piece = &text[self.start..end];
    }

    /// The piece is a quoted item without its end that starts after `before`.
    fn set_unfinished(&mut self, text: &'t str, before: usize) {
        let rest = text[before..].trim_start();
        let start = text.len() - rest.len();
        if let Some(quote @ ('\'' | '"')) = rest.chars().next() {
            self.quote = Some(quote);
            self.start = start;
            self.piece = &rest[1..];
        }
    }

    /// Returns true if the innermost bracket opens the query.
    fn starts_query(&self) -> bool {
        self.calls.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::Vocabulary;
    use crate::prolog::{Machine, Remembered};

    fn vocabulary() -> Vocabulary {
        let mut machine = Machine::new();
        let program = "parent(a, b). parent(a). 'odd name'(1). go.";
        machine.consult_str("t.pl", program).expect("a program");
        let mut answers = Remembered::new();
        let mut query = machine.query("Xs = [1], Xylophone = a").expect("a query");
        let answer = query.next().expect("an answer").expect("no error");
        drop(query);
        answers.keep(answer);
        machine.vocabulary(&answers)
    }

    fn files(folder: &str) -> Vec<String> {
        let names: &[&str] = match folder {
            "" => &["family.pl", "a file.pl", "data.csv", "src/", ".hidden"],
            "src/" => &["queens.pl"],
            _ => &[],
        };
        names.iter().map(|n| n.to_string()).collect()
    }

    /// The text after the first `|`-marked place, for each candidate.
    fn completed(text: &str) -> Vec<String> {
        let at = text.find('|').expect("a cursor");
        let line = text.replacen('|', "", 1);
        let found = vocabulary().complete(&line, at, &mut files);
        let texts = found.candidates.iter();
        texts
            .map(|c| format!("{}{}", &line[..found.start], c.text))
            .collect()
    }

    #[test]
    fn predicates_are_completed() {
        assert_eq!(completed("paren|"), ["parent("]);
        assert!(completed("X = 1, g|").contains(&"X = 1, go".to_string()));
        assert_eq!(completed("help(paren|"), ["help(parent/1", "help(parent/2"]);
        assert!(completed("nothing_like_it|").is_empty());
        assert!(completed("f(é, paren|").contains(&"f(é, parent(".to_string()));
    }

    #[test]
    fn variables_are_completed() {
        assert_eq!(completed("Xs = Xyz, Xy|"), ["Xs = Xyz, Xyz"]);
        assert_eq!(completed("Y = $X|"), ["Y = $Xs", "Y = $Xylophone"]);
        assert!(completed("Y|").is_empty());
    }

    #[test]
    fn flags_and_libraries_are_completed() {
        assert_eq!(
            completed("set_prolog_flag(double_q|"),
            ["set_prolog_flag(double_quotes"]
        );
        let values = completed("set_prolog_flag(unknown, f|");
        assert_eq!(values, ["set_prolog_flag(unknown, fail"]);
        assert!(
            completed("use_module(library(clp|").contains(&"use_module(library(clpz".to_string())
        );
        assert_eq!(completed("use_module(libr|"), ["use_module(library("]);
    }

    #[test]
    fn files_are_completed() {
        assert_eq!(completed("[fam|"), ["[family"]);
        assert_eq!(completed("[s|"), ["[src/"]);
        assert_eq!(completed("[src/q|"), ["[src/queens"]);
        assert_eq!(completed("['a f|"), ["['a file.pl'"]);
        assert_eq!(completed("open('da|"), ["open('data.csv'"]);
        assert_eq!(completed("open(\"src/q|"), ["open(\"src/queens.pl\""]);
        assert_eq!(completed("consult(fam|"), ["consult(family"]);
    }

    #[test]
    fn hints_are_the_modes() {
        let v = vocabulary();
        assert_eq!(v.hint("X = 1, append(").as_deref(), Some("?Xs, ?Ys, ?Zs)"));
        assert_eq!(v.hint("append(X"), None);
        assert_eq!(v.hint("parent("), None);
        assert_eq!(v.hint("\"append("), None);
    }
}
