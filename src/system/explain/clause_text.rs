//! The text of a clause: its place in a file, and the places of its goals and variables.

use super::goals::{of_body, of_code, paired};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{NodeId, Tree};
use crate::code::instr::Instr;
use crate::code::pred::PredId;
use crate::compile::{GoalCode, VariablePlace};
use crate::machine::database::{ClauseId, Site};
use crate::syntax::{ReadOptions, ReadTerm, Span, read_leniently};
use crate::system::load::{library_goals, text_access};
use crate::system::solver::{ConstraintSolver, Solver};
use crate::system::{Vm, compile_env, flags, module_table, term_compiler};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// The texts of clauses that were looked at, so that a text is read once.
#[derive(Default)]
pub(crate) struct ClauseTexts {
    texts: FxHashMap<u32, Option<text_access::TextOfClauses>>,
    clauses: FxHashMap<(ClauseId, u32), Option<Arc<ClauseText>>>,
}

/// A clause as it was read.
pub(crate) struct ClauseText {
    /// The name of the text.
    pub(crate) file: Arc<str>,
    /// The whole text.
    pub(crate) text: Arc<str>,
    /// The clause, without its end.
    pub(crate) term: ReadTerm,
    /// The head, and the body of a rule; of a fact, both are the fact.
    pub(crate) head: NodeId,
    pub(crate) body: NodeId,
    /// The goals that code is known for, in the order of the code.
    pub(crate) goals: Vec<GoalText>,
}

/// A goal in the text of a clause.
pub(crate) struct GoalText {
    /// The indices of its instructions.
    pub(crate) code: Range<u32>,
    pub(crate) span: Span,
    /// The goal in the term that was read.
    pub(crate) goal: NodeId,
    /// The variables of the clause that have a value before the goal, if that is known.
    pub(crate) before: Vec<VariablePlace>,
    /// The variables that have a slot after it.
    pub(crate) after: Vec<VariablePlace>,
}

impl ClauseText {
    /// The goal that the instruction with this index belongs to.
    pub(crate) fn goal_at(&self, index: usize) -> Option<&GoalText> {
        let index = index as u32;
        self.goals.iter().find(|g| g.code.contains(&index))
    }

    /// A query as the body of a clause without a head.
    pub(crate) fn of_query(vm: &mut Vm, text: &str) -> Option<ClauseText> {
        let ended = format!("{text} .");
        let term = match read_again(vm, atoms::USER, text, 0) {
            Some(term) => term,
            None => read_again(vm, atoms::USER, &ended, 0)?,
        };
        let root = term.tree.root();
        let body = match term.tree.as_compound::<1>(root, atoms::QUERY) {
            Some([goal]) => goal,
            None => root,
        };
        Some(ClauseText {
            file: "query".into(),
            text: text.into(),
            term,
            head: root,
            body,
            goals: Vec::new(),
        })
    }

    /// The place of a part of the clause.
    pub(crate) fn span(&self, node: NodeId) -> Span {
        let spans = self.term.positions.as_ref().map(|p| &p.spans);
        let span = spans.and_then(|s| s.get(node.0 as usize).copied());
        span.unwrap_or(self.term.span)
    }

    /// The part to which numbers of arguments lead, the last one first, as far as the term has them.
    pub(crate) fn node_at(&self, path: &[usize]) -> NodeId {
        let tree = &self.term.tree;
        let mut node = tree.root();
        for step in path.iter().rev() {
            let inner = step.checked_sub(1).and_then(|i| tree.args(node).get(i));
            let Some(&inner) = inner else { break };
            node = inner;
        }
        node
    }

    /// The name of a variable in the text.
    pub(crate) fn name(&self, variable: u32) -> Option<&str> {
        self.term.tree.var_name(variable)
    }

    /// The line of an offset in the text, from 1.
    pub(crate) fn line(&self, offset: usize) -> i64 {
        1 + self.text[..offset].matches('\n').count() as i64
    }

    /// The text between two offsets.
    pub(crate) fn part(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }
}

impl ClauseTexts {
    /// The text of a clause; `None` if it was read from no text, or the text is no longer available.
    pub(crate) fn clause(&mut self, vm: &mut Vm, id: ClauseId) -> Option<Arc<ClauseText>> {
        let serial = vm.db.clause(id)?.serial;
        if let Some(known) = self.clauses.get(&(id, serial)) {
            return known.clone();
        }
        let found = self.find(vm, id).map(Arc::new);
        self.clauses.insert((id, serial), found.clone());
        found
    }

    /// The text that a clause was read from.
    pub(crate) fn text(&mut self, vm: &Vm, site: Site) -> Option<&text_access::TextOfClauses> {
        let entry = self.texts.entry(site.text);
        entry
            .or_insert_with(|| text_access::text(vm, site.text))
            .as_ref()
    }

    fn find(&mut self, vm: &mut Vm, id: ClauseId) -> Option<ClauseText> {
        // The tracer runs clauses whose code has not been needed.
        term_compiler::complete(vm, id).ok()?;
        let clause = vm.db.clause(id)?;
        let (site, pred, code) = (clause.site, clause.pred, clause.code().to_vec());
        let found = self.text(vm, site)?;
        let (file, text) = (found.name.clone(), found.text.clone()?);
        let term = read_again(vm, vm.db.pred(pred).module, &text, site.offset as usize)?;
        let (head, body, _) = parts(vm, &term.tree);
        let goals = located(vm, &term, pred, &code);
        Some(ClauseText {
            file,
            text,
            term,
            head,
            body: body.unwrap_or(head),
            goals,
        })
    }
}

