//! Opening, closing and selecting streams (ISO 8.11.1 to 8.11.8). The errors are those of the standard, in its order.

use crate::base::atom::{Atom, atoms};
use crate::builtins::subprocess;
use crate::machine::{Ball, Cell};
use crate::system::access::FileUse;
use crate::system::host_files::{OpenedFile, PipeEnd, open_named_pipe};
use crate::system::pipes::{PipeReader, PipeWriter};
use crate::system::streams::terms::{self, find_output_side, number_of, output_of_pair};
use crate::system::streams::{
    Buffering, ByteSink, ByteSource, Encoding, EofAction, Input, IoMode, Output, Side, Stream,
    StreamFault, StreamId, USER_ERROR, USER_INPUT, USER_OUTPUT, before_reading, check_name,
    fault_ball, find, find_input, open_stream, option, options, options_then, stream_term, word,
};
use crate::system::{Res, Vm, text};
use std::io::{self};
use std::path::Path;

/// The options of `open/4`.
struct Opening {
    encoding: Encoding,
    binary: bool,
    reposition: Option<bool>,
    alias: Vec<(Atom, Cell)>,
    eof_action: EofAction,
    buffering: Buffering,
    /// True if a byte order mark is written or recognized.
    bom: Option<bool>,
}

/// Options of other systems that change nothing here: nothing is locked, files are made when they
/// are opened, lines end in a newline character.
const IDLE: &[(&str, &[&str])] = &[
    ("close_on_abort", &["true", "false"]),
    ("create", &["default", "read", "write", "all"]),
    ("lock", &["none", "read", "shared", "write", "exclusive"]),
    ("newline", &["posix", "detect"]),
    ("wait", &["true", "false"]),
];

/// The options that change the stream.
const EFFECTIVE: [&str; 7] = [
    "type",
    "reposition",
    "alias",
    "eof_action",
    "encoding",
    "buffer",
    "bom",
];

/// Returns true if `open/4` has an option of this name.
pub(crate) fn is_option(name: &str) -> bool {
    EFFECTIVE.contains(&name) || IDLE.iter().any(|(n, _)| *n == name)
}

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
        let idle = IDLE.iter().find(|(n, _)| *n == name);
        if value.is_ref() && is_option(&name) {
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

pub(crate) fn eof_action(name: &str) -> Option<EofAction> {
    Some(match name {
        "error" => EofAction::Error,
        "eof_code" => EofAction::EofCode,
        "reset" => EofAction::Reset,
        _ => return None,
    })
}

// 8.11.5 and 8.11.6.

pub(crate) fn open_3(vm: &mut Vm) -> Res {
    open(vm, &[])
}

pub(crate) fn open_4(vm: &mut Vm) -> Res {
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
    let (source, stream) = (vm.x(0), vm.x(2));
    let (path, mode) = path_and_mode(vm)?;
    let o = opening(vm, list)?;
    for &(a, culprit) in &o.alias {
        vm.atoms.keep(a);
        if vm.ext.streams.by_alias(a).is_some() {
            return Err(vm.permission_error("open", "source_sink", culprit));
        }
    }
    let file = match open_file(vm, &path, mode) {
        Ok(f) => f,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(vm.existence_error("source_sink", source));
        }
        Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
            let ball = vm.take_stop();
            return Err(ball.unwrap_or_else(|| vm.permission_error("open", "source_sink", source)));
        }
        Err(_) => return Err(vm.permission_error("open", "source_sink", source)),
    };
    let regular = match &file {
        OpenedFile::File(file) => file.metadata().is_ok_and(|m| m.is_file()),
        OpenedFile::PipeToRead(_) | OpenedFile::PipeToWrite(_) => false,
        OpenedFile::Text(_) | OpenedFile::Space(_) => false,
    };
    if o.reposition == Some(true) && !regular {
        let name = vm.atoms.intern("reposition");
        let f = vm.functors.intern(name, 1);
        let culprit = vm.heap.structure(f, &[Cell::atom(atoms::TRUE)]);
        return Err(vm.permission_error("open", "source_sink", culprit));
    }
    let file_name = vm.atoms.intern(&path);
    let new = new_stream(file, mode, &o, regular, file_name);
    let id = vm.ext.streams.add(new);
    let term = stream_term(vm, id);
    Ok(vm.unify(stream, term))
}

/// Checks the first three arguments of `open/3,4`, in the order of the standard.
fn path_and_mode(vm: &mut Vm) -> Result<(String, IoMode), Ball> {
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
    let mode = match &*vm.atoms.text(mode_name) {
        "read" => IoMode::Read,
        "write" => IoMode::Write,
        "append" => IoMode::Append,
        _ => return Err(vm.domain_error("io_mode", mode)),
    };
    Ok((path, mode))
}

/// The encoding of an open file; and true if it begins with a byte order mark, where that is known.
fn encoding_and_mark(
    file: &mut OpenedFile,
    mode: IoMode,
    o: &Opening,
    regular: bool,
) -> (Encoding, Option<bool>) {
    match (mode, file) {
        _ if o.binary => (Encoding::Binary, None),
        (IoMode::Read, OpenedFile::File(file)) if regular && o.bom != Some(false) => {
            // A byte order mark overrides the option.
            let marked = Encoding::of_mark(file);
            (marked.unwrap_or(o.encoding), Some(marked.is_some()))
        }
        (IoMode::Write, _) => (o.encoding, Some(o.bom == Some(true))),
        _ => (o.encoding, Some(false)),
    }
}

