//! A text and a value that are to be printed one after the other, or two texts that are to be joined, with `+` between
//! them.

use crate::base::atom::atoms;
use crate::base::tree::{NodeId, Tree};
use crate::syntax::quad::is_char_list;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "text_sum",
    level: LintLevel::Warning,
    group: "",
    doc: "`+` does not join texts: `write(\"a\" + X)` prints a term with the operator in it, and `X is \"a\" + \"b\"` adds numbers.",
    wrong: "greet(Name) :- print(\"hello \" + Name), nl.\n",
    right: "greet(Name) :- format(\"hello ~w~n\", [Name]).\n",
    peer: "",
    run: Run::Goals(features::TEXT_SUM, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals.iter().filter(|g| g.kind == GoalKind::Print) {
        let &[printed] = clause.arguments(goal.node) else {
            continue;
        };
        let mut parts = Vec::new();
        summands(clause, printed, &mut parts);
        if parts.len() < 2 || !parts.iter().any(|&p| is_char_list(clause.tree, p)) {
            continue;
        }
        let (mut format, mut values) = (String::new(), Vec::new());
        for &p in &parts {
            let text = clause.text(p);
            match is_char_list(clause.tree, p) {
                true => format.push_str(text.trim_matches('"')),
                false => {
                    format.push_str("~w");
                    values.push(text);
                }
            }
        }
        let finding = Finding::new(
            At::Node(printed),
            "`+` does not join texts: the term is printed as it is",
        );
        found.push(finding.hint(format!("format(\"{format}\", [{}])", values.join(", "))));
    }
    in_arithmetic(clause, found);
}

/// Finds the sum of two texts in each arithmetic goal.
fn in_arithmetic(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals {
        let Some([a, b]) = clause.sides(goal.node) else {
            continue;
        };
        let mut rest = match goal.kind {
            GoalKind::Is => vec![b],
            GoalKind::Compare => vec![b, a],
            _ => continue,
        };
        while let Some(n) = rest.pop() {
            if let &[x, y] = clause.arguments(n)
                && is_text_sum(clause.tree, n)
            {
                let result = match clause.variable(a) {
                    Some(v) if goal.kind == GoalKind::Is && n == b => clause.name(v),
                    _ => "Text",
                };
                let (x, y) = (clause.text(x), clause.text(y));
                let finding =
                    Finding::new(At::Node(n), "`+` adds numbers, and does not join texts");
                found.push(finding.hint(format!("append({x}, {y}, {result})")));
                break;
            }
            rest.extend(clause.arguments(n).iter().rev());
        }
    }
}

/// Returns true for `+` between two texts.
pub(super) fn is_text_sum(tree: &Tree, n: NodeId) -> bool {
    let sides = tree.as_compound::<2>(n, atoms::PLUS);
    sides.is_some_and(|[x, y]| is_char_list(tree, x) && is_char_list(tree, y))
}

fn summands(clause: &BareClause<'_>, n: NodeId, parts: &mut Vec<NodeId>) {
    let mut rest = vec![n];
    while let Some(n) = rest.pop() {
        match clause.tree.as_compound::<2>(n, atoms::PLUS) {
            Some([a, b]) => rest.extend([b, a]),
            None => parts.push(n),
        }
    }
}
