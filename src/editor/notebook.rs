//! The machine behind a notebook: cells with clauses and queries, for the kernel that `horn kernel install` sets up.
//!
//! The kernel connects by a socket and sends requests, one JSON object a line; each is answered by events, one JSON
//! object a line, of which the last is `{"event": "done"}`. A program's own standard streams stay free.
//!
//! | request | events |
//! |---|---|
//! | `{"do": "run", "code": C, "cell": Name}` | `output`, `messages`, `answer`, `error` (each with `text`), `picture` (`mime`, `data`) |
//! | `{"do": "complete", "code": C, "at": N}` | `completion`: `start`, `texts` |
//! | `{"do": "inspect", "code": C, "at": N}` | `help`: `text` |
//! | `{"do": "complete?", "code": C}` | `status`: `text`, which is `complete` or `incomplete` |
//! | `{"do": "interrupt"}` | none; what runs ends |
//!
//! Places are counted in characters.

use super::help::{Reference, markdown, names_in};
use super::pictures::Pictures;
use crate::prolog::{
    AnswerStream, Diagnostic, EndFinder, Error, InterruptHandle, Machine, Query, Remembered,
    Severity, TokenClass,
};
use crate::testing::{Document, QuadPlace};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The variable of the environment with the word by which the kernel knows its machine.
pub(super) const TOKEN: &str = "HORN_KERNEL_TOKEN";

/// Serves the kernel that listens on a port of this computer, up to the end of the connection.
///
/// # Errors
/// The errors of the connection.
pub(crate) fn serve_notebook(port: u16) -> io::Result<()> {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_nodelay(true)?;
    let events = Events(Arc::new(Mutex::new(stream.try_clone()?)));
    let token = std::env::var(TOKEN).unwrap_or_default();
    events.send(&json!({"event": "hello", "token": token}))?;
    let mut machine = Machine::new();
    machine.set_input(Box::new(io::empty()));
    machine.set_output(Box::new(events.stream("output")));
    machine.set_error_output(Box::new(events.stream("messages")));
    // As at the top level.
    let _ = machine.run("set_prolog_flag(protect_static_code, false)");
    let requests = read_requests(stream, machine.interrupt_handle())?;
    let mut notebook = Notebook {
        state: NotebookState::Idle(Box::new(machine)),
        events,
        reference: Reference::new(),
        answers: Remembered::new(),
    };
    for request in requests {
        notebook.serve(&request)?;
        notebook.events.send(&json!({"event": "done"}))?;
    }
    Ok(())
}

/// Reads requests on a thread of its own, which carries out interrupts at once.
fn read_requests(stream: TcpStream, handle: InterruptHandle) -> io::Result<Receiver<Value>> {
    let (sender, requests) = channel();
    let read = move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            let Ok(request) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            if request["do"] == "interrupt" {
                handle.interrupt();
            } else if sender.send(request).is_err() {
                break;
            }
        }
        // The kernel has gone: what runs is to end.
        handle.interrupt();
    };
    let thread = std::thread::Builder::new().name("requests".to_string());
    thread.spawn(read)?;
    Ok(requests)
}

/// The way of events to the kernel.
#[derive(Clone)]
struct Events(Arc<Mutex<TcpStream>>);

impl Events {
    fn send(&self, event: &Value) -> io::Result<()> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stream.write_all(format!("{event}\n").as_bytes())
    }

    fn text(&self, event: &str, text: &str) -> io::Result<()> {
        match text.is_empty() {
            true => Ok(()),
            false => self.send(&json!({"event": event, "text": text})),
        }
    }

    fn stream(&self, event: &'static str) -> EventStream {
        EventStream {
            events: self.clone(),
            event,
            rest: Vec::new(),
        }
    }
}

/// An output of the program, which goes to the kernel as events.
struct EventStream {
    events: Events,
    event: &'static str,
    /// The bytes of a character that is not complete.
    rest: Vec<u8>,
}

impl Write for EventStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let complete = match std::str::from_utf8(&self.rest) {
            Ok(text) => text.len(),
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            Err(_) => self.rest.len(),
        };
        let text: Vec<u8> = self.rest.drain(..complete).collect();
        self.events
            .text(self.event, &String::from_utf8_lossy(&text))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The machine, or the query that owns it while more answers may come.
