//! One load: its state, its messages, and running goals during it.

use crate::base::atom::{Atom, atoms};
use crate::base::lines::ends_of_lines;
use crate::code::pred::{Key, PredId};
use crate::machine::{Ball, Cell, Record};
use crate::syntax::{Position, ReadBuffers, ReadOptions, ReadTerm, Span, program_start};
use crate::system::lint::Committed;
use crate::system::lint::recursion::Recursion;
use crate::system::lint::walk::Calls;
use crate::system::load::dialect;
use crate::system::load::loader::FileRecord;
use crate::system::load::text_access;
use crate::system::module_table::Indicator;
use crate::system::{Vm, modules};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Runs `work`, then undoes its bindings and releases the heap that it used.
pub(crate) fn on_heap<R>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> R) -> R {
    let mut mark = vm.start(Cell::atom(atoms::TRUE));
    let result = work(vm);
    vm.finish(&mut mark);
    result
}

/// Returns true if a ball stops a load: halting, an interrupt, a limit of the whole query.
pub(crate) fn stops(vm: &mut Vm, ball: &Ball) -> bool {
    if ball.is_limiting() {
        return true;
    }
    on_heap(vm, |vm| {
        let mut t = ball.term().restore(&mut vm.heap);
        loop {
            if let Some(a) = t.to_atom() {
                return matches!(
                    &*vm.atoms.text(a),
                    "$interrupt" | "interrupted" | "$aborted"
                );
            }
            if !t.is_structure() {
                return false;
            }
            let (f, _) = vm.heap.functor_of(t);
            let name = vm.functors.get(f).0;
            let first = vm.heap.deref(vm.heap.get(vm.heap.args_at(t)));
            match &*vm.atoms.text(name) {
                "$halt" | "halt" | "unwind" => return true,
                "resource_error" => {
                    return first
                        .to_atom()
                        .is_some_and(|a| matches!(a, atoms::TIME | atoms::INFERENCES));
                }
                "error" => t = first,
                _ => return false,
            }
        }
    })
}

/// The predicate of a hook, if the program defines it.
pub(crate) fn hook(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    modules::own(vm, module, name, arity).filter(|&p| vm.db.clause_count(p) > 0)
}

/// The goal `module:goal` on the heap.
pub(crate) fn qualified(vm: &mut Vm, module: Atom, goal: Cell) -> Cell {
    if module == atoms::USER {
        return goal;
    }
    vm.compound(atoms::COLON, &[Cell::atom(module), goal])
}

/// The expansion hooks that a module's text is subject to.
#[derive(Clone, Copy)]
pub(crate) struct Hooks {
    pub(crate) terms: [PredId; 3],
    pub(crate) goals: [PredId; 3],
    /// True for the text of an embedded library, which programs must not expand.
    pub(crate) off: bool,
    /// True if the text has loops of library(do_loops).
    pub(crate) loops: bool,
    /// True if the text may have functions on dicts.
    pub(crate) dicts: bool,
}

impl Hooks {
    pub(crate) fn new(vm: &mut Vm, module: Atom, off: bool) -> Hooks {
        let (t, g) = (
            vm.atoms.intern("term_expansion"),
            vm.atoms.intern("goal_expansion"),
        );
        let mut all =
            |name| [module, atoms::USER, atoms::SYSTEM].map(|m| modules::pred(vm, m, name, 2));
        Hooks {
            terms: all(t),
            goals: all(g),
            loops: dialect::has_loops(vm, module),
            dicts: vm.ext.modules.ops(module).dicts,
            off,
        }
    }

    /// Returns true if some `term_expansion/2` has clauses.
    pub(crate) fn expands_terms(&self, vm: &Vm) -> bool {
        !self.off && self.terms.iter().any(|&p| vm.db.clause_count(p) > 0)
    }

    /// Returns true if some `goal_expansion/2` has clauses.
    pub(crate) fn expands_goals(&self, vm: &Vm) -> bool {
        !self.off && self.goals.iter().any(|&p| vm.db.clause_count(p) > 0)
    }
}

/// A text that is being read.
#[derive(Clone)]
pub(crate) struct ProgramText {
    pub(crate) name: Arc<str>,
    pub(crate) text: Arc<str>,
    /// The number of the text, which its clauses keep.
    pub(crate) number: u32,
    /// The offset at which the next term is read.
    pub(crate) at: usize,
    /// An offset and its line, at or before the current term.
    pub(crate) known: (usize, u32),
    /// The position of the newest syntax error: that of the next one is counted from there.
    pub(crate) newest_error: Position,
    /// The place of the last term, if it is a rule.
    pub(crate) rule: Option<Span>,
}

impl ProgramText {
    pub(crate) fn new(vm: &mut Vm, name: Arc<str>, text: Arc<str>) -> ProgramText {
        let number = text_access::number(vm, &name, &text);
        ProgramText::numbered(name, text, number)
    }

    /// A text that has a number.
    pub(super) fn numbered(name: Arc<str>, text: Arc<str>, number: u32) -> ProgramText {
        let at = program_start(&text);
        ProgramText {
            name,
            text,
            number,
            at,
            known: (0, 1),
            newest_error: Position::default(),
            rule: None,
        }
    }

