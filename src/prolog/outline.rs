//! The structure of a program text: its clauses, and the places where it names predicates.
//!
//! Nothing is loaded or run. The text is read with the operators that the machine has, which are those of the text
//! once the machine has loaded it. A term with a syntax error is a part of the outline, and those after it are read.

use super::session::Machine;
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::quad::{as_query, is_answer_description};
use crate::syntax::{Notation, ReadOptions, ReadTerm, Span, TermPositions, program_start};
use crate::system::load;
use crate::system::{Vm, flags, library, modules};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The kind of a term in a program text.
///
/// ```
/// use horn::{Machine, PartKind};
///
/// let outline = Machine::new().outline(":- dynamic(p/1).\np(1).\n?- p(X).\n   X = 1.\n");
/// let kinds: Vec<PartKind> = outline.parts.iter().map(|part| part.kind).collect();
/// assert_eq!(kinds, [PartKind::Directive, PartKind::Clause, PartKind::Query, PartKind::Answers]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PartKind {
    /// A clause or a grammar rule.
    Clause,
    /// A directive.
    Directive,
    /// A query with answers below it.
    Query,
    /// The description of the answers of a query.
    Answers,
    /// Text that is not a term.
    Fault,
}

/// A place where a text names a predicate.
///
/// ```
/// let text = "p(X) :- q(X, 1).\n";
/// let outline = horn::Machine::new().outline(text);
/// let mention = &outline.parts[0].mentions[0];
/// assert_eq!((&*mention.name, mention.arity), ("q", 2));
/// assert_eq!(&text[mention.span.start..mention.span.end], "q");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Mention {
    /// The name of the predicate.
    pub name: Arc<str>,
    /// The number of its arguments; of a nonterminal, that of the predicate.
    pub arity: usize,
    /// The place of the name.
    pub span: Span,
}

/// A term of a program text.
///
/// ```
/// let text = "p(1).\nq(X) :- p(X).\n";
/// let outline = horn::Machine::new().outline(text);
/// let part = &outline.parts[1];
/// assert_eq!(text[part.span.start..part.span.end].trim_end(), "q(X) :- p(X).");
/// assert_eq!(part.head.as_ref().map(|head| (&*head.name, head.arity)), Some(("q", 1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Part {
    /// The kind.
    pub kind: PartKind,
    /// From the first token to the one that ends it.
    pub span: Span,
    /// The predicate that a clause belongs to.
    pub head: Option<Mention>,
    /// The predicates that it calls, declares or exports, in the order of the text.
    pub mentions: Vec<Mention>,
}

/// The structure of a program text; [`Machine::outline`] makes one.
///
/// ```
/// let outline = horn::Machine::new().outline(":- module(m, [p/1]).\np(1).\n");
/// assert_eq!((outline.module.as_deref(), outline.parts.len()), (Some("m"), 2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Outline {
    /// The name of the module, if the text has one.
    pub module: Option<String>,
    /// The terms, in order.
    pub parts: Vec<Part>,
}

