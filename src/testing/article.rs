//! The program in the text of an article: clauses and directives between lines of prose.

use super::transcript::prompt;
use crate::prolog::{AtomId, Machine, Node, NodeId, PrintContext, ReadAs, Tree, atoms};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The number of words that make a line prose.
const WORDS: usize = 4;
/// Operators of clauses that other systems have.
const CLAUSE_OPERATORS: [&str; 5] = ["=>", "+:", "-:", "+?", "-?"];

/// The clauses and directives of an article, each from the start of its line, in order. Text between a query and
/// the next line of prose is the query's answer, and may show clauses that are not the program's.
pub(super) fn program(machine: &mut Machine, text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<ArticleClause> = Vec::new();
    let mut in_answer = false;
    let mut block = 0;
    let mut at = 0;
    while at < text.len() {
        let line_end = text[at..].find('\n').map_or(text.len(), |i| at + i + 1);
        let line = text[at..line_end].trim();
        if prompt(line).is_some() || line.starts_with("$ ") {
            in_answer = true;
        } else if is_prose(line) {
            in_answer = false;
            block += 1;
        } else if line.starts_with("/*") {
            at = text[at..].find("*/").map_or(text.len(), |i| at + i + 2);
            continue;
        } else if !in_answer
            && !line.is_empty()
            && let Some((end, predicate)) = clause(machine, text, at)
        {
            found.push(ArticleClause {
                range: at..end,
                predicate,
                block,
            });
            // The rest of the line is a comment, or nothing.
            at = text[end..].find('\n').map_or(text.len(), |i| end + i + 1);
            continue;
        }
        at = line_end;
    }
    let mut last: FxHashMap<(AtomId, u32), usize> = FxHashMap::default();
    for c in &found {
        c.predicate.map(|p| last.insert(p, c.block));
    }
    // Clauses of a predicate that is defined again further down are a draft.
    found.retain(|c| c.predicate.is_none_or(|p| last.get(&p) == Some(&c.block)));
    found.into_iter().map(|c| c.range).collect()
}

/// A clause or directive of an article.
struct ArticleClause {
    range: Range<usize>,
    /// The predicate that it defines, if that is known without its expansion.
    predicate: Option<(AtomId, u32)>,
    /// The number of lines of prose before it.
    block: usize,
}

/// The end of the answers after a query: the next line of prose, or else `end`.
pub(super) fn end_of_answers(text: &str, start: usize, end: usize) -> usize {
    let mut at = start;
    for line in text[start..end].split_inclusive('\n') {
        if at > start && is_prose(line.trim()) {
            return at;
        }
        at += line.len();
    }
    end
}

/// Returns true if a line is prose: it has at least [`WORDS`] words.
fn is_prose(line: &str) -> bool {
    let is_word = |w: &&str| {
        let w = w.trim_end_matches([',', '.', ';', ':', '?', '!']);
        !w.is_empty() && w.chars().all(char::is_alphabetic)
    };
    // The words of a comment after a clause do not count.
    let code = line.split('%').next().unwrap_or_default();
    code.split_whitespace().filter(is_word).count() >= WORDS
}

/// The end of the clause or directive that starts at a place, if there is one and nothing but a comment follows on
/// its last line, and its predicate.
fn clause(machine: &mut Machine, text: &str, at: usize) -> Option<(usize, Option<(AtomId, u32)>)> {
    let (term, end) = machine.read_term(text, at, ReadAs::FileTerm).ok()??;
    let rest = text[end..].lines().next().unwrap_or("").trim();
    let is_last = rest.is_empty() || rest.starts_with('%') || rest.starts_with("/*");
    let (tree, root) = (&term.tree, term.tree.root());
    let is_clause = is_clause(tree, root, machine.print_context());
    (is_last && is_clause).then(|| (end, predicate(tree, root, machine.print_context())))
}

/// Returns true if a term is a rule, a grammar rule, a directive, or a fact that is written with parentheses.
fn is_clause(tree: &Tree, t: NodeId, context: PrintContext<'_>) -> bool {
    let Node::Compound { name, arity, .. } = *tree.node(t) else {
        return false;
    };
    match arity {
        1 | 2 if name == atoms::NECK => true,
        2 if name == atoms::DCG_ARROW => true,
        2 if CLAUSE_OPERATORS.contains(&&*context.atoms.text(name)) => true,
        _ => {
            let is_name = context.atoms.text(name).starts_with(char::is_lowercase);
            is_name && !context.ops.is_op(name)
        }
    }
}

/// The predicate of a fact or rule.
fn predicate(tree: &Tree, t: NodeId, context: PrintContext<'_>) -> Option<(AtomId, u32)> {
    let (name, args) = tree.callable(t)?;
    let is_rule = name == atoms::NECK || CLAUSE_OPERATORS.contains(&&*context.atoms.text(name));
    match args {
        [_] if name == atoms::NECK => None,
        [_, _] if name == atoms::DCG_ARROW => None,
        [head, _] if is_rule => {
            let (name, args) = tree.callable(*head)?;
            Some((name, args.len() as u32))
        }
        args => Some((name, args.len() as u32)),
    }
}

#[cfg(test)]
mod tests {
    use super::program;
    use crate::prolog::Machine;

    #[test]
    fn clauses_between_lines_of_prose() {
        let text = "A title\n=====\nThe first of two programs is this one.\np(1). % one\np(X) :-\n    q(X). % two words and some more\n\
                    Facts.\nq(2).\n/* not\nq(3). */\n?- p(X).\nX = 1 ;\nX = 2.\n\n?- listing(r).\nr(3).\n\ntrue.\n\nThat was all \
                    that there is to say.\n:- use_module(library(lists)).\na --> [b].\ndon't. X = 1.\n";
        let found = program(&mut Machine::new(), text);
        let found: Vec<&str> = found.into_iter().map(|r| text[r].trim()).collect();
        let expected = [
            "p(1).",
            "p(X) :-\n    q(X).",
            "q(2).",
            ":- use_module(library(lists)).",
            "a --> [b].",
        ];
        assert_eq!(found, expected);
    }
}
