//! The examples of the standard, of constraints and of libraries once more: on a fork of the machine that has loaded
//! them, with a garbage collection at every call, the test `stress:FILE`; and with the tracer on, which must not
//! change an answer, the test `traced:FILE`. With the feature `native`, also with machine code made of each clause when it
//! is first run, the test `native:FILE`, and with collections at every call besides, `native_stress:FILE`. And while the
//! machine looks for runs without end, the test `watched:FILE`: no query that ends may be noted.

use crate::{files, name, root, trial};
use horn::{Limit, Machine, QuadReport, Strictness};
use libtest_mimic::Trial;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A way of running the examples.
struct Manner {
    /// The prefix of the names of its tests, and of temporary files.
    name: &'static str,
    /// The text that a machine loads before the program.
    before: &'static str,
    /// The text that a machine loads after the program.
    setting: &'static str,
    /// Returns true if a failure is due to the setting.
    is_known: fn(&str) -> bool,
    /// Files that are left out.
    left_out: &'static [&'static str],
    /// True if it needs machine code.
    is_native: bool,
}

/// Machine code for every clause.
const NATIVE: &str = ":- '$native'(0).";

const MANNERS: &[Manner] = &[
    Manner {
        name: "stress",
        before: "",
        setting: ":- '$gc_stress'(on).",
        is_known: |_| false,
        // The first counts collections, and the second has models so large that each collection takes long.
        left_out: &["tests/iso/7_11_flags.pl", "tests/clpz/large.pl"],
        is_native: false,
    },
    Manner {
        name: "native",
        before: NATIVE,
        setting: NATIVE,
        is_known: |_| false,
        left_out: &[],
        is_native: true,
    },
    Manner {
        name: "native_stress",
        before: NATIVE,
        setting: ":- '$native'(0), '$gc_stress'(on).",
        is_known: |_| false,
        left_out: &["tests/iso/7_11_flags.pl", "tests/clpz/large.pl"],
        is_native: true,
    },
    Manner {
        name: "watched",
        before: "",
        setting: ":- '$cycle_watches'(100).",
        is_known: |_| false,
        // They count inferences, collections or memory.
        left_out: &["tests/iso/7_11_flags.pl"],
        is_native: false,
    },
    Manner {
        name: "traced",
        before: ":- set_prolog_flag(protect_static_code, false).",
        setting: ":- visible(none), leash(none), trace.",
        // The clauses can be seen, by `clause/2` too.
        is_known: |failure| failure.contains("private_procedure"),
        // The examples of the first need most of their limit of time as compiled code; those of the second show the
        // mode of the tracer.
        left_out: &["tests/clpz/large.pl", "prelude/tools/box_model.pl"],
        is_native: false,
    },
];

pub(crate) fn trials() -> Vec<Trial> {
    let mut paths = [
        files("tests/chr", "pl"),
        files("tests/clpz", "pl"),
        files("tests/dialects", "pl"),
        files("tests/iso", "pl"),
        files("tests/texts", "pl"),
    ]
    .concat();
    for folder in fs::read_dir(root().join("prelude")).expect("a folder of the tree") {
        let folder = folder.expect("a readable folder").file_name();
        paths.extend(files(
            &format!("prelude/{}", folder.to_string_lossy()),
            "pl",
        ));
    }
    paths.sort();
    let pairs = MANNERS
        .iter()
        .filter(|m| !m.is_native || cfg!(native_tier))
        .flat_map(|m| paths.iter().map(move |p| (m, p.clone())));
    pairs
        .filter(|(manner, path)| !manner.left_out.contains(&name(path).as_str()))
        .map(|(manner, path)| {
            trial(
                format!("{}:{}", manner.name, name(&path)),
                "file",
                move || check(manner, &path),
            )
        })
        .collect()
}

fn check(manner: &Manner, path: &Path) -> Result<(), String> {
    let is_library = path.starts_with("prelude");
    let path = root().join(path);
    let text = fs::read_to_string(&path).expect("a program");
    // The same file may run in another manner at the same time: it needs temporary files of its own.
    let text = text.replace("horn_", &format!("horn_{}_", manner.name));
    let name = path.display().to_string();
    let mut machine = Machine::new();
    let before = machine.consult_str(manner.name, manner.before);
    before.map_err(|e| e.to_string())?;
    // Libraries load themselves.
    if !is_library {
        let loaded = machine.consult_str(&name, &text);
        loaded.map_err(|e| e.to_string())?;
    }
    // The fork must depend on nothing in the machine that it was made from.
    let mut machine = machine.fork();
    let set = machine.consult_str(manner.name, manner.setting);
    set.map_err(|e| e.to_string())?;
    // A query without end must fail and not stop the tests.
    machine.set_limit(Limit::Time(Some(Duration::from_secs(300))));
    let (report, notes) = checked(&mut machine, &name, &text);
    let failures = report.failures.iter().map(ToString::to_string);
    let mut failures: Vec<String> = failures.filter(|f| !(manner.is_known)(f)).collect();
    let wrong = notes
        .into_iter()
        .filter(|(line, _)| !is_endless(&text, *line));
    failures.extend(
        wrong.map(|(line, note)| format!("line {line} ends, and there is a note:\n{note}")),
    );
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n")),
    }
}

/// The report on the quads of a text, and the notes that a query does not end, each with the line of the query.
fn checked(machine: &mut Machine, name: &str, text: &str) -> (QuadReport, Vec<(usize, String)>) {
    let notes = Arc::new(Mutex::new((0, Vec::new())));
    let to = Arc::clone(&notes);
    machine.set_progress(move |progress| {
        if let Some(note) = &progress.cycle {
            let mut notes = to.lock().unwrap_or_else(PoisonError::into_inner);
            let line = notes.0;
            notes.1.push((line, note.to_string()));
        }
    });
    let begins = |line| {
        notes.lock().unwrap_or_else(PoisonError::into_inner).0 = line;
        true
    };
    let report = machine.check_quads_where(name, text, Strictness::Exact, &begins);
    let found = std::mem::take(&mut notes.lock().unwrap_or_else(PoisonError::into_inner).1);
    (report, found)
}

/// Returns true if the quad that begins at a line says that its query does not end.
fn is_endless(text: &str, line: usize) -> bool {
    let mut lines = text.lines().skip(line.saturating_sub(1));
    let first = lines.next();
    let rest = lines.take_while(|l| !l.starts_with("?-") && !l.is_empty());
    first.into_iter().chain(rest).any(|l| l.contains("loops"))
}
