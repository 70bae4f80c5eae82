//! The writer: terms to text (ISO 13211-1, 7.10.5).
//!
//! Reads any term through [`TermView`], with an explicit stack, so that depth costs memory but never the Rust stack.
//! Output with `quoted` is read back as the same term: there are parentheses where the parser needs them, and blanks
//! only between tokens that would fuse and around alphabetic infix operators.

use super::chars::{is_alnum, is_symbol, is_variable_name};
use super::ops::{ARG_PRIORITY, MAX_PRIORITY, OpClass, OpDef, OpTable};
use super::token_text::{atom_needs_quotes, push_escaped, quoted_atom, quoted_string, var_letter};
use crate::base::atom::{Atom, AtomNames, atoms};
use crate::base::convert::float_text;
use crate::base::int::Int;
use crate::base::tree::{TermView, View};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::fmt;

/// Blanks beyond the necessary ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Spacing {
    /// None.
    #[default]
    Standard,
    /// One after each comma between arguments or elements.
    NextArgument,
}

/// The options of `write_term/2,3` (ISO 7.10.2) and their usual companions.
#[derive(Clone, Debug)]
pub(crate) struct WriteOptions {
    /// True if atoms are quoted where reading back needs it.
    pub quoted: bool,
    /// True for functional notation of operators, lists and curly terms.
    pub ignore_ops: bool,
    /// True if `'$VAR'(N)` is written as a variable name.
    pub numbervars: bool,
    /// Names of variables, by the number that the view gives them.
    pub variable_names: IndexMap<u64, Box<str>, FxBuildHasher>,
    /// The depth below which `...` replaces subterms; 0 for no limit.
    pub max_depth: usize,
    /// True if lists of characters are written as `"…"`.
    pub double_quotes: bool,
    /// Blanks after commas.
    pub spacing: Spacing,
    /// Whether lists are written as `'.'(H,T)`; none: with `ignore_ops` only.
    pub dotlists: Option<bool>,
    /// True if `{a}` is written in this form even with `ignore_ops`.
    pub brace_terms: bool,
    /// The highest priority that needs no parentheses.
    pub priority: u16,
    /// True if the term is an operand: an operator as an atom then needs parentheses.
    pub operand: bool,
    /// True if the term may be cyclic: `...` is written where a subterm contains itself.
    pub cyclic: bool,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions {
            quoted: false,
            ignore_ops: false,
            numbervars: false,
            variable_names: IndexMap::default(),
            max_depth: 0,
            double_quotes: false,
            spacing: Spacing::Standard,
            dotlists: None,
            brace_terms: false,
            priority: MAX_PRIORITY,
            operand: false,
            cyclic: false,
        }
    }
}

