//! The reference: an interpreter that walks the term of a clause (ISO 7.7, 7.8).

use super::oracle::{Oracle, Solution};
use super::terms::{Cell, Heap, Mark, Term, Thrown, compares};
use super::{DET_PREDICATES, Lab};
use crate::base::atom::{AtomTable, atoms};
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::instr::{CompareOp, TypeTest};
use std::rc::Rc;

#[derive(Clone)]
enum Item {
    Goal(NodeId, usize),
    CutTo(usize),
    Soft(usize),
    Fail,
}

struct Link {
    item: Item,
    next: Goals,
}

type Goals = Option<Rc<Link>>;

fn then(item: Item, next: Goals) -> Goals {
    Some(Rc::new(Link { item, next }))
}

enum Alternative {
    Goals(Goals),
    Solutions {
        rest: Vec<Solution>,
        args: Vec<Term>,
        next: Goals,
    },
    Disabled,
}

struct Choice {
    mark: Mark,
    alternative: Alternative,
}

struct Walk<'a> {
    atoms: &'a AtomTable,
    tree: &'a Tree,
    h: Heap,
    vars: Vec<Term>,
    choices: Vec<Choice>,
    oracle: Oracle,
}

/// The trace of the clause called with `args`.
pub(super) fn run(
    lab: &Lab,
    tree: &Tree,
    (head, body): (NodeId, Option<NodeId>),
    args: &[Term],
    mut h: Heap,
    oracle: Oracle,
) -> Vec<String> {
    let vars = (0..tree.var_count()).map(|_| h.var()).collect();
    let atoms = &lab.machine.atoms;
    let mut walk = Walk {
        atoms,
        tree,
        h,
        vars,
        choices: Vec::new(),
        oracle,
    };
    for (i, &a) in tree.args(head).iter().enumerate() {
        let t = walk.term(a);
        if !walk.h.unify(args[i], t) {
            return walk.oracle.trace;
        }
    }
    let mut goals = body.and_then(|b| then(Item::Goal(b, 0), None));
    loop {
        if walk.oracle.is_over() {
            return walk.oracle.trace;
        }
        let next = match goals.take() {
            None => {
                let text = walk.h.show_all(args, atoms);
                walk.oracle.log(format!("exit {text}"));
                Ok(None)
            }
            Some(link) => walk.step(link.item.clone(), link.next.clone()),
        };
        match next {
            Ok(Some(g)) => goals = g,
            Ok(None) => match walk.backtrack() {
                Some(g) => goals = g,
                None => return walk.oracle.trace,
            },
            Err(Thrown) => {
                walk.oracle.log("error".into());
                return walk.oracle.trace;
            }
        }
    }
}