enum NotebookState {
    Idle(Box<Machine>),
    Open(Box<Query<'static>>, AnswerStream),
    /// Between the two.
    Taken,
}

struct Notebook {
    state: NotebookState,
    events: Events,
    reference: Reference,
    /// The values that `$X` stands for.
    answers: Remembered,
}

impl Notebook {
    fn serve(&mut self, request: &Value) -> io::Result<()> {
        let code = request["code"].as_str().unwrap_or("");
        let at = request["at"].as_u64().unwrap_or(0) as usize;
        let at = code.char_indices().nth(at).map_or(code.len(), |(i, _)| i);
        match request["do"].as_str() {
            Some("run") if code.trim() == ";" => self.next_answer(),
            Some("run") => self.run(code, request["cell"].as_str().unwrap_or("cell")),
            Some("complete") => self.complete(code, at),
            Some("inspect") => self.inspect(code, at),
            Some("complete?") => {
                let rest = code.trim();
                let status = match rest == ";" || ends(rest) {
                    true => "complete",
                    false => "incomplete",
                };
                self.events.text("status", status)
            }
            _ => self.events.text("error", "there is no such request\n"),
        }
    }

    /// The machine, after the end of the query that is open.
    fn machine(&mut self) -> Box<Machine> {
        match std::mem::replace(&mut self.state, NotebookState::Taken) {
            NotebookState::Idle(machine) => machine,
            NotebookState::Open(query, _) => match query.into_machine() {
                Some(machine) => Box::new(machine),
                None => {
                    self.answers = Remembered::new();
                    Box::new(Machine::new())
                }
            },
            NotebookState::Taken => Box::new(Machine::new()),
        }
    }

    /// Loads the clauses of a cell and runs its queries. The last one stays open.
    fn run(&mut self, code: &str, cell: &str) -> io::Result<()> {
        let mut machine = self.machine();
        let (messages, fault) = match machine.consult_str(cell, code) {
            Ok(messages) | Err(Error::Load(messages)) => (messages, None),
            Err(e) => (machine.take_messages(), Some(e)),
        };
        let fails = messages.iter().any(|m| m.severity == Severity::Error);
        let queries = Document::Program.queries(code);
        // A query is read again when it runs, with the values of earlier answers.
        let is_shown = |m: &Diagnostic| &*m.file != cell || !is_syntax_error_of(m, &queries);
        let shown: Vec<Diagnostic> = messages.into_iter().filter(is_shown).collect();
        self.messages(&shown)?;
        if let Some(e) = &fault {
            self.error(&mut machine, e)?;
        }
        self.state = NotebookState::Idle(machine);
        if fails {
            self.events
                .text("failed", "the cell is not loaded as a whole")?;
        }
        let runs = !fails && fault.is_none();
        for query in queries.iter().filter(|_| runs) {
            let machine = self.machine();
            let query = machine.into_query_after(&query.query, &self.answers);
            let query = query.only_to_print();
            self.state = NotebookState::Open(Box::new(query), AnswerStream::new());
            if !self.step()? {
                break;
            }
        }
        Ok(())
    }

    fn next_answer(&mut self) -> io::Result<()> {
        match &self.state {
            NotebookState::Open(_, stream) if stream.is_open() => {
                self.events.text("answer", ";  ")?;
                self.step().map(|_| ())
            }
            _ => self.events.text("error", "there are no more answers\n"),
        }
    }

