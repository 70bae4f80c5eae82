//! Predicates on answer tables, for `prelude/control/tabling.pl` and `distinct/2`.

use crate::base::atom::Atom;
use crate::machine::{Attributes, Ball, Cell, Record, Tag};
use crate::system::answer_tables::{VariantKey, size_of_entry};
use crate::system::modules;
use crate::system::solver::{ConstraintSolver, Solver};
use crate::system::terms::name_arity;
use crate::system::text::split_list;
use crate::system::{BuiltinRow, Res, Vm, det};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$table",
        "?term, -id",
        "-",
        "Unifies Id with the table for the variant of a term; makes the table if it is new.",
        table,
    ),
    det(
        "$table_variant",
        "+integer, ?term",
        "-",
        "Unifies the second argument with the term that a table belongs to; fails if there is none.",
        table_variant,
    ),
    det(
        "$tables",
        "-list",
        "-",
        "Unifies the argument with the list of the tables that belong to terms.",
        tables,
    ),
    det(
        "$database_changes",
        "-integer",
        "-",
        "Unifies the argument with the number of changes of the clauses of predicates so far.",
        database_changes,
    ),
    det(
        "$untable",
        "+atom, +atom, +integer",
        "-",
        "Removes the clause that calls the table of a predicate.",
        untable,
    ),
    det(
        "$table_new",
        "-id",
        "-",
        "Unifies Id with a new table.",
        table_new,
    ),
    det(
        "$table_add",
        "+integer, ?term",
        "-",
        "Adds a term to a table; fails if the table has a variant of it.",
        table_add,
    ),
    det(
        "$table_find",
        "+integer, ?term, -value",
        "-",
        "Unifies the third argument with the place of a variant of a term in a table; fails if there is none.",
        table_find,
    ),
    det(
        "$table_size",
        "+integer, -value",
        "-",
        "Unifies the second argument with the number of terms in a table.",
        table_size,
    ),
    det(
        "$table_get",
        "+integer, +integer, ?term",
        "-",
        "Unifies the third argument with the term at a place of a table.",
        table_get,
    ),
    det(
        "$table_value",
        "+integer, +integer, ?term",
        "-",
        "Unifies the third argument with the value stored with the term at a place of a table.",
        table_value,
    ),
    det(
        "$table_set_value",
        "+integer, +integer, ?term",
        "-",
        "Stores a value with the term at a place of a table.",
        table_set_value,
    ),
    det(
        "$table_field",
        "+integer, +integer, -integer",
        "-",
        "Unifies the third argument with an integer field of a table, which is 0 at first.",
        table_field,
    ),
    det(
        "$table_set_field",
        "+integer, +integer, +integer",
        "-",
        "Sets an integer field of a table.",
        table_set_field,
    ),
    det(
        "$table_start_round",
        "+integer",
        "-",
        "Called before the clauses of a table run again.",
        table_start_round,
    ),
    det(
        "$table_open_reader",
        "+integer, +integer, -integer, -integer",
        "-",
        "Opens a reader of the second table for the clauses of the first one; its number, -1 if it is not kept, and its first answer.",
        table_open_reader,
    ),
    det(
        "$table_close_reader",
        "+integer, +integer, +integer",
        "-",
        "Notes that a reader has had the answers of a table before the third argument.",
        table_close_reader,
    ),
    det(
        "$table_read_again",
        "+integer",
        "-",
        "Lets all readers of the clauses of a table begin with the first answer in the next round.",
        table_read_again,
    ),
    det(
        "$table_clear_readers",
        "+integer",
        "-",
        "Discards the readers of the clauses of a table.",
        table_clear_readers,
    ),
    det(
        "$table_delete",
        "+integer",
        "-",
        "Deletes a table.",
        table_delete,
    ),
    det(
        "$table_forget",
        "+integer",
        "-",
        "Deletes a table with the conditions of its answers.",
        table_forget,
    ),
    det(
        "$tables_forget_incomplete",
        "",
        "-",
        "Deletes the incomplete tables.",
        tables_forget_incomplete,
    ),
    det(
        "$table_interrupt",
        "+integer, +integer, -integer",
        "-",
        "Marks the tables whose evaluation has ended, given the one that is being filled and the top of their stack, which is then the third argument.",
        table_interrupt,
    ),
    det(
        "$tables_clear",
        "+list",
        "-",
        "Discards the tables of all goals; those of the list, which are being read, are kept for their readers.",
        tables_clear,
    ),
];

