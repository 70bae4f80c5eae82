//! Reading terms (ISO 8.14.1): one clause at a time from any stream, or from a text.
//!
//! A scan finds the end of the clause in the stream's buffer, reading no more of the source than it takes; then the
//! parser reads that part. So a terminal is read up to the end of the clause only, a long file is read in linear
//! time, and after a syntax error the next read starts after the faulty clause.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::builtins::term_io::subterm_positions::{TextNotes, text_term};
use crate::machine::{Ball, Cell};
use crate::syntax::{
    EndFinder, ErrorKind, Position, QuotedAs, ReadOptions, ReadTerm, SyntaxError, read_term,
};
use crate::system::flags::{self, OnSyntaxError, read_options};
use crate::system::streams::terms::more_text;
use crate::system::streams::{
    StreamId, StreamPosition, USER_ERROR, check_name, check_pending, fault_ball, find_input,
    is_past, option, options_then, position_term, stream_term, word, write_text,
};
use crate::system::text::{read_monitor, text_of};
use crate::system::{Res, Vm};

/// The greatest arity of a compound on the heap.
const MAX_COMPOUND: usize = 0xff_ffff;

/// A failure to read a term from a stream.
pub(crate) enum ReadFault {
    /// The clause is not a term; it has been skipped. The position of the fault.
    Syntax(Box<SyntaxError>, StreamPosition),
    /// Another ball.
    Ball(Ball),
}

impl From<Ball> for ReadFault {
    fn from(b: Ball) -> ReadFault {
        ReadFault::Ball(b)
    }
}

/// A clause read from a stream, and where it starts.
pub(crate) struct StreamClause {
    /// The term; `None` at the end of the stream, which has then been read.
    pub term: Option<ReadTerm>,
    /// The position of its first character.
    pub start: StreamPosition,
    notes: TextNotes,
}

impl StreamClause {
    /// The end of a stream at this position.
    fn end(start: StreamPosition) -> StreamClause {
        StreamClause {
            term: None,
            start,
            notes: TextNotes::default(),
        }
    }
}

/// The position in a stream as one for the parser, which sees so many columns before the text.
fn origin(place: StreamPosition, shift: usize) -> Position {
    Position {
        line: place.line as u32,
        column: place.column as u32 + 1 - shift as u32,
        offset: place.bytes as usize,
    }
}

/// The position after a text.
fn after(mut place: StreamPosition, text: &str) -> StreamPosition {
    place.advance_text(text, text.len());
    place
}

/// The positions and comments of a term that was read, or of the rest of a text without one.
fn notes_on(
    text: &str,
    shift: usize,
    place: StreamPosition,
    found: Option<&(ReadTerm, usize)>,
    atoms: &mut AtomTable,
) -> TextNotes {
    // Without the first line for the operating system, which the parser has replaced.
    let place = StreamPosition {
        chars: place.chars.saturating_sub(shift as u64),
        ..place
    };
    let (term, taken) = match found {
        Some((term, next)) => (Some(term), *next),
        None => (None, text.len()),
    };
    TextNotes::on(text, taken, place, term, atoms)
}

/// Checks a term that was read from so many bytes.
///
/// # Errors
/// A representation error, if bytes of it are no characters, or it has too many arguments.
fn check_term(vm: &mut Vm, term: &Tree, damaged: bool, bytes: usize) -> Result<(), Ball> {
    if damaged && shows_damage(vm, term) {
        return Err(vm.representation_error("character"));
    }
    if bytes > MAX_COMPOUND && is_too_wide(term) {
        return Err(vm.representation_error("max_arity"));
    }
    Ok(())
}

/// Takes the rest of a stream, which has then been read. Returns the position of its end.
fn pass_end(vm: &mut Vm, id: StreamId, end: usize) -> Option<StreamPosition> {
    consume(vm, id, end);
    let input = vm.ext.streams.input_of(id)?;
    input.past = true;
    Some(input.position)
}

