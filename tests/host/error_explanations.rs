//! Explanations of uncaught errors: which goal, which values, which callers, which hint.

use horn::{Diagnostic, Error, Limit, Machine};

fn error_of(machine: &mut Machine, query: &str) -> Error {
    let mut query = machine.query(query).expect("a query");
    loop {
        match query.next() {
            Some(Ok(_)) => {}
            Some(Err(e)) => return e,
            None => panic!("no error"),
        }
    }
}

fn explained(program: &str, query: &str) -> Diagnostic {
    let mut machine = Machine::new();
    machine.consult_str("p.pl", program).expect("a program");
    let error = error_of(&mut machine, query);
    machine.explain(&error).expect("an explanation")
}

/// The text of the part of the program or query that is underlined.
fn underlined(d: &Diagnostic) -> &str {
    let span = d.span.expect("a place");
    &d.text[span.start..span.end]
}

const SUM: &str = "sum([], 0).\nsum([X|Xs], S) :-\n    sum(Xs, S0),\n    S is S0 + X.\nmain(S) :- sum([1,2,a], S), write(S).\n";

#[test]
fn the_value_and_the_callers_of_arithmetic() {
    let d = explained(SUM, "main(S)");
    assert_eq!(underlined(&d), "S is S0 + X");
    assert_eq!(d.label.as_deref(), Some("`X` is `a`, an atom"));
    assert!(
        d.notes.contains(&"in the call `sum([a|Xs],_)`".to_string()),
        "{d}"
    );
    let callers: Vec<&str> = d.places.iter().map(|p| p.message.as_str()).collect();
    assert_eq!(callers, ["called from here, 2 times", "called from here"]);
}

#[test]
fn a_last_call_that_is_gone_is_found() {
    let program = "a(X) :- b(X).\nb(X) :- Y = X, parnet(Y, _).\nparent(1, 2).\n";
    let d = explained(program, "a(1)");
    assert_eq!(underlined(&d), "parnet(Y, _)");
    assert_eq!(d.hint.as_deref(), Some("did you mean parent/2?"));
    assert_eq!(d.places.len(), 1);
    assert_eq!(d.places[0].message, "reached by this last call");
}

#[test]
fn two_ways_of_last_calls_are_not_guessed() {
    let program = "a(1) :- foo(1).\na(2) :- foo(2).\n";
    let d = explained(program, "a(2)");
    assert!(d.message.contains("foo/1"), "{d}");
    assert!(d.notes.iter().any(|n| n.contains("last call")), "{d}");
}

/// An error inside a library is explained at the goal of the program, not at the internal predicate that threw.
#[test]
fn errors_inside_libraries_name_the_goal_of_the_program() {
    let program = ":- use_module(library(clpz)).\n\
                   q(X) :- X in 1..5, label(X).\n\
                   r(X) :- Y in 1..X, label([Y]).\n\
                   s(L) :- nth0(a, L, _).\n";
    let d = explained(program, "q(X)");
    assert_eq!(underlined(&d), "label(X)");
    let message = "`label/1` takes a list of variables, and got the variable `X`";
    assert_eq!(d.message, message, "{d}");
    let d = explained(program, "s([b])");
    assert_eq!(underlined(&d), "nth0(a, L, _)");
    assert!(d.message.starts_with("`nth0/3` expects an integer"), "{d}");
    let d = explained("", "X = Y, list_to_set(X, Y)");
    assert_eq!(underlined(&d), "list_to_set(X, Y)");
    assert!(d.message.starts_with("`list_to_set/2` needs"), "{d}");
    let d = explained("", "format(\"~a\", [f(x)])");
    assert!(d.message.starts_with("`format/2` expects an atom"), "{d}");
}

/// The reason why there is no predicate may be a clause that was skipped.
#[test]
fn clauses_with_syntax_errors_are_named() {
    let mut machine = Machine::new();
    let program = "food(tea).\nlikes(ann, X) :- food(X), .\nParent(ann, bob).\n";
    machine.consult_str("p.pl", program).expect_err("errors");
    let places = [("likes(ann, X)", "p.pl:2"), ("parent(ann, X)", "p.pl:3")];
    for (query, place) in places {
        let error = error_of(&mut machine, query);
        let d = machine.explain(&error).expect("an explanation");
        let hint = d.hint.expect("a hint");
        assert!(hint.contains("skipped") && hint.ends_with(place), "{hint}");
    }
}

