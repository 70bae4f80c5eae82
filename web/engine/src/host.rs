//! The machines of a page, and the requests to them.

use crate::request::{Fault, Request};
use crate::session::Session;
use horn::{Document, QuadPlace, Span, TokenClass, highlight};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Machines by their numbers. `index.d.ts` documents the requests by what they are for.
pub struct Host {
    now: fn() -> Duration,
    last: u64,
    sessions: BTreeMap<u64, Session>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let machines: Vec<&u64> = self.sessions.keys().collect();
        f.debug_struct("Host")
            .field("machines", &machines)
            .finish_non_exhaustive()
    }
}

impl Host {
    /// A host without machines, whose programs go by a clock: the time since 1970-01-01 00:00 UTC.
    pub fn new(now: fn() -> Duration) -> Host {
        Host {
            now,
            last: 0,
            sessions: BTreeMap::new(),
        }
    }

    /// Carries out a request. The response has a field `fault` if the request does not follow the protocol.
    pub fn respond(&mut self, request: &[u8]) -> String {
        let response = Request::read(request).and_then(|request| self.carry_out(&request));
        let value = response.unwrap_or_else(|fault| json!({ "fault": fault }));
        value.to_string()
    }

    fn carry_out(&mut self, request: &Request) -> Result<Value, Fault> {
        match request.text("do")? {
            "version" => Ok(json!({ "version": env!("CARGO_PKG_VERSION") })),
            "new" => {
                let session = Session::new(request, self.now)?;
                self.last += 1;
                self.sessions.insert(self.last, session);
                Ok(json!({ "machine": self.last }))
            }
            "drop" => {
                let number = request.number("machine")?.unwrap_or_default();
                Ok(json!({ "dropped": self.sessions.remove(&number).is_some() }))
            }
            "quads" => {
                let text = request.text("text")?;
                let places = match request.flag("block") {
                    true => queries_of_block(text),
                    false => Document::Program.queries(text),
                };
                let quad = |p: &QuadPlace| json!({ "line": p.line, "query": p.query });
                Ok(json!({ "quads": places.iter().map(quad).collect::<Value>() }))
            }
            "highlight" => Ok(json!({ "tokens": tokens(request.text("text")?) })),
            what => {
                let number = request.number("machine")?.unwrap_or_default();
                let session = self.sessions.get_mut(&number);
                let session = session.ok_or_else(|| format!("there is no machine {number}"))?;
                session.carry_out(what, request)
            }
        }
    }
}

/// The queries of a text that is a block of Markdown: quads, or a transcript.
fn queries_of_block(text: &str) -> Vec<QuadPlace> {
    const FENCE: &str = "~~~~~~~~~~~~~~~~";
    let page = format!("{FENCE}prolog\n{text}\n{FENCE}\n");
    let mut places = Document::Markdown.queries(&page);
    places.iter_mut().for_each(|place| place.line -= 1);
    places
}

/// The tokens of a text that are coloured: start, end, and class, where a position counts UTF-16 units, as strings of
/// JavaScript do.
fn tokens(text: &str) -> Value {
    let (mut at, mut units) = (0, 0);
    let mut position = |offset: usize| {
        units += text[at..offset].encode_utf16().count();
        at = offset;
        units
    };
    let coloured = |(span, class): (Span, TokenClass)| {
        let class = format!("{class:?}").to_lowercase();
        json!([position(span.start), position(span.end), class])
    };
    highlight(text).into_iter().map(coloured).collect()
}
