//! Finds the quads of a text: each query with the descriptions that follow it.

use super::describe::{Description, describe};
use crate::prolog::engine::ReadAs;
use crate::prolog::session::{Machine, Prepared};
use crate::syntax::quad::{as_query, is_answer_description};
use crate::syntax::{SourceMap, Span, SyntaxError, program_start};

/// A query with its descriptions, each of which must hold on a run of its own.
pub(super) struct Quad {
    pub(super) query: Prepared,
    /// The query as it stands in the text.
    pub(super) text: String,
    pub(super) descriptions: Vec<Part>,
}

/// A description and where it stands.
pub(super) struct Part {
    pub(super) description: Result<Description, String>,
    /// From its first token to its final period.
    pub(super) span: Span,
    pub(super) line: usize,
}

/// All quads of a text, read with the operators that hold now. What is not a term is left out:
/// loading has reported it.
pub(super) fn quads(machine: &mut Machine, text: &str) -> Vec<Quad> {
    let mut found = scan(machine, text);
    for part in found.iter_mut().flat_map(|q| &mut q.descriptions) {
        if let Ok(d) = &mut part.description {
            d.settle_lines();
        }
    }
    found
}

fn scan(machine: &mut Machine, text: &str) -> Vec<Quad> {
    let lines = SourceMap::new(text);
    let engine = machine.engine();
    let mut found: Vec<Quad> = Vec::new();
    // Whether a description may follow here.
    let mut open = false;
    let mut at = program_start(text);
    loop {
        let (term, end) = match engine.read(text, at, ReadAs::FileTerm) {
            Ok(Some(read)) => read,
            Ok(None) => return found,
            Err(e) => match after_fault(&e, at, text.len()) {
                Some(next) => {
                    at = next;
                    open = false;
                    continue;
                }
                None => return found,
            },
        };
        let span = Span {
            start: term.span.start,
            end,
        };
        at = end;
        if let Some(query) = as_query(&term.tree, term.tree.root()) {
            open = true;
            found.push(Quad {
                query: Prepared::new(term, query.goal),
                text: text[span.start..span.end].to_string(),
                descriptions: Vec::new(),
            });
            continue;
        }
        open &= is_answer_description(&term.tree, term.tree.root(), engine.tables().atoms);
        if let (true, Some(quad)) = (open, found.last_mut()) {
            let line = lines.position(span.start).line as usize;
            let description = describe(&term.tree, engine.tables().atoms);
            add(&mut quad.descriptions, description, span, line);
        }
    }
}

/// Adds a description, or continues the one before if that ends in a line of output.
fn add(parts: &mut Vec<Part>, description: Result<Description, String>, span: Span, line: usize) {
    if let (Some(last), Ok(next)) = (parts.last_mut(), &description)
        && let Ok(before) = &mut last.description
        && before.is_open()
    {
        before.append(next);
        last.span.end = span.end;
        return;
    }
    parts.push(Part {
        description,
        span,
        line,
    });
}

/// Where to go on after a syntax error; the scan always gets further.
fn after_fault(e: &SyntaxError, at: usize, len: usize) -> Option<usize> {
    (e.resume > at && e.resume < len).then_some(e.resume)
}
