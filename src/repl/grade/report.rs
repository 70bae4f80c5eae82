//! The marks of a class as a table, as JSON and as comma-separated values.

use super::worker::{Graded, GradedMark};
use crate::repl::quantities::noun;
use crate::repl::test_runner::difference;
use crate::testing::{Exercise, Task};
use serde_json::{Value, json};
use std::fmt::Write;

/// Points as short as possible.
fn shown(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Points with their unit.
fn in_words(points: f64) -> String {
    match shown(points) {
        one if one == "1" => "1 point".to_string(),
        n => format!("{n} points"),
    }
}

fn all_points(exercise: &Exercise) -> f64 {
    exercise.tasks().iter().map(|t| t.points).sum()
}

/// Remarks on a submission besides its points.
fn remarks(graded: &Graded) -> String {
    let mut remarks = graded.notes.clone();
    match graded.errors {
        0 => {}
        1 => remarks.push("1 error".to_string()),
        n => remarks.push(format!("{n} errors")),
    }
    remarks.join("; ")
}

/// The points of a query in the table; with the reason, unless it is just other answers.
fn cell(mark: &GradedMark) -> String {
    match mark.verdict.as_str() {
        "holds" | "differs" => shown(mark.points),
        reason => reason.to_string(),
    }
}

/// The name of a query in remarks: its title, or else the query.
fn title(task: &Task) -> &str {
    match task.title.is_empty() {
        true => &task.query,
        false => &task.title,
    }
}

/// The table, with the queries above it and the mean below.
pub(super) fn table(exercise: &Exercise, class: &[Graded]) -> String {
    let mut text = String::new();
    for (i, task) in exercise.tasks().iter().enumerate() {
        let _ = writeln!(
            text,
            "{}. {}, line {}: {}",
            i + 1,
            in_words(task.points),
            task.line,
            title(task)
        );
    }
    let mut rows = vec![vec!["submission".to_string()]];
    rows[0].extend((1..=exercise.tasks().len()).map(|i| i.to_string()));
    rows[0].extend([format!("of {}", shown(all_points(exercise))), String::new()]);
    for graded in class {
        let mut row = vec![graded.name.clone()];
        row.extend(graded.marks.iter().map(cell));
        row.extend([shown(graded.points()), remarks(graded)]);
        rows.push(row);
    }
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|i| {
            rows.iter()
                .map(|row| console::measure_text_width(&row[i]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    text.push('\n');
    for row in &rows {
        let last = row.len() - 1;
        let mut line = String::new();
        for (i, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(width - console::measure_text_width(cell));
            let _ = match i {
                0 => write!(line, "{cell}{blanks}"),
                _ if i == last => write!(line, "  {cell}"),
                _ => write!(line, "  {blanks}{cell}"),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let mean = class.iter().map(Graded::points).sum::<f64>() / class.len().max(1) as f64;
    let _ = writeln!(
        text,
        "\n{} {}, {} on average",
        class.len(),
        noun(class.len() as u64, ["submission", "submissions"]),
        in_words(mean)
    );
    text
}

/// The points that each submission has lost, and the reasons.
pub(super) fn details(exercise: &Exercise, class: &[Graded], coloured: bool) -> String {
    let mut text = String::new();
    for graded in class {
        for message in &graded.messages {
            let _ = write!(text, "\n{}", message.trim_end());
        }
        if !graded.messages.is_empty() {
            text.push('\n');
        }
        for (i, (mark, task)) in graded.marks.iter().zip(exercise.tasks()).enumerate() {
            if mark.verdict == "holds" {
                continue;
            }
            let _ = writeln!(
                text,
                "\n{}: {}. {}: {}",
                graded.name,
                i + 1,
                title(task),
                cell(mark)
            );
            if mark.verdict == "crash" {
                continue;
            }
            let _ = writeln!(text, "{}\n- expected, + actual:", task.query);
            let [expected, actual] =
                [&mark.expected, &mark.actual].map(|t| t.strip_suffix('.').unwrap_or(t));
            text.push_str(&difference(expected, actual, coloured));
        }
    }
    text
}

/// A submission as an object.
pub(super) fn object(exercise: &Exercise, graded: &Graded) -> Value {
    let marks = graded.marks.iter().zip(exercise.tasks());
    let marks = marks.map(|(mark, task)| {
        json!({
            "line": task.line, "query": task.query, "title": task.title, "of": task.points,
            "points": mark.points, "verdict": mark.verdict, "expected": mark.expected,
            "actual": mark.actual, "seconds": mark.seconds,
        })
    });
    json!({
        "submission": graded.name, "points": graded.points(), "of": all_points(exercise),
        "marks": marks.collect::<Vec<_>>(), "errors": graded.errors, "messages": graded.messages,
        "notes": graded.notes, "complete": !graded.incomplete,
    })
}

/// The head of the comma-separated values.
pub(super) fn head(exercise: &Exercise) -> String {
    let mut cells = vec!["submission".to_string()];
    cells.extend(exercise.tasks().iter().map(|t| title(t).to_string()));
    cells.extend(["points", "of", "remarks"].map(String::from));
    line(&cells)
}

/// A submission as comma-separated values.
pub(super) fn values(exercise: &Exercise, graded: &Graded) -> String {
    let mut cells = vec![graded.name.clone()];
    cells.extend(graded.marks.iter().map(|m| shown(m.points)));
    cells.extend([
        shown(graded.points()),
        shown(all_points(exercise)),
        remarks(graded),
    ]);
    line(&cells)
}

/// A line of comma-separated values, as in RFC 4180. A text that a spreadsheet would compute gets a quote before it.
fn line(cells: &[String]) -> String {
    let cells = cells.iter().map(|cell| {
        let cell = match cell.starts_with(['=', '+', '-', '@']) {
            true => format!("'{cell}"),
            false => cell.clone(),
        };
        match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell,
        }
    });
    format!("{}\r\n", cells.collect::<Vec<_>>().join(","))
}
