//! The parser of FD clauses: translates the body of a clause to range programs, or finds the subterm at fault. It
//! only builds the programs, and does not depend on how they run.

use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use crate::fd::constraints::constraint::Relation;
use crate::fd::constraints::indexical::{Builder, Indexical, IndexicalOp, Neck};
use crate::system::Vm;
use crate::system::load;
use crate::system::solver::{FdBody as Body, FdFault as Fault};
use rustc_hash::FxHashMap;

fn fault<T>(at: NodeId, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault {
        at,
        message: message.into(),
        hint: None,
    })
}

/// Reads `Head Neck Body`, given the arguments of the head.
///
/// # Errors
/// The first fault.
pub(crate) fn read(
    vm: &Vm,
    tree: &Tree,
    head: NodeId,
    neck: Neck,
    body: NodeId,
) -> Result<Body, Fault> {
    let args = tree.args(head);
    if args.is_empty() {
        return fault(head, "the head of an FD predicate has arguments");
    }
    if args.len() > usize::from(u16::MAX) {
        return fault(head, "too many arguments for an FD predicate");
    }
    let mut vars = FxHashMap::default();
    for (i, &a) in args.iter().enumerate() {
        let Node::Var(v) = *tree.node(a) else {
            return fault(a, "the arguments of an FD predicate's head are variables");
        };
        if vars.insert(v, VariableMeaning::Arg(i as u16)).is_some() {
            return fault(
                a,
                "the arguments of an FD predicate's head are different variables",
            );
        }
    }
    let goals = conjuncts(tree, body);
    let asks = matches!(neck, Neck::FoundTrue | Neck::FoundFalse);
    let compares = goals
        .iter()
        .filter(|g| is_comparison(vm, tree, **g))
        .count();
    if compares > 0 {
        if asks || neck == Neck::False || compares < goals.len() {
            return fault(
                body,
                "comparisons stand alone in the body of an FD predicate, after +:",
            );
        }
        return Ok(Body::Goal);
    }
    let mut reader = RangeReader {
        vm,
        tree,
        vars,
        sets: Vec::new(),
    };
    reader.find_sets(body);
    let mut all = Vec::new();
    for g in goals {
        reader.goal(g, &mut all)?;
    }
    if asks && all.len() != 1 {
        return fault(
            body,
            format!("the body after {} is a single indexical", neck.name()),
        );
    }
    Ok(Body::Indexicals(all))
}

fn conjuncts(tree: &Tree, body: NodeId) -> Vec<NodeId> {
    let mut goals = Vec::new();
    let mut todo = vec![body];
    while let Some(t) = todo.pop() {
        match tree.as_compound::<2>(t, atoms::COMMA) {
            Some([a, b]) => todo.extend([b, a]),
            None => goals.push(t),
        }
    }
    goals
}

fn is_comparison(vm: &Vm, tree: &Tree, t: NodeId) -> bool {
    match *tree.node(t) {
        Node::Compound { name, arity: 2, .. } => {
            Relation::from_name(&vm.atoms.text(name)).is_some()
        }
        _ => false,
    }
}

/// The meaning of a variable: an argument of the head, or the variable of a loop.
#[derive(Clone, Copy)]
enum VariableMeaning {
    Arg(u16),
    Local(u16),
}

struct RangeReader<'a> {
    vm: &'a Vm,
    tree: &'a Tree,
    vars: FxHashMap<u32, VariableMeaning>,
    /// By node: true for a range, false for a value.
    sets: Vec<bool>,
}

/// A step of the translation of a range.
enum RangeTask {
    Range(NodeId),
    Value(NodeId),
    Op(IndexicalOp),
    Between(IndexicalOp),
    Points(usize),
    Int(Int),
    Dom(u16),
    BeginIf,
    EndIf,
    /// The loop's variable, and the range that it is in.
    Each(NodeId, u32, NodeId),
    EndEach(u32),
    Switch(Vec<(NodeId, Int, NodeId)>),
    Case(NodeId, Int),
    EndCase,
    EndSwitch(usize),
}

