//! Streams (ISO 8.11): opening, closing, selecting, properties; output into memory.
//!
//! A stream is the term `'$stream'(N)`. The errors are those of the standard, in its order. What a
//! stream does with bytes is in the files of this folder, which know no terms.

mod block;
pub mod input;
mod memory;
pub mod names;
pub mod output;
pub mod place;
mod properties;
pub mod table;

use super::text;
use super::{Res, Row, Vm, det};
use crate::base::atom::{Atom, atoms};
use crate::machine::{Ball, Cell};
use input::{Input, Source};
use names::open_stream;
pub use names::{
    check_name, fault_ball, find, find_input, find_output, is_past, option, options, options_then,
    stream_term, word, write_text,
};
use output::{Buffering, Output, Sink};
pub use properties::position_term;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek};
pub use table::{
    EofAction, Mode, Side, Stream, StreamId, Streams, USER_ERROR, USER_INPUT, USER_OUTPUT,
};

/// How characters become bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// ISO 8859-1: each byte is a character.
    Latin1,
    /// ASCII.
    Ascii,
    /// UTF-16, the more significant byte first.
    Utf16Be,
    /// UTF-16, the less significant byte first.
    Utf16Le,
    /// No characters: a binary stream.
    Binary,
}

impl Encoding {
    /// The encoding that an option names.
    fn from_name(name: &str) -> Option<Encoding> {
        Some(match name {
            "utf8" | "utf-8" | "UTF-8" | "text" => Encoding::Utf8,
            "iso_latin_1" | "latin1" | "iso-8859-1" | "ISO-8859-1" => Encoding::Latin1,
            "ascii" | "us_ascii" | "US-ASCII" => Encoding::Ascii,
            "octet" => Encoding::Latin1,
            "utf16be" | "unicode_be" | "utf-16be" | "UTF-16BE" => Encoding::Utf16Be,
            "utf16le" | "unicode_le" | "utf-16le" | "UTF-16LE" => Encoding::Utf16Le,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf8",
            Encoding::Latin1 => "iso_latin_1",
            Encoding::Ascii => "ascii",
            Encoding::Utf16Be => "utf16be",
            Encoding::Utf16Le => "utf16le",
            Encoding::Binary => "octet",
        }
    }

    /// The bytes that a character takes.
    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16Be | Encoding::Utf16Le => 2 * c.len_utf16(),
            _ => 1,
        }
    }

    /// The bytes of a character.
    fn push(self, c: char, to: &mut Vec<u8>) {
        let mut units = [0; 2];
        match self {
            Encoding::Utf8 | Encoding::Binary => {
                to.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Encoding::Latin1 | Encoding::Ascii => to.push(c as u8),
            Encoding::Utf16Be => {
                let units = c.encode_utf16(&mut units);
                to.extend(units.iter().flat_map(|u| u.to_be_bytes()));
            }
            Encoding::Utf16Le => {
                let units = c.encode_utf16(&mut units);
                to.extend(units.iter().flat_map(|u| u.to_le_bytes()));
            }
        }
    }

    /// What a text in this encoding may start with to say that it is: the character U+FEFF.
    fn mark(self) -> &'static [u8] {
        match self {
            Encoding::Utf8 => &[0xEF, 0xBB, 0xBF],
            Encoding::Utf16Be => &[0xFE, 0xFF],
            Encoding::Utf16Le => &[0xFF, 0xFE],
            Encoding::Latin1 | Encoding::Ascii | Encoding::Binary => &[],
        }
    }

    /// What the byte order mark at the start of a file says.
    fn of_mark(file: &mut File) -> Option<Encoding> {
        let mut start = Vec::new();
        file.by_ref().take(3).read_to_end(&mut start).ok()?;
        file.rewind().ok()?;
        [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf16Le]
            .into_iter()
            .find(|e| start.starts_with(e.mark()))
    }

    /// The greatest character that can be written.
    fn greatest(self) -> char {
        match self {
            Encoding::Latin1 => '\u{FF}',
            Encoding::Ascii => '\u{7F}',
            _ => char::MAX,
        }
    }
}

/// Why input or output fails.
#[derive(Debug)]
pub enum Fault {
    /// The system says so.
    Io(io::Error),
    /// Bytes that are no character, or a character that the encoding does not have.
    Encoding,
}

