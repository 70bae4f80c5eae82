//! Exercises: quads with points, and the marks of programs that solve them.
//!
//! The terms of an exercise are read, and its program is loaded into a sealed module, before a submission is loaded.
//! Each description is then checked on a machine of its own, made from an image of the submission: what a program
//! redefines, asserts, sets or prints has no effect on other queries, nor on the meaning of the exercise.

use super::Strictness;
use super::check_quad::{CheckOutcome, check};
use super::edits::indented;
use super::exercise_text::{points_above, requested_predicates};
use super::quad_reader::{Quad, QuadReader};
use crate::prolog::{
    Access, Diagnostic, Error, Image, Instant, Limit, Machine, Prepared, Resource, Severity, atoms,
};
use std::time::Duration;

/// The module of the exercise's own predicates and queries.
const MODULE: &str = "$exercise";
/// The bytes that a submission may write during a load or a query.
const MOST_OUTPUT: u64 = 1 << 20;

/// An exercise: queries with the answers that a submission must give, and the points for each.
///
/// ```
/// use horn::{Exercise, MarkLimits, Verdict};
///
/// let exercise = Exercise::read("len.pl", "
/// % asks for len/2
///
/// % 1 point: the empty list
/// ?- len([], N).
///    N = 0.
/// % 2 points: longer lists
/// ?- len([a,b], N).
///    N = 2.
/// ")?;
/// let titles: Vec<&str> = exercise.tasks().iter().map(|task| &*task.title).collect();
/// assert_eq!(titles, ["the empty list", "longer lists"]);
/// let submission = "len([], 0). len([_|Xs], N) :- N is M+1, len(Xs, M).";
/// let marked = exercise.mark("ann.pl", submission, &MarkLimits::default(), &mut |_| {});
/// let points: Vec<f64> = marked.marks.iter().map(|m| m.points).collect();
/// assert_eq!(points, [1.0, 0.0]);
/// assert_eq!(marked.marks[1].verdict, Verdict::Differs);
/// assert!(marked.marks[1].actual.contains("instantiation_error"));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Debug)]
pub struct Exercise {
    /// Its queries.
    tasks: Vec<Task>,
    quads: Vec<ReadQuad>,
    asked: Vec<(String, usize)>,
    /// The machine that has read the exercise.
    image: Image,
    /// Restores the flags that affect the meaning of goals.
    restore: Prepared,
    /// For each predicate of `asked`, a goal that gives it a definition that raises the error for an unknown predicate.
    /// It is asserted, since the submission's expansions change what is loaded.
    replacements: Vec<Prepared>,
}

/// A query of an exercise.
///
/// ```
/// use horn::Exercise;
///
/// let text = "% asks for square/2\n\n% 2 points: numbers\n?- square(3, S).\n   S = 9.\n";
/// let exercise = Exercise::read("square.pl", text)?;
/// let task = &exercise.tasks()[0];
/// assert_eq!((task.line, &*task.title, task.points), (4, "numbers", 2.0));
/// assert_eq!((&*task.query, task.descriptions), ("?- square(3, S).", 1));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Task {
    /// The line where the query starts, from 1.
    pub line: usize,
    /// The query, as written in the exercise.
    pub query: String,
    /// The title in the comment above it; empty if there is none.
    pub title: String,
    /// The points for the right answers.
    pub points: f64,
    /// The limits of its own.
    pub limits: MarkLimits,
    /// The number of its descriptions, each of which is checked on its own.
    pub descriptions: usize,
}

/// The limits of a query of an exercise, and of the load of a submission; `None` is no limit.
///
/// ```
/// use horn::{Exercise, MarkLimits, Verdict};
/// use std::time::Duration;
///
/// let text = "% asks for square/2\n\n?- square(3, S).\n   S = 9.\n";
/// let exercise = Exercise::read("square.pl", text)?;
/// let limits = MarkLimits { time: Some(Duration::from_millis(200)), ..MarkLimits::default() };
/// let marked = exercise.mark("ann.pl", "square(X, S) :- square(X, S).", &limits, &mut |_| {});
/// assert_eq!(marked.marks[0].verdict, Verdict::Time);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkLimits {
    /// The time.
    pub time: Option<Duration>,
    /// Bytes, as in [`Limit::Memory`](crate::Limit::Memory).
    pub memory: Option<usize>,
}