/// why/1, profile/1 and coverage/1 do not hide where an error comes from.
#[test]
fn explained_and_counted_goals_keep_their_places() {
    let program = "p(X) :- q(X), true.\nq(X) :- Y is X + a, atom(Y).\n";
    for query in ["why(p(1))", "profile(p(1))", "coverage(p(1))"] {
        let mut machine = Machine::new();
        machine
            .run("set_prolog_flag(protect_static_code, false)")
            .expect("a flag");
        machine.consult_str("p.pl", program).expect("a program");
        machine.capture();
        let error = error_of(&mut machine, query);
        let d = machine.explain(&error).expect("an explanation");
        assert_eq!(underlined(&d), "Y is X + a", "{query}");
    }
}

#[test]
fn goals_in_arguments_of_library_predicates() {
    let d = explained("p(L) :- maplist(foo, L), true, write(L).\n", "p([1])");
    assert_eq!(underlined(&d), "foo");
    let d = explained("", "findall(X, foo(X), L)");
    assert_eq!(underlined(&d), "foo(X)");
    let d = explained("", "catch(atom_length(X, Y), E, throw(E))");
    assert_eq!(underlined(&d), "atom_length(X, Y)");
    assert_eq!(d.label.as_deref(), Some("`X` has no value"));
    let d = explained("", "\\+ foo(1)");
    assert_eq!(underlined(&d), "foo(1)");
}

#[test]
fn nonterminals_of_grammars() {
    let d = explained("g --> [a], h, [b].\nh --> nmae.\n", "phrase(g, [a,b])");
    assert!(d.message.contains("nmae/2"), "{d}");
    assert_eq!(underlined(&d), "nmae");
    // Called as a predicate: without the lists that it has as one, or with one of them.
    for query in ["g", "g([a])"] {
        let d = explained("g --> [a].\n", query);
        let hint = "g is a rule of a grammar: phrase(g, List) asks whether it describes a list";
        assert_eq!(d.hint.as_deref(), Some(hint), "{query}");
    }
}

#[test]
fn constraints_that_are_compiled_in_line() {
    let program =
        ":- use_module(library(clpz)).\np(X, Y) :- X #> Y, q(X).\nq(X) :- X #< a, true.\n";
    let d = explained(program, "p(3, 1)");
    assert_eq!(underlined(&d), "X #< a");
}

#[test]
fn a_misspelt_query_shows_the_predicate_that_is_meant() {
    let program = "person(ann).\nparent(ann, bob).\nparent(bob, cleo).\n";
    let d = explained(program, "parant(ann, X)");
    assert_eq!(d.hint.as_deref(), Some("did you mean parent/2?"));
    let shown: Vec<_> = d.places.iter().map(|p| (&*p.message, p.span)).collect();
    let [(message, span)] = shown[..] else {
        panic!("{d}");
    };
    assert_eq!(message, "parent/2 begins here");
    assert_eq!(&program[span.start..span.end], "parent(ann, bob)");
    // Another number of arguments, and a predicate that has no text.
    let d = explained(program, "parent(ann)");
    assert_eq!(d.places.len(), 1, "{d}");
    let d = explained("p.\n", "assertz(colour(red)), colur(X)");
    assert_eq!(d.hint.as_deref(), Some("did you mean colour/1?"));
    assert!(d.places.is_empty(), "{d}");
}

#[test]
fn names_without_an_arity_are_corrected() {
    for query in ["spy(parnt)", "edit(parnt)"] {
        let d = explained("parent(ann, bob).\n", query);
        assert_eq!(d.message, "there is no predicate `parnt`", "{query}");
        assert_eq!(d.hint.as_deref(), Some("did you mean parent/2?"), "{query}");
    }
}

#[test]
fn other_arities_and_libraries() {
    let d = explained("p(1). p(1,2,3).\n", "p(1,2)");
    let hint = d.hint.as_deref();
    assert_eq!(
        hint,
        Some("there is p/1, p/3: the number of arguments differs")
    );
}

