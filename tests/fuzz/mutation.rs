//! Mutated texts: reading and loading them ends, and leaves the machine usable.

use crate::{Random, for_seeds};
use horn::{Limit, Machine};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The texts that a mutation inserts: characters and tokens that begin or end a term.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    ",",
    ".",
    ". ",
    "'",
    "\"",
    "`",
    "\\",
    "0'",
    "0x",
    "1e",
    "/*",
    "*/",
    "%",
    "\n",
    " ",
    "-->",
    ":- ",
    "?- ",
    ":-",
    "|-",
    "\u{0}",
    "\u{e9}",
    "\u{2192}",
    "_",
    "X",
    "99999999999999999999",
    "1.0e400",
    "- ",
    "a:b:",
    "$",
    "\\x41\\",
    "\\u12",
    "{}",
    "[]",
    "'\\\n'",
    "op(700,xfx,=>)",
    ";",
    "->",
    "!",
];

/// The texts that are mutated: the examples of the standard.
fn seeds() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/iso");
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries.map(|e| e.expect("a file").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "pl"));
    paths.sort();
    paths
        .iter()
        .map(|p| fs::read_to_string(p).expect("a text"))
        .collect()
}

/// A part of a text, with some changes. Directives become facts: they would run.
fn mutated(r: &mut Random, texts: &[String]) -> String {
    let all: Vec<char> = texts[r.below(texts.len())].chars().collect();
    let from = r.below(all.len());
    let mut part: Vec<char> = all[from..].iter().copied().take(600).collect();
    for _ in 0..1 + r.below(8) {
        let at = r.below(part.len() + 1);
        match r.below(4) {
            0 => {
                let end = (at + r.below(9)).min(part.len());
                part.drain(at..end);
            }
            1 => {
                let end = (at + r.below(30)).min(part.len());
                let again: Vec<char> = part[at..end].to_vec();
                part.splice(at..at, again);
            }
            _ => {
                let piece = r.of(PIECES);
                let times = [1, 1, 1, 400][r.below(4)];
                part.splice(at..at, piece.repeat(times).chars());
            }
        }
    }
    part.into_iter().collect::<String>().replace(":-", "<-")
}

#[test]
fn mutated_texts_are_read_and_loaded() {
    let texts = seeds();
    let mut m = Machine::new();
    m.set_output(Box::new(std::io::sink()));
    m.set_error_output(Box::new(std::io::sink()));
    m.set_limit(Limit::CatchableMemory(Some(64 << 20)));
    m.consult_str(
        "reading.pl",
        "'the whole text' :- repeat, catch(read(X), _, true), X == end_of_file, !.",
    )
    .expect("a program");
    for_seeds(1500, |seed| {
        let mut r = Random::new(seed);
        let text = mutated(&mut r, &texts);
        m.set_limit(Limit::Time(Some(Duration::from_secs(10))));
        // Errors are expected; that it ends, and that no panic comes, is the test.
        let loaded = m.consult_str("mutated.pl", &text);
        if let Err(horn::Error::Resource(ball)) = loaded {
            panic!("seed {seed}: {ball}\n{text}");
        }
        m.set_input(Box::new(std::io::Cursor::new(text.clone().into_bytes())));
        match m.run("'the whole text'") {
            Ok(_) => {}
            Err(e) => panic!("seed {seed}: {e}\n{text}"),
        }
        m.set_limit(Limit::Time(None));
        assert_eq!(
            m.answers("X = f(Y), Z = [Y]"),
            "   X = f(Y), Z = [Y].\n",
            "seed {seed}"
        );
    });
}
