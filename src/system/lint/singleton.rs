//! A variable that occurs once.

use crate::base::atom::atoms;
use crate::syntax::ReadTerm;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::misspelt_variable::meant;
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "singleton",
    level: LintLevel::Warning,
    group: "",
    doc: "A variable that occurs once in a clause shares its value with nothing; its name should begin with `_` if that is meant.",
    wrong: "area(rectangle(W, H), A) :- A is W * W.\n",
    right: "area(rectangle(W, H), A) :- A is W * H.\n",
    peer: "Singleton variables: [H]",
    run: Run::Variables(find),
};

fn find(term: &ReadTerm, found: &mut Vec<Finding>) {
    let mut names = term.singletons().filter(|v| meant(term, v).is_none());
    let Some(first) = names.next() else { return };
    let name = term.name(first);
    let mut list = name.to_string();
    let more = names.fold(0, |n, v| {
        list.push_str(", ");
        list.push_str(term.name(v));
        n + 1
    });
    let s = if more > 0 { "s" } else { "" };
    let finding = Finding::new(
        At::Span(first.first_span),
        format!("singleton variable{s}: {list}"),
    );
    let is_fact = term
        .tree
        .callable(term.tree.root())
        .is_some_and(|(name, _)| !matches!(name, atoms::NECK | atoms::DCG_ARROW));
    let small = name.to_lowercase();
    found.push(finding.hint(match is_fact && name.len() > 2 {
        true => format!(
            "a name that begins with a capital letter is a variable; the atom is {small}. A variable that is meant to occur once begins with `_`: _{name}"
        ),
        false => format!(
            "a variable that is meant to occur once begins with `_`: _{name}"
        ),
    }));
}
