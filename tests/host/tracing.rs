//! The tracer: what it shows at each port, what its commands do, and the page of boxes.

use horn::{Error, Machine, Tracing};
use std::io::Cursor;
use std::sync::{Arc, Mutex};

const PROGRAM: &str = "\
app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).
first(X) :- item(X), !, X > 1.
first(9).
item(1).
item(2).
caught(X) :- catch(sum(X), error(E, _), true), E = type_error(_, _), \\+ item(3).
sum(X) :- Y is X+a, item(Y).
len([], 0).
len([_|T], N) :- len(T, M), N is M+1.
chosen(X, Y) :- ( item(X) -> Y = yes ; Y = no ).
count(0) :- !.
count(N) :- N1 is N-1, count(N1).
inc(Xs, Ys) :- maplist([X,Y]>>(Y is X+1), Xs, Ys).
add(N, Xs, Ys) :- maplist(N+\\X^Y^(Y is X+N), Xs, Ys).
";

/// A writer whose text can be read while a machine has it.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("one thread").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Shared {
    fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().expect("one thread"));
        String::from_utf8(bytes).expect("text")
    }
}

/// A machine with the program, and its output to `user_error`.
fn machine() -> (Machine, Shared) {
    let mut m = Machine::new();
    let shown = Shared::default();
    m.set_error_output(Box::new(shown.clone()));
    m.run("set_prolog_flag(protect_static_code, false)")
        .expect("a flag");
    m.consult_str("p.pl", PROGRAM).expect("a program");
    (m, shown)
}

/// The output of the tracer for all answers of a query, without stopping.
fn trace(query: &str) -> String {
    let (mut m, shown) = machine();
    m.run("leash(none)").expect("no ports");
    let answers = m.query(&format!("trace(({query}))")).expect("a query");
    for answer in answers {
        if answer.is_err() {
            break;
        }
    }
    shown.take()
}

/// Its output for the first answer while it gets commands, without the prompts.
fn commanded(query: &str, commands: &str) -> String {
    let (mut m, shown) = machine();
    m.set_input(Box::new(Cursor::new(commands.to_string())));
    m.run(&format!("trace(({query}))")).ok();
    let shown = shown.take().replace(" ? \n", "\n");
    // At the end of its input, the tracer ends the line of its prompt.
    shown.replace("\n\n", "\n")
}

#[test]
fn a_cut_and_the_failure_of_a_test() {
    assert_eq!(
        trace("first(X)"),
        "  Call: (1) first(X)
  Call: (2) item(X)    p.pl:3
  Exit? (2) item(1)    p.pl:3
  Call: (2) 1>1    p.pl:3
  Fail: (2) 1>1    p.pl:3
  Fail: (1) first(X)
"
    );
}

#[test]
fn an_exception_passes_its_goals_and_is_caught() {
    assert_eq!(
        trace("caught(1)"),
        "  Call: (1) caught(1)
  Call: (2) sum(1)    p.pl:7
  Call: (3) Y is 1+a    p.pl:8
  Exception: (3) Y is 1+a    p.pl:8
      raises error(type_error(evaluable, a/0), (is)/2)
  Exception: (2) sum(1)    p.pl:7
      raises error(type_error(evaluable, a/0), (is)/2)
  Call: (2) type_error(evaluable, a/0)=type_error(_1, _2)    p.pl:7
  Exit: (2) type_error(evaluable, a/0)=type_error(evaluable, a/0)    p.pl:7
  Call: (2) item(3)    p.pl:7
  Fail: (2) item(3)    p.pl:7
  Exit: (1) caught(1)
"
    );
}

#[test]
fn goals_of_lambda_expressions_have_boxes() {
    assert_eq!(
        trace("inc([1,2], L)"),
        "  Call: (1) inc([1, 2], L)
  Call: (2) maplist([X, Y]>>(Y is X+1), [1, 2], Ys)    p.pl:14
  Call: (3) Y is 1+1    p.pl:14
  Exit: (3) 2 is 1+1    p.pl:14
  Call: (3) Y is 2+1    p.pl:14
  Exit: (3) 3 is 2+1    p.pl:14
  Exit: (2) maplist([X, Y]>>(Y is X+1), [1, 2], [2, 3])    p.pl:14
  Exit: (1) inc([1, 2], [2, 3])
"
    );
    // Those of library(lambda) are renamed, except for the variables before `+\`.
    assert_eq!(
        trace("add(5, [1], L)"),
        "  Call: (1) add(5, [1], L)
  Call: (2) maplist(5+\\X^Y^(Y is X+5), [1], Ys)    p.pl:15
  Call: (3) Y is 1+5    p.pl:15
  Exit: (3) 6 is 1+5    p.pl:15
  Exit: (2) maplist(5+\\X^Y^(Y is X+5), [1], [6])    p.pl:15
  Exit: (1) add(5, [1], [6])
"
    );
}

