//! A machine of a page, with its query.

use crate::error::{error, messages};
use crate::output::Output;
use crate::request::{Fault, Request};
use horn::{Access, Answer, Error, Limit, Machine, Query, Strictness};
use serde_json::{Value, json};
use std::io::Cursor;
use std::task::Poll;
use std::time::Duration;

/// The bytes that files in memory may have together, unless the page sets another number.
const FILES: u64 = 64 << 20;

/// The bytes of the heap and the stacks together, unless the page sets another number: a page has no more than 4 GiB, and
/// a collection needs as much again as it collects.
const MEMORY: u64 = 256 << 20;

/// The inferences of a slice, unless the page sets another number.
const SLICE: u64 = 100_000;

/// The flags for learners: lists of letters are written as lists, and meta-interpreters see clauses.
const LEARNERS: &str = "set_prolog_flag(answer_write_options, [double_quotes(false)]), \
                        set_prolog_flag(protect_static_code, false)";

/// A machine, with its query.
pub(crate) struct Session {
    state: State,
    output: Output,
    /// True if answers are given as values too.
    values: bool,
}

enum State {
    Idle(Box<Machine>),
    Open(Box<Query<'static>>),
    /// Between two other states.
    Lost,
}

const LOST: &str = "the machine was lost";

/// The limits in a request.
fn limits(request: &Request) -> Result<Vec<Limit>, Fault> {
    let n = |name| request.number(name);
    let bytes = |name| -> Result<Option<usize>, Fault> {
        Ok(n(name)?.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)))
    };
    let given = [
        bytes("memory")?.map(|bytes| Limit::Memory(Some(bytes))),
        bytes("catchableMemory")?.map(|bytes| Limit::CatchableMemory(Some(bytes))),
        n("milliseconds")?.map(|ms| Limit::Time(Some(Duration::from_millis(ms)))),
        n("inferences")?.map(|n| Limit::Inferences(Some(n))),
        n("propagations")?.map(|n| Limit::Propagations(Some(n))),
        n("answers")?.map(|n| Limit::Answers(Some(n))),
        n("output")?.map(|n| Limit::Output(Some(n))),
    ];
    Ok(given.into_iter().flatten().collect())
}

impl Session {
    /// A new machine, with the limits and files of a request.
    pub(crate) fn new(request: &Request, now: fn() -> Duration) -> Result<Session, Fault> {
        let output = Output::default();
        let mut access = Access::none()
            .clock_of(now)
            .seed(request.number("seed")?.unwrap_or_default())
            .files_in_memory(request.number("fileBytes")?.unwrap_or(FILES))
            .output(output.clone())
            .error_output(output.clone());
        for (name, text) in request.texts("files")? {
            access = access.file(name, text);
        }
        if !request.0["input"].is_null() {
            access = access.input(Cursor::new(request.text("input")?.to_string()));
        }
        let mut builder = Machine::builder()
            .access(access)
            .limit(Limit::CatchableMemory(usize::try_from(MEMORY).ok()));
        for limit in limits(request)? {
            builder = builder.limit(limit);
        }
        let mut machine = builder.build().map_err(|e| e.to_string())?;
        if request.flag("learn") {
            // As at the top level for learners.
            machine.run(LEARNERS).map_err(|e| e.to_string())?;
        }
        Ok(Session {
            state: State::Idle(Box::new(machine)),
            output,
            values: false,
        })
    }

    pub(crate) fn carry_out(&mut self, what: &str, request: &Request) -> Result<Value, Fault> {
        match what {
            "consult" => self.consult(request),
            "query" => self.query(request),
            "step" => self.step(request),
            "whole" => self.whole(),
            "extend" => self.extend(request),
            "close" => {
                self.machine()?;
                Ok(json!({}))
            }
            "limit" => {
                let machine = self.machine()?;
                for limit in limits(request)? {
                    machine.set_limit(limit);
                }
                Ok(json!({}))
            }
            "input" => {
                let text = request.text("text")?.to_string();
                self.machine()?.set_input(Box::new(Cursor::new(text)));
                Ok(json!({}))
            }
            "check" => self.check(request),
            _ => Err(format!("there is no request \"{what}\"")),
        }
    }

    /// The machine, whose query is closed.
    fn machine(&mut self) -> Result<&mut Machine, Fault> {
        self.state = match std::mem::replace(&mut self.state, State::Lost) {
            State::Open(query) => match query.into_machine() {
                Some(machine) => State::Idle(Box::new(machine)),
                None => State::Lost,
            },
            other => other,
        };
        match &mut self.state {
            State::Idle(machine) => Ok(machine),
            State::Open(_) | State::Lost => Err(LOST.into()),
        }
    }