/// The stream on an open file.
fn new_stream(
    mut file: OpenedFile,
    mode: IoMode,
    o: &Opening,
    regular: bool,
    file_name: Atom,
) -> Stream {
    let (encoding, bom) = encoding_and_mark(&mut file, mode, o, regular);
    let writing = |sink| {
        let mut output = Output::new(sink, encoding, o.buffering);
        if bom == Some(true) {
            output.write_mark();
        }
        Side::Output(output)
    };
    let side = match file {
        OpenedFile::Text(text) => {
            let source = ByteSource::Reader(Box::new(io::Cursor::new(text)));
            Side::Input(Input::new(source, encoding))
        }
        OpenedFile::File(file) if mode == IoMode::Read => {
            let mut input = Input::new(ByteSource::File(file), encoding);
            if o.bom == Some(false) {
                input.keep_mark();
            }
            Side::Input(input)
        }
        OpenedFile::PipeToRead(pipe) => {
            Side::Input(Input::new(ByteSource::Reader(Box::new(pipe)), encoding))
        }
        OpenedFile::PipeToWrite(pipe) => writing(ByteSink::Pipe(pipe)),
        OpenedFile::File(file) => writing(ByteSink::File(file)),
        OpenedFile::Space(file) => writing(ByteSink::Writer(Box::new(file))),
    };
    Stream {
        side,
        mode,
        encoding,
        eof_action: o.eof_action,
        reposition: o.reposition.unwrap_or(regular),
        file_name: Some(file_name),
        aliases: o.alias.iter().map(|a| a.0).collect(),
        tty: false,
        bom,
        kept: 0,
    }
}

fn open_file(vm: &Vm, path: &str, mode: IoMode) -> io::Result<OpenedFile> {
    let (files, path) = (&vm.ext.environment, Path::new(path));
    let (usage, end) = match mode {
        IoMode::Read => (FileUse::Read, PipeEnd::Reading),
        IoMode::Write | IoMode::Append => (FileUse::Write, PipeEnd::Writing),
    };
    if let Some(path) = files.named_pipe(path, usage) {
        let interrupt = vm.interrupt_handle();
        let pipe = open_named_pipe(path, end, &interrupt)?;
        return Ok(match end {
            PipeEnd::Reading => OpenedFile::PipeToRead(PipeReader::new(pipe, interrupt)),
            PipeEnd::Writing => OpenedFile::PipeToWrite(PipeWriter::new(pipe, interrupt)),
        });
    }
    match mode {
        IoMode::Read => files.open_to_read(path),
        IoMode::Write => files.open_to_write(path),
        IoMode::Append => files.open_to_append(path),
    }
}

pub(crate) fn close_1(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let output = output_of_pair(vm, s).filter(|&n| vm.ext.streams.get(n).is_some());
    let flushed = match output {
        Some(output) => close(vm, output, false),
        None => Ok(true),
    };
    // Of a connection, one side may have been closed already.
    if output.is_some() && number_of(vm, s).is_some_and(|n| vm.ext.streams.get(n).is_none()) {
        return flushed;
    }
    let id = find(vm, s)?;
    close(vm, id, false)?;
    flushed
}

pub(crate) fn close_2(vm: &mut Vm) -> Res {
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
    if let Some(output) = output_of_pair(vm, s).filter(|&n| vm.ext.streams.get(n).is_some()) {
        close(vm, output, force)?;
    }
    let id = find(vm, s)?;
    close(vm, id, force)
}

/// Closes a stream. The standard streams stay open (8.11.6.1).
fn close(vm: &mut Vm, id: StreamId, force: bool) -> Res {
    let flushed = terms::flush(vm, id);
    if ![USER_INPUT, USER_OUTPUT, USER_ERROR].contains(&id) {
        vm.ext.streams.remove(id);
        subprocess::await_reader(vm, id)?;
    }
    match flushed {
        Err(e) if !force => Err(fault_ball(vm, &StreamFault::Io(e), "write", id)),
        _ => Ok(true),
    }
}

// 8.11.1 to 8.11.4, 8.11.7.

pub(crate) fn current_input(vm: &mut Vm) -> Res {
    let id = vm.ext.streams.input;
    current(vm, id)
}

pub(crate) fn current_output(vm: &mut Vm) -> Res {
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

pub(crate) fn set_input(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let id = find(vm, s)?;
    if vm.ext.streams.input_of(id).is_none() {
        return Err(vm.permission_error("input", "stream", s));
    }
    vm.ext.streams.input = id;
    Ok(true)
}

pub(crate) fn set_output(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let id = find_output_side(vm, s)?;
    if vm.ext.streams.output_of(id).is_none() {
        return Err(vm.permission_error("output", "stream", s));
    }
    vm.ext.streams.output = id;
    Ok(true)
}

pub(crate) fn flush_output_0(vm: &mut Vm) -> Res {
    let id = vm.ext.streams.output;
    flush(vm, id)
}

pub(crate) fn flush_output_1(vm: &mut Vm) -> Res {
    let s = vm.x(0);
    let id = find_output_side(vm, s)?;
    if vm.ext.streams.output_of(id).is_none() {
        return Err(vm.permission_error("output", "stream", s));
    }
    flush(vm, id)
}

fn flush(vm: &mut Vm, id: StreamId) -> Res {
    match terms::flush(vm, id) {
        Ok(()) => Ok(true),
        Err(e) => Err(fault_ball(vm, &StreamFault::Io(e), "write", id)),
    }
}

// 8.11.8.

pub(crate) fn at_end_of_stream_0(vm: &mut Vm) -> Res {
    at_end(vm, None)
}

pub(crate) fn at_end_of_stream_1(vm: &mut Vm) -> Res {
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
    before_reading(vm, id);
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
        Err(StreamFault::Encoding) => Ok(false),
        Err(f) => Err(fault_ball(vm, &f, "read", id)),
    }
}
