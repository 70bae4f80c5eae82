//! A text in double quotes that is printed as the list of characters that it is.

use crate::base::tree::NodeId;
use crate::syntax::quad::is_char_list;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, Goal, GoalKind, features};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "printed_text",
    level: LintLevel::Warning,
    group: "",
    doc: "`write(\"ab\")` writes `[a,b]`: a text in double quotes is a list of characters.",
    wrong: "greet :- write(\"Good morning\"), nl.\n",
    right: "greet :- write('Good morning'), nl.\n",
    peer: "",
    run: Run::Goals(features::PRINT, find),
};

/// The number of letters that a message shows of a text.
const SHOWN: usize = 3;

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals.iter().filter(|g| g.kind == GoalKind::Print) {
        let &[printed] = clause.arguments(goal.node) else {
            continue;
        };
        let text = match clause.variable(printed) {
            Some(v) => value(clause, goal, v),
            None => is_char_list(clause.tree, printed).then_some(printed),
        };
        let (Some(text), Some((name, arity))) = (text, clause.indicator(goal.node)) else {
            continue;
        };
        let name = clause.vm.atoms.text(name);
        let shown = clause.text(text);
        let letters: Vec<char> = shown.trim_matches('"').chars().take(SHOWN + 1).collect();
        let all: Vec<String> = letters.iter().take(SHOWN).map(char::to_string).collect();
        let more = if letters.len() > SHOWN { ",..." } else { "" };
        let message = format!(
            "`{name}/{arity}` writes this text as a list: [{}{more}]",
            all.join(",")
        );
        let hint = match clause.variable(printed) {
            Some(v) => format!("format(\"~s\", [{}]) writes the text", clause.name(v)),
            None => format!("format({shown}), or '...' for an atom in place of \"...\""),
        };
        let finding = Finding::new(At::Node(goal.node), message)
            .note("a text in double quotes is a list of characters; the flag double_quotes changes that")
            .hint(hint);
        found.push(finding.only_if_quoted(text));
    }
}

/// The text that an earlier goal of the same branch has unified with a variable.
fn value(clause: &BareClause<'_>, goal: &Goal, v: u32) -> Option<NodeId> {
    let before = clause.goals.iter().take_while(|g| g.node != goal.node);
    let mut texts =
        before.filter(|g| g.kind == GoalKind::Unify && g.branch == goal.branch && !g.is_inner);
    texts.find_map(|g| {
        let [a, b] = clause.sides(g.node)?;
        let (var, text) = match clause.variable(a) {
            Some(_) => (a, b),
            None => (b, a),
        };
        (clause.variable(var) == Some(v) && is_char_list(clause.tree, text)).then_some(text)
    })
}