impl WriteOptions {
    /// The options of `writeq/1`.
    pub(crate) fn writeq() -> WriteOptions {
        WriteOptions {
            quoted: true,
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// The options of `write/1`.
    pub(crate) fn write() -> WriteOptions {
        WriteOptions {
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// The options of `write_canonical/1`, without its variable names.
    pub(crate) fn canonical() -> WriteOptions {
        WriteOptions {
            quoted: true,
            ignore_ops: true,
            ..WriteOptions::default()
        }
    }
}

/// The text of a term.
pub(crate) fn term_text<V: TermView>(
    view: &V,
    t: V::Id,
    atoms: &dyn AtomNames,
    ops: &OpTable,
    opts: &WriteOptions,
) -> String {
    let mut s = String::new();
    // Writing to a String does not fail.
    let _ = Writer::new(view, atoms, ops, opts).write(t, &mut s);
    s
}

/// A hook that is called with a subterm and the highest priority in its context; the text that it
/// returns replaces the subterm.
pub(crate) type Portray<'a, Id> = &'a mut dyn FnMut(Id, u16) -> Option<String>;

/// A function from a compound below the root to a name that replaces it (for cyclic answers).
pub(crate) type Alias<'a, Id> = &'a dyn Fn(Id) -> Option<String>;

/// The digits of an integer; `None` ends writing.
pub(crate) type Digits<'a> = &'a dyn Fn(&Int) -> Option<String>;

/// A writer of terms of one view.
pub(crate) struct Writer<'a, V: TermView> {
    pub(super) view: &'a V,
    pub(super) atoms: &'a dyn AtomNames,
    pub(super) ops: &'a OpTable,
    pub(super) opts: &'a WriteOptions,
    portray: Option<Portray<'a, V::Id>>,
    alias: Option<Alias<'a, V::Id>>,
    digits: Option<Digits<'a>>,
}

impl<'a, V: TermView> Writer<'a, V> {
    /// A writer without hooks.
    pub(crate) fn new(
        view: &'a V,
        atoms: &'a dyn AtomNames,
        ops: &'a OpTable,
        opts: &'a WriteOptions,
    ) -> Writer<'a, V> {
        Writer {
            view,
            atoms,
            ops,
            opts,
            portray: None,
            alias: None,
            digits: None,
        }
    }

    /// Converts integers by `digits`, which may take long.
    pub(crate) fn digits(mut self, digits: Digits<'a>) -> Self {
        self.digits = Some(digits);
        self
    }

    /// Calls `hook` for every subterm.
    pub(crate) fn portray(mut self, hook: Portray<'a, V::Id>) -> Self {
        self.portray = Some(hook);
        self
    }

    /// Calls `alias` for every compound below the root.
    #[cfg(test)]
    pub(crate) fn alias(mut self, alias: Alias<'a, V::Id>) -> Self {
        self.alias = Some(alias);
        self
    }

    /// Writes a term. A cyclic term needs the option `cyclic`, `max_depth` or an alias to end.
    ///
    /// # Errors
    /// The errors of `out`.
    pub(crate) fn write(self, t: V::Id, out: &mut dyn fmt::Write) -> fmt::Result {
        let context = Context {
            max: self.opts.priority,
            operand: self.opts.operand,
            left_of: None,
            minus: false,
        };
        let depth = match self.opts.max_depth {
            0 => usize::MAX,
            n => n,
        };
        let mut run = WriteState {
            w: self,
            out,
            last: '\0',
            kind: LastToken::Start,
            pending: vec![Pending::Term(t, context, depth)],
            path: FxHashSet::default(),
            root: true,
        };
        while let Some(next) = run.pending.pop() {
            run.write_next(next)?;
        }
        Ok(())
    }
}

/// The syntactic context of a subterm.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The highest priority without brackets.
    pub(super) max: u16,
    /// True beside an operator.
    pub(super) operand: bool,
    /// The operator of which this is the left argument.
    pub(super) left_of: Option<OpDef>,
    /// True for the argument of a prefix minus.
    pub(super) minus: bool,
}

impl Context {
    pub(super) fn argument(max: u16) -> Context {
        Context {
            max,
            operand: false,
            left_of: None,
            minus: false,
        }
    }

    /// The left argument of an operator.
    pub(super) fn left(def: OpDef) -> Context {
        Context {
            max: def.left_max(),
            operand: true,
            left_of: Some(def),
            minus: false,
        }
    }
}

/// The class of the last token: it decides about a blank before the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastToken {
    Start,
    /// The integer 0: a quote after it would start `0'c`.
    Zero,
    PrefixOp,
    InfixOp,
    /// The parenthesis that closes an operand.
    Close,
    Other,
}