/// Reads the term that stands at an offset of a program text, with the places of its subterms.
fn read_again(vm: &mut Vm, module: Atom, text: &str, offset: usize) -> Option<ReadTerm> {
    let options = ReadOptions {
        quads: true,
        positions: true,
        ..flags::read_options(vm)
    };
    text.get(offset..)?;
    let ops = vm.ext.modules.ops(module);
    let read = read_leniently(text, offset, ops, &mut vm.atoms, &options);
    read.ok().flatten().map(|(term, _)| term)
}

/// The head, the body, and true for the rule of a grammar.
fn parts(vm: &Vm, tree: &Tree) -> (NodeId, Option<NodeId>, bool) {
    let root = tree.root();
    if let Some([head, body]) = tree.as_compound::<2>(root, atoms::NECK) {
        return (head, Some(body), false);
    }
    if let Some([head, body]) = tree.as_compound::<2>(root, atoms::DCG_ARROW) {
        return (head, Some(body), true);
    }
    // A single-sided rule.
    let arrow = vm.atoms.lookup("=>");
    match arrow.and_then(|a| tree.as_compound::<2>(root, a)) {
        Some([head, body]) => (head, Some(body), false),
        None => (root, None, false),
    }
}

/// The goals of a clause.
fn located(vm: &mut Vm, term: &ReadTerm, pred: PredId, code: &[Instr]) -> Vec<GoalText> {
    let (head, body, is_grammar) = parts(vm, &term.tree);
    let spans = term.positions.as_ref().map_or(&[][..], |p| &p.spans);
    let span = |node: NodeId| spans.get(node.0 as usize).copied();
    let Some(body) = body else {
        return Vec::new();
    };
    let of_text = of_body(&term.tree, body, is_grammar);
    let exact = match is_grammar {
        true => None,
        false => compiled_again(vm, term, head, body, pred, code),
    };
    let mut goals = Vec::new();
    if let Some((tree, found)) = exact {
        // The first operation is the head.
        for g in found.into_iter().skip(1).filter(|g| !g.code.is_empty()) {
            let Some(goal) = original(&tree, g.goal, &of_text, spans) else {
                continue;
            };
            goals.push(GoalText {
                code: g.code,
                span: span(goal).unwrap_or(term.span),
                goal,
                before: g.before,
                after: g.after,
            });
        }
        return goals;
    }
    for (code, goal) in paired(&of_code(vm, code), &of_text) {
        goals.push(GoalText {
            code,
            span: span(goal).unwrap_or(term.span),
            goal,
            before: Vec::new(),
            after: Vec::new(),
        });
    }
    goals
}

/// The goal of the text for a node: the node itself or, if an expansion made the node, the smallest goal that has all
/// its parts.
fn original(
    tree: &Tree,
    node: NodeId,
    goals: &[(NodeId, (Atom, u32))],
    spans: &[Span],
) -> Option<NodeId> {
    if (node.0 as usize) < spans.len() {
        return Some(node);
    }
    let mut todo = vec![node];
    let mut covered: Option<Span> = None;
    while let Some(t) = todo.pop() {
        match spans.get(t.0 as usize) {
            Some(s) => {
                let c = covered.get_or_insert(*s);
                (c.start, c.end) = (c.start.min(s.start), c.end.max(s.end));
            }
            None => todo.extend(tree.args(t)),
        }
    }
    let covered = covered?;
    let span = |g: NodeId| spans[g.0 as usize];
    let around = goals.iter().map(|g| g.0).filter(|g| {
        let s = span(*g);
        s.start <= covered.start && covered.end <= s.end
    });
    around.min_by_key(|g| span(*g).end - span(*g).start)
}

/// The goals of a clause with their code, provided that compiling its text again gives the code that it has.
fn compiled_again(
    vm: &mut Vm,
    term: &ReadTerm,
    head: NodeId,
    body: NodeId,
    pred: PredId,
    code: &[Instr],
) -> Option<(Tree, Vec<GoalCode>)> {
    let (module, is_library) = {
        let p = vm.db.pred(pred);
        (p.module, p.properties.library)
    };
    let (_, head) = module_table::strip_node(&term.tree, head, module);
    let qualified = match is_library {
        true => library_goals::with_modules(vm, &term.tree, body, module),
        false => None,
    };
    let (tree, body) = match qualified {
        Some((tree, body)) => (tree, body),
        None => (term.tree.clone(), body),
    };
    let (tree, body) = match Solver::expand(vm, &tree, head, body, module) {
        Some(e) => (e.tree, e.body),
        None => (tree, body),
    };
    let (again, mut goals) = compile_env::compile_with_goals(vm, &tree, head, body, module)?;
    // The code of the clause may have references to machine code between its instructions.
    let is_own = |i: &u32| !matches!(code[*i as usize], Instr::Native { .. });
    let own: Vec<u32> = (0..code.len() as u32).filter(is_own).collect();
    let plain: Vec<Instr> = own.iter().map(|i| code[*i as usize]).collect();
    if !same_code(&again, &plain) {
        return None;
    }
    for g in goals.iter_mut().filter(|g| !g.code.is_empty()) {
        let (first, last) = (g.code.start as usize, g.code.end as usize - 1);
        g.code = own[first]..own[last] + 1;
    }
    Some((tree, goals))
}

/// Returns true if two pieces of code differ in constants and jumps at most. The second one may have jumps to machine
/// code in place of instructions.
fn same_code(a: &[Instr], b: &[Instr]) -> bool {
    let same = |(a, b): (&Instr, &Instr)| match (a, b) {
        (_, Instr::Goto { .. }) => true,
        (Instr::Call { p, n }, Instr::Call { p: q, n: m }) => p == q && n == m,
        (Instr::Execute { p }, Instr::Execute { p: q }) => p == q,
        (Instr::Builtin { b }, Instr::Builtin { b: c }) => b == c,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}