impl Machine {
    /// The structure of a program text: its clauses, and where it names predicates. The machine's operators and
    /// declarations of meta-predicates are used, so that it has loaded the text before, if possible.
    ///
    /// ```
    /// use horn::{Machine, PartKind};
    ///
    /// let text = "p(X) :- findall(Y, q(X, Y), _).\np(.\ns --> [a], t.\n";
    /// let outline = Machine::new().outline(text);
    /// let kinds: Vec<PartKind> = outline.parts.iter().map(|p| p.kind).collect();
    /// assert_eq!(kinds, [PartKind::Clause, PartKind::Fault, PartKind::Clause]);
    /// let called = |i: usize| outline.parts[i].mentions.iter().map(|m| (&*m.name, m.arity));
    /// assert!(called(0).eq([("findall", 3), ("q", 2)]));
    /// assert!(called(2).eq([("t", 2)]));
    /// let head = outline.parts[2].head.as_ref().unwrap();
    /// assert_eq!((head.arity, &text[head.span.start..head.span.end]), (2, "s"));
    /// ```
    pub fn outline(&mut self, text: &str) -> Outline {
        self.engine.close();
        let vm = self.engine.vm_mut();
        let options = ReadOptions {
            quads: true,
            positions: true,
            ..flags::read_options(vm)
        };
        let mut module = atoms::USER;
        let mut outline = Outline::default();
        let mut walk = OutlineWalk::default();
        let (mut at, mut after_query) = (program_start(text), false);
        loop {
            let read = library::read_leniently(vm, module, text, at, &options);
            let (term, end) = match read {
                Ok(None) => return outline,
                Ok(Some((term, end, _))) => (term, end),
                Err(e) => {
                    let start = e.term_start.offset.clamp(at, text.len());
                    at = if e.resume > at { e.resume } else { text.len() }.min(text.len());
                    outline.parts.push(Part {
                        kind: PartKind::Fault,
                        span: Span {
                            start,
                            end: at.max(start),
                        },
                        head: None,
                        mentions: Vec::new(),
                    });
                    continue;
                }
            };
            at = end;
            let part = walk.part(vm, module, &term, end, after_query);
            after_query = matches!(part.kind, PartKind::Query | PartKind::Answers);
            if outline.module.is_none()
                && let Some(name) = declared_module(&term.tree, &vm.atoms)
            {
                module = name;
                outline.module = Some(vm.atoms.text(name).to_string());
            }
            outline.parts.push(part);
        }
    }

    /// The files and lines where a predicate is defined that this machine has loaded, without those of libraries.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.consult_str("/a.pl", "\np(1).\np(2).\n")?;
    /// assert_eq!(machine.definitions("p", 1), [("/a.pl".to_string(), 2)]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn definitions(&mut self, name: &str, arity: usize) -> Vec<(String, u32)> {
        let vm = self.engine.vm_mut();
        let name = vm.atoms.intern_transient(name);
        let found = vm.db.preds().filter(|(p, d)| {
            d.name == name
                && d.arity as usize == arity
                && !d.properties.library
                && vm.db.is_defined(*p)
        });
        let homes = found.filter_map(|(p, _)| load::home(vm, p));
        let mut places: Vec<(String, u32)> = homes
            .map(|(file, line)| (load::absolute(vm, file).into_owned(), line))
            .collect();
        places.sort();
        places
    }
}

/// The module that a term `:- module(Name, Exports)` begins.
fn declared_module(tree: &Tree, names: &AtomTable) -> Option<Atom> {
    let [goal] = tree.as_compound::<1>(tree.root(), atoms::NECK)?;
    match tree.callable(goal)? {
        (name, &[module, _]) if &*names.text(name) == "module" => match *tree.node(module) {
            Node::Atom(a) => Some(a),
            _ => None,
        },
        _ => None,
    }
}

/// Directives whose arguments are heads or indicators of predicates.
const DECLARATIONS: &[&str] = &[
    "dynamic",
    "discontiguous",
    "multifile",
    "table",
    "meta_predicate",
    "mode",
];

/// A term that is a goal or the body of a grammar rule, with the number of arguments that are added to it.
#[derive(Clone, Copy)]
struct OutlineStep {
    node: NodeId,
    further: u32,
    is_grammar: bool,
}

/// A walk through the goals of a term.
#[derive(Default)]
struct OutlineWalk {
    steps: Vec<OutlineStep>,
    found: Vec<Mention>,
    /// The texts of names, shared.
    names: FxHashMap<Atom, Arc<str>>,
    /// The meta-argument specifiers of predicates that were called.
    metas: FxHashMap<(Atom, u32), Option<Vec<u8>>>,
}

