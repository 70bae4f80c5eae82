//! Writing terms (ISO 8.14.2): the options, `portray/1`, clauses laid out.
//!
//! The text is made in memory and then written at once, so that a stream is not borrowed while a
//! term is walked, and an error leaves no half-written term behind.

use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::machine::{Ball, Cell, Interrupt, integer_text};
use crate::syntax::{
    PortrayOptions, QuotedAs, Spacing, WriteOptions, Writer, ends_in_symbol_char, write_clause,
};
use crate::system::streams::{
    StreamId, check_name, find_output, option, options_then, word, write_text,
};
use crate::system::text::split_list;
use crate::system::{Res, Vm, modules};
use rustc_hash::FxHashMap;
use std::fmt;

/// The options of writing a term.
pub(crate) struct WriteStyle {
    /// The options of the writer.
    pub options: WriteOptions,
    /// `user:portray/1` may write subterms itself.
    pub portray: bool,
    /// An end `.` follows.
    pub fullstop: bool,
    /// A newline follows.
    pub newline: bool,
    /// The module whose operators count.
    pub module: Atom,
}

impl WriteStyle {
    /// These options and the operators of the module that is being loaded, or of `user`.
    pub(crate) fn new(vm: &Vm, options: WriteOptions) -> WriteStyle {
        WriteStyle {
            options,
            portray: false,
            fullstop: false,
            newline: false,
            module: vm.ext.modules.source(),
        }
    }
}

/// A text that is being written: refuses more than fits in memory, and everything after an interrupt.
struct BoundedText {
    text: String,
    most: usize,
    /// The length at which the clock is looked at next.
    check_at: usize,
    interrupt: Interrupt,
}

/// The bytes that are written between two looks at the clock.
const UNCHECKED: usize = 1 << 16;

impl BoundedText {
    fn new(vm: &Vm) -> BoundedText {
        BoundedText {
            text: String::new(),
            most: usize::try_from(vm.limits().heap_bytes).unwrap_or(usize::MAX),
            check_at: UNCHECKED,
            interrupt: vm.interrupt_handle(),
        }
    }
}

impl fmt::Write for BoundedText {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        if self.text.len() + s.len() > self.check_at {
            self.check_at = self.text.len() + s.len() + UNCHECKED;
            if self.check_at > self.most || self.interrupt.is_due() {
                return Err(fmt::Error);
            }
        }
        self.text.push_str(s);
        Ok(())
    }
}

/// The text of a term.
///
/// # Errors
/// That of [`crate::machine::Machine::unfinished`]. A ball thrown by `portray/1`, if the style uses it. With `portray`, every cell that Rust code
/// holds is invalid afterwards, `term` included.
pub(crate) fn text(vm: &mut Vm, term: Cell, mut style: WriteStyle) -> Result<String, Ball> {
    let mut out = BoundedText::new(vm);
    style.options.cyclic = !vm.is_acyclic(term);
    let hook = style.portray && !style.options.cyclic && has_portray(vm);
    let (term, portrayed) = match hook {
        true => portrayed(vm, term)?,
        false => (term, FxHashMap::default()),
    };
    let ops = vm.ext.modules.ops(style.module);
    let term = vm.heap.deref(term);
    let interrupt = vm.interrupt_handle();
    let digits = |i: &Int| integer_text(i, &interrupt);
    let writer = Writer::new(&*vm, &vm.atoms, ops, &style.options).digits(&digits);
    let written = if portrayed.is_empty() {
        writer.write(term, &mut out)
    } else {
        let mut replace = |c: Cell, _: u16| portrayed.get(&c).cloned();
        writer.portray(&mut replace).write(term, &mut out)
    };
    if written.is_err() {
        return Err(vm.unfinished());
    }
    let mut out = out.text;
    if style.fullstop {
        if ends_in_symbol_char(&out) {
            out.push(' ');
        }
        out.push('.');
    }
    if style.newline {
        out.push('\n');
    } else if style.fullstop {
        out.push(' ');
    }
    Ok(out)
}

/// Returns true if `user:portray/1` has clauses.
pub(super) fn has_portray(vm: &mut Vm) -> bool {
    let name = vm.atoms.intern("portray");
    modules::visible(vm, atoms::USER, name, 1).is_some_and(|p| vm.db.clause_count(p) > 0)
}

