//! The printing of terms of answers: the depth limit, the names of variables, values as arguments of `=`.
//!
//! The rules are those of Scryer's top level. Every compound and every list cell costs one level of the limit.
//! Deeper parts print as `...`, the rest of a long list as `|...`, the rest of a long string as `||...`, so that
//! a shortened term is still Prolog text.

use crate::base::atom::{Atom, AtomNames, atoms};
use crate::base::int::Int;
use crate::base::leading_digits::leading_digits;
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{OpTable, QuotedAs, Spacing, WriteOptions, term_text};
use crate::system::Vm;
use crate::system::flags::{self, AnswerOptions};
use rustc_hash::FxHashSet;

/// The number of levels of a term that an answer shows, unless the flag `answer_write_options` says otherwise.
pub(super) const DEPTH: u32 = 20;
/// The number of compounds that a shortened text shows: a term that shares its parts can be small and have a text of
/// many millions of characters.
const COMPOUNDS: usize = 10_000;
/// The number of arguments of a compound that an answer shows.
pub(super) const ARGUMENTS: usize = 10_000;
/// The number of arguments that a shortened text shows for each compound that it may show.
const ARGUMENTS_EACH: usize = 10;
/// The number of nodes that the whole text of a term may have beyond those of its tree, again because of shared parts.
const REPEATED: usize = 1_000_000;
/// The number of digits above which an integer is shortened, and of those that are then shown.
const DIGITS: usize = 1000;
const DIGITS_SHOWN: usize = 60;
/// The length in bits of integers that have at most [`DIGITS`] digits.
const SHORT_BITS: u64 = 3300;
/// The length in bits above which integers have more than [`DIGITS`] digits.
const LONG_BITS: u64 = 3322;

/// The priority of an argument of `=`.
pub(super) const BINDING: u16 = 699;
/// The priority of a goal between commas.
pub(super) const GOAL: u16 = 999;

/// The names `_A`, `_B`, …, `_Z`, `_A1`, …, without those in use.
pub(super) struct FreshNames {
    used: FxHashSet<String>,
    next: usize,
}

impl FreshNames {
    pub(super) fn new(used: impl Iterator<Item = String>) -> FreshNames {
        FreshNames {
            used: used.collect(),
            next: 0,
        }
    }

    pub(super) fn next(&mut self) -> String {
        loop {
            let letter = char::from(b'A' + (self.next % 26) as u8);
            let name = match self.next / 26 {
                0 => format!("_{letter}"),
                n => format!("_{letter}{n}"),
            };
            self.next += 1;
            if !self.used.contains(&name) {
                return name;
            }
        }
    }
}

/// The names and operators that terms are printed with, and two flags.
#[derive(Clone, Copy)]
pub(crate) struct PrintContext<'a> {
    /// Names of atoms.
    pub(crate) atoms: &'a dyn AtomNames,
    /// Operators.
    pub(crate) ops: &'a OpTable,
    /// True if a list of characters prints as a string (the flag `double_quotes` is `chars`).
    pub(crate) strings: bool,
    /// True if `'$VAR'(N)` prints as a variable: in errors, not in answers.
    pub(crate) numbervars: bool,
    /// The flag `answer_write_options`.
    pub(crate) options: AnswerOptions,
}

impl<'a> PrintContext<'a> {
    /// The names, operators and flags of module `user` of a machine.
    pub(super) fn of(vm: &'a Vm) -> PrintContext<'a> {
        let options = vm.ext.flags.answer_options;
        PrintContext {
            atoms: &vm.atoms,
            ops: vm.ext.modules.ops(atoms::USER),
            strings: flags::read_options(vm).double_quotes == QuotedAs::Chars
                && (options.texts || vm.ext.written_texts.any()),
            numbervars: false,
            options,
        }
    }
}

impl PrintContext<'_> {
    /// The number of levels of a term that an answer shows.
    pub(super) fn depth(&self) -> u32 {
        self.options.depth.unwrap_or(DEPTH)
    }
}

/// A step of copying the visible part of a term.
pub(super) enum CopyStep {
    /// Copy a term within this number of levels.
    Visit(NodeId, u32),
    /// Make a compound of this number of finished arguments.
    Compound(Atom, usize),
    /// Make a list of this number of finished elements and a tail.
    List(usize),
    /// A word in place of a part that is not shown.
    Word(String),
}

/// The choice of the visible part of a term at a top level.
pub(super) trait Visibility {
    fn tree(&self) -> &Tree;

    /// The copy of a term that is not a compound, or of a compound that is out of sight; none for a compound
    /// whose arguments are to be copied.
    fn leaf(&mut self, t: NodeId, left: u32, out: &mut Tree) -> Option<NodeId>;

    /// The number of arguments of a compound with so many that are copied; `...` stands in place of the others.
    fn width(&mut self, arity: usize) -> usize;

    /// Adds the steps that copy a list.
    fn list(&mut self, t: NodeId, left: u32, steps: &mut Vec<CopyStep>);
}