/// Reads the next clause of an input stream with the operators of `module`.
///
/// # Errors
/// A syntax error, or the ball of a failed input.
pub(crate) fn next_clause(
    vm: &mut Vm,
    id: StreamId,
    module: Atom,
    opts: &ReadOptions,
) -> Result<StreamClause, ReadFault> {
    let (end, damaged) = find_end(vm, id)?;
    let interrupt = vm.interrupt_handle();
    let Some(input) = vm.ext.streams.input_of(id) else {
        return Ok(StreamClause::end(StreamPosition::default()));
    };
    let place = input.position;
    let text = &input.pending()[..end];
    // The parser would skip `#!` at the start of a text, but this is the middle of a stream.
    let shifted = text.starts_with("#!").then(|| format!(" {text}"));
    let shift = usize::from(shifted.is_some());
    let opts = ReadOptions {
        origin: origin(place, shift),
        monitor: read_monitor(&interrupt, text),
        ..opts.clone()
    };
    let text = shifted.as_deref().unwrap_or(text);
    let converted = vm.ext.flags.converted(text);
    let text = converted.as_deref().unwrap_or(text);
    let ops = vm.ext.modules.ops(module);
    let found = match read_term(text, 0, ops, &mut vm.atoms, &opts) {
        Ok(found) => found,
        // The text remains in the stream.
        Err(e) if e.kind == ErrorKind::GivenUp => return Err(vm.unfinished().into()),
        Err(e) => {
            let lead = e.at.offset.saturating_sub(opts.origin.offset);
            let at = after(place, &text[shift.min(lead)..lead]);
            consume(vm, id, end);
            return Err(ReadFault::Syntax(e, at));
        }
    };
    let notes = match opts.positions {
        true => notes_on(text, shift, place, found.as_ref(), &mut vm.atoms),
        false => TextNotes::default(),
    };
    let Some((term, next)) = found else {
        let start = pass_end(vm, id, end).unwrap_or(place);
        return Ok(StreamClause {
            notes,
            ..StreamClause::end(start)
        });
    };
    let start = after(place, &text[shift..term.span.start]);
    let taken = next - shift;
    consume(vm, id, if converted.is_some() { end } else { taken });
    check_term(vm, &term.tree, damaged, end)?;
    Ok(StreamClause {
        term: Some(term),
        start,
        notes,
    })
}

fn consume(vm: &mut Vm, id: StreamId, n: usize) {
    if let Some(i) = vm.ext.streams.input_of(id) {
        i.consume(n);
    }
}

/// Fetches text until a whole clause is pending, or everything there is. Returns the length of the
/// clause, and true if invalid bytes were replaced on the way.
///
/// # Errors
/// The ball of a failed input, of an interrupt, or of a limit.
fn find_end(vm: &mut Vm, id: StreamId) -> Result<(usize, bool), Ball> {
    let (mut ended, mut damaged) = (false, false);
    let mut finder = EndFinder::new(0);
    while let Some(input) = vm.ext.streams.input_of(id) {
        let pending = input.pending().len();
        match finder.find(input.pending(), ended) {
            Some(end) => return Ok((end, damaged)),
            None if ended => return Ok((pending, damaged)),
            None => {}
        }
        let Some(more) = more_text(vm, id) else {
            break;
        };
        let (more, bad) = more.map_err(|f| fault_ball(vm, &f, "read", id))?;
        damaged |= bad;
        ended = !more;
        check_pending(vm, id, pending)?;
    }
    Ok((0, false))
}

/// Returns true if the replacement for invalid bytes is part of the term, and not only of
/// layout.
fn shows_damage(vm: &Vm, tree: &Tree) -> bool {
    let bad = |a: Atom| vm.atoms.text(a).contains('\u{FFFD}');
    any_node(tree, |n| match n {
        Node::Atom(a) | Node::Compound { name: a, .. } => bad(*a),
        Node::Int(i) => i.to_i64() == Some(0xFFFD),
        _ => false,
    })
}

fn is_too_wide(tree: &Tree) -> bool {
    any_node(
        tree,
        |n| matches!(n, Node::Compound { arity, .. } if *arity as usize > MAX_COMPOUND),
    )
}

fn any_node(tree: &Tree, is_it: impl Fn(&Node) -> bool) -> bool {
    (0..tree.len() as u32).any(|i| is_it(tree.node(NodeId(i))))
}

