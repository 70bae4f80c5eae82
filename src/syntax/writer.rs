//! From terms to text (ISO 13211-1, 7.10.5).
//!
//! Reads any term through [`TermView`], with an explicit stack, so that depth costs memory but
//! never the Rust stack. What is written with `quoted` is read back as the same term: brackets
//! stand where the parser needs them, and a blank stands only where two tokens would fuse or
//! around an alphabetic infix operator. Must not know how terms are stored.

use super::chars::{is_alnum, is_symbol};
use super::format::{atom_needs_quotes, push_escaped, quoted_atom, var_letter};
use super::ops::{ARG_PRIORITY, MAX_PRIORITY, OpClass, OpDef, OpTable};
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::convert::float_text;
use crate::base::tree::{TermView, View};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::fmt;

/// Blanks besides the necessary ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spacing {
    /// None.
    #[default]
    Standard,
    /// One after each comma between arguments or elements.
    NextArgument,
}

/// The options of `write_term/2,3` (ISO 7.10.2) and their usual companions.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// Quote atoms where reading back needs it.
    pub quoted: bool,
    /// Functional notation for operators, lists and curly terms.
    pub ignore_ops: bool,
    /// Write `'$VAR'(N)` as a variable name.
    pub numbervars: bool,
    /// Names of variables, by the number that the view gives them.
    pub variable_names: IndexMap<u64, Box<str>, FxBuildHasher>,
    /// Write `...` for what lies deeper than this many levels; 0 for no limit.
    pub max_depth: usize,
    /// Write lists of characters as `"…"`.
    pub double_quotes: bool,
    /// Blanks after commas.
    pub spacing: Spacing,
    /// Write lists as `'.'(H,T)`, also without `ignore_ops`.
    pub dotlists: bool,
    /// Write `{a}` so even with `ignore_ops`.
    pub brace_terms: bool,
    /// The highest priority that needs no parentheses.
    pub priority: u16,
    /// The term stands beside an operator: an operator alone needs parentheses.
    pub operand: bool,
    /// The term is cyclic: write `...` where a subterm contains itself.
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
            dotlists: false,
            brace_terms: false,
            priority: MAX_PRIORITY,
            operand: false,
            cyclic: false,
        }
    }
}

impl WriteOptions {
    /// The options of `writeq/1`.
    pub fn writeq() -> WriteOptions {
        WriteOptions {
            quoted: true,
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// The options of `write/1`.
    pub fn write() -> WriteOptions {
        WriteOptions {
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// The options of `write_canonical/1`, without its variable names.
    pub fn canonical() -> WriteOptions {
        WriteOptions {
            quoted: true,
            ignore_ops: true,
            ..WriteOptions::default()
        }
    }
}

/// The text of a term.
pub fn term_text<V: TermView>(
    view: &V,
    t: V::Id,
    atoms: &AtomTable,
    ops: &OpTable,
    opts: &WriteOptions,
) -> String {
    let mut s = String::new();
    // Writing to a String does not fail.
    let _ = Writer::new(view, atoms, ops, opts).write(t, &mut s);
    s
}

/// Called with a subterm and the highest priority for its place; some text replaces the subterm.
pub type Portray<'a, Id> = &'a mut dyn FnMut(Id, u16) -> Option<String>;

/// A name for a compound below the root, written in its stead (for cyclic answers).
pub type Alias<'a, Id> = &'a dyn Fn(Id) -> Option<String>;

/// Writes terms of one view.
pub struct Writer<'a, V: TermView> {
    view: &'a V,
    atoms: &'a AtomTable,
    ops: &'a OpTable,
    opts: &'a WriteOptions,
    portray: Option<Portray<'a, V::Id>>,
    alias: Option<Alias<'a, V::Id>>,
}

impl<'a, V: TermView> Writer<'a, V> {
    /// A writer without hooks.
    pub fn new(
        view: &'a V,
        atoms: &'a AtomTable,
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
        }
    }

    /// Consults `hook` for every subterm.
    pub fn portray(mut self, hook: Portray<'a, V::Id>) -> Self {
        self.portray = Some(hook);
        self
    }

    /// Consults `alias` for every compound below the root.
    pub fn alias(mut self, alias: Alias<'a, V::Id>) -> Self {
        self.alias = Some(alias);
        self
    }

    /// Writes a term. A cyclic term needs the option `cyclic`, `max_depth` or an alias to end.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, t: V::Id, out: &mut dyn fmt::Write) -> fmt::Result {
        let place = Place {
            max: self.opts.priority,
            operand: self.opts.operand,
            left_of: None,
            minus: false,
        };
        let depth = match self.opts.max_depth {
            0 => usize::MAX,
            n => n,
        };
        let mut run = Run {
            w: self,
            out,
            last: '\0',
            kind: Kind::Start,
            jobs: vec![Job::Term(t, place, depth)],
            path: FxHashSet::default(),
            root: true,
        };
        while let Some(job) = run.jobs.pop() {
            run.job(job)?;
        }
        Ok(())
    }
}

/// What the place of a subterm asks of it.
#[derive(Clone, Copy)]
struct Place {
    /// The highest priority without brackets.
    max: u16,
    /// It stands beside an operator.
    operand: bool,
    /// It is the left argument of this operator.
    left_of: Option<OpDef>,
    /// It is the argument of a prefix minus.
    minus: bool,
}

impl Place {
    fn argument(max: u16) -> Place {
        Place {
            max,
            operand: false,
            left_of: None,
            minus: false,
        }
    }
}

/// The last token, as far as the next one cares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Start,
    /// The integer 0, which `0'c` starts with.
    Zero,
    PrefixOp,
    InfixOp,
    /// The parenthesis that closes an operand.
    Close,
    Other,
}

