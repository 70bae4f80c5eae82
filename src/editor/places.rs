//! The places of predicates and variables in an analysed text: definitions, references, symbols, folds, new names.

use super::analysis::Analysis;
use super::document::DocumentText;
use super::uri::uri_of;
use crate::prolog::{Documentation, Mention, Part, PartKind, Span, TokenClass, quoted_atom};
use lsp_types as lsp;
use std::ops::Range;
use std::path::Path;

/// The name at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// A predicate.
    Predicate(String, usize),
    /// A variable of the part with this number.
    Variable(String, usize),
    /// A name that is no predicate, or in text that cannot be read.
    Word(String),
}

impl Analysis {
    /// The part of the text at a place, with its number.
    pub(super) fn part_at(&self, offset: usize) -> Option<(usize, &Part)> {
        let parts = &self.outline.parts;
        let i = parts.partition_point(|p| p.span.end < offset);
        let found = parts.get(i).filter(|p| p.span.start <= offset)?;
        // At the border of two parts, the second one counts if the place is its start.
        match parts.get(i + 1).filter(|p| p.span.start == offset) {
            Some(next) => Some((i + 1, next)),
            None => Some((i, found)),
        }
    }

    /// The name at a place, and where it stands.
    pub(super) fn name_at(&self, offset: usize) -> Option<(Named, Span)> {
        let (number, part) = self.part_at(offset)?;
        let holds = |m: &&Mention| m.span.start <= offset && offset <= m.span.end;
        if let Some(m) = part.head.iter().chain(&part.mentions).find(holds) {
            return Some((Named::Predicate(m.name.to_string(), m.arity), m.span));
        }
        let pieces = self.pieces(part.span);
        let (span, class) = pieces
            .into_iter()
            .find(|(s, c)| s.start <= offset && offset <= s.end && is_word(*c))?;
        let name = self.text.of(span).to_string();
        let named = match class {
            TokenClass::Variable | TokenClass::Anonymous => Named::Variable(name, number),
            _ => Named::Word(name.trim_matches('\'').to_string()),
        };
        Some((named, span))
    }

    /// The classes of the tokens in a part of the text.
    fn pieces(&self, span: Span) -> Vec<(Span, TokenClass)> {
        let pieces = self.vocabulary.highlight(self.text.of(span));
        let moved = pieces.into_iter().map(|(s, class)| {
            let span = Span {
                start: s.start + span.start,
                end: s.end + span.start,
            };
            (span, class)
        });
        moved.collect()
    }

    /// The places of a variable in a part.
    pub(super) fn variable_places(&self, name: &str, part: usize) -> Vec<Span> {
        if name == "_" {
            return Vec::new();
        }
        let Some(part) = self.outline.parts.get(part) else {
            return Vec::new();
        };
        let pieces = self.pieces(part.span).into_iter();
        let places = pieces.filter(|(span, class)| {
            matches!(class, TokenClass::Variable | TokenClass::Anonymous)
                && self.text.of(*span) == name
        });
        places.map(|(span, _)| span).collect()
    }

    /// The places where the text names a predicate; without `heads`, only those outside of heads of its clauses.
    pub(super) fn predicate_places(&self, name: &str, arity: usize, heads: bool) -> Vec<Span> {
        let is_it = |m: &&Mention| &*m.name == name && m.arity == arity;
        let mut places = Vec::new();
        for part in &self.outline.parts {
            places.extend(
                part.head
                    .iter()
                    .filter(is_it)
                    .filter(|_| heads)
                    .map(|m| m.span),
            );
            places.extend(part.mentions.iter().filter(is_it).map(|m| m.span));
        }
        places
    }

    /// The first clause of a predicate; of any arity if it is not known.
    pub(super) fn first_clause(&self, name: &str, arity: Option<usize>) -> Option<&Part> {
        self.outline.parts.iter().find(|p| {
            let head = p.head.as_ref();
            head.is_some_and(|m| &*m.name == name && arity.is_none_or(|a| a == m.arity))
        })
    }