impl OutlineWalk {
    fn part(
        &mut self,
        vm: &Vm,
        module: Atom,
        term: &ReadTerm,
        end: usize,
        after_query: bool,
    ) -> Part {
        let (tree, root) = (&term.tree, term.tree.root());
        let default = TermPositions::default();
        let mut place = OutlinePlace {
            vm,
            module,
            tree,
            positions: term.positions.as_ref().unwrap_or(&default),
            walk: self,
        };
        let mut head = None;
        let kind = if let Some(query) = as_query(tree, root) {
            place.goals(query.goal, 0, false);
            place.indicators(query.goal);
            PartKind::Query
        } else if after_query && is_answer_description(tree, root, &vm.atoms) {
            PartKind::Answers
        } else if let Some([goal]) = tree.as_compound::<1>(root, atoms::NECK) {
            place.directive(goal);
            PartKind::Directive
        } else {
            head = place.clause(root);
            PartKind::Clause
        };
        let mut mentions = std::mem::take(&mut self.found);
        mentions.sort_by_key(|m| m.span.start);
        mentions.dedup();
        Part {
            kind,
            span: Span {
                start: term.span.start,
                end,
            },
            head,
            mentions,
        }
    }
}

/// The term that is walked through.
struct OutlinePlace<'w> {
    vm: &'w Vm,
    module: Atom,
    tree: &'w Tree,
    positions: &'w TermPositions,
    walk: &'w mut OutlineWalk,
}

