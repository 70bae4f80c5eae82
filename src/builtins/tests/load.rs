//! Loading programs: what they define, what is reported, what libraries add.

use crate::base::atom::atoms;
use crate::builtins::boot::new_vm;
use crate::machine::{Cell, Outcome};
use crate::syntax::{Diagnostic, Position, ReadOptions, Severity};
use crate::system::Vm;
use crate::system::interface::ImportSpec;
use crate::system::library::catalog;
use crate::system::library::{self, LibraryEntry};
use crate::system::load::{consult_text, files, messages};
use std::path::Path;

/// The place of a message.
pub(crate) fn at(d: &Diagnostic) -> Position {
    d.position().expect("a place")
}

/// The messages of a load, each as `line: severity: message`.
pub(crate) fn messages(vm: &mut Vm) -> Vec<String> {
    vm.ext
        .loader
        .take_diagnostics()
        .iter()
        .map(|d| format!("{}: {:?}: {}", at(d).line, d.severity, d.message))
        .collect()
}

pub(crate) fn loaded(text: &str) -> Vm {
    let mut vm = new_vm();
    assert!(consult_text(&mut vm, "t.pl", text).is_ok());
    vm
}

pub(crate) fn quiet(text: &str) -> Vm {
    let mut vm = loaded(text);
    let found = messages(&mut vm);
    assert!(found.is_empty(), "{}", found.join("\n"));
    vm
}

/// The values of `X` in the answers to a goal; a ball ends them.
fn answers(vm: &mut Vm, goal: &str) -> Vec<String> {
    let options = ReadOptions {
        goal: true,
        ..ReadOptions::default()
    };
    let (term, _, _) = match library::read(vm, atoms::USER, &format!("{goal} ."), 0, &options) {
        Ok(Some(found)) => found,
        other => panic!("{goal}: {:?}", other.err()),
    };
    let mut vars = Vec::new();
    let goal = vm.build(&term.tree, term.tree.root(), &mut vars);
    let x = term
        .variable_names()
        .find(|(n, _)| *n == "X")
        .map(|(_, v)| vars[v as usize]);
    let at = vm.protect(x.unwrap_or(Cell::NIL));
    let mut q = vm.start(goal);
    let mut found = Vec::new();
    loop {
        match vm.next_answer(&mut q) {
            Outcome::Answer { .. } if found.len() < 20 => {
                let value = vm.protected(at);
                found.push(messages::message_text(vm, value));
            }
            Outcome::Answer { .. } | Outcome::NoMore => break,
            Outcome::Raised(ball) => {
                found.push(messages::describe_ball(vm, &ball).0);
                break;
            }
        }
    }
    vm.finish(&mut q);
    vm.unprotect(at);
    found
}

pub(crate) fn answer(vm: &mut Vm, goal: &str) -> String {
    answers(vm, goal).join(" | ")
}

#[test]
fn clauses_and_answers() {
    let mut vm = quiet("p(1). p(2).\nq(X) :- p(X), X > 1.\n");
    assert_eq!(answer(&mut vm, "p(X)"), "1 | 2");
    assert_eq!(answer(&mut vm, "q(X)"), "2");
    assert_eq!(answer(&mut vm, "( p(X), X > 5 ; X = none )"), "none");
    assert_eq!(answer(&mut vm, "( p(X) -> true ; X = none )"), "1");
    assert_eq!(answer(&mut vm, "\\+ p(3), X = a"), "a");
    assert_eq!(answer(&mut vm, "nosuch(X)"), "unknown procedure nosuch/1");
}

#[test]
fn all_errors_are_found_and_the_rest_is_loaded() {
    let mut vm =
        loaded("a.\nb :- .\nc.\n3.\n_X.\nd :- 1.\ne(X) :- true.\natom_length(a, b).\nf.\n");
    let found = messages(&mut vm);
    let start: Vec<&str> = found.iter().map(|m| &m[..m.len().min(40)]).collect();
    assert_eq!(found.len(), 6, "{start:?}");
    assert!(found[0].starts_with("2: Error: syntax error"));
    assert!(found[1].starts_with("4: Error: this cannot be the head"));
    assert!(
        found[2].starts_with("5: Error: this cannot be the head"),
        "{start:?}"
    );
    assert!(found[3].starts_with("6: Error: this cannot be called"));
    assert!(found[4].starts_with("7: Warning: singleton variable: X"));
    assert!(found[5].contains("atom_length/2 cannot be redefined"));
    assert!(found[5].contains("permission_error(modify,static_procedure,atom_length/2)"));
    for goal in ["a", "c", "e(_)", "f"] {
        assert_eq!(answers(&mut vm, goal).len(), 1, "{goal}");
    }
}

