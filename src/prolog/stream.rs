//! The answers to one query as the text that the top level prints.
//!
//! Three blanks before the first answer, `;  ` before the next, a period after the last:
//!
//! ```text
//!    X = 1
//! ;  X = 2.
//! ```
//!
//! That is Horn's own style; in the others `;` stands after an answer. Knows answers and errors, not
//! where they come from or where the text goes.

use super::answer::Answer;
use super::complaint;
use super::error::Error;
use super::style::Style;

/// What to print around answers, depending on how many there were.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerStream {
    style: Style,
    answers: usize,
    /// The last answer left its line open: more may come.
    open: bool,
}

impl AnswerStream {
    /// No answers yet.
    pub fn new() -> AnswerStream {
        AnswerStream::default()
    }

    /// No answers yet, to be printed in a style.
    pub fn in_style(style: Style) -> AnswerStream {
        AnswerStream {
            style,
            ..AnswerStream::default()
        }
    }

    /// The style.
    pub fn style(&self) -> Style {
        self.style
    }

    /// How many answers there were.
    pub fn count(&self) -> usize {
        self.answers
    }

    /// Whether the newest answer waits to be followed by [`AnswerStream::more`] or
    /// [`AnswerStream::stop`].
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// What stands before the next text of the stream, given whether the output is at the start of a
    /// line: some styles never continue a line that the program wrote.
    pub fn fresh_line(&self, at_line_start: bool) -> &'static str {
        match self.style {
            Style::Swi | Style::Sicstus if !at_line_start => "\n",
            _ => "",
        }
    }

    /// The text of the next answer. The last one ends in a period (or `yes`) and a newline; after any
    /// other, the line is open.
    pub fn answer(&mut self, answer: &Answer) -> String {
        self.answer_asked(answer, false)
    }

    /// As [`AnswerStream::answer`]; with `ask`, the line stays open after the last answer too if the
    /// style asks the user even then.
    pub fn answer_asked(&mut self, answer: &Answer, ask: bool) -> String {
        let mut text = self.lead().to_string();
        self.answers += 1;
        text.push_str(&answer.text_in(self.style));
        let last = answer.is_last();
        self.open = !last;
        match self.style {
            Style::Horn => {
                if last {
                    text.push_str(period(&text));
                }
            }
            Style::Swi => {
                if answer.is_true() {
                    text.push_str("true");
                }
                text.push_str(match last {
                    true => period(&text),
                    false => " ",
                });
                if last {
                    text.push('\n');
                }
            }
            Style::Sicstus if text.is_empty() => {
                self.open = false;
                text.push_str("yes\n");
            }
            Style::Sicstus => {
                self.open = !last || ask;
                text.push_str(" ? ");
                if !self.open {
                    text.push_str(self.stop());
                }
            }
        }
        text
    }

    /// The text of an answer again, on a line of its own, in full if wanted. The line is open as it
    /// was before.
    pub fn again(&self, answer: &Answer, full: bool) -> String {
        let text = match full {
            true => answer.full_text_in(self.style),
            false => answer.text_in(self.style),
        };
        match self.style {
            Style::Horn => format!("\n   {text}"),
            Style::Swi if text.is_empty() => "\ntrue ".to_string(),
            Style::Swi => format!("\n{text} "),
            Style::Sicstus => format!("\n{text} ? "),
        }
    }

    /// What asks for another answer. Printed before the goal resumes, so that what the goal prints
    /// comes after it.
    pub fn more(&self) -> &'static str {
        match self.style {
            Style::Horn => "\n;  ",
            Style::Swi | Style::Sicstus => ";\n",
        }
    }

    /// The end of the stream when there are no more answers after the open ones.
    pub fn no(&self) -> String {
        match self.style {
            Style::Horn => format!("{}false.\n", self.lead()),
            Style::Swi => "false.\n\n".to_string(),
            Style::Sicstus => "no\n".to_string(),
        }
    }

    /// The end of the stream when the user does not want to see more.
    pub fn stop(&self) -> &'static str {
        match self.style {
            Style::Horn => "\n;  ... .\n",
            Style::Swi => ".\n\n",
            Style::Sicstus => "\nyes\n",
        }
    }

    /// The end of the stream when an error ended the query.
    pub fn error(&self, e: &Error) -> String {
        match e {
            e if self.style != Style::Horn => complaint::lines(e, self.style),
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
        match (self.style, self.answers) {
            (Style::Horn, 0) => "   ",
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
