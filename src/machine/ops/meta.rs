//! `call/N`, bodies that are data, `catch/3`, undefined predicates, the ends of a query.

use super::P;
use crate::base::atom::{Atom, atoms};
use crate::code::pred::{FunctorId, MAX_ARITY, PredId, carries_module};
use crate::machine::control::fixed_code::{
    BODY, CONJ, FAIL_CATCH, IF_THEN, ITE, NOT, OR, SOFT, SOFT_THEN,
};
use crate::machine::control::flow::Flow;
use crate::machine::control::stacks::{ENV_HEADER, field};
use crate::machine::database::PredicateKind;
use crate::machine::terms::walk::CycleDetector;
use crate::machine::{Ball, Cell, Code, Extension, Machine};

/// The number of goals of a body term that are examined: it may be cyclic.
const MAX_BODY_GOALS: u32 = 100_000;

#[inline(always)]
fn go<X: Extension>(m: &mut Machine<X>, p: P<'_>, next: Result<Option<PredId>, Ball>) -> Flow {
    match next {
        Ok(Some(pred)) => super::control::execute(m, p, pred),
        Ok(None) => {
            *p = m.cp;
            Flow::Next
        }
        Err(ball) => {
            m.ball = Some(ball);
            Flow::Raise
        }
    }
}

#[inline(always)]
pub(crate) fn call_n<X: Extension>(m: &mut Machine<X>, p: P<'_>, n: u16) -> Flow {
    let next = m.prepare_call(n);
    go(m, p, next)
}

#[inline(always)]
pub(crate) fn call_body<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    let next = m.prepare_body();
    go(m, p, next)
}

#[inline(always)]
pub(crate) fn alias<X: Extension>(m: &mut Machine<X>, p: P<'_>, to: PredId) -> Flow {
    // SAFETY: predicates are never removed, so the number is in range.
    *p = unsafe { *m.db.entries.get_unchecked(to.0 as usize) };
    Flow::Next
}

#[inline(always)]
pub(crate) fn meta_alias<X: Extension>(m: &mut Machine<X>, p: P<'_>, pred: PredId) -> Flow {
    *p = m.enter_meta(pred);
    Flow::Next
}

#[inline(always)]
pub(crate) fn qualify<X: Extension>(m: &mut Machine<X>, _: P<'_>, a: u16, c: Atom) -> Flow {
    m.qualify(a, c);
    Flow::Next
}

#[inline(always)]
pub(crate) fn undefined<X: Extension>(m: &mut Machine<X>, p: P<'_>, pred: PredId) -> Flow {
    match m.resolve(pred) {
        Ok(Some(code)) => {
            *p = code;
            Flow::Next
        }
        Ok(None) => Flow::Fail,
        Err(ball) => {
            m.ball = Some(ball);
            Flow::Raise
        }
    }
}

#[inline(always)]
pub(crate) fn push_catch<X: Extension>(m: &mut Machine<X>, _: P<'_>) -> Flow {
    m.begin_catch();
    Flow::Next
}

#[inline(always)]
pub(crate) fn pop_catch<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    if m.y(2).as_int() as u64 == m.b {
        if m.is_signalled() && m.has_wake_ups() {
            // SAFETY: `p` is one past this instruction.
            let mut at = unsafe { p.sub(1) };
            let flow = m.poll_inline(&mut at, 0, 3);
            *p = at;
            return flow;
        }
        m.pop_choice();
    }
    Flow::Next
}

#[inline(always)]
pub(crate) fn fail_catch<X: Extension>(m: &mut Machine<X>, _: P<'_>, _n: u16) -> Flow {
    let depth = m.b_get(field::POS) as usize;
    m.findall.truncate(depth);
    m.pop_choice();
    Flow::Fail
}

#[inline(always)]
pub(crate) fn halt<X: Extension>(m: &mut Machine<X>, p: P<'_>) -> Flow {
    if m.has_wake_ups() {
        // SAFETY: `p` is one past this instruction.
        let mut at = unsafe { p.sub(1) };
        let flow = m.poll_inline(&mut at, 0, 0);
        *p = at;
        return flow;
    }
    Flow::Answer
}

#[inline(always)]
pub(crate) fn halt_fail<X: Extension>(_: &mut Machine<X>, _: P<'_>) -> Flow {
    Flow::NoMore
}