/// The subterms that `user:portray/1` writes, with their texts, and the term itself, which may
/// have moved. Subterms of a portrayed term are not visited.
fn portrayed(vm: &mut Vm, term: Cell) -> Result<(Cell, FxHashMap<Cell, String>), Ball> {
    // Every subterm met is protected and known by its place, because a collection may move it.
    let base = vm.protect(term);
    let mut stack = vec![(base, false)];
    let mut written: Vec<(usize, String)> = Vec::new();
    while let Some((at, is_tail)) = stack.pop() {
        let c = vm.heap.deref(vm.protected(at));
        if c.is_ref() {
            continue;
        }
        let inside = is_tail && (c.is_any_list() || c == Cell::NIL);
        if !inside {
            match call_portray(vm, c) {
                Ok(Some(text)) => {
                    written.push((at, text));
                    continue;
                }
                Ok(None) => (),
                Err(ball) => {
                    vm.unprotect(base);
                    return Err(ball);
                }
            }
        }
        let c = vm.heap.deref(vm.protected(at));
        if c.is_compound() {
            for i in (0..u64::from(vm.heap.arity_of(c))).rev() {
                let arg = vm.heap.argument(c, i);
                let place = vm.protect(arg);
                stack.push((place, c.is_any_list() && i == 1));
            }
        }
    }
    let map = written
        .into_iter()
        .map(|(at, text)| (vm.heap.deref(vm.protected(at)), text))
        .collect();
    let term = vm.protected(base);
    vm.unprotect(base);
    Ok((term, map))
}

/// Calls `\+ \+ user:portray(T)`; its output, if it succeeds.
fn call_portray(vm: &mut Vm, term: Cell) -> Result<Option<String>, Ball> {
    let goal = vm.compound("portray", &[term]);
    let goal = vm.compound(atoms::COLON, &[Cell::atom(atoms::USER), goal]);
    let goal = vm.compound(atoms::NOT_PROVABLE, &[goal]);
    let goal = vm.compound(atoms::NOT_PROVABLE, &[goal]);
    let capture = vm.ext.streams.push_capture();
    let result = vm.call_once(goal);
    let text = vm.ext.streams.pop_capture(capture);
    Ok(result?.then(|| text.unwrap_or_default()))
}

// Options.

/// Reads the options of `write_term/2,3`.
///
/// # Errors
/// `instantiation_error`; `domain_error(write_option, E)`.
pub(crate) fn style(vm: &mut Vm, list: &[Cell]) -> Result<WriteStyle, Ball> {
    let mut s = WriteStyle::new(vm, WriteOptions::default());
    for &e in list {
        let Some((name, value)) = option(vm, e) else {
            return Err(vm.domain_error("write_option", e));
        };
        if value.is_ref() {
            return Err(vm.instantiation_error());
        }
        let name = vm.atoms.text(name).to_string();
        if name == VARIABLE_NAMES {
            variable_names(vm, &mut s.options, value, e)?;
        } else if !set(vm, &mut s, &name, value) {
            return Err(vm.domain_error("write_option", e));
        }
    }
    Ok(s)
}

/// Returns true if an option of `write_term/2` has this name: one of these values is one of its values.
pub(super) fn is_option(vm: &mut Vm, name: &str) -> bool {
    let words = ["true", "false", "portray", "standard"];
    let mut values = words.map(|w| Cell::atom(vm.atoms.intern(w))).to_vec();
    values.push(Cell::int(1));
    let mut style = WriteStyle::new(vm, WriteOptions::default());
    name == VARIABLE_NAMES || values.into_iter().any(|v| set(vm, &mut style, name, v))
}

/// The option whose value is a list of names.
const VARIABLE_NAMES: &str = "variable_names";

