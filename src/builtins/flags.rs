//! Flags (ISO 8.17) and character conversions (8.14.5).

use crate::base::atom::{Atom, atoms};
use crate::machine::{Cell, Limits};
use crate::system::flags::{FlagDomain, Flags, flag_value, set_flag};
use crate::system::{BuiltinRow, Res, Vm, det, streams};

fn set_prolog_flag(vm: &mut Vm) -> Res {
    let (name, value) = (vm.x(0), vm.x(1));
    if name.is_ref() || value.is_ref() {
        return Err(vm.instantiation_error());
    }
    let Some(a) = name.to_atom() else {
        return Err(vm.type_error(atoms::ATOM, name));
    };
    let key = vm.atoms.text(a).to_string();
    let word = value.to_atom().map(|a| vm.atoms.text(a).to_string());
    let list = value.is_any_list() || value == Cell::NIL;
    let Some(flag) = vm.ext.flags.table.get(&*key) else {
        return Err(vm.domain_error("prolog_flag", name));
    };
    let fits = match flag.domain {
        FlagDomain::Fixed => return Err(vm.permission_error("modify", "flag", name)),
        FlagDomain::Typed => word.is_some_and(|w| Flags::is_typed_value(&key, &w)),
        FlagDomain::Words(words) => word.is_some_and(|w| words.contains(&&*w)),
        FlagDomain::Bytes => value.is_int() && value.as_int() > 0,
        FlagDomain::List => list,
        FlagDomain::Any => true,
    };
    if !fits {
        let culprit = vm.compound(atoms::PLUS, &[name, value]);
        return Err(vm.domain_error("flag_value", culprit));
    }
    if key == "stack_limit" {
        // The heap and the stacks may grow to this size, if the host allows as much.
        let bytes = (value.as_int() as u64).max(1 << 20);
        let limits = vm.limits().clone();
        let bytes = bytes.min(limits.most_bytes);
        vm.set_limits(Limits {
            heap_bytes: bytes,
            stack_bytes: bytes,
            // A lower limit than that of the host is one of the program, which can catch its error.
            memory_is_final: limits.most_is_final && bytes == limits.most_bytes,
            ..limits
        });
    }
    set_flag(vm, &key, value)?;
    Ok(true)
}

fn create_prolog_flag(vm: &mut Vm) -> Res {
    let (name, value) = (vm.x(0), vm.x(1));
    if value.is_ref() {
        return Err(vm.instantiation_error());
    }
    streams::options(vm, vm.x(2))?;
    let key = vm.atoms.text(name.as_atom()).to_string();
    let fixed = vm.ext.flags.table.get(&*key);
    if fixed.is_some_and(|f| matches!(f.domain, FlagDomain::Fixed)) {
        return Err(vm.permission_error("modify", "flag", name));
    }
    set_flag(vm, &key, value)?;
    Ok(true)
}

fn flag_list(vm: &mut Vm) -> Res {
    let names: Vec<String> = vm.ext.flags.names().map(str::to_string).collect();
    let minus = vm.functors.intern(atoms::MINUS, 2);
    let mut list = Vec::with_capacity(names.len());
    for name in names {
        let Some(value) = flag_value(vm, &name) else {
            continue;
        };
        let name = Cell::atom(vm.atoms.intern(&name));
        list.push(vm.heap.structure(minus, &[name, value]));
    }
    let list = vm.heap.list(&list, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

pub(crate) fn char_conversion(vm: &mut Vm) -> Res {
    let (from, to) = (vm.x(0), vm.x(1));
    if from.is_ref() || to.is_ref() {
        return Err(vm.instantiation_error());
    }
    let char = |c: Cell| c.to_atom().and_then(Atom::as_char);
    match (char(from), char(to)) {
        (Some(f), Some(t)) => {
            if f == t {
                vm.ext.flags.conversions.shift_remove(&f);
            } else {
                vm.ext.flags.conversions.insert(f, t);
            }
            Ok(true)
        }
        _ => Err(vm.representation_error("character")),
    }
}

fn char_conversions(vm: &mut Vm) -> Res {
    let pairs: Vec<(char, char)> = vm
        .ext
        .flags
        .conversions
        .iter()
        .map(|(&f, &t)| (f, t))
        .collect();
    let minus = vm.functors.intern(atoms::MINUS, 2);
    let atom = |c| Cell::atom(Atom::from_char(c));
    let list: Vec<Cell> = pairs
        .iter()
        .map(|&(f, t)| vm.heap.structure(minus, &[atom(f), atom(t)]))
        .collect();
    let list = vm.heap.list(&list, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

/// Returns true if answers show lists of characters as text.
fn shows_texts(vm: &mut Vm) -> Res {
    Ok(vm.ext.flags.answer_options.texts || vm.ext.written_texts.any())
}

/// The predicates of this file.
pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "set_prolog_flag",
        "@flag, @value",
        "8.17.1",
        "Sets a flag; domain_error for an unknown flag or value, permission_error for a fixed flag.",
        set_prolog_flag,
    ),
    det(
        "create_prolog_flag",
        "+atom, @value, @options",
        "-",
        "Sets a flag, which is made if it does not exist.",
        create_prolog_flag,
    ),
    det(
        "$shows_texts",
        "",
        "-",
        "True if answers show lists of characters as text: always, or if the program or the query has such a text.",
        shows_texts,
    ),
    det(
        "$flags",
        "-list",
        "8.17.2",
        "Unifies the argument with the list of all flags, as `Flag-Value`.",
        flag_list,
    ),
    det(
        "char_conversion",
        "@character, @character",
        "8.14.5",
        "Defines a character conversion for reading.",
        char_conversion,
    ),
    det(
        "$char_conversions",
        "-list",
        "8.14.6",
        "Unifies the argument with the list of the character conversions that are not the identity, as `From-To`.",
        char_conversions,
    ),
];
