//! `horn playground`: the playground as one file, with programs as its examples.

use super::pages;
use crate::testing::Document;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;

/// The examples without files: a name, a title, a query, and the program.
const EXAMPLES: &[(&str, &str, &str, &str)] = &[
    (
        "family.pl",
        "A family",
        "ancestor_of(X, Y)",
        include_str!("../../web/pages/examples/family.pl"),
    ),
    (
        "fruehwirth.pl",
        "Queens: Frühwirth",
        "n_queens(8, Qs), board(Qs)",
        include_str!("../../programs/fruehwirth.pl"),
    ),
    (
        "triska_queens.pl",
        "Queens: Triska",
        "n_queens(8, Qs), labeling([ff], Qs), board_svg(Qs, 'board.svg', [])",
        include_str!("../../programs/triska_queens.pl"),
    ),
    (
        "sicstus_queens.pl",
        "Queens: SICStus",
        "queens(8, Qs, [ff]), board(Qs)",
        include_str!("../../programs/sicstus_queens.pl"),
    ),
    (
        "okeefe_queens.pl",
        "Queens: O'Keefe",
        "queens(8)",
        include_str!("../../programs/okeefe_queens.pl"),
    ),
    (
        "sicp_queens.pl",
        "Queens: SICP",
        "queens(6, Qs), board(Qs)",
        include_str!("../../programs/sicp_queens.pl"),
    ),
    (
        "zebra.pl",
        "A puzzle: who owns the zebra?",
        "solution(Owner)",
        include_str!("../../web/pages/examples/zebra.pl"),
    ),
    (
        "send.pl",
        "SEND + MORE = MONEY, with its search tree",
        "puzzle(Vars), search_tree(labeling([], Vars), 'tree.html')",
        include_str!("../../web/pages/examples/send.pl"),
    ),
    (
        "boxes.pl",
        "The boxes of a run",
        "trace_tree(perm([1,2,3], L), 'boxes.html')",
        include_str!("../../web/pages/examples/boxes.pl"),
    ),
    (
        "grammar.pl",
        "A grammar",
        "phrase(expression(V), \"2+3*(4-1)\")",
        include_str!("../../web/pages/examples/grammar.pl"),
    ),
    (
        "mistakes.pl",
        "A program with mistakes",
        "len([a,b], N)",
        include_str!("../../web/pages/examples/mistakes.pl"),
    ),
];

/// Writes the playground to a file. Program files become its examples, each with its first query.
pub(super) fn run(files: &[String], output: &Path, engine: Option<&Path>) -> ExitCode {
    let made = examples(files).and_then(|examples| {
        let data = pages::in_script(&examples);
        let engine = pages::engine(engine)?;
        let page = pages::page(pages::PLAYGROUND, &[("/*DATA*/", &data)], &engine);
        pages::write(output, &page)
    });
    pages::exit_code(made)
}

fn examples(files: &[String]) -> Result<Value, String> {
    if files.is_empty() {
        let example = |(name, title, query, program): &(&str, &str, &str, &str)| json!({ "name": name, "title": title, "query": query, "program": program });
        return Ok(EXAMPLES.iter().map(example).collect());
    }
    files.iter().map(|file| example_of(file)).collect()
}

fn example_of(file: &str) -> Result<Value, String> {
    let program = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let places = Document::Program.queries(&program);
    let query = places.first().map_or("", |place| &*place.query);
    let query = query.trim_start_matches("?-").trim().trim_end_matches('.');
    let name = Path::new(file).file_name().unwrap_or_default();
    Ok(json!({ "name": name.to_string_lossy(), "query": query, "program": program }))
}