/// The options of `read_term/2,3`.
struct ReadRequest {
    read: ReadOptions,
    module: Atom,
    on_error: OnSyntaxError,
    variables: Vec<Cell>,
    variable_names: Vec<Cell>,
    singletons: Vec<Cell>,
    positions: Vec<Cell>,
    subterm_positions: Vec<Cell>,
    comments: Vec<Cell>,
}

impl ReadRequest {
    /// Returns true if texts beside the term are strings: where quoted text is one.
    fn gives_strings(&self) -> bool {
        self.read.double_quotes == QuotedAs::String
    }

    /// The values of an option that is unified with something about the term.
    fn results(&mut self, option: &str) -> Option<&mut Vec<Cell>> {
        Some(match option {
            "variables" => &mut self.variables,
            "variable_names" => &mut self.variable_names,
            "singletons" => &mut self.singletons,
            "term_position" => &mut self.positions,
            "subterm_positions" => &mut self.subterm_positions,
            "comments" => &mut self.comments,
            _ => return None,
        })
    }
}

/// Returns true if an option of `read_term/2` has this name: one of these values is one of its values.
pub(super) fn is_option(vm: &mut Vm, name: &str) -> bool {
    let values = ["true", "false", "error", "codes"].map(|w| Cell::atom(vm.atoms.intern(w)));
    let mut request = request_without_options(vm);
    request.results(name).is_some()
        || values
            .into_iter()
            .any(|v| set_option(vm, &mut request, name, v))
}

fn request_without_options(vm: &Vm) -> ReadRequest {
    ReadRequest {
        // A program may read more names than there is memory for.
        read: ReadOptions {
            transient: true,
            ..read_options(vm)
        },
        module: vm.ext.modules.source(),
        on_error: vm.ext.flags.syntax_errors,
        variables: Vec::new(),
        variable_names: Vec::new(),
        singletons: Vec::new(),
        positions: Vec::new(),
        subterm_positions: Vec::new(),
        comments: Vec::new(),
    }
}

fn read_request(vm: &mut Vm, list: &[Cell]) -> Result<ReadRequest, Ball> {
    // The flag of the module counts, unless an option says otherwise.
    let modules = list.iter().filter_map(|&e| option(vm, e));
    let modules = modules.filter(|(name, m)| m.is_atom() && &*vm.atoms.text(*name) == "module");
    let module = modules.map(|(_, m)| m.as_atom()).next_back();
    let mut w = request_without_options(vm);
    if let Some(m) = module {
        w.read.double_quotes = flags::double_quotes(vm, m);
    }
    for &e in list {
        let Some((name, value)) = option(vm, e) else {
            return Err(vm.domain_error("read_option", e));
        };
        let name = vm.atoms.text(name).to_string();
        match w.results(&name) {
            Some(results) => results.push(value),
            None if value.is_ref() => return Err(vm.instantiation_error()),
            None => {
                if !set_option(vm, &mut w, &name, value) {
                    return Err(vm.domain_error("read_option", e));
                }
            }
        }
    }
    w.read.positions = !(w.subterm_positions.is_empty() && w.comments.is_empty());
    Ok(w)
}

/// Sets an option whose value is an atom. Returns false if there is no such option or value.
fn set_option(vm: &Vm, w: &mut ReadRequest, name: &str, value: Cell) -> bool {
    let word = word(vm, value);
    match (name, &*word) {
        ("syntax_errors", word) => match flags::value_of(flags::SYNTAX_ERRORS, word) {
            Some(reaction) => w.on_error = reaction,
            None => return false,
        },
        // The only behaviour here: there is one kind of lists, of variables and of quotes.
        ("cycles", "true" | "false")
        | ("dotlists" | "var_prefix" | "backquoted_string", "false") => {}
        ("module", _) if value.is_atom() => w.module = value.as_atom(),
        ("double_quotes" | "back_quotes", _) => match flags::text(&word) {
            Some(t) if name == "double_quotes" => w.read.double_quotes = t,
            Some(t) => w.read.back_quotes = t,
            None => return false,
        },
        _ => return false,
    }
    true
}