enum Job<Id> {
    Term(Id, Place, usize),
    Punct(&'static str),
    /// The parenthesis after an operand.
    Close,
    /// An infix or postfix operator.
    Op(Atom, OpClass),
    /// The arguments from this index on, then `)`.
    Args(Id, usize, usize),
    /// The tail of a list, after an element.
    Tail(Id, usize),
    /// The subterm is written and no longer on the path.
    Leave(Id),
}

struct Run<'a, 'o, V: TermView> {
    w: Writer<'a, V>,
    out: &'o mut dyn fmt::Write,
    last: char,
    kind: Kind,
    jobs: Vec<Job<V::Id>>,
    /// The compounds that contain the place where we write; only for cyclic terms.
    path: FxHashSet<V::Id>,
    root: bool,
}

impl<V: TermView> Run<'_, '_, V> {
    fn job(&mut self, job: Job<V::Id>) -> fmt::Result {
        match job {
            Job::Term(t, place, depth) => self.term(t, place, depth),
            Job::Punct(p) => self.raw(p, Kind::Other),
            Job::Close => self.raw(")", Kind::Close),
            Job::Op(name, class) => self.op(name, class),
            Job::Args(t, i, depth) => self.args(t, i, depth),
            Job::Tail(t, depth) => self.tail(t, depth),
            Job::Leave(t) => {
                self.path.remove(&t);
                Ok(())
            }
        }
    }

    // Tokens.

    fn raw(&mut self, text: &str, kind: Kind) -> fmt::Result {
        if let Some(c) = text.chars().next_back() {
            self.last = c;
            self.kind = kind;
        }
        self.out.write_str(text)
    }

    /// Writes a token, with a blank before it if it would fuse with the last one.
    fn token(&mut self, text: &str, kind: Kind) -> fmt::Result {
        if let Some(first) = text.chars().next() {
            self.separate(first)?;
        }
        self.raw(text, kind)
    }

    /// Writes the name that the host gives to a variable. Whatever it is, it stands for a variable, so
    /// that blanks are those of a variable (Cor. 2, 7.10.5).
    fn name(&mut self, text: &str) -> fmt::Result {
        self.separate('_')?;
        self.out.write_str(text)?;
        (self.last, self.kind) = ('_', Kind::Other);
        Ok(())
    }

    /// Writes a blank if a token that starts with `first` would fuse with the last one.
    fn separate(&mut self, first: char) -> fmt::Result {
        let last = self.last;
        let fuses = is_alnum(last) && is_alnum(first)
            || is_symbol(last) && is_symbol(first)
            || matches!(first, '\'' | '"' | '`') && last == first
            || first == '\'' && self.kind == Kind::Zero
            || first == '(' && self.kind == Kind::PrefixOp;
        let alphabetic = matches!(self.kind, Kind::PrefixOp | Kind::InfixOp) && is_alnum(last);
        if fuses || alphabetic {
            self.out.write_char(' ')?;
        }
        Ok(())
    }

    /// An opening parenthesis that is not part of a functional notation.
    fn open(&mut self) -> fmt::Result {
        let apart =
            self.kind == Kind::PrefixOp || self.kind == Kind::InfixOp && is_alnum(self.last);
        if apart {
            self.out.write_char(' ')?;
        }
        self.raw("(", Kind::Other)
    }

