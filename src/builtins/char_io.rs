//! Input and output of single characters, codes and bytes (ISO 8.12 and 8.13).

use crate::base::atom::{Atom, atoms};
use crate::machine::{Ball, Cell};
use crate::system::streams::{
    StreamId, fault_ball, find_input, find_output, is_past, write_byte, write_text,
};
use crate::system::{BuiltinRow, Res, Vm, det, text};

/// The unit that a predicate reads or writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Char,
    Code,
    Byte,
}

impl Unit {
    /// The value for the end of the stream.
    fn end(self) -> Cell {
        match self {
            Unit::Char => Cell::atom(atoms::END_OF_FILE),
            Unit::Code | Unit::Byte => Cell::int(-1),
        }
    }

    /// Checks the argument of an input predicate: a variable, a unit or the end.
    fn check_input(self, vm: &mut Vm, c: Cell) -> Result<(), Ball> {
        if c.is_ref() || c == self.end() {
            return Ok(());
        }
        match self {
            Unit::Char if is_char(c) => Ok(()),
            Unit::Char => Err(type_error(vm, "in_character", c)),
            Unit::Code if !vm.is_integer(c) => Err(vm.type_error(atoms::INTEGER, c)),
            Unit::Code if code(c).is_some() => Ok(()),
            Unit::Code => Err(vm.representation_error("in_character_code")),
            Unit::Byte if byte(c).is_some() => Ok(()),
            Unit::Byte => Err(type_error(vm, "in_byte", c)),
        }
    }
}

fn type_error(vm: &mut Vm, ty: &str, c: Cell) -> Ball {
    let ty = vm.atoms.intern(ty);
    vm.type_error(ty, c)
}

fn is_char(c: Cell) -> bool {
    c.to_atom().is_some_and(|a| a.as_char().is_some())
}

fn code(c: Cell) -> Option<char> {
    let code = c.is_int().then(|| c.as_int())?;
    char::from_u32(u32::try_from(code).ok()?)
}

fn byte(c: Cell) -> Option<u8> {
    let b = c.is_int().then(|| c.as_int())?;
    u8::try_from(b).ok()
}

/// An input predicate: peeks at or takes a unit of the current input or of the stream in the
/// first register.
fn input(vm: &mut Vm, unit: Unit, named: bool, take: bool) -> Res {
    let (stream, out) = match named {
        true => (Some(vm.x(0)), vm.x(1)),
        false => (None, vm.x(0)),
    };
    if stream.is_some_and(Cell::is_ref) {
        return Err(vm.instantiation_error());
    }
    unit.check_input(vm, out)?;
    let id = find_input(vm, stream, unit == Unit::Byte)?;
    let value = match is_past(vm, stream, id)? {
        true => unit.end(),
        false => next(vm, unit, id, take)?,
    };
    Ok(vm.unify(out, value))
}

fn next(vm: &mut Vm, unit: Unit, id: StreamId, take: bool) -> Result<Cell, Ball> {
    let Some(i) = vm.ext.streams.input_of(id) else {
        return Ok(unit.end());
    };
    let found = match (unit, take) {
        (Unit::Byte, true) => i.get_byte().map(|b| b.map(u32::from)),
        (Unit::Byte, false) => i.peek_byte().map(|b| b.map(u32::from)),
        (_, true) => i.get().map(|c| c.map(u32::from)),
        (_, false) => i.peek().map(|c| c.map(u32::from)),
    };
    match found {
        Ok(None) => {
            i.past = take;
            Ok(unit.end())
        }
        Ok(Some(n)) => Ok(match (unit, char::from_u32(n)) {
            (Unit::Char, Some(c)) => Cell::atom(Atom::from_char(c)),
            _ => Cell::int(i64::from(n)),
        }),
        Err(f) => Err(fault_ball(vm, &f, "read", id)),
    }
}

/// An output predicate: writes to the current output or to the stream in the first register.
fn output(vm: &mut Vm, unit: Unit, named: bool) -> Res {
    let (stream, x) = match named {
        true => (Some(vm.x(0)), vm.x(1)),
        false => (None, vm.x(0)),
    };
    if x.is_ref() || stream.is_some_and(Cell::is_ref) {
        return Err(vm.instantiation_error());
    }
    let c = match unit {
        Unit::Char => x.to_atom().and_then(Atom::as_char),
        Unit::Code => code(x),
        Unit::Byte => byte(x).map(char::from),
    };
    let Some(c) = c else {
        return Err(match unit {
            Unit::Char => vm.type_error(atoms::CHARACTER, x),
            Unit::Code if vm.is_integer(x) => {
                // An integer has the right type; the stream is checked before the integer's being a code (8.12.3.3).
                find_output(vm, stream, false)?;
                vm.representation_error("character_code")
            }
            Unit::Code => vm.type_error(atoms::INTEGER, x),
            Unit::Byte => type_error(vm, "byte", x),
        });
    };
    let id = find_output(vm, stream, unit == Unit::Byte)?;
    if unit != Unit::Byte {
        write_text(vm, id, c.encode_utf8(&mut [0; 4]))?;
        return Ok(true);
    }
    write_byte(vm, id, c as u8)?;
    Ok(true)
}

fn get_char_1(vm: &mut Vm) -> Res {
    input(vm, Unit::Char, false, true)
}

fn get_char_2(vm: &mut Vm) -> Res {
    input(vm, Unit::Char, true, true)
}

fn peek_char_1(vm: &mut Vm) -> Res {
    input(vm, Unit::Char, false, false)
}

fn peek_char_2(vm: &mut Vm) -> Res {
    input(vm, Unit::Char, true, false)
}