/// Why a query has its points, or not.
///
/// ```
/// use horn::{Exercise, MarkLimits, Verdict};
///
/// let text = "% asks for square/2\n\n?- square(3, S).\n   S = 9.\n?- square(-3, S).\n   S = 9.\n";
/// let exercise = Exercise::read("square.pl", text)?;
/// let submission = "square(X, S) :- S is X*abs(X).";
/// let marked = exercise.mark("ann.pl", submission, &MarkLimits::default(), &mut |_| {});
/// let verdicts: Vec<Verdict> = marked.marks.iter().map(|mark| mark.verdict).collect();
/// assert_eq!(verdicts, [Verdict::Holds, Verdict::Differs]);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The answers are as described.
    Holds,
    /// There are other answers, or an error.
    Differs,
    /// The time was over.
    Time,
    /// The memory was used up.
    Memory,
    /// The program has written too much.
    Output,
}

/// The points of a submission for a query.
///
/// ```
/// use horn::{Exercise, MarkLimits};
///
/// let text = "% asks for square/2\n\n?- square(3, S).\n   S = 9.\n";
/// let exercise = Exercise::read("square.pl", text)?;
/// let marked = exercise.mark("ann.pl", "square(X, S) :- S is X+X.", &MarkLimits::default(), &mut |_| {});
/// let mark = &marked.marks[0];
/// assert_eq!((mark.points, mark.expected.trim(), mark.actual.trim()), (0.0, "S = 9.", "S = 6."));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mark {
    /// The points.
    pub points: f64,
    /// Why.
    pub verdict: Verdict,
    /// The description that does not hold; empty if all do.
    pub expected: String,
    /// The actual answers then.
    pub actual: String,
    /// The time that the query took.
    pub time: Duration,
}

/// A submission with its points.
///
/// ```
/// use horn::{Exercise, MarkLimits};
///
/// let text = "% asks for square/2\n\n?- square(3, S).\n   S = 9.\n";
/// let exercise = Exercise::read("square.pl", text)?;
/// let marked = exercise.mark("ann.pl", "cube(X, C) :- C is X^3.", &MarkLimits::default(), &mut |_| {});
/// assert_eq!(marked.notes, ["square/2 is not defined"]);
/// assert_eq!((marked.marks.len(), marked.marks[0].points), (1, 0.0));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Marked {
    /// The messages of loading it.
    pub messages: Vec<Diagnostic>,
    /// Remarks on the load and on the meaning of the result.
    pub notes: Vec<String>,
    /// The points, in the order of the queries.
    pub marks: Vec<Mark>,
}

#[derive(Debug)]
struct ReadQuad {
    quad: Quad,
    /// The descriptions as written.
    texts: Vec<String>,
}