/// Copies the part of a term that is visible within `depth` levels, on an explicit stack.
pub(super) fn copy_visible(
    rules: &mut impl Visibility,
    t: NodeId,
    depth: u32,
    out: &mut Tree,
) -> NodeId {
    let mut steps = vec![CopyStep::Visit(t, depth)];
    let mut done: Vec<NodeId> = Vec::new();
    while let Some(step) = steps.pop() {
        let made = match step {
            CopyStep::Visit(t, left) => match rules.leaf(t, left, out) {
                Some(made) => made,
                None if rules.tree().as_cons(t).is_some() => {
                    rules.list(t, left, &mut steps);
                    continue;
                }
                None => {
                    let arity = rules.tree().args(t).len();
                    let shown = rules.width(arity);
                    let made = shown + usize::from(shown < arity);
                    if let Node::Compound { name, .. } = *rules.tree().node(t) {
                        steps.push(CopyStep::Compound(name, made));
                    }
                    if shown < arity {
                        steps.push(CopyStep::Word("...".to_string()));
                    }
                    let args = rules.tree().args(t)[..shown].iter().rev();
                    steps.extend(args.map(|&a| CopyStep::Visit(a, left - 1)));
                    continue;
                }
            },
            CopyStep::Compound(name, arity) => {
                let args = done.split_off(done.len() - arity);
                out.compound(name, &args)
            }
            CopyStep::List(items) => {
                let mut parts = done.split_off(done.len() - items - 1);
                match parts.pop() {
                    Some(tail) => out.list(&parts, tail),
                    None => continue,
                }
            }
            CopyStep::Word(word) => out.new_var(Some(&word)),
        };
        done.push(made);
    }
    match done.pop() {
        Some(root) => root,
        None => out.nil(),
    }
}

/// A variable or a term that an answer shows.
pub(super) enum Visible {
    Variable(u32),
    Term(NodeId),
}

/// Copies the part of a term that is visible within a number of levels, and names its variables, in `tree` as
/// well, in order of appearance.
pub(super) struct Shortener<'a> {
    pub(super) tree: &'a mut Tree,
    pub(super) context: PrintContext<'a>,
    pub(super) fresh: &'a mut FreshNames,
    /// True if a part was left out so far.
    pub(super) shortened: bool,
    /// The number of compounds that the present text may still have.
    room: usize,
    /// The number of arguments that their compounds may still have, and the most that one of them may have.
    arguments: usize,
    widest: usize,
}

impl<'a> Shortener<'a> {
    pub(super) fn new(
        tree: &'a mut Tree,
        context: PrintContext<'a>,
        fresh: &'a mut FreshNames,
    ) -> Shortener<'a> {
        Shortener {
            tree,
            context,
            fresh,
            shortened: false,
            room: COMPOUNDS,
            arguments: ARGUMENTS_EACH * COMPOUNDS,
            widest: ARGUMENTS,
        }
    }
}

impl Shortener<'_> {
    /// The text of the visible part, as an argument of priority `max`.
    pub(super) fn text(&mut self, t: NodeId, depth: u32, max: u16) -> String {
        self.text_within(t, depth, COMPOUNDS, max)
    }

    /// As [`Shortener::text`], with a limit on the number of compounds.
    pub(super) fn text_within(&mut self, t: NodeId, depth: u32, room: usize, max: u16) -> String {
        let mut out = Tree::new();
        self.begin(room);
        let root = copy_visible(self, t, depth, &mut out);
        write(&out, root, self.context, max)
    }

    /// Names the variables that the text of these terms shows.
    pub(super) fn name_visible(&mut self, shown: impl Iterator<Item = Visible>) {
        if (0..self.tree.var_count() as u32).all(|v| self.tree.var_name(v).is_some()) {
            return;
        }
        let mut out = Tree::new();
        for item in shown {
            match item {
                Visible::Variable(v) => self.name(v),
                Visible::Term(t) => {
                    self.begin(COMPOUNDS);
                    copy_visible(self, t, self.context.depth(), &mut out);
                    out.clear();
                }
            }
        }
    }

    /// Begins a text with a number of compounds.
    fn begin(&mut self, room: usize) {
        self.room = room;
        self.arguments = ARGUMENTS_EACH * room;
        // A larger text than that of an answer has all arguments for which there is room.
        self.widest = if room > COMPOUNDS { room } else { ARGUMENTS };
    }

    fn name(&mut self, v: u32) {
        if self.tree.var_name(v).is_none() {
            let name = self.fresh.next();
            self.tree.set_var_name(v, Some(&name));
        }
    }

    /// `"abc"||...`
    fn cut_string(&self, chars: &[NodeId]) -> String {
        let mut tree = Tree::new();
        let chars: Vec<NodeId> = chars
            .iter()
            .map(|&c| tree.leaf(self.tree.node(c).clone()))
            .collect();
        let nil = tree.nil();
        let root = tree.list(&chars, nil);
        format!("{}||...", write(&tree, root, self.context, GOAL))
    }
}