impl<X: Extension> Machine<X> {
    fn begin_catch(&mut self) {
        let own = self.e + ENV_HEADER + 8 * 3;
        let env_top = own.max(self.b_get(field::ENV_TOP));
        let depth = self.findall.len() as u64;
        self.push_choice(0, env_top, &FAIL_CATCH, depth);
        let level = Cell::int(self.b as i64);
        self.set_y(2, level);
    }

    /// Strips `M:` prefixes from a goal. Returns the goal and its module.
    fn strip(&mut self, goal: Cell, module: Atom) -> (Cell, Atom) {
        let (mut goal, mut module) = (self.heap.deref(goal), module);
        let mut circle = CycleDetector::default();
        while goal.is_structure()
            && self.heap.get(goal.addr()).header_functor() == self.well_known.colon
            && !circle.closes(goal)
        {
            let m = self.heap.deref(self.heap.get(goal.addr() + 8));
            match m.to_atom() {
                Some(a) => module = a,
                None => break,
            }
            goal = self.heap.deref(self.heap.get(goal.addr() + 16));
        }
        (goal, module)
    }

    /// The error for a goal `M:G` whose prefix cannot be stripped: `M` is not an atom, or `G` is the
    /// goal itself.
    #[cold]
    fn not_qualified(&mut self, goal: Cell) -> Ball {
        let m = self.heap.deref(self.heap.get(goal.addr() + 8));
        if m.is_ref() {
            self.instantiation_error()
        } else if m.is_atom() {
            self.not_callable(goal)
        } else {
            self.type_error(atoms::ATOM, m)
        }
    }

    /// Loads the goal in `X0`, with the arguments in `X1..n`, into the registers. Returns its
    /// predicate, or `None` if there is nothing to call.
    fn prepare_call(&mut self, n: u16) -> Result<Option<PredId>, Ball> {
        let (goal, module) = self.strip(self.reg(0), atoms::USER);
        let extra = u64::from(n) - 1;
        if goal.is_atom() {
            let name = goal.as_atom();
            if extra == 0 && name == atoms::CUT {
                return Ok(None);
            }
            for i in 0..extra as u16 {
                let c = self.reg(i + 1);
                self.set_x(i, c);
            }
            let f = self.functors.intern_transient(name, extra as u32);
            if self.is_control(f) {
                return self.load_body(f, extra as u32, module).map(Some);
            }
            let pred = self.callee(module, f, name, extra as u32);
            if module != atoms::USER || self.db.pred(pred).meta.is_some() {
                self.qualify_arguments(module, pred);
            }
            return Ok(Some(pred));
        }
        if !goal.is_compound() {
            return Err(self.not_callable(goal));
        }
        if goal.is_structure()
            && self.heap.get(goal.addr()).header_functor() == self.well_known.colon
        {
            return Err(self.not_qualified(goal));
        }
        if extra == 0 && goal.is_structure() {
            let f = self.heap.get(goal.addr()).header_functor();
            if self.is_control(f) {
                return self.enter_body(goal, f, module).map(Some);
            }
        }
        self.load_compound(goal, module, n)
    }

    /// Loads a goal that is a control construct: a cut in it is local to the goal.
    fn enter_body(&mut self, goal: Cell, f: FunctorId, module: Atom) -> Result<PredId, Ball> {
        let level = Cell::int(self.b as i64);
        let goal = self.check_goals(goal, f)?;
        self.set_x(0, goal);
        self.set_x(1, level);
        self.set_x(2, Cell::atom(module));
        Ok(BODY)
    }

    /// Loads the control construct whose arguments are in the registers: `call/N` calls the goal that
    /// it makes (ISO 8.15.4), and `(C -> T)` is the condition of the `;` around it only as its argument.
    #[cold]
    fn load_body(&mut self, f: FunctorId, arity: u32, module: Atom) -> Result<PredId, Ball> {
        let args: Vec<Cell> = (0..arity as u16).map(|i| self.reg(i)).collect();
        let goal = self.heap.structure(f, &args);
        self.enter_body(goal, f, module)
    }