#[test]
fn a_libraries_predicates_load_themselves() {
    let mut vm = quiet("p(X) :- append(X, _, [1,2]).\n");
    assert_eq!(answer(&mut vm, "p(X)"), "[] | [1] | [1,2]");
    assert_eq!(answer(&mut vm, "maplist(=(a), [X])"), "a");
    assert_eq!(answer(&mut vm, "lists:reverse([1,2], X)"), "[2,1]");
}

#[test]
fn a_program_may_define_what_a_library_has() {
    let mut vm = quiet("append(mine, _, _).\nuser_of(X) :- append(X, [], []).\n");
    assert_eq!(answer(&mut vm, "user_of(X)"), "mine");
    // The libraries keep theirs.
    assert_eq!(answer(&mut vm, "append([[1],[2]], X)"), "[1,2]");
    let mut vm =
        loaded(":- use_module(library(lists)).\nappend(mine, _, _).\nlength(a, b).\nsucc(x, y).\n");
    let found = messages(&mut vm);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|m| m.contains("Note")));
    assert_eq!(answer(&mut vm, "append(X, 1, 2)"), "mine");
    assert_eq!(answer(&mut vm, "length(a, X)"), "b");
    assert_eq!(answer(&mut vm, "succ(x, X)"), "y");
    assert_eq!(answer(&mut vm, "lists:append([], [1], X)"), "[1]");
}

#[test]
fn operators_of_libraries_are_found() {
    let mut vm = loaded(
        "p(L, Ms) :- maplist(\\X^Y^(Y = X-x), L, Ms).\nq(Z, L) :- maplist(Z+\\X^(X = Z), L).\n",
    );
    let found = messages(&mut vm);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("`+\\` is an operator of library(lambda)"),
        "{found:?}"
    );
    assert_eq!(answer(&mut vm, "p([1,2], X)"), "[1-x,2-x]");
    assert_eq!(answer(&mut vm, "q(a, [X,_])"), "a");
}

/// A text in double quotes names one file.
#[test]
fn a_text_names_a_file_to_import() {
    let mut vm = loaded(":- use_module(\"no/such.pl\").\n:- ensure_loaded(\"nosuch.pl\").\n");
    let found = messages(&mut vm);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("such.pl") && found[1].contains("nosuch.pl"),
        "{found:?}"
    );
    let goal =
        "catch(use_module(\"no/such.pl\"), error(existence_error(_, 'no/such.pl'), _), X = yes)";
    assert_eq!(answer(&mut vm, goal), "yes");
}

/// A mistake after an operator of a library is reported at its own place.
#[test]
fn a_mistake_after_an_operator_of_a_library_has_its_place() {
    for (text, fault) in [
        ("p(X) :- X #> 3, q(X.\n", "the term ends inside an open ("),
        ("p(X) :- X #= 3, Y := X.\n", "found `:=`"),
        ("p(X) :- X #> 3 q(X).\n", "found `q`"),
    ] {
        let found = messages(&mut loaded(text));
        assert!(found[0].contains(fault), "{found:?}");
    }
}

#[test]
fn quads_are_skipped() {
    quiet(
        "p(1).\n?- p(X).\n   X = 1.\n?- p(2).\n   false.\n?- p(_), p(_).\n   true\n;  ... .\nq.\n",
    );
}

