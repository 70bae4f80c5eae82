//! Help at a place of a text: documentation, completion, and the modes of the call that is being written.

use super::analysis::Analysis;
use super::document::{DocumentText, utf16_len};
use super::places::Named;
use crate::prolog::{
    CandidateKind, Documentation, Origin, Span, TokenClass, Vocabulary, documentation,
};
use lsp_types as lsp;
use std::collections::BTreeMap;
use std::path::Path;

/// The largest number of candidates that are sent at once.
const MOST_CANDIDATES: usize = 500;
/// The largest number of lines before and after a place in which its clause is looked for.
const CLAUSE_LINES: usize = 300;

/// The reference: the documentation of builtins, libraries and arithmetic functions, by name.
#[derive(Debug)]
pub(super) struct Reference(BTreeMap<String, Vec<Documentation>>);

impl Reference {
    pub(super) fn new() -> Reference {
        let mut all: BTreeMap<String, Vec<Documentation>> = BTreeMap::new();
        for d in documentation() {
            all.entry(d.name.clone()).or_default().push(d);
        }
        Reference(all)
    }

    /// The documentation of a name, with the arity if it is given and known.
    pub(super) fn of(&self, name: &str, arity: Option<usize>) -> Vec<&Documentation> {
        let all = self.0.get(name).map_or(&[][..], Vec::as_slice);
        let exact = all.iter().filter(|d| arity.is_none_or(|a| d.arity == a));
        exact.collect()
    }
}

/// Documentation as Markdown.
pub(super) fn markdown(d: &Documentation) -> String {
    let mut text = format!("```prolog\n{}.\n```\n", d.modes.join(".\n"));
    let origin = match &d.origin {
        Origin::Builtin { iso: Some(clause) } => format!("Builtin, ISO {clause}. "),
        Origin::Builtin { iso: None } => "Builtin. ".to_string(),
        Origin::Library { name, .. } => format!("`library({name})`. "),
        Origin::Function => "Arithmetic function. ".to_string(),
        _ => String::new(),
    };
    text.push_str(&origin);
    text.push_str(&d.text);
    for error in &d.errors {
        text.push_str(&format!("\n\nError: {error}."));
    }
    if !d.examples.is_empty() {
        text.push_str(&format!("\n\n```prolog\n{}\n```", d.examples));
    }
    text
}

/// The documentation of the name at a place.
pub(super) fn hover(
    analysis: &Analysis,
    reference: &Reference,
    offset: usize,
) -> Option<lsp::Hover> {
    let (named, span) = analysis.name_at(offset)?;
    let text = match &named {
        Named::Variable(..) => return None,
        Named::Predicate(name, arity) => match analysis.documented(name, *arity) {
            Some(own) => own,
            None => joined(&reference.of(name, Some(*arity)))?,
        },
        Named::Word(name) => joined(&reference.of(name, None))?,
    };
    Some(lsp::Hover {
        contents: lsp::HoverContents::Markup(lsp::MarkupContent {
            kind: lsp::MarkupKind::Markdown,
            value: text,
        }),
        range: Some(analysis.text.range(span)),
    })
}

fn joined(found: &[&Documentation]) -> Option<String> {
    let texts: Vec<String> = found.iter().take(4).map(|d| markdown(d)).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n---\n\n"))
}

/// The span of the clause around a place, by its lines: from behind a line that ends with a period to the next one.
/// The text there may be half-typed.
fn clause_around(text: &DocumentText, offset: usize) -> Span {
    let ends = |line: usize| {
        let line = text.line(line).trim_end();
        line.ends_with('.') || line.starts_with('%')
    };
    let here = text.line_of(offset);
    let mut first = here;
    while first > 0 && here - first < CLAUSE_LINES && !ends(first - 1) {
        first -= 1;
    }
    let mut last = here;
    while text.line_start(last + 1) < text.text.len() && last - here < CLAUSE_LINES && !ends(last) {
        last += 1;
    }
    Span {
        start: text.line_start(first),
        end: text.line_start(last + 1),
    }
}