const VAR: u64 = 1;

const COMPOUND: u64 = 2;

const ATOM: u64 = 3;

const INT: u64 = 4;

const FLOAT: u64 = 5;

const NUMBER: u64 = 6;

const STRING: u64 = 7;

/// Adds a text of a kind to a key.
fn add_text(words: &mut Vec<u64>, kind: u64, text: &str) {
    words.push(kind | (text.len() as u64) << 8);
    let chunks = text.as_bytes().chunks(8);
    words.extend(chunks.map(|b| b.iter().fold(0, |w, &x| w << 8 | u64::from(x))));
}

/// The bytes of a key for each cell of the term, at most.
const KEY_BYTES: u64 = 16;

/// The words of a key up to which the term needs no check.
const SMALL_KEY: usize = 4096;

/// The largest buffer, in words, that is kept for the next key.
const BUFFER_KEPT: usize = 1 << 16;

/// The key of a term, in the buffer that [`keep_buffer`] takes back.
///
/// # Errors
/// `representation_error(cyclic_term)`, `resource_error(memory)`; the ball of an interrupt or of a limit.
fn key(vm: &mut Vm, term: Cell) -> Result<Vec<u64>, Ball> {
    let (mut words, mut stack) = std::mem::take(&mut vm.ext.tables.buffers);
    if !encode(vm, term, SMALL_KEY, &mut words, &mut stack) {
        if !vm.is_acyclic(term) {
            return Err(vm.representation_error("cyclic_term"));
        }
        // The key is as long as the term without sharing.
        let most = vm.limits().heap_bytes / KEY_BYTES;
        match vm.size_as_tree(term, most)? {
            Some(cells) => vm.check_room(KEY_BYTES * cells)?,
            None => return Err(vm.out_of_memory()),
        }
        encode(vm, term, usize::MAX, &mut words, &mut stack);
    }
    if stack.capacity() <= BUFFER_KEPT {
        vm.ext.tables.buffers.1 = stack;
    }
    Ok(words)
}

/// Keeps a buffer for the next key.
fn keep_buffer(vm: &mut Vm, words: Vec<u64>) {
    if words.capacity() <= BUFFER_KEPT {
        vm.ext.tables.buffers.0 = words;
    }
}

/// Writes the term in prefix order, its variables numbered as they come. Returns false if these are more than `most`
/// words.
fn encode(vm: &Vm, term: Cell, most: usize, words: &mut Vec<u64>, stack: &mut Vec<Cell>) -> bool {
    let mut seen: FxHashMap<u64, u64> = FxHashMap::default();
    words.clear();
    stack.clear();
    stack.push(term);
    while let Some(c) = stack.pop() {
        if words.len() + stack.len() > most {
            return false;
        }
        let c = vm.heap.deref(c);
        match c.tag() {
            Tag::Var | Tag::AttVar => {
                let n = seen.len() as u64;
                words.extend([VAR, *seen.entry(c.addr()).or_insert(n)]);
            }
            Tag::List | Tag::Packed | Tag::Struct => {
                let (name, n) = name_arity(vm, c);
                if n as usize > most {
                    return false;
                }
                words.extend([COMPOUND | u64::from(n) << 8, atom_word(name)]);
                stack.extend((0..u64::from(n)).rev().map(|i| vm.heap.argument(c, i)));
            }
            Tag::Atom => words.extend([ATOM, atom_word(c.as_atom())]),
            Tag::Int => words.extend([INT, c.as_int() as u64]),
            Tag::String => add_text(words, STRING, vm.heap.text(c)),
            Tag::Num => match vm.heap.to_float(c) {
                Some(f) => words.extend([FLOAT, f.to_bits()]),
                None => {
                    let text = vm.to_number(c).map_or_else(String::new, |n| n.to_string());
                    add_text(words, NUMBER, &text);
                }
            },
        }
    }
    true
}

fn atom_word(a: Atom) -> u64 {
    u64::from(a.index())
}

fn table(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    let k = key(vm, t)?;
    let id = match vm.ext.tables.by_variant.get(&k[..]) {
        Some(&id) => id,
        None => {
            let record = Record::new(&mut vm.heap, t, Attributes::Drop);
            vm.check_room(8 * record.words() as u64)?;
            vm.ext.tables.add(Some((k.as_slice().into(), record)))
        }
    };
    keep_buffer(vm, k);
    Ok(vm.unify(vm.x(1), Cell::int(i64::from(id))))
}