impl Exercise {
    /// Reads an exercise, and loads the clauses in it.
    ///
    /// # Errors
    /// [`Error::Load`] with messages on faults of the exercise; the errors of loading its clauses.
    ///
    /// ```
    /// use horn::{Error, Exercise};
    ///
    /// let exercise = Exercise::read("square.pl", "% asks for square/2\n\n?- square(3, S).\n   S = 9.\n")?;
    /// assert_eq!(exercise.tasks().len(), 1);
    /// assert!(matches!(Exercise::read("empty.pl", "p(1).\n"), Err(Error::Load(_))));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn read(name: &str, text: &str) -> Result<Exercise, Error> {
        let mut machine = Machine::builder().access(Access::none()).build()?;
        // On the same line, so that those of messages are right.
        let program = format!(":- module('{MODULE}', []). {text}");
        let mut faults = match machine.consult_str(name, &program) {
            Ok(_) => Vec::new(),
            Err(Error::Load(messages)) => messages,
            Err(e) => return Err(e),
        };
        let lines: Vec<&str> = text.lines().collect();
        let fault = |line: usize, message: String| {
            let text = format!("line {line}: {message}");
            Diagnostic::new(Severity::Error, name, "", None, text)
        };
        let asked = requested_predicates(&lines).unwrap_or_else(|message| {
            faults.push(fault(1, message));
            Vec::new()
        });
        for (name, arity) in &asked {
            if machine.program_defines(MODULE, name, *arity) {
                let message = format!("the exercise defines {name}/{arity}, which it asks for");
                faults.push(fault(1, message));
            }
        }
        let (tasks, quads) = read_tasks(&mut machine, text, &mut |line, message| {
            faults.push(fault(line, message));
        });
        if quads.is_empty() && faults.is_empty() {
            faults.push(fault(
                1,
                "the exercise has no queries with answers".to_string(),
            ));
        }
        if !faults.is_empty() {
            return Err(Error::Load(faults));
        }
        let open: Vec<(&str, usize)> = asked.iter().map(|(n, a)| (n.as_str(), *a)).collect();
        machine.seal_module(MODULE, &open);
        let restore = machine.prepare("set_prolog_flag(unknown, error)")?;
        let restore = restore.in_module(&mut machine, MODULE);
        let mut replacements = Vec::new();
        for (name, arity) in &asked {
            let replacement = machine.prepare(&raising(name, *arity))?;
            replacements.push(replacement.in_module(&mut machine, MODULE));
        }
        Ok(Exercise {
            tasks,
            quads,
            asked,
            image: machine.freeze(),
            restore,
            replacements,
        })
    }

    /// The queries, in the order of the text.
    ///
    /// ```
    /// use horn::Exercise;
    ///
    /// let text = "% asks for square/2\n\n% 2 points\n?- square(3, S).\n   S = 9.\n?- square(0, S).\n   S = 0.\n";
    /// let exercise = Exercise::read("square.pl", text)?;
    /// let points: Vec<f64> = exercise.tasks().iter().map(|task| task.points).collect();
    /// assert_eq!(points, [2.0, 1.0]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Marks a submission. `listener` receives each mark as soon as it is known.
    ///
    /// The submission has no access to files, processes and the clock; what it prints is dropped, but for what a query
    /// describes. A directive that does not end, or halts, ends the load: the text is loaded again without the goals of
    /// its directives.
    ///
    /// ```
    /// use horn::{Exercise, MarkLimits};
    ///
    /// let text = "% asks for square/2\n\n% 2 points\n?- square(3, S).\n   S = 9.\n";
    /// let exercise = Exercise::read("square.pl", text)?;
    /// let mut sum = 0.0;
    /// let submission = "square(X, S) :- S is X*X.";
    /// exercise.mark("ann.pl", submission, &MarkLimits::default(), &mut |mark| sum += mark.points);
    /// assert_eq!(sum, 2.0);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn mark(
        &self,
        name: &str,
        text: &str,
        limits: &MarkLimits,
        listener: &mut dyn FnMut(&Mark),
    ) -> Marked {
        let mut marked = Marked::default();
        let mut machine = self.load(name, text, limits, &mut marked);
        self.complete(&mut machine, &mut marked);
        let image = machine.freeze();
        for (read, task) in self.quads.iter().zip(&self.tasks) {
            let limits = MarkLimits {
                time: task.limits.time.or(limits.time),
                memory: task.limits.memory.or(limits.memory),
            };
            let mark = mark_of(&image, read, task, &limits);
            listener(&mark);
            marked.marks.push(mark);
        }
        marked
    }

    /// A machine that has loaded the submission.
    fn load(&self, name: &str, text: &str, limits: &MarkLimits, marked: &mut Marked) -> Machine {
        let mut machine = limited(&self.image, limits);
        let why = match machine.consult_str(name, text) {
            Ok(messages) | Err(Error::Load(messages)) => {
                marked.messages = messages;
                return machine;
            }
            Err(Error::Halted(_)) => "halted the machine".to_string(),
            Err(e) => match e.resource() {
                Some(resource) => format!("exceeded the limit on {}", resource_name(resource)),
                None => format!("ended: {e}"),
            },
        };
        let mut machine = limited(&self.image, limits);
        let rest = match machine.lint_str(name, text) {
            Ok(messages) => {
                marked.messages = messages;
                "it is loaded without running directives"
            }
            Err(_) => {
                marked.messages = machine.take_messages();
                "without running directives, too; the rest is not loaded"
            }
        };
        marked.notes.push(format!("the load {why}: {rest}"));
        machine
    }

    /// Gives the predicates that the exercise asks for and the submission lacks a definition that raises the error, as
    /// the system may have predicates of these names.
    fn complete(&self, machine: &mut Machine, marked: &mut Marked) {
        for ((name, arity), replacement) in self.asked.iter().zip(&self.replacements) {
            if machine.program_defines("user", name, *arity) {
                continue;
            }
            marked.notes.push(format!("{name}/{arity} is not defined"));
            let _ = machine.start(replacement).next();
        }
        machine.take_messages();
        let _ = machine.start(&self.restore).next();
    }
}

/// The goal that defines a predicate of submissions, so that its calls raise the error for an unknown predicate.
fn raising(name: &str, arity: usize) -> String {
    let quoted = format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"));
    let head = match arity {
        0 => quoted.clone(),
        n => format!("{quoted}({})", vec!["_"; n].join(",")),
    };
    let error = format!("error(existence_error(procedure,{quoted}/{arity}),{quoted}/{arity})");
    format!("assertz(user:({head} :- throw({error})))")
}