/// An entry of the stack of output that is still to be written.
pub(super) enum Pending<Id> {
    Term(Id, Context, usize),
    Punct(&'static str),
    /// The parenthesis after an operand.
    Close,
    /// An infix or postfix operator.
    Op(Atom, OpClass),
    /// The arguments from this index on, then `)`.
    Args(Id, usize, usize),
    /// The pairs of a dict from this argument on, then `}`.
    Pairs(Id, usize, usize),
    /// The list of a block operator.
    Block(Id, usize),
    /// The tail of a list, after an element.
    Tail(Id, usize),
    /// The end of a subterm, which leaves the path.
    Leave(Id),
}

/// The state of writing one term.
pub(super) struct WriteState<'a, 'o, V: TermView> {
    pub(super) w: Writer<'a, V>,
    out: &'o mut dyn fmt::Write,
    last: char,
    kind: LastToken,
    pub(super) pending: Vec<Pending<V::Id>>,
    /// The compounds that contain the current subterm; only for cyclic terms.
    path: FxHashSet<V::Id>,
    root: bool,
}

impl<V: TermView> WriteState<'_, '_, V> {
    fn write_next(&mut self, next: Pending<V::Id>) -> fmt::Result {
        match next {
            Pending::Term(t, context, depth) => self.term(t, context, depth),
            Pending::Punct(p) => self.raw(p, LastToken::Other),
            Pending::Close => self.raw(")", LastToken::Close),
            Pending::Op(name, class) => self.op(name, class),
            Pending::Args(t, i, depth) => self.args(t, i, depth),
            Pending::Pairs(t, i, depth) => self.pairs(t, i, depth),
            Pending::Block(t, depth) => self.block_list(t, depth),
            Pending::Tail(t, depth) => self.tail(t, depth),
            Pending::Leave(t) => {
                self.path.remove(&t);
                Ok(())
            }
        }
    }

    // Tokens.

    /// Writes a text without a blank before it.
    pub(super) fn raw(&mut self, text: &str, kind: LastToken) -> fmt::Result {
        if let Some(c) = text.chars().next_back() {
            self.last = c;
            self.kind = kind;
        }
        self.out.write_str(text)
    }

    /// Writes a token, with a blank before it if it would fuse with the last one.
    fn token(&mut self, text: &str, kind: LastToken) -> fmt::Result {
        if let Some(first) = text.chars().next() {
            self.separate(first)?;
        }
        self.raw(text, kind)
    }

    /// Writes a name that the host gives to a variable. Blanks are those of a variable, whatever the name
    /// (Cor. 2, 7.10.5).
    fn variable_name(&mut self, text: &str) -> fmt::Result {
        self.separate('_')?;
        self.out.write_str(text)?;
        (self.last, self.kind) = ('_', LastToken::Other);
        Ok(())
    }

    /// Writes a blank if a token that starts with `first` would fuse with the last one.
    fn separate(&mut self, first: char) -> fmt::Result {
        let last = self.last;
        let fuses = is_alnum(last) && is_alnum(first)
            || is_symbol(last) && is_symbol(first)
            || matches!(first, '\'' | '"' | '`') && last == first
            || first == '\'' && self.kind == LastToken::Zero
            || first == '(' && self.kind == LastToken::PrefixOp
            // Without the blank, the operator would be the tag of a dict.
            || first == '{' && self.kind == LastToken::PrefixOp && self.w.ops.dicts;
        let alphabetic =
            matches!(self.kind, LastToken::PrefixOp | LastToken::InfixOp) && is_alnum(last);
        if fuses || alphabetic {
            self.out.write_char(' ')?;
        }
        Ok(())
    }

    /// Writes an opening parenthesis that is not part of functional notation.
    pub(super) fn open(&mut self) -> fmt::Result {
        let apart = self.kind == LastToken::PrefixOp
            || self.kind == LastToken::InfixOp && is_alnum(self.last);
        if apart {
            self.out.write_char(' ')?;
        }
        self.raw("(", LastToken::Other)
    }

    pub(super) fn atom(&mut self, a: Atom, kind: LastToken) -> fmt::Result {
        let atoms = self.w.atoms;
        let name = atoms.text(a);
        if self.w.opts.quoted && atom_needs_quotes(&name) {
            let text = quoted_atom(&name);
            self.token(&text, kind)
        } else {
            self.token(&name, kind)
        }
    }