fn table_variant(vm: &mut Vm) -> Res {
    let table = vm.ext.tables.get(vm.x(0).as_int());
    let Some((_, record)) = table.and_then(|t| t.variant.as_ref()) else {
        return Ok(false);
    };
    let t = record.restore(&mut vm.heap);
    Ok(vm.unify(vm.x(1), t))
}

fn tables(vm: &mut Vm) -> Res {
    let ids: Vec<Cell> = vm
        .ext
        .tables
        .list
        .iter()
        .enumerate()
        .filter(|(_, t)| {
            t.as_ref()
                .is_some_and(|t| t.variant.is_some() && !t.detached)
        })
        .map(|(id, _)| Cell::int(id as i64))
        .collect();
    vm.check_room(16 * ids.len() as u64)?;
    let list = vm.heap.list(&ids, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn database_changes(vm: &mut Vm) -> Res {
    let changes = vm.db.generation;
    Ok(vm.unify(vm.x(0), Cell::int(changes as i64)))
}

fn untable(vm: &mut Vm) -> Res {
    let (module, name, arity) = (vm.x(0).as_atom(), vm.x(1).as_atom(), vm.x(2).as_int());
    let p = modules::pred(vm, module, name, arity as u32);
    vm.db.erase_all(p);
    vm.db.pred_mut(p).properties.tabled = false;
    Ok(true)
}

fn table_new(vm: &mut Vm) -> Res {
    let id = vm.ext.tables.add(None);
    Ok(vm.unify(vm.x(0), Cell::int(i64::from(id))))
}

/// Checks that an answer of a tabled predicate can be kept: constraints are no part of a record.
fn refuse_constrained_answer(vm: &mut Vm, table: i64, answer: Cell) -> Result<(), Ball> {
    let of_goal = vm
        .ext
        .tables
        .get(table)
        .is_some_and(|t| t.variant.is_some());
    match of_goal {
        true => Solver::check_copied(vm, answer),
        false => Ok(()),
    }
}

fn table_add(vm: &mut Vm) -> Res {
    let (id, t) = (vm.x(0).as_int(), vm.x(1));
    let words = key(vm, t)?;
    let table = vm.ext.tables.get(id);
    let k: Option<VariantKey> = match table.is_some_and(|t| !t.places.contains_key(&words[..])) {
        true => Some(words.as_slice().into()),
        false => None,
    };
    keep_buffer(vm, words);
    let Some(k) = k else {
        return Ok(false);
    };
    refuse_constrained_answer(vm, id, t)?;
    let record = Record::new(&mut vm.heap, t, Attributes::Copy);
    let bytes = size_of_entry(&k, &record);
    vm.check_room(bytes)?;
    vm.ext.tables.count(id, bytes);
    if let Some(table) = vm.ext.tables.get_mut(id) {
        let place = table.terms.len() as u32;
        table.places.insert(k, place);
        table.terms.push(record);
        let tabled = table.variant.is_some();
        vm.ext.tables.effects += u64::from(!tabled);
    }
    Ok(true)
}

fn table_find(vm: &mut Vm) -> Res {
    let (id, t) = (vm.x(0).as_int(), vm.x(1));
    let k = key(vm, t)?;
    let table = vm.ext.tables.get(id);
    let place = table.and_then(|table| table.places.get(&k[..]).copied());
    keep_buffer(vm, k);
    match place {
        Some(place) => Ok(vm.unify(vm.x(2), Cell::int(i64::from(place)))),
        None => Ok(false),
    }
}

fn table_size(vm: &mut Vm) -> Res {
    let n = vm
        .ext
        .tables
        .get(vm.x(0).as_int())
        .map_or(0, |t| t.terms.len());
    Ok(vm.unify(vm.x(1), Cell::int(n as i64)))
}

fn table_get(vm: &mut Vm) -> Res {
    let (id, place) = (vm.x(0).as_int(), vm.x(1).as_int());
    let record = vm
        .ext
        .tables
        .get(id)
        .and_then(|t| t.terms.get(usize::try_from(place).ok()?));
    let Some(record) = record else {
        return Ok(false);
    };
    let t = record.restore(&mut vm.heap);
    Ok(vm.unify(vm.x(2), t))
}

fn table_value(vm: &mut Vm) -> Res {
    let (id, place) = (vm.x(0).as_int(), vm.x(1).as_int());
    let record = vm
        .ext
        .tables
        .get(id)
        .and_then(|t| t.values.get(&u32::try_from(place).ok()?));
    let Some(record) = record else {
        return Ok(false);
    };
    let t = record.restore(&mut vm.heap);
    Ok(vm.unify(vm.x(2), t))
}

fn table_set_value(vm: &mut Vm) -> Res {
    let (id, place, t) = (vm.x(0).as_int(), vm.x(1).as_int(), vm.x(2));
    refuse_constrained_answer(vm, id, t)?;
    let record = Record::new(&mut vm.heap, t, Attributes::Copy);
    let bytes = 8 * record.words() as u64 + 32;
    vm.check_room(bytes)?;
    vm.ext.tables.count(id, bytes);
    if let (Some(table), Ok(place)) = (vm.ext.tables.get_mut(id), u32::try_from(place)) {
        table.values.insert(place, record);
    }
    Ok(true)
}

fn table_field(vm: &mut Vm) -> Res {
    let (id, field) = (vm.x(0).as_int(), vm.x(1).as_int());
    let value = usize::try_from(field)
        .ok()
        .and_then(|f| vm.ext.tables.get(id)?.fields.get(f).copied());
    Ok(vm.unify(vm.x(2), Cell::int(value.unwrap_or(0))))
}

fn table_set_field(vm: &mut Vm) -> Res {
    let (id, field, value) = (vm.x(0).as_int(), vm.x(1).as_int(), vm.x(2));
    if let (Ok(field), true) = (usize::try_from(field), value.is_int()) {
        vm.ext.tables.set_field(id, field, value.as_int());
    }
    Ok(true)
}

/// The number of changes so far that backtracking does not undo.
fn effects(vm: &Vm) -> u64 {
    vm.ext.tables.effects + vm.db.generation
}

fn table_start_round(vm: &mut Vm) -> Res {
    let (id, effects) = (vm.x(0).as_int(), effects(vm));
    if let Some(table) = vm.ext.tables.get_mut(id) {
        table.readers.start_round(effects);
    }
    Ok(true)
}

fn table_open_reader(vm: &mut Vm) -> Res {
    let (id, read, effects) = (vm.x(0).as_int(), vm.x(1).as_int(), effects(vm));
    let table = vm.ext.tables.get_mut(id);
    let (reader, place) = match table.and_then(|t| t.readers.open(read, effects)) {
        Some((reader, place)) => (reader as i64, place),
        None => (-1, 0),
    };
    Ok(vm.unify(vm.x(2), Cell::int(reader)) && vm.unify(vm.x(3), Cell::int(i64::from(place))))
}

fn table_close_reader(vm: &mut Vm) -> Res {
    let (id, reader, place) = (vm.x(0).as_int(), vm.x(1).as_int(), vm.x(2).as_int());
    let effects = effects(vm);
    let table = vm.ext.tables.get_mut(id);
    if let (Some(table), Ok(reader), Ok(place)) = (table, reader.try_into(), place.try_into()) {
        table.readers.close(reader, place, effects);
    }
    Ok(true)
}

fn table_read_again(vm: &mut Vm) -> Res {
    let id = vm.x(0).as_int();
    if let Some(table) = vm.ext.tables.get_mut(id) {
        table.readers.set_irregular();
    }
    Ok(true)
}

fn table_clear_readers(vm: &mut Vm) -> Res {
    let id = vm.x(0).as_int();
    if let Some(table) = vm.ext.tables.get_mut(id) {
        table.readers.clear();
    }
    Ok(true)
}

fn table_delete(vm: &mut Vm) -> Res {
    let id = vm.x(0).as_int();
    vm.ext.tables.delete(id);
    Ok(true)
}

fn table_forget(vm: &mut Vm) -> Res {
    let id = vm.x(0).as_int();
    vm.ext.tables.forget(id);
    Ok(true)
}

fn tables_forget_incomplete(vm: &mut Vm) -> Res {
    vm.ext.tables.forget_incomplete();
    Ok(true)
}

fn table_interrupt(vm: &mut Vm) -> Res {
    let (current, top) = (vm.x(0).as_int(), vm.x(1).as_int());
    let top = vm.ext.tables.interrupt(current, top);
    Ok(vm.unify(vm.x(2), Cell::int(top)))
}

fn tables_clear(vm: &mut Vm) -> Res {
    let (read, _) = split_list(vm, vm.x(0));
    let read: FxHashSet<i64> = read.iter().map(|c| vm.heap.deref(*c).as_int()).collect();
    vm.ext.tables.discard(&read);
    Ok(true)
}
