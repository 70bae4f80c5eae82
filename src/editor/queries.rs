//! Running the queries of a text: those with answers below them are compared, the others answered.
//!
//! They run on machines that may read files, write below the folder of the text, and see clock and environment; they
//! start no programs of the system, whose output would get between the messages of the protocol.

use super::document::DocumentText;
use crate::prolog::{Access, Error, Limit, Machine, Outline, PartKind};
use crate::testing::{CheckOptions, Document, QuadFailure, Strictness};
use std::path::Path;
use std::time::Duration;

/// The time that a query, and loading the text, may take.
const TIME: Duration = Duration::from_secs(10);
/// The memory of the machine.
const MEMORY: usize = 1 << 30;
/// The largest number of answers of a query without a description.
const MOST_ANSWERS: usize = 20;

/// The result of running queries.
#[derive(Debug)]
pub(super) struct Ran {
    /// A few lines for the user.
    pub(super) summary: String,
    /// The number of descriptions that were compared.
    pub(super) checked: usize,
    pub(super) failures: Vec<QuadFailure>,
    /// The text with the actual answers in place.
    pub(super) blessed: Option<String>,
}

/// A machine for the queries of a text with this name.
fn running_machine(name: &str) -> Result<Machine, Error> {
    let mut access = Access::none().clock().environment().random();
    let path = Path::new(name);
    if let (true, Some(root)) = (path.is_absolute(), path.ancestors().last()) {
        access = access.read(root);
    }
    if let Some(folder) = path.parent().filter(|f| path.is_absolute() && f.is_dir()) {
        access = access.write(folder).working_directory(folder);
    }
    Machine::builder()
        .access(access)
        .limit(Limit::Memory(Some(MEMORY)))
        .limit(Limit::Time(Some(TIME)))
        .build()
}

/// Runs the query that starts at a line, from 1, or all queries.
///
/// # Errors
/// The event that ends loading the text.
pub(super) fn run(name: &str, text: &str, line: Option<usize>) -> Result<Ran, Error> {
    let owned = name.to_string();
    let prepare = move |machine: &mut Machine| {
        *machine = running_machine(&owned)?;
        Ok(())
    };
    let mut messages = Vec::new();
    let checked = Document::Program.check_with(
        name,
        text,
        &mut CheckOptions {
            strictness: Strictness::Exact,
            timeout: Some(TIME),
            wanted: &|at| line.is_none_or(|line| line == at),
            prepare: Some(&prepare),
            coverage: false,
            listener: &mut |event| {
                if let crate::testing::CheckEvent::Message(m) = event {
                    messages.push(m.message.clone());
                }
            },
        },
    )?;
    let report = checked.report;
    if report.checked == 0
        && let Some(line) = line
    {
        return answered(name, text, line);
    }
    let summary = match (report.checked, report.failures.as_slice()) {
        (1, []) => "the answers are as described".to_string(),
        (n, []) => format!("{n} descriptions of answers hold"),
        (_, [only]) => format!("the answers are not as described:\n{}", only.actual),
        (n, failures) => format!(
            "{} of {n} descriptions of answers do not hold",
            failures.len()
        ),
    };
    Ok(Ran {
        summary,
        checked: report.checked,
        blessed: (report.blessed != text).then_some(report.blessed),
        failures: report.failures,
    })
}

/// Answers a query that has no description.
fn answered(name: &str, text: &str, line: usize) -> Result<Ran, Error> {
    let mut machine = running_machine(name)?;
    match machine.consult_str(name, text) {
        Ok(_) | Err(Error::Load(_)) => {}
        Err(e) => return Err(e),
    }
    let mut places = Document::Program.queries(text).into_iter();
    let summary = match places.find(|q| q.line == line) {
        Some(q) => machine
            .first_answers(&q.query, MOST_ANSWERS)
            .trim_end()
            .to_string(),
        None => "there is no query on this line".to_string(),
    };
    Ok(Ran {
        summary,
        checked: 0,
        failures: Vec::new(),
        blessed: None,
    })
}

/// The lines of the queries of a text, from 1.
pub(super) fn lines(text: &DocumentText, outline: &Outline) -> Vec<usize> {
    let queries = outline.parts.iter().filter(|p| p.kind == PartKind::Query);
    queries.map(|p| text.line_of(p.span.start) + 1).collect()
}

/// The place where two texts differ: the start, and the ends in the first and in the second one.
pub(super) fn difference(old: &str, new: &str) -> (usize, usize, usize) {
    let common = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b);
    let mut start = common.count();
    while !old.is_char_boundary(start) {
        start -= 1;
    }
    let behind = old[start..].bytes().rev().zip(new[start..].bytes().rev());
    let mut common = behind.take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(old.len() - common) {
        common -= 1;
    }
    (start, old.len() - common, new.len() - common)
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn a_difference_is_between_characters() {
        let (start, end, new_end) = difference("a😀b", "a😁b");
        assert_eq!((&"a😀b"[start..end], &"a😁b"[start..new_end]), ("😀", "😁"));
        assert_eq!(difference("aa", "aaa"), (2, 2, 3));
        assert_eq!(difference("", ""), (0, 0, 0));
    }
}
