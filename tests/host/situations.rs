//! The page `docs/situations.md`: what Horn says in situations that beginners meet, beside what SWI-Prolog said.
//!
//! A case of `situations/situations.txt` has a title, lines of a program, queries, the headline of SWI-Prolog 9, and a
//! verdict with its reason.

use horn::{Diagnostic, Error, Limit, Machine};
use std::fs;

const LIST: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/host/situations/situations.txt"
);
const INTRO: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/host/situations/intro.md"
);
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/situations.md");

/// Memory for recursion without end.
const MEMORY: usize = 32 << 20;

/// The sentence of a message, its place, and how to mend what it is about.
fn headline(d: &Diagnostic) -> String {
    let line = d
        .position()
        .map_or(String::new(), |p| format!("line {}: ", p.line));
    let hint = d.hint.as_ref().map_or(String::new(), |h| format!(" ({h})"));
    format!("{line}{}{hint}", d.message)
}

/// What Horn says about loading the program and about the queries.
fn outcome(program: &str, queries: &[&str]) -> Vec<String> {
    let mut machine = Machine::new();
    // As at the top level.
    let _ = machine.run("set_prolog_flag(protect_static_code, false)");
    machine.set_limit(Limit::Memory(Some(MEMORY)));
    let mut said = Vec::new();
    if !program.is_empty() {
        let (Ok(messages) | Err(Error::Load(messages))) = machine.consult_str("p.pl", program)
        else {
            panic!("{program} is not loaded");
        };
        said.extend(messages.iter().map(headline));
    }
    for query in queries {
        said.extend(machine.lint_query(query).iter().map(headline));
        said.extend(answer(&mut machine, query));
    }
    said
}

/// What Horn says about a query: the sentence of an error, or its output and its answers.
fn answer(machine: &mut Machine, query: &str) -> Vec<String> {
    machine.capture();
    let error = match machine.prepare(query) {
        Ok(prepared) => match machine.start(&prepared).next() {
            Some(Err(error)) => Some(error),
            _ => None,
        },
        Err(error) => Some(error),
    };
    let output = machine.end_capture();
    match error {
        Some(Error::Syntax(d)) => vec![headline(&d)],
        Some(error) => match machine.explain(&error) {
            Some(d) => vec![headline(&d)],
            None => vec![error.to_string()],
        },
        None if output.is_empty() => vec![machine.answers(query).trim().to_string()],
        None => vec![output.trim().to_string()],
    }
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .filter(|l| !l.trim().is_empty())
        .map(|l| format!("`{}`", l.trim_end().replace('`', "'").replace('|', "\\|")))
        .collect();
    lines.join("<br>")
}

#[test]
fn the_page_of_situations_shows_what_is_said() {
    let list = fs::read_to_string(LIST).expect("the list");
    let list = format!("\n{list}");
    let mut rows = String::new();
    let mut counts = [0; 3];
    for case in list.split("\n== ").skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title");
        let starts = |prefix: &'static str| {
            rest.lines()
                .filter_map(move |line| line.strip_prefix(prefix))
        };
        let queries: Vec<&str> = starts("?- ").collect();
        let is_program = |l: &&str| {
            !["?- ", "swi: ", "better: ", "level: ", "worse: "]
                .iter()
                .any(|p| l.starts_with(p))
        };
        let program: String = rest
            .lines()
            .filter(is_program)
            .map(|l| format!("{l}\n"))
            .collect();
        let program = if program.trim().is_empty() {
            String::new()
        } else {
            program
        };
        let horn = outcome(&program, &queries).join("\n");
        let swi: Vec<&str> = starts("swi: ").collect();
        let verdicts = ["better", "level", "worse"];
        let verdict = ["better: ", "level: ", "worse: "].map(|v| starts(v).next());
        let at = verdict.iter().position(Option::is_some).expect("a verdict");
        counts[at] += 1;
        let shown: String = program
            .lines()
            .map(str::to_string)
            .chain(queries.iter().map(|q| format!("?- {q}")))
            .collect::<Vec<_>>()
            .join("\n");
        rows.push_str(&format!(
            "| {title}<br>{} | {} | {} | {}: {} |\n",
            cell(&shown),
            cell(&horn),
            cell(&swi.join("\n")),
            verdicts[at],
            verdict[at].unwrap_or_default()
        ));
    }
    let [better, level, worse] = counts;
    let intro = fs::read_to_string(INTRO).expect("an introduction");
    let page = format!(
        "{intro}\nOf {} situations, Horn is better in {better}, level in {level}, worse in {worse}.\n\n| situation | Horn | SWI-Prolog | Horn is |\n|---|---|---|---|\n{rows}",
        better + level + worse
    );
    if std::env::var_os("BLESS").is_some() {
        fs::write(PAGE, &page).expect("the page is written");
    }
    let found = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        found == page,
        "BLESS=1 cargo test --test host situations writes {PAGE}"
    );
}