    /// Loads a compound goal with the extra arguments in `X1..n`.
    fn load_compound(&mut self, goal: Cell, module: Atom, n: u16) -> Result<Option<PredId>, Ball> {
        let extra = u64::from(n) - 1;
        let goal = self.heap.exposed(goal);
        let (name, arity, f) = if goal.is_list() {
            (atoms::DOT, 2, None)
        } else {
            let (f, n) = self.heap.functor_of(goal);
            (self.functors.get(f).0, n, Some(f))
        };
        let total = arity + extra as u32;
        if total as usize > MAX_ARITY {
            let ball = self.representation_error("max_arity");
            return Err(self.close_ball(ball, atoms::CALL, u32::from(n)));
        }
        // The extra arguments are moved; the direction decides at which end to begin.
        if arity == 0 {
            return Err(self.not_callable(goal));
        }
        for i in (0..extra as u16).rev() {
            let c = self.reg(i + 1);
            self.set_x(arity as u16 + i, c);
        }
        let at = self.heap.args_at(goal);
        for i in 0..arity as u16 {
            let c = self.heap.get(at + 8 * u64::from(i));
            self.set_x(i, c);
        }
        let f = match f {
            Some(f) if extra == 0 => f,
            _ => self.functors.intern_transient(name, total),
        };
        if extra > 0 && self.is_control(f) {
            return self.load_body(f, total, module).map(Some);
        }
        let pred = self.callee(module, f, name, total);
        if module != atoms::USER || self.db.pred(pred).meta.is_some() {
            self.qualify_arguments(module, pred);
        }
        Ok(Some(pred))
    }

    /// Qualifies the meta-arguments of a loaded call with `module`.
    #[cold]
    fn qualify_arguments(&mut self, module: Atom, pred: PredId) {
        let p = self.db.pred(pred);
        let is_read = p.kind != PredicateKind::Undefined && !p.properties.deferred;
        if p.meta.is_none() && is_read {
            return;
        }
        let Some(marks) = X::meta_arguments(self, module, pred) else {
            return;
        };
        for i in (0..marks.len()).filter(|&i| marks[i]) {
            self.qualify(i as u16, module);
        }
    }

    /// Qualifies the argument in a register: with its innermost module, or with this one if it has none.
    #[inline(never)]
    fn qualify(&mut self, a: u16, module: Atom) {
        let colon = self.well_known.colon;
        let mut c = self.heap.deref(self.reg(a));
        let has_module =
            |m: &Self, c: Cell| c.is_structure() && m.heap.get(c.addr()).header_functor() == colon;
        if !has_module(self, c) {
            let c = self.heap.structure(colon, &[Cell::atom(module), c]);
            self.set_x(a, c);
            return;
        }
        let mut circle = CycleDetector::default();
        loop {
            let outer = self.heap.deref(self.heap.get(c.addr() + 8));
            let inner = self.heap.deref(self.heap.get(c.addr() + 16));
            if !outer.is_atom() || !has_module(self, inner) || circle.closes(inner) {
                break;
            }
            c = inner;
        }
        self.set_x(a, c);
    }

    /// Qualifies the arguments of a call through an alias with meta-arguments, or adds its module for a predicate that is
    /// transparent to modules. Returns the code of the predicate.
    #[inline(never)]
    fn enter_meta(&mut self, pred: PredId) -> Code {
        let module = self.db.pred(pred).module;
        let to = self.db.target(pred);
        let marked = |m: &Self, i: usize| {
            let meta = m.db.pred(to).meta.as_deref();
            meta.and_then(|s| s.get(i).copied())
        };
        let mut i = 0;
        while let Some(s) = marked(self, i) {
            if carries_module(s) {
                self.qualify(i as u16, module);
            }
            i += 1;
        }
        if let Some(inner) = self.db.pred(to).context {
            self.set_x(self.db.pred(to).arity as u16, Cell::atom(module));
            return self.db.entries[inner.0 as usize];
        }
        self.db.entries[to.0 as usize]
    }

    #[cold]
    fn not_callable(&mut self, goal: Cell) -> Ball {
        let ball = self.type_or_instantiation(atoms::CALLABLE, goal);
        self.close_ball(ball, atoms::CALL, 1)
    }

    /// The predicate that a call in `module` refers to.
    #[inline]
    fn callee(&mut self, module: Atom, f: FunctorId, name: Atom, arity: u32) -> PredId {
        let p = self.db.called_id(module, f, name, arity);
        match self.db.pred(p).kind {
            // The entry of an import adds its module.
            PredicateKind::Alias(to) if self.db.pred(to).context.is_none() => to,
            _ => p,
        }
    }

