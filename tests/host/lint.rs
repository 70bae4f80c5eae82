//! The checks of program text: each example in their table, the page `docs/lint.md`, levels, and `horn lint`. With
//! `BLESS=1` in the environment the table of the page is written.

use horn::{Diagnostic, Error, Lint, LintLevel, Machine, Severity, lints};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The files of an example: lines `% NAME.pl` begin one each.
fn files(example: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for line in example.lines() {
        let name = line.strip_prefix("% ").filter(|n| n.ends_with(".pl"));
        match name {
            Some(name) => files.push((name.to_string(), String::new())),
            None => {
                if files.is_empty() {
                    files.push(("p.pl".to_string(), String::new()));
                }
                let (_, text) = files.last_mut().expect("a file");
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    files
}

/// The messages of loading an example, and notes only of the check itself.
fn messages(example: &str) -> Vec<Diagnostic> {
    let mut machine = Machine::new();
    let mut all = Vec::new();
    for (name, text) in files(example) {
        match machine.consult_str(&name, &text) {
            Ok(messages) => all.extend(messages),
            Err(e) => panic!("{example}{e}"),
        }
    }
    all
}

fn loaded(text: &str) -> Vec<String> {
    messages(text)
        .iter()
        .map(|m| {
            let line = m.position().map_or(0, |p| p.line);
            format!("{line}: {}", m.check.unwrap_or("-"))
        })
        .collect()
}

#[test]
fn each_wrong_example_gives_its_warning_alone() {
    for check in lints() {
        let found = messages(check.wrong);
        let names: Vec<_> = found.iter().map(|m| m.check).collect();
        assert!(!found.is_empty(), "{} finds nothing", check.name);
        assert!(
            names.iter().all(|n| *n == Some(check.name)),
            "{}: {names:?}",
            check.name
        );
        let severity = match check.level {
            LintLevel::Warning => Severity::Warning,
            _ => Severity::Note,
        };
        assert!(
            found.iter().all(|m| m.severity == severity),
            "{}",
            check.name
        );
    }
}

#[test]
fn each_corrected_example_gives_no_message() {
    for check in lints() {
        let found = messages(check.right);
        assert!(found.is_empty(), "{}: {}", check.name, found[0]);
    }
}

#[test]
fn each_check_can_be_switched_off() {
    for check in lints() {
        let mut machine = Machine::new();
        assert!(machine.set_lint(check.name, LintLevel::Off));
        for (name, text) in files(check.wrong) {
            let found = machine.consult_str(&name, &text).expect("no errors");
            assert!(
                found.iter().all(|m| m.check != Some(check.name)),
                "{}",
                check.name
            );
        }
    }
}

#[test]
fn directives_switch_checks_for_a_file_a_predicate_or_a_clause() {
    let text = "p(X).\nq(Y).\nr(Z).\n";
    assert_eq!(loaded(text).len(), 3);
    for (directive, left) in [
        (":- style_check(-singleton).\n", 0),
        (":- set_lint(singleton, off).\n", 0),
        (":- set_lint(all, off).\n", 0),
        (":- set_lint(singleton, off, q/1).\n", 2),
        (":- set_lint(singleton, off, [p/1, q/1]).\n", 1),
        (":- set_lint(singleton, off, next_clause).\n", 2),
        (":- set_lint(undefined, off).\n", 3),
    ] {
        let found = loaded(&format!("{directive}{text}"));
        assert_eq!(found.len(), left, "{directive}{found:?}");
    }
    // The next file has the levels of the machine.
    let mut machine = Machine::new();
    machine
        .consult_str("a.pl", ":- set_lint(singleton, off).\np(X).\n")
        .expect("a program");
    assert_eq!(
        machine.consult_str("b.pl", "q(X).\n").map(|m| m.len()),
        Ok(1)
    );
    for wrong in [
        "set_lint(nosuch, off)",
        "set_lint(singleton, loud)",
        "set_lint(all, off, 3)",
    ] {
        assert!(Machine::new().run(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_level_makes_a_warning_a_note_or_a_note_a_warning() {
    let severity = |name, level, text| {
        let mut machine = Machine::new();
        machine.set_lint(name, level);
        machine.consult_str("p.pl", text).expect("a program")[0].severity
    };
    assert_eq!(
        severity("singleton", LintLevel::Note, "p(X)."),
        Severity::Note
    );
    assert_eq!(
        severity("ignored_directive", LintLevel::Warning, ":- mode(p(+))."),
        Severity::Warning
    );
}

#[test]
fn declared_guarded_and_asserted_predicates_are_not_undefined() {
    for text in [
        "p :- q.\n:- dynamic q/0.\n",
        ":- multifile q/0.\np :- q.\n",
        ":- discontiguous q/0.\np :- q.\n",
        ":- table q/0.\np :- q.\n",
        "p :- catch(q, _, true).\n",
        "p :- catch(q, error(existence_error(_, _), _), true).\n",
        "p :- current_predicate(q/0), q.\n",
        "p :- predicate_property(q, defined), q.\n",
        "p :- assertz(q), q.\n",
        "p :- assertz((q :- true)), q.\n",
        "p(C) :- assertz(C), q.\n",
        "p :- append([], _, _), maplist(succ, [], _), X = 1, X =:= 1.\n",
        "p(G) :- call(G), G.\n",
        "p :- lists:append([], [], _), other:q.\n",
        ":- set_prolog_flag(unknown, fail).\np :- q.\n",
        "p --> q, \"a\", { r }, call(s, 1), [].\nq --> [].\nr. s(_, _, _).\n",
        "p(L) :- maplist([X]>>(X > 1), L), foldl([X,A,B]>>(B is A+X), L, 0, _).\n",
        "p(L) :- setof(X-Y, Z^q(X, Y, Z), L).\nq(1, 2, 3).\n",
    ] {
        assert_eq!(loaded(text), Vec::<String>::new(), "{text}");
    }
    for text in [
        "p :- q.\n",
        "p :- catch(true, _, q).\n",
        "p(L) :- maplist(q, L).\n",
        "p(L) :- findall(X, q(X), L).\n",
        "p(L) :- setof(X, Y^q(X, Y), L).\n",
        "p :- \\+ q.\n",
        "p --> q.\n",
        "p :- ( true -> q ; true ).\n",
        "p(L) :- maplist([X]>>q(X), L).\n",
    ] {
        assert_eq!(loaded(text), ["1: undefined"], "{text}");
    }
}

#[test]
fn files_that_are_loaded_together_may_call_each_other() {
    let folder = std::env::temp_dir().join(format!("horn-lint-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name);
    fs::write(path("a.pl"), "p :- q.\n").expect("a file");
    fs::write(path("b.pl"), "q :- p.\n").expect("a file");
    let names = |r: Result<Vec<Diagnostic>, Error>| {
        r.map(|m| m.iter().map(|d| d.check).collect::<Vec<_>>())
    };
    assert_eq!(
        names(Machine::new().consult_files(&[path("a.pl"), path("b.pl")])),
        Ok(vec![])
    );
    let alone = names(Machine::new().consult_files(&[path("a.pl")]));
    assert_eq!(alone, Ok(vec![Some("undefined")]));
    // A list of files in a query is one load, too.
    let mut machine = Machine::new();
    let list = format!(
        "['{}', '{}']",
        path("a.pl").display(),
        path("b.pl").display()
    );
    assert_eq!(machine.run(&list), Ok(true));
    assert_eq!(machine.take_messages(), []);
    fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn programs_as_they_are_written_give_no_warning() {
    for text in [
        // Generators, loops and symmetric relations that end.
        "nat(0).\nnat(N) :- nat(M), N is M + 1.\n",
        "int(L, L).\nint(L, X) :- int(L, Y), X is Y + 1.\n",
        "again.\nagain :- again.\n",
        "len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n",
        "nat(s(X)) :- nat(X).\n",
        ":- table path/2.\npath(X, Y) :- path(X, Z), edge(Z, Y).\nedge(a, b).\n",
        // Symbolic terms.
        "d(X, X, 1) :- !.\nd(U*V, X, D) :- d(U, X, DU), d(V, X, DV), D = U*DV + V*DU.\nd(_, _, 0).\n",
        "pairs([], []).\npairs([K|Ks], [P|Ps]) :- K > 0, P = K-0, pairs(Ks, Ps).\n",
        "best(I, M, B, B) :- I > M.\nbest(I, M, _, B) :- L is I mod 7, B1 = I-L, J is I+1, best(J, M, B1, B).\n",
        // Variables on different paths.
        "p(X, Y) :- ( X > 0 -> Z = 1 ; Z = 2 ), Y is Z + 1.\n",
        "p(X, Y) :- ( X > 0 -> Z = 1 ; throw(bad) ), Y is Z + 1.\n",
        "p(X, Y) :- ( X > 0 -> Z = 1 ; fail ), Y is Z + 1.\n",
        "p(X) :- ( q(Y), Y > X ; q(Y), Y < X ), !.\nq(1).\n",
        // The later goal depends on the condition as well, gives the value, or passes it on.
        "p(X) :- ( X > 0 -> Z = 1 ; true ), ( X > 0 -> write(Z) ; true ).\n",
        "p(X) :- ( X > 0 -> Z = 1 ; true ), q(Z), write(Z).\nq(1).\n",
        "p(X, Y) :- ( X > 0 -> Z = 1 ; true ), Y = f(Z).\n",
        "p(X, Y) :- ( X > 0 -> Z = 1 ; true ), Y = Z, q(Y).\nq(1).\n",
        "p(X) :- ( X > 0 -> Z = 1 ; true ), format(atom(Z), \"~w\", [X]), q(Z).\nq(_).\n",
        // Pairs, and terms that are passed on purpose.
        "a-1.\nb-2.\nc-d.\n",
        "len([], N, N).\nlen([_|T], N0, N) :- len(T, N0+1, N).\n",
        "p(0, x).\np(N, T) :- q(N-1, T).\nq(_, _).\n",
        // Facts with one name that are called, declared, or of equal right.
        "age(ann).\nage(bob, 35).\nage(cleo, 7).\np(X) :- age(X).\n",
        ":- discontiguous age/2.\nage(ann, 31).\nage(bob, 35).\nage(cleo).\n",
        "age(ann, 31).\nage(bob).\n",
        "age(ann).\nage(bob, 35).\nage(cleo, 7).\n?- age(X).\n   X = ann.\n",
        "age(ann, 31).\nage(bob, 35).\nage(cleo).\nage(dan).\n",
        "age(ann, 31).\nage(bob, 35).\nage(X) :- age(X, _).\n",
        // Negations.
        "p(X) :- q(X), \\+ r(X).\nq(1).\nr(2).\n",
        "p(X) :- \\+ r(X, _), q(X).\nq(1).\nr(2, 3).\n",
        "p :- \\+ \\+ ( X = 1, q(X) ).\nq(1).\n",
        "p(L) :- ( \\+ member(X, L) -> true ; member(X, L), q(X) ).\nq(1).\n",
        // Cuts that commit to less than a later clause matches.
        "p(X, X) :- !.\np(_, _).\n",
        "p(1) :- !.\np(2) :- !.\np(_).\n",
        ":- dynamic p/1.\np(_) :- !.\np(1).\n",
        "p(X) :- var(X), !.\np(_).\n",
        // Texts and atoms.
        "p(X) :- X = \"abc\".\np(X) :- X == [], X \\== \"abc\".\n",
        "p(X) :- Y is \"a\" + 1 + X, Y > e.\n",
        "p(N) :- length(\"abc\", N), format(\"~w~n\", [N]).\n",
        // Clauses of several predicates with one name.
        "sum(L, S) :- sum(L, 0, S).\nsum([], S, S).\nsum([X|Xs], S0, S) :- S1 is S0+X, sum(Xs, S1, S).\n",
        "p(A), [A] --> [A].\n",
        // Comparisons of variables that occur before them, also in a guard.
        "p(X) :- Y = X, ( X > 0 -> Y == 1 ; true ).\n",
        "p(X), q(X, Y) => Y == X.\nq(1, 1).\n",
        "p(X) :- f(Y, X) == f(Y, X).\n",
        // Formats with all that takes no argument, or more than one.
        "p(X) :- format(\"~a~t~20|~w~`-t~2d~*c~W~n\", [a, X, 3, 4, 0'x, X, []]), format(\"~w~n\", X).\n",
        "p(L) :- format(\"~w ~w~n\", L), format(\"<~w>~n\", \"text\"), format(user_error, '~~', []).\n",
        // Recursion in a first clause that ends.
        "nat(s(X)) :- nat(X).\nnat(0).\n",
        "p(X, X) :- p(X, 1).\np(1, 2).\n",
        // A line that begins with `:-` is the rest of a rule.
        "p(X)\n:- q(X).\nq(1).\n",
        "p\n:- q.\nq.\n",
    ] {
        assert_eq!(loaded(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn mistakes_in_variants_are_found() {
    for (text, check) in [
        (
            "len([], 0).\nlen([_|T], N) :- len(T, M), N = M + 1.\n",
            "unify_expression",
        ),
        ("p(X) :- Y = X * 2, Y == 4.\n", "unify_expression"),
        ("p(X) :- X = X + 1.\n", "self_reference"),
        ("married(X, Y) :- married(Y, X).\n", "left_recursion"),
        (
            "expr --> expr, \"+\", term.\nterm --> \"1\".\n",
            "left_recursion",
        ),
        ("p(X) :- foo = bar, q(X).\nq(1).\n", "constant_goal"),
        ("p(X) :- X \\= X.\n", "constant_goal"),
        ("p(X) :- x is X + 1.\n", "constant_goal"),
        ("p :- X \\= Y, q(X), q(Y).\nq(1).\n", "unsafe_negation"),
        ("p([]) :- !.\np([]) :- q.\nq.\n", "unreachable_clause"),
        (
            "p(X), X > 0 => true.\np(_) => true.\np(1) => true.\n",
            "unreachable_clause",
        ),
        ("p(X) :- X > abc.\n", "not_evaluable"),
        (
            "p(X) :- atom_length(abc, X), atom_length(f(x), _).\n",
            "argument_type",
        ),
        ("p(X, Y) :- Y = X, X - 1.\n", "expression_goal"),
        (
            "p :- assertz((q, r)).\n:- dynamic q/0, r/0.\n",
            "assert_clause",
        ),
        ("p :- yes == \"yes\".\n", "text_comparison"),
        ("p(X, Y) :- Z == X, Y = f(Z).\n", "fresh_comparison"),
        (
            "p(L) :- L == [X|Xs], q(X), q(Xs).\nq(_).\n",
            "fresh_comparison",
        ),
        (
            "p(X) :- ( X > 0 -> Z = 1 ; true ), write(Z), nl.\n",
            "branch_variable",
        ),
        (
            "p(X) :- ( X > 0, Z = 1 ; true ), format(\"~w~n\", [Z]).\n",
            "branch_variable",
        ),
        (
            "p(X, Y) :- ( X > 0 -> Z = 1 ; true ), Y = Z.\n",
            "branch_variable",
        ),
        ("age(ann, 31).\nage(bob, 35).\nage(cleo).\n", "arity_twin"),
        ("my-rule :- true.\n", "hyphenated_name"),
        ("a-b-c(1).\n", "hyphenated_name"),
        (
            "fib(0, 0).\nfib(1, 1).\nfib(N, F) :- N > 1, fib(N-1, A), fib(N-2, B), F is A+B.\n",
            "unevaluated_argument",
        ),
        (
            "age(ann).\nage(bob, 35).\nage(cleo, 7).\nold(X) :- age(X, A), A > 30.\n",
            "arity_twin",
        ),
        ("p :- format(\"~w~n\").\n", "format_arguments"),
        (
            "p(X) :- format(user_error, 'none~n', [X]).\n",
            "format_arguments",
        ),
        ("p(X) :- X is \"ab\" + \"cd\".\n", "text_sum"),
        ("p(X) :- X > \"a\" + \"b\".\n", "text_sum"),
        ("a :- a.\n", "unguarded_recursion"),
        (
            "p(a, X) :- !, p(a, Y), X = Y.\np(b, 1).\n",
            "unguarded_recursion",
        ),
        (
            "p(X, Y) :- p(_, Z), q(X, Z, Y).\np(1, 2).\nq(1, 2, 3).\n",
            "unguarded_recursion",
        ),
        ("p(1)\n:- dynamic q/1.\n", "missing_period"),
        ("main\n:- initialization(true).\n", "missing_period"),
        (
            "p(X, Y, Z, Foo, foo) :- q(X, Y, Z, Fooo).\nq(_, _, _, _).\n",
            "singleton",
        ),
    ] {
        let found = loaded(text);
        assert!(found.iter().any(|f| f.ends_with(check)), "{text}{found:?}");
    }
}

#[test]
fn large_clauses_are_loaded_as_fast_as_without_checks() {
    let goals: Vec<String> = (0..200)
        .map(|i| format!("( q(X{i}), \\+ q(Y{i}) ; q(Y{i}) )"))
        .collect();
    let nested = "-1".repeat(100_000);
    let text = format!(
        "q(_).\np :- {}.\nr(X) :- X == 1{nested}, X = Y{nested}, r(Y).\n",
        goals.join(",\n")
    );
    let start = std::time::Instant::now();
    let mut machine = Machine::new();
    let loaded = machine.consult_str("p.pl", &text);
    assert!(loaded.is_ok() || matches!(loaded, Err(Error::Load(_))));
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn library_texts_give_no_warning_but_about_themselves() {
    let mut machine = Machine::new();
    let texts = [
        "lists/lists.pl",
        "lists/apply.pl",
        "data/assoc.pl",
        "text/dcgs.pl",
        "control/lambda.pl",
        "control/yall.pl",
        "control/reif.pl",
    ];
    for text in texts {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("prelude")
            .join(text);
        let found = machine.lint_files(&[path]).expect("a file");
        let warnings: Vec<_> = found
            .iter()
            .filter(|m| m.severity == Severity::Warning)
            .collect();
        assert!(warnings.is_empty(), "{text}: {}", warnings[0]);
    }
}

fn horn(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(arguments)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program")
}

#[test]
fn the_command_checks_without_running() {
    let folder = std::env::temp_dir().join(format!("horn-lint-command-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("p.pl");
    let name = file.to_str().expect("a name");
    fs::write(
        &file,
        ":- initialization(main).\n:- initialization(main, main).\n:- write(ran), halt(7).\nmain :- write(ran), halt(7).\np(X) :- q.\n",
    )
    .expect("a file");
    let out = horn(&["lint", name]);
    let text = String::from_utf8_lossy(&out.stdout).to_string();
    assert_eq!(out.status.code(), Some(1), "{text}");
    assert!(
        text.contains("singleton variable: X") && text.contains("q/0") && !text.contains("ran\n"),
        "{text}"
    );
    let out = horn(&["lint", "--json", "--lint=-singleton", name]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(
        (json.as_array().map(Vec::len), &json[0]["check"]),
        (Some(1), &"undefined".into())
    );
    assert_eq!(horn(&["lint", "--lint=none", name]).status.code(), Some(0));
    assert_eq!(horn(&["lint", "no_such_file.pl"]).status.code(), Some(2));
    assert_eq!(
        horn(&["lint", "--lint=nosuch", name]).status.code(),
        Some(2)
    );
    fs::write(&file, "p(X).\n").expect("a file");
    assert_eq!(horn(&["-q", "--lint=deny", name]).status.code(), Some(1));
    assert_eq!(
        horn(&["-q", "--lint=deny,-singleton", name]).status.code(),
        Some(0)
    );
    assert_eq!(horn(&["-q", name]).status.code(), Some(0));
    fs::remove_dir_all(&folder).expect("the folder");
}

/// Lines of a program, as a block of the page.
fn block(text: &str) -> String {
    format!("```text\n{}\n```\n", text.trim_end())
}

/// The part of the page about a check.
fn section(check: &Lint) -> String {
    let level = check.level.name();
    let mut text = format!(
        "### `{}`\n\n{} Level: {level}.\n\n",
        check.name, check.summary
    );
    text.push_str(&block(check.wrong));
    let shown: Vec<String> = messages(check.wrong)
        .iter()
        .map(ToString::to_string)
        .collect();
    let _ = write!(
        text,
        "\n{}\nCorrected:\n\n{}\n",
        block(&shown.join("\n")),
        block(check.right)
    );
    let swi = match check.swi {
        "" => "nothing".to_string(),
        swi if swi.starts_with("nothing") => swi.to_string(),
        swi => format!("`{swi}`"),
    };
    let _ = writeln!(text, "SWI-Prolog prints {swi}.\n");
    text
}

#[test]
fn the_page_shows_the_table_of_checks() {
    const START: &str = "<!-- checks: written by BLESS=1 cargo test --test host lint -->\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lint.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, after) = page.split_once(START).expect("the mark");
    let mut table = String::from("\n| check | level | what it finds |\n|---|---|---|\n");
    for c in lints() {
        let _ = writeln!(
            table,
            "| [`{0}`](#{0}) | {1} | {2} |",
            c.name,
            c.level.name(),
            c.summary
        );
    }
    table.push('\n');
    for c in lints() {
        table.push_str(&section(&c));
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{before}{START}{table}")).expect("written");
        return;
    }
    assert!(
        after == table,
        "docs/lint.md differs: BLESS=1 cargo test --test host lint"
    );
}

/// The parts of the session in the page: each file as it is shown, and the messages below it.
#[test]
fn the_session_of_the_page_is_as_it_runs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lint.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (_, rest) = page.split_once("<!-- session -->").expect("the session");
    let (session, _) = rest.split_once("<!-- end of session -->").expect("its end");
    let blocks: Vec<&str> = session.split("```").skip(1).step_by(2).collect();
    let mut program = String::new();
    let mut blessed = session.to_string();
    for b in blocks {
        let (kind, text) = b.split_once('\n').expect("a block");
        assert_eq!(kind, "text");
        if text.starts_with("% family.pl\n") {
            program = text.to_string();
        } else if text.starts_with("$ horn -q family.pl\n") {
            let mut machine = Machine::new();
            let found = match machine.consult_str("family.pl", &program) {
                Ok(found) | Err(Error::Load(found)) => found,
                Err(e) => panic!("{e}"),
            };
            let found: Vec<String> = found.iter().map(|m| format!("{m}\n")).collect();
            let mut shown = format!("$ horn -q family.pl\n{}", found.concat());
            for line in text.lines().filter(|l| l.starts_with("?- ")) {
                let answers = machine.answers(&line[3..]);
                let _ = write!(shown, "{line}\n{answers}");
            }
            blessed = blessed.replacen(text, &shown, 1);
        }
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, page.replacen(session, &blessed, 1)).expect("written");
        return;
    }
    assert!(
        blessed == session,
        "docs/lint.md differs: BLESS=1 cargo test --test host lint\n{blessed}"
    );
}

/// The notes on a query: the check, and the hint.
fn notes(query: &str) -> Vec<(&'static str, String)> {
    let found = Machine::new().lint_query(query).into_iter();
    found
        .map(|d| (d.check.unwrap_or("-"), d.hint.unwrap_or_default()))
        .collect()
}

#[test]
fn queries_are_checked() {
    for (query, check, hint) in [
        ("X = 1+2.", "unify_expression", "X is 1+2"),
        ("N = 3, X = N*2.", "unify_expression", "X is N*2"),
        (
            "3 = 1+2.",
            "constant_goal",
            "`=` does not compute: 3 =:= 1+2",
        ),
        (
            "x is 3+4.",
            "constant_goal",
            "a variable begins with a capital letter or `_`: X",
        ),
        ("3 == 1+2.", "compare_expression", "3 =:= 1+2"),
        ("X == 3.", "fresh_comparison", "X = 3"),
        ("X == 1+2.", "fresh_comparison", "X is 1+2"),
        ("X is \"a\"+\"b\".", "text_sum", "append(\"a\", \"b\", X)"),
        (
            "X = 1, X is X+1.",
            "self_reference",
            "a new variable for the new value: X1 is X+1",
        ),
        (
            "findall(X, member(Y, [1,2]), L).",
            "free_template",
            "is Y meant?",
        ),
        (
            "X = \"abc\", write(X).",
            "printed_text",
            "format(\"~s\", [X]) writes the text",
        ),
        (
            "write(\"abc\").",
            "printed_text",
            "format(\"abc\"), or '...' for an atom in place of \"...\"",
        ),
    ] {
        assert_eq!(notes(query), [(check, hint.to_string())], "{query}");
    }
}

#[test]
fn queries_without_a_mistake_have_no_notes() {
    for query in [
        "X = 1+2, Y is X.",
        "X = a-b.",
        "X = 1/N.",
        "X = Y+Z.",
        "Point = 3-4, Point = X-Y.",
        "a = b.",
        "1 = 1.",
        "X == Y.",
        "X = 1, X == 1.",
        "f(X) == f(X).",
        "findall(X, member(X, [1,2]), L).",
        "findall(X-Z, member(X, [1,2]), L), Z = 1.",
        "Z = 1, findall(X-Z, member(X, [1,2]), L).",
        "findall(_, member(_, [1,2]), L).",
        "G = member(X, [1]), findall(X, G, L).",
        "write([a,b,c]).",
        "X = [a,b,c], write(X).",
        "writeq('abc').",
        "X = $Y.",
        "X = (",
    ] {
        let found = notes(query);
        let expected = match query {
            // A mistake in any case.
            "findall(X-Z, member(X, [1,2]), L), Z = 1." => 1,
            _ => 0,
        };
        assert_eq!(found.len(), expected, "{query}: {found:?}");
    }
}

#[test]
fn goals_of_known_modules_are_checked() {
    let text = ":- use_module(library(lists)).\np(X) :- lists:nosuch(X).\nq(X) :- lists:append(X, X, _).\n\
                r :- not_loaded:goal.\ns(M, X) :- M:goal(X).\nt :- catch(lists:nosuch2, _, true).\n\
                u :- assertz(store:fact(1)), store:fact(_).\nv :- user:w.\n\
                :- use_module(library(clpq), []).\nx(X) :- clpq:{X = 1}.\n";
    let found = messages(text);
    let said: Vec<_> = found.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        said,
        [
            "lists:nosuch/1 is called, and not defined",
            "w/0 is called, and not defined"
        ]
    );
}

#[test]
fn programs_of_constraint_rules_have_no_messages() {
    let text = ":- use_module(library(chr)).\n:- chr_constraint gcd(+natural).\ngcd(0) <=> true.\n\
                gcd(N) \\ gcd(M) <=> N =< M | L is M mod N, gcd(L).\n";
    let found = messages(text);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_directive_that_fails_shows_its_goal() {
    let found = messages(":- member(X, [1,2]), X > 5, write(X).\n:- fail.\n");
    let shown = |d: &Diagnostic| {
        let span = d.span.expect("a place");
        d.text[span.start..span.end].to_string()
    };
    assert_eq!(shown(&found[0]), "X > 5");
    assert_eq!(
        found[0].hint.as_deref(),
        Some("the query why((member(X, [1,2]), X > 5, write(X))). explains it")
    );
    assert_eq!(shown(&found[1]), "fail");
}

#[test]
fn the_brackets_of_a_list_are_missing() {
    let found = messages("sum([], 0).\nsum(H|T, S) :- sum(T, S0), S is S0+H.\n");
    let hint = found.iter().find_map(|d| d.hint.as_deref());
    assert_eq!(hint, Some("a list is written [H|T]"), "{found:?}");
}