    fn op(&mut self, name: Atom, class: OpClass) -> fmt::Result {
        if class == OpClass::Postfix {
            return self.atom(name, LastToken::Other);
        }
        match name.as_char() {
            Some(',') => return self.separator(),
            Some('|') => return self.raw("|", LastToken::Other),
            _ => (),
        }
        let alphabetic = self.w.atoms.text(name).chars().next().is_some_and(is_alnum);
        if alphabetic && self.last != ' ' && self.kind != LastToken::Close && !self.quotes(name) {
            self.out.write_char(' ')?;
            self.last = ' ';
        }
        self.atom(name, LastToken::InfixOp)
    }

    fn quotes(&self, name: Atom) -> bool {
        self.w.opts.quoted && atom_needs_quotes(&self.w.atoms.text(name))
    }

    // Terms.

    fn term(&mut self, t: V::Id, context: Context, depth: usize) -> fmt::Result {
        let root = std::mem::take(&mut self.root);
        if let Some(hook) = &mut self.w.portray
            && let Some(text) = hook(t, context.max)
        {
            return self.token(&text, LastToken::Other);
        }
        let view = self.w.view;
        match view.view(t) {
            View::Var(v) => self.variable(t, v),
            View::Atom(a) => self.atom_term(a, context),
            View::Int(i) => self.number(&self.integer(&i)?, context),
            View::Float(f) => self.number(&float_text(f), context),
            View::String(text) => self.string_term(text),
            View::Rat(r) => {
                let numerator = self.integer(&Int::from(r.numerator().clone()))?;
                let denominator = self.integer(&Int::from(r.denominator().clone()))?;
                self.number(&format!("{numerator}r{denominator}"), context)
            }
            View::Compound(name, arity) => {
                if let Some(alias) = self.w.alias.filter(|_| !root)
                    && let Some(text) = alias(t)
                {
                    return self.token(&text, LastToken::Other);
                }
                if depth == 0 || self.w.opts.cyclic && !self.path.insert(t) {
                    return self.ellipsis();
                }
                if self.w.opts.cyclic {
                    self.pending.push(Pending::Leave(t));
                }
                self.compound(t, name, arity, context, depth)
            }
        }
    }

    fn ellipsis(&mut self) -> fmt::Result {
        self.token("...", LastToken::Other)
    }

    pub(super) fn variable(&mut self, t: V::Id, v: u64) -> fmt::Result {
        let w = &self.w;
        let known = w.opts.variable_names.get(&v).map(|n| &**n);
        match known.or_else(|| w.view.var_name(t)) {
            Some(name) => self.variable_name(name),
            None => self.token(&format!("_{v}"), LastToken::Other),
        }
    }

    /// Writes an atom that is a term of its own.
    fn atom_term(&mut self, a: Atom, context: Context) -> fmt::Result {
        // After `:-` the reader would take the atom for a directive operator.
        let directive = self.kind == LastToken::PrefixOp
            && context.left_of.is_some()
            && self.w.ops.directive(a).is_some();
        if context.operand && (directive || self.w.ops.is_op(a)) {
            self.open()?;
            self.atom(a, LastToken::Other)?;
            return self.raw(")", LastToken::Other);
        }
        self.atom(a, LastToken::Other)
    }

    /// Writes a number. Without parentheses, the minus of `- (1)` would be its sign.
    fn integer(&self, i: &Int) -> Result<String, fmt::Error> {
        match self.w.digits {
            Some(digits) => digits(i).ok_or(fmt::Error),
            None => Ok(i.to_string()),
        }
    }

    fn number(&mut self, text: &str, context: Context) -> fmt::Result {
        if context.minus && !text.starts_with('-') {
            self.open()?;
            self.raw(text, LastToken::Other)?;
            return self.raw(")", LastToken::Other);
        }
        let kind = if text == "0" {
            LastToken::Zero
        } else {
            LastToken::Other
        };
        self.token(text, kind)
    }

    fn string_term(&mut self, text: &str) -> fmt::Result {
        match self.w.opts.quoted {
            true => self.token(&quoted_string(text), LastToken::Other),
            false => self.token(text, LastToken::Other),
        }
    }

