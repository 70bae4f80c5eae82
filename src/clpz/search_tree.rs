//! The recorder of search trees: the decisions, the values that each of them removed, and their outcomes.
//! The page `pages/tree.html` draws its JSON. Knows events only.

use crate::base::int::Int;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::trace::{Cause, Event, Label};
use crate::fd::search::strategy::Move;
use indexmap::IndexMap;
use std::fmt::Write;

/// In the path, a node that is not recorded.
const UNRECORDED: u32 = u32::MAX;
/// The longest text of the values that one node removed; the page shows that the text is cut off.
const MAX_TEXT: usize = 4_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeStatus {
    Open,
    Failed,
    Solved,
}

struct SearchNode {
    parent: u32,
    /// Variable, move and value.
    decision: Option<(u32, Move, String)>,
    status: NodeStatus,
    /// `Variable:Values;…`, in the order of the events.
    removed: String,
    /// The reason of the failure, by index.
    reason: u32,
}

impl SearchNode {
    fn new(parent: u32, decision: Option<(u32, Move, String)>) -> SearchNode {
        SearchNode {
            parent,
            decision,
            status: NodeStatus::Open,
            removed: String::new(),
            reason: 0,
        }
    }
}

/// The search tree recorded so far.
pub(super) struct SearchTree {
    /// Nodes that are recorded at most.
    max_nodes: usize,
    nodes: Vec<SearchNode>,
    /// The nodes of the decisions in force.
    path: Vec<u32>,
    /// Variables with their first known domains.
    vars: IndexMap<Label, Option<Domain>>,
    reasons: IndexMap<String, ()>,
    branches: u64,
    failures: u64,
    solutions: u64,
}

impl SearchTree {
    /// A tree of the root alone, which records at most `max_nodes` nodes.
    pub(super) fn new(max_nodes: usize) -> SearchTree {
        SearchTree {
            max_nodes: max_nodes.clamp(1, UNRECORDED as usize - 1),
            nodes: vec![SearchNode::new(UNRECORDED, None)],
            path: Vec::new(),
            vars: IndexMap::new(),
            reasons: IndexMap::new(),
            branches: 0,
            failures: 0,
            solutions: 0,
        }
    }

    fn here(&mut self) -> Option<&mut SearchNode> {
        let at = self.path.last().copied().unwrap_or(0);
        self.nodes.get_mut(at as usize)
    }

    fn var(&mut self, label: &Label) -> u32 {
        self.vars.entry(label.clone()).or_insert(None);
        self.vars.get_index_of(label).unwrap_or(0) as u32
    }

    /// Records an event.
    pub(super) fn record(&mut self, event: &Event, constraint: Option<&str>) {
        match event {
            Event::Known { var, domain } => {
                let known = self.vars.entry(var.clone()).or_insert(None);
                known.get_or_insert_with(|| domain.clone());
            }
            Event::Posted(_) | Event::Restored { .. } | Event::Restart => {}
            Event::Removed { var, values, .. } => self.record_removal(var, values),
            Event::Branch {
                depth,
                var,
                made,
                value,
            } => self.record_branch(*depth, var, *made, value),
            Event::Failed(by) => self.record_failure(by, constraint),
            Event::Backtrack { depth } => self.path.truncate(*depth as usize),
            Event::Solution { .. } => {
                self.solutions += 1;
                if let Some(node) = self.here() {
                    node.status = NodeStatus::Solved;
                }
            }
        }
    }

    fn record_removal(&mut self, var: &Label, values: &Domain) {
        let v = self.var(var);
        if let Some(node) = self.here()
            && node.removed.len() < MAX_TEXT
        {
            if !node.removed.is_empty() {
                node.removed.push(';');
            }
            let _ = write!(node.removed, "{v}:{}", ranges(values));
            if node.removed.len() >= MAX_TEXT {
                node.removed.push_str(";…");
            }
        }
    }

    fn record_branch(&mut self, depth: u64, var: &Label, made: Move, value: &Int) {
        self.branches += 1;
        self.path.truncate((depth as usize).saturating_sub(1));
        let parent = self.path.last().copied().unwrap_or(0);
        let mut at = UNRECORDED;
        if parent != UNRECORDED && self.nodes.len() < self.max_nodes {
            let decision = Some((self.var(var), made, value.to_string()));
            at = self.nodes.len() as u32;
            self.nodes.push(SearchNode::new(parent, decision));
        }
        self.path.push(at);
    }

    fn record_failure(&mut self, by: &Cause, constraint: Option<&str>) {
        self.failures += 1;
        let reason = match by {
            Cause::Decision => "the value is not in the domain",
            Cause::Program => "the program",
            Cause::Cost => "not better than the best solution",
            Cause::Constraint(_) => constraint.unwrap_or_default(),
        };
        let reason = match self.reasons.get_index_of(reason) {
            Some(i) => i,
            None => self.reasons.insert_full(reason.to_string(), ()).0,
        };
        if let Some(node) = self.here()
            && node.status == NodeStatus::Open
        {
            node.status = NodeStatus::Failed;
            node.reason = reason as u32;
        }
    }

    /// The tree as JSON for the page.
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

/// Writes a JSON string that may stand in a script.
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