    fn open(&mut self) -> Result<&mut Query<'static>, Fault> {
        match &mut self.state {
            State::Open(query) => Ok(query),
            State::Idle(_) | State::Lost => Err("no query is open".into()),
        }
    }

    /// Adds what a program has written: its output, and its files.
    fn with_output(&mut self, mut response: Value) -> Value {
        let files = match &mut self.state {
            State::Idle(machine) => machine.take_written_files(),
            State::Open(query) => query.take_written_files(),
            State::Lost => Vec::new(),
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let files = files.iter();
        let files = files
            .map(|(path, bytes)| json!({ "path": path.to_string_lossy(), "text": text(bytes) }));
        response["files"] = files.collect();
        response["output"] = json!(self.output.take());
        response
    }

    fn consult(&mut self, request: &Request) -> Result<Value, Fault> {
        let (name, text) = (request.text("name")?, request.text("text")?);
        let machine = self.machine()?;
        let response = match machine.consult_str(name, text) {
            Ok(list) => json!({ "messages": messages(&list) }),
            Err(Error::Load(list)) => json!({ "messages": messages(&list) }),
            Err(e) => {
                let explanation = machine.explain(&e);
                let list = machine.take_messages();
                let error = error(&e, explanation.as_ref());
                json!({ "messages": messages(&list), "error": error })
            }
        };
        Ok(self.with_output(response))
    }

    fn query(&mut self, request: &Request) -> Result<Value, Fault> {
        let text = request.text("text")?;
        self.values = request.flag("values");
        self.machine()?;
        let State::Idle(machine) = std::mem::replace(&mut self.state, State::Lost) else {
            return Err(LOST.into());
        };
        let mut query = machine.into_query(text);
        if !self.values {
            query = query.only_to_print();
        }
        let refusal = query.refusal().map(|e| error(e, None));
        self.state = State::Open(Box::new(query));
        if refusal.is_some() {
            self.machine()?;
        }
        Ok(json!({ "error": refusal }))
    }

    /// Runs the query for one slice.
    fn step(&mut self, request: &Request) -> Result<Value, Fault> {
        let slice = request.number("slice")?.unwrap_or(SLICE);
        let values = self.values;
        let query = self.open()?;
        let event = query.run_for(slice);
        let mut response = match &event {
            Poll::Pending => json!({ "state": "running" }),
            Poll::Ready(Some(Ok(answer))) => found(answer, values),
            Poll::Ready(Some(Err(e))) => {
                let explanation = query.explain(e);
                let text = e.to_string();
                json!({ "state": "error", "error": error(e, explanation.as_ref()), "end": period(&text) })
            }
            Poll::Ready(None) => json!({ "state": "false" }),
        };
        let list = query.take_messages();
        if !list.is_empty() {
            response["messages"] = messages(&list);
        }
        response["spent"] = spent(query);
        Ok(self.with_output(response))
    }

    /// The whole text of the newest answer.
    fn whole(&mut self) -> Result<Value, Fault> {
        let answer = self.open()?.whole();
        Ok(json!({ "text": answer.map(|answer| answer.full_text()) }))
    }

    /// Grants the query more of the resources of a request.
    fn extend(&mut self, request: &Request) -> Result<Value, Fault> {
        let more = limits(request)?;
        let query = self.open()?;
        let mut goes_on = false;
        for limit in more {
            goes_on |= query.extend(limit);
        }
        Ok(json!({ "goesOn": goes_on }))
    }

    /// Runs the quads of a text, or that of one line.
    fn check(&mut self, request: &Request) -> Result<Value, Fault> {
        let (name, text) = (request.text("name")?, request.text("text")?);
        let line = request.number("line")?;
        let wanted = |n: usize| line.is_none_or(|line| line == n as u64);
        let machine = self.machine()?;
        let report = machine.check_quads_where(name, text, Strictness::Exact, &wanted);
        let failures = report.failures.iter().map(|f| {
            json!({
                "line": f.query_line, "query": f.query, "expected": f.expected, "actual": f.actual,
                "malformed": f.malformed,
            })
        });
        let failures: Value = failures.collect();
        let response =
            json!({ "checked": report.checked, "skipped": report.skipped, "failures": failures });
        Ok(self.with_output(response))
    }
}

fn spent(query: &Query<'_>) -> Value {
    let spent = query.spent();
    json!({
        "inferences": spent.inferences,
        "propagations": spent.propagations,
        "milliseconds": spent.time.as_secs_f64() * 1000.0,
    })
}

/// An answer with its text, and with the values of its variables if they are wanted.
fn found(answer: &Answer, values: bool) -> Value {
    let text = answer.to_string();
    let mut response = json!({
        "state": "answer",
        "text": text,
        "last": answer.is_last(),
        "shortened": answer.is_shortened(),
        "end": period(&text),
    });
    if values && let Ok(data) = serde_json::to_value(answer) {
        response["bindings"] = data["bindings"].clone();
        response["goals"] = data["goals"].clone();
    }
    response
}

/// The period after a text, with a blank before it if it would become part of a symbol.
fn period(text: &str) -> &'static str {
    match text.ends_with(|c| "#$&*+-./:<=>?@\\^~".contains(c)) {
        true => " .",
        false => ".",
    }
}
