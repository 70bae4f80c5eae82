//! Positions of subterms and comments, for the options of `read_term/2,3`.
//!
//! Offsets are those of characters, counted from the stream's start, as in SWI-Prolog's terms for
//! them; comments are lists of characters, as all text without a name here, or strings, where quoted text is a string.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{NodeId, Tree};
use crate::machine::Cell;
use crate::syntax::lexer::comments;
use crate::syntax::{Notation, ReadTerm, Span, TermPositions};
use crate::system::Vm;
use crate::system::streams::{StreamPosition, position_term};

/// The positions and comments of a term's text; empty if no option asked for them.
#[derive(Default)]
pub(crate) struct TextNotes {
    /// The value of `subterm_positions`.
    positions: Option<Tree>,
    /// The comments before the term's end, and where they start.
    comments: Vec<(StreamPosition, String)>,
}

impl TextNotes {
    /// The notes on the term at the start of `text`, which was taken up to `end`; the text itself
    /// starts at `place`.
    pub(crate) fn on(
        text: &str,
        end: usize,
        place: StreamPosition,
        term: Option<&ReadTerm>,
        atoms: &mut AtomTable,
    ) -> TextNotes {
        let positions = term.and_then(|t| {
            let offsets = Offsets::new(&text[..end], place.chars);
            let mut writer = Positions::new(atoms, offsets);
            t.positions.as_ref().map(|p| writer.tree(&t.tree, p))
        });
        let (mut at, mut from) = (place, 0);
        let comments = comments(text, 0, end).into_iter().map(|span| {
            let before = &text[from..span.start];
            at.advance_text(before, before.len());
            from = span.start;
            (at, text[span.start..span.end].to_string())
        });
        TextNotes {
            positions,
            comments: comments.collect(),
        }
    }

    /// The value of `subterm_positions`, if there is a term.
    pub(crate) fn positions(&self, vm: &mut Vm) -> Option<Cell> {
        let tree = self.positions.as_ref()?;
        Some(vm.build(tree, tree.root(), &mut Vec::new()))
    }

    /// The value of `comments`: a list of `Position-Text`, with the texts as strings or lists of characters.
    pub(crate) fn comments(&self, vm: &mut Vm, as_strings: bool) -> Cell {
        let minus = vm.functors.intern(atoms::MINUS, 2);
        let mut list = Vec::with_capacity(self.comments.len());
        for (place, text) in &self.comments {
            let position = position_term(vm, *place);
            let text = text_term(vm, text, as_strings);
            list.push(vm.heap.structure(minus, &[position, text]));
        }
        vm.heap.list(&list, Cell::NIL)
    }
}

/// A text as a string or a list of characters.
pub(super) fn text_term(vm: &mut Vm, text: &str, as_string: bool) -> Cell {
    match as_string {
        true => vm.heap.string(text),
        false => vm.heap.chars(text, Cell::NIL),
    }
}

/// From byte offsets of a text to character offsets of its stream.
struct Offsets {
    base: u64,
    /// The characters that start before each byte, unless each byte is one.
    before: Option<Vec<u32>>,
}

impl Offsets {
    fn new(text: &str, base: u64) -> Offsets {
        let mut count = 0;
        let mut up_to = |b: u8| {
            let here = count;
            count += u32::from(b & 0xC0 != 0x80);
            here
        };
        let before = (!text.is_ascii()).then(|| {
            let mut before: Vec<u32> = text.bytes().map(&mut up_to).collect();
            before.push(up_to(0));
            before
        });
        Offsets { base, before }
    }

    fn chars(&self, byte: usize) -> i64 {
        let chars = match &self.before {
            Some(before) => before
                .get(byte)
                .or(before.last())
                .map_or(0, |n| u64::from(*n)),
            None => byte as u64,
        };
        (self.base + chars) as i64
    }
}

/// Makes position terms.
struct Positions {
    out: Tree,
    offsets: Offsets,
    minus: Atom,
    text: Atom,
    curly: Atom,
    list: Atom,
    compound: Atom,
    brackets: Atom,
    none: Atom,
}

impl Positions {
    fn new(atoms: &mut AtomTable, offsets: Offsets) -> Positions {
        Positions {
            out: Tree::new(),
            offsets,
            minus: atoms::MINUS,
            text: atoms.intern("string_position"),
            curly: atoms.intern("brace_term_position"),
            list: atoms.intern("list_position"),
            compound: atoms.intern("term_position"),
            brackets: atoms.intern("parentheses_term_position"),
            none: atoms.intern("none"),
        }
    }

    fn pair(&mut self, span: Span) -> [NodeId; 2] {
        [span.start, span.end].map(|b| self.out.int(self.offsets.chars(b)))
    }

    /// The position term of a whole term. The parts of a term stand before it in its tree, so one
    /// pass over the nodes meets them in time, however deep the term is.
    fn tree(&mut self, tree: &Tree, positions: &TermPositions) -> Tree {
        let mut brackets = positions.brackets.clone();
        brackets.sort_by_key(|(node, _)| node.0);
        let mut brackets = brackets.into_iter().peekable();
        let mut places: Vec<NodeId> = Vec::with_capacity(tree.len());
        for (i, (&span, &notation)) in positions.spans.iter().zip(&positions.notations).enumerate()
        {
            let node = NodeId(i as u32);
            let mut place = self.node(tree, node, span, notation, &places);
            while let Some((_, span)) = brackets.next_if(|(n, _)| *n == node) {
                let [from, to] = self.pair(span);
                place = self.out.compound(self.brackets, &[from, to, place]);
            }
            places.push(place);
        }
        self.out.root = places.get(tree.root().0 as usize).copied();
        std::mem::take(&mut self.out)
    }

    fn node(
        &mut self,
        tree: &Tree,
        node: NodeId,
        span: Span,
        notation: Notation,
        places: &[NodeId],
    ) -> NodeId {
        let place_of = |n: NodeId| places[n.0 as usize];
        let nil = atoms::NIL;
        let [from, to] = self.pair(span);
        match notation {
            Notation::Token => self.out.compound(self.minus, &[from, to]),
            Notation::Text => self.out.compound(self.text, &[from, to]),
            Notation::Curly => {
                let inner = place_of(tree.args(node)[0]);
                self.out.compound(self.curly, &[from, to, inner])
            }
            Notation::Named(name) => {
                let args: Vec<NodeId> = tree.args(node).iter().map(|&a| place_of(a)).collect();
                let [name_from, name_to] = self.pair(name);
                let nil = self.out.atom(nil);
                let args = self.out.list(&args, nil);
                let parts = [from, to, name_from, name_to, args];
                self.out.compound(self.compound, &parts)
            }
            Notation::List { items, tail } => {
                let mut rest = node;
                let mut elements = Vec::with_capacity(items);
                for _ in 0..items {
                    if let [head, next] = *tree.args(rest) {
                        elements.push(place_of(head));
                        rest = next;
                    }
                }
                let nil = self.out.atom(nil);
                let elements = self.out.list(&elements, nil);
                let tail = match tail {
                    true => place_of(rest),
                    false => self.out.atom(self.none),
                };
                self.out.compound(self.list, &[from, to, elements, tail])
            }
        }
    }
}