/// Sets one option. Returns false if there is no such option or value.
fn set(vm: &Vm, s: &mut WriteStyle, name: &str, value: Cell) -> bool {
    let word = word(vm, value);
    let flag = match &*word {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    let natural = value.is_int().then(|| value.as_int());
    let natural = natural.and_then(|n| usize::try_from(n).ok());
    let o = &mut s.options;
    match (name, flag, natural) {
        ("quoted", Some(b), _) => o.quoted = b,
        ("ignore_ops", Some(b), _) => o.ignore_ops = b,
        ("numbervars", Some(b), _) => o.numbervars = b,
        ("double_quotes", Some(b), _) => o.double_quotes = b,
        ("dotlists", Some(b), _) => o.dotlists = Some(b),
        ("brace_terms", Some(b), _) => o.brace_terms = b,
        ("portray" | "portrayed", Some(b), _) => s.portray = b,
        ("fullstop", Some(b), _) => s.fullstop = b,
        ("nl", Some(b), _) => s.newline = b,
        // Cyclic terms are written finitely either way; the others name the only behaviour here.
        ("cycles" | "partial", Some(_), _)
        | ("character_escapes" | "quote_non_ascii" | "character_escapes_unicode", Some(true), _)
        | ("no_lists", Some(false), _) => (),
        ("attributes", ..) if matches!(&*word, "ignore" | "portray") => (),
        ("blobs", ..) if word == "portray" => (),
        ("max_depth", _, Some(n)) => o.max_depth = n,
        ("priority", _, Some(n @ 0..=1200)) => o.priority = n as u16,
        ("module", ..) if value.is_atom() => s.module = value.as_atom(),
        ("spacing", ..) if word == "standard" => o.spacing = Spacing::Standard,
        ("spacing", ..) if word == "next_argument" => o.spacing = Spacing::NextArgument,
        _ => return false,
    }
    true
}

/// The names in `['X'=X, …]`; of several for one variable the first counts (Cor. 2, 7.10.4).
fn variable_names(
    vm: &mut Vm,
    o: &mut WriteOptions,
    list: Cell,
    culprit: Cell,
) -> Result<(), Ball> {
    let (elements, end) = split_list(vm, list);
    o.variable_names.clear();
    let equals = vm.functors.intern(atoms::UNIFY, 2);
    for e in elements {
        if e.is_ref() {
            return Err(vm.instantiation_error());
        }
        if !e.is_structure() || vm.heap.functor_of(e).0 != equals {
            return Err(vm.domain_error("write_option", culprit));
        }
        let args = vm.heap.args_at(e);
        let name = vm.heap.deref(vm.heap.get(args));
        let var = vm.heap.deref(vm.heap.get(args + 8));
        if name.is_ref() {
            return Err(vm.instantiation_error());
        }
        let Some(name) = name.to_atom() else {
            return Err(vm.domain_error("write_option", culprit));
        };
        if var.is_ref() {
            let name = vm.atoms.text(name).to_string();
            let names = &mut o.variable_names;
            names.entry(variable_number(var)).or_insert(name.into());
        }
    }
    match end {
        Cell::NIL => Ok(()),
        end if end.is_ref() => Err(vm.instantiation_error()),
        _ => Err(vm.domain_error("write_option", culprit)),
    }
}

/// The number by which the writer knows a variable; see the machine's `TermView`.
fn variable_number(var: Cell) -> u64 {
    var.addr() / 8
}

// The predicates.

fn put(vm: &mut Vm, id: StreamId, term: Cell, style: WriteStyle) -> Res {
    let text = text(vm, term, style)?;
    write_text(vm, id, &text)?;
    Ok(true)
}

/// Writes the first argument to the current output.
fn here(vm: &mut Vm, options: WriteOptions, portray: bool) -> Res {
    let id = find_output(vm, None, false)?;
    let style = WriteStyle {
        portray,
        ..WriteStyle::new(vm, options)
    };
    let term = vm.x(0);
    put(vm, id, term, style)
}

/// Writes the second argument to the stream that the first one names.
fn there(vm: &mut Vm, options: WriteOptions, portray: bool) -> Res {
    let s = vm.x(0);
    let id = find_output(vm, Some(s), false)?;
    let style = WriteStyle {
        portray,
        ..WriteStyle::new(vm, options)
    };
    let term = vm.x(1);
    put(vm, id, term, style)
}

pub(crate) fn write_1(vm: &mut Vm) -> Res {
    here(vm, WriteOptions::write(), false)
}

pub(crate) fn write_2(vm: &mut Vm) -> Res {
    there(vm, WriteOptions::write(), false)
}

pub(crate) fn writeln_1(vm: &mut Vm) -> Res {
    let id = find_output(vm, None, false)?;
    let style = WriteStyle {
        newline: true,
        ..WriteStyle::new(vm, WriteOptions::write())
    };
    let term = vm.x(0);
    put(vm, id, term, style)
}

pub(crate) fn writeln_2(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let id = find_output(vm, Some(s), false)?;
    let style = WriteStyle {
        newline: true,
        ..WriteStyle::new(vm, WriteOptions::write())
    };
    let term = vm.x(1);
    put(vm, id, term, style)
}

pub(crate) fn writeq_1(vm: &mut Vm) -> Res {
    here(vm, WriteOptions::writeq(), false)
}

pub(crate) fn writeq_2(vm: &mut Vm) -> Res {
    there(vm, WriteOptions::writeq(), false)
}

pub(crate) fn print_1(vm: &mut Vm) -> Res {
    here(vm, WriteOptions::writeq(), true)
}

pub(crate) fn print_2(vm: &mut Vm) -> Res {
    there(vm, WriteOptions::writeq(), true)
}

pub(crate) fn write_canonical_1(vm: &mut Vm) -> Res {
    here(vm, WriteOptions::canonical(), false)
}

pub(crate) fn write_canonical_2(vm: &mut Vm) -> Res {
    there(vm, WriteOptions::canonical(), false)
}

pub(crate) fn write_term_2(vm: &mut Vm) -> Res {
    let list = vm.x(1);
    let list = options_then(vm, list, |_| Ok(()))?;
    let style = style(vm, &list)?;
    let id = find_output(vm, None, false)?;
    let term = vm.x(0);
    put(vm, id, term, style)
}

pub(crate) fn write_term_3(vm: &mut Vm) -> Res {
    let (s, list) = (vm.x(0), vm.x(2));
    if s.is_ref() {
        return Err(vm.instantiation_error());
    }
    let items = options_then(vm, list, |_| Ok(()))?;
    check_name(vm, s)?;
    let style = style(vm, &items)?;
    let id = find_output(vm, Some(s), false)?;
    let term = vm.x(1);
    put(vm, id, term, style)
}

/// `'$term_text'(Term, Options, Chars, Tail)`.
pub(crate) fn term_text(vm: &mut Vm) -> Res {
    let list = vm.x(1);
    let list = options_then(vm, list, |_| Ok(()))?;
    let style = style(vm, &list)?;
    let base = vm.protect(vm.x(2));
    let tail = vm.protect(vm.x(3));
    let term = vm.x(0);
    let text = text(vm, term, style);
    let (out, tail) = (vm.protected(base), vm.protected(tail));
    vm.unprotect(base);
    let text = text?;
    vm.check_heap(16 * text.len() as u64)?;
    let chars = vm.heap.chars(&text, tail);
    Ok(vm.unify(out, chars))
}

/// The text of a clause as `listing/1` lays it out, with its end and a newline.
///
/// # Errors
/// That of [`crate::machine::Machine::unfinished`].
fn clause_text(vm: &mut Vm, term: Cell, mut options: WriteOptions) -> Result<String, Ball> {
    options.double_quotes = vm.ext.flags.double_quotes == QuotedAs::Chars;
    let module = vm.ext.modules.source();
    let term = vm.heap.deref(term);
    let mut out = BoundedText::new(vm);
    let ops = vm.ext.modules.ops(module);
    let written = if vm.is_acyclic(term) {
        let layout = PortrayOptions::default();
        write_clause(&*vm, term, &vm.atoms, ops, &options, layout, &mut out)
    } else {
        options.cyclic = true;
        let writer = Writer::new(&*vm, &vm.atoms, ops, &options);
        let written = writer.write(term, &mut out);
        written.and_then(|()| fmt::Write::write_str(&mut out, ".\n"))
    };
    match written {
        Ok(()) => Ok(out.text),
        Err(_) => Err(vm.unfinished()),
    }
}

/// `'$clause_text'(Term, Names, Chars, Tail)`.
pub(crate) fn clause_chars(vm: &mut Vm) -> Res {
    let (term, names) = (vm.x(0), vm.x(1));
    let mut options = WriteOptions::writeq();
    variable_names(vm, &mut options, names, names)?;
    let text = clause_text(vm, term, options)?;
    vm.check_heap(16 * text.len() as u64)?;
    let tail = vm.x(3);
    let chars = vm.heap.chars(&text, tail);
    Ok(vm.unify(vm.x(2), chars))
}