    fn atom(&mut self, a: Atom, kind: Kind) -> fmt::Result {
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
            return self.atom(name, Kind::Other);
        }
        match name.as_char() {
            Some(',') => return self.separator(),
            Some('|') => return self.raw("|", Kind::Other),
            _ => (),
        }
        let alphabetic = self.w.atoms.text(name).chars().next().is_some_and(is_alnum);
        if alphabetic && self.last != ' ' && self.kind != Kind::Close && !self.quotes(name) {
            self.out.write_char(' ')?;
            self.last = ' ';
        }
        self.atom(name, Kind::InfixOp)
    }

    fn quotes(&self, name: Atom) -> bool {
        self.w.opts.quoted && atom_needs_quotes(&self.w.atoms.text(name))
    }

    // Terms.

    fn term(&mut self, t: V::Id, place: Place, depth: usize) -> fmt::Result {
        let root = std::mem::take(&mut self.root);
        if let Some(hook) = &mut self.w.portray
            && let Some(text) = hook(t, place.max)
        {
            return self.token(&text, Kind::Other);
        }
        let view = self.w.view;
        match view.view(t) {
            View::Var(v) => self.variable(t, v),
            View::Atom(a) => self.bare(a, place),
            View::Int(i) => self.number(&i.to_string(), place),
            View::Float(f) => self.number(&float_text(f), place),
            View::Rat(r) => {
                let text = format!("{}r{}", r.numerator(), r.denominator());
                self.number(&text, place)
            }
            View::Compound(name, arity) => {
                if let Some(alias) = self.w.alias.filter(|_| !root)
                    && let Some(text) = alias(t)
                {
                    return self.token(&text, Kind::Other);
                }
                if depth == 0 || self.w.opts.cyclic && !self.path.insert(t) {
                    return self.ellipsis();
                }
                if self.w.opts.cyclic {
                    self.jobs.push(Job::Leave(t));
                }
                self.compound(t, name, arity, place, depth)
            }
        }
    }

    fn ellipsis(&mut self) -> fmt::Result {
        self.token("...", Kind::Other)
    }

    fn variable(&mut self, t: V::Id, v: u64) -> fmt::Result {
        let w = &self.w;
        let known = w.opts.variable_names.get(&v).map(|n| &**n);
        match known.or_else(|| w.view.var_name(t)) {
            Some(name) => self.name(name),
            None => self.token(&format!("_{v}"), Kind::Other),
        }
    }

    fn bare(&mut self, a: Atom, place: Place) -> fmt::Result {
        // After `:-` the reader would take a directive operator for one.
        let directive = self.kind == Kind::PrefixOp
            && place.left_of.is_some()
            && self.w.ops.directive(a).is_some();
        if place.operand && (directive || self.w.ops.is_op(a)) {
            self.open()?;
            self.atom(a, Kind::Other)?;
            return self.raw(")", Kind::Other);
        }
        self.atom(a, Kind::Other)
    }

    /// A number; in `- (1)` the parentheses keep the minus from being the number's sign.
    fn number(&mut self, text: &str, place: Place) -> fmt::Result {
        if place.minus && !text.starts_with('-') {
            self.open()?;
            self.raw(text, Kind::Other)?;
            return self.raw(")", Kind::Other);
        }
        let kind = if text == "0" { Kind::Zero } else { Kind::Other };
        self.token(text, kind)
    }

    fn compound(
        &mut self,
        t: V::Id,
        name: Atom,
        arity: usize,
        place: Place,
        depth: usize,
    ) -> fmt::Result {
        let opts = self.w.opts;
        if name == atoms::DOT && arity == 2 && !opts.dotlists {
            if opts.double_quotes
                && let Some(text) = self.string(t, depth)
            {
                return self.token(&text, Kind::Other);
            }
            if !opts.ignore_ops {
                self.token("[", Kind::Other)?;
                self.element(t, depth);
                return Ok(());
            }
        }
        if name == atoms::VAR
            && arity == 1
            && opts.numbervars
            && let Some(text) = self.numbered(self.w.view.arg(t, 0))
        {
            return self.token(&text, Kind::Other);
        }
        if name == atoms::CURLY && arity == 1 && (!opts.ignore_ops || opts.brace_terms) {
            self.jobs.push(Job::Punct("}"));
            let arg = self.w.view.arg(t, 0);
            let inside = Place::argument(MAX_PRIORITY);
            self.jobs.push(Job::Term(arg, inside, depth - 1));
            return self.token("{", Kind::Other);
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
            return self.operator(t, name, class, def, place, depth);
        }
        self.atom(name, Kind::Other)?;
        self.raw("(", Kind::Other)?;
        self.jobs.push(Job::Args(t, 0, depth - 1));
        Ok(())
    }