/// What the options of open/4 say.
struct Opening {
    encoding: Encoding,
    binary: bool,
    reposition: Option<bool>,
    alias: Vec<(Atom, Cell)>,
    eof_action: EofAction,
    buffering: Buffering,
    /// Whether a byte order mark is written, or looked for.
    bom: Option<bool>,
}

/// Options of other systems that change nothing here: nothing is locked, files are made when they
/// are opened, lines end in a newline character.
const IDLE: &[(&str, &[&str])] = &[
    ("close_on_abort", &["true", "false"]),
    ("create", &["default", "read", "write", "all"]),
    ("lock", &["none", "read", "shared", "write", "exclusive"]),
    ("newline", &["posix"]),
    ("wait", &["true", "false"]),
];

fn opening(vm: &mut Vm, list: &[Cell]) -> Result<Opening, Ball> {
    let mut o = Opening {
        encoding: Encoding::Utf8,
        binary: false,
        reposition: None,
        alias: Vec::new(),
        eof_action: EofAction::EofCode,
        buffering: Buffering::Full,
        bom: None,
    };
    for &e in list {
        let Some((name, value)) = option(vm, e) else {
            return Err(vm.domain_error("stream_option", e));
        };
        let name = vm.atoms.text(name).to_string();
        let known = [
            "type",
            "reposition",
            "alias",
            "eof_action",
            "encoding",
            "buffer",
            "bom",
        ];
        let idle = IDLE.iter().find(|(n, _)| *n == name);
        if value.is_ref() && (idle.is_some() || known.contains(&&*name)) {
            return Err(vm.instantiation_error());
        }
        let word = word(vm, value);
        match (&*name, &*word) {
            ("type", "text") => o.binary = false,
            ("type", "binary") => o.binary = true,
            ("reposition", "true") => o.reposition = Some(true),
            ("reposition", "false") => o.reposition = Some(false),
            ("alias", _) if value.is_atom() => {
                vm.atoms.keep(value.as_atom());
                o.alias.push((value.as_atom(), e));
            }
            ("eof_action", _) if eof_action(&word).is_some() => {
                o.eof_action = eof_action(&word).unwrap_or(o.eof_action);
            }
            ("encoding", _) if Encoding::from_name(&word).is_some() => {
                o.encoding = Encoding::from_name(&word).unwrap_or(o.encoding);
            }
            ("buffer", "full") => o.buffering = Buffering::Full,
            ("buffer", "line") => o.buffering = Buffering::Line,
            ("buffer", "false") => o.buffering = Buffering::None,
            ("bom", "true" | "false") => o.bom = Some(word == "true"),
            _ if idle.is_some_and(|(_, words)| words.contains(&&*word)) => (),
            _ => return Err(vm.domain_error("stream_option", e)),
        }
    }
    Ok(o)
}

fn eof_action(name: &str) -> Option<EofAction> {
    Some(match name {
        "error" => EofAction::Error,
        "eof_code" => EofAction::EofCode,
        "reset" => EofAction::Reset,
        _ => return None,
    })
}

// 8.11.5 and 8.11.6.

fn open_3(vm: &mut Vm) -> Res {
    open(vm, &[])
}

fn open_4(vm: &mut Vm) -> Res {
    let (source, mode) = (vm.x(0), vm.x(1));
    if source.is_ref() || mode.is_ref() {
        return Err(vm.instantiation_error());
    }
    let list = vm.x(3);
    let list = options_then(vm, list, |vm| match mode.is_atom() {
        true => Ok(()),
        false => Err(vm.type_error(atoms::ATOM, mode)),
    })?;
    open(vm, &list)
}

