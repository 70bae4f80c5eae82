//! Marks a submission in a process of its own: a submission that crashes or has to be killed affects no other marks.

use super::options::GradeOptions;
use crate::prolog::{Severity, decoded_text};
use crate::repl::test_runner::{json_seconds, print_json};
use crate::testing::{Exercise, Mark, Verdict};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The size above which a submission is not read.
const MOST_BYTES: u64 = 4 << 20;
/// The time for a process besides that of its queries.
const EXTRA_TIME: Duration = Duration::from_secs(10);

/// A submission with its points.
#[derive(Debug, Default)]
pub(super) struct Graded {
    pub(super) name: String,
    pub(super) marks: Vec<GradedMark>,
    /// The texts of the messages of loading it, and the number of errors among them.
    pub(super) messages: Vec<String>,
    pub(super) errors: u64,
    pub(super) notes: Vec<String>,
    /// True if it could not be marked as a whole.
    pub(super) incomplete: bool,
}

/// The points for a query.
#[derive(Debug)]
pub(super) struct GradedMark {
    pub(super) points: f64,
    /// `holds`, `differs`, `time`, `memory`, `output`, or `crash`.
    pub(super) verdict: String,
    pub(super) expected: String,
    pub(super) actual: String,
    pub(super) seconds: f64,
}

impl Graded {
    pub(super) fn points(&self) -> f64 {
        self.marks.iter().map(|m| m.points).sum()
    }
}

/// Marks the submission in this process, and prints the marks for the process that has started it.
pub(super) fn run(options: &GradeOptions, exercise: &Exercise) -> ExitCode {
    let [file] = &options.submissions[..] else {
        return ExitCode::FAILURE;
    };
    let Ok(bytes) = std::fs::read(file) else {
        return ExitCode::FAILURE;
    };
    let (text, _) = decoded_text(bytes);
    let mut failed = false;
    let marked = exercise.mark(file, &text, &options.limits(), &mut |mark| {
        failed |= print_json(&mark_object(mark)).is_err();
    });
    let errors = marked.messages.iter();
    let errors = errors.filter(|m| m.severity == Severity::Error);
    let end = json!({
        "errors": errors.count(), "notes": marked.notes,
        "messages": marked.messages.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    match failed || print_json(&end).is_err() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

fn mark_object(mark: &Mark) -> Value {
    let verdict = match mark.verdict {
        Verdict::Holds => "holds",
        Verdict::Time => "time",
        Verdict::Memory => "memory",
        Verdict::Output => "output",
        _ => "differs",
    };
    json!({
        "points": mark.points, "verdict": verdict, "expected": mark.expected, "actual": mark.actual,
        "seconds": json_seconds(mark.time),
    })
}

/// Marks a submission in a new process.
pub(super) fn mark(options: &GradeOptions, exercise: &Exercise, file: &str) -> Graded {
    let mut graded = Graded {
        name: file.to_string(),
        ..Graded::default()
    };
    // A link could lead to a file of the teacher's, such as a solution.
    let fault = match std::fs::symlink_metadata(file) {
        Err(e) => Some(format!("cannot be read: {e}")),
        Ok(m) if m.is_symlink() => Some("is a link, which is not followed".to_string()),
        Ok(m) if !m.is_file() => Some("is not a file".to_string()),
        Ok(m) if m.len() > MOST_BYTES => Some("is too large to be a submission".to_string()),
        Ok(_) => match start(options, file) {
            Ok(child) => collect(child, deadline(options, exercise), &mut graded),
            Err(e) => Some(format!("cannot be marked: {e}")),
        },
    };
    if let Some(fault) = fault {
        graded.notes.push(fault);
        graded.incomplete = true;
    }
    while graded.marks.len() < exercise.tasks().len() {
        graded.marks.push(GradedMark {
            points: 0.0,
            verdict: "crash".to_string(),
            expected: String::new(),
            actual: String::new(),
            seconds: 0.0,
        });
    }
    graded
}

/// Starts the process, with nothing of the environment.
fn start(options: &GradeOptions, file: &str) -> std::io::Result<Child> {
    let path = |name: &str| Path::new(name).as_os_str().to_owned();
    Command::new(std::env::current_exe()?)
        .args(["grade", "--worker", "--timeout"])
        .arg(options.timeout.as_secs_f64().to_string())
        .args(["--memory", &options.memory.to_string(), "--"])
        .args([path(&options.exercise), path(file)])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
}

/// The time when the process is killed: the limits of all queries end before.
fn deadline(options: &GradeOptions, exercise: &Exercise) -> Option<Instant> {
    let limit = options.limits().time;
    // A load may be tried twice.
    let mut all = 2 * limit?;
    for task in exercise.tasks() {
        all += task.limits.time.or(limit)? * task.descriptions as u32;
    }
    Instant::now().checked_add(2 * all + EXTRA_TIME)
}

/// Reads the marks that the process prints. Returns why they are not complete, if so.
fn collect(mut child: Child, deadline: Option<Instant>, graded: &mut Graded) -> Option<String> {
    let out = child.stdout.take()?;
    let (to, from) = channel();
    let reader = std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                break;
            }
        }
    });
    let mut fault = Some("crashed".to_string());
    loop {
        let line = match deadline {
            Some(end) => from.recv_timeout(end.saturating_duration_since(Instant::now())),
            None => from.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match line {
            Ok(line) => {
                if add(graded, &line) {
                    fault = None;
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                fault = Some("did not end and was killed".to_string());
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // It has ended already, or is to end now.
    let _ = child.kill();
    let _ = child.wait();
    let _ = reader.join();
    fault
}

/// Adds the mark in a line of the process. Returns true if it is the last one.
fn add(graded: &mut Graded, line: &str) -> bool {
    let Ok(object) = serde_json::from_str::<Value>(line) else {
        return false;
    };
    let text = |key: &str| object[key].as_str().unwrap_or_default().to_string();
    if object["points"].is_number() {
        graded.marks.push(GradedMark {
            points: object["points"].as_f64().unwrap_or_default(),
            verdict: text("verdict"),
            expected: text("expected"),
            actual: text("actual"),
            seconds: object["seconds"].as_f64().unwrap_or_default(),
        });
        return false;
    }
    let texts = |key: &str| {
        let list = object[key].as_array().into_iter().flatten();
        list.filter_map(|t| Some(t.as_str()?.to_string()))
            .collect::<Vec<_>>()
    };
    graded.errors = object["errors"].as_u64().unwrap_or_default();
    graded.messages = texts("messages");
    graded.notes = texts("notes");
    true
}
