//! Runs documents in threads. Events are passed on in the order of the documents, those of the first unfinished
//! document at once.

use super::documents::Chosen;
use crate::prolog::{Diagnostic, Error, Machine};
use crate::testing::{
    CheckEvent, CheckOptions, Checked, Document, QuadFailure, QuadPlace, QuadResult, Strictness,
};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// The events of running a document.
#[derive(Debug)]
pub(super) enum Happening {
    /// The document is about to run.
    Begin,
    /// A message of loading.
    Message(Box<Diagnostic>),
    /// Text that the program wrote outside of queries, and to the standard error.
    Output {
        is_error: bool,
        text: String,
    },
    Started(QuadPlace),
    Failure(Box<QuadFailure>),
    Finished(QuadResult),
    /// The document has ended.
    End(Box<DocumentEnd>),
}

/// The end of a document.
#[derive(Debug)]
pub(super) struct DocumentEnd {
    pub(super) text: String,
    /// Result, or why there is none.
    pub(super) checked: Result<Checked, String>,
    pub(super) time: Duration,
}

/// The options of running documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunOptions {
    pub(super) timeout: Option<Duration>,
    pub(super) coverage: bool,
    pub(super) threads: usize,
}

/// Runs documents. `take` receives what happens, with the number of the document; an error of it ends the run.
pub(super) fn run(
    documents: &[Chosen],
    manner: RunOptions,
    take: &mut dyn FnMut(usize, Happening) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let (to, from) = channel();
    std::thread::scope(|scope| {
        for _ in 0..manner.threads.min(documents.len()) {
            let (to, next, stopped) = (to.clone(), &next, &stopped);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    match documents.get(i) {
                        Some(document) if !stopped.load(Ordering::Relaxed) => {
                            run_one(i, document, manner, &to, stopped);
                        }
                        _ => return,
                    }
                }
            });
        }
        drop(to);
        let taken = in_order(&from, documents.len(), take);
        stopped.store(taken.is_err(), Ordering::Relaxed);
        taken
    })
}

/// Passes on events in the order of the documents.
fn in_order(
    from: &Receiver<(usize, Happening)>,
    count: usize,
    take: &mut dyn FnMut(usize, Happening) -> io::Result<()>,
) -> io::Result<()> {
    let mut first = 0;
    let mut waiting: Vec<VecDeque<Happening>> = (0..count).map(|_| VecDeque::new()).collect();
    for (i, happening) in from {
        waiting[i].push_back(happening);
        while let Some(happening) = waiting.get_mut(first).and_then(VecDeque::pop_front) {
            let ends = matches!(happening, Happening::End(_));
            take(first, happening)?;
            first += usize::from(ends);
        }
    }
    Ok(())
}

/// The output of a program, as something that happens.
struct OutputOf {
    document: usize,
    is_error: bool,
    to: Sender<(usize, Happening)>,
}

impl Write for OutputOf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let is_error = self.is_error;
        // If nothing receives it, the run has ended.
        let _ = self
            .to
            .send((self.document, Happening::Output { is_error, text }));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn run_one(
    i: usize,
    document: &Chosen,
    manner: RunOptions,
    to: &Sender<(usize, Happening)>,
    stopped: &AtomicBool,
) {
    let send = |happening: Happening| {
        let _ = to.send((i, happening));
    };
    send(Happening::Begin);
    let start = Instant::now();
    let text = match std::fs::read_to_string(&document.name) {
        Ok(text) => text,
        Err(e) => {
            return send(Happening::End(Box::new(DocumentEnd {
                text: String::new(),
                checked: Err(format!("{}: {e}", document.name)),
                time: start.elapsed(),
            })));
        }
    };
    let check = || check(i, document, &text, manner, to, stopped);
    let checked = match catch_unwind(AssertUnwindSafe(check)) {
        Ok(Ok(mut checked)) => {
            checked
                .report
                .failures
                .retain(|f| document.has(f.query_line));
            Ok(checked)
        }
        Ok(Err(Error::Resource(_))) => {
            Err(format!("{}: the load did not end in time", document.name))
        }
        Ok(Err(e @ Error::Io { .. })) => Err(e.to_string()),
        Ok(Err(e)) => Err(format!("{}: {e}", document.name)),
        Err(_) => Err(format!("{}: the run panicked", document.name)),
    };
    send(Happening::End(Box::new(DocumentEnd {
        text,
        checked,
        time: start.elapsed(),
    })));
}

fn check(
    i: usize,
    document: &Chosen,
    text: &str,
    manner: RunOptions,
    to: &Sender<(usize, Happening)>,
    stopped: &AtomicBool,
) -> Result<Checked, Error> {
    let output = to.clone();
    let prepare = move |machine: &mut Machine| {
        let output = |is_error: bool| OutputOf {
            document: i,
            is_error,
            to: output.clone(),
        };
        machine.set_output(Box::new(output(false)));
        machine.set_error_output(Box::new(output(true)));
        machine.set_input(Box::new(io::empty()));
        Ok(())
    };
    let last = document.last_line();
    let mut options = CheckOptions {
        strictness: Strictness::Exact,
        timeout: manner.timeout,
        wanted: &|line| last.is_none_or(|last| line <= last) && !stopped.load(Ordering::Relaxed),
        prepare: Some(&prepare),
        coverage: manner.coverage,
        listener: &mut |event| {
            let happening = match event {
                CheckEvent::Message(m) => Happening::Message(Box::new(m.clone())),
                CheckEvent::Started(p) if document.has(p.line) => Happening::Started(p.clone()),
                CheckEvent::Failure(f) if document.has(f.query_line) => {
                    Happening::Failure(Box::new(f.clone()))
                }
                CheckEvent::Finished(r) if document.has(r.place.line) => {
                    Happening::Finished(r.clone())
                }
                _ => return,
            };
            let _ = to.send((i, happening));
        },
    };
    Document::of_name(&document.name).check_with(&document.name, text, &mut options)
}