fn open(vm: &mut Vm, list: &[Cell]) -> Res {
    let (source, mode, stream) = (vm.x(0), vm.x(1), vm.x(2));
    if source.is_ref() || mode.is_ref() {
        return Err(vm.instantiation_error());
    }
    let Some(mode_name) = mode.to_atom() else {
        return Err(vm.type_error(atoms::ATOM, mode));
    };
    if !stream.is_ref() {
        return Err(vm.uninstantiation_error(stream));
    }
    let path = match source.is_number() || source == Cell::NIL {
        true => None,
        false => text::text_of(vm, source).ok(),
    };
    let Some(path) = path else {
        return Err(vm.domain_error("source_sink", source));
    };
    let io_mode = match &*vm.atoms.text(mode_name) {
        "read" => Mode::Read,
        "write" => Mode::Write,
        "append" => Mode::Append,
        _ => return Err(vm.domain_error("io_mode", mode)),
    };
    let o = opening(vm, list)?;
    for &(a, culprit) in &o.alias {
        vm.atoms.keep(a);
        if vm.ext.streams.by_alias(a).is_some() {
            return Err(vm.permission_error("open", "source_sink", culprit));
        }
    }
    let mut file = match open_file(vm, &path, io_mode) {
        Ok(f) => f,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(vm.existence_error("source_sink", source));
        }
        Err(_) => return Err(vm.permission_error("open", "source_sink", source)),
    };
    let regular = file.metadata().is_ok_and(|m| m.is_file());
    if o.reposition == Some(true) && !regular {
        let culprit = vm.compound("reposition", &[Cell::atom(atoms::TRUE)]);
        return Err(vm.permission_error("open", "source_sink", culprit));
    }
    let mut encoding = match o.binary {
        true => Encoding::Binary,
        false => o.encoding,
    };
    // A mark at the start of a text says more than the option.
    let bom = match io_mode {
        _ if o.binary => None,
        Mode::Read if regular && o.bom != Some(false) => {
            let marked = Encoding::of_mark(&mut file);
            encoding = marked.unwrap_or(encoding);
            Some(marked.is_some())
        }
        Mode::Write => Some(o.bom == Some(true)),
        _ => Some(false),
    };
    let side = match io_mode {
        Mode::Read => {
            let mut input = Input::new(Source::File(file), encoding);
            if o.bom == Some(false) {
                input.keep_mark();
            }
            Side::Input(input)
        }
        _ => {
            let mut output = Output::new(Sink::File(file), encoding, o.buffering);
            if bom == Some(true) {
                output.write_mark();
            }
            Side::Output(output)
        }
    };
    let file_name = vm.atoms.intern(&path);
    let id = vm.ext.streams.add(Stream {
        side,
        mode: io_mode,
        encoding,
        eof_action: o.eof_action,
        reposition: o.reposition.unwrap_or(regular),
        file_name: Some(file_name),
        aliases: o.alias.iter().map(|a| a.0).collect(),
        tty: false,
        bom,
    });
    let term = stream_term(vm, id);
    Ok(vm.unify(stream, term))
}

fn open_file(vm: &Vm, path: &str, mode: Mode) -> io::Result<File> {
    let path = vm.ext.clock.resolve(path);
    let file = match mode {
        Mode::Read => File::open(path)?,
        Mode::Write => File::create(path)?,
        Mode::Append => OpenOptions::new().append(true).create(true).open(path)?,
    };
    match file.metadata() {
        Ok(m) if m.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Ok(file),
    }
}

fn close_1(vm: &mut Vm) -> Res {
    let id = find(vm, vm.x(0))?;
    close(vm, id, false)
}

fn close_2(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    if s.is_ref() {
        return Err(vm.instantiation_error());
    }
    let list = options(vm, vm.x(1))?;
    check_name(vm, s)?;
    let mut force = false;
    for e in list {
        let value = option(vm, e).filter(|o| &*vm.atoms.text(o.0) == "force");
        force = match value.map(|o| o.1) {
            Some(v) if v.is_ref() => return Err(vm.instantiation_error()),
            Some(v) if v == Cell::atom(atoms::TRUE) => true,
            Some(v) if v == Cell::atom(atoms::FALSE) => false,
            _ => return Err(vm.domain_error("close_option", e)),
        };
    }
    let id = find(vm, s)?;
    close(vm, id, force)
}

/// Closes a stream. The standard streams stay open (8.11.6.1).
fn close(vm: &mut Vm, id: StreamId, force: bool) -> Res {
    let flushed = match vm.ext.streams.output_of(id) {
        Some(o) => o.flush(),
        None => Ok(()),
    };
    if ![USER_INPUT, USER_OUTPUT, USER_ERROR].contains(&id) {
        vm.ext.streams.remove(id);
    }
    match flushed {
        Err(e) if !force => Err(fault_ball(vm, &Fault::Io(e), "write", id)),
        _ => Ok(true),
    }
}