impl RangeReader<'_> {
    /// One goal of a body.
    fn goal(&mut self, g: NodeId, all: &mut Vec<Indexical>) -> Result<(), Fault> {
        let tree = self.tree;
        let Node::Compound { name, .. } = *tree.node(g) else {
            return fault(g, "an indexical X in R is expected");
        };
        let text = self.vm.atoms.text(name);
        match (&*text, tree.args(g)) {
            ("in", &[x, range]) => {
                let x = self.argument(x)?;
                all.push(self.indexical(x, vec![RangeTask::Range(range)])?);
            }
            ("relation", &[x, map, y]) => {
                let cases = self.cases(map)?;
                let (x, y) = (self.argument(x)?, self.argument(y)?);
                self.relation(x, y, &cases, all)?;
            }
            ("element", &[x, list, y]) => {
                let items = self.list(list)?;
                let (x, y) = (self.argument(x)?, self.argument(y)?);
                let mut cases = Vec::with_capacity(items.len());
                for (i, item) in items.into_iter().enumerate() {
                    if !matches!(tree.node(item), Node::Int(_)) {
                        return fault(item, "element/3 of an FD predicate takes integers");
                    }
                    cases.push((item, Int::from(i as i64 + 1), item));
                }
                self.relation(x, y, &cases, all)?;
            }
            _ => return fault(g, "an indexical X in R is expected"),
        }
        Ok(())
    }

    /// The two indexicals of `relation(X, Map, Y)`.
    fn relation(
        &mut self,
        x: u16,
        y: u16,
        cases: &[(NodeId, Int, NodeId)],
        all: &mut Vec<Indexical>,
    ) -> Result<(), Fault> {
        // X is a key whose range has a value of Y.
        let mut tasks = vec![RangeTask::Points(0)];
        for (_, key, range) in cases {
            tasks.extend([
                RangeTask::Between(IndexicalOp::Or),
                RangeTask::Dom(y),
                RangeTask::Between(IndexicalOp::And),
                RangeTask::Range(*range),
                RangeTask::Op(IndexicalOp::And),
                RangeTask::BeginIf,
                RangeTask::Int(key.clone()),
                RangeTask::Points(1),
                RangeTask::EndIf,
                RangeTask::Op(IndexicalOp::Or),
            ]);
        }
        all.push(self.indexical(x, tasks)?);
        // Y is in the range of a key that X may be.
        let mut builder = Builder::new();
        builder.dom(x);
        let local = builder.begin_each();
        builder.local(local);
        self.build(&mut builder, vec![RangeTask::Switch(cases.to_vec())])?;
        builder.end_each();
        all.push(Indexical::new(y, builder));
        Ok(())
    }

    fn indexical(&mut self, target: u16, tasks: Vec<RangeTask>) -> Result<Indexical, Fault> {
        let mut builder = Builder::new();
        self.build(&mut builder, tasks)?;
        Ok(Indexical::new(target, builder))
    }

    /// A variable of the head.
    fn argument(&self, t: NodeId) -> Result<u16, Fault> {
        match *self.tree.node(t) {
            Node::Var(v) => match self.vars.get(&v) {
                Some(VariableMeaning::Arg(a)) => Ok(*a),
                _ => self.unknown(t, v),
            },
            _ => fault(t, "a variable of the head is expected here"),
        }
    }

    fn unknown<T>(&self, t: NodeId, v: u32) -> Result<T, Fault> {
        let name = self.tree.var_name(v).unwrap_or("_");
        fault(t, format!("variable {name} is not in the head"))
    }

    /// The elements of a proper list.
    fn list(&self, list: NodeId) -> Result<Vec<NodeId>, Fault> {
        let (items, end) = self.tree.elements(list);
        match self.tree.is_nil(end) {
            true => Ok(items),
            false => fault(end, "a list is expected here"),
        }
    }

    /// The keys of `[K-R, …]` with their ranges.
    fn cases(&self, map: NodeId) -> Result<Vec<(NodeId, Int, NodeId)>, Fault> {
        let mut cases = Vec::new();
        for item in self.list(map)? {
            match self.tree.as_compound::<2>(item, atoms::MINUS) {
                Some([key, range]) => match self.tree.node(key) {
                    Node::Int(i) => cases.push((key, i.clone(), range)),
                    _ => return fault(key, "the keys of a map are integers"),
                },
                None => return fault(item, "a pair Integer-Range is expected here"),
            }
        }
        Ok(cases)
    }

    /// Finds the subterms that are ranges: those with the constructors of ranges, and sums, differences and
    /// remainders of ranges.
    fn find_sets(&mut self, body: NodeId) {
        self.sets = vec![false; self.tree.len()];
        let mut todo = vec![(body, false)];
        while let Some((t, again)) = todo.pop() {
            let Node::Compound { name, .. } = *self.tree.node(t) else {
                if matches!(*self.tree.node(t), Node::Atom(a) if &*self.vm.atoms.text(a) == "{}") {
                    self.sets[t.0 as usize] = true;
                }
                continue;
            };
            let args = self.tree.args(t);
            if !again {
                todo.push((t, true));
                todo.extend(args.iter().map(|a| (*a, false)));
                continue;
            }
            let is_set = |t: &NodeId| self.sets[t.0 as usize];
            let set = match (&*self.vm.atoms.text(name), args) {
                (".." | "/\\" | "\\/" | "?" | "switch", [_, _]) => true,
                ("\\" | "{}" | "dom", [_]) | ("unionof", [_, _, _]) => true,
                ("+" | "-" | "mod" | "rem", [a, b]) => is_set(a) || is_set(b),
                ("-", [a]) => is_set(a),
                _ => false,
            };
            self.sets[t.0 as usize] = set;
        }
    }

    fn build(&mut self, b: &mut Builder, mut tasks: Vec<RangeTask>) -> Result<(), Fault> {
        tasks.reverse();
        while let Some(task) = tasks.pop() {
            match task {
                RangeTask::Range(t) => self.range(t, &mut tasks)?,
                RangeTask::Value(t) => self.value(b, t, &mut tasks)?,
                RangeTask::Op(op) => b.op(op),
                RangeTask::Between(op) => b.between(op),
                RangeTask::Points(n) => b.points(n),
                RangeTask::Int(i) => b.int(i),
                RangeTask::Dom(a) => b.dom(a),
                RangeTask::BeginIf => b.begin_if(),
                RangeTask::EndIf => b.end_if(),
                RangeTask::Each(at, v, range) => {
                    let local = b.begin_each();
                    if self.vars.insert(v, VariableMeaning::Local(local)).is_some() {
                        return fault(at, "the variable of unionof/3 is a new one");
                    }
                    tasks.extend([RangeTask::EndEach(v), RangeTask::Range(range)]);
                }
                RangeTask::EndEach(v) => {
                    self.vars.remove(&v);
                    b.end_each();
                }
                RangeTask::Switch(cases) => {
                    b.begin_switch();
                    tasks.push(RangeTask::EndSwitch(cases.len()));
                    for (at, key, range) in cases.into_iter().rev() {
                        tasks.extend([
                            RangeTask::EndCase,
                            RangeTask::Range(range),
                            RangeTask::Case(at, key),
                        ]);
                    }
                }
                RangeTask::Case(at, key) => {
                    if !b.begin_case(key) {
                        return fault(at, "this key is in the map already");
                    }
                }
                RangeTask::EndCase => b.end_case(),
                RangeTask::EndSwitch(n) => b.end_switch(n),
            }
        }
        Ok(())
    }

    /// The tasks of an operation that needs its second operand for some values of the first one only, the first task
    /// last.
    fn lazily(op: IndexicalOp, a: NodeId, c: NodeId) -> [RangeTask; 4] {
        [
            RangeTask::Op(op),
            RangeTask::Range(c),
            RangeTask::Between(op),
            RangeTask::Range(a),
        ]
    }

    /// Pushes the tasks of a range, the first one last.
    fn range(&mut self, t: NodeId, tasks: &mut Vec<RangeTask>) -> Result<(), Fault> {
        let tree = self.tree;
        if matches!(tree.node(t), Node::Int(_)) {
            tasks.extend([RangeTask::Points(1), RangeTask::Value(t)]);
            return Ok(());
        }
        if !self.sets[t.0 as usize] {
            return self.no_range(t);
        }
        let (name, args) = match *tree.node(t) {
            Node::Atom(_) => {
                tasks.push(RangeTask::Points(0));
                return Ok(());
            }
            Node::Compound { name, .. } => (name, tree.args(t)),
            _ => return self.no_range(t),
        };
        match (&*self.vm.atoms.text(name), args) {
            ("..", &[a, c]) => {
                tasks.extend([
                    RangeTask::Op(IndexicalOp::Interval),
                    RangeTask::Value(c),
                    RangeTask::Value(a),
                ]);
            }
            ("/\\", &[a, c]) => tasks.extend(Self::lazily(IndexicalOp::And, a, c)),
            ("\\/", &[a, c]) => tasks.extend(Self::lazily(IndexicalOp::Or, a, c)),
            ("\\", &[a]) => tasks.extend([RangeTask::Op(IndexicalOp::Not), RangeTask::Range(a)]),
            ("-", &[a]) => tasks.extend([RangeTask::Op(IndexicalOp::NegSet), RangeTask::Range(a)]),
            ("?", &[a, c]) => {
                tasks.extend([
                    RangeTask::EndIf,
                    RangeTask::Range(c),
                    RangeTask::BeginIf,
                    RangeTask::Range(a),
                ]);
            }
            ("{}", &[a]) => points(conjuncts(tree, a), tasks),
            ("dom", &[a]) => match self.place(a)? {
                VariableMeaning::Arg(a) => tasks.push(RangeTask::Dom(a)),
                VariableMeaning::Local(_) => {
                    tasks.extend([RangeTask::Points(1), RangeTask::Value(a)])
                }
            },
            ("unionof", &[x, from, range]) => match *tree.node(x) {
                Node::Var(v) => {
                    tasks.extend([RangeTask::Each(x, v, range), RangeTask::Range(from)])
                }
                _ => return fault(x, "a variable is expected here"),
            },
            ("switch", &[on, map]) => {
                let cases = self.cases(map)?;
                tasks.extend([RangeTask::Switch(cases), RangeTask::Value(on)]);
            }
            (op @ ("+" | "-" | "mod" | "rem"), &[a, c]) => self.set_operation(op, a, c, tasks)?,
            _ => return self.no_range(t),
        }
        Ok(())
    }

    /// Pushes the tasks of an operation on two operands, of which at least one is a range.
    fn set_operation(
        &self,
        op: &str,
        a: NodeId,
        c: NodeId,
        tasks: &mut Vec<RangeTask>,
    ) -> Result<(), Fault> {
        let is_set = |t: NodeId| self.sets[t.0 as usize];
        let op = match (op, is_set(a), is_set(c)) {
            ("+", true, true) => IndexicalOp::AddSets,
            ("+", ..) => IndexicalOp::AddValue,
            ("-", true, true) => IndexicalOp::SubSets,
            ("-", true, false) => IndexicalOp::SubValue,
            ("-", ..) => IndexicalOp::FromValue,
            ("mod", true, true) => IndexicalOp::ModSets,
            ("mod", true, false) => IndexicalOp::ModValue,
            ("rem", true, true) => IndexicalOp::RemSets,
            ("rem", true, false) => IndexicalOp::RemValue,
            _ => return fault(a, "a range is expected here"),
        };
        // The set first, then the value.
        let both = match (is_set(a), is_set(c)) {
            (true, true) => [RangeTask::Range(c), RangeTask::Range(a)],
            (true, false) => [RangeTask::Value(c), RangeTask::Range(a)],
            _ => [RangeTask::Value(a), RangeTask::Range(c)],
        };
        tasks.push(RangeTask::Op(op));
        tasks.extend(both);
        Ok(())
    }

    fn no_range(&self, t: NodeId) -> Result<(), Fault> {
        let (name, arity) = match *self.tree.node(t) {
            Node::Compound { name, arity, .. } => (name, arity),
            Node::Atom(name) => (name, 0),
            _ => {
                return Err(Fault {
                    at: t,
                    message: "a range is expected here".into(),
                    hint: Some(
                        "the set of a value T is {T}, the domain of a variable dom(X)".into(),
                    ),
                });
            }
        };
        if self.is_function(name, arity) {
            return Err(Fault {
                at: t,
                message: "this is a value, but a range is expected here".into(),
                hint: Some("the set of a value T is {T}".into()),
            });
        }
        let name = load::quoted(self.vm, name);
        fault(t, format!("unknown range expression {name}/{arity}"))
    }

    fn is_function(&self, name: Atom, arity: u32) -> bool {
        matches!(
            (&*self.vm.atoms.text(name), arity),
            ("min" | "max" | "card" | "val" | "-", 1)
                | ("+" | "-" | "*" | "/>" | "/<" | "mod" | "rem", 2)
                | ("inf" | "sup", 0)
        )
    }

    /// The meaning of a variable.
    fn place(&self, t: NodeId) -> Result<VariableMeaning, Fault> {
        match *self.tree.node(t) {
            Node::Var(v) => match self.vars.get(&v) {
                Some(place) => Ok(*place),
                None => self.unknown(t, v),
            },
            _ => fault(t, "a variable is expected here"),
        }
    }

    /// Adds a value, or pushes the tasks of its operands.
    fn value(
        &mut self,
        b: &mut Builder,
        t: NodeId,
        tasks: &mut Vec<RangeTask>,
    ) -> Result<(), Fault> {
        let tree = self.tree;
        let (name, args) = match tree.node(t) {
            Node::Int(i) => {
                b.int(i.clone());
                return Ok(());
            }
            Node::Var(_) => {
                match self.place(t)? {
                    VariableMeaning::Arg(a) => b.value(a),
                    VariableMeaning::Local(l) => b.local(l),
                }
                return Ok(());
            }
            Node::Atom(name) | Node::Compound { name, .. } => (*name, tree.args(t)),
            _ => return fault(t, "a value is expected here"),
        };
        if self.sets[t.0 as usize] {
            return Err(Fault {
                at: t,
                message: "this is a range, but a value is expected here".into(),
                hint: Some("intervals are put in parentheses: R /\\ (T1..T2)".into()),
            });
        }
        let text = self.vm.atoms.text(name);
        match (&*text, args) {
            ("inf", []) => b.infinity(false),
            ("sup", []) => b.infinity(true),
            (of @ ("min" | "max" | "card" | "val"), &[x]) => match (of, self.place(x)?) {
                ("min", VariableMeaning::Arg(a)) => b.min(a),
                ("max", VariableMeaning::Arg(a)) => b.max(a),
                ("card", VariableMeaning::Arg(a)) => b.card(a),
                ("card", VariableMeaning::Local(_)) => b.int(Int::ONE),
                (_, VariableMeaning::Arg(a)) => b.value(a),
                (_, VariableMeaning::Local(l)) => b.local(l),
            },
            ("-", &[x]) => tasks.extend([RangeTask::Op(IndexicalOp::Neg), RangeTask::Value(x)]),
            (op, &[x, y]) => {
                let op = match op {
                    "+" => IndexicalOp::Add,
                    "-" => IndexicalOp::Sub,
                    "*" => IndexicalOp::Mul,
                    "/>" => IndexicalOp::DivUp,
                    "/<" => IndexicalOp::DivDown,
                    "mod" => IndexicalOp::Mod,
                    "rem" => IndexicalOp::Rem,
                    _ => return self.no_value(t, name, 2),
                };
                tasks.extend([RangeTask::Op(op), RangeTask::Value(y), RangeTask::Value(x)]);
            }
            _ => return self.no_value(t, name, args.len()),
        }
        Ok(())
    }

    fn no_value(&self, t: NodeId, name: Atom, arity: usize) -> Result<(), Fault> {
        let hint = matches!(&*self.vm.atoms.text(name), "/" | "//" | "div")
            .then(|| "quotients are T1 /> T2, rounded up, and T1 /< T2, rounded down".to_owned());
        let name = load::quoted(self.vm, name);
        let message = if arity == 0 {
            format!("{name} is not a value")
        } else {
            format!("unknown value expression {name}/{arity}")
        };
        Err(Fault {
            at: t,
            message,
            hint,
        })
    }
}

/// Pushes the tasks of a set of values, the first one last.
fn points(values: Vec<NodeId>, tasks: &mut Vec<RangeTask>) {
    tasks.push(RangeTask::Points(values.len()));
    tasks.extend(values.into_iter().rev().map(RangeTask::Value));
}
