//! A variable that occurs once and nearly has the name of another one.

use crate::syntax::ReadTerm;
use crate::syntax::VarInfo;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::settings::LintLevel;
use crate::system::load::messages::edit_distance;

pub(super) const CHECK: Check = Check {
    name: "misspelt_variable",
    level: LintLevel::Warning,
    group: "singleton",
    doc: "A variable that occurs once, while another one of the clause has nearly the same name, is most likely that one.",
    wrong: "average(Sum, Length, Average) :- Length > 0, Average is Sum / Lenght.\n",
    right: "average(Sum, Length, Average) :- Length > 0, Average is Sum / Length.\n",
    peer: "Singleton variables: [Lenght]",
    run: Run::Variables(find),
};

/// The shortest names that are compared: those of one or two letters are alike by chance.
const MIN_LENGTH: usize = 3;

/// The variable that a singleton was meant to be, if it seems to be misspelt.
pub(super) fn meant<'t>(term: &'t ReadTerm, singleton: &VarInfo) -> Option<&'t VarInfo> {
    let others = term.variables.iter().filter(|v| v.var != singleton.var);
    let ranked = others.filter_map(|v| Some((distance(term.name(singleton), term.name(v))?, v)));
    ranked.min_by_key(|(d, _)| *d).map(|(_, v)| v)
}

/// The distance of two names, if one may be a slip for the other; 0 if only their letters' cases differ.
fn distance(name: &str, other: &str) -> Option<usize> {
    let letters: Vec<char> = name.chars().collect();
    let shorter = letters.len().min(other.chars().count());
    if shorter < MIN_LENGTH || other.starts_with('_') {
        return None;
    }
    if name.to_lowercase() == other.to_lowercase() {
        return Some(0);
    }
    // `Xs` and `X`, `S0` and `S1`, `AgeX` and `AgeY` are different by intention.
    let is_ending = |c: char| c.is_ascii_digit() || c == 's' || c.is_uppercase();
    let stem = |s: &str| s.trim_end_matches(is_ending).len();
    if name[..stem(name)] == other[..stem(other)] || shorter == MIN_LENGTH {
        return None;
    }
    edit_distance(&letters, other, if shorter < 6 { 1 } else { 2 })
}

fn find(term: &ReadTerm, found: &mut Vec<Finding>) {
    for v in term.singletons() {
        let Some(other) = meant(term, v) else {
            continue;
        };
        // Of two that are meant to be one, the later one is reported.
        if other.occurrences == 1 && other.var > v.var {
            continue;
        }
        let (name, similar) = (term.name(v), term.name(other));
        let message = format!("`{name}` occurs once, and `{similar}` is similar");
        found.push(
            Finding::new(At::Span(v.first_span), message)
                .label("occurs only here")
                .place(At::Span(other.first_span), "the similar name")
                .hint(format!("did you mean {similar}? If not, _{name}")),
        );
    }
}