/// Goals inside a negation, an aggregate and a grammar have no instruction of their own, or no path.
#[test]
fn an_error_of_a_traced_goal_inside_another_one_has_its_place() {
    let program = "neg(X) :- \\+ ( X > a ).\nsums(L) :- findall(Y, ( item(X), Y is X+b ), L).\n\
                   word --> [a], { X is foo }, [X].\neach(Ys) :- maplist([X,Y]>>(Y is X+c), [1], Ys).\n";
    for (query, place) in [
        ("neg(1)", "n.pl:1:"),
        ("sums(L)", "n.pl:2:"),
        ("phrase(word, [a])", "n.pl:3:17"),
        ("each(L)", "n.pl:4:29"),
    ] {
        let (mut m, _) = machine();
        m.run("leash(none)").expect("no ports");
        m.consult_str("n.pl", program).expect("a program");
        let error = m.run(&format!("trace({query})")).expect_err("an error");
        let shown = m.explain(&error).expect("an explanation").to_string();
        assert!(shown.contains(place), "{query}: {shown}");
    }
}

/// The explanation of an error is the same with the tracer on.
#[test]
fn an_error_of_a_traced_goal_is_explained_in_its_clause() {
    for query in ["trace(sum(1))", "trace(sum_of(1)), true"] {
        let (mut m, _) = machine();
        m.run("leash(none)").expect("no ports");
        m.consult_str("q.pl", "sum_of(X) :- sum(X), true.\n")
            .expect("a program");
        let error = m.run(query).expect_err("an error");
        assert_eq!(m.tracing(), Tracing::Off);
        let shown = m.explain(&error).expect("an explanation").to_string();
        assert!(shown.contains("p.pl:8:11"), "{shown}");
        assert_eq!(
            shown.contains("called from here"),
            query.contains("sum_of"),
            "{shown}"
        );
    }
}

#[test]
fn some_ports_of_a_predicate_are_shown() {
    let (mut m, shown) = machine();
    m.run("trace(app/3, [call,exit]), trace(app, -call), app([a], [b], _)")
        .expect("an answer");
    assert_eq!(
        shown.take(),
        "+ Exit: (2) app([], \"b\", \"b\")\n+ Exit: (1) app(\"a\", \"b\", \"ab\")\n"
    );
    m.run("trace(app/3, -all), app([a], [b], _), nodebug")
        .expect("an answer");
    assert_eq!(shown.take(), "");
}

#[test]
fn last_calls_have_boxes_of_their_own() {
    assert_eq!(
        trace("count(1)"),
        "  Call: (1) count(1)
  Call: (2) N1 is 1-1    p.pl:13
  Exit: (2) 0 is 1-1    p.pl:13
  Call: (2) count(0)    p.pl:13
  Exit: (2) count(0)    p.pl:13
  Exit: (1) count(1)
"
    );
}

#[test]
fn an_if_then_else_commits_to_its_condition() {
    assert_eq!(
        trace("chosen(_, Y)"),
        "  Call: (1) chosen(_1, Y)
  Call: (2) item(X)    p.pl:11
  Exit? (2) item(1)    p.pl:11
  Call: (2) Y=yes    p.pl:11
  Exit: (2) yes=yes    p.pl:11
  Exit: (1) chosen(1, yes)
"
    );
}

#[test]
fn redo_and_further_answers() {
    assert_eq!(
        trace("app(X, Y, [1])"),
        "  Call: (1) app(X, Y, [1])
  Exit? (1) app([], [1], [1])
  Redo: (1) app([], [1], [1])
  Call: (2) app(Xs, Ys, [])    p.pl:2
  Exit: (2) app([], [], [])    p.pl:2
  Exit: (1) app([1], [], [1])
"
    );
}

#[test]
fn domains_of_constrained_variables() {
    assert_eq!(
        trace("X in 1..5, X #> 2"),
        "  Call: (1) X in 1..5
  Exit: (1) X in 1..5
      where X in 1..5
  Call: (1) X#>2
      where X in 1..5
  Exit: (1) X#>2
      where X in 3..5
"
    );
}

#[test]
fn goals_that_library_predicates_call() {
    assert_eq!(
        trace("maplist(item, [1,2])"),
        "  Call: (1) maplist(item, [1, 2])
  Call: (2) item(1)
  Exit: (2) item(1)
  Call: (2) item(2)
  Exit: (2) item(2)
  Exit: (1) maplist(item, [1, 2])
"
    );
}

