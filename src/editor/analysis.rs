//! The analysis of a text: messages, structure and names, on a thread of its own.
//!
//! Each analysis loads the text on a new machine that runs no goals of directives, may read files and do nothing
//! else, and has limits. A newer text interrupts the analysis of an older one.

use super::document::DocumentText;
use crate::prolog::{
    Access, Diagnostic, Documentation, Error, InterruptHandle, Limit, Machine, Outline, Remembered,
    Severity, Vocabulary, documentation_in,
};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time without a change after which a text is analysed.
const PAUSE: Duration = Duration::from_millis(80);
/// The time that loading a text may take, with everything that it loads.
const TIME: Duration = Duration::from_secs(5);
/// The memory of the machine that checks a text.
const MEMORY: usize = 512 << 20;

/// A text that is to be analysed.
#[derive(Clone, Debug)]
pub(super) struct AnalysisJob {
    pub(super) uri: String,
    /// The name under which it is loaded: its path, if it has one.
    pub(super) name: String,
    pub(super) version: i32,
    pub(super) text: DocumentText,
    /// The other texts that are open, which are loaded in place of their files.
    pub(super) others: Vec<(PathBuf, Arc<str>)>,
}

/// The findings about a text.
#[derive(Debug)]
pub(super) struct Analysis {
    pub(super) uri: String,
    pub(super) version: i32,
    pub(super) text: DocumentText,
    pub(super) messages: Vec<Diagnostic>,
    pub(super) outline: Outline,
    pub(super) vocabulary: Vocabulary,
    pub(super) documentation: Vec<Documentation>,
    /// The places of predicates that other files define and this text mentions, with lines from 1.
    pub(super) elsewhere: PredicatePlaces,
}

/// Files and lines, from 1, by the name and arity of a predicate.
pub(super) type PredicatePlaces = BTreeMap<(Arc<str>, usize), Vec<(String, u32)>>;

/// The text that is being analysed, and how to interrupt that.
type Current = Arc<Mutex<Option<(String, InterruptHandle)>>>;

/// The thread that analyses texts.
#[derive(Clone)]
pub(super) struct Analyst {
    jobs: Sender<AnalysisJob>,
    current: Current,
}

impl Analyst {
    /// Starts the thread; it ends when the analyst and its copies are gone.
    pub(super) fn start(results: Sender<Analysis>) -> std::io::Result<Analyst> {
        let (jobs, incoming) = crossbeam_channel::unbounded();
        let current = Current::default();
        let shared = current.clone();
        std::thread::Builder::new()
            .name("analysis".to_string())
            .spawn(move || run(&incoming, &results, &shared))?;
        Ok(Analyst { jobs, current })
    }

    /// Analyses a text; an analysis of an older version of it ends.
    pub(super) fn analyse(&self, job: AnalysisJob) {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((uri, handle)) = &*current
            && *uri == job.uri
        {
            handle.interrupt();
        }
        drop(current);
        // The thread ends with the program.
        let _ = self.jobs.send(job);
    }
}

/// Analyses the newest version of each text that arrives.
fn run(jobs: &Receiver<AnalysisJob>, results: &Sender<Analysis>, current: &Current) {
    let mut waiting: Vec<AnalysisJob> = Vec::new();
    loop {
        let arrived = match waiting.is_empty() {
            true => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => jobs.recv_timeout(PAUSE),
        };
        match arrived {
            Ok(job) => {
                waiting.retain(|j| j.uri != job.uri);
                waiting.push(job);
            }
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                let job = waiting.remove(0);
                let analysis = analyse(&job, current);
                *current.lock().unwrap_or_else(PoisonError::into_inner) = None;
                let is_old = jobs.try_iter().fold(false, |is_old, newer| {
                    let is_same = newer.uri == job.uri;
                    waiting.retain(|j| j.uri != newer.uri);
                    waiting.push(newer);
                    is_old || is_same
                });
                if !is_old && results.send(analysis).is_err() {
                    return;
                }
            }
        }
    }
}

/// The analysis of a text now.
pub(super) fn analysed(job: &AnalysisJob) -> Analysis {
    analyse(job, &Current::default())
}

/// A machine that may read files, and has limits.
pub(super) fn reading_machine(job: &AnalysisJob) -> Result<Machine, Error> {
    let mut access = Access::none();
    let path = Path::new(&job.name);
    if let Some(root) = path.ancestors().last().filter(|_| path.is_absolute()) {
        access = access.read(root);
        if let Some(folder) = path.parent() {
            access = access.working_directory(folder);
        }
    }
    for (path, text) in &job.others {
        access = access.file(path, text.as_bytes());
    }
    Machine::builder()
        .access(access)
        .limit(Limit::Time(Some(TIME)))
        .limit(Limit::Memory(Some(MEMORY)))
        .build()
}

/// A machine for a text whose folder cannot be granted. It leaves the standard streams to the protocol.
fn silent_machine() -> Machine {
    let mut machine = Machine::new();
    machine.set_input(Box::new(std::io::empty()));
    machine.set_output(Box::new(std::io::sink()));
    machine.set_error_output(Box::new(std::io::sink()));
    machine.set_limit(Limit::Time(Some(TIME)));
    machine
}

fn analyse(job: &AnalysisJob, current: &Current) -> Analysis {
    let mut machine = match reading_machine(job) {
        Ok(machine) => machine,
        Err(_) => silent_machine(),
    };
    let handle = machine.interrupt_handle();
    *current.lock().unwrap_or_else(PoisonError::into_inner) = Some((job.uri.clone(), handle));
    let text = &job.text.text;
    let messages = match machine.lint_str(&job.name, text) {
        Ok(messages) => messages,
        Err(e) => {
            let mut messages = machine.take_messages();
            let what = format!("the rest is not checked, as loading it ended: {e}");
            let file = job.name.as_str();
            messages.push(Diagnostic::new(
                Severity::Warning,
                file,
                text.clone(),
                None,
                what,
            ));
            messages
        }
    };
    let outline = machine.outline(text);
    Analysis {
        uri: job.uri.clone(),
        version: job.version,
        text: job.text.clone(),
        messages,
        elsewhere: elsewhere(&mut machine, &outline, &job.name),
        vocabulary: machine.vocabulary_in(
            outline.module.as_deref().unwrap_or("user"),
            &Remembered::new(),
        ),
        documentation: documentation_in(text),
        outline,
    }
}

/// The places of mentioned predicates that other files define.
fn elsewhere(machine: &mut Machine, outline: &Outline, name: &str) -> PredicatePlaces {
    let heads = outline.parts.iter().filter_map(|p| p.head.as_ref());
    let own: BTreeSet<(&str, usize)> = heads.map(|m| (&*m.name, m.arity)).collect();
    let mentions = outline.parts.iter().flat_map(|p| &p.mentions);
    let foreign = mentions.filter(|m| !own.contains(&(&*m.name, m.arity)));
    let foreign: BTreeSet<(Arc<str>, usize)> = foreign.map(|m| (m.name.clone(), m.arity)).collect();
    let mut found = BTreeMap::new();
    for (predicate, arity) in foreign {
        let mut places = machine.definitions(&predicate, arity);
        places.retain(|(file, _)| file != name);
        if !places.is_empty() {
            found.insert((predicate, arity), places);
        }
    }
    found
}
