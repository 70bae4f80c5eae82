//! The wording of messages: terms, predicates, uncaught errors, suggestions.

use crate::base::atom::{Atom, atoms};
use crate::code::pred::PredId;
use crate::machine::{Ball, Cell};
use crate::syntax::{WriteOptions, quoted_atom, term_text};
use crate::system::{Vm, library, modules};

/// The indicator of a predicate in messages: with its module, if that is not `user`.
pub(crate) fn indicator_text(vm: &Vm, p: PredId) -> String {
    let q = vm.db.pred(p);
    let text = format!("{}/{}", quoted(vm, declared_name(vm, p)), q.arity);
    match q.module {
        atoms::USER | atoms::SYSTEM => text,
        m => format!("{}:{text}", quoted(vm, m)),
    }
}

/// The name under which the program knows a predicate, whose clauses may be stored under another name.
fn declared_name(vm: &Vm, p: PredId) -> Atom {
    let q = vm.db.pred(p);
    let mut stored = vm.ext.loader.tabled.iter();
    let declared = stored.find(|&(&d, &name)| {
        let d = vm.db.pred(d);
        name == q.name && d.module == q.module && d.arity == q.arity
    });
    declared.map_or(q.name, |(&d, _)| vm.db.pred(d).name)
}

/// The text of a term in a message: quoted, and not too long.
pub(crate) fn message_text(vm: &Vm, term: Cell) -> String {
    let options = WriteOptions {
        max_depth: 12,
        priority: 999,
        double_quotes: true,
        ..WriteOptions::writeq()
    };
    term_text(
        vm,
        term,
        &vm.atoms,
        vm.ext.modules.ops(atoms::USER),
        &options,
    )
}

/// The message of an uncaught ball, and a hint on how to mend it.
pub(crate) fn describe_ball(vm: &mut Vm, ball: &Ball) -> (String, Option<String>) {
    let term = ball.term().restore(&mut vm.heap);
    let text = message_text(vm, term);
    let missing = error_formal(vm, term).and_then(|f| missing_procedure(vm, f));
    let file = error_formal(vm, term).and_then(|f| missing_file(vm, f));
    if let Some(file) = file {
        let hint = near_library(vm, file);
        return (format!("{} is not found", message_text(vm, file)), hint);
    }
    match missing {
        Some((module, name, arity)) => {
            let message = format!("unknown procedure {}/{arity}", quoted(vm, name));
            (message, did_you_mean(vm, module, name, arity))
        }
        None => (text, None),
    }
}

fn argument(vm: &Vm, term: Cell, name: &str, arity: u32, i: u64) -> Option<Cell> {
    let c = vm.heap.deref(term);
    if !c.is_structure() {
        return None;
    }
    let (f, n) = vm.heap.functor_of(c);
    let is = n == arity && &*vm.atoms.text(vm.functors.get(f).0) == name;
    is.then(|| vm.heap.deref(vm.heap.get(vm.heap.args_at(c) + 8 * i)))
}

/// `Formal` of `error(Formal, _)`.
fn error_formal(vm: &Vm, term: Cell) -> Option<Cell> {
    argument(vm, term, "error", 2, 0)
}

/// The predicate of `existence_error(procedure, PI)`.
fn missing_procedure(vm: &Vm, formal: Cell) -> Option<(Atom, Atom, u32)> {
    let kind = argument(vm, formal, "existence_error", 2, 0)?;
    let pi = argument(vm, formal, "existence_error", 2, 1)?;
    if kind.to_atom() != Some(atoms::PROCEDURE) {
        return None;
    }
    let (module, pi) = modules::strip_module(vm, pi, atoms::USER);
    let name = argument(vm, pi, "/", 2, 0)?.to_atom()?;
    let arity = argument(vm, pi, "/", 2, 1).filter(|a| a.is_int())?.as_int();
    Some((module, name, u32::try_from(arity).ok()?))
}

/// The file of `existence_error(source_sink, File)`.
fn missing_file(vm: &Vm, formal: Cell) -> Option<Cell> {
    let kind = argument(vm, formal, "existence_error", 2, 0)?.to_atom()?;
    let is = &*vm.atoms.text(kind) == "source_sink";
    is.then(|| argument(vm, formal, "existence_error", 2, 1))?
}

/// The library whose name is most similar to that of `library(Name)`, which does not exist.
fn near_library(vm: &Vm, file: Cell) -> Option<String> {
    let name = argument(vm, file, "library", 1, 0)?.to_atom()?;
    let wanted: Vec<char> = vm.atoms.text(name).chars().collect();
    let allowed = (wanted.len() / 3).clamp(1, 3);
    let near = library::catalog::names().filter_map(|n| {
        let n = n.rsplit('/').next().unwrap_or(n);
        Some((edit_distance(&wanted, n, allowed)?, n))
    });
    near.min()
        .map(|(_, n)| format!("did you mean library({n})?"))
}