    /// The places where the name at an offset is defined.
    pub(super) fn definitions(&self, uri: &lsp::Uri, offset: usize) -> Vec<lsp::Location> {
        let here = |span| lsp::Location {
            uri: uri.clone(),
            range: self.text.range(span),
        };
        let Some((named, _)) = self.name_at(offset) else {
            return Vec::new();
        };
        let (name, arity) = match named {
            Named::Variable(name, part) => {
                let places = self.variable_places(&name, part);
                return places.first().map(|s| here(*s)).into_iter().collect();
            }
            Named::Predicate(name, arity) => (name, Some(arity)),
            Named::Word(name) => (name, None),
        };
        if let Some(head) = self
            .first_clause(&name, arity)
            .and_then(|p| p.head.as_ref())
        {
            return vec![here(head.span)];
        }
        let key = (name.as_str().into(), arity.unwrap_or(0));
        let places = self.elsewhere.get(&key).into_iter().flatten();
        let elsewhere = places.filter_map(|(file, line)| {
            let start = lsp::Position::new(line.saturating_sub(1), 0);
            Some(lsp::Location {
                uri: uri_of(Path::new(file))?,
                range: lsp::Range { start, end: start },
            })
        });
        elsewhere.collect()
    }

    /// The symbols of the text: its predicates, each as often as its clauses stand apart.
    pub(super) fn symbols(&self) -> Vec<lsp::DocumentSymbol> {
        let mut found = Vec::new();
        for run in self.runs() {
            let parts = &self.outline.parts[run];
            let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
                continue;
            };
            let Some(head) = &first.head else { continue };
            let range = self.text.range(Span {
                start: first.span.start,
                end: last.span.end,
            });
            let clauses = parts.iter().filter(|p| p.kind == PartKind::Clause).count();
            #[allow(deprecated, reason = "the field has to be given")]
            found.push(lsp::DocumentSymbol {
                name: format!("{}/{}", quoted_atom(&head.name), head.arity),
                detail: Some(match clauses {
                    1 => "1 clause".to_string(),
                    n => format!("{n} clauses"),
                }),
                kind: lsp::SymbolKind::FUNCTION,
                tags: None,
                deprecated: None,
                range,
                selection_range: self.text.range(head.span),
                children: None,
            });
        }
        found
    }

    /// The parts of each predicate that follow each other; text that cannot be read does not come between them.
    fn runs(&self) -> Vec<Range<usize>> {
        let parts = &self.outline.parts;
        let key = |p: &Part| p.head.as_ref().map(|m| (m.name.clone(), m.arity));
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let Some(this) = key(part) else { continue };
            if let Some(run) = runs.last_mut()
                && key(&parts[run.start]).as_ref() == Some(&this)
                && parts[run.end..i].iter().all(|p| p.kind == PartKind::Fault)
            {
                run.end = i + 1;
                continue;
            }
            runs.push(i..i + 1);
        }
        runs
    }

    /// The parts that can be folded: clauses of several lines, and predicates of several clauses.
    pub(super) fn folds(&self) -> Vec<lsp::FoldingRange> {
        let runs = self.runs().into_iter().map(|run| {
            let parts = &self.outline.parts;
            (parts[run.start].span.start, parts[run.end - 1].span.end)
        });
        let parts = self
            .outline
            .parts
            .iter()
            .map(|p| (p.span.start, p.span.end));
        let mut found: Vec<(u32, u32)> = runs
            .chain(parts)
            .map(|(start, end)| {
                (
                    self.text.line_of(start) as u32,
                    self.text.line_of(end) as u32,
                )
            })
            .filter(|(start, end)| start < end)
            .collect();
        found.sort_unstable();
        found.dedup();
        let fold = |(start_line, end_line)| lsp::FoldingRange {
            start_line,
            end_line,
            ..lsp::FoldingRange::default()
        };
        found.into_iter().map(fold).collect()
    }

    /// The places that a new name for the name at an offset changes, with the text to put there.
    ///
    /// # Errors
    /// The reason why it cannot have this name, or another one.
    pub(super) fn rename(&self, offset: usize, new: &str) -> Result<Vec<lsp::TextEdit>, String> {
        let (named, _) = self.name_at(offset).ok_or("there is no name here")?;
        let (places, text) = match &named {
            Named::Variable(name, part) => {
                let starts = new.starts_with(|c: char| c == '_' || c.is_uppercase());
                if !starts || !new.chars().all(|c| c == '_' || c.is_alphanumeric()) || new == "_" {
                    return Err(format!("`{new}` is not the name of a variable"));
                }
                let known = self.variable_places(new, *part);
                if !known.is_empty() && new != name {
                    return Err(format!("the clause has a variable {new} already"));
                }
                (self.variable_places(name, *part), new.to_string())
            }
            Named::Predicate(name, arity) => {
                if new.is_empty() || new.starts_with(|c: char| c == '_' || c.is_uppercase()) {
                    return Err(format!("`{new}` is not the name of a predicate"));
                }
                if self.first_clause(name, Some(*arity)).is_none() {
                    return Err(format!("{name}/{arity} is not defined in this file"));
                }
                let new = plain(new);
                if new != name && self.first_clause(new, Some(*arity)).is_some() {
                    return Err(format!("{new}/{arity} is defined in this file already"));
                }
                let places = self.predicate_places(name, *arity, true);
                if places.iter().any(|s| self.is_operator(*s, *arity)) {
                    return Err(format!("{name}/{arity} is written as an operator"));
                }
                (places, new_name(new))
            }
            Named::Word(name) => return Err(format!("{name} is not a predicate of this file")),
        };
        let edit = |span| lsp::TextEdit {
            range: self.text.range(span),
            new_text: text.clone(),
        };
        Ok(places.into_iter().map(edit).collect())
    }

    /// Returns true if the name at a place is an operator between or before its operands.
    fn is_operator(&self, span: Span, arity: usize) -> bool {
        let rest = &self.text.text[span.end..];
        let is_indicator = rest.trim_start().starts_with('/');
        let pieces = self.vocabulary.highlight(self.text.of(span));
        let is_operator = pieces
            .first()
            .is_some_and(|(_, c)| *c == TokenClass::Operator);
        arity > 0 && is_operator && !rest.starts_with('(') && !is_indicator
    }

    /// The documentation of a predicate in the text: its block `%!`, or the comment above its first clause.
    pub(super) fn documented(&self, name: &str, arity: usize) -> Option<String> {
        let found = self
            .documentation
            .iter()
            .find(|d| d.name == name && d.arity == arity);
        if let Some(d) = found {
            return Some(super::help::markdown(d));
        }
        let part = self.first_clause(name, Some(arity))?;
        let comment = comment_above(&self.text, part.span.start);
        let first = self.text.line(self.text.line_of(part.span.start));
        Some(format!("```prolog\n{first}\n```\n{comment}"))
    }

    /// The block `%!` of a predicate of the text.
    pub(super) fn block(&self, name: &str) -> Option<&Documentation> {
        self.documentation.iter().find(|d| d.name == name)
    }
}

fn is_word(class: TokenClass) -> bool {
    use TokenClass::{Anonymous, Atom, Control, Functor, Operator, Variable};
    matches!(
        class,
        Anonymous | Atom | Control | Functor | Operator | Variable
    )
}

/// The lines of `%` comments directly above a place, without the signs.
fn comment_above(text: &DocumentText, offset: usize) -> String {
    let mut lines = Vec::new();
    let mut line = text.line_of(offset);
    while line > 0 {
        line -= 1;
        let Some(comment) = text.line(line).strip_prefix('%') else {
            break;
        };
        lines.push(comment.trim_start_matches(['%', '!']).trim().to_string());
    }
    lines.reverse();
    lines.join("\n")
}

/// The name of a predicate without the quotes that it may have been typed with.
pub(super) fn plain(name: &str) -> &str {
    let inner = name.strip_prefix('\'').and_then(|n| n.strip_suffix('\''));
    inner.unwrap_or(name)
}

/// The name of a predicate as it stands in a text.
pub(super) fn new_name(name: &str) -> String {
    quoted_atom(plain(name)).to_string()
}