    /// Runs the open query to its next answer. Returns false if an error has ended it.
    fn step(&mut self) -> io::Result<bool> {
        let NotebookState::Open(mut query, mut stream) =
            std::mem::replace(&mut self.state, NotebookState::Taken)
        else {
            return Ok(true);
        };
        let before = Pictures::here();
        let (event, text) = stream.step(&mut query, false);
        match event {
            Some(Err(e)) => {
                self.state = NotebookState::Open(query, stream);
                let mut machine = self.machine();
                let loaded = machine.take_messages();
                self.messages(&loaded)?;
                self.error(&mut machine, &e)?;
                self.state = NotebookState::Idle(machine);
                Ok(false)
            }
            event => {
                if let Some(Ok(answer)) = &event {
                    self.answers.keep_newest(&mut query, answer, true);
                }
                let more = if stream.is_open() { "\n" } else { "" };
                self.events.text("answer", &format!("{text}{more}"))?;
                for (mime, data) in before.new_ones() {
                    self.events
                        .send(&json!({"event": "picture", "mime": mime, "data": data}))?;
                }
                self.state = NotebookState::Open(query, stream);
                if !more.is_empty() {
                    return Ok(true);
                }
                let mut machine = self.machine();
                let loaded = machine.take_messages();
                self.messages(&loaded)?;
                self.state = NotebookState::Idle(machine);
                Ok(true)
            }
        }
    }

    fn messages(&self, messages: &[Diagnostic]) -> io::Result<()> {
        for m in messages.iter().filter(|m| m.severity >= Severity::Warning) {
            self.events
                .text("messages", &format!("{}\n", m.coloured()))?;
        }
        Ok(())
    }

    /// Sends an error with its explanation, in colours.
    fn error(&self, machine: &mut Machine, e: &Error) -> io::Result<()> {
        let text = match (e, machine.explain(e)) {
            (Error::Syntax(d), _) => d.coloured(),
            (_, Some(d)) => format!("{e}\n{}", d.coloured()),
            (_, None) => e.to_string(),
        };
        self.events.text("error", &format!("{text}\n"))
    }

    fn complete(&mut self, code: &str, at: usize) -> io::Result<()> {
        let mut machine = self.machine();
        let vocabulary = machine.vocabulary(&self.answers);
        self.state = NotebookState::Idle(machine);
        let here = std::env::current_dir().ok();
        let found = vocabulary.complete(code, at, &mut |path| names_in(here.as_deref(), path));
        let texts = found.candidates.iter().map(|c| c.text.as_str());
        let texts: Vec<&str> = texts.take(500).collect();
        let start = code[..found.start].chars().count();
        self.events
            .send(&json!({"event": "completion", "start": start, "texts": texts}))
    }

    /// Sends the documentation of the name at a place.
    fn inspect(&self, code: &str, at: usize) -> io::Result<()> {
        let pieces = crate::prolog::highlight(code).into_iter();
        let mut names = pieces.filter(|(s, class)| {
            s.start <= at
                && at <= s.end
                && matches!(
                    class,
                    TokenClass::Functor | TokenClass::Atom | TokenClass::Operator
                )
        });
        let Some((span, _)) = names.next() else {
            return Ok(());
        };
        let name = code[span.start..span.end].trim_matches('\'');
        let own = crate::prolog::documentation_in(code);
        let own = own.iter().filter(|d| d.name == name);
        let all = own.chain(self.reference.of(name, None));
        let texts: Vec<String> = all.map(markdown).collect();
        self.events.text("help", &texts.join("\n\n---\n\n"))
    }
}

/// Returns true if a message is a syntax error on a line of one of the queries.
fn is_syntax_error_of(m: &Diagnostic, queries: &[QuadPlace]) -> bool {
    let Some(at) = m.position().filter(|_| m.syntax_error.is_some()) else {
        return false;
    };
    let lines = |q: &QuadPlace| q.line..=q.line + q.query.matches('\n').count();
    queries
        .iter()
        .any(|q| lines(q).contains(&(at.line as usize)))
}

/// Returns true if a text ends with the end of a term, or in a comment behind one.
fn ends(text: &str) -> bool {
    let mut at = 0;
    loop {
        let mut finder = EndFinder::new(at);
        match finder.find(text, true) {
            Some(end) => at = end,
            None => return !finder.has_token(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn a_cell_is_complete_at_the_end_of_a_term() {
        for text in ["", "p.", "p. % q", "p(X) :- q,\n r.\n?- p(X)."] {
            assert!(ends(text), "{text}");
        }
        for text in ["p", "p. q", "p(X) :-", "?- X = \"a. ", "'a."] {
            assert!(!ends(text), "{text}");
        }
    }
}