#[test]
fn directives() {
    let mut vm = loaded(
        ":- dynamic(f/1).\n:- dynamic g/1, h/2.\n:- initialization(assertz(f(late))).\n:- assertz(f(early)).\n\
         :- fail.\n:- nosuch.\n:- op(700, xfx, ===>).\na ===> b.\n:- mode p(+).\n:- set_prolog_flag(double_quotes, codes).\n\
         t(\"a\").\n:- lenght([], 0).\n:- X = 1, X == 1.\n",
    );
    let found = messages(&mut vm);
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found[0], "5: Warning: the directive failed");
    assert_eq!(found[1], "6: Error: unknown procedure nosuch/0");
    assert_eq!(
        found[2],
        "9: Note: the directive mode/1 is read and has no effect"
    );
    assert_eq!(found[3], "12: Error: unknown procedure lenght/2");
    assert_eq!(answer(&mut vm, "f(X)"), "early | late");
    assert_eq!(answer(&mut vm, "g(X)"), "");
    assert_eq!(answer(&mut vm, "a ===> X"), "b");
    assert_eq!(answer(&mut vm, "t(X)"), "[97]");
    // The flag was the file's own.
    assert_eq!(answer(&mut vm, "X = \"ab\""), "\"ab\"");
}

#[test]
fn hints_for_misspelt_names() {
    let mut vm = loaded(":- lenght([], _).\n");
    let found = vm.ext.loader.take_diagnostics();
    assert_eq!(found[0].hint.as_deref(), Some("did you mean length/2?"));
    assert_eq!(found[0].source_line(), ":- lenght([], _).");
    assert_eq!(found[0].severity, Severity::Error);
}

#[test]
fn an_open_quote_ends_with_its_line() {
    let mut vm = loaded(
        "greet :- write('Hello).\nbye :- atom('Bye').\n\nlist :- write('a b).\n  q('c').\nlast.\n",
    );
    let found = vm.ext.loader.take_diagnostics();
    assert_eq!(found.len(), 2);
    let [place] = &found[0].places[..] else {
        panic!("{}", found[0]);
    };
    assert_eq!(place.message, "this quote is not closed");
    assert_eq!(place.text[place.span.start..].chars().next(), Some('\''));
    assert_eq!(
        found[0].position().map(|p| (p.line, p.column)),
        Some((1, 24))
    );
    assert!(found[0].to_string().contains("t.pl:1:24"), "{}", found[0]);
    // A line that is not at the margin is no clause: it goes on to the next period.
    assert_eq!(answer(&mut vm, "bye, X = yes"), "yes");
    assert_eq!(answer(&mut vm, "last, X = yes"), "yes");
    assert_eq!(answer(&mut vm, "q(X)"), "unknown procedure q/1");
}

#[test]
fn loading_again_replaces() {
    let mut vm = quiet("p(1).\np(2).\nq(1).\n:- dynamic(d/1).\nd(1).\n");
    assert_eq!(answer(&mut vm, "assertz(d(2)), d(X)"), "1 | 2");
    assert!(consult_text(&mut vm, "t.pl", "p(3).\n").is_ok());
    assert_eq!(answer(&mut vm, "p(X)"), "3");
    assert_eq!(answer(&mut vm, "q(X)"), "unknown procedure q/1");
    assert!(consult_text(&mut vm, "u.pl", "p(4).\n").is_ok());
    let found = messages(&mut vm);
    assert!(found[0].contains("p/1 is defined in t.pl too"), "{found:?}");
    assert_eq!(answer(&mut vm, "p(X)"), "4");
}

#[test]
fn scattered_clauses_are_all_kept() {
    let mut vm = loaded("p(1).\nq.\np(2).\np(3).\nq.\n:- discontiguous r/0.\nr.\ns.\nr.\n");
    let found = messages(&mut vm);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], "3: Warning: clauses of p/1 are not together");
    assert_eq!(answer(&mut vm, "p(X)"), "1 | 2 | 3");
}

#[test]
fn conditional_compilation() {
    let mut vm = quiet(
        ":- if(fail).\np(1).\nsyntax error here.\n:- if(true).\np(0).\n:- endif.\n:- elif(true).\np(2).\n\
         :- else.\np(3).\n:- endif.\n:- if(\\+ fail).\nq.\n:- else.\nr.\n:- endif.\n",
    );
    assert_eq!(answer(&mut vm, "p(X)"), "2");
    assert_eq!(answers(&mut vm, "q").len(), 1);
    let mut vm = loaded(":- if(true).\n:- endif.\n:- endif.\n:- if(true).\n");
    assert_eq!(
        messages(&mut vm),
        [
            "3: Error: `endif` without `if`",
            "4: Error: this `if` has no `endif`"
        ]
    );
}

