//! Writing the terms for which the notation of SWI-Prolog 7 has a form of their own: dicts, compounds without
//! arguments and block operators. This form is used only if it is read back; see [`super::dict_notation`].

use super::chars::is_symbol;
use super::ops::{ARG_PRIORITY, OpClass};
use super::token_text::atom_needs_quotes;
use super::writer::{Context, LastToken, Pending, WriteState, needs_brackets};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{TermView, View};
use std::cmp::Ordering;
use std::fmt;

impl<V: TermView> WriteState<'_, '_, V> {
    /// Writes a term in the notation of SWI-Prolog 7. Returns false if the term has none.
    pub(super) fn dict_notation(
        &mut self,
        t: V::Id,
        (name, arity): (Atom, usize),
        context: Context,
        depth: usize,
    ) -> Result<bool, fmt::Error> {
        match (name, arity) {
            (atoms::NO_ARGS, 1) => self.no_arguments(t),
            (atoms::DICT, n) if n % 2 == 1 => self.dict(t, n, depth),
            (atoms::NIL, 2) if !self.w.opts.ignore_ops => self.block(t, context, depth),
            _ => Ok(false),
        }
    }

    fn no_arguments(&mut self, t: V::Id) -> Result<bool, fmt::Error> {
        let View::Atom(name) = self.w.view.view(self.w.view.arg(t, 0)) else {
            return Ok(false);
        };
        self.atom(name, LastToken::Other)?;
        self.raw("()", LastToken::Other)?;
        Ok(true)
    }

    fn dict(&mut self, t: V::Id, arity: usize, depth: usize) -> Result<bool, fmt::Error> {
        let view = self.w.view;
        let tag = view.arg(t, 0);
        let keys = (1..arity).step_by(2).map(|i| view.arg(t, i));
        let keys: Vec<V::Id> = keys.collect();
        let ordered = keys
            .windows(2)
            .all(|w| self.compare_keys(w[0], w[1]) == Some(Ordering::Less));
        let single = keys.first().is_none_or(|&k| self.is_key(k));
        if !ordered || !single {
            return Ok(false);
        }
        match view.view(tag) {
            View::Atom(a) if self.is_tag(a, arity > 1) => self.atom(a, LastToken::Other)?,
            View::Var(v) => self.variable(tag, v)?,
            _ => return Ok(false),
        }
        self.raw("{", LastToken::Other)?;
        self.pending.push(Pending::Pairs(t, 1, depth - 1));
        Ok(true)
    }

    /// Returns true if an atom before `{` is read as the tag of a dict: its text is alphanumeric or has quotes, or it
    /// consists of symbol characters and there are keys.
    fn is_tag(&self, tag: Atom, has_keys: bool) -> bool {
        let text = self.w.atoms.text(tag);
        text.starts_with(char::is_alphabetic)
            || self.w.opts.quoted && atom_needs_quotes(&text)
            || has_keys && text.starts_with(is_symbol)
    }

    fn is_key(&self, key: V::Id) -> bool {
        match self.w.view.view(key) {
            View::Atom(_) => true,
            View::Int(i) => i.to_i64().is_some(),
            _ => false,
        }
    }

    /// The standard order of two keys; none if one of them cannot be a key.
    fn compare_keys(&self, a: V::Id, b: V::Id) -> Option<Ordering> {
        let view = self.w.view;
        if !self.is_key(a) || !self.is_key(b) {
            return None;
        }
        Some(match (view.view(a), view.view(b)) {
            (View::Int(a), View::Int(b)) => a.cmp(&b),
            (View::Atom(a), View::Atom(b)) => {
                let atoms = self.w.atoms;
                (*atoms.text(a)).cmp(&*atoms.text(b))
            }
            (View::Int(_), _) => Ordering::Less,
            _ => Ordering::Greater,
        })
    }

    /// Writes the pairs of a dict from argument `i` on, and its end.
    pub(super) fn pairs(&mut self, t: V::Id, i: usize, depth: usize) -> fmt::Result {
        let view = self.w.view;
        let arity = match view.view(t) {
            View::Compound(_, n) => n,
            _ => 0,
        };
        if i >= arity {
            return self.raw("}", LastToken::Other);
        }
        if i > 1 {
            self.separator()?;
        }
        let inside = Context::argument(ARG_PRIORITY);
        self.pending.push(Pending::Pairs(t, i + 2, depth));
        let value = view.arg(t, i + 1);
        self.pending.push(Pending::Term(value, inside, depth));
        self.pending.push(Pending::Punct(":"));
        self.pending
            .push(Pending::Term(view.arg(t, i), inside, depth));
        Ok(())
    }

    /// Writes `a[1]`, which is the term `[]([1],a)` if `[]` is a postfix operator.
    fn block(&mut self, t: V::Id, context: Context, depth: usize) -> Result<bool, fmt::Error> {
        let view = self.w.view;
        let (block, operand) = (view.arg(t, 0), view.arg(t, 1));
        let Some(def) = self.w.ops.postfix(atoms::NIL) else {
            return Ok(false);
        };
        let is_list = matches!(view.view(block), View::Compound(atoms::DOT, 2));
        if !is_list || self.w.opts.dotlists == Some(true) {
            return Ok(false);
        }
        if needs_brackets(def, OpClass::Postfix, context) {
            self.pending.push(Pending::Close);
            self.open()?;
        }
        self.pending.push(Pending::Block(block, depth - 1));
        self.pending
            .push(Pending::Term(operand, Context::left(def), depth - 1));
        Ok(true)
    }

    /// Writes the list of a block operator.
    pub(super) fn block_list(&mut self, list: V::Id, depth: usize) -> fmt::Result {
        if depth == 0 {
            return self.raw("[...]", LastToken::Other);
        }
        self.raw("[", LastToken::Other)?;
        self.element(list, depth);
        Ok(())
    }
}
