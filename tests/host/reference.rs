//! The reference in `docs/reference`: a page for each library, and pages for builtins, arithmetic, operators and
//! flags, made from the documentation that `help/1` writes. Its examples are tested where they are written. With `BLESS=1` in the environment they are written.

use horn::{Documentation, Machine, Origin, documentation, flag_documentation};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The chapters of ISO 13211-1 that have builtins.
const CHAPTERS: &[(&str, &str)] = &[
    ("7.4", "Directives"),
    ("7.8", "Control constructs"),
    ("8.2", "Term unification"),
    ("8.3", "Type testing"),
    ("8.4", "Term comparison"),
    ("8.5", "Term creation and decomposition"),
    ("8.6", "Arithmetic evaluation"),
    ("8.7", "Arithmetic comparison"),
    ("8.8", "Clause retrieval and information"),
    ("8.9", "Clause creation and destruction"),
    ("8.10", "All solutions"),
    ("8.11", "Stream selection and control"),
    ("8.12", "Character input and output"),
    ("8.13", "Byte input and output"),
    ("8.14", "Term input and output"),
    ("8.15", "Logic and control"),
    ("8.16", "Atomic term processing"),
    ("8.17", "Implementation-defined hooks"),
];

/// Subjects of the folders of libraries.
const SUBJECTS: &[(&str, &str)] = &[
    ("system", "The core"),
    ("control", "Control, coroutines and solutions"),
    ("lists", "Lists"),
    ("data", "Data structures, terms and arithmetic"),
    ("text", "Text and formats"),
    ("os", "Files, processes and time"),
    ("clp", "Constraints"),
    ("tools", "Tools"),
    ("dialects", "Predicates of other systems"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A page: its name without extension, and its text.
type Page = (String, String);

#[test]
fn the_reference_is_up_to_date() {
    let folder = root().join("docs/reference");
    let pages = pages();
    if std::env::var_os("BLESS").is_some() {
        // Pages of libraries that no longer exist go.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in &pages {
            fs::write(folder.join(format!("{name}.md")), text).expect("the page is written");
        }
    }
    let entries = fs::read_dir(&folder).expect("the reference");
    let present: BTreeSet<PathBuf> = entries.map(|e| e.expect("a page").path()).collect();
    let mut stale = Vec::new();
    let mut expected = BTreeSet::new();
    for (name, text) in pages {
        let path = folder.join(format!("{name}.md"));
        if fs::read_to_string(&path).unwrap_or_default() != text {
            stale.push(path.display().to_string());
        }
        expected.insert(path);
    }
    let superfluous = present.difference(&expected);
    stale.extend(superfluous.map(|path| path.display().to_string()));
    assert!(
        stale.is_empty(),
        "out of date: run BLESS=1 cargo test --test host reference\n{}",
        stale.join("\n")
    );
}

/// All pages.
fn pages() -> Vec<Page> {
    let all = documentation();
    let mut libraries: BTreeMap<&str, Vec<&Documentation>> = BTreeMap::new();
    for d in &all {
        if let Origin::Library { file, .. } = d.origin {
            libraries.entry(file).or_default().push(d);
        }
    }
    let mut pages = vec![
        ("builtins".to_string(), builtins_page(&all)),
        ("arithmetic".to_string(), arithmetic_page(&all)),
        ("operators".to_string(), operators_page()),
        ("flags".to_string(), flags_page()),
    ];
    for (file, entries) in &libraries {
        pages.push((page_of(entries[0]), library_page(file, entries)));
    }
    pages.push(("index".to_string(), index_page(&all, &libraries)));
    pages
}

/// The page on which an entry is.
fn page_of(d: &Documentation) -> String {
    d.page().expect("a page, unless the host defines it")
}

fn indicator(d: &Documentation) -> String {
    format!("{}/{}", d.name, d.arity)
}

fn link(d: &Documentation, page: &str) -> String {
    format!(
        "[`{}`]({page}#{})",
        indicator(d).replace('|', "\\|"),
        d.anchor()
    )
}

/// A cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// An entry in full. Builtins of the standard have some of the tests of the standard as examples.
fn entry(out: &mut String, d: &Documentation, tests: &[(String, String)]) {
    let heading = indicator(d);
    write!(
        out,
        "\n<a id=\"{}\"></a>\n\n### `{heading}`\n\n```text\n",
        d.anchor()
    )
    .expect("a string");
    for mode in &d.modes {
        writeln!(out, "{mode}").expect("a string");
    }
    write!(out, "```\n\n{}\n", d.text).expect("a string");
    if !d.errors.is_empty() {
        let errors: Vec<String> = d.errors.iter().map(|e| format!("- {e}")).collect();
        write!(out, "\nErrors:\n\n{}\n", errors.join("\n")).expect("a string");
    }
    let mut examples = d.examples.clone();
    if let Origin::Builtin { iso: Some(clause) } = d.origin {
        let (links, quads) = tests_of(clause, &d.name, tests);
        write!(out, "\nISO 13211-1, {clause}.{links}\n").expect("a string");
        examples = quads;
    }
    if !examples.is_empty() {
        write!(out, "\n```prolog ignore\n{examples}\n```\n").expect("a string");
    }
}

/// The tests of a clause of the standard: a link to the files, and some of their queries about a predicate.
fn tests_of(clause: &str, name: &str, tests: &[(String, String)]) -> (String, String) {
    let mut links = Vec::new();
    let (mut answers, mut errors) = (Vec::new(), Vec::new());
    for (file, text) in tests {
        let quads = quads_of(text, clause);
        if quads.is_empty() {
            continue;
        }
        links.push(format!("[`{file}`](../../tests/iso/{file})"));
        for quad in quads.iter().filter(|q| calls(q, name)) {
            match quad.contains("error(") || quad.contains("_error") {
                true => errors.push(quad.clone()),
                false => answers.push(quad.clone()),
            }
        }
    }
    answers.truncate(3);
    errors.truncate(3);
    let link = match links.is_empty() {
        true => String::new(),
        false => format!(" Tests: {}.", links.join(", ")),
    };
    (link, [answers, errors].concat().join("\n"))
}

/// Returns true if the query of a quad is short and names the predicate.
fn calls(quad: &str, name: &str) -> bool {
    let query = quad.lines().next().unwrap_or_default();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let named = query.match_indices(name).any(|(at, _)| {
        let end = at + name.len();
        !name.starts_with(word) || !(query[..at].ends_with(word) || query[end..].starts_with(word))
    });
    named && quad.lines().count() <= 4 && quad.lines().all(|l| l.len() <= 110)
}

/// The quads under the headings `% Clause …` of a test file.
fn quads_of(text: &str, clause: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut inside, mut in_quad) = (false, false);
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("% ") {
            let number = heading.split(' ').next().unwrap_or_default();
            if number.starts_with(|c: char| c.is_ascii_digit()) && number.contains('.') {
                inside = number == clause;
            }
        }
        in_quad = match line {
            l if l.starts_with("?- ") => {
                if inside {
                    found.push(String::new());
                }
                true
            }
            l => in_quad && l.starts_with([' ', ';', '"']),
        };
        if let Some(quad) = found.last_mut().filter(|_| inside && in_quad) {
            quad.push_str(line);
            quad.push('\n');
        }
    }
    found.iter().map(|q| q.trim_end().to_string()).collect()
}

