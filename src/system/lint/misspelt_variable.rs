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
    let letters: Vec<char> = singleton.name.chars().collect();
    let is_like = |v: &&VarInfo| {
        let (name, other) = (&*singleton.name, &*v.name);
        let shorter = name.chars().count().min(other.chars().count());
        if v.var == singleton.var || shorter < MIN_LENGTH || other.starts_with('_') {
            return false;
        }
        // `Xs` and `X`, `S0` and `S1` are different by intention.
        let stem = |s: &str| {
            s.trim_end_matches(|c: char| c.is_ascii_digit() || c == 's')
                .len()
        };
        if name[..stem(name)] == other[..stem(other)] {
            return false;
        }
        let is_same = name.to_lowercase() == other.to_lowercase();
        let allowed = if shorter < 6 { 1 } else { 2 };
        is_same || edit_distance(&letters, other, allowed).is_some() && shorter > MIN_LENGTH
    };
    term.variables.iter().find(is_like)
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
        let message = format!("`{}` occurs once, and `{}` is similar", v.name, other.name);
        found.push(
            Finding::new(At::Span(v.first_span), message)
                .label("occurs only here")
                .place(At::Span(other.first_span), "the similar name")
                .hint(format!("did you mean {}? If not, _{}", other.name, v.name)),
        );
    }
}