    fn compound(
        &mut self,
        t: V::Id,
        name: Atom,
        arity: usize,
        context: Context,
        depth: usize,
    ) -> fmt::Result {
        let opts = self.w.opts;
        if name == atoms::DOT && arity == 2 && opts.dotlists != Some(true) {
            if opts.double_quotes
                && let Some(text) = self.string(t, depth)
            {
                return self.token(&text, LastToken::Other);
            }
            if !opts.ignore_ops || opts.dotlists == Some(false) {
                self.token("[", LastToken::Other)?;
                self.element(t, depth);
                return Ok(());
            }
        }
        if name == atoms::VAR
            && arity == 1
            && opts.numbervars
            && let Some(text) = self.numbered(self.w.view.arg(t, 0))
        {
            return self.token(&text, LastToken::Other);
        }
        if name == atoms::CURLY && arity == 1 && (!opts.ignore_ops || opts.brace_terms) {
            self.pending.push(Pending::Punct("}"));
            let arg = self.w.view.arg(t, 0);
            let inside = Context::argument(MAX_PRIORITY);
            self.pending.push(Pending::Term(arg, inside, depth - 1));
            return self.token("{", LastToken::Other);
        }
        if self.w.ops.dicts && self.dict_notation(t, (name, arity), context, depth)? {
            return Ok(());
        }
        let class = match arity {
            1 if !opts.ignore_ops => match self.w.ops.prefix(name) {
                Some(_) => Some(OpClass::Prefix),
                None => Some(OpClass::Postfix),
            },
            2 if !opts.ignore_ops => Some(OpClass::Infix),
            _ => None,
        };
        if let Some(class) = class
            && let Some(def) = self.w.ops.get(name, class)
        {
            return self.operator(t, name, class, def, context, depth);
        }
        self.atom(name, LastToken::Other)?;
        self.raw("(", LastToken::Other)?;
        self.pending.push(Pending::Args(t, 0, depth - 1));
        Ok(())
    }

    /// The variable that `'$VAR'(Arg)` stands for: a number, or with the notation of SWI-Prolog a name.
    fn numbered(&self, arg: V::Id) -> Option<String> {
        match self.w.view.view(arg) {
            View::Int(i) => u64::try_from(i.to_i64()?).ok().map(var_letter),
            View::Atom(name) if self.w.ops.dicts => {
                let name = self.w.atoms.text(name);
                is_variable_name(&name).then(|| name.to_string())
            }
            _ => None,
        }
    }

    fn args(&mut self, t: V::Id, i: usize, depth: usize) -> fmt::Result {
        let arity = match self.w.view.view(t) {
            View::Compound(_, n) => n,
            _ => 0,
        };
        if i == arity {
            return self.raw(")", LastToken::Other);
        }
        if i > 0 {
            self.separator()?;
        }
        self.pending.push(Pending::Args(t, i + 1, depth));
        let arg = self.w.view.arg(t, i);
        self.pending
            .push(Pending::Term(arg, Context::argument(ARG_PRIORITY), depth));
        Ok(())
    }

    pub(super) fn separator(&mut self) -> fmt::Result {
        match self.w.opts.spacing {
            Spacing::Standard => self.raw(",", LastToken::Other),
            Spacing::NextArgument => self.raw(", ", LastToken::Other),
        }
    }

