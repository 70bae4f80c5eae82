//! Program text that the standard forbids: loaded with a warning, refused on request, and usable afterwards.

use horn::{Error, Machine, Severity};

const PROGRAM: &str = "\
comparison(X, Op) :- ( X > 0 -> Op = > ; Op = < ).
options([mod=1, is=two]).
remember :- assertz(noted(X) :- X = 1).
big(1e10).
octal(8'17).
greeting(\"hello
world\").
";

fn answer(machine: &mut Machine, query: &str) -> String {
    machine
        .answers(query)
        .trim()
        .trim_end_matches('.')
        .to_string()
}

#[test]
fn a_warning_for_each_clause_and_a_working_program() {
    let mut machine = Machine::new();
    let messages = machine.consult_str("p.pl", PROGRAM).expect("it loads");
    let seen: Vec<_> = messages
        .iter()
        .map(|m| (m.severity, m.check, m.position().map(|p| p.line)))
        .collect();
    let warning = |line| (Severity::Warning, Some("not_portable"), Some(line));
    assert_eq!(seen, [1, 2, 3, 4, 5, 6].map(warning));
    assert_eq!(messages[3].label.as_deref(), Some("portable: `1.0e10`"));
    assert_eq!(
        messages[1].places[0].message,
        "an operator as an operand without parentheses; portable: `(is)`"
    );

    assert_eq!(answer(&mut machine, "comparison(0, Op)"), "Op = (<)");
    assert_eq!(
        answer(&mut machine, "options(Os)"),
        "Os = [(mod)=1,(is)=two]"
    );
    assert_eq!(answer(&mut machine, "remember, noted(X)"), "X = 1");
    assert_eq!(
        answer(&mut machine, "big(X), Y is integer(X)"),
        "X = 10000000000.0, Y = 10000000000"
    );
    assert_eq!(answer(&mut machine, "octal(X)"), "X = 15");
    assert_eq!(
        answer(&mut machine, "greeting(G), length(G, N)"),
        "G = \"hello\\nworld\", N = 11"
    );
}

#[test]
fn explanations_find_the_goal_in_such_a_clause() {
    let mut machine = Machine::new();
    machine
        .consult_str("p.pl", "p(Op, X) :- Op = > , atom_length(X, _).\n")
        .expect("it loads");
    let error = machine.run("p(_, _)").expect_err("no length");
    let explained = machine.explain(&error).expect("an explanation").to_string();
    assert!(explained.contains("atom_length(X, _)"), "{explained}");
}

#[test]
fn it_is_refused_on_request() {
    for flag in ["lenient_loading", "iso"] {
        let value = flag == "iso";
        let mut machine = Machine::new();
        machine
            .run(&format!("set_prolog_flag({flag}, {value})"))
            .expect("a flag");
        let Err(Error::Load(messages)) = machine.consult_str("p.pl", PROGRAM) else {
            panic!("{flag}: it loads");
        };
        let errors = messages.iter().filter(|m| m.syntax_error.is_some());
        assert!(errors.count() >= 4, "{flag}");
    }
}

#[test]
fn queries_and_terms_are_read_by_the_standard() {
    let mut machine = Machine::new();
    assert!(machine.prepare("X = * , true").is_err());
    let error = "catch(term_to_atom(_, 'f(a:-b)'), error(E, _), true)";
    assert!(answer(&mut machine, error).contains("syntax_error"));
    // A quad of a program file, whose answer is the error.
    let quads = "p(1).\n?- X = * .\n   syntax_error(_).\n";
    assert_eq!(machine.consult_str("q.pl", quads).expect("it loads"), []);
}

/// Texts with a fault in each line. Each took time in the square of the lines once: minutes for these.
#[test]
fn long_runs_of_faults_are_read_in_linear_time() {
    for line in [
        "p(0 0.\n",
        "p(\"0.\n",
        "p('0.\n",
        "p(`0.\n",
        "p(\n   \"0.\n",
        "p(16'zz).\n",
        "p(\"\\x41\").\n",
        "p :- q, 'a.\n  r.\n",
        "p(X) :- q(Y).\n",
    ] {
        let start = std::time::Instant::now();
        let mut machine = Machine::new();
        let messages = match machine.consult_str("faults.pl", &line.repeat(20_000)) {
            Ok(messages) | Err(Error::Load(messages)) => messages,
            Err(other) => panic!("{line}: {other}"),
        };
        let texts: usize = messages.iter().map(|m| m.to_string().len()).sum();
        assert!(texts > 0, "{line}");
        assert!(start.elapsed().as_secs() < 60, "{line}");
    }
    let many: String = (0..5_000).map(|i| format!("p{i} :- u{i}.\n")).collect();
    let start = std::time::Instant::now();
    let mut machine = Machine::new();
    machine.consult_str("calls.pl", &many).expect("a text");
    assert!(start.elapsed().as_secs() < 60);
}