/// The texts by which the piece before a place can be continued.
pub(super) fn complete(
    text: &DocumentText,
    offset: usize,
    vocabulary: &Vocabulary,
    folder: Option<&Path>,
) -> lsp::CompletionList {
    let clause = clause_around(text, offset);
    let part = text.of(clause);
    let at = offset - clause.start;
    let found = vocabulary.complete(part, at, &mut |path| names_in(folder, path));
    let range = text.range(Span {
        start: clause.start + found.start,
        end: offset,
    });
    let is_incomplete = found.candidates.len() > MOST_CANDIDATES;
    let items = found.candidates.into_iter().take(MOST_CANDIDATES);
    let item = |c: crate::prolog::Candidate| lsp::CompletionItem {
        filter_text: Some(c.text.clone()),
        text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit {
            range,
            new_text: c.text,
        })),
        label: c.label,
        kind: Some(match c.kind {
            CandidateKind::Predicate => lsp::CompletionItemKind::FUNCTION,
            CandidateKind::Variable => lsp::CompletionItemKind::VARIABLE,
            CandidateKind::Flag => lsp::CompletionItemKind::PROPERTY,
            CandidateKind::FlagValue => lsp::CompletionItemKind::VALUE,
            CandidateKind::Library => lsp::CompletionItemKind::MODULE,
            CandidateKind::File => lsp::CompletionItemKind::FILE,
        }),
        ..lsp::CompletionItem::default()
    };
    lsp::CompletionList {
        is_incomplete,
        items: items.map(item).collect(),
    }
}

/// The names in a folder, with `/` after those of folders.
pub(super) fn names_in(folder: Option<&Path>, path: &str) -> Vec<String> {
    let Some(folder) = folder else {
        return Vec::new();
    };
    let Ok(entries) = std::fs::read_dir(folder.join(path)) else {
        return Vec::new();
    };
    let name = |e: std::fs::DirEntry| {
        let end = if e.path().is_dir() { "/" } else { "" };
        Some(format!("{}{end}", e.file_name().to_str()?))
    };
    entries.flatten().take(2000).filter_map(name).collect()
}

/// Adds the documentation to a candidate that is a predicate, whose label is `append/2,3`.
pub(super) fn resolve(
    mut item: lsp::CompletionItem,
    analyses: &mut dyn Iterator<Item = &Analysis>,
    reference: &Reference,
) -> lsp::CompletionItem {
    let Some((name, arities)) = item.label.rsplit_once('/') else {
        return item;
    };
    let name = name.trim_matches('\'');
    let arities = arities.split(',').filter_map(|a| a.parse().ok());
    let own: Vec<&Analysis> = analyses.collect();
    let texts = arities.filter_map(|arity: usize| {
        let own = own.iter().find_map(|a| a.documented(name, arity));
        own.or_else(|| joined(&reference.of(name, Some(arity))))
    });
    let texts: Vec<String> = texts.take(4).collect();
    if !texts.is_empty() {
        item.documentation = Some(lsp::Documentation::MarkupContent(lsp::MarkupContent {
            kind: lsp::MarkupKind::Markdown,
            value: texts.join("\n\n---\n\n"),
        }));
    }
    item
}

/// The modes of the call in which a place is.
pub(super) fn signature(
    text: &DocumentText,
    offset: usize,
    analysis: Option<&Analysis>,
    reference: &Reference,
) -> Option<lsp::SignatureHelp> {
    let clause = clause_around(text, offset);
    let (name, argument) = call_at(&text.text[clause.start..offset])?;
    let mut found: Vec<&Documentation> = Vec::new();
    found.extend(analysis.and_then(|a| a.block(&name)));
    if found.is_empty() {
        found = reference.of(&name, None);
    }
    found.retain(|d| d.arity as u32 > argument && d.modes.iter().any(|m| m.contains('(')));
    let signatures = found
        .iter()
        .flat_map(|&d| d.modes.iter().map(move |mode| (mode, d)));
    let signatures: Vec<lsp::SignatureInformation> = signatures
        .map(|(mode, d)| lsp::SignatureInformation {
            label: mode.clone(),
            documentation: Some(lsp::Documentation::String(d.summary())),
            parameters: Some(parameters(mode)),
            active_parameter: Some(argument),
        })
        .collect();
    (!signatures.is_empty()).then_some(lsp::SignatureHelp {
        signatures,
        active_signature: Some(0),
        active_parameter: Some(argument),
    })
}