/// An atom as it is written.
pub(crate) fn quoted(vm: &Vm, a: Atom) -> String {
    crate::syntax::quoted_atom(&vm.atoms.text(a)).into_owned()
}

/// A hint for an unknown procedure: a defined one with a similar name.
pub(crate) fn did_you_mean(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> Option<String> {
    let (distance, text, a) = nearest(vm, module, name, Some(arity))?;
    let shown = quoted_atom(&text);
    Some(match distance {
        0 => format!("there is {shown}/{a}"),
        _ => format!("did you mean {shown}/{a}?"),
    })
}

/// The defined predicate whose name is most similar to an undefined one, as it is written, with its arity.
pub(crate) fn near_name(
    vm: &mut Vm,
    module: Atom,
    name: Atom,
    arity: Option<u32>,
) -> Option<(String, u32)> {
    let (_, text, found) = nearest(vm, module, name, arity)?;
    Some((quoted_atom(&text).into_owned(), found))
}

/// The defined predicate that a module sees and whose name is most like a name that is not defined.
pub(crate) fn near_predicate(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    let (_, text, found) = nearest(vm, module, name, Some(arity))?;
    let near = vm.atoms.lookup(&text)?;
    modules::visible(vm, module, near, found)
}

/// Returns true if a name may be a misspelling of another one although no predicate of the program has that name: it
/// is long enough, and one letter differs, or the order of two.
fn is_close(wanted: &[char], name: &str) -> bool {
    let sorted = |mut letters: Vec<char>| {
        letters.sort_unstable();
        letters
    };
    wanted.iter().copied().eq(name.chars())
        || wanted.len().max(name.chars().count()) >= 5 && edit_distance(wanted, name, 1).is_some()
        || sorted(wanted.to_vec()) == sorted(name.chars().collect())
}

/// The name and arity of the defined predicate that is most like an unknown one, after its distance.
fn nearest(
    vm: &mut Vm,
    module: Atom,
    name: Atom,
    arity: Option<u32>,
) -> Option<(usize, String, u32)> {
    let wanted: Vec<char> = vm.atoms.text(name).chars().collect();
    let allowed = (wanted.len() / 3).clamp(1, 3);
    let mut best: Option<(usize, bool, String, u32)> = None;
    let libraries = library::exported(vm).into_iter();
    let defined = vm.db.preds().filter(|(p, d)| {
        let m = d.module;
        (m == module || m == atoms::USER || m == atoms::SYSTEM) && vm.db.is_defined(*p)
    });
    let defined = defined.map(|(_, d)| {
        (
            d.name,
            d.arity,
            !d.properties.library && d.module != atoms::SYSTEM,
        )
    });
    for (n, a, is_programs) in defined.chain(libraries.map(|(n, a)| (n, a, false))) {
        let text = vm.atoms.text(n);
        let has_arity = arity.is_none_or(|arity| arity == a);
        if n == name && has_arity || text.starts_with('$') || (!has_arity && n != name) {
            continue;
        }
        if !is_programs && !is_close(&wanted, &text) || n == name && a == 0 && !is_programs {
            continue;
        }
        let Some(d) = edit_distance(&wanted, &text, allowed) else {
            continue;
        };
        // Names of one letter that differ are not alike.
        if d >= wanted.len() {
            continue;
        }
        let found = (d, !has_arity, text.to_string(), a);
        if best.as_ref().is_none_or(|b| found < *b) {
            best = Some(found);
        }
    }
    let (distance, _, text, a) = best?;
    Some((distance, text, a))
}

/// The number of letters to insert, remove, change or swap with a neighbour, if it is at most
/// `max` (Damerau's distance, adjacent transpositions).
pub(crate) fn edit_distance(a: &[char], b: &str, max: usize) -> Option<usize> {
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) > max {
        return None;
    }
    let width = b.len() + 1;
    let mut rows: [Vec<usize>; 3] = [vec![0; width], vec![0; width], (0..width).collect()];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        rows[2][0] = i;
        for j in 1..width {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut d = (rows[1][j - 1] + same)
                .min(rows[1][j] + 1)
                .min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = d;
        }
        if rows[2].iter().min().is_some_and(|&d| d > max) {
            return None;
        }
    }
    Some(rows[2][width - 1]).filter(|&d| d <= max)
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn distances() {
        let d = |a: &str, b| edit_distance(&a.chars().collect::<Vec<_>>(), b, 2);
        assert_eq!(d("lenght", "length"), Some(1));
        assert_eq!(d("append", "append"), Some(0));
        assert_eq!(d("apend", "append"), Some(1));
        assert_eq!(d("foo", "barbar"), None);
        assert_eq!(d("", "ab"), Some(2));
    }
}