    fn is_control(&self, f: FunctorId) -> bool {
        let k = &self.well_known;
        f == k.comma || f == k.semicolon || f == k.arrow || f == k.soft_arrow || f == k.not_provable
    }

    /// The control construct as a body, if its goals can be called. `\+/1` is a predicate: its goal is
    /// checked separately, when it is called (ISO 8.15.1).
    fn check_goals(&mut self, goal: Cell, f: FunctorId) -> Result<Cell, Ball> {
        if f == self.well_known.not_provable {
            let inner = self.heap.deref(self.heap.get(goal.addr() + 8));
            self.check_body(inner)?;
            return Ok(goal);
        }
        match self.check_body(goal)? {
            true => Ok(self.body_with_calls(goal)),
            false => Ok(goal),
        }
    }

    /// Checks that every goal of a body can be called (ISO 7.6.2); otherwise the error is for the whole
    /// body. Returns true if there are variables among the goals.
    fn check_body(&mut self, body: Cell) -> Result<bool, Ball> {
        let mut todo = vec![body];
        let mut budget = MAX_BODY_GOALS;
        let mut variables = false;
        while let Some(c) = todo.pop() {
            let c = self.heap.deref(c);
            budget = budget.saturating_sub(1);
            if budget == 0 || c.is_any_list() {
                continue;
            }
            if c.is_ref() {
                variables = true;
                continue;
            }
            if c.is_number() || c.is_string() {
                let ball = self.type_error(atoms::CALLABLE, body);
                return Err(self.close_ball(ball, atoms::CALL, 1));
            }
            if c.is_structure() {
                let f = self.heap.get(c.addr()).header_functor();
                if f == self.well_known.colon {
                    variables |= self.strip(c, atoms::USER).0.is_ref();
                } else if self.is_control(f) && f != self.well_known.not_provable {
                    for i in 1..=u64::from(self.heap.functor_of(c).1) {
                        todo.push(self.heap.get(c.addr() + 8 * i));
                    }
                }
            }
        }
        Ok(variables)
    }

    /// A control construct with `call(V)` for each variable `V` among its goals: a goal that `V` is bound to
    /// when its turn comes is opaque to cuts (ISO 7.6.2).
    #[cold]
    fn body_with_calls(&mut self, body: Cell) -> Cell {
        let root = self.copy_construct(body);
        let mut todo = vec![root];
        let mut budget = MAX_BODY_GOALS;
        while let Some(construct) = todo.pop() {
            for i in 1..=u64::from(self.heap.functor_of(construct).1) {
                let slot = construct.addr() + 8 * i;
                let c = self.heap.deref(self.heap.get(slot));
                budget = budget.saturating_sub(1);
                if budget == 0 {
                    return root;
                }
                let f = c
                    .is_structure()
                    .then(|| self.heap.get(c.addr()).header_functor());
                let goal = match f {
                    Some(f) if f == self.well_known.colon => self.strip(c, atoms::USER).0,
                    _ => c,
                };
                if goal.is_ref() {
                    let call = self.heap.structure(self.well_known.call, &[c]);
                    self.heap.set(slot, call);
                } else if let Some(f) = f
                    && self.is_control(f)
                    && f != self.well_known.not_provable
                {
                    let copy = self.copy_construct(c);
                    self.heap.set(slot, copy);
                    todo.push(copy);
                }
            }
        }
        root
    }

    /// A new structure with the arguments of a control construct.
    fn copy_construct(&mut self, c: Cell) -> Cell {
        let (f, n) = self.heap.functor_of(c);
        let args: Vec<Cell> = (1..=u64::from(n))
            .map(|i| self.heap.deref(self.heap.get(c.addr() + 8 * i)))
            .collect();
        self.heap.structure(f, &args)
    }

