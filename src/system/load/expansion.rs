//! Term and goal expansion, and grammar rules: the points at which loading calls the program.
//!
//! Only terms for a hook or a translation go through the heap; other clauses are compiled
//! straight from the tree that was read.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::{Ball, Cell};
use crate::syntax::ReadTerm;
use crate::system::Vm;
use crate::system::load::session::{LoadSession, TermOrigin, hook, on_heap, stops};

/// The number of modules whose hooks apply to a term: its own, `user` and `system`.
pub(crate) const STAGES: usize = 3;

/// The clauses of a list that an expansion gave, or the term itself.
pub(crate) fn items(tree: &Tree) -> Vec<NodeId> {
    let (mut found, end) = tree.elements(tree.root());
    if !tree.is_nil(end) {
        found.push(end);
    }
    found
}

/// A predicate whose last two arguments are a term and its translation.
pub(super) struct Transformer<'a> {
    pub(super) module: Atom,
    pub(super) name: Atom,
    /// The arguments before those two.
    pub(super) before: &'a [Cell],
    /// The names of the term's variables, for `prolog_load_context/2`.
    pub(super) names: &'a [(Atom, u32)],
}

/// Calls a transformer once.
pub(super) fn transform(
    vm: &mut Vm,
    by: &Transformer<'_>,
    tree: &Tree,
    root: NodeId,
) -> Result<Option<Tree>, Ball> {
    on_heap(vm, |vm| {
        let mut variables = Vec::new();
        let term = vm.build(tree, root, &mut variables);
        let out = vm.heap.new_var();
        let mut args = by.before.to_vec();
        args.extend([term, out]);
        let f = vm.functors.intern(by.name, args.len() as u32);
        let goal = vm.heap.structure(f, &args);
        let colon = vm.functors.intern(atoms::COLON, 2);
        let goal = vm.heap.structure(colon, &[Cell::atom(by.module), goal]);
        let at = vm.protect(out);
        let kept = vm.protect(term);
        let set_term = |vm: &mut Vm, term: Option<usize>| {
            let context = vm.ext.loader.contexts.last_mut();
            context.and_then(|c| std::mem::replace(&mut c.term, term))
        };
        let outer = set_term(vm, Some(kept));
        let called = call_with_names(vm, goal, by.names, &variables);
        set_term(vm, outer);
        let out = vm.protected(at);
        vm.unprotect(at);
        if !called? {
            return Ok(None);
        }
        if !vm.is_acyclic(out) {
            let infinite = vm.atoms.intern("infinite_term");
            return Err(vm.resource_error(infinite));
        }
        let tree = vm.tree_of(out).0;
        // The atom collector does not visit trees.
        for i in 0..tree.len() as u32 {
            if let Node::Atom(name) | Node::Compound { name, .. } = *tree.node(NodeId(i)) {
                vm.atoms.keep(name);
            }
        }
        Ok(Some(tree))
    })
}

/// Calls a goal once, while `prolog_load_context/2` knows the names of these variables.
pub(super) fn call_with_names(
    vm: &mut Vm,
    goal: Cell,
    names: &[(Atom, u32)],
    variables: &[Cell],
) -> Result<bool, Ball> {
    let set_names = |vm: &mut Vm, names: Option<usize>| {
        let context = vm.ext.loader.contexts.last_mut();
        context.and_then(|c| std::mem::replace(&mut c.variables, names))
    };
    let eq = vm.functors.intern(atoms::UNIFY, 2);
    let mut pairs = Vec::with_capacity(names.len());
    for &(n, v) in names {
        pairs.push(
            vm.heap
                .structure(eq, &[Cell::atom(n), variables[v as usize]]),
        );
    }
    let list = vm.heap.list(&pairs, Cell::NIL);
    let at = vm.protect(list);
    let outer = set_names(vm, Some(at));
    let called = vm.call_once(goal);
    set_names(vm, outer);
    vm.unprotect(at);
    called
}

impl LoadSession<'_> {
    /// The expansion of a term by `term_expansion/2` of a stage; `None` if no clause of the hook applies.
    pub(crate) fn expand_term(
        &mut self,
        tree: &Tree,
        root: NodeId,
        at: TermOrigin<'_>,
        stage: usize,
    ) -> Result<Option<Tree>, Ball> {
        let module = match stage {
            0 => self.module,
            1 if self.module == atoms::USER => return Ok(None),
            1 => atoms::USER,
            _ => atoms::SYSTEM,
        };
        let name = self.vm.atoms.intern("term_expansion");
        if hook(self.vm, module, name, 2).is_none() {
            return Ok(None);
        }
        self.mark_place(at.span);
        let names = self.variable_names(at);
        let by = Transformer {
            module,
            name,
            before: &[],
            names: &names,
        };
        let result = transform(self.vm, &by, tree, root);
        // A hook may have changed operators or flags.
        self.refresh();
        self.accept(result, at.span)
    }

    /// Reports a ball that does not stop the load.
    pub(super) fn accept<T>(
        &mut self,
        result: Result<Option<T>, Ball>,
        span: crate::syntax::Span,
    ) -> Result<Option<T>, Ball> {
        match result {
            Ok(found) => Ok(found),
            Err(ball) if stops(self.vm, &ball) => Err(ball),
            Err(ball) => {
                self.ball(&ball, span);
                Ok(None)
            }
        }
    }

    /// A grammar rule.
    pub(crate) fn rule(&mut self, tree: &Tree, t: NodeId, at: TermOrigin<'_>) -> Result<(), Ball> {
        self.mark_place(at.span);
        let (library, name) = (
            self.vm.atoms.intern("dcgs"),
            self.vm.atoms.intern("dcg_translate_rule"),
        );
        let by = Transformer {
            module: library,
            name,
            before: &[],
            names: &[],
        };
        let result = transform(self.vm, &by, tree, t);
        let failed = matches!(result, Ok(None));
        match self.accept(result, at.span)? {
            Some(clause) => {
                let root = clause.root();
                let at = TermOrigin { term: None, ..at };
                match clause.as_compound::<2>(root, atoms::NECK) {
                    Some([head, body]) => self.clause(&clause, head, Some(body), at),
                    None => self.clause(&clause, root, None, at),
                }
            }
            None => {
                if failed {
                    self.error(at.span, "this is not a grammar rule", None);
                }
                Ok(())
            }
        }
    }

    /// The clause with its body expanded by `goal_expansion/2`.
    pub(crate) fn expand_body(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: NodeId,
        at: TermOrigin<'_>,
    ) -> Result<Option<Tree>, Ball> {
        self.mark_place(at.span);
        let mut rule = tree.clone();
        let root = rule.compound(atoms::NECK, &[head, body]);
        let (library, name) = (
            self.vm.atoms.intern("expand"),
            self.vm.atoms.intern("$expand_clause"),
        );
        let by = Transformer {
            module: library,
            name,
            before: &[Cell::atom(self.module)],
            names: &self.variable_names(at),
        };
        let result = transform(self.vm, &by, &rule, root);
        self.accept(result, at.span)
    }

    /// The named variables of a term as it was read, by their numbers.
    pub(super) fn variable_names(&mut self, at: TermOrigin<'_>) -> Vec<(Atom, u32)> {
        let names = at.term.into_iter().flat_map(ReadTerm::variable_names);
        names
            .map(|(name, var)| (self.vm.atoms.intern(name), var))
            .collect()
    }
}
