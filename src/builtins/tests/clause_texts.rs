//! The goals that are found for the instructions of clauses.

use crate::base::atom::atoms;
use crate::builtins::boot::new_vm;
use crate::code::instr::Instr;
use crate::system::explain::ClauseTexts;
use crate::system::load::complete_all;
use crate::system::{Vm, load, modules};

fn machine(text: &str) -> Vm {
    let mut vm = new_vm();
    assert!(load::consult_text(&mut vm, "t.pl", text).is_ok());
    vm
}

/// For each clause of `name/arity`, the texts of the goals that its calls and arithmetic belong to, with the variables
/// that have values before them.
fn goals(vm: &mut Vm, name: &str, arity: u32) -> Vec<Vec<String>> {
    let name = vm.atoms.intern(name);
    let p = modules::pred(vm, atoms::USER, name, arity);
    let mut texts = ClauseTexts::default();
    let clauses = vm.db.all_clauses(p);
    clauses
        .into_iter()
        .map(|c| {
            let text = texts.clause(vm, c).expect("a text");
            let shown = text.goals.iter().map(|g| {
                let names = g.before.iter().filter_map(|v| text.name(v.variable));
                let names: Vec<&str> = names.collect();
                format!("{} [{}]", text.part(g.span), names.join(","))
            });
            shown.collect()
        })
        .collect()
}

#[test]
fn each_goal_of_a_rule_with_its_variables() {
    let text = "sum([], 0).\nsum([X|Xs], S) :-\n    sum(Xs, S0),\n    S is S0 + X.\n";
    let mut vm = machine(text);
    let found = goals(&mut vm, "sum", 2);
    assert_eq!(found[0], Vec::<String>::new());
    assert_eq!(found[1], ["sum(Xs, S0) [X,Xs,S]", "S is S0 + X [X,S,S0]"]);
}

#[test]
fn goals_inside_control_constructs() {
    let text = "p(X) :- ( q(X) -> r(X), \\+ s(X, 1) ; t ; X > 3, call(u, X) ), \\+ X = 1, atom_length(X, _).\n\
                q(_). r(_). s(_, _). t. u(_).\n";
    let mut vm = machine(text);
    let found = goals(&mut vm, "p", 1);
    let texts: Vec<&str> = found[0]
        .iter()
        .filter_map(|g| g.split(" [").next())
        .collect();
    let all = [
        "q(X)",
        "r(X)",
        "s(X, 1)",
        "t",
        "X > 3",
        "call(u, X)",
        "\\+ X = 1",
        "atom_length(X, _)",
    ];
    for goal in all {
        assert!(texts.contains(&goal), "{goal}: {texts:?}");
    }
}

#[test]
fn nonterminals_and_constraints() {
    let text = ":- use_module(library(clpz)).\n\
                greeting --> [hello], name, { write(x) }.\nname --> [world].\n\
                c(X, Y) :- X #> 3, Y #= X + 1, d(Y).\nd(_).\n";
    let mut vm = machine(text);
    let found = goals(&mut vm, "greeting", 2);
    assert_eq!(found[0], ["name []", "write(x) []"]);
    let found = goals(&mut vm, "c", 2).remove(0);
    let has = |goal: &str| found.iter().any(|g| g.starts_with(goal));
    assert!(
        has("X #> 3") && has("Y #= X + 1") && has("d(Y)"),
        "{found:?}"
    );
}

#[test]
fn every_call_of_the_libraries_has_a_goal() {
    let mut vm = machine(":- use_module(library(lists)). :- use_module(library(assoc)).\n");
    assert!(complete_all(&mut vm).is_ok());
    let mut texts = ClauseTexts::default();
    let (mut calls, mut without) = (0, 0);
    let preds: Vec<_> = vm.db.preds().map(|(p, _)| p).collect();
    for p in preds {
        for c in vm.db.all_clauses(p) {
            let code = vm.db.clause(c).expect("a clause").code().to_vec();
            let Some(text) = texts.clause(&mut vm, c) else {
                continue;
            };
            for (i, instr) in code.iter().enumerate() {
                if matches!(instr, Instr::Call { .. } | Instr::Execute { .. }) {
                    calls += 1;
                    without += usize::from(text.goal_at(i).is_none());
                }
            }
        }
    }
    println!("{calls} calls, {without} without goals");
    assert!(
        calls > 200 && without * 20 < calls,
        "{calls} calls, {without} without goals"
    );
}