    /// The line of an offset; cheap when offsets grow.
    pub(crate) fn line(&mut self, offset: usize) -> u32 {
        let offset = offset.min(self.text.len());
        let (from, line) = if offset >= self.known.0 {
            self.known
        } else {
            (0, 1)
        };
        let lines = ends_of_lines(&self.text.as_bytes()[from..offset]);
        self.known = (offset, line + lines as u32);
        self.known.1
    }

    /// The position of an offset; cheap when offsets grow.
    pub(crate) fn position(&mut self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let start = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let line = self.line(offset);
        let in_line = Position::in_text(&self.text[start..], offset - start, Position::default());
        Position {
            line,
            offset,
            ..in_line
        }
    }
}

/// `:- if(G)` and what follows it.
pub(crate) struct ConditionalBlock {
    /// True while the text of the current branch is read.
    pub(crate) active: bool,
    /// True if a branch was taken, or if none may be taken.
    pub(crate) done: bool,
    /// True after `else`.
    pub(crate) last: bool,
    /// Its place.
    pub(crate) source: ProgramText,
    pub(crate) span: Span,
}

/// The state of a predicate that a load has clauses for.
#[derive(Clone, Copy, Default)]
pub(crate) struct PredicateSeen {
    /// True if it must not be defined; this was reported.
    pub(crate) refused: bool,
    /// True if its clauses are not contiguous; this was reported.
    pub(crate) scattered: bool,
    /// True if it was only declared so far.
    pub(crate) bare: bool,
    /// True if its clauses may come from several files.
    pub(crate) multifile: bool,
    /// The place of the first clause or declaration.
    pub(crate) first: Span,
}

/// Contiguous clauses of one predicate.
#[derive(Clone, Copy, Default)]
pub(crate) struct ClauseRun {
    pub(crate) pred: Option<PredId>,
    /// The places of the oldest and of the newest clause.
    pub(crate) first: Span,
    pub(crate) last: Span,
    /// The number of clauses.
    pub(crate) count: u32,
    /// True if none of them has a body.
    pub(crate) is_facts: bool,
}

/// A single fact beside those of a predicate with the same name, and one argument more or less.
pub(crate) struct FactTwin {
    pub(crate) single: PredId,
    pub(crate) at: Span,
    pub(crate) other: PredId,
    /// The place of the nearest fact of the other predicate.
    pub(crate) beside: Span,
}

/// The facts that may have lost an argument.
#[derive(Default)]
pub(crate) struct FactTwins {
    pub(crate) noted: Vec<FactTwin>,
    /// The predicates that queries of the text may call.
    pub(crate) called: FxHashSet<Indicator>,
    /// The predicates of those that were reported.
    pub(crate) reported: Vec<PredId>,
}

/// A goal to be run after the load.
pub(crate) struct DeferredGoal {
    pub(crate) goal: Record,
    /// Its place.
    pub(crate) source: ProgramText,
    pub(crate) span: Span,
}

/// One load.
pub(crate) struct LoadSession<'v> {
    pub(crate) vm: &'v mut Vm,
    pub(crate) file: Arc<str>,
    /// The module that clauses go to.
    pub(crate) module: Atom,
    pub(crate) library: bool,
    pub(crate) source: ProgramText,
    /// The row of the library whose clauses are read later.
    pub(crate) defers: Option<u16>,
    /// The texts that include the current one.
    pub(crate) outer: Vec<ProgramText>,
    pub(crate) options: ReadOptions,
    /// The memory of the terms that were read.
    pub(super) buffers: ReadBuffers,
    pub(crate) conditions: Vec<ConditionalBlock>,
    /// True if the preceding terms were a query and descriptions of its answers.
    pub(crate) quad: bool,
    /// True once a term other than a condition was read.
    pub(crate) begun: bool,
    pub(crate) last: Option<PredId>,
    pub(crate) seen: FxHashMap<PredId, PredicateSeen>,
    /// Goals to be run after the load.
    pub(crate) later: Vec<DeferredGoal>,
    pub(crate) record: FileRecord,
    pub(crate) hooks: Hooks,
    /// The FD predicates among those that it has clauses for.
    pub(crate) indexical: FxHashSet<PredId>,
    /// The predicates with rules instead of clauses.
    pub(crate) rules: RuleState,
    /// The predicates that the text calls.
    pub(crate) calls: Calls,
    /// The recursion that was found in it.
    pub(crate) recursion: Recursion,
    /// The clauses of the current predicate that begin with a cut.
    pub(crate) committed: Committed,
    /// The newest runs of clauses of one predicate.
    pub(crate) runs: [ClauseRun; 2],
    pub(crate) twins: FactTwins,
    /// The number of parts of long clauses so far.
    pub(crate) parts: usize,
}

/// The place of a term, and the term as it was read.
#[derive(Clone, Copy)]
pub(crate) struct TermOrigin<'t> {
    pub(crate) span: Span,
    /// The term as it was read; `None` if an expansion made it.
    pub(crate) term: Option<&'t ReadTerm>,
}

/// The state of single-sided rules in a load.
#[derive(Default)]
pub(crate) struct RuleState {
    /// The index keys and source of the clause that is being added, if it is made from a rule.
    pub(crate) pending: Option<PendingRule>,
    /// The predicates whose closing clause is not added yet.
    pub(crate) open: Vec<PredId>,
}

/// The parts of a rule's clause that are not derived from its code.
pub(crate) struct PendingRule {
    /// The index keys: those of the rule's own head.
    pub(crate) keys: Box<[Key]>,
    /// The term that `clause/2` shows.
    pub(crate) source: Option<Record>,
}