#[test]
fn a_query_shows_its_goals_after_trace() {
    let (mut m, shown) = machine();
    m.run("leash(none)").expect("no ports");
    assert!(
        m.run("atom_length(ab, N), trace, length(L, N), N == 2")
            .is_ok()
    );
    assert_eq!(
        shown.take(),
        "  Call: (1) length(L, 2)
  Exit: (1) length([_1, _2], 2)
  Call: (1) 2==2
  Exit: (1) 2==2
"
    );
}

#[test]
fn skip_and_retry() {
    assert_eq!(
        commanded("len([a], N)", "\ns\nr\n\n\n\n\n\n\n"),
        "  Call: (1) len(\"a\", N)
  Call: (2) len([], M)    p.pl:10
  Exit: (2) len([], 0)    p.pl:10
  Call: (2) len([], M)    p.pl:10
  Exit: (2) len([], 0)    p.pl:10
  Call: (2) N is 0+1    p.pl:10
  Exit: (2) 1 is 0+1    p.pl:10
  Exit: (1) len(\"a\", 1)
"
    );
}

#[test]
fn fail_back_to_a_goal_at_a_depth_and_go_up() {
    assert_eq!(
        commanded("item(X), len([a,b], N)", "\n\n\n\n\nf 1\n"),
        "  Call: (1) item(X)
  Exit? (1) item(1)
  Call: (1) len(\"ab\", N)
  Call: (2) len(\"b\", M)    p.pl:10
  Call: (3) len([], M)    p.pl:10
  Exit: (3) len([], 0)    p.pl:10
  Fail: (1) len(\"ab\", N)
  Redo: (1) item(1)
  Exit: (1) item(2)
  Call: (1) len(\"ab\", N)
  Call: (2) len(\"b\", M)    p.pl:10
  Call: (3) len([], M)    p.pl:10
  Exit: (3) len([], 0)    p.pl:10
  Call: (3) N is 0+1    p.pl:10
  Exit: (3) 1 is 0+1    p.pl:10
  Exit: (2) len(\"b\", 1)    p.pl:10
  Call: (2) N is 1+1    p.pl:10
  Exit: (2) 2 is 1+1    p.pl:10
  Exit: (1) len(\"ab\", 2)
"
    );
    let up = commanded("len([a,b], N)", "\n\nu\n\n\n\n");
    assert!(
        up.contains("Call: (3) len([], M)    p.pl:10\n  Exit: (2)"),
        "{up}"
    );
}

#[test]
fn where_goals_and_help() {
    let shown = commanded("len([a,b], N)", "\nw\ng\n< 1\np\nd\nh\nn\n");
    for part in [
        "10 │ len([_|T], N) :- len(T, M), N is M+1.",
        "    T = \"b\"\n",
        "    (1) len(\"ab\", N)\n    (2) len(\"b\", M)    p.pl:10\n",
        "There are no residual goals.",
        "    r, Nr     retry: call this goal, or the goal at depth N, once more\n",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}

#[test]
fn spy_points_stop_a_run_that_is_compiled_code_otherwise() {
    let (mut m, shown) = machine();
    m.run("leash(none), spy(item(_), true), spy(len/2)")
        .expect("spy points");
    m.run("app([1], [2], _), first(_) ; true")
        .expect("an answer");
    assert_eq!(shown.take(), "+ Call: (1) item(_1)\n+ Exit? (1) item(1)\n");
    m.run("nospyall, spy(count(N), N =:= 1), count(3)")
        .expect("an answer");
    assert!(shown.take().starts_with("+ Call: (3) count(1)\n"));
    m.run("nospyall, nodebug, first(_) ; true")
        .expect("an answer");
    assert_eq!(shown.take(), "");
    let error = m.run("spy(no_such_thing)");
    assert!(matches!(error, Err(Error::Uncaught { .. })), "{error:?}");
}

#[test]
fn the_program_runs_at_full_speed_while_a_goal_is_skipped() {
    let (mut m, shown) = machine();
    m.set_input(Box::new(Cursor::new("s\n\n".to_string())));
    m.run("trace(count(300000))").expect("an answer");
    assert_eq!(
        shown.take().replace(" ? \n", "\n"),
        "  Call: (1) count(300000)\n  Exit: (1) count(300000)\n"
    );
}

#[test]
fn a_deep_recursion_can_be_traced() {
    let (mut m, _) = machine();
    m.run("leash(none), visible(none)").expect("settings");
    m.run("trace(count(20000))").expect("an answer");
    assert_eq!(m.run("tracing"), Ok(false));
}

#[test]
fn a_page_of_boxes_has_what_was_called() {
    let (mut m, _) = machine();
    let file = std::env::temp_dir().join(format!("horn-boxes-{}.html", std::process::id()));
    let name = file.to_str().expect("a plain name");
    let query = format!("trace_tree((first(X) ; len(\"<\\\"\", X)), '{name}', [title('A trace')])");
    let answers = m.query(&query).expect("a query").count();
    assert_eq!(answers, 1);
    let page = std::fs::read_to_string(&file).expect("the page");
    std::fs::remove_file(&file).expect("the page");
    for part in [
        "\"title\":\"A trace\",\"short\":false",
        "item(X)",
        "\"1>1\"",
        "\"p.pl\",3]",
        "\\u003c",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let few = format!("trace_tree(len([a,b,c], X), '{name}', [boxes(3)])");
    assert_eq!(m.query(&few).expect("a query").count(), 1);
    let page = std::fs::read_to_string(&file).expect("the page");
    std::fs::remove_file(&file).expect("the page");
    assert!(page.contains("\"short\":true"));
}

/// The output of the tracer for the first answer of a query over another program.
fn trace_in(program: &str, query: &str) -> String {
    let (mut m, shown) = machine();
    m.consult_str("q.pl", program).expect("a program");
    m.run("leash(none)").expect("no ports");
    let _ = m.run(&format!("trace(({query}))"));
    shown.take()
}

#[test]
fn rules_show_their_goals() {
    let rules = "size([], N) => N = 0.\nsize([_|T], N), true => size(T, M), N is M+1.\n\
                 pick(X) ?=> X = 1.\npick(X) => X = 2.\n";
    let text = trace_in(rules, "size([a], N)");
    assert!(text.contains("Call: (2) size([], M)    q.pl:2"), "{text}");
    assert!(text.contains("Exit: (3) 0=0    q.pl:1"), "{text}");
    assert!(text.contains("Exit: (2) 1 is 0+1    q.pl:2"), "{text}");
    let text = trace_in(rules, "pick(X), X > 1");
    assert!(text.contains("Exit? (1) pick(1)"), "{text}");
    assert!(text.contains("Exit: (2) 2=2    q.pl:4"), "{text}");
    // No rule is for atoms.
    let text = trace_in(rules, "size(a, N)");
    assert!(text.contains("matching_rule"), "{text}");
}

#[test]
fn tabled_clauses_show_their_goals() {
    let program = ":- table way/2.\nway(X, Y) :- way(X, Z), road(Z, Y).\nway(X, Y) :- road(X, Y).\nroad(a, b).\n";
    let text = trace_in(program, "way(a, X)");
    assert!(text.contains("Exit: (3) road(a, b)    q.pl:3"), "{text}");
    assert!(!text.contains("tabled"), "{text}");
}

#[test]
fn predicates_of_indexicals_show_domains() {
    let program = ":- use_module(library(clpz)).\n\
                   more(X, Y) +: X in (min(Y)+1)..sup, Y in inf..(max(X)-1).\n";
    let text = trace_in(program, "(X in 0..9, Y in 3..20, more(X, Y))");
    assert!(text.contains("where X in 4..9, Y in 3..8"), "{text}");
    assert!(!text.contains('$'), "{text}");
}

#[test]
fn the_first_call_of_a_library_predicate_with_a_spy_point_is_shown() {
    let (mut m, shown) = machine();
    m.run("leash(none), spy(member/2)").expect("a spy point");
    m.run("member(a, [a])").expect("an answer");
    let first = "+ Call: (1) member(a, \"a\")\n+ Exit: (1) member(a, \"a\")\n";
    assert_eq!(shown.take(), first);
    m.run("spy(append/3), append([1], [], _)")
        .expect("an answer");
    let shown = shown.take();
    assert!(
        shown.starts_with("+ Call: (1) append([1], [], _1)\n"),
        "{shown}"
    );
}

#[test]
fn after_up_from_a_goal_of_the_query_the_next_query_is_traced() {
    let (mut m, shown) = machine();
    m.set_input(Box::new(Cursor::new("u\n\n\n".to_string())));
    m.run("trace").expect("the tracer on");
    m.run("item(1)").expect("an answer");
    assert_eq!(shown.take().replace(" ? \n", "\n"), "  Call: (1) item(1)\n");
    m.run("item(1)").expect("an answer");
    let shown = shown.take();
    assert!(shown.starts_with("  Call: (1) item(1)"), "{shown}");
}
