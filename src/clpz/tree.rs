//! The recorder of search trees: which decisions were made below which, what they removed, and how they
//! ended. Its JSON is what the page `assets/tree.html` draws. Knows events only.

use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::trace::{Cause, Event, Label};
use crate::fd::search::labeling::Move;
use indexmap::IndexMap;
use std::fmt::Write;

/// A place of the path that stands for nodes which are not recorded.
const UNRECORDED: u32 = u32::MAX;
/// Longest text of what one node removed; the page says that there is more.
const MOST_TEXT: usize = 4_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    Failed,
    Solved,
}

struct Node {
    parent: u32,
    /// Variable, move and value.
    decision: Option<(u32, Move, String)>,
    status: Status,
    /// `Variable:Values;…`, in the order of the events.
    removed: String,
    /// Why it failed, by the number of the reason.
    reason: u32,
}

/// A search tree in the making.
pub(super) struct Tree {
    most: usize,
    nodes: Vec<Node>,
    /// The nodes of the decisions in force.
    path: Vec<u32>,
    /// Variables with what was known of them at first.
    vars: IndexMap<Label, Option<Domain>>,
    reasons: IndexMap<String, ()>,
    branches: u64,
    failures: u64,
    solutions: u64,
}

impl Tree {
    /// An empty tree that keeps so many nodes.
    pub(super) fn new(most: usize) -> Tree {
        Tree {
            most: most.clamp(1, UNRECORDED as usize - 1),
            nodes: vec![Node {
                parent: UNRECORDED,
                decision: None,
                status: Status::Open,
                removed: String::new(),
                reason: 0,
            }],
            path: Vec::new(),
            vars: IndexMap::new(),
            reasons: IndexMap::new(),
            branches: 0,
            failures: 0,
            solutions: 0,
        }
    }

    fn here(&mut self) -> Option<&mut Node> {
        let at = self.path.last().copied().unwrap_or(0);
        self.nodes.get_mut(at as usize)
    }

    fn var(&mut self, label: &Label) -> u32 {
        self.vars.entry(label.clone()).or_insert(None);
        self.vars.get_index_of(label).unwrap_or(0) as u32
    }

    /// Takes note of an event.
    pub(super) fn hear(&mut self, event: &Event, constraint: Option<&str>) {
        match event {
            Event::Known { var, domain } => {
                let known = self.vars.entry(var.clone()).or_insert(None);
                known.get_or_insert_with(|| domain.clone());
            }
            Event::Posted(_) | Event::Restored { .. } | Event::Restart => {}
            Event::Removed { var, values, .. } => {
                let v = self.var(var);
                if let Some(node) = self.here()
                    && node.removed.len() < MOST_TEXT
                {
                    if !node.removed.is_empty() {
                        node.removed.push(';');
                    }
                    let _ = write!(node.removed, "{v}:{}", ranges(values));
                    if node.removed.len() >= MOST_TEXT {
                        node.removed.push_str(";…");
                    }
                }
            }
            Event::Branch {
                depth,
                var,
                made,
                value,
            } => {
                self.branches += 1;
                self.path.truncate((*depth as usize).saturating_sub(1));
                let parent = self.path.last().copied().unwrap_or(0);
                let mut at = UNRECORDED;
                if parent != UNRECORDED && self.nodes.len() < self.most {
                    let decision = Some((self.var(var), *made, value.to_string()));
                    at = self.nodes.len() as u32;
                    self.nodes.push(Node {
                        parent,
                        decision,
                        status: Status::Open,
                        removed: String::new(),
                        reason: 0,
                    });
                }
                self.path.push(at);
            }
            Event::Failed(by) => {
                self.failures += 1;
                let reason = match by {
                    Cause::Decision => "the value is not in the domain",
                    Cause::Told => "the program",
                    Cause::Cost => "not better than the best solution",
                    Cause::Constraint(_) => constraint.unwrap_or_default(),
                };
                let reason = match self.reasons.get_index_of(reason) {
                    Some(i) => i,
                    None => self.reasons.insert_full(reason.to_string(), ()).0,
                };
                if let Some(node) = self.here()
                    && node.status == Status::Open
                {
                    node.status = Status::Failed;
                    node.reason = reason as u32;
                }
            }
            Event::Backtrack { depth } => self.path.truncate(*depth as usize),
            Event::Solution { .. } => {
                self.solutions += 1;
                if let Some(node) = self.here() {
                    node.status = Status::Solved;
                }
            }
        }
    }

    /// The tree for the page.
    pub(super) fn json(&self, title: &str) -> String {
        let mut out = String::with_capacity(48 * self.nodes.len() + 1000);
        out.push_str("{\"title\":");
        quote(&mut out, title);
        let _ = write!(
            out,
            ",\"branches\":{},\"failures\":{},\"solutions\":{},\n\"vars\":[",
            self.branches, self.failures, self.solutions
        );
        for (i, (label, domain)) in self.vars.iter().enumerate() {
            comma(&mut out, i);
            let domain = domain.as_ref().map(ranges).unwrap_or_default();
            out.push('[');
            quote(&mut out, label);
            out.push(',');
            quote(&mut out, &domain);
            out.push(']');
        }
        out.push_str("],\n\"reasons\":[");
        for (i, reason) in self.reasons.keys().enumerate() {
            comma(&mut out, i);
            quote(&mut out, reason);
        }
        out.push_str("],\n\"nodes\":[\n");
        for (i, node) in self.nodes.iter().enumerate() {
            if i > 0 {
                out.push_str(",\n");
            }
            let parent = match node.parent {
                UNRECORDED => -1,
                p => i64::from(p),
            };
            let (var, made, value) = match &node.decision {
                Some((v, m, value)) => (i64::from(*v), *m as u8, value.as_str()),
                None => (-1, 0, ""),
            };
            let _ = write!(out, "[{parent},{var},{made},");
            quote(&mut out, value);
            let _ = write!(out, ",{},{},", node.status as u8, node.reason);
            quote(&mut out, &node.removed);
            out.push(']');
        }
        out.push_str("\n]}");
        out
    }
}

fn comma(out: &mut String, i: usize) {
    if i > 0 {
        out.push(',');
    }
}

/// A JSON string that may stand in a script.
fn quote(out: &mut String, s: &str) {
    out.push('"');
    for c in s.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '<' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Intervals as `1..3,5`.
fn ranges(d: &Domain) -> String {
    let mut out = String::new();
    for (i, (low, high)) in d.parts().iter().enumerate() {
        comma(&mut out, i);
        match (low, high) {
            (Bound::Fin(a), Bound::Fin(b)) if a == b => {
                let _ = write!(out, "{a}");
            }
            _ => {
                let _ = write!(out, "{low}..{high}");
            }
        }
    }
    out
}
