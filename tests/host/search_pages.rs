//! Pages that show a search: each is self-contained, and its counts are those of the search; and the
//! events of a search, on which the pages rest.

use horn::{ConstraintEvent, Machine};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

const QUEENS: &str = include_str!("../../programs/triska_queens.pl");

/// A directory that only this test uses.
fn directory(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("horn-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    dir
}

/// Returns true if a page has no link to another file.
fn is_self_contained(page: &str) -> bool {
    let lower = page.to_lowercase();
    ![
        "http:", "https:", "src=", "@import", "(url(", ": url(", "<link", "fetch(",
    ]
    .iter()
    .any(|s| lower.contains(s))
}

/// The number that follows a text.
fn number_after(page: &str, what: &str) -> usize {
    let rest = page.split_once(what).expect("the text").1;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

#[test]
fn a_search_tree_counts_what_happened() {
    let dir = directory("tree");
    let file = dir.join("tree.html");
    let file = file.to_str().expect("a plain name");
    for (options, labeling) in [
        ("ff", "labeling([ff], Qs)"),
        ("bisect", "labeling([bisect], Qs)"),
        ("enum", "labeling([enum,down], Qs)"),
        // In single steps.
        ("custom", "labeling([variable(first)], Qs)"),
        ("best", "labeling([maximize(Q1+Q8)], Qs)"),
        ("restart", "labeling([minimize(Q1),restart], Qs)"),
        ("ordered", "labeling([min(Q1)], Qs)"),
    ] {
        let mut m = Machine::new();
        m.consult_str("queens.pl", QUEENS).expect("a program");
        m.consult_str("first.pl", "first([X|Xs], X, Xs).")
            .expect("a program");
        let heard = Arc::new(Mutex::new([0usize; 3]));
        let counts = heard.clone();
        m.listen(move |event| {
            let mut counts = counts.lock().expect("one thread");
            match event {
                ConstraintEvent::Branch { .. } => counts[0] += 1,
                ConstraintEvent::Failed(_) => counts[1] += 1,
                ConstraintEvent::Solution { .. } => counts[2] += 1,
                _ => {}
            }
        });
        let setup = "n_queens(8, Qs), Qs = [Q1|_], append(_, [Q8], Qs)";
        let query = format!("{setup}, search_tree(({labeling}, false), '{file}')");
        assert!(!m.run(&query).expect("no error"), "{options}");
        m.stop_listening();
        let page = std::fs::read_to_string(file).expect("a page");
        assert!(is_self_contained(&page), "{options}");
        let told = *heard.lock().expect("one thread");
        let branches = number_after(&page, "\"branches\":");
        let nodes = page.split_once("\"nodes\":[\n").expect("nodes").1;
        let nodes = nodes.split_once("\n]}").expect("an end").0.lines().count();
        assert_eq!(nodes, branches + 1, "{options}");
        let shown = [
            branches,
            number_after(&page, "\"failures\":"),
            number_after(&page, "\"solutions\":"),
        ];
        assert_eq!(shown, told, "{options}");
        assert!(told.iter().all(|n| *n > 0), "{options}");
    }
    std::fs::remove_dir_all(dir).expect("the directory");
}

/// Answers and their order do not depend on listeners, and every decision is undone.
#[test]
fn listening_changes_nothing() {
    let queries = [
        "n_queens(6, Qs), labeling([], Qs)",
        "n_queens(6, Qs), labeling([dom_w_deg], Qs)",
        "n_queens(6, Qs), labeling([max(Q)], Qs), Qs = [Q|_]",
        "n_queens(7, Qs), Qs = [Q|_], labeling([max(Q)], Qs)",
        "n_queens(6, Qs), labeling([bisect,discrepancy(4)], Qs)",
        "n_queens(6, Qs), Qs = [Q|_], labeling([minimize(Q),all], Qs)",
        "n_queens(6, Qs), freeze(Q, true), Qs = [_,Q|_], labeling([ff], Qs)",
        "X in 1..9, Y #= X*X, ( X #> 7 ; member(Y, [4,5,9]) ), indomain(X)",
        "X in 1..3, findall(X, indomain(X), L), once(indomain(X)), \\+ X = 2",
        "length(Xs, 3), Xs ins 0..2, all_distinct(Xs), sum(Xs, #=, S), label(Xs), !",
    ];
    for query in queries {
        let mut m = Machine::new();
        m.consult_str("queens.pl", QUEENS).expect("a program");
        let plain = m.answers(query);
        let heard = m.answers(&format!("call_with_events(({query}), [_]>>true)"));
        // The query ends in a cut, which is local to the goal here.
        assert_eq!(plain, heard, "{query}");
        let depth = Arc::new(Mutex::new((0i64, 0i64)));
        let log = depth.clone();
        m.listen(move |event| {
            let mut log = log.lock().expect("one thread");
            match event {
                ConstraintEvent::Branch { depth, .. } => {
                    assert_eq!(*depth as i64, log.0 + 1);
                    *log = (*depth as i64, log.1 + 1);
                }
                ConstraintEvent::Backtrack { depth } => {
                    assert!(*depth as i64 <= log.0);
                    log.0 = *depth as i64;
                }
                _ => {}
            }
        });
        let with_host = m.answers(query);
        assert_eq!(plain, with_host, "{query}");
        m.stop_listening();
    }
}

/// A listener that throws, and one that posts constraints itself, leave the machine as it was.
#[test]
fn listeners_cannot_do_harm() {
    let mut m = Machine::new();
    m.consult_str("queens.pl", QUEENS).expect("a program");
    let thrown = m.answers("n_queens(6, Qs), call_with_events(label(Qs), throw)");
    assert!(thrown.contains("known('Qs1',1..6)"), "{thrown}");
    let ours =
        "n_queens(4, Qs), call_with_events(label(Qs), [_]>>(n_queens(4, Rs), label(Rs), Qs = Rs))";
    let plain = m.answers("n_queens(4, Qs), label(Qs)");
    assert_eq!(m.answers(ours), plain);
    let nested =
        "n_queens(4, Qs), call_with_events(call_with_events(label(Qs), [_]>>true), [_]>>true)";
    assert_eq!(m.answers(nested), plain);
    assert_eq!(m.answers("n_queens(4, Qs), label(Qs)"), plain);
}

/// The values in events of removal leave a domain, and those in events of restoration return to it.
#[test]
fn events_add_up() {
    let mut m = Machine::new();
    m.consult_str("queens.pl", QUEENS).expect("a program");
    let text = "
        :- dynamic(dom/2).
        heard(known(X, D)) :- retractall(dom(X, _)), set(D, S), assertz(dom(X, S)).
        heard(removed(X, D, _)) :- retract(dom(X, S0)), set(D, S1), ord_subset(S1, S0),
            ord_subtract(S0, S1, S), assertz(dom(X, S)).
        heard(restored(X, D)) :- retract(dom(X, S0)), set(D, S1), ord_disjoint(S0, S1),
            ord_union(S0, S1, S), assertz(dom(X, S)).
        set(D, S) :- findall(I, (I in D, indomain(I)), S).
        all(Qs) :- findall(S, (nth1(I, Qs, _), dom(I, S)), Ss), maplist([Q,[Q]]>>true, Qs, Ss).
        check(N, Os) :- n_queens(N, Qs),
            \\+ call_with_events(each(Os, Qs), [E]>>ok(E), [names([''-Qs])]),
            forall(nth1(I, Qs, _), ( dom(I, S), numlist(1, N, S) )).
        each(Os, Qs) :- labeling(Os, Qs), whole(Qs), fail.
        whole(Qs) :- all(Qs), !.
        whole(Qs) :- throw(wrong(Qs)).
        ok(E) :- ( E = known(_, _) ; E = removed(_, _, _) ; E = restored(_, _) ), !,
            ( heard(E) -> true ; throw(wrong(E)) ).
        ok(_).
    ";
    m.consult_str("check.pl", text).expect("a program");
    for options in ["ff", "bisect", "enum", "value(rows)", "ff,min(1)"] {
        let rows = "rows(X, _, B0, B) :- fd_inf(X, I), ( first_bound(B0, B), X #= I ; later_bound(B0, B), X #\\= I ).";
        m.consult_str("rows.pl", rows).expect("a program");
        let done = m.run(&format!("check(6, [{options}])"));
        assert!(done.expect("no error"), "{options}");
    }
}

/// The tree of a goal that posts the constraints, too, has the domains that its variables get.
#[test]
fn domains_that_variables_get_inside_of_the_goal() {
    let dir = directory("domains");
    let file = dir.join("tree.html");
    let file = file.to_str().expect("a plain name");
    let mut m = Machine::new();
    m.consult_str("queens.pl", QUEENS).expect("a program");
    let goal = "length(Qs, 2), Qs ins 1..2, all_different(Qs), label(Qs)";
    let query = format!("search_tree(({goal}, false), '{file}')");
    assert!(!m.run(&query).expect("no error"));
    let page = std::fs::read_to_string(file).expect("a page");
    assert!(
        page.contains("\"vars\":[[\"Qs1\",\"1..2\"],[\"Qs2\",\"1..2\"]]"),
        "{page}"
    );
    std::fs::remove_dir_all(dir).expect("the directory");
}