/// The ball of a syntax error. Its context gives the place, as in SWI-Prolog.
fn syntax_ball(vm: &mut Vm, e: &SyntaxError, context: Cell) -> Ball {
    let kind = vm.atoms.intern(e.kind.name());
    let formal = vm.compound(atoms::SYNTAX_ERROR, &[Cell::atom(kind)]);
    vm.error_with_context(formal, context)
}

/// `file(File,Line,Column,Chars)` of a stream with a file's name, `stream(Stream,Line,Column,Chars)` of another.
fn place_in_stream(vm: &mut Vm, id: StreamId, at: StreamPosition) -> Cell {
    let stream = vm.ext.streams.get(id);
    let file = stream.and_then(|s| s.file_name);
    let alias = stream.and_then(|s| s.aliases.first().copied());
    let (functor, source) = match (file, alias) {
        (Some(file), _) => ("file", Cell::atom(file)),
        (None, Some(alias)) => ("stream", Cell::atom(alias)),
        (None, None) => ("stream", stream_term(vm, id)),
    };
    let [line, column, chars] = [at.line, at.column, at.chars].map(|n| Cell::int(n as i64));
    vm.compound(functor, &[source, line, column, chars])
}

/// `string(Text,Chars)`.
fn place_in_text(vm: &mut Vm, text: &str, e: &SyntaxError, as_string: bool) -> Cell {
    let mut at = StreamPosition::default();
    let lead = &text[..e.at.offset.min(text.len())];
    at.advance_text(lead, lead.len());
    let text = text_term(vm, text, as_string);
    vm.compound("string", &[text, Cell::int(at.chars as i64)])
}