/// Reads the queries of an exercise, with the operators of its module. `fault` receives the lines and texts of faults.
fn read_tasks(
    machine: &mut Machine,
    text: &str,
    fault: &mut dyn FnMut(usize, String),
) -> (Vec<Task>, Vec<ReadQuad>) {
    let lines: Vec<&str> = text.lines().collect();
    let (mut tasks, mut quads) = (Vec::new(), Vec::new());
    let module = machine.atoms().lookup(MODULE).unwrap_or(atoms::USER);
    let mut reader = QuadReader::of_module(text, module);
    while let Some(mut quad) = reader.next(machine) {
        let comment = points_above(&lines, quad.line).unwrap_or_else(|message| {
            fault(quad.line, message);
            None
        });
        if let Some(message) = fault_of(&quad) {
            fault(quad.line, message);
            continue;
        }
        quad.query = quad.query.map(|q| q.in_module(machine, MODULE));
        tasks.push(Task {
            line: quad.line,
            query: quad.text.clone(),
            title: comment.as_ref().map_or(String::new(), |c| c.title.clone()),
            points: comment.as_ref().map_or(1.0, |c| c.points),
            limits: MarkLimits {
                time: comment.as_ref().and_then(|c| c.time),
                memory: comment.as_ref().and_then(|c| c.memory),
            },
            descriptions: quad.descriptions.len(),
        });
        let spans = quad.descriptions.iter().map(|d| d.span);
        let texts = spans.map(|s| indented(text, s.start, s.end)).collect();
        quads.push(ReadQuad { quad, texts });
    }
    (tasks, quads)
}

/// A machine for a submission.
fn limited(image: &Image, limits: &MarkLimits) -> Machine {
    let mut machine = image.machine();
    machine.set_output(Box::new(std::io::sink()));
    machine.set_error_output(Box::new(std::io::sink()));
    machine.set_input(Box::new(std::io::empty()));
    machine.set_limit(Limit::Time(limits.time));
    if limits.memory.is_some() {
        machine.set_limit(Limit::Memory(limits.memory));
    }
    machine.set_limit(Limit::Output(Some(MOST_OUTPUT)));
    machine
}

/// Marks one query, each of its descriptions on a machine of its own.
fn mark_of(image: &Image, read: &ReadQuad, task: &Task, limits: &MarkLimits) -> Mark {
    let start = Instant::now();
    let mut mark = Mark {
        points: task.points,
        verdict: Verdict::Holds,
        expected: String::new(),
        actual: String::new(),
        time: Duration::ZERO,
    };
    for (part, text) in read.quad.descriptions.iter().zip(&read.texts) {
        let Ok(description) = &part.description else {
            continue;
        };
        let mut machine = limited(image, limits);
        let outcome = check(&mut machine, &read.quad, description, Strictness::Exact);
        if !outcome.holds {
            mark.points = 0.0;
            mark.verdict = verdict(&outcome);
            mark.expected = text.clone();
            mark.actual = shortened(outcome.actual.trim_end());
            break;
        }
    }
    mark.time = start.elapsed();
    mark
}

/// Why a description does not hold.
fn verdict(outcome: &CheckOutcome) -> Verdict {
    match outcome.resource {
        Some(Resource::Time) => Verdict::Time,
        Some(Resource::Memory) => Verdict::Memory,
        Some(Resource::Output) => Verdict::Output,
        _ => Verdict::Differs,
    }
}

fn resource_name(resource: Resource) -> &'static str {
    match resource {
        Resource::Memory => "memory",
        Resource::Time => "time",
        Resource::Output => "output",
        _ => "resources",
    }
}

/// The start of a text that is long.
fn shortened(text: &str) -> String {
    const MOST: usize = 2000;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_string(),
    }
}

/// The fault of a query of an exercise: a syntax error, no answers, or answers that are malformed.
fn fault_of(quad: &Quad) -> Option<String> {
    if quad.descriptions.is_empty() {
        return Some("the query has no answers below it".to_string());
    }
    if let Err(e) = &quad.query {
        return Some(format!("syntax error: {}", e.message));
    }
    let reasons = quad.descriptions.iter();
    let mut reasons = reasons.filter_map(|d| d.description.as_ref().err());
    reasons.next().map(|reason| format!("malformed: {reason}"))
}