impl Walk<'_> {
    fn term(&mut self, t: NodeId) -> Term {
        match self.tree.node(t) {
            Node::Var(v) => self.vars[*v as usize],
            Node::Atom(a) => self.h.atom(*a),
            Node::Int(i) => self.h.cell(Cell::Num(Number::Int(i.clone()))),
            Node::Float(f) => self.h.cell(Cell::Num(Number::Float(*f))),
            Node::Rat(r) => self.h.cell(Cell::Num(Number::Rat(r.clone()))),
            Node::String(_) => unreachable!("not generated"),
            Node::Compound { name, .. } => {
                let args = self.tree.args(t).iter().map(|&a| self.term(a)).collect();
                self.h.cell(Cell::Comp(*name, args))
            }
        }
    }

    fn backtrack(&mut self) -> Option<Goals> {
        loop {
            let c = self.choices.last_mut()?;
            self.h.undo(c.mark);
            match &mut c.alternative {
                Alternative::Goals(g) => {
                    let g = g.clone();
                    self.choices.pop();
                    return Some(g);
                }
                Alternative::Disabled => {
                    self.choices.pop();
                }
                Alternative::Solutions { rest, args, next } => {
                    let s = rest.pop();
                    let (args, next, done) = (args.clone(), next.clone(), rest.is_empty());
                    if done {
                        self.choices.pop();
                    }
                    if let Some(s) = s
                        && take(&mut self.h, &args, s)
                    {
                        return Some(next);
                    }
                }
            }
        }
    }

    fn or_else(&mut self, g: Goals) {
        self.choices.push(Choice {
            mark: self.h.mark(),
            alternative: Alternative::Goals(g),
        });
    }

    /// One goal: the goals after it, or failure.
    fn step(&mut self, item: Item, next: Goals) -> Result<Option<Goals>, Thrown> {
        let (goal, barrier) = match item {
            Item::CutTo(level) => {
                self.choices.truncate(level);
                return Ok(Some(next));
            }
            Item::Soft(i) => {
                self.choices[i].alternative = Alternative::Disabled;
                return Ok(Some(next));
            }
            Item::Fail => return Ok(None),
            Item::Goal(g, b) => (g, b),
        };
        let tree = self.tree;
        let Some((name, args)) = tree.callable(goal) else {
            let t = self.term(goal);
            return Ok(self.call("call", vec![t], next, false));
        };
        let text = self.atoms.text(name).to_string();
        let level = self.choices.len();
        Ok(match (&*text, args) {
            ("true", []) => Some(next),
            ("fail" | "false", []) => None,
            ("!", []) => {
                self.choices.truncate(barrier);
                Some(next)
            }
            (",", &[a, b]) => Some(then(
                Item::Goal(a, barrier),
                then(Item::Goal(b, barrier), next),
            )),
            (";", &[a, b]) => {
                let other = then(Item::Goal(b, barrier), next.clone());
                self.or_else(other);
                for arrow in [atoms::ARROW, atoms::SOFT_ARROW] {
                    if let Some([c, t]) = tree.as_compound::<2>(a, arrow) {
                        return Ok(Some(self.branch(
                            c,
                            t,
                            arrow == atoms::ARROW,
                            level,
                            barrier,
                            next,
                        )));
                    }
                }
                Some(then(Item::Goal(a, barrier), next))
            }
            ("->" | "*->", &[c, t]) => {
                self.choices.push(Choice {
                    mark: self.h.mark(),
                    alternative: Alternative::Disabled,
                });
                Some(self.branch(c, t, text == "->", level, barrier, next))
            }
            ("\\+", &[g])
                if tree
                    .callable(g)
                    .is_none_or(|g| *self.atoms.text(g.0) != *"," || !self.odd(g.1)) =>
            {
                self.or_else(next);
                let never = then(Item::CutTo(level), then(Item::Fail, None));
                Some(then(Item::Goal(g, level + 1), never))
            }
            _ => return self.simple_goal(&text, args, next),
        })
    }

    /// A goal that is not a control construct: a test, or a call that the oracle answers.
    fn simple_goal(
        &mut self,
        text: &str,
        args: &[NodeId],
        next: Goals,
    ) -> Result<Option<Goals>, Thrown> {
        let test = |yes: bool| if yes { Some(next.clone()) } else { None };
        Ok(match (text, args) {
            ("=", &[a, b]) => {
                let (a, b) = (self.term(a), self.term(b));
                let yes = self.h.unify(a, b);
                test(yes)
            }
            ("\\=", &[a, b]) => {
                let (a, b) = (self.term(a), self.term(b));
                let yes = self.h.unifiable(a, b);
                test(!yes)
            }
            ("==" | "\\==", &[a, b]) => {
                let (a, b) = (self.term(a), self.term(b));
                test(self.h.same(a, b) == (text == "=="))
            }
            ("is", &[a, b]) => {
                let (a, b) = (self.term(a), self.term(b));
                let v = Cell::Num(self.h.eval(b, self.atoms)?);
                let v = self.h.cell(v);
                let yes = self.h.unify(a, v);
                test(yes)
            }
            (op, &[a, b]) if CompareOp::from_name(op).is_some() => {
                let (a, b) = (self.term(a), self.term(b));
                let (a, b) = (self.h.eval(a, self.atoms)?, self.h.eval(b, self.atoms)?);
                test(CompareOp::from_name(op).is_some_and(|op| compares(op, &a, &b)))
            }
            (op, &[a]) if TypeTest::from_name(op).is_some() => {
                let a = self.term(a);
                test(TypeTest::from_name(op).is_some_and(|op| self.h.type_test(op, a)))
            }
            _ => {
                let terms = args.iter().map(|&a| self.term(a)).collect();
                let det = DET_PREDICATES
                    .iter()
                    .any(|d| (d.0, d.1 as usize) == (text, args.len()));
                self.call(text, terms, next, det)
            }
        })
    }

    /// Returns true if a conjunction is not a body (ISO 7.6.2).
    fn odd(&self, args: &[NodeId]) -> bool {
        args.iter()
            .any(|&a| matches!(self.tree.node(a), Node::Int(_)))
    }

    fn branch(
        &mut self,
        c: NodeId,
        t: NodeId,
        hard: bool,
        level: usize,
        barrier: usize,
        next: Goals,
    ) -> Goals {
        let commit = if hard {
            Item::CutTo(level)
        } else {
            Item::Soft(level)
        };
        then(
            Item::Goal(c, level + 1),
            then(commit, then(Item::Goal(t, barrier), next)),
        )
    }

    fn call(&mut self, name: &str, args: Vec<Term>, next: Goals, det: bool) -> Option<Goals> {
        let mut rest =
            self.oracle
                .solutions(name, &self.h.show_all(&args, self.atoms), args.len(), det);
        rest.reverse();
        let first = rest.pop()?;
        if !rest.is_empty() {
            let mark = self.h.mark();
            let alternative = Alternative::Solutions {
                rest,
                args: args.clone(),
                next: next.clone(),
            };
            self.choices.push(Choice { mark, alternative });
        }
        take(&mut self.h, &args, first).then_some(next)
    }
}

/// Binds the argument of a solution. Only variables are bound, so that most goals succeed. Returns true if it could.
fn take(h: &mut Heap, args: &[Term], s: Solution) -> bool {
    let Some(&arg) = args.get(s.argument) else {
        return true;
    };
    let n = h.cell(Cell::Num(Number::Int(s.value.into())));
    !matches!(h.value(arg), Cell::Var(_)) || h.unify(arg, n)
}