#[test]
fn goals_of_directives() {
    let mut machine = Machine::new();
    let program = "q(X) :- Y is X + a, write(Y).\n:- q(1).\n";
    let Err(Error::Load(messages)) = machine.consult_str("d.pl", program) else {
        panic!("no error")
    };
    let is_error = |d: &&Diagnostic| d.severity == horn::Severity::Error;
    let text = messages
        .iter()
        .find(is_error)
        .expect("an error")
        .to_string();
    assert!(
        text.starts_with("error: `a` is an atom, and arithmetic needs numbers"),
        "{text}"
    );
    assert!(
        text.contains("thrown: error(type_error(evaluable,a/0)"),
        "{text}"
    );
    assert!(
        text.contains("d.pl:2:1") && text.contains("Y is X + a"),
        "{text}"
    );
}

#[test]
fn memory_that_a_last_call_exhausts() {
    let explained = |program: &str, query: &str| {
        let mut machine = Machine::new();
        machine.set_limit(Limit::Memory(Some(30 << 20)));
        machine.consult_str("p.pl", program).expect("a program");
        let error = error_of(&mut machine, query);
        machine.explain(&error).expect("an explanation")
    };
    let d = explained("deep(X) :- deep(f(X)).\n", "deep(1)");
    assert!(d.message.contains("recursion of `deep/1`"), "{d}");
    let hint = d.hint.as_deref().unwrap_or_default();
    assert!(hint.starts_with("every clause of deep/1"), "{d}");
    let d = explained("nat(s(X)) :- nat(X).\nnat(0).\n", "nat(X)");
    assert_eq!(underlined(&d), "nat(X)");
    let hint = d.hint.as_deref().unwrap_or_default();
    assert!(hint.contains("comes closer"), "{d}");
}

#[test]
fn goals_that_were_running_include_last_calls() {
    let mut machine = Machine::new();
    let program = "p(X) :- q(X).\nq(X) :- Y is X + a, write(Y).\n";
    machine.consult_str("p.pl", program).expect("a program");
    let error = error_of(&mut machine, "p(1)");
    let goals = machine.running_goals(&error);
    assert_eq!(goals.len(), 2, "{goals:?}");
    assert!(
        goals[1].starts_with("p.pl:1: q(") && goals[1].ends_with("(last call)"),
        "{goals:?}"
    );
}

#[test]
fn an_interrupt_names_recursion_without_end() {
    let mut machine = Machine::new();
    machine
        .consult_str("p.pl", "run :- run, true.\n")
        .expect("a program");
    let handle = machine.interrupt_handle();
    let waiter = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        handle.interrupt();
    });
    let error = error_of(&mut machine, "run");
    waiter.join().expect("no panic");
    let hint = machine.explain(&error).and_then(|d| d.hint);
    let hint = hint.expect("a hint");
    assert!(
        hint.contains("every clause of run/0 calls run/0 again"),
        "{hint}"
    );
}

/// Helpers of libraries are not named.
#[test]
fn an_interrupt_names_the_goal_of_the_user() {
    for (program, query, goal) in [
        (
            "run :- repeat, foldl([X,Y,Z]>>(Z is X+Y), [1,2], 0, S), S < 0.\n",
            "run",
            "run/0",
        ),
        (
            "",
            "repeat, foldl([X,Y,Z]>>(Z is X+Y), [1,2], 0, S), S < 0",
            "",
        ),
    ] {
        let mut machine = Machine::new();
        machine.consult_str("p.pl", program).expect("a program");
        let handle = machine.interrupt_handle();
        let waiter = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(100));
            handle.interrupt();
        });
        let mut started = machine.query(query).expect("a query");
        let error = started.next().expect("a result").expect_err("an interrupt");
        waiter.join().expect("no panic");
        let named = started.interrupted_in().unwrap_or_default();
        let d = started.explain(&error).expect("an explanation").to_string();
        let internal = ["foldl_", "pass/", "lambda/"];
        assert!(
            internal
                .iter()
                .all(|i| !named.contains(i) && !d.contains(i)),
            "{named}: {d}"
        );
        // A builtin may have been called last.
        let is_goal = named == goal || ["foldl/4", "</2", "repeat/0", "is/2"].contains(&&*named);
        assert!(goal.is_empty() || is_goal, "{named}");
    }
}