// 8.11.1 to 8.11.4, 8.11.7.

fn current_input(vm: &mut Vm) -> Res {
    let id = vm.ext.streams.input;
    current(vm, id)
}

fn current_output(vm: &mut Vm) -> Res {
    let id = vm.ext.streams.output;
    current(vm, id)
}

fn current(vm: &mut Vm, id: StreamId) -> Res {
    let s = vm.x(0);
    if s.is_ref() {
        let term = stream_term(vm, id);
        return Ok(vm.unify(s, term));
    }
    Ok(open_stream(vm, s)? == id)
}

fn set_input(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let id = find(vm, s)?;
    if vm.ext.streams.input_of(id).is_none() {
        return Err(vm.permission_error("input", "stream", s));
    }
    vm.ext.streams.input = id;
    Ok(true)
}

fn set_output(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let id = find(vm, s)?;
    if vm.ext.streams.output_of(id).is_none() {
        return Err(vm.permission_error("output", "stream", s));
    }
    vm.ext.streams.output = id;
    Ok(true)
}

fn flush_output_0(vm: &mut Vm) -> Res {
    let id = vm.ext.streams.output;
    flush(vm, id)
}

fn flush_output_1(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let id = find(vm, s)?;
    if vm.ext.streams.output_of(id).is_none() {
        return Err(vm.permission_error("output", "stream", s));
    }
    flush(vm, id)
}

fn flush(vm: &mut Vm, id: StreamId) -> Res {
    let result = vm.ext.streams.output_of(id).map_or(Ok(()), Output::flush);
    match result {
        Ok(()) => Ok(true),
        Err(e) => Err(fault_ball(vm, &Fault::Io(e), "write", id)),
    }
}

// 8.11.8.

fn at_end_of_stream_0(vm: &mut Vm) -> Res {
    at_end(vm, None)
}

fn at_end_of_stream_1(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    at_end(vm, Some(s))
}

fn at_end(vm: &mut Vm, s: Option<Cell>) -> Res {
    let id = match s {
        Some(s) => find(vm, s)?,
        None => vm.ext.streams.input,
    };
    let binary = vm.ext.streams.get(id).is_some_and(Stream::is_binary);
    let id = find_input(vm, s, binary)?;
    vm.ext.streams.before_reading(id);
    let Some(i) = vm.ext.streams.input_of(id) else {
        return Ok(false);
    };
    let next = match (i.past, binary) {
        (true, _) => return Ok(true),
        (_, true) => i.peek_byte().map(|b| b.is_none()),
        (_, false) => i.peek().map(|c| c.is_none()),
    };
    match next {
        Ok(at_end) => Ok(at_end),
        Err(Fault::Encoding) => Ok(false),
        Err(f) => Err(fault_ball(vm, &f, "read", id)),
    }
}

