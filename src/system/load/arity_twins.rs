//! Facts that have lost an argument, or have one too many: a single one beside those of a predicate with the same name.

use crate::base::tree::{NodeId, Tree};
use crate::code::pred::PredId;
use crate::syntax::Span;
use crate::system::lint::clause::indicator;
use crate::system::lint::{At, CheckId, Finding};
use crate::system::load::messages::indicator_text;
use crate::system::load::session::{FactTwin, LoadSession};

impl LoadSession<'_> {
    /// Notes a single fact before or after facts with one argument more or less: one of the two newest runs of clauses,
    /// which are complete.
    pub(super) fn note_twin(&mut self) {
        let [a, b] = self.runs;
        let (Some(p), Some(q)) = (a.pred, b.pred) else {
            return;
        };
        if !a.is_facts || !b.is_facts || !self.is_checked() || !self.outer.is_empty() {
            return;
        }
        let twin = match (a.count, b.count) {
            (1, 2..) => FactTwin {
                single: p,
                at: a.last,
                other: q,
                beside: b.first,
            },
            (2.., 1) => FactTwin {
                single: q,
                at: b.last,
                other: p,
                beside: a.last,
            },
            _ => return,
        };
        let (single, other) = (self.vm.db.pred(twin.single), self.vm.db.pred(twin.other));
        let has_one_name = (single.module, single.name) == (other.module, other.name);
        let is_near = single.arity > 0 && single.arity.abs_diff(other.arity) == 1;
        if has_one_name && is_near && !self.twins.reported.contains(&twin.single) {
            self.twins.noted.push(twin);
        }
    }

    /// Notes the predicates that a query of the text may call.
    pub(super) fn note_query(&mut self, tree: &Tree, goal: NodeId) {
        if !self.is_checked() {
            return;
        }
        let mut rest = vec![goal];
        while let Some(n) = rest.pop() {
            self.twins.called.extend(indicator(tree, n));
            rest.extend(tree.args(n));
        }
    }

    /// Reports the facts of [`LoadSession::note_twin`] that are the only clause of their predicate, which nothing in the
    /// text calls and no module exports.
    pub(super) fn end_twins(&mut self) {
        self.note_twin();
        for twin in std::mem::take(&mut self.twins.noted) {
            let (single, other) = (self.vm.db.pred(twin.single), self.vm.db.pred(twin.other));
            let what = (single.name, single.arity);
            let is_declared = single.properties.discontiguous || other.properties.discontiguous;
            let is_called = self.calls.callees.iter().any(|(w, _)| *w == what)
                || self.calls.mentioned.contains(&what)
                || self.twins.called.contains(&what);
            let module = self.vm.ext.modules.get(self.module);
            let is_exported = module.is_some_and(|m| m.exports().any(|e| e == what));
            if is_declared
                || is_called
                || is_exported
                || self.clauses_of(what) != Some(1)
                || self.twins.reported.contains(&twin.single)
            {
                continue;
            }
            let names = [twin.single, twin.other].map(|p| indicator_text(self.vm, p));
            let message = format!(
                "a fact of {} stands beside the facts of {}, and nothing here calls it",
                names[0], names[1]
            );
            self.report_twin((twin.single, twin.at), (twin.other, twin.beside), message);
        }
    }

    /// Reports a clause that is one of another predicate, most likely: the predicates, each with the place of a clause.
    pub(super) fn report_twin(
        &mut self,
        (single, at): (PredId, Span),
        (other, beside): (PredId, Span),
        message: String,
    ) {
        self.twins.reported.push(single);
        let (given, wanted) = (self.vm.db.pred(single).arity, self.vm.db.pred(other).arity);
        let name = self.vm.db.pred(other).name;
        let finding = Finding::new(At::Span(at), message)
            .label(arguments(given))
            .place(At::Span(beside), arguments(wanted))
            .hint(match given < wanted {
                true => "is an argument missing?",
                false => "is there an argument too many?",
            });
        self.found(CheckId::ArityTwin, Some((name, wanted)), finding);
    }
}

/// A number of arguments, in words.
fn arguments(count: u32) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}