/// Puts the term, if there is one, on the heap; unifies it and the values of the options.
fn deliver(vm: &mut Vm, clause: StreamClause, out: Cell, w: &ReadRequest) -> Res {
    for &c in &w.comments {
        let list = clause.notes.comments(vm, w.gives_strings());
        if !vm.unify(c, list) {
            return Ok(false);
        }
    }
    for &c in &w.positions {
        let position = position_term(vm, clause.start);
        if !vm.unify(c, position) {
            return Ok(false);
        }
    }
    let Some(term) = clause.term else {
        if !vm.unify(out, Cell::atom(atoms::END_OF_FILE)) {
            return Ok(false);
        }
        let lists = [&w.variables, &w.variable_names, &w.singletons];
        for &c in lists.into_iter().flatten() {
            if !vm.unify(c, Cell::NIL) {
                return Ok(false);
            }
        }
        return Ok(true);
    };
    let mut vars = Vec::new();
    let cell = vm.build(&term.tree, term.tree.root(), &mut vars);
    if !vm.unify(out, cell) {
        return Ok(false);
    }
    for &c in &w.variables {
        let list = vm.heap.list(&vars, Cell::NIL);
        if !vm.unify(c, list) {
            return Ok(false);
        }
    }
    for (cells, once) in [(&w.variable_names, false), (&w.singletons, true)] {
        for &c in cells {
            let list = names(vm, &term, &vars, once);
            if !vm.unify(c, list) {
                return Ok(false);
            }
        }
    }
    for &c in &w.subterm_positions {
        if let Some(positions) = clause.notes.positions(vm)
            && !vm.unify(c, positions)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The list of `Name=Variable` of the named variables, or of those that occur once.
fn names(vm: &mut Vm, term: &ReadTerm, vars: &[Cell], once: bool) -> Cell {
    let equals = vm.functors.intern(atoms::UNIFY, 2);
    let mut list = Vec::new();
    for v in term
        .variables
        .iter()
        .filter(|v| !once || v.occurrences == 1)
    {
        let name = Cell::atom(vm.atoms.intern_transient(term.name(v)));
        list.push(vm.heap.structure(equals, &[name, vars[v.var as usize]]));
    }
    vm.heap.list(&list, Cell::NIL)
}

/// Reads from the current input or a named stream.
fn read_from(vm: &mut Vm, stream: Option<Cell>, out: Cell, w: &ReadRequest) -> Res {
    let id = find_input(vm, stream, false)?;
    if is_past(vm, stream, id)? {
        let place = vm.ext.streams.input_of(id).map(|i| i.position);
        return deliver(vm, StreamClause::end(place.unwrap_or_default()), out, w);
    }
    loop {
        let (e, at) = match next_clause(vm, id, w.module, &w.read) {
            Ok(clause) => return deliver(vm, clause, out, w),
            Err(ReadFault::Ball(b)) => return Err(b),
            Err(ReadFault::Syntax(e, at)) => (e, at),
        };
        match w.on_error {
            OnSyntaxError::Throw => {
                let context = place_in_stream(vm, id, at);
                return Err(syntax_ball(vm, &e, context));
            }
            OnSyntaxError::Quiet => return Ok(false),
            OnSyntaxError::Fail | OnSyntaxError::Retry => {
                write_text(vm, USER_ERROR, &format!("{e}\n"))?;
                if w.on_error == OnSyntaxError::Fail {
                    return Ok(false);
                }
            }
        }
    }
}

pub(crate) fn read_1(vm: &mut Vm) -> Res {
    let w = read_request(vm, &[])?;
    let out = vm.x(0);
    read_from(vm, None, out, &w)
}

pub(crate) fn read_2(vm: &mut Vm) -> Res {
    let w = read_request(vm, &[])?;
    let (s, out) = (vm.x(0), vm.x(1));
    read_from(vm, Some(s), out, &w)
}

pub(crate) fn read_term_2(vm: &mut Vm) -> Res {
    let (out, list) = (vm.x(0), vm.x(1));
    let list = options_then(vm, list, |_| Ok(()))?;
    let w = read_request(vm, &list)?;
    read_from(vm, None, out, &w)
}

pub(crate) fn read_term_3(vm: &mut Vm) -> Res {
    let (s, out, list) = (vm.x(0), vm.x(1), vm.x(2));
    if s.is_ref() {
        return Err(vm.instantiation_error());
    }
    let list = options_then(vm, list, |vm| check_name(vm, s))?;
    let w = read_request(vm, &list)?;
    read_from(vm, Some(s), out, &w)
}

/// `'$read_text'(Text, Term, Options)`.
pub(crate) fn read_text(vm: &mut Vm) -> Res {
    let (x, out, list) = (vm.x(0), vm.x(1), vm.x(2));
    let text = text_of(vm, x)?;
    let list = options_then(vm, list, |_| Ok(()))?;
    let mut w = read_request(vm, &list)?;
    w.read.monitor = read_monitor(&vm.interrupt_handle(), &text);
    match parse(vm, &text, &w) {
        Ok(clause) => deliver(vm, clause, out, &w),
        Err(e) if e.kind == ErrorKind::GivenUp => Err(vm.unfinished()),
        Err(_) if matches!(w.on_error, OnSyntaxError::Fail | OnSyntaxError::Quiet) => Ok(false),
        Err(e) => {
            let context = place_in_text(vm, &text, &e, w.gives_strings());
            Err(syntax_ball(vm, &e, context))
        }
    }
}

/// The first term of a text, whose end `.` may be missing. What follows is not looked at, as in SWI-Prolog.
fn parse(vm: &mut Vm, text: &str, w: &ReadRequest) -> Result<StreamClause, Box<SyntaxError>> {
    let ops = vm.ext.modules.ops(w.module);
    // A line comment at the end must not hide the end that is added.
    let ended = format!("{text}\n.");
    let mut read = |text: &str| read_term(text, 0, ops, &mut vm.atoms, &w.read);
    let found = match read(text) {
        Err(e) if e.incomplete => match read(&ended) {
            Ok(Some(found)) => Some(found),
            _ => return Err(e),
        },
        other => other?,
    };
    let begin = StreamPosition::default();
    let end = found.as_ref().map_or(text.len(), |(_, next)| *next);
    let term = found.map(|(term, _)| term);
    let notes = match w.read.positions {
        true => TextNotes::on(
            text,
            end.min(text.len()),
            begin,
            term.as_ref(),
            &mut vm.atoms,
        ),
        false => TextNotes::default(),
    };
    let lead = term.as_ref().map_or(0, |term| term.span.start);
    Ok(StreamClause {
        term,
        start: after(begin, &ended[..lead]),
        notes,
    })
}