/// The predicates of this file.
pub const ROWS: &[Row] = &[
    det(
        "current_input",
        "?stream",
        "8.11.1",
        "The current input stream.",
        current_input,
    ),
    det(
        "current_output",
        "?stream",
        "8.11.2",
        "The current output stream.",
        current_output,
    ),
    det(
        "set_input",
        "@stream_or_alias",
        "8.11.3",
        "Makes an input stream the current one.",
        set_input,
    ),
    det(
        "set_output",
        "@stream_or_alias",
        "8.11.4",
        "Makes an output stream the current one.",
        set_output,
    ),
    det(
        "open",
        "@source_sink, @io_mode, -stream",
        "8.11.5",
        "Opens a file.",
        open_3,
    ),
    det(
        "open",
        "@source_sink, @io_mode, -stream, @options",
        "8.11.5",
        "Opens a file with options.",
        open_4,
    ),
    det(
        "close",
        "@stream_or_alias",
        "8.11.6",
        "Closes a stream.",
        close_1,
    ),
    det(
        "close",
        "@stream_or_alias, @options",
        "8.11.6",
        "Closes a stream, with force(true) even if it loses output.",
        close_2,
    ),
    det(
        "flush_output",
        "",
        "8.11.7",
        "Passes on what the current output stream holds back.",
        flush_output_0,
    ),
    det(
        "flush_output",
        "@stream_or_alias",
        "8.11.7",
        "Passes on what an output stream holds back.",
        flush_output_1,
    ),
    det(
        "$streams",
        "-list",
        "8.11.8",
        "All open streams.",
        properties::streams,
    ),
    det(
        "$stream_properties",
        "+stream, -list",
        "8.11.8",
        "The properties of a stream.",
        properties::stream_properties,
    ),
    det(
        "at_end_of_stream",
        "",
        "8.11.8",
        "Nothing is left to be read from the current input.",
        at_end_of_stream_0,
    ),
    det(
        "at_end_of_stream",
        "@stream_or_alias",
        "8.11.8",
        "Nothing is left to be read.",
        at_end_of_stream_1,
    ),
    det(
        "set_stream_position",
        "@stream_or_alias, @position",
        "8.11.9",
        "Goes to a position that the stream had before.",
        properties::set_stream_position,
    ),
    det(
        "set_stream",
        "@stream_or_alias, @property",
        "-",
        "Changes a property: alias, encoding, eof_action, tty, buffer or line_position.",
        properties::set_stream,
    ),
    det(
        "line_count",
        "@stream_or_alias, ?count",
        "-",
        "The number of the current line, from 1.",
        properties::line_count,
    ),
    det(
        "line_position",
        "@stream_or_alias, ?count",
        "-",
        "The column, from 0.",
        properties::line_position,
    ),
    det(
        "character_count",
        "@stream_or_alias, ?count",
        "-",
        "How many characters have gone by.",
        properties::character_count,
    ),
    det(
        "byte_count",
        "@stream_or_alias, ?count",
        "-",
        "How many bytes have gone by.",
        properties::byte_count,
    ),
    det(
        "seek",
        "@stream_or_alias, +integer, +atom, -integer",
        "-",
        "Goes to a byte offset from bof, current or eof; the last argument is the new one from bof.",
        properties::seek,
    ),
    det(
        "$stream_place",
        "+stream, -position",
        "-",
        "Where a stream stands that can be repositioned.",
        block::place,
    ),
    det(
        "$read_chars",
        "+stream, +integer, -chars, ?tail",
        "-",
        "The next characters, all of them if the number is negative.",
        block::read_chars,
    ),
    det(
        "$read_line",
        "+stream, -chars",
        "-",
        "The rest of the line.",
        block::read_line,
    ),
    det(
        "$pending_chars",
        "+stream, -chars, ?tail",
        "-",
        "What can be read without waiting, or after waiting once.",
        block::pending,
    ),
    det(
        "$peek_chars",
        "+stream, +integer, -chars",
        "-",
        "The next characters, not consumed.",
        block::peek,
    ),
    det(
        "open_string",
        "+text, -stream",
        "-",
        "Opens a text for reading.",
        memory::open_text,
    ),
    det(
        "$open_memory",
        "-stream",
        "-",
        "Opens an output stream into memory.",
        memory::open_memory,
    ),
    det(
        "$memory_chars",
        "+stream, -chars",
        "-",
        "What an output stream into memory holds, as characters.",
        memory::memory_chars,
    ),
    det(
        "$new_memory_file",
        "-integer",
        "-",
        "Makes an empty memory file.",
        memory::new_memory_file,
    ),
    det(
        "$free_memory_file",
        "+integer",
        "-",
        "Removes a memory file; fails if there is none.",
        memory::free_memory_file,
    ),
    det(
        "$memory_file_stream",
        "+integer, -stream",
        "-",
        "The stream that is open on a memory file, or []; fails if there is no such file.",
        memory::memory_file_stream,
    ),
    det(
        "$read_memory_file",
        "+integer, -stream",
        "-",
        "Opens a memory file for reading.",
        memory::read_memory_file,
    ),
    det(
        "$append_memory_file",
        "+integer, -stream",
        "-",
        "Opens a stream whose text is added to a memory file when it is closed.",
        memory::append_memory_file,
    ),
    det(
        "$memory_file_text",
        "+integer, -chars",
        "-",
        "The text of a memory file.",
        memory::memory_file_text,
    ),
    det(
        "$set_memory_file_text",
        "+integer, +text",
        "-",
        "Changes the text of a memory file.",
        memory::set_memory_file_text,
    ),
    det(
        "$line_position",
        "+stream, -column",
        "-",
        "The column of an output stream.",
        memory::output_column,
    ),
];