fn get_code_1(vm: &mut Vm) -> Res {
    input(vm, Unit::Code, false, true)
}

fn get_code_2(vm: &mut Vm) -> Res {
    input(vm, Unit::Code, true, true)
}

fn peek_code_1(vm: &mut Vm) -> Res {
    input(vm, Unit::Code, false, false)
}

fn peek_code_2(vm: &mut Vm) -> Res {
    input(vm, Unit::Code, true, false)
}

fn get_byte_1(vm: &mut Vm) -> Res {
    input(vm, Unit::Byte, false, true)
}

fn get_byte_2(vm: &mut Vm) -> Res {
    input(vm, Unit::Byte, true, true)
}

fn peek_byte_1(vm: &mut Vm) -> Res {
    input(vm, Unit::Byte, false, false)
}

fn peek_byte_2(vm: &mut Vm) -> Res {
    input(vm, Unit::Byte, true, false)
}

fn put_char_1(vm: &mut Vm) -> Res {
    output(vm, Unit::Char, false)
}

fn put_char_2(vm: &mut Vm) -> Res {
    output(vm, Unit::Char, true)
}

fn put_code_1(vm: &mut Vm) -> Res {
    output(vm, Unit::Code, false)
}

fn put_code_2(vm: &mut Vm) -> Res {
    output(vm, Unit::Code, true)
}

fn put_byte_1(vm: &mut Vm) -> Res {
    output(vm, Unit::Byte, false)
}

fn put_byte_2(vm: &mut Vm) -> Res {
    output(vm, Unit::Byte, true)
}

fn nl_0(vm: &mut Vm) -> Res {
    let id = find_output(vm, None, false)?;
    write_text(vm, id, "\n")?;
    Ok(true)
}

fn nl_1(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let id = find_output(vm, Some(s), false)?;
    write_text(vm, id, "\n")?;
    Ok(true)
}

/// Writes a list of characters, a list of codes or an atomic term as text.
fn put_chars(vm: &mut Vm) -> Res {
    let (s, x) = (vm.x(0), vm.x(1));
    let text = text::text_of(vm, x)?;
    let id = find_output(vm, Some(s), false)?;
    write_text(vm, id, &text)?;
    Ok(true)
}

/// The predicates of this file.
pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "get_char",
        "?in_character",
        "8.12.1",
        "Reads a character of the current input; `end_of_file` at the end.",
        get_char_1,
    ),
    det(
        "get_char",
        "@stream, ?in_character",
        "8.12.1",
        "Reads a character of a stream; `end_of_file` at the end.",
        get_char_2,
    ),
    det(
        "peek_char",
        "?in_character",
        "8.12.2",
        "Unifies the argument with the next character of the current input without reading it; `end_of_file` at the end.",
        peek_char_1,
    ),
    det(
        "peek_char",
        "@stream, ?in_character",
        "8.12.2",
        "Unifies the second argument with the next character of a stream without reading it; `end_of_file` at the end.",
        peek_char_2,
    ),
    det(
        "put_char",
        "@in_character",
        "8.12.3",
        "Writes a character to the current output.",
        put_char_1,
    ),
    det(
        "put_char",
        "@stream, @in_character",
        "8.12.3",
        "Writes a character to a stream.",
        put_char_2,
    ),
    det(
        "get_code",
        "?in_code",
        "8.12.1",
        "Reads a character of the current input as its code; -1 at the end.",
        get_code_1,
    ),
    det(
        "get_code",
        "@stream, ?in_code",
        "8.12.1",
        "Reads a character of a stream as its code; -1 at the end.",
        get_code_2,
    ),
    det(
        "peek_code",
        "?in_code",
        "8.12.2",
        "Unifies the argument with the code of the next character of the current input without reading it; -1 at the end.",
        peek_code_1,
    ),
    det(
        "peek_code",
        "@stream, ?in_code",
        "8.12.2",
        "Unifies the second argument with the code of the next character of a stream without reading it; -1 at the end.",
        peek_code_2,
    ),
    det(
        "put_code",
        "@code",
        "8.12.3",
        "Writes the character with a code to the current output.",
        put_code_1,
    ),
    det(
        "put_code",
        "@stream, @code",
        "8.12.3",
        "Writes the character with a code to a stream.",
        put_code_2,
    ),
    det(
        "nl",
        "",
        "8.12.3",
        "Writes a newline to the current output.",
        nl_0,
    ),
    det(
        "nl",
        "@stream",
        "8.12.3",
        "Writes a newline to a stream.",
        nl_1,
    ),
    det(
        "get_byte",
        "?in_byte",
        "8.13.1",
        "Reads a byte of the current input; -1 at the end.",
        get_byte_1,
    ),
    det(
        "get_byte",
        "@stream, ?in_byte",
        "8.13.1",
        "Reads a byte of a binary stream; -1 at the end.",
        get_byte_2,
    ),
    det(
        "peek_byte",
        "?in_byte",
        "8.13.2",
        "Unifies the argument with the next byte of the current input without reading it; -1 at the end.",
        peek_byte_1,
    ),
    det(
        "peek_byte",
        "@stream, ?in_byte",
        "8.13.2",
        "Unifies the second argument with the next byte of a binary stream without reading it; -1 at the end.",
        peek_byte_2,
    ),
    det(
        "put_byte",
        "@byte",
        "8.13.3",
        "Writes a byte to the current output.",
        put_byte_1,
    ),
    det(
        "put_byte",
        "@stream, @byte",
        "8.13.3",
        "Writes a byte to a binary stream.",
        put_byte_2,
    ),
    det(
        "$put_chars",
        "@stream, @text",
        "-",
        "Writes a text to a stream, unquoted.",
        put_chars,
    ),
];
