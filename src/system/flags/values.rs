//! Prolog flags by name: their values as terms, and setting them.

use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::machine::{Attributes, Ball, Cell, Record};
use crate::syntax::{Lenience, QuotedAs, ReadOptions};
use crate::system::Vm;
use crate::system::flags::table::{
    AnswerOptions, FlagDomain, FlagValue, apply_float_flag, text_named, text_word, version_parts,
};
use crate::system::terms::name_arity;
use crate::system::text::split_list;

/// The representation of `"…"` in a module: as its file sets it, or as in `user`.
pub(crate) fn double_quotes(vm: &Vm, module: Atom) -> QuotedAs {
    let own = vm.ext.modules.get(module).and_then(|m| m.double_quotes);
    own.unwrap_or(vm.ext.flags.double_quotes)
}

/// The value of a flag; `None` if there is no such flag.
pub(crate) fn flag_value(vm: &mut Vm, name: &str) -> Option<Cell> {
    if let Some(mut word) = vm.ext.flags.typed_word(name) {
        if name == "double_quotes" {
            word = text_word(double_quotes(vm, vm.ext.modules.source()));
        }
        return Some(Cell::atom(vm.atoms.intern(word)));
    }
    if let Some(value) = dialect_flag(vm, name) {
        return Some(value);
    }
    Some(match &vm.ext.flags.table.get(name)?.value {
        FlagValue::Word(w) => Cell::atom(vm.atoms.intern(w)),
        &FlagValue::Int(i) => vm.int_cell(&Int::Small(i)),
        FlagValue::Term(r) => r.restore(&mut vm.heap),
        FlagValue::Version => version_term(vm, "horn", &version_parts()),
        FlagValue::Processors => Cell::int(processors()),
    })
}

/// The number of processors that the process may use.
fn processors() -> i64 {
    let count = std::thread::available_parallelism();
    count.map_or(1, |n| i64::try_from(n.get()).unwrap_or(1))
}

/// The value of a flag that depends on the dialect of the text that is loaded, or of all texts.
fn dialect_flag(vm: &mut Vm, name: &str) -> Option<Cell> {
    if name == "emulated_dialect" {
        return Some(Cell::atom(vm.atoms.intern(vm.ext.loader.dialect.name())));
    }
    let (system, parts) = vm.ext.loader.dialect.current?.system?;
    match name {
        "dialect" => Some(Cell::atom(vm.atoms.intern(system))),
        "version" => {
            let number = parts.iter().take(3).fold(0, |sum, part| 100 * sum + part);
            Some(Cell::int(number))
        }
        "version_data" => Some(version_term(vm, system, parts)),
        _ => None,
    }
}

/// A term such as `horn(Major,Minor,Patch,[])`.
fn version_term(vm: &mut Vm, system: &str, parts: &[i64]) -> Cell {
    let name = vm.atoms.intern(system);
    let f = vm.functors.intern(name, parts.len() as u32 + 1);
    let mut args: Vec<Cell> = parts.iter().copied().map(Cell::int).collect();
    args.push(Cell::NIL);
    vm.heap.structure(f, &args)
}

/// Gives a flag a value, as `set_prolog_flag/2` does; it may be a new flag.
///
/// # Errors
/// `resource_error(memory)`
pub(crate) fn set_flag(vm: &mut Vm, name: &str, value: Cell) -> Result<(), Ball> {
    let word = value.to_atom().map(|a| vm.atoms.text(a).to_string());
    let module = vm.ext.modules.source();
    if name == "double_quotes" && module != atoms::USER {
        let quotes = text_named(&word.unwrap_or_default());
        vm.ext.modules.ensure(module).double_quotes = quotes;
        return Ok(());
    }
    let word = word.unwrap_or_default();
    if vm.ext.flags.set_typed(name, &word).is_some() {
        // The loader lowers the flag for the text of a library alone, without this effect.
        vm.float_env.float_results = vm.ext.flags.iso;
        vm.occurs_check = vm.ext.flags.occurs_check;
        return Ok(());
    }
    apply_float_flag(&mut vm.float_env, name, &word);
    if name == "answer_write_options" {
        vm.ext.flags.answer_options = answer_options(vm, value);
    }
    let record = Record::new(&mut vm.heap, value, Attributes::Drop);
    let bytes = 8 * record.words() as u64;
    vm.check_room(bytes)?;
    vm.ext.flags.bytes += bytes;
    match vm.ext.flags.table.get_mut(name) {
        Some(f) => {
            if let FlagValue::Term(old) = std::mem::replace(&mut f.value, FlagValue::Term(record)) {
                vm.ext.flags.bytes -= 8 * old.words() as u64;
            }
        }
        None => {
            vm.ext.flags.bytes += 2 * name.len() as u64 + 128;
            vm.ext
                .flags
                .add(name, FlagDomain::Any, FlagValue::Term(record), "");
        }
    }
    Ok(())
}

/// The options of a value of the flag `answer_write_options`; others have no effect.
fn answer_options(vm: &Vm, value: Cell) -> AnswerOptions {
    let mut options = AnswerOptions::DEFAULT;
    let (items, _) = split_list(vm, value);
    for item in items {
        if !item.is_compound() {
            continue;
        }
        let (name, arity) = name_arity(vm, item);
        if arity != 1 {
            continue;
        }
        let argument = vm.heap.deref(vm.heap.argument(item, 0));
        let word = argument.to_atom().map(|a| vm.atoms.text(a));
        match (&*vm.atoms.text(name), word.as_deref()) {
            ("max_depth", None) if argument.is_int() => {
                // No limit at all is SWI-Prolog's 0.
                let levels = u32::try_from(argument.as_int()).ok().filter(|&n| n > 0);
                options.depth = Some(levels.unwrap_or(u32::MAX));
            }
            ("spacing", Some(word)) => options.spaced = word == "next_argument",
            ("double_quotes", Some(word)) => options.texts = word == "true",
            ("quoted", Some(word)) => options.quoted = word == "true",
            _ => {}
        }
    }
    options
}

/// Makes the list of these atoms the value of a flag.
pub(crate) fn set_words(vm: &mut Vm, flag: &str, args: &[String]) {
    let cells: Vec<Cell> = args
        .iter()
        .map(|a| Cell::atom(vm.atoms.intern(a)))
        .collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    // A host's own arguments are not the program's.
    let _ = set_flag(vm, flag, list);
}

/// Makes an atom the value of a flag.
pub(crate) fn set_word(vm: &mut Vm, flag: &str, word: &str) {
    let value = Cell::atom(vm.atoms.intern(word));
    let _ = set_flag(vm, flag, value);
}

/// The options for reading text in the source module, as the flags give them.
pub(crate) fn read_options(vm: &Vm) -> ReadOptions {
    ReadOptions {
        double_quotes: double_quotes(vm, vm.ext.modules.source()),
        back_quotes: vm.ext.flags.back_quotes,
        strict: vm.ext.flags.iso,
        lenience: match vm.ext.flags.lenient_loading && !vm.ext.flags.iso {
            true => Lenience::Allowed,
            false => Lenience::Refused,
        },
        ..ReadOptions::default()
    }
}