/// The innermost call that is open at the end of a text, and the number of the argument there.
fn call_at(text: &str) -> Option<(String, u32)> {
    let mut open: Vec<(Option<&str>, u32)> = Vec::new();
    let (mut functor, mut ended) = ("", 0);
    for (span, class) in crate::prolog::highlight(text) {
        let piece = &text[span.start..span.end];
        match (class, piece) {
            (TokenClass::Bracket, "(") => {
                let name = (ended == span.start && !functor.is_empty()).then_some(functor);
                open.push((name, 0));
            }
            (TokenClass::Bracket, "[" | "{") => open.push((None, 0)),
            (TokenClass::Bracket, _) => drop(open.pop()),
            (TokenClass::End, _) => open.clear(),
            (TokenClass::Punctuation, ",") => {
                if let Some((_, n)) = open.last_mut() {
                    *n += 1;
                }
            }
            _ => {}
        }
        functor = match class {
            TokenClass::Functor => piece,
            _ => "",
        };
        ended = span.end;
    }
    // Inside a list or brackets, the call around them is meant.
    while let Some((name, argument)) = open.pop() {
        if let Some(name) = name {
            return Some((name.trim_matches('\'').to_string(), argument));
        }
    }
    None
}

/// The places of the arguments in a mode, in UTF-16 units.
fn parameters(mode: &str) -> Vec<lsp::ParameterInformation> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (i, c) in mode.char_indices() {
        let ends = matches!((c, depth), (',' | ')', 1));
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if ends {
            let piece = &mode[start..i];
            let from = start + piece.len() - piece.trim_start().len();
            let label = [utf16_len(&mode[..from]), utf16_len(&mode[..i])];
            found.push(lsp::ParameterInformation {
                label: lsp::ParameterLabel::LabelOffsets(label),
                documentation: None,
            });
            if c == ')' {
                break;
            }
        }
        if ends || c == '(' && depth == 1 {
            start = i + 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{call_at, clause_around, parameters};
    use crate::editor::document::DocumentText;
    use lsp_types::ParameterLabel;

    #[test]
    fn the_open_call_and_its_argument() {
        let at = |text| call_at(text).map(|(name, n)| format!("{name} {n}"));
        assert_eq!(at("p(X) :- append(X, [a,b"), Some("append 1".into()));
        assert_eq!(at("p :- foldl(\"a,b\", Y, f(Z), "), Some("foldl 3".into()));
        assert_eq!(at("p :- (a, b"), None);
        assert_eq!(at("p(a). q(X, "), Some("q 1".into()));
        assert_eq!(at("p :- X = 'a b'("), Some("a b 0".into()));
        assert_eq!(at("p(a)"), None);
    }

    #[test]
    fn arguments_of_modes_have_places() {
        let mode = "foldl(:G_3, ?Xs, +f(A,B), -A) is nondet";
        let texts: Vec<String> = parameters(mode)
            .into_iter()
            .map(|p| match p.label {
                ParameterLabel::LabelOffsets([a, b]) => mode[a as usize..b as usize].to_string(),
                ParameterLabel::Simple(s) => s,
            })
            .collect();
        assert_eq!(texts, [":G_3", "?Xs", "+f(A,B)", "-A"]);
    }

    #[test]
    fn a_clause_is_found_by_its_lines() {
        let text = DocumentText::new("a.\n% note\np :-\n    q(\n    r.\ns.\n");
        let clause = clause_around(&text, 20);
        assert_eq!(text.of(clause), "p :-\n    q(\n    r.\n");
    }
}