impl Visibility for Shortener<'_> {
    fn tree(&self) -> &Tree {
        self.tree
    }

    fn leaf(&mut self, t: NodeId, left: u32, out: &mut Tree) -> Option<NodeId> {
        match self.tree.node(t) {
            Node::Compound { .. } if left > 0 && self.room > 0 => {
                self.room -= 1;
                None
            }
            Node::Compound { .. } => {
                self.shortened = true;
                Some(out.new_var(Some("...")))
            }
            &Node::Var(v) => {
                self.name(v);
                Some(out.new_var(self.tree.var_name(v)))
            }
            Node::Int(n) => Some(match start_of_huge(n) {
                Some(text) => {
                    self.shortened = true;
                    out.new_var(Some(&text))
                }
                None => out.leaf(Node::Int(n.clone())),
            }),
            other => Some(out.leaf(other.clone())),
        }
    }

    fn width(&mut self, arity: usize) -> usize {
        let shown = arity.min(self.arguments).min(self.widest);
        self.arguments -= shown;
        self.shortened |= shown < arity;
        shown
    }

    /// As many elements as the limit allows, then the tail, or `...` in its place.
    fn list(&mut self, t: NodeId, left: u32, steps: &mut Vec<CopyStep>) {
        let mut items = Vec::new();
        let mut rest = t;
        let mut left_here = left;
        while let Some((head, tail)) = self.tree.as_cons(rest) {
            if left_here == 0 {
                break;
            }
            left_here -= 1;
            items.push((head, left_here));
            rest = tail;
        }
        let cut = self.tree.as_cons(rest).is_some();
        self.shortened |= cut;
        if cut && self.context.strings && self.tree.chars(t).is_some() {
            let heads: Vec<NodeId> = items.iter().map(|&(h, _)| h).collect();
            steps.push(CopyStep::Word(self.cut_string(&heads)));
            return;
        }
        steps.push(CopyStep::List(items.len()));
        steps.push(match cut {
            true => CopyStep::Word("...".to_string()),
            false => CopyStep::Visit(rest, left_here),
        });
        let items = items.into_iter().rev();
        steps.extend(items.map(|(h, left)| CopyStep::Visit(h, left)));
    }
}

/// The first digits of an integer of more than [`DIGITS`] digits, and `||...` in place of the others.
pub(super) fn start_of_huge(n: &Int) -> Option<String> {
    let bits = n.bit_len();
    let digits = || n.to_string().trim_start_matches('-').len();
    if bits <= SHORT_BITS || bits <= LONG_BITS && digits() <= DIGITS {
        return None;
    }
    let sign = if n.is_negative() { "-" } else { "" };
    Some(format!("{sign}{}||...", leading_digits(n, DIGITS_SHOWN)))
}

/// Names those variables that can be reached from `roots` and have no name.
pub(super) fn name_the_rest(tree: &mut Tree, roots: &[NodeId], fresh: &mut FreshNames) {
    if (0..tree.var_count() as u32).all(|v| tree.var_name(v).is_some()) {
        return;
    }
    let mut seen = vec![false; tree.len()];
    let mut stack: Vec<NodeId> = roots.iter().rev().copied().collect();
    while let Some(t) = stack.pop() {
        if std::mem::replace(&mut seen[t.0 as usize], true) {
            continue;
        }
        if let Node::Var(v) = *tree.node(t)
            && tree.var_name(v).is_none()
        {
            let name = fresh.next();
            tree.set_var_name(v, Some(&name));
        }
        stack.extend(tree.args(t).iter().rev());
    }
}

/// Returns true if the term, written out, is so much larger than its tree that it must not be: its parts are shared.
pub(super) fn is_oversized(tree: &Tree, t: NodeId) -> bool {
    let most = tree.len() + REPEATED;
    let mut count = 0;
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        count += 1;
        if count > most {
            return true;
        }
        stack.extend(tree.args(t).iter().rev());
    }
    false
}

/// The whole text of a term, as [`write`] makes it; with `...` in place of parts if it is oversized.
pub(super) fn write_whole(tree: &Tree, t: NodeId, context: PrintContext<'_>, max: u16) -> String {
    if !is_oversized(tree, t) {
        return write(tree, t, context, max);
    }
    let mut named = tree.clone();
    let mut fresh = FreshNames::new(std::iter::empty());
    let mut shortener = Shortener::new(&mut named, context, &mut fresh);
    shortener.text_within(t, u32::MAX, REPEATED, max)
}

/// The text of a finite term whose variables have names, quoted, as an argument of priority `max`. An atom that
/// is an operator has parentheses if it is an operand.
pub(super) fn write(tree: &Tree, t: NodeId, context: PrintContext<'_>, max: u16) -> String {
    write_spaced(tree, t, context, max, context.options.spaced)
}

/// As [`write`]; with `spaced`, there are blanks after the commas between arguments and elements.
pub(super) fn write_spaced(
    tree: &Tree,
    t: NodeId,
    context: PrintContext<'_>,
    max: u16,
    spaced: bool,
) -> String {
    let options = WriteOptions {
        quoted: context.options.quoted,
        double_quotes: context.strings,
        numbervars: context.numbervars,
        spacing: match spaced {
            true => Spacing::NextArgument,
            false => Spacing::Standard,
        },
        priority: max,
        operand: max < GOAL,
        ..WriteOptions::default()
    };
    term_text(tree, t, context.atoms, context.ops, &options)
}
