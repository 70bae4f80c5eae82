//! Terms of clauses for the database, made of trees without the heap.

use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::memory::cell::{BoxKind, Cell};
use crate::machine::memory::heap::string_words;
use crate::machine::memory::packed::text_words;
use crate::machine::{Extension, Machine};

/// The most words of a term that is made here.
const MOST_WORDS: usize = 256;

/// The most compounds of a term that is made here.
const MOST_COMPOUNDS: usize = 64;

/// The most variables of a term that is made here.
const MOST_VARIABLES: usize = 64;

/// The state of making an image: breadth first, as small terms are copied from the heap.
struct ImageOfTree<'t> {
    tree: &'t Tree,
    words: Vec<u64>,
    /// The compounds, floats and strings that wait, each with the word that refers to it.
    queue: [(NodeId, u32); MOST_COMPOUNDS],
    queued: usize,
    /// The word of each variable's first occurrence; 0 if it has not occurred, because that is the root's word.
    variables: [u32; MOST_VARIABLES],
}

impl ImageOfTree<'_> {
    /// The cell of a node, which goes to the end of the words; a compound goes there when it is its turn.
    fn push(&mut self, node: NodeId) -> Option<()> {
        let at = self.words.len();
        let cell = match *self.tree.node(node) {
            Node::Var(v) => {
                let first = self.variables.get_mut(v as usize)?;
                if *first == 0 {
                    *first = at as u32;
                }
                Cell::reference(8 * u64::from(*first))
            }
            Node::Atom(a) => Cell::atom(a),
            Node::Int(Int::Small(i)) => Cell::try_int(i)?,
            Node::Compound { .. } | Node::Float(_) | Node::String(_) => {
                *self.queue.get_mut(self.queued)? = (node, at as u32);
                self.queued += 1;
                Cell::NIL
            }
            _ => return None,
        };
        self.words.push(cell.0);
        Some(())
    }

    /// Appends a box of raw words. Returns its address.
    fn push_box(
        &mut self,
        kind: BoxKind,
        unused: u8,
        words: impl ExactSizeIterator<Item = u64>,
    ) -> u64 {
        let address = 8 * self.words.len() as u64;
        let header = Cell::box_header(kind, unused, words.len() as u32);
        self.words.push(header.0);
        self.words.extend(words);
        address
    }

    /// Appends the packed list of a text, whose tail waits. Returns its cell.
    fn push_packed(&mut self, text: &str, tail: NodeId) -> Option<Cell> {
        let address = 8 * self.words.len() as u64;
        self.words.extend(text_words(text).map(|word| word.0));
        self.push(tail)?;
        Some(Cell::packed(address, 0))
    }
}

impl<X: Extension> Machine<X> {
    /// The words of the record of `Head :- Body`, which should be given back with `keep_buffer`. `None` if the term is
    /// large, or has numbers that only the heap makes.
    pub(crate) fn clause_image(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
    ) -> Option<Vec<u64>> {
        let mut image = ImageOfTree {
            tree,
            words: self.heap.take_buffer(),
            queue: [(head, 0); MOST_COMPOUNDS],
            queued: 0,
            variables: [0; MOST_VARIABLES],
        };
        let is_made = self.add_clause_to(&mut image, head, body);
        if is_made.is_none() {
            self.heap.keep_buffer(image.words);
            return None;
        }
        Some(image.words)
    }

    fn add_clause_to(
        &mut self,
        image: &mut ImageOfTree<'_>,
        head: NodeId,
        body: Option<NodeId>,
    ) -> Option<()> {
        let neck = self.functors.intern(atoms::NECK, 2);
        image.words.push(Cell::structure(8).0);
        image.words.push(Cell::functor(neck, 2).0);
        image.push(head)?;
        match body {
            Some(body) => image.push(body)?,
            None => image.words.push(Cell::atom(atoms::TRUE).0),
        }
        let mut next = 0;
        while next < image.queued {
            let (node, at) = image.queue[next];
            next += 1;
            let cell = match image.tree.node(node) {
                &Node::Compound { name, arity, .. } => {
                    self.add_compound(image, node, name, arity)?
                }
                Node::Float(f) => {
                    let word = f.to_bits();
                    Cell::boxed(image.push_box(BoxKind::Float, 0, [word].into_iter()))
                }
                Node::String(text) => {
                    let (unused, words) = string_words(text);
                    Cell::string(image.push_box(BoxKind::String, unused, words))
                }
                _ => return None,
            };
            image.words[at as usize] = cell.0;
            if image.words.len() > MOST_WORDS {
                return None;
            }
        }
        Some(())
    }

    /// Appends a compound. Returns its cell.
    fn add_compound(
        &mut self,
        image: &mut ImageOfTree<'_>,
        node: NodeId,
        name: Atom,
        arity: u32,
    ) -> Option<Cell> {
        let tree = image.tree;
        let address = 8 * image.words.len() as u64;
        let is_list = name == atoms::DOT && arity == 2;
        if is_list && self.packs_list(tree, node) {
            let (text, tail) = tree.leading_chars(node);
            return image.push_packed(&text, tail);
        }
        if arity > u32::from(u8::MAX) {
            return None;
        }
        let cell = if is_list {
            Cell::list(address)
        } else {
            let f = self.functors.intern_transient(name, arity);
            image.words.push(Cell::functor(f, arity).0);
            Cell::structure(address)
        };
        for &a in tree.args(node) {
            image.push(a)?;
        }
        Some(cell)
    }

    /// Returns true if the characters with which a list begins are packed.
    fn packs_list(&self, tree: &Tree, list: NodeId) -> bool {
        let (mut bytes, mut rest) = (0, list);
        while let Some((head, tail)) = tree.as_cons(rest)
            && let Node::Atom(a) = tree.node(head)
            && let Some(c) = a.as_char()
        {
            bytes += c.len_utf8();
            if self.heap.packs_bytes(bytes) {
                return true;
            }
            rest = tail;
        }
        false
    }
}
