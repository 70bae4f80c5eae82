//! An engine that plays a script, for testing everything above the real one.
//!
//! A script says what a goal prints and answers. Answers are written as answer text; a variable
//! that is bound in it is replaced by its value everywhere, so `X = f(X)` makes a cyclic term.

use super::answer::Solution;
use super::diagnostic::Diagnostic;
use super::engine::{self, Engine, Event, Goal, InterruptHandle, Limit, Loading, ReadAs};
use super::export::Scope;
use super::session::Machine;
use super::term::Tables;
use crate::base::atom::{AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{OpTable, OpType, ReadOptions, WriteOptions, read_term, term_text};
use std::collections::{HashMap, VecDeque};
use std::io::{Read, Write};
use std::sync::Arc;

/// One step of a script.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// The goal prints this.
    Out(&'static str),
    /// An answer after which a choice point remains.
    Some(&'static str),
    /// An answer after which none remains.
    Last(&'static str),
    /// Failure.
    No,
    /// This is thrown.
    Throw(&'static str),
    /// `halt/1`.
    Halt(i32),
}

pub(crate) struct Scripted {
    atoms: AtomTable,
    ops: OpTable,
    script: HashMap<&'static str, Vec<Act>>,
    running: VecDeque<Act>,
    names: Vec<String>,
    current: Option<&'static str>,
    out: Box<dyn Write + Send>,
    pub(crate) loaded: Vec<String>,
}

impl Scripted {
    pub(crate) fn new(script: &[(&'static str, &[Act])]) -> Scripted {
        let mut atoms = AtomTable::new();
        let mut ops = OpTable::standard(&mut atoms);
        for name in ["#=", "#\\=", "#>", "#<", "in", "ins"] {
            let name = atoms.intern(name);
            ops.add(700, OpType::Xfx, name).expect("a new operator");
        }
        let range = atoms.intern("..");
        ops.add(450, OpType::Yfx, range).expect("a new operator");
        Scripted {
            atoms,
            ops,
            script: script.iter().map(|(q, acts)| (*q, acts.to_vec())).collect(),
            running: VecDeque::new(),
            names: Vec::new(),
            current: None,
            out: Box::new(std::io::sink()),
            loaded: Vec::new(),
        }
    }

    pub(crate) fn machine(script: &[(&'static str, &[Act])]) -> Machine {
        Machine::with_engine(Box::new(Scripted::new(script)))
    }

    fn parse(&mut self, text: &str) -> (Tree, Vec<(String, u32)>) {
        let text = format!("{text} .");
        let read = read_term(
            &text,
            0,
            &self.ops,
            &mut self.atoms,
            &ReadOptions::default(),
        );
        let (term, _) = read.expect("a term").expect("not empty");
        let names = term.variable_names().map(|(n, v)| (n.to_string(), v));
        let names = names.collect();
        (term.tree, names)
    }

    fn solution(&mut self, text: &str) -> Solution {
        let (mut tree, mut vars) = self.parse(text);
        let mut bound: HashMap<u32, NodeId> = HashMap::new();
        let mut goals = Vec::new();
        let mut rest = vec![tree.root()];
        while let Some(t) = rest.pop() {
            if let Some([a, b]) = tree.as_compound::<2>(t, atoms::COMMA) {
                rest.extend([b, a]);
            } else if let Some([x, value]) = tree.as_compound::<2>(t, atoms::UNIFY) {
                let Node::Var(v) = *tree.node(x) else {
                    panic!("a variable on the left of {text}");
                };
                bound.insert(v, value);
            } else if text != "true" {
                goals.push(t);
            }
        }
        let resolve = |tree: &Tree, mut t: NodeId| {
            while let Node::Var(v) = *tree.node(t) {
                match bound.get(&v) {
                    Some(&value) => t = value,
                    None => break,
                }
            }
            t
        };
        for i in 0..tree.len() as u32 {
            for k in 0..tree.args(NodeId(i)).len() {
                let arg = tree.args(NodeId(i))[k];
                let value = resolve(&tree, arg);
                tree.set_arg(NodeId(i), k, value);
            }
        }
        let mut values = Vec::new();
        for name in self.names.clone() {
            let t = match vars.iter().find(|(n, _)| *n == name) {
                Some(&(_, v)) => tree.var(v),
                None => {
                    let t = tree.new_var(None);
                    vars.push((name, tree.var_count() as u32 - 1));
                    t
                }
            };
            values.push(resolve(&tree, t));
        }
        for v in 0..tree.var_count() as u32 {
            tree.set_var_name(v, None);
        }
        Solution {
            tree,
            values,
            goals,
        }
    }
}

impl Engine for Scripted {
    fn read(&mut self, text: &str, at: usize, what: ReadAs) -> engine::Read {
        let options = ReadOptions {
            goal: what == ReadAs::Goal,
            quads: what == ReadAs::FileTerm,
            ..ReadOptions::default()
        };
        read_term(text, at, &self.ops, &mut self.atoms, &options)
    }

    fn tables(&self) -> Tables<'_> {
        Tables {
            atoms: &self.atoms,
            ops: &self.ops,
            strings: true,
            numbervars: false,
        }
    }

    fn load(&mut self, name: &str, text: &str) -> Loading {
        self.loaded.push(format!("{name}: {text}"));
        Loading {
            messages: Vec::new(),
            halted: None,
        }
    }

    fn messages(&mut self) -> Vec<Diagnostic> {
        Vec::new()
    }

    fn open_main(&mut self) -> bool {
        false
    }

    fn open(&mut self, goal: Goal<'_>) {
        let options = WriteOptions::writeq();
        let text = term_text(goal.tree, goal.root, &self.atoms, &self.ops, &options);
        let name = |&v: &u32| goal.tree.var_name(v).unwrap_or("_").to_string();
        self.names = goal.variables.iter().map(name).collect();
        let acts = self.script.get(&*text).cloned();
        let unknown = || vec![Act::Throw("error(existence_error(procedure,p/0),p/0)")];
        self.running = acts.unwrap_or_else(unknown).into();
    }

    fn again(&mut self) -> Option<Solution> {
        self.current.map(|text| self.solution(text))
    }

    fn next(&mut self, _: Scope) -> Event {
        self.current = None;
        loop {
            return match self.running.pop_front() {
                Some(Act::Out(text)) => {
                    self.out.write_all(text.as_bytes()).expect("an outlet");
                    continue;
                }
                Some(act @ (Act::Some(text) | Act::Last(text))) => {
                    self.current = Some(text);
                    Event::Yes {
                        found: self.solution(text),
                        last: matches!(act, Act::Last(_)),
                    }
                }
                Some(Act::No) | None => Event::No,
                Some(Act::Throw(text)) => {
                    let mut ball = self.parse(text).0;
                    for v in 0..ball.var_count() as u32 {
                        ball.set_var_name(v, None);
                    }
                    Event::Thrown(ball)
                }
                Some(Act::Halt(status)) => Event::Halt(status),
            };
        }
    }

    fn close(&mut self) {
        self.running.clear();
    }

    fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(Arc::new(|| ()))
    }

    fn set_limit(&mut self, _: Limit) {}

    fn set_arguments(&mut self, _: &[String]) {}

    fn set_output(&mut self, to: Box<dyn Write + Send>) {
        self.out = to;
    }

    fn set_error(&mut self, _: Box<dyn Write + Send>) {}

    fn set_input(&mut self, _: Box<dyn Read + Send>) {}

    fn set_terminal(&mut self, _: [bool; 3]) {}

    fn flush(&mut self) {}

    fn predicate_names(&mut self) -> Vec<String> {
        let own = ["append", "$hidden", "member", "append"];
        own.iter().map(ToString::to_string).collect()
    }
}