    fn numbered(&self, arg: V::Id) -> Option<String> {
        match self.w.view.view(arg) {
            View::Int(i) => u64::try_from(i.to_i64()?).ok().map(var_letter),
            _ => None,
        }
    }

    fn args(&mut self, t: V::Id, i: usize, depth: usize) -> fmt::Result {
        let arity = match self.w.view.view(t) {
            View::Compound(_, n) => n,
            _ => 0,
        };
        if i == arity {
            return self.raw(")", Kind::Other);
        }
        if i > 0 {
            self.separator()?;
        }
        self.jobs.push(Job::Args(t, i + 1, depth));
        let arg = self.w.view.arg(t, i);
        self.jobs
            .push(Job::Term(arg, Place::argument(ARG_PRIORITY), depth));
        Ok(())
    }

    fn separator(&mut self) -> fmt::Result {
        match self.w.opts.spacing {
            Spacing::Standard => self.raw(",", Kind::Other),
            Spacing::NextArgument => self.raw(", ", Kind::Other),
        }
    }

    fn operator(
        &mut self,
        t: V::Id,
        name: Atom,
        class: OpClass,
        def: OpDef,
        place: Place,
        depth: usize,
    ) -> fmt::Result {
        if needs_brackets(def, class, place) {
            self.jobs.push(Job::Close);
            self.open()?;
        }
        let arg = |i| self.w.view.arg(t, i);
        let (left, right) = match class {
            OpClass::Prefix => (None, Some(arg(0))),
            OpClass::Infix => (Some(arg(0)), Some(arg(1))),
            OpClass::Postfix => (Some(arg(0)), None),
        };
        if let Some(right) = right {
            let place = Place {
                max: def.right_max(),
                operand: true,
                left_of: None,
                minus: class == OpClass::Prefix && name == atoms::MINUS,
            };
            self.jobs.push(Job::Term(right, place, depth - 1));
        }
        if class == OpClass::Prefix {
            return self.atom(name, Kind::PrefixOp);
        }
        self.jobs.push(Job::Op(name, class));
        if let Some(left) = left {
            let place = Place {
                max: def.left_max(),
                operand: true,
                left_of: Some(def),
                minus: false,
            };
            self.jobs.push(Job::Term(left, place, depth - 1));
        }
        Ok(())
    }

    // Lists.

    /// Queues the head of the list cell `t` and what follows it.
    fn element(&mut self, t: V::Id, depth: usize) {
        let (head, tail) = (self.w.view.arg(t, 0), self.w.view.arg(t, 1));
        self.jobs.push(Job::Tail(tail, depth - 1));
        self.jobs
            .push(Job::Term(head, Place::argument(ARG_PRIORITY), depth - 1));
    }

    fn tail(&mut self, t: V::Id, depth: usize) -> fmt::Result {
        match self.w.view.view(t) {
            View::Atom(atoms::NIL) => self.raw("]", Kind::Other),
            View::Compound(atoms::DOT, 2) => {
                let alias = self.w.alias.and_then(|alias| alias(t));
                if let Some(text) = alias {
                    self.raw("|", Kind::Other)?;
                    self.token(&text, Kind::Other)?;
                    return self.raw("]", Kind::Other);
                }
                if depth == 0 || self.w.opts.cyclic && !self.path.insert(t) {
                    self.raw("|", Kind::Other)?;
                    self.ellipsis()?;
                    return self.raw("]", Kind::Other);
                }
                if self.w.opts.cyclic {
                    self.jobs.push(Job::Leave(t));
                }
                self.separator()?;
                self.element(t, depth);
                Ok(())
            }
            _ => {
                self.raw("|", Kind::Other)?;
                self.jobs.push(Job::Punct("]"));
                self.jobs
                    .push(Job::Term(t, Place::argument(ARG_PRIORITY), depth));
                Ok(())
            }
        }
    }

    /// The text of a list of characters, cut to `depth` of them: `"abc"||...`. None for any other
    /// list, a partial or cyclic one included.
    fn string(&self, t: V::Id, depth: usize) -> Option<String> {
        let view = self.w.view;
        let mut text = String::from("\"");
        let mut cell = t;
        // A cycle is found by comparing with a cell that is moved on at powers of two.
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

/// Whether an operator term at this place must stand in parentheses.
fn needs_brackets(def: OpDef, class: OpClass, place: Place) -> bool {
    if place.minus && class != OpClass::Prefix || def.priority > place.max {
        return true;
    }
    // With equal priorities the operator on the right takes the operand between them, so a left
    // argument stays whole only if its own right end is closed to the parent.
    place.left_of.is_some_and(|parent| {
        parent.priority == def.priority && class != OpClass::Postfix && parent != def
    })
}
