//! Terms of clauses for the database, made of trees without the heap.

use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::memory::cell::Cell;
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
    /// The compounds that wait, each with the word that refers to it.
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
            Node::Compound { .. } => {
                *self.queue.get_mut(self.queued)? = (node, at as u32);
                self.queued += 1;
                Cell::NIL
            }
            _ => return None,
        };
        self.words.push(cell.0);
        Some(())
    }
}

impl<X: Extension> Machine<X> {
    /// The words of the record of `Head :- Body`, which should be given back with `keep_buffer`. `None` if the term is
    /// large, or has parts that only the heap makes: large numbers, strings, lists of characters.
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
            let Node::Compound { name, arity, .. } = *image.tree.node(node) else {
                return None;
            };
            let new = image.words.len();
            if arity > u32::from(u8::MAX) || new + 1 + arity as usize > MOST_WORDS {
                return None;
            }
            let address = 8 * new as u64;
            let is_list = name == atoms::DOT && arity == 2;
            let cell = if is_list {
                if self.begins_text(image.tree, node) {
                    return None;
                }
                Cell::list(address)
            } else {
                let f = self.functors.intern_transient(name, arity);
                image.words.push(Cell::functor(f, arity).0);
                Cell::structure(address)
            };
            image.words[at as usize] = cell.0;
            let tree = image.tree;
            for &a in tree.args(node) {
                image.push(a)?;
            }
        }
        Some(())
    }

    /// Returns true if a list begins with a character, so that it may have to be packed.
    fn begins_text(&self, tree: &Tree, list: NodeId) -> bool {
        let first = tree.args(list).first().map(|&a| tree.node(a));
        matches!(first, Some(Node::Atom(a)) if a.as_char().is_some())
    }
}