#[test]
fn hints_for_mistakes_of_syntax() {
    for (query, part) in [
        ("1 < X < 3", "comparisons are not chained"),
        ("X =/= Y", "\\= means"),
        ("X <- 5", "X = Term gives X a value"),
        ("quit()", "there are no parentheses: quit"),
        ("X = f(.5)", "0.5"),
        ("X = f(2.)", "2.0"),
        ("p(X)?", "a query ends with a period"),
        ("help append/3", "help(append/3)"),
        ("write(hello world)", "'hello world'"),
        ("X = [a], Y = X[0]", "nth0(Index, List, Element)"),
        ("# a comment", "a comment begins with %"),
    ] {
        match Machine::new().prepare(query) {
            Err(Error::Syntax(d)) => {
                let hint = d.hint.as_deref().unwrap_or_default();
                assert!(hint.contains(part), "{query}: {d}");
            }
            Err(e) => panic!("{query}: {e}"),
            Ok(_) => panic!("{query} is read"),
        }
    }
    // The clauses after such a comment are read.
    let mut machine = Machine::new();
    let program = "# The family of ann.\n// As of 1999.\nparent(ann, bob).\n";
    let _ = machine.consult_str("p.pl", program);
    assert!(machine.run("parent(ann, bob)").is_ok());
}

/// The goal of a query whose library predicate threw is found, also if it is not the last one.
#[test]
fn goals_of_a_query_that_are_not_the_last() {
    let d = explained("", "sum_list([a,b], S), write(S)");
    assert_eq!(underlined(&d), "sum_list([a,b], S)");
    let d = explained("use(X) :- sum_list([X,a], _).\n", "true, use(1), write(x)");
    assert_eq!(underlined(&d), "sum_list([X,a], _)");
}

#[test]
fn recursion_without_end() {
    let explained = |program: &str, query: &str| {
        let mut machine = Machine::new();
        machine.set_limit(Limit::Memory(Some(30 << 20)));
        machine.consult_str("p.pl", program).expect("a program");
        let error = error_of(&mut machine, query);
        machine.explain(&error).expect("an explanation")
    };
    let left = "anc(X, Y) :- anc(X, Z), par(Z, Y).\nanc(X, Y) :- par(X, Y).\npar(a, b).\n";
    let d = explained(left, "anc(a, X)");
    assert_eq!(underlined(&d), "anc(X, Z)");
    assert!(
        d.hint
            .as_deref()
            .is_some_and(|h| h.contains(":- table anc/2.")),
        "{d}"
    );
    let down = "count(N) :- M is N - 1, count(M), write(N).\ncount(0).\n";
    let d = explained(down, "count(3)");
    assert_eq!(underlined(&d), "count(M)");
    assert!(
        d.hint.as_deref().is_some_and(|h| h.contains("condition")),
        "{d}"
    );
    let no_end = "len([_|T], N) :- len(T, N0), N is N0 + 1.\n";
    let d = explained(no_end, "len(L, N)");
    assert!(
        d.hint
            .as_deref()
            .is_some_and(|h| h.contains("every clause")),
        "{d}"
    );
    let two = "p(X) :- q(X), true, write(X).\nq(X) :- p(X), write(X).\np(0).\n";
    let d = explained(two, "p(1)");
    assert!(d.message.contains("rounds of 2 calls"), "{d}");
    assert_eq!(d.places.len(), 1, "{d}");
}

#[test]
fn a_changed_file_shows_no_text() {
    let path = std::env::temp_dir().join(format!("horn-explain-{}.pl", std::process::id()));
    std::fs::write(&path, SUM).expect("a file");
    let mut machine = Machine::new();
    machine.consult_file(&path).expect("a program");
    let error = error_of(&mut machine, "sum([a], S)");
    assert!(
        machine
            .explain(&error)
            .expect("an explanation")
            .text
            .contains("sum([]")
    );
    std::fs::write(&path, "% changed\n").expect("a file");
    let error = error_of(&mut machine, "sum([a], S)");
    let d = machine.explain(&error).expect("an explanation");
    assert!(
        !d.text.contains("sum([]") && d.message.contains("needs numbers"),
        "{d}"
    );
    std::fs::remove_file(&path).expect("a file");
}

#[test]
fn errors_that_are_caught_take_no_place_and_later_ones_do() {
    let mut machine = Machine::new();
    machine.consult_str("p.pl", SUM).expect("a program");
    let caught = "catch(sum([a],_), error(type_error(_, _), _), true)";
    assert!(machine.run(caught).expect("an answer"));
    let first = error_of(&mut machine, "sum([a], S)");
    let second = error_of(&mut machine, "foo");
    assert!(machine.explain(&first).is_none());
    assert!(machine.explain(&second).is_some());
}