impl OutlinePlace<'_> {
    /// Notes the goals of a clause. Returns its head.
    fn clause(&mut self, root: NodeId) -> Option<Mention> {
        let (mut head, mut further) = (root, 0);
        if let Some((name, &[left, body])) = self.tree.callable(root) {
            let text = self.vm.atoms.text(name);
            match &*text {
                ":-" => self.goals(body, 0, false),
                "=>" => self.goals(body, 0, false),
                "-->" => {
                    further = 2;
                    self.goals(body, 2, true);
                }
                _ => {}
            }
            if matches!(&*text, ":-" | "=>" | "-->") {
                head = left;
                // A guard, or the list that a grammar rule pushes back.
                if &*text != ":-"
                    && let Some([first, guard]) = self.tree.as_compound::<2>(left, atoms::COMMA)
                {
                    head = first;
                    if further == 0 {
                        self.goals(guard, 0, false);
                    }
                }
            }
        }
        while let Some([_, inner]) = self.tree.as_compound::<2>(head, atoms::COLON) {
            head = inner;
        }
        let (name, args) = self.tree.callable(head)?;
        self.mention(head, name, args.len() as u32 + further)
    }

    /// Notes the predicates that a directive calls, declares or exports.
    fn directive(&mut self, goal: NodeId) {
        self.goals(goal, 0, false);
        self.indicators(goal);
        let Some((name, args)) = self.tree.callable(goal) else {
            return;
        };
        if !DECLARATIONS.contains(&&*self.vm.atoms.text(name)) {
            return;
        }
        let mut rest = args.to_vec();
        while let Some(node) = rest.pop() {
            match self.tree.callable(node) {
                Some((atoms::COMMA, args)) => rest.extend(args),
                Some((atoms::SLASH, _)) | None => {}
                Some((atoms::COLON, &[_, inner])) => rest.push(inner),
                Some((name, args)) if self.tree.as_cons(node).is_none() && !args.is_empty() => {
                    self.note(node, name, args.len() as u32);
                }
                Some((_, args)) => rest.extend(args),
            }
        }
    }

    /// Notes the indicators `Name/Arity` and `Name//Arity` in a term.
    fn indicators(&mut self, term: NodeId) {
        let mut rest = vec![term];
        while let Some(node) = rest.pop() {
            let args = self.tree.args(node);
            rest.extend(args);
            let (Some((functor, _)), &[left, right]) = (self.tree.callable(node), args) else {
                continue;
            };
            let further = match &*self.vm.atoms.text(functor) {
                "/" => 0,
                "//" => 2,
                _ => continue,
            };
            let (Node::Atom(name), Node::Int(arity)) =
                (self.tree.node(left), self.tree.node(right))
            else {
                continue;
            };
            if let Some(arity) = arity.to_i64().and_then(|n| u32::try_from(n).ok()) {
                self.note(left, *name, arity.saturating_add(further));
            }
        }
    }

    /// Notes the goals in a body.
    fn goals(&mut self, body: NodeId, further: u32, is_grammar: bool) {
        self.push(body, further, is_grammar);
        while let Some(step) = self.walk.steps.pop() {
            let Some((name, args)) = self.tree.callable(step.node) else {
                continue;
            };
            if self.control(step, name, args) {
                continue;
            }
            let arity = args.len() as u32 + step.further;
            self.note(step.node, name, arity);
            if !step.is_grammar {
                self.arguments(name, arity, args);
            }
        }
    }

    fn push(&mut self, node: NodeId, further: u32, is_grammar: bool) {
        self.walk.steps.push(OutlineStep {
            node,
            further,
            is_grammar,
        });
    }

    /// Visits the goals in a control construct. Returns false for other goals.
    fn control(&mut self, step: OutlineStep, name: Atom, args: &[NodeId]) -> bool {
        let text = self.vm.atoms.text(name);
        let is_body = step.is_grammar || step.further == 0;
        match (&*text, args) {
            ("," | ";" | "->" | "*->" | "|", &[a, b]) if is_body => {
                self.push(a, step.further, step.is_grammar);
                self.push(b, step.further, step.is_grammar);
            }
            ("\\+", &[a]) if is_body => self.push(a, step.further, step.is_grammar),
            (":", &[_, goal]) => self.push(goal, step.further, step.is_grammar),
            ("{}", &[goal]) if step.is_grammar => self.push(goal, 0, false),
            ("call", [goal, rest @ ..]) => {
                self.push(*goal, step.further + rest.len() as u32, false);
            }
            // Terminals.
            ("." | "'[|]'", &[_, _]) | ("[]" | "!", []) if step.is_grammar => {}
            ("!", []) => {}
            (">>", &[left, goal]) if step.further > 0 => {
                let parameters = match self.tree.as_compound::<2>(left, atoms::SLASH) {
                    Some([_, parameters]) => parameters,
                    None => left,
                };
                let count = self.tree.elements(parameters).0.len() as u32;
                if let Some(further) = step.further.checked_sub(count) {
                    self.push(goal, further, false);
                }
            }
            ("\\" | "+\\" | "^", _) if step.further > 0 => {}
            _ => return false,
        }
        true
    }

    /// Visits the goals in the arguments of a meta-predicate.
    fn arguments(&mut self, name: Atom, arity: u32, args: &[NodeId]) {
        let (vm, module) = (self.vm, self.module);
        let known = self.walk.metas.entry((name, arity));
        let meta = known
            .or_insert_with(|| modules::meta_specifiers(vm, module, name, arity, <[u8]>::to_vec));
        let Some(meta) = meta.clone() else { return };
        for (&argument, specifier) in args.iter().zip(meta) {
            let mut node = argument;
            match specifier {
                b'0'..=b'9' => self.push(node, u32::from(specifier - b'0'), false),
                b'/' => self.push(node, 2, true),
                b'^' => {
                    while let Some([_, goal]) = self.tree.as_compound::<2>(node, atoms::CARET) {
                        node = goal;
                    }
                    self.push(node, 0, false);
                }
                _ => {}
            }
        }
    }

    fn note(&mut self, node: NodeId, name: Atom, arity: u32) {
        let mention = self.mention(node, name, arity);
        self.walk.found.extend(mention);
    }

    /// The place of the name of a term; none if the name is not written, as in `[a]`.
    fn mention(&mut self, node: NodeId, name: Atom, arity: u32) -> Option<Mention> {
        let i = node.0 as usize;
        let span = match self.positions.notations.get(i)? {
            Notation::Named(span) => *span,
            Notation::Token => *self.positions.spans.get(i)?,
            _ => return None,
        };
        let (vm, names) = (self.vm, &mut self.walk.names);
        let text = names
            .entry(name)
            .or_insert_with(|| Arc::from(&*vm.atoms.text(name)));
        Some(Mention {
            name: text.clone(),
            arity: arity as usize,
            span,
        })
    }
}
