//! Corrections of the mistakes that messages report, made from their hints.

use super::analysis::Analysis;
use crate::prolog::{Diagnostic, PartKind, Span};
use lsp_types as lsp;

/// A correction: its title, and the places that it changes.
#[derive(Debug)]
pub(super) struct Fix {
    pub(super) title: String,
    pub(super) edits: Vec<lsp::TextEdit>,
}

impl Analysis {
    /// The corrections of the mistake that a message reports, the best one first.
    pub(super) fn fixes(&self, m: &Diagnostic) -> Vec<Fix> {
        let (Some(span), Some(hint)) = (m.span, &m.hint) else {
            return Vec::new();
        };
        let by_check = match m.check.unwrap_or("") {
            "singleton" => self.mark_singletons(m, span),
            "misspelt_variable" => self.misspelt(span, hint),
            "marked_variable" => self.marked(span, hint),
            "unify_expression" | "compare_expression" | "fresh_comparison" | "assert_clause"
            | "argument_type" => {
                vec![self.replace(span, hint)]
            }
            "text_comparison" => {
                let atom = hint.strip_prefix("the atom: ");
                atom.map(|a| self.replace(span, a)).into_iter().collect()
            }
            "text_sum" if hint.starts_with("format(") => {
                self.replace_goal(span, hint).into_iter().collect()
            }
            "undefined" => self.near_name(span, m, hint).into_iter().collect(),
            _ => Vec::new(),
        };
        match by_check.is_empty() {
            true => self.directive(hint).into_iter().collect(),
            false => by_check,
        }
    }

    fn edit(&self, span: Span, text: &str) -> lsp::TextEdit {
        lsp::TextEdit {
            range: self.text.range(span),
            new_text: text.to_string(),
        }
    }

    fn replace(&self, span: Span, text: &str) -> Fix {
        Fix {
            title: format!("Replace by {text}"),
            edits: vec![self.edit(span, text)],
        }
    }

    /// Replaces the goal whose only argument is at a place.
    fn replace_goal(&self, span: Span, text: &str) -> Option<Fix> {
        let (_, part) = self.part_at(span.start)?;
        let mut goals = part.mentions.iter();
        let goal = goals.find(|m| m.span.end + 1 == span.start)?;
        let closes = self.text.text[span.end..].starts_with(')');
        let whole = Span {
            start: goal.span.start,
            end: span.end + 1,
        };
        closes.then(|| self.replace(whole, text))
    }

    /// Adds a `_` to each variable that a message lists.
    fn mark_singletons(&self, m: &Diagnostic, span: Span) -> Vec<Fix> {
        let Some((_, list)) = m.message.split_once(": ") else {
            return Vec::new();
        };
        let Some((number, _)) = self.part_at(span.start) else {
            return Vec::new();
        };
        let names: Vec<&str> = list.split(", ").collect();
        let places = names
            .iter()
            .flat_map(|name| self.variable_places(name, number));
        let edits = places.map(|s| self.edit(s, &format!("_{}", self.text.of(s))));
        let marked: Vec<String> = names.iter().map(|n| format!("_{n}")).collect();
        vec![Fix {
            title: format!("Mark as used once: {}", marked.join(", ")),
            edits: edits.collect(),
        }]
    }

    fn misspelt(&self, span: Span, hint: &str) -> Vec<Fix> {
        let rest = hint.strip_prefix("did you mean ");
        let Some((meant, marked)) = rest.and_then(|r| r.split_once("? If not, ")) else {
            return Vec::new();
        };
        [meant, marked].map(|name| self.replace(span, name)).into()
    }

    /// Removes the mark of a variable that occurs more than once.
    fn marked(&self, span: Span, hint: &str) -> Vec<Fix> {
        let (Some(name), Some((number, _))) = (hint.split(' ').next(), self.part_at(span.start))
        else {
            return Vec::new();
        };
        let places = self.variable_places(self.text.of(span), number);
        vec![Fix {
            title: format!("Rename to {name}"),
            edits: places.into_iter().map(|s| self.edit(s, name)).collect(),
        }]
    }

    /// Replaces the name of an undefined predicate, in the clause of the message, by the similar one of the hint.
    fn near_name(&self, span: Span, m: &Diagnostic, hint: &str) -> Option<Fix> {
        let meant = hint.strip_prefix("did you mean ")?.strip_suffix('?')?;
        let (name, _) = meant.rsplit_once('/')?;
        let (called, _) = m.message.split_once(" is called")?;
        let (_, part) = self.part_at(span.start)?;
        let undefined = part.mentions.iter().filter(|m| {
            let shown = format!("{}/{}", crate::prolog::quoted_atom(&m.name), m.arity);
            called.ends_with(&shown)
        });
        let edits: Vec<lsp::TextEdit> = undefined.map(|m| self.edit(m.span, name)).collect();
        (!edits.is_empty()).then(|| Fix {
            title: format!("Replace by {name}"),
            edits,
        })
    }

    /// Adds the directive that a hint contains below the first directives of the text.
    fn directive(&self, hint: &str) -> Option<Fix> {
        let from = &hint[hint.find(":- ")?..];
        let end = from.find(". ").map_or(from.len(), |i| i + 1);
        let directive = from[..end].trim_end_matches('.');
        let at = self.directives_end();
        Some(Fix {
            title: format!("Add {directive}."),
            edits: vec![self.edit(Span { start: at, end: at }, &format!("{directive}.\n"))],
        })
    }

    /// The start of the line for a new directive.
    fn directives_end(&self) -> usize {
        let parts = &self.outline.parts;
        let first = parts.iter().position(|p| p.kind != PartKind::Directive);
        let first = first.unwrap_or(parts.len());
        match first.checked_sub(1) {
            Some(last) => {
                let line = self.text.line_of(parts[last].span.end.saturating_sub(1));
                self.text.line_start(line + 1)
            }
            None => {
                // Above the first clause and its comment.
                let start = parts.first().map_or(0, |p| p.span.start);
                let mut line = self.text.line_of(start);
                while line > 0 && self.text.line(line - 1).starts_with('%') {
                    line -= 1;
                }
                self.text.line_start(line)
            }
        }
    }
}