/// The test files on the standard, by name.
fn iso_tests() -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join("tests/iso")).expect("the tests");
    let paths = entries.map(|e| e.expect("a test").path());
    let mut tests: Vec<(String, String)> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "pl"))
        .map(|p| {
            let name = p.file_name().expect("a file").to_string_lossy();
            (name.into_owned(), fs::read_to_string(&p).expect("a test"))
        })
        .collect();
    tests.sort();
    tests
}

fn table(out: &mut String, entries: &[&Documentation]) {
    out.push_str("| predicate | |\n|---|---|\n");
    for d in entries {
        writeln!(out, "| {} | {} |", link(d, ""), cell(&d.summary())).expect("a string");
    }
}

fn library_page(file: &str, entries: &[&Documentation]) -> String {
    let path = format!("prelude/{file}");
    let text = fs::read_to_string(root().join(&path)).expect("a library file");
    let head: Vec<&str> = text
        .lines()
        .take_while(|l| l.starts_with('%'))
        .map(|l| l.trim_start_matches('%').trim())
        .collect();
    let Origin::Library { name, .. } = entries[0].origin else {
        unreachable!("the page of a library")
    };
    let mut out = format!(
        "# library({name})\n\n{}\n\nSource: [`{path}`](../../{path}).\n\n",
        head.join("\n").trim()
    );
    let operators = operators_in(&text);
    if !operators.is_empty() {
        writeln!(out, "Operators: {}.\n", operators.join(", ")).expect("a string");
    }
    table(&mut out, entries);
    for d in entries {
        entry(&mut out, d, &[]);
    }
    out
}

