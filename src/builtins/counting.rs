//! Counting the calls, choices and times of a goal, for `profile/1` and `coverage/1`.

use crate::base::atom::atoms;
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::machine::database::PredicateKind;
use crate::machine::{Ball, Cell, Counts, GoalCounts, PredCounts};
use crate::syntax::{Position, Span};
use crate::system::explain::clause_text::ClauseTexts;
use crate::system::load::text_access;
use crate::system::{BuiltinRow, Res, Vm, reentrant};
use rustc_hash::FxHashMap;

pub(super) const ROWS: &[BuiltinRow] = &[reentrant(
    "$counted",
    "+callable, -list, -list, -list",
    "-",
    "Calls a goal once, and unifies the other arguments with the counts of predicates, of the program's clauses and of their goals.",
    counted,
)];

/// `'$counted'(Goal, Preds, Clauses, Goals)`: `Preds` is a list of `pred(Module:Name/Arity, Kind, Calls, Redos,
/// Choices, Steps, Nanoseconds)`, where `Kind` is `user`, `library` or `builtin`, with most time first; `Clauses` of
/// `clause(File, Line, Module:Name/Arity, Entered, Text)` for all clauses that were loaded by the program, in the
/// order of the text; `Goals` of `goal(File, Line, Module:Name/Arity, Calls, Exits, Text)` for the goals of those
/// that were called; `Exits` is `-` for the last one of a clause, whose exits are those of the clause.
fn counted(vm: &mut Vm) -> Res {
    let results = [1, 2, 3].map(|i| vm.protect(vm.x(i)));
    let goal = vm.x(0);
    let outer = vm.begin_counts();
    let called = vm.call_once(goal);
    let counts = vm.end_counts(outer);
    let [preds, clauses, goals] = results.map(|at| vm.protected(at));
    vm.unprotect(results[0]);
    if !called? {
        return Ok(false);
    }
    let counts = counts.unwrap_or_default();
    let found = pred_terms(vm, &counts)?;
    if !vm.unify(preds, found) {
        return Ok(false);
    }
    let found = clause_terms(vm, &counts)?;
    if !vm.unify(clauses, found) {
        return Ok(false);
    }
    let found = goal_terms(vm, &counts);
    Ok(vm.unify(goals, found))
}

/// `Module:Name/Arity`
fn indicator(vm: &mut Vm, p: PredId) -> Cell {
    let pred = vm.db.pred(p);
    let (module, name, arity) = (pred.module, pred.name, pred.arity);
    let indicator = vm.indicator(name, arity);
    vm.compound(atoms::COLON, &[Cell::atom(module), indicator])
}

fn pred_terms(vm: &mut Vm, counts: &Counts) -> Result<Cell, Ball> {
    let mut all: Vec<(PredId, PredCounts)> = counts.preds.iter().map(|(p, c)| (*p, *c)).collect();
    all.sort_by_key(|(p, c)| (std::cmp::Reverse(c.nanos), p.0));
    let terms: Vec<Cell> = all
        .into_iter()
        .filter(|(_, c)| c.calls > 0)
        .map(|(p, c)| {
            let pred = vm.db.pred(p);
            let kind = match pred.kind {
                PredicateKind::Builtin(_) => "builtin",
                _ if pred.module == atoms::SYSTEM || pred.properties.library => "library",
                _ => "user",
            };
            let kind = Cell::atom(vm.atoms.intern(kind));
            let numbers = [c.calls, c.redos, c.choices, c.steps, c.nanos];
            let numbers = numbers.map(|n| vm.int_cell(&(n as i64).into()));
            let indicator = indicator(vm, p);
            vm.compound("pred", &[&[indicator, kind], &numbers[..]].concat())
        })
        .collect();
    Ok(vm.heap.list(&terms, Cell::NIL))
}

/// A clause of the program, and how often it was entered.
pub(crate) struct CountedClause {
    /// The full path of its file.
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) pred: PredId,
    pub(crate) entered: u64,
    /// Its first line.
    pub(crate) text: String,
}

fn clause_terms(vm: &mut Vm, counts: &Counts) -> Result<Cell, Ball> {
    let terms: Vec<Cell> = clause_counts(vm, counts)
        .into_iter()
        .map(|l| {
            let file = Cell::atom(vm.atoms.intern_transient(&l.file));
            let pred = indicator(vm, l.pred);
            let text = vm.heap.chars(&l.text, Cell::NIL);
            let numbers = [i64::from(l.line), l.entered as i64];
            let [line, entered] = numbers.map(|n| vm.int_cell(&n.into()));
            vm.compound("clause", &[file, line, pred, entered, text])
        })
        .collect();
    Ok(vm.heap.list(&terms, Cell::NIL))
}