    /// `'$body'(Goal, Level, Module)`: loads the call of a control construct's predicate, or of the
    /// goal.
    fn prepare_body(&mut self) -> Result<Option<PredId>, Ball> {
        let level = self.x(1);
        let module = self.x(2).to_atom().unwrap_or(atoms::USER);
        let (goal, module) = self.strip(self.reg(0), module);
        if goal == Cell::atom(atoms::CUT) {
            let level = level.as_int() as u64;
            if self.cut_to_level(level) {
                let goal = self.due_cleanups()?;
                self.set_x(0, goal);
                return self.prepare_call(1);
            }
            return Ok(None);
        }
        if goal == Cell::atom(atoms::TRUE) {
            return Ok(None);
        }
        if goal.is_structure() {
            let f = self.heap.get(goal.addr()).header_functor();
            if self.is_control(f) {
                if f == self.well_known.not_provable {
                    self.check_goals(goal, f)?;
                }
                return Ok(Some(self.load_control(goal, f, level, Cell::atom(module))));
            }
        }
        if goal.is_ref() {
            return Err(self.not_callable(goal));
        }
        let qualified = if module == atoms::USER {
            goal
        } else {
            self.heap
                .structure(self.well_known.colon, &[Cell::atom(module), goal])
        };
        self.set_x(0, qualified);
        self.prepare_call(1)
    }

    fn load(&mut self, cells: &[Cell]) {
        for (i, &c) in cells.iter().enumerate() {
            self.set_x(i as u16, c);
        }
    }

    fn load_control(&mut self, goal: Cell, f: FunctorId, level: Cell, module: Cell) -> PredId {
        let a = self.heap.get(goal.addr() + 8);
        if f == self.well_known.not_provable {
            self.load(&[a, module]);
            return NOT;
        }
        let b = self.heap.get(goal.addr() + 16);
        if f == self.well_known.comma {
            self.load(&[a, b, level, module]);
            return CONJ;
        }
        if f == self.well_known.arrow {
            self.load(&[a, b, level, module]);
            return IF_THEN;
        }
        if f == self.well_known.soft_arrow {
            self.load(&[a, b, level, module]);
            return SOFT_THEN;
        }
        let cond = self.heap.deref(a);
        if cond.is_structure() {
            let g = self.heap.get(cond.addr()).header_functor();
            if g == self.well_known.arrow || g == self.well_known.soft_arrow {
                let (c, t) = (
                    self.heap.get(cond.addr() + 8),
                    self.heap.get(cond.addr() + 16),
                );
                self.load(&[c, t, b, level, module]);
                return if g == self.well_known.arrow {
                    ITE
                } else {
                    SOFT
                };
            }
        }
        self.load(&[a, b, level, module]);
        OR
    }

    /// The definition of a predicate without clauses, as the extension resolves it. The argument registers are kept.
    #[cold]
    pub(in crate::machine) fn definition(&mut self, pred: PredId) -> Result<Option<PredId>, Ball> {
        let arity = self.db.pred(pred).arity;
        let is = self.db.pred(pred).properties;
        if is.declared && !is.deferred {
            return Ok(None);
        }
        self.note_outside();
        let kept = self.protected.len();
        for i in 0..arity {
            let c = self.reg(i as u16);
            self.protected.push(c);
        }
        let found = X::undefined(self, pred);
        for i in 0..arity {
            let c = self.protected[kept + i as usize];
            self.set_x(i as u16, c);
        }
        self.protected.truncate(kept);
        self.b0 = self.b;
        found
    }

    /// Resolves a call of a predicate without clauses through the extension. The argument registers are
    /// kept.
    #[cold]
    fn resolve(&mut self, pred: PredId) -> Result<Option<Code>, Ball> {
        match self.definition(pred)? {
            Some(to) => {
                // The definition is `fail/0` only while the flag `unknown` is `fail`; the flag may change.
                let (asked, found) = (self.db.pred(pred), self.db.pred(to));
                let stands_in = found.name == atoms::FAIL && found.functor != asked.functor;
                if to != pred && !stands_in && self.db.pred(pred).kind == PredicateKind::Undefined {
                    let qualified = X::callers_qualify_arguments(self, to);
                    self.db.set_alias(pred, to, qualified);
                    // Through the alias, which qualifies the arguments of this call as well.
                    return Ok(Some(self.db.entries[pred.0 as usize]));
                }
                Ok(Some(self.db.entries[to.0 as usize]))
            }
            None if self.db.pred(pred).properties.declared => Ok(None),
            None => {
                let fails = X::unknown_fails(self, pred);
                let (name, arity) = (self.db.pred(pred).name, self.db.pred(pred).arity);
                self.db.forget_undefined(pred);
                match fails {
                    true => Ok(None),
                    false => Err(self.unknown_procedure(name, arity)),
                }
            }
        }
    }
}