#[test]
fn grammar_rules() {
    let mut vm = quiet("ab --> \"a\", b.\nb --> [b], !.\nb, [c] --> [d].\n");
    assert_eq!(answers(&mut vm, "phrase(ab, \"ab\")").len(), 1);
    assert_eq!(answers(&mut vm, "phrase(ab, \"ad\", X)"), ["\"c\""]);
}

#[test]
fn expansion_hooks() {
    let mut vm = quiet(
        "term_expansion(twice(X), [one(X), two(X)]).\nterm_expansion(gone, []).\n\
         term_expansion(named(_), names(Ns)) :- prolog_load_context(variable_names, Vs), findall(N, member(N=_, Vs), Ns).\n\
         goal_expansion(old(X), new(X)).\n\
         twice(a).\ngone.\nnamed(_Abc).\nnew(b).\nuses(X) :- ( \\+ old(c), findall(Y, old(Y), [X]) ).\n",
    );
    assert_eq!(answer(&mut vm, "one(X)"), "a");
    assert_eq!(answer(&mut vm, "two(X)"), "a");
    assert_eq!(answer(&mut vm, "uses(X)"), "b");
    assert_eq!(answer(&mut vm, "names(X)"), "['_Abc']");
    assert_eq!(answer(&mut vm, "gone, X = 1"), "unknown procedure gone/0");
}

#[test]
fn modules_keep_their_own() {
    let mut vm = new_vm();
    let text = ":- module(m, [p/1, op(700, xfx, is_a)]).\n:- meta_predicate twice(0).\np(X) :- q(X).\nq(1).\nx is_a y.\n\
                twice(G) :- call(G), call(G).\nr(X) :- G = q(X), call(G).\ns(X) :- findall(Y, q(Y), X).\n";
    assert!(consult_text(&mut vm, "m.pl", text).is_ok());
    assert!(consult_text(&mut vm, "t.pl", "q(2).\n:- m:import_me.\n").is_ok());
    assert_eq!(answer(&mut vm, "m:p(X)"), "1");
    assert_eq!(answer(&mut vm, "p(X)"), "1");
    assert_eq!(answer(&mut vm, "X = (a is_a b)"), "a is_a b");
    assert_eq!(answer(&mut vm, "q(X)"), "2");
    assert_eq!(answer(&mut vm, "m:r(X)"), "1");
    assert_eq!(answer(&mut vm, "m:s(X)"), "[1]");
    assert_eq!(answer(&mut vm, "m:twice(q(X))"), "1");
    assert_eq!(answer(&mut vm, "call(m:q, X)"), "1");
    assert_eq!(
        answer(&mut vm, "m:nosuch, X = 1"),
        "unknown procedure nosuch/0"
    );
    assert_eq!(answer(&mut vm, "strip_module(a:b:c, X, _)"), "b");
}

#[test]
fn meta_arguments_of_any_kind_carry_their_module() {
    let mut vm = new_vm();
    let late = ":- module(late, [shown/2]).\nshown(X, X).\n\
                :- meta_predicate shown(:,?).\nlater(X) :- shown(a, X).\n";
    let user = ":- module(m, []).\ncalled(X) :- shown(a, X).\nnumbered(X) :- shown(1, X).\n\
                nested(X) :- shown(m2:m1:x, X).\nin(V, X) :- shown(V, X).\n";
    // The caller is there before the declaration.
    assert!(consult_text(&mut vm, "m.pl", user).is_ok());
    assert!(consult_text(&mut vm, "late.pl", late).is_ok());
    assert_eq!(answer(&mut vm, "m:import(late:shown/2), X = 1"), "1");
    assert_eq!(answer(&mut vm, "m:called(X)"), "m:a");
    assert_eq!(answer(&mut vm, "m:numbered(X)"), "m:1");
    assert_eq!(answer(&mut vm, "m:nested(X)"), "m1:x");
    assert_eq!(answer(&mut vm, "m:in(m2:m1:x, X)"), "m1:x");
    assert_eq!(answer(&mut vm, "m:in(\"ab\", X)"), "m:\"ab\"");
    assert_eq!(answer(&mut vm, "late:later(X)"), "late:a");
    assert_eq!(
        answer(&mut vm, "catch(m:call(1), error(X,_), true)"),
        "type_error(callable,1)"
    );
    assert_eq!(
        answer(&mut vm, "catch(m:findall(Y,1,_), error(X,_), true)"),
        "type_error(callable,1)"
    );
}