/// A goal in the text of a clause, and its counts.
struct CountedGoal {
    file: String,
    pred: PredId,
    span: Span,
    line: u32,
    text: String,
    counts: GoalCounts,
    is_last: bool,
}

/// The goals of the program's clauses that were called, in the order of the texts.
fn counted_goals(vm: &mut Vm, counts: &Counts) -> Vec<CountedGoal> {
    let mut texts = ClauseTexts::default();
    let mut found: Vec<CountedGoal> = Vec::new();
    for (&at, &counts) in &counts.goals {
        let Some((id, clause)) = vm.db.numbered_clause_containing(at) else {
            continue;
        };
        let (p, entry, site) = (clause.pred, clause.entry() as u64, clause.site);
        let index = (at.saturating_sub(entry) / 8) as usize;
        let is_last = matches!(clause.code().get(index), Some(Instr::Execute { .. }));
        let pred = vm.db.pred(p);
        if site.text == 0 || pred.properties.library || pred.module == atoms::SYSTEM {
            continue;
        }
        let Some(text) = texts.clause(vm, id) else {
            continue;
        };
        let Some(goal) = text.goal_at(index) else {
            continue;
        };
        let place = Position::in_text(&text.text, goal.span.start, Position::default());
        let shown = text.part(goal.span).lines().next().unwrap_or_default();
        found.push(CountedGoal {
            file: crate::system::load::absolute(vm, &text.file).into_owned(),
            pred: p,
            span: goal.span,
            line: place.line,
            text: shown.to_string(),
            counts,
            is_last,
        });
    }
    found.sort_by(|a, b| {
        (&a.file, a.span.start, a.span.end).cmp(&(&b.file, b.span.start, b.span.end))
    });
    found
}

fn goal_terms(vm: &mut Vm, counts: &Counts) -> Cell {
    let goals = counted_goals(vm, counts);
    let terms: Vec<Cell> = goals
        .into_iter()
        .map(|g| {
            let file = Cell::atom(vm.atoms.intern_transient(&g.file));
            let pred = indicator(vm, g.pred);
            let text = vm.heap.chars(&g.text, Cell::NIL);
            let numbers = [
                i64::from(g.line),
                g.counts.calls as i64,
                g.counts.exits as i64,
            ];
            let [line, calls, exits] = numbers.map(|n| vm.int_cell(&n.into()));
            let exits = if g.is_last {
                Cell::atom(atoms::MINUS)
            } else {
                exits
            };
            vm.compound("goal", &[file, line, pred, calls, exits, text])
        })
        .collect();
    vm.heap.list(&terms, Cell::NIL)
}

/// The live clauses that the program has loaded, in the order of the texts.
pub(crate) fn clause_counts(vm: &Vm, counts: &Counts) -> Vec<CountedClause> {
    let clauses = vm.db.numbered_clauses().filter(|(id, clause)| {
        let pred = vm.db.pred(clause.pred);
        clause.site.text != 0
            && vm.db.is_live(*id)
            && !pred.properties.library
            && pred.module != atoms::SYSTEM
    });
    let found: Vec<_> = clauses.map(|(id, c)| (id, c.pred, c.site)).collect();
    let mut sources = FxHashMap::default();
    let mut lines = Vec::new();
    for (id, pred, site) in found {
        let source = sources
            .entry(site.text)
            .or_insert_with(|| text_access::text(vm, site.text));
        let Some(source) = source else {
            continue;
        };
        let (line, text) = match &source.text {
            Some(text) => line_at(text, site.offset as usize),
            None => (0, ""),
        };
        let text = text.to_string();
        let name = crate::system::load::absolute(vm, &source.name).into_owned();
        lines.push(CountedClause {
            file: name,
            line,
            pred,
            entered: counts.clauses.get(&id).copied().unwrap_or(0),
            text,
        });
    }
    lines.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    lines
}

/// The number of the line at an offset of a text, and its text from there on.
fn line_at(text: &str, offset: usize) -> (u32, &str) {
    let (Some(before), Some(after)) = (text.get(..offset), text.get(offset..)) else {
        return (0, "");
    };
    let line = 1 + before.matches('\n').count() as u32;
    (line, after.lines().next().unwrap_or_default())
}
