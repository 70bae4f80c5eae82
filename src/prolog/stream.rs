//! The answers to one query as the text that the top level prints.
//!
//! Three blanks before the first answer, `;  ` before the next, a period after the last:
//!
//! ```text
//!    X = 1
//! ;  X = 2.
//! ```
//!
//! Knows answers and errors, not where they come from or where the text goes.

use super::answer::Answer;
use super::error::Error;

/// What to print around answers, depending on how many there were.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerStream {
    answers: usize,
}

impl AnswerStream {
    /// No answers yet.
    pub fn new() -> AnswerStream {
        AnswerStream::default()
    }

    /// How many answers there were.
    pub fn count(&self) -> usize {
        self.answers
    }

    /// The text of the next answer. The last one ends in a period and a newline; after any other,
    /// the line is open.
    pub fn answer(&mut self, answer: &Answer) -> String {
        let mut text = self.lead().to_string();
        self.answers += 1;
        text.push_str(&answer.to_string());
        if answer.is_last() {
            text.push_str(period(&text));
        }
        text
    }

    /// The text of an answer again, on a line of its own.
    pub fn again(text: &str) -> String {
        format!("\n   {text}")
    }

    /// What asks for another answer. Printed before the goal resumes, so that what the goal prints
    /// comes after it.
    pub fn more(&self) -> &'static str {
        "\n;  "
    }

    /// The end of the stream when there are no more answers after the open ones.
    pub fn no(&self) -> String {
        format!("{}false.\n", self.lead())
    }

    /// The end of the stream when the user does not want to see more.
    pub fn stop(&self) -> &'static str {
        "\n;  ... .\n"
    }

    /// The end of the stream when an error ended the query.
    pub fn error(&self, e: &Error) -> String {
        match e {
            Error::Syntax(d) => {
                let kind = d.syntax_error.unwrap_or("syntax_error");
                let line = d.place.map_or(1, |(line, _)| line);
                format!("error(syntax_error({kind}),read_term/3:{line}).\n")
            }
            e => {
                let mut text = format!("{}{e}", self.lead());
                text.push_str(period(&text));
                text
            }
        }
    }

    /// Later answers continue the line that `;  ` began.
    fn lead(&self) -> &'static str {
        match self.answers {
            0 => "   ",
            _ => "",
        }
    }
}

/// The period that ends a text, apart from a symbol character that it would fuse with.
fn period(text: &str) -> &'static str {
    match text.ends_with(|c: char| "+-*/\\^<>=~:.?@#&$".contains(c)) {
        true => " .\n",
        false => ".\n",
    }
}