/// Returns true if a file is loaded into `user` to its end.
fn loads(vm: &mut Vm, path: &Path) -> bool {
    files::load_path(vm, path, atoms::USER, &ImportSpec::All).is_ok()
}

/// A file that is loaded by an import gives what the import asks for, before its goals of `initialization/1` run.
#[test]
fn imports_of_a_file_that_is_loaded_now() {
    let folder = std::env::temp_dir().join(format!("horn-imports-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write(
        "first.pl",
        ":- module(first, [a/1, x/1]).\n:- initialization((user:a(Y), assertz(seen(Y)))).\n\
           :- dynamic(seen/1).\na(1).\nx(1).\n",
    );
    write(
        "second.pl",
        ":- module(second, [x/1, y/1, z/1]).\nx(2).\ny(2).\nz(2).\n",
    );
    write("none.pl", ":- module(none, [n/1]).\nn(3).\n");
    write(
        "main.pl",
        ":- use_module(first, [a/1]).\n:- use_module(second, except([z/1])).\n:- use_module(none, []).\n",
    );
    let mut vm = new_vm();
    assert!(loads(&mut vm, &folder.join("main.pl")));
    assert!(vm.ext.loader.take_diagnostics().is_empty());
    for (goal, expected) in [
        ("first:seen(X)", "1"),
        ("a(X)", "1"),
        ("x(X)", "2"),
        ("y(X)", "2"),
        ("catch(z(_), error(existence_error(_,X), _), true)", "z/1"),
        ("catch(n(_), error(existence_error(_,X), _), true)", "n/1"),
        ("none:n(X)", "3"),
    ] {
        assert_eq!(answer(&mut vm, goal), expected, "{goal}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn files_of_a_folder() {
    let folder = std::env::temp_dir().join(format!("horn-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write(
        "main.pl",
        ":- use_module(m).\n:- include(part).\n:- ensure_loaded('plain.pl').\n:- use_module(library(nosuchlib)).\n\
           go(X-Y-Z) :- p(X), part(Y), plain(Z).\n",
    );
    write(
        "m.pl",
        ":- module(m, [p/1, missing/0]).\n:- use_module(main).\np(1).\n",
    );
    write("part.pl", "part(2).\n:- include(part).\nbad bad.\n");
    write("plain.pl", "plain(3).\n");
    let mut vm = new_vm();
    assert!(loads(&mut vm, &folder.join("main.pl")));
    let found: Vec<String> = vm
        .ext
        .loader
        .take_diagnostics()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(
        found[0].contains("m.pl") && found[0].contains("missing/0 is exported but not defined")
    );
    assert!(found[1].contains("includes itself"));
    assert!(found[2].contains("part.pl:3:5") && found[2].contains("syntax error"));
    assert!(
        found[3].contains("main.pl:4:1") && found[3].contains("library(nosuchlib) is not found"),
        "{}",
        found[3]
    );
    assert_eq!(answer(&mut vm, "go(X)"), "1-2-3");
    let goal = format!("consult('{}'), plain(X)", folder.join("plain").display());
    assert_eq!(answer(&mut vm, &goal), "3");
    assert!(
        answer(&mut vm, "consult(nowhere_to_be_found), X = 1")
            .contains("nowhere_to_be_found is not found")
    );
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn every_library_loads() {
    let mut vm = new_vm();
    for name in catalog::names() {
        let LibraryEntry::Rows(rows) = library::entry(name) else {
            panic!("{name}")
        };
        for row in rows {
            let module = library::register_module(&mut vm, row);
            let loaded = crate::system::load::load_pending(&mut vm, module);
            assert!(loaded.is_ok(), "{name}: {loaded:?}");
        }
        let found: Vec<String> = vm
            .ext
            .loader
            .take_diagnostics()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn halting_stops_a_load() {
    let mut vm = new_vm();
    assert!(consult_text(&mut vm, "t.pl", "a.\n:- halt(3).\nb.\n").is_err());
    assert_eq!(answer(&mut vm, "catch(b, _, true), X = 1"), "1");
    assert_eq!(answers(&mut vm, "a").len(), 1);
}

#[test]
fn goals_of_dynamic_clauses_can_be_seen() {
    let mut vm = quiet(":- dynamic(p/2).\np(X, Y) :- X, ( Y ; q ).\n:- dynamic(q/0).\n");
    assert_eq!(
        answer(&mut vm, "clause(p(a, b), X)"),
        "(call(a),(call(b);q))"
    );
}

#[test]
fn the_caller_keeps_goals_in_variables() {
    // Helpers of libraries are not in the way of the program's predicates.
    let mut vm = quiet("select_(1, a). member_(2). foreach(4).\n");
    assert_eq!(answer(&mut vm, "findall(Y, member_(Y), X)"), "[2]");
    assert_eq!(answer(&mut vm, "maplist(select_(1), [X])"), "a");
    assert_eq!(answer(&mut vm, "once(member_(X))"), "2");
}

#[test]
fn what_the_flag_unknown_says() {
    let mut vm = quiet(":- set_prolog_flag(unknown, fail).\n");
    assert_eq!(answer(&mut vm, "( nosuch -> true ; X = failed )"), "failed");
    assert_eq!(answer(&mut vm, "assertz(nosuch), nosuch, X = 1"), "1");
    assert_eq!(
        answer(&mut vm, "set_prolog_flag(unknown, error), other, X = 1"),
        "unknown procedure other/0"
    );
    let goal = "set_prolog_flag(autoload, false), append([], X, X), X = 1";
    assert_eq!(answer(&mut vm, goal), "unknown procedure append/3");
}

#[test]
fn an_expansion_of_the_end_of_file() {
    let mut vm = quiet("term_expansion(end_of_file, [last(1), end_of_file]).\na.\n");
    assert_eq!(answer(&mut vm, "last(X)"), "1");
}

#[test]
fn files_load_files_load_files() {
    let folder = std::env::temp_dir().join(format!("horn-chain-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for i in 0..150 {
        let text = format!(
            ":- ensure_loaded(f{}).\n:- multifile(p/1).\np({i}).\n",
            i + 1
        );
        std::fs::write(folder.join(format!("f{i}.pl")), text).expect("a file");
    }
    let mut vm = new_vm();
    assert!(loads(&mut vm, &folder.join("f0.pl")));
    let found = messages(&mut vm);
    assert!(
        found.iter().any(|m| m.contains("resource_error")),
        "{found:?}"
    );
    assert_eq!(answer(&mut vm, "p(90), X = 1"), "1");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn a_text_that_is_loaded_again_replaces_its_clauses_of_a_multifile_predicate() {
    let mut vm = new_vm();
    let loads = |vm: &mut Vm, file: &str, clauses: &str| {
        let text = format!(":- multifile(u/1).\n{clauses}\n");
        assert!(consult_text(vm, file, &text).is_ok());
    };
    let all = "findall(Y, u(Y), L), msort(L, X)";
    loads(&mut vm, "one.pl", "u(1). u(2).");
    loads(&mut vm, "two.pl", "u(3).");
    assert_eq!(answer(&mut vm, all), "[1,2,3]");
    loads(&mut vm, "one.pl", "u(1). u(2).");
    assert_eq!(answer(&mut vm, all), "[1,2,3]");
    loads(&mut vm, "one.pl", "");
    assert_eq!(answer(&mut vm, "u(X)"), "3");
    loads(&mut vm, "two.pl", "");
    assert_eq!(answer(&mut vm, "( u(_) -> X = some ; X = none )"), "none");
    assert!(messages(&mut vm).is_empty());
}

#[test]
fn a_long_clause_and_a_deep_one() {
    let deep = format!("deep({}a{}).\n", "f(".repeat(200_000), ")".repeat(200_000));
    let long = format!("long([{}]).\n", vec!["x"; 100_000].join(","));
    let mut body = String::from("body :- true");
    for i in 0..20_000 {
        body.push_str(&format!(", X{i} = {i}, integer(X{i})"));
    }
    let mut vm = quiet(&format!("{deep}{long}{body}.\n"));
    assert_eq!(answer(&mut vm, "long(L), length(L, X)"), "100000");
    assert_eq!(answer(&mut vm, "deep(D), functor(D, X, _)"), "f");
    assert_eq!(answer(&mut vm, "body, X = 1"), "1");
}

/// More goals, each with a variable, than an environment has slots: the clause is compiled in parts.
#[test]
fn a_clause_with_more_variables_than_an_environment_has_slots() {
    let word: Vec<&str> = (0..100_000).map(|i| ["a", "[]", "\"\""][i % 3]).collect();
    let grammar = format!("s --> {}.\na --> [x].\na --> [y].\n", word.join(","));
    let mut vm = quiet(&grammar);
    let input = "length(L, 33334), once(phrase(s, L)), atomic_list_concat(L, A), atom_length(A, X)";
    assert_eq!(answer(&mut vm, input), "33334");
    // The choice of the first goal, a cut, and variables that all parts have.
    let chain: Vec<String> = (0..70_000)
        .map(|i| format!("n(X{i},Y,X{})", i + 1))
        .collect();
    let chain = chain.join(",");
    let program = format!(
        "n(X,_,X).\n\
         p(Y,Z) :- m(Y), X0 = Y, {chain}, Z = X70000.\np(4,z).\n\
         q(Y,Z) :- m(Y), !, X0 = Y, {chain}, Z = X70000.\nq(4,z).\n\
         r(Y,Z) :- m(Y), X0 = Y, {chain}, !, Z = X70000.\nr(4,z).\n\
         m(1).\nm(2).\n"
    );
    let mut vm = new_vm();
    assert!(consult_text(&mut vm, "long.pl", &program).is_ok());
    // The third one has no place to divide it.
    let found = messages(&mut vm);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("too many variables"), "{found:?}");
    assert_eq!(answer(&mut vm, "findall(Y-Z, p(Y,Z), X)"), "[1-1,2-2,4-z]");
    assert_eq!(answer(&mut vm, "findall(Y-Z, q(Y,Z), X)"), "[1-1]");
    assert_eq!(answer(&mut vm, "findall(Y, r(Y,_), X)"), "[4]");
}

/// The time of a clause does not depend on how many there are: ten times the clauses may take thirty times the
/// time on a busy machine, but not a hundred times.
#[test]
fn loading_takes_linear_time() {
    let seconds = |clauses: usize| {
        let mut text = String::new();
        for i in 0..clauses {
            text.push_str(&format!(
                "fact({i}, name_{i}, [a,{i}]).\nrule{i}(X) :- fact(X, _, _).\n"
            ));
        }
        let mut vm = new_vm();
        let start = std::time::Instant::now();
        assert!(consult_text(&mut vm, "clauses.pl", &text).is_ok());
        start.elapsed().as_secs_f64()
    };
    seconds(100);
    let (few, many) = (seconds(2_000), seconds(20_000));
    assert!(many < 30.0 * few, "{few} s, {many} s");
}

#[test]
#[ignore = "measures"]
fn speed_of_loading() {
    let start = std::time::Instant::now();
    let mut vm = new_vm();
    println!("boot {:?}", start.elapsed());
    let start = std::time::Instant::now();
    library::ensure_index(&mut vm);
    println!("index {:?}", start.elapsed());
    let mut text = String::new();
    for i in 0..100_000 {
        text.push_str(&format!("edge({i}, node_{}, [a,b|{}]).\n", i % 1000, i + 1));
    }
    let start = std::time::Instant::now();
    assert!(consult_text(&mut vm, "facts.pl", &text).is_ok());
    println!("100000 facts {:?}", start.elapsed());
    let mut text = String::from(":- dynamic(edge/3).\n");
    for i in 0..100_000 {
        text.push_str(&format!("edge({i}, node_{}, [a,b|{}]).\n", i % 1000, i + 1));
    }
    let start = std::time::Instant::now();
    assert!(consult_text(&mut vm, "facts.pl", &text).is_ok());
    println!("100000 dynamic facts {:?}", start.elapsed());
    let mut text = String::new();
    for i in 0..100_000 {
        text.push_str(&format!(
            "rule{i}(X, Y) :- Z is X + {i}, ( Z > 10 -> helper(Z, Y) ; Y = f(Z) ).\n"
        ));
    }
    let start = std::time::Instant::now();
    assert!(consult_text(&mut vm, "rules.pl", &text).is_ok());
    println!("100000 rules {:?}", start.elapsed());
}