#[test]
fn cleanup_goals_and_nested_runs_keep_the_first_place() {
    let d = explained(SUM, "setup_call_cleanup(true, sum([a],_), X = 1)");
    assert_eq!(underlined(&d), "S is S0 + X");
    let d = explained(SUM, "forall(member(L, [[a]]), sum(L, _))");
    assert_eq!(underlined(&d), "S is S0 + X");
    let d = explained(SUM, "catch(sum([a],_), E, ( write(E), throw(E) ))");
    assert_eq!(underlined(&d), "S is S0 + X");
    let d = explained(SUM, "catch(sum([a],_), nothing, true)");
    assert_eq!(underlined(&d), "S is S0 + X");
}

#[test]
fn large_and_cyclic_values_are_shortened() {
    let program = "p(X) :- atom_length(X, N), write(N).\n";
    let d = explained(program, "numlist(1, 100000, L), p(L)");
    assert!(d.to_string().len() < 2000, "{d}");
    let d = explained(program, "X = f(X), p(X)");
    assert!(d.to_string().len() < 2000, "{d}");
}

fn hint_of(query: &str) -> (String, String) {
    let mut machine = Machine::new();
    let error = error_of(&mut machine, query);
    let d = machine.explain(&error).expect("an explanation");
    (d.message, d.hint.unwrap_or_default())
}

#[test]
fn goals_of_modules_are_explained_in_their_module() {
    let (message, hint) = hint_of("lists:no_such(X)");
    assert_eq!(message, "module lists has no predicate `no_such/1`");
    assert!(
        hint.starts_with("module_property(lists, exports(L))."),
        "{hint}"
    );
    let (_, hint) = hint_of("lists:appendd(X, Y, Z)");
    assert_eq!(hint, "did you mean append/3?");
    let (_, hint) = hint_of("use_module(library(lists)), lsts:nothing");
    assert_eq!(hint, "there is no module lsts; did you mean lists?");
}

#[test]
fn functions_with_a_similar_name_are_named() {
    let (_, hint) = hint_of("X is squrt(2)");
    assert!(hint.starts_with("did you mean sqrt(X)?"), "{hint}");
    let (_, hint) = hint_of("X is pow2(3)");
    assert!(hint.starts_with("X ^ Y is the power"), "{hint}");
    let (_, hint) = hint_of("X is nothing_like_it(3)");
    assert_eq!(hint, "");
}

#[test]
fn only_numbers_are_called_numbers() {
    for (query, is_number) in [
        ("X is '3'+1", true),
        ("X is '-2.5'+1", true),
        ("X = \"12\", X > 3", true),
        ("X is 'NaN'+1", false),
        ("X is infinity+1", false),
        ("X is '1e5'+1", false),
        ("X = \"nan\", X > 3", false),
        ("X = \"+inf\", X > 3", false),
    ] {
        let (_, hint) = hint_of(query);
        assert_eq!(
            hint.contains("gives the number"),
            is_number,
            "{query}: {hint}"
        );
    }
}

#[test]
fn label_is_named_as_it_was_written() {
    let mut machine = Machine::new();
    let error = error_of(&mut machine, "X #> 3, label([X])");
    let d = machine.explain(&error).expect("an explanation");
    assert_eq!(underlined(&d), "label([X])");
    assert!(d.message.contains("label/1"), "{d}");
}

#[test]
fn commands_of_a_shell_are_no_predicates() {
    for (query, part) in [("cls", "Ctrl-L"), ("load(family)", "[family].")] {
        let hint = explained("", query).hint.expect("a hint");
        assert!(hint.contains(part), "{query}: {hint}");
    }
}

#[test]
fn a_sum_of_texts_is_no_text() {
    let d = explained("", "X = \"abc\" + \"def\", atom_length(X, N)");
    let hint = d.hint.expect("a hint");
    assert!(hint.contains("does not join texts"), "{hint}");
}

#[test]
fn a_clause_without_its_period_before_a_directive() {
    for text in [
        "p(X) :- q(X)\n:- dynamic q/1.\n",
        "p(X) :- q(X)\n?- p(1).\n   true.\n",
    ] {
        let mut machine = Machine::new();
        let (Ok(messages) | Err(Error::Load(messages))) = machine.consult_str("p.pl", text) else {
            panic!("{text}");
        };
        let hint = messages.iter().find_map(|m| m.hint.as_deref());
        let wanted = "a period may be missing at the end of the clause before";
        assert_eq!(hint, Some(wanted), "{text}");
    }
}

