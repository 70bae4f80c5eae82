//! The page of common mistakes, `docs/errors.md`: what the top level prints for each, beside what SWI-Prolog printed.

use horn::{Error, Machine};
use std::fs;

const TEXTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/host/mistakes");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/errors.md");

/// What Horn prints about a query: the explanation, and the error term if there is one.
fn message(machine: &mut Machine, query: &str) -> String {
    let error = match machine.prepare(query) {
        Ok(prepared) => match machine.start(&prepared).next() {
            Some(Err(error)) => error,
            other => panic!("{query} has no error: {other:?}"),
        },
        Err(error) => error,
    };
    match &error {
        Error::Syntax(d) => format!("{d}\n"),
        error => {
            let explained = machine.explain(error).expect("an explanation");
            format!("{explained}\n   {error}.\n")
        }
    }
}

#[test]
fn the_page_shows_what_is_printed() {
    let read = |name: &str| fs::read_to_string(format!("{TEXTS}/{name}")).expect("a text");
    let mut machine = Machine::new();
    machine
        .consult_str("family.pl", &read("family.pl"))
        .expect("a program");
    let mut page = read("intro.md");
    let list = read("mistakes.txt");
    for case in list.split("== ").skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (query, swi) = rest.split_once('\n').expect("a query");
        let query = query.strip_prefix("?- ").expect("a query");
        let horn = message(&mut machine, query);
        page.push_str(&format!(
            "\n### {title}\n\n`{query}`\n\nHorn:\n\n```text\n{horn}```\n\nSWI-Prolog:\n\n```text\n{swi}```\n"
        ));
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(PAGE, &page).expect("the page is written");
    }
    let found = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        found == page,
        "BLESS=1 cargo test --test host mistakes writes {PAGE}"
    );
}
