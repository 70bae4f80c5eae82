//! The text of formats without columns, goals or errors, which most calls of `format/2,3` have.
//!
//! `library(format)` defines what formats mean, with all directives, and calls the predicate of this file first. The
//! predicate fails, and changes nothing, for a format or an argument that it does not know; what it does, it does as
//! the library would. A test compares the two.

use super::format_number::number_text;
use super::write::{self, WriteStyle, has_portray};
use crate::machine::{Ball, Cell};
use crate::syntax::WriteOptions;
use crate::system::streams::{find_output, write_text};
use crate::system::text::{atomic_text, split_list, text_of};
use crate::system::{Res, Vm};
use std::str::Chars;

/// The largest number before a letter.
const MOST: usize = 1000;

/// A format that is not a plain one, or an error.
enum Stop {
    NotPlain,
    Error(Ball),
}

impl From<Ball> for Stop {
    fn from(ball: Ball) -> Stop {
        Stop::Error(ball)
    }
}

/// `'$plain_format'(Sink, Format, Args)`.
pub(crate) fn plain_format(vm: &mut Vm) -> Res {
    let (format, arguments) = (vm.x(1), vm.x(2));
    let text = match formatted(vm, format, arguments) {
        Ok(text) => text,
        Err(Stop::NotPlain) => return Ok(false),
        Err(Stop::Error(ball)) => return Err(ball),
    };
    let sink = vm.x(0);
    let Some((result, kind)) = collected(vm, sink) else {
        let Ok(id) = find_output(vm, Some(sink), false) else {
            // The library throws the error, in its context.
            return Ok(false);
        };
        write_text(vm, id, &text)?;
        return Ok(true);
    };
    vm.check_room(2 * text.len() as u64)?;
    let collected = match kind {
        SinkKind::Atom => Cell::atom(vm.atoms.intern_transient(&text)),
        SinkKind::Chars => {
            vm.check_heap(16 * text.len() as u64)?;
            vm.heap.chars(&text, Cell::NIL)
        }
    };
    Ok(vm.unify(result, collected))
}

/// The form in which a sink other than a stream gets the text.
enum SinkKind {
    Atom,
    Chars,
}

/// The argument of a sink that is not a stream.
fn collected(vm: &Vm, sink: Cell) -> Option<(Cell, SinkKind)> {
    if !sink.is_structure() || vm.heap.arity_of(sink) != 1 {
        return None;
    }
    let name = vm.functors.get(vm.heap.functor_of(sink).0).0;
    let kind = match &*vm.atoms.text(name) {
        "atom" => SinkKind::Atom,
        "chars" | "string" => SinkKind::Chars,
        _ => return None,
    };
    Some((vm.heap.argument(sink, 0), kind))
}

/// The text that an atom, a string or a list is.
fn text(vm: &mut Vm, c: Cell) -> Result<String, Stop> {
    match c.is_atom() || c.is_string() || c.is_any_list() {
        true => text_of(vm, c).map_err(|_| Stop::NotPlain),
        false => Err(Stop::NotPlain),
    }
}

/// The text of a plain format.
fn formatted(vm: &mut Vm, format: Cell, arguments: Cell) -> Result<String, Stop> {
    let format = text(vm, format)?;
    let (mut elements, end) = split_list(vm, arguments);
    if elements.is_empty() && end != Cell::NIL {
        elements.push(end);
    } else if end != Cell::NIL {
        return Err(Stop::NotPlain);
    }
    let mut plain = PlainFormat {
        directives: format.chars(),
        arguments: elements.into_iter(),
        text: String::with_capacity(format.len() + 16),
    };
    while let Some(c) = plain.directives.next() {
        match c {
            '~' => plain.directive(vm)?,
            _ => plain.text.push(c),
        }
    }
    match plain.arguments.next() {
        None => Ok(plain.text),
        Some(_) => Err(Stop::NotPlain),
    }
}

/// A format that is being written.
struct PlainFormat<'f> {
    directives: Chars<'f>,
    arguments: std::vec::IntoIter<Cell>,
    text: String,
}