/// The operators that a library file exports.
fn operators_in(text: &str) -> Vec<String> {
    let Some(start) = text.find(":- module(") else {
        return Vec::new();
    };
    let exports = &text[start..];
    let exports = &exports[..exports.find("]).").unwrap_or(exports.len())];
    let found = exports.match_indices("op(").filter_map(|(at, _)| {
        let before = exports[..at].chars().next_back();
        let end = exports[at..].find(')')?;
        // A closing parenthesis may be quoted or follow an operator in parentheses.
        let whole = &exports[at..at + end + 1];
        matches!(before, Some(' ' | ',' | '[' | '\n')).then(|| format!("`{whole}`"))
    });
    found.collect()
}

fn builtins_page(all: &[Documentation]) -> String {
    let tests = iso_tests();
    let mut chapters: BTreeMap<usize, Vec<&Documentation>> = BTreeMap::new();
    for d in all {
        if let Origin::Builtin { iso } = d.origin {
            let chapter = iso.and_then(|clause| {
                CHAPTERS
                    .iter()
                    .position(|(n, _)| clause == *n || clause.starts_with(&format!("{n}.")))
            });
            chapters
                .entry(chapter.unwrap_or(CHAPTERS.len()))
                .or_default()
                .push(d);
        }
    }
    let mut out = String::from(
        "# Builtin predicates\n\nPredicates that are written in Rust, by the clauses of ISO/IEC 13211-1. In the \
         modes, `+` marks an argument\nthat must be instantiated, `?` one that may be a variable, `-` an output, \
         `:` one that carries its module; the\nword is the type. An argument of another type, or a variable \
         where it must be instantiated, is an error as the\nstandard has it.\n",
    );
    for (chapter, mut entries) in chapters {
        entries.sort_by_key(|d| (clause_key(d), d.name.clone(), d.arity));
        match CHAPTERS.get(chapter) {
            Some((number, title)) => write!(out, "\n## {number} {title}\n\n"),
            None => write!(out, "\n## Not in the standard\n\n"),
        }
        .expect("a string");
        table(&mut out, &entries);
        for d in entries {
            entry(&mut out, d, &tests);
        }
    }
    out
}

/// The clause of a builtin as numbers, so that 8.10 comes after 8.9.
fn clause_key(d: &Documentation) -> Vec<u32> {
    let Origin::Builtin { iso: Some(clause) } = d.origin else {
        return Vec::new();
    };
    let parts = clause.split(['.', ' ', ',']);
    parts.filter_map(|n| n.parse().ok()).collect()
}

fn arithmetic_page(all: &[Documentation]) -> String {
    let mut out = String::from(
        "# Arithmetic functions\n\nThe functors that `is/2` and the comparisons evaluate. Integers are unbounded, \
         rationals exact, floats those of\nIEEE 754. A functor that is not here is \
         `type_error(evaluable,Name/Arity)`.\n\n| function | value |\n|---|---|\n",
    );
    for d in all.iter().filter(|d| d.origin == Origin::Function) {
        let id = d.anchor();
        let (modes, text) = (cell(&d.modes[0]), cell(&d.text));
        writeln!(out, "| <a id=\"{id}\"></a>`{modes}` | {text} |").expect("a string");
    }
    out
}

/// The values that a query gives its variables, answer by answer.
fn rows(query: &str, names: &[&str]) -> Vec<Vec<String>> {
    let mut machine = Machine::new();
    let answers = machine.query(query).expect("a query");
    let answers = answers.map(|answer| {
        let answer = answer.expect("no error");
        let value = |name: &&str| answer.term(name).expect("a variable").to_string();
        names.iter().map(value).collect()
    });
    answers.collect()
}