#[test]
fn a_variable_that_occurs_first_where_its_value_is_needed() {
    let program = "fact(0, 1).\nfact(N, F) :- F is N*F1, N1 is N-1, fact(N1, F1).\n";
    let d = explained(program, "fact(3, F)");
    assert_eq!(d.message, "`F1` has no value, and `is/2` needs one");
    assert_eq!(d.label.as_deref(), Some("`F1` has no value"));
    let hint = d.hint.expect("a hint");
    assert!(
        hint.starts_with("put this goal after fact(N1, F1), so that F1 has a value"),
        "{hint}"
    );
}

#[test]
fn letters_are_no_text_for_learners() {
    let mut machine = Machine::new();
    machine
        .run("set_prolog_flag(answer_write_options, [double_quotes(false)])")
        .expect("a flag");
    let program = "double([], []).\ndouble([X|Xs], [Y|Ys]) :- Y is X*2, double(Xs, Ys).\n";
    machine.consult_str("p.pl", program).expect("a program");
    let error = error_of(&mut machine, "double([a,b], L)");
    let d = machine.explain(&error).expect("an explanation");
    assert!(d.to_string().contains("double([a,b],[_|_])"), "{d}");
}

#[test]
fn hints_for_frequent_mistakes() {
    for (query, part) in [
        ("X is 3+foo", "a variable begins with a capital letter: Foo"),
        ("X is \"12\"+1", "number_chars(N, \"12\")"),
        ("X is \"ab\"+1", "append(Xs, Ys, Zs) joins texts"),
        ("number_codes(X, \"12\")", "number_chars(N, Text)"),
        ("X in [1,2,3]", "member(X, List)"),
        ("format(\"~d\", [a])", "~w writes any term"),
        ("consult(\"family\")", "[family]."),
        ("length(N, [a,b])", "length(List, Length)"),
        ("length(3, L)", "length(List, Length)"),
        ("X is [1,2] + [3]", "sum_list(List, Sum)"),
        ("X is sum([1,2])", "sum_list(List, Sum)"),
        ("X is sqrt(-1)", "compare before"),
        ("writeln(a, b)", "takes a stream first"),
        ("write(\"a\", \"b\")", "takes a stream first"),
        ("phrase(foo, abc)", "a grammar describes lists"),
        ("[X,Y] in 1..3", "[X,Y] ins 1..9"),
        ("1 + 2", "X is 1 + 2"),
        ("a | b", "a semicolon between two goals"),
        (":- foo", "the goal itself is a query"),
        ("labeling([X])", "label(Variables)"),
        ("listing(append)", "help(append)."),
        (
            "maplist([X]>>(Y is X+1), [1], L)",
            "has 1 parameter, and is called with 2 arguments",
        ),
    ] {
        let d = explained("", query);
        let hint = d.hint.as_deref().unwrap_or_default();
        assert!(hint.contains(part), "{query}: {d}");
    }
}

#[test]
fn an_expression_is_not_computed_in_an_argument() {
    let program = "fib(0, 0).\nfib(1, 1).\nfib(N, F) :- fib(N-1, F1), fib(N-2, F2), F is F1+F2.\n";
    let mut machine = Machine::new();
    machine.set_limit(Limit::Memory(Some(30 << 20)));
    machine.consult_str("p.pl", program).expect("a program");
    let error = error_of(&mut machine, "fib(5, F)");
    let d = machine.explain(&error).expect("an explanation");
    let hint = d.hint.as_deref().expect("a hint");
    assert!(hint.contains("`N-1` is a term"), "{hint}");
    assert!(!d.to_string().contains("the same each time"), "{d}");
}

/// The goal of `initialization(Goal, main)` has no text of its own; that of an earlier query is not its text.
#[test]
fn the_main_goal_of_a_program_is_explained_as_a_query_is() {
    let mut machine = Machine::new();
    assert!(
        machine
            .run("set_prolog_flag(double_quotes, codes)")
            .expect("it runs")
    );
    let program = ":- initialization(main, main).\nmain :- atom(a), nosuch.\n";
    machine.consult_str("m.pl", program).expect("a program");
    let error = machine
        .run_main()
        .expect("a main goal")
        .expect_err("no answer");
    let d = machine.explain(&error).expect("an explanation");
    assert_eq!((underlined(&d), &*d.file), ("nosuch", "m.pl"));
}