    fn operator(
        &mut self,
        t: V::Id,
        name: Atom,
        class: OpClass,
        def: OpDef,
        context: Context,
        depth: usize,
    ) -> fmt::Result {
        if needs_brackets(def, class, context) {
            self.pending.push(Pending::Close);
            self.open()?;
        }
        let arg = |i| self.w.view.arg(t, i);
        let (left, right) = match class {
            OpClass::Prefix => (None, Some(arg(0))),
            OpClass::Infix => (Some(arg(0)), Some(arg(1))),
            OpClass::Postfix => (Some(arg(0)), None),
        };
        if let Some(right) = right {
            let context = Context {
                max: def.right_max(),
                operand: true,
                left_of: None,
                minus: class == OpClass::Prefix && name == atoms::MINUS,
            };
            self.pending.push(Pending::Term(right, context, depth - 1));
        }
        if class == OpClass::Prefix {
            return self.atom(name, LastToken::PrefixOp);
        }
        self.pending.push(Pending::Op(name, class));
        if let Some(left) = left {
            self.pending
                .push(Pending::Term(left, Context::left(def), depth - 1));
        }
        Ok(())
    }

    // Lists.

    /// Pushes the head of the list cell `t` and its tail.
    pub(super) fn element(&mut self, t: V::Id, depth: usize) {
        let (head, tail) = (self.w.view.arg(t, 0), self.w.view.arg(t, 1));
        self.pending.push(Pending::Tail(tail, depth - 1));
        self.pending.push(Pending::Term(
            head,
            Context::argument(ARG_PRIORITY),
            depth - 1,
        ));
    }

    fn tail(&mut self, t: V::Id, depth: usize) -> fmt::Result {
        match self.w.view.view(t) {
            View::Atom(atoms::NIL) => self.raw("]", LastToken::Other),
            View::Compound(atoms::DOT, 2) => {
                let alias = self.w.alias.and_then(|alias| alias(t));
                if let Some(text) = alias {
                    self.raw("|", LastToken::Other)?;
                    self.token(&text, LastToken::Other)?;
                    return self.raw("]", LastToken::Other);
                }
                if depth == 0 || self.w.opts.cyclic && !self.path.insert(t) {
                    self.raw("|", LastToken::Other)?;
                    self.ellipsis()?;
                    return self.raw("]", LastToken::Other);
                }
                if self.w.opts.cyclic {
                    self.pending.push(Pending::Leave(t));
                }
                self.separator()?;
                self.element(t, depth);
                Ok(())
            }
            _ => {
                self.raw("|", LastToken::Other)?;
                self.pending.push(Pending::Punct("]"));
                self.pending
                    .push(Pending::Term(t, Context::argument(ARG_PRIORITY), depth));
                Ok(())
            }
        }
    }

    /// The text of a list of characters, cut to `depth` of them: `"abc"||...`. `None` for any other
    /// list, including partial and cyclic ones.
    fn string(&self, t: V::Id, depth: usize) -> Option<String> {
        let view = self.w.view;
        let mut text = String::from("\"");
        let mut cell = t;
        // Brent's algorithm: `mark` moves to the current cell at powers of two, so a cycle returns to it.
        let (mut mark, mut steps, mut power) = (t, 0usize, 1usize);
        loop {
            match view.view(cell) {
                View::Compound(atoms::DOT, 2) => (),
                View::Atom(atoms::NIL) => break,
                _ => return None,
            }
            let View::Atom(a) = view.view(view.arg(cell, 0)) else {
                return None;
            };
            let c = a.as_char()?;
            if steps < depth {
                match self.w.opts.quoted {
                    true => push_escaped(&mut text, c, '"'),
                    false => text.push(c),
                }
            }
            steps += 1;
            cell = view.arg(cell, 1);
            if cell == mark {
                return None;
            }
            if steps == power {
                mark = cell;
                power *= 2;
            }
        }
        text.push('"');
        if steps > depth {
            text.push_str("||...");
        }
        Some(text)
    }
}

/// Returns true if an operator term in this context needs parentheses.
pub(super) fn needs_brackets(def: OpDef, class: OpClass, context: Context) -> bool {
    if context.minus && class != OpClass::Prefix || def.priority > context.max {
        return true;
    }
    // With equal priorities the operator on the right takes the operand between them, so a left
    // argument stays whole only if its own right end is closed to the parent.
    context.left_of.is_some_and(|parent| {
        parent.priority == def.priority && class != OpClass::Postfix && parent != def
    })
}
