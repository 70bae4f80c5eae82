//! Reads the quads of a text: each query with the descriptions after it.

use super::expectation::{Description, describe};
use super::report::QuadPlace;
use crate::prolog::{
    AtomId, Lexer, Machine, Prepared, ReadAs, SourceMap, Span, SyntaxError, Token, TokenKind,
    as_query, is_answer_description, program_start,
};

/// The queries of a text with their places, found by its tokens alone: nothing is loaded or run. Terms that
/// start with `?-`, or have it after a label, are queries.
pub(super) fn query_places(text: &str) -> Vec<(usize, QuadPlace)> {
    let lines = SourceMap::new(text);
    let mut lexer = Lexer::new(text, program_start(text));
    let mut found = Vec::new();
    loop {
        let first = lexer.next_token();
        let start = match &first {
            Ok(token) if token.kind == TokenKind::Eof => return found,
            Ok(token) if token.kind == TokenKind::End => continue,
            Ok(token) => token.start,
            Err(_) => lexer.pos(),
        };
        let is_query =
            |t: &Result<Token<'_>, _>| matches!(t, Ok(t) if t.kind == TokenKind::Name("?-"));
        let mut after = lexer.pos();
        let mut query = is_query(&first);
        if !query {
            let second = lexer.next_token();
            query = is_query(&second);
            if query {
                after = lexer.pos();
            }
        }
        lexer.seek(after);
        let end = lexer.skip_to_end();
        if query {
            let place = QuadPlace {
                line: lines.position(start).line as usize,
                query: text[start..end].trim_end().to_string(),
            };
            found.push((start, place));
        }
        if end >= text.len() {
            return found;
        }
    }
}

/// A query with its descriptions, each of which must hold on a run of its own.
#[derive(Debug)]
pub(super) struct Quad {
    /// The query, or its syntax error, which the descriptions are then of.
    pub(super) query: Result<Prepared, Box<SyntaxError>>,
    /// The query, as written in the text.
    pub(super) text: String,
    /// The line where it starts.
    pub(super) line: usize,
    pub(super) descriptions: Vec<PlacedDescription>,
}

/// A description with its place.
#[derive(Debug)]
pub(super) struct PlacedDescription {
    pub(super) description: Result<Description, String>,
    /// From its first token to its final period.
    pub(super) span: Span,
    pub(super) line: usize,
}

/// Reads the quads of a text one at a time, so that changes of operators and flags by a query apply to the quads
/// after it.
pub(super) struct QuadReader<'t> {
    text: &'t str,
    lines: SourceMap<'t>,
    at: usize,
    read_as: ReadAs,
}

impl<'t> QuadReader<'t> {
    pub(super) fn new(text: &'t str) -> QuadReader<'t> {
        QuadReader {
            text,
            lines: SourceMap::new(text),
            at: program_start(text),
            read_as: ReadAs::FileTerm,
        }
    }

    /// As [`QuadReader::new`], with the operators of a module.
    pub(super) fn of_module(text: &'t str, module: AtomId) -> QuadReader<'t> {
        QuadReader {
            read_as: ReadAs::FileTermOf(module),
            ..QuadReader::new(text)
        }
    }

    /// The next quad. Terms that are neither queries nor descriptions are skipped: they are the program.
    pub(super) fn next(&mut self, machine: &mut Machine) -> Option<Quad> {
        let mut quad = self.query(machine)?;
        while let Some((part, end)) = self.description(machine) {
            self.at = end;
            add(&mut quad.descriptions, part);
        }
        for part in &mut quad.descriptions {
            if let Ok(d) = &mut part.description {
                d.attach_lines();
            }
        }
        Some(quad)
    }

    /// The next query, or a syntax error in text that starts as a query.
    fn query(&mut self, machine: &mut Machine) -> Option<Quad> {
        loop {
            let (text, at) = (self.text, self.at);
            match machine.read_term(text, at, self.read_as) {
                Ok(None) => return None,
                Ok(Some((term, end))) => {
                    self.at = end;
                    let Some(query) = as_query(&term.tree, term.tree.root()) else {
                        continue;
                    };
                    return Some(Quad {
                        text: text[term.span.start..end].to_string(),
                        line: self.lines.position(term.span.start).line as usize,
                        query: Ok(machine.prepared(term, query.goal)),
                        descriptions: Vec::new(),
                    });
                }
                Err(e) => {
                    let start = e.term_start.offset;
                    let end = after_fault(&e, at, text.len());
                    self.at = end;
                    if text.get(start..).is_some_and(|t| t.starts_with("?-")) {
                        return Some(Quad {
                            text: text[start..end].trim_end().to_string(),
                            line: self.lines.position(start).line as usize,
                            query: Err(e),
                            descriptions: Vec::new(),
                        });
                    }
                }
            }
        }
    }

    /// A syntax error in indented text where a description is expected.
    fn faulty_description(&self, e: &SyntaxError) -> Option<(PlacedDescription, usize)> {
        let start = e.term_start.offset;
        let before = self.text.get(self.at..start)?;
        if !before.ends_with([' ', '\t']) {
            return None;
        }
        let end = after_fault(e, self.at, self.text.len());
        let part = PlacedDescription {
            description: Err(format!("syntax error: {}", e.message)),
            span: Span { start, end },
            line: self.lines.position(start).line as usize,
        };
        Some((part, end))
    }

    /// The description at the present place, if there is one, and its end.
    fn description(&self, machine: &mut Machine) -> Option<(PlacedDescription, usize)> {
        let (term, end) = match machine.read_term(self.text, self.at, self.read_as) {
            Ok(read) => read?,
            Err(e) => return self.faulty_description(&e),
        };
        let (tree, root) = (&term.tree, term.tree.root());
        let names = machine.atoms();
        if as_query(tree, root).is_some() || !is_answer_description(tree, root, names) {
            return None;
        }
        let start = term.span.start;
        let part = PlacedDescription {
            description: describe(tree, names),
            span: Span { start, end },
            line: self.lines.position(start).line as usize,
        };
        Some((part, end))
    }
}

/// Adds a description, or appends it to the last one if that ends in a line of output.
fn add(parts: &mut Vec<PlacedDescription>, part: PlacedDescription) {
    if let (Some(last), Ok(next)) = (parts.last_mut(), &part.description)
        && let Ok(before) = &mut last.description
        && before.is_open()
    {
        before.append(next);
        last.span.end = part.span.end;
        return;
    }
    parts.push(part);
}

/// The offset at which to continue after a syntax error; always after `at`.
fn after_fault(e: &SyntaxError, at: usize, len: usize) -> usize {
    match e.resume > at {
        true => e.resume.min(len),
        false => len,
    }
}