impl PlainFormat<'_> {
    fn argument(&mut self) -> Result<Cell, Stop> {
        self.arguments.next().ok_or(Stop::NotPlain)
    }

    /// The letter of a directive, and the number before it.
    fn letter(&mut self) -> Result<(char, Option<usize>), Stop> {
        let (mut number, mut is_argument) = (None, false);
        loop {
            let c = self.directives.next().ok_or(Stop::NotPlain)?;
            match (c, c.to_digit(10)) {
                (_, Some(d)) if !is_argument => {
                    let n = 10 * number.unwrap_or(0) + d as usize;
                    number = Some(n).filter(|n| *n <= MOST);
                    number.ok_or(Stop::NotPlain)?;
                }
                ('*', _) if number.is_none() => {
                    let n = self.argument()?;
                    let n = n.is_int().then(|| usize::try_from(n.as_int()).ok());
                    number = n.flatten().filter(|n| *n <= MOST);
                    number.ok_or(Stop::NotPlain)?;
                    is_argument = true;
                }
                _ => return Ok((c, number)),
            }
        }
    }

    /// A directive, behind its tilde.
    fn directive(&mut self, vm: &mut Vm) -> Result<(), Stop> {
        let (letter, number) = self.letter()?;
        match letter {
            '~' => self.text.push('~'),
            'n' => self.repeat('\n', number),
            'w' => self.term(vm, WriteOptions::write())?,
            'q' => self.term(vm, WriteOptions::writeq())?,
            'p' if !has_portray(vm) => self.term(vm, WriteOptions::writeq())?,
            'a' => self.atomic(vm)?,
            's' if number.is_none() => self.list(vm)?,
            'd' => self.decimal(number.unwrap_or(0), "")?,
            'D' => self.decimal(number.unwrap_or(0), ",")?,
            'e' | 'f' | 'g' => self.float(vm, letter, number.unwrap_or(6))?,
            'c' => {
                let code = self.argument()?;
                let code = code.is_int().then(|| u32::try_from(code.as_int()).ok());
                let c = code.flatten().and_then(char::from_u32);
                self.repeat(c.ok_or(Stop::NotPlain)?, number);
            }
            'i' => drop(self.argument()?),
            _ => return Err(Stop::NotPlain),
        }
        Ok(())
    }

    fn repeat(&mut self, c: char, number: Option<usize>) {
        self.text
            .extend(std::iter::repeat_n(c, number.unwrap_or(1)));
    }

    fn term(&mut self, vm: &mut Vm, options: WriteOptions) -> Result<(), Stop> {
        let term = self.argument()?;
        if term.is_atom() && !options.quoted {
            self.text.push_str(&vm.atoms.text(term.as_atom()));
            return Ok(());
        }
        let style = WriteStyle::new(vm, options);
        self.text.push_str(&write::text(vm, term, style)?);
        Ok(())
    }

    fn atomic(&mut self, vm: &mut Vm) -> Result<(), Stop> {
        let c = self.argument()?;
        if c.is_atom() {
            self.text.push_str(&vm.atoms.text(c.as_atom()));
            return Ok(());
        }
        let text = match c.is_ref() {
            true => None,
            false => atomic_text(vm, c)?,
        };
        self.text.push_str(&text.ok_or(Stop::NotPlain)?);
        Ok(())
    }

    fn list(&mut self, vm: &mut Vm) -> Result<(), Stop> {
        let c = self.argument()?;
        self.text.push_str(&text(vm, c)?);
        Ok(())
    }

    /// An integer with `places` digits after a point, and separators between groups of three digits before it.
    fn decimal(&mut self, places: usize, separator: &str) -> Result<(), Stop> {
        let c = self.argument()?;
        if !c.is_int() {
            return Err(Stop::NotPlain);
        }
        let i = c.as_int();
        let digits = format!("{:0>width$}", i.unsigned_abs(), width = places + 1);
        if i < 0 {
            self.text.push('-');
        }
        let (whole, fraction) = digits.split_at(digits.len() - places);
        for (k, digit) in whole.char_indices() {
            if k > 0 && (whole.len() - k).is_multiple_of(3) {
                self.text.push_str(separator);
            }
            self.text.push(digit);
        }
        if places > 0 {
            self.text.push('.');
            self.text.push_str(fraction);
        }
        Ok(())
    }

    fn float(&mut self, vm: &mut Vm, letter: char, digits: usize) -> Result<(), Stop> {
        let c = self.argument()?;
        let number = vm.to_number(c).ok_or(Stop::NotPlain)?;
        let kind = letter.to_string();
        let text = number_text(vm, &kind, &number, digits)?;
        self.text.push_str(&text.ok_or(Stop::NotPlain)?);
        Ok(())
    }
}