fn operators_page() -> String {
    let query =
        "findall(op(P, T, O), current_op(P, T, O), Os), sort(Os, Ss), member(op(P, T, O), Ss)";
    let mut out = String::from(
        "# Operators\n\nThe operators of a new machine. Those of libraries are on the pages of the libraries; \
         they are known as soon as a\nprogram uses the library.\n\n| priority | type | operators |\n|---:|---|---|\n",
    );
    let mut groups: BTreeMap<(u32, String), Vec<String>> = BTreeMap::new();
    for row in rows(query, &["P", "T", "O"]) {
        let priority: u32 = row[0].parse().expect("a priority");
        let name = row[2].replace('|', "\\|");
        groups
            .entry((1200 - priority, row[1].clone()))
            .or_default()
            .push(format!("`{name}`"));
    }
    for ((below, kind), names) in groups {
        writeln!(out, "| {} | `{kind}` | {} |", 1200 - below, names.join(" ")).expect("a string");
    }
    out
}

/// Flags whose values depend on the computer or the command line.
const VARYING: &[&str] = &[
    "argv",
    "arch",
    "executable",
    "home",
    "pid",
    "cpu_count",
    "shared_object_extension",
    "tmp_dir",
    "unix",
    "windows",
    "apple",
    "heap_limit",
    "stack_limit",
    "memory",
    "timezone",
    "version_data",
    "compiled_at",
    "encoding",
    "emacs_inferior_process",
    "os_argv",
    "tty_control",
    "color_term",
];

fn flags_page() -> String {
    let query = "findall(F-V, current_prolog_flag(F, V), Fs), sort(Fs, Ss), member(F-V, Ss)";
    let mut out = String::from(
        "# Flags\n\nThe flags of a new machine (`current_prolog_flag/2`, `set_prolog_flag/2`).\n\n\
         | flag | default | values | meaning |\n|---|---|---|---|\n",
    );
    let documentation = flag_documentation();
    for row in rows(query, &["F", "V"]) {
        let value = match VARYING.contains(&row[0].as_str()) {
            true => "depends on the system".to_string(),
            false => format!("`{}`", cell(&row[1])),
        };
        let flag = documentation.iter().find(|f| f.name == row[0]);
        let flag = flag.unwrap_or_else(|| panic!("{}: a flag without documentation", row[0]));
        let (values, text) = (&flag.values, flag.text);
        writeln!(out, "| `{}` | {value} | {values} | {text} |", row[0]).expect("a string");
    }
    out
}

fn index_page(all: &[Documentation], libraries: &BTreeMap<&str, Vec<&Documentation>>) -> String {
    let mut out = String::from(
        "# Reference\n\nAll predicates, with modes, meaning, errors and tested examples. The same texts are \
         written by `help/1` at the top level.\nThese pages are made from the sources: \
         `BLESS=1 cargo test --test host reference`.\n\n\
         - [Builtin predicates](builtins.md), by the clauses of ISO 13211-1\n\
         - [Arithmetic functions](arithmetic.md)\n- [Operators](operators.md)\n- [Flags](flags.md)\n",
    );
    for (folder, subject) in SUBJECTS {
        write!(out, "\n## {subject}\n\n").expect("a string");
        for (file, entries) in libraries {
            if file.split('/').next() == Some(folder) {
                let page = page_of(entries[0]);
                let stem = file
                    .rsplit('/')
                    .next()
                    .unwrap_or(file)
                    .trim_end_matches(".pl");
                let names: BTreeSet<String> = entries.iter().map(|d| indicator(d)).collect();
                let predicates = if names.len() == 1 {
                    "predicate"
                } else {
                    "predicates"
                };
                writeln!(out, "- [{stem}]({page}.md): {} {predicates}", names.len())
                    .expect("a string");
            }
        }
    }
    out.push_str("\n## All names\n");
    let mut sorted: Vec<&Documentation> = all.iter().collect();
    sorted.sort_by_key(|d| (d.name.to_lowercase(), d.arity, page_of(d)));
    let mut initial = None;
    for d in sorted {
        let first = d.name.chars().next().map(|c| match c.is_alphabetic() {
            true => c.to_ascii_uppercase(),
            false => '#',
        });
        if first != initial {
            initial = first;
            write!(out, "\n\n**{}** ", first.unwrap_or('#')).expect("a string");
        }
        write!(out, "{} ", link(d, &format!("{}.md", page_of(d)))).expect("a string");
    }
    out.push('\n');
    out
}
