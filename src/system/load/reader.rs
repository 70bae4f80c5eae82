//! The loop of a load: reading terms, conditional compilation, quads, operators of libraries that are not imported.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::Ball;
use crate::machine::database::PredicateKind;
use crate::syntax::quad::{as_query, is_answer_description};
use crate::syntax::{
    Diagnostic, EndFinder, ErrorKind, ReadBuffers, ReadOptions, ReadTerm, Severity, Span,
    SyntaxError, read_next, read_term,
};
use crate::system::library::{self, BorrowedOp, FREE_OPS};
use crate::system::lint::recursion::Recursion;
use crate::system::lint::walk::Calls;
use crate::system::lint::{At, CheckId, Committed, Finding};
use crate::system::load::dialect;
use crate::system::load::expansion::{self, STAGES};
use crate::system::load::functions;
use crate::system::load::loader::FileRecord;
use crate::system::load::session::{
    ConditionalBlock, FactTwins, Hooks, LoadSession, ProgramText, RuleState, TermOrigin,
};
use crate::system::load::text_access;
use crate::system::text::read_monitor;
use crate::system::{Vm, flags, lint, modules, reporting};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

impl<'v> LoadSession<'v> {
    pub(crate) fn new(
        vm: &'v mut Vm,
        file: Arc<str>,
        text: Arc<str>,
        into: Atom,
        library: bool,
    ) -> LoadSession<'v> {
        if into != atoms::USER || library {
            // The meta-arguments of libraries that are not loaded yet must be known.
            if vm.ext.loader.booted {
                library::ensure_index(vm);
            }
        }
        let source = ProgramText::new(vm, file.clone(), text);
        let mut load = LoadSession::with_source(vm, file, source, into, library);
        load.defers = library.then(|| text_access::row(&load.file)).flatten();
        load
    }

    /// A load that reads a text from its present position.
    pub(super) fn with_source(
        vm: &'v mut Vm,
        file: Arc<str>,
        source: ProgramText,
        into: Atom,
        library: bool,
    ) -> LoadSession<'v> {
        let mut load = LoadSession {
            source,
            defers: None,
            hooks: Hooks::new(vm, into, library),
            options: ReadOptions::default(),
            buffers: ReadBuffers::default(),
            vm,
            file,
            module: into,
            library,
            outer: Vec::new(),
            conditions: Vec::new(),
            quad: false,
            begun: false,
            last: None,
            seen: FxHashMap::default(),
            later: Vec::new(),
            record: FileRecord::default(),
            indexical: FxHashSet::default(),
            rules: RuleState::default(),
            calls: Calls::default(),
            recursion: Recursion::default(),
            committed: Committed::default(),
            runs: Default::default(),
            twins: FactTwins::default(),
            parts: 0,
        };
        load.refresh();
        load
    }

    /// Updates the session after a directive, which may have changed flags, operators or hooks.
    pub(crate) fn refresh(&mut self) {
        self.vm.ext.modules.set_source(self.module);
        self.options = ReadOptions {
            quads: true,
            by_lines: true,
            origin: self.source.newest_error,
            origin_at: self.source.newest_error.offset,
            monitor: read_monitor(&self.vm.interrupt_handle(), &self.source.text),
            ..flags::read_options(self.vm)
        };
        self.hooks = Hooks::new(self.vm, self.module, self.library);
        let (module, source) = (self.module, self.source.name.clone());
        if let Some(p) = self.vm.ext.loader.contexts.last_mut() {
            p.module = module;
            p.source = source;
        }
    }

    /// Reads and handles all terms.
    pub(crate) fn run(&mut self) -> Result<(), Ball> {
        loop {
            while self.step()? {
                self.note_progress();
                // A text without directives calls no goals, which would collect.
                self.vm.collect_if_grown()?;
            }
            match self.outer.pop() {
                Some(source) => {
                    self.source = source;
                    self.refresh();
                }
                None => break,
            }
        }
        self.vm.account_for_text();
        self.end_of_file()?;
        for c in std::mem::take(&mut self.conditions) {
            // The end may be in an included text.
            self.source = c.source;
            self.error(c.span, "this `if` has no `endif`", None);
        }
        self.end_rules();
        self.missing_exports();
        self.end_recursion();
        self.end_twins();
        self.end_calls();
        Ok(())
    }

    /// Runs the goals of `initialization/1`.
    pub(crate) fn initialize_all(&mut self) -> Result<(), Ball> {
        for goal in std::mem::take(&mut self.later) {
            // The goal may come from an included text.
            self.source = goal.source;
            self.initialize(&goal.goal, goal.span)?;
        }
        Ok(())
    }

    /// Counts a term that was read, and reports if a report was asked for.
    fn note_progress(&mut self) {
        let is_outer = self.outer.is_empty();
        if let Some(context) = self.vm.ext.loader.contexts.last_mut() {
            context.terms += 1;
            if is_outer {
                context.read = self.source.at;
            }
        }
        if self.vm.take_report_request() {
            reporting::report(self.vm);
        }
    }

    /// Expands `end_of_file`: `term_expansion/2` may add clauses at the end.
    fn end_of_file(&mut self) -> Result<(), Ball> {
        if !self.hooks.expands_terms(self.vm) {
            return Ok(());
        }
        let at = self.source.text.len();
        let mut tree = Tree::new();
        tree.root = Some(tree.atom(atoms::END_OF_FILE));
        let span = Span { start: at, end: at };
        let at = TermOrigin { span, term: None };
        for stage in 0..STAGES {
            if let Some(new) = self.expand_term(&tree, tree.root(), at, stage)? {
                for item in expansion::items(&new) {
                    if *new.node(item) != Node::Atom(atoms::END_OF_FILE) {
                        self.expanded(&new, item, at, stage + 1)?;
                    }
                }
                break;
            }
        }
        Ok(())
    }

    /// The definitions made by the load, which counts as loaded now.
    pub(crate) fn finish(mut self) -> FileRecord {
        self.record.loaded = true;
        std::mem::take(&mut self.record)
    }

    /// Reads and handles one term. Returns false at the end of the text.
    pub(super) fn step(&mut self) -> Result<bool, Ball> {
        if self.defer_clause() {
            return Ok(true);
        }
        let text = self.source.text.clone();
        if let Some(read) = self.converted(&text) {
            return read;
        }
        let ops = self.vm.ext.modules.ops(self.module);
        match read_next(
            &text,
            self.source.at,
            ops,
            &mut self.vm.atoms,
            &self.options,
            &mut self.buffers,
        ) {
            Ok(Some((term, next))) => {
                self.source.at = next;
                self.term(term)
            }
            Ok(None) => Ok(false),
            Err(e) => self.faulty(&text, &e, None),
        }
    }

    /// Reads and handles one term whose characters are converted, if that may make a difference.
    fn converted(&mut self, text: &str) -> Option<Result<bool, Ball>> {
        let at = self.source.at;
        // The texts of libraries are not converted.
        if self.library || !self.vm.ext.flags.converts() {
            return None;
        }
        let end = EndFinder::new(at).find(text, true)?;
        let term = self.vm.ext.flags.converted(&text[at..end])?;
        let text: Arc<str> = format!("{}{term}", &text[..at]).into();
        let ops = self.vm.ext.modules.ops(self.module);
        let read = read_term(&text, at, ops, &mut self.vm.atoms, &self.options);
        Some(match read {
            Ok(Some((term, _))) => {
                self.source.at = end;
                self.term(term)
            }
            Ok(None) => {
                self.source.at = end;
                Ok(true)
            }
            Err(e) => self.faulty(&text, &e, Some(end)),
        })
    }

    /// Handles a text that is not a term; with the operators of a library that was not imported it may be one.
    /// If the characters of `text` were converted, `end` is the end of the term in the text of the file.
    fn faulty(
        &mut self,
        text: &Arc<str>,
        e: &SyntaxError,
        end: Option<usize>,
    ) -> Result<bool, Ball> {
        if e.kind == ErrorKind::GivenUp {
            return Err(self.vm.unfinished());
        }
        if end.is_none() {
            // The lines before the term are not counted again for the next error.
            self.source.newest_error = e.term_start;
            self.options.origin = e.term_start;
            self.options.origin_at = e.term_start.offset;
        }
        let at = self.source.at;
        let resume = end.unwrap_or(if e.resume > at { e.resume } else { text.len() });
        if !self.active() {
            self.source.at = resume;
            return Ok(true);
        }
        let read = match self.quad {
            true => library::read(self.vm, self.module, text, at, &self.options),
            false => library::read_leniently(self.vm, self.module, text, at, &self.options),
        };
        match read {
            Ok(None) => Ok(false),
            Ok(Some((term, next, borrowed))) => {
                self.source.at = end.unwrap_or(next);
                self.note_borrowed(&term, borrowed, e);
                let dialect = self.vm.ext.loader.dialect.current;
                // A directive without a period before it is reported as such.
                if !dialect.is_some_and(|d| d.reads_leniently)
                    && let Some(finding) = lint::not_portable(&term.departures)
                    && self.missing_period(&term).is_none()
                {
                    self.found(CheckId::NotPortable, None, finding);
                }
                self.term(term)
            }
            Err(e) if e.kind == ErrorKind::GivenUp => Err(self.vm.unfinished()),
            Err(e) => {
                self.report_fault(text, &e, resume);
                Ok(true)
            }
        }
    }

    /// Reports a syntax error, after which the load resumes at `resume`. It is the expected answer of a query if the text
    /// after it says so.
    fn report_fault(&mut self, text: &Arc<str>, e: &SyntaxError, resume: usize) {
        self.source.at = resume;
        // A query whose expected answer is a syntax error.
        let after = self.source.text.get(resume..).unwrap_or_default();
        let after = after.trim_start();
        let from = text.get(e.term_start.offset..).unwrap_or_default();
        self.quad |= from.starts_with("?-");
        if self.quad && after.starts_with("syntax_error(") {
            return;
        }
        let mut diagnostic = Diagnostic::of_syntax_error(self.source.name.clone(), text.clone(), e);
        diagnostic.known = Some(e.at);
        match self.quad {
            true => diagnostic.severity = Severity::Warning,
            false => {
                let line = e.term_start.line;
                self.record.skip_clause(from, &self.source.name, line);
            }
        }
        self.vm.ext.loader.report(diagnostic);
    }

    /// Reports the operators of libraries that a term uses without an import; `e` is the error without them.
    fn note_borrowed(&mut self, term: &ReadTerm, borrowed: Vec<BorrowedOp>, e: &SyntaxError) {
        let free = |l: &str| FREE_OPS.contains(&l);
        for b in borrowed.into_iter().filter(|b| !free(b.library)) {
            if b.library == dialect::LOOPS {
                // Its loops are to be compiled, not only called.
                dialect::import_library(self.vm, b.library, self.module);
                self.refresh();
            }
            let op = self.vm.atoms.text(b.op).to_string();
            let message = format!(
                "`{op}` is an operator of library({}), which is not imported",
                b.library
            );
            let hint = format!(":- use_module(library({})).", b.library);
            // The token at which the first reading stopped is usually the operator.
            let span = match &e.found {
                Some(found) if *found == op => Span {
                    start: e.at.offset,
                    end: e.at.offset + op.len(),
                },
                _ => term.span,
            };
            let finding = Finding::new(At::Span(span), message).hint(hint);
            self.found(CheckId::UnimportedOperator, None, finding);
        }
    }

    /// Handles a term of the text.
    fn term(&mut self, term: ReadTerm) -> Result<bool, Ball> {
        let root = functions::quoting(&term.tree);
        let directive = term.tree.as_compound::<1>(root, atoms::NECK).map(|[d]| d);
        if let Some(d) = directive
            && self.condition(&term.tree, d, term.span)?
        {
            return Ok(true);
        }
        if !self.active() {
            return Ok(true);
        }
        if let Some(query) = as_query(&term.tree, root) {
            self.note_query(&term.tree, query.goal);
            self.quad = true;
            return Ok(true);
        }
        if self.quad {
            if is_answer_description(&term.tree, root, &self.vm.atoms)
                || self.is_goal_of_user(&term.tree, root)
            {
                return Ok(true);
            }
            self.quad = false;
        }
        let Some(term) = self.with_quotations(term)? else {
            return Ok(true);
        };
        let root = term.tree.root();
        let term = match self.neck(&term.tree, root) {
            Some(_) => self.with_range_ops(term),
            None => term,
        };
        let root = term.tree.root();
        self.check_indentation(&term, directive.is_none());
        if directive.is_none() {
            self.check_variables(&term);
        }
        let at = TermOrigin {
            span: term.span,
            term: Some(&term),
        };
        let goes_on = match self.hooks.expands_terms(self.vm) {
            true => self.expanded(&term.tree, root, at, 0),
            false => self.item(&term.tree, root, at),
        };
        if directive.is_none() {
            self.vm.ext.loader.lint.end_clause();
        }
        self.buffers.keep_term(term);
        goes_on
    }

    /// Handles a term after `term_expansion/2` of its module, from 0 on, and of module `user`.
    pub(crate) fn expanded(
        &mut self,
        tree: &Tree,
        root: NodeId,
        at: TermOrigin<'_>,
        stage: usize,
    ) -> Result<bool, Ball> {
        for stage in stage..STAGES {
            if let Some(new) = self.expand_term(tree, root, at, stage)? {
                let at = TermOrigin { term: None, ..at };
                for item in expansion::items(&new) {
                    if !self.expanded(&new, item, at, stage + 1)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
        }
        self.item(tree, root, at)
    }

    /// Handles a clause or a directive. Returns false if the text ends with it.
    pub(crate) fn item(
        &mut self,
        tree: &Tree,
        t: NodeId,
        at: TermOrigin<'_>,
    ) -> Result<bool, Ball> {
        if self.hooks.dicts && functions::any(tree) {
            let Some(new) = self.without_functions(tree, t, at)? else {
                return Ok(true);
            };
            let at = TermOrigin { term: None, ..at };
            return self.item_without_functions(&new, new.root(), at);
        }
        self.item_without_functions(tree, t, at)
    }

    /// Handles a clause or a directive as [`LoadSession::item`] does, without functions on dicts.
    fn item_without_functions(
        &mut self,
        tree: &Tree,
        t: NodeId,
        at: TermOrigin<'_>,
    ) -> Result<bool, Ball> {
        let (name, args) = match *tree.node(t) {
            Node::Atom(atoms::END_OF_FILE) => {
                self.source.at = self.source.text.len();
                return Ok(false);
            }
            Node::Atom(a) => (a, &[][..]),
            Node::Compound { name, .. } => (name, tree.args(t)),
            _ => {
                self.not_a_clause(tree, t, at);
                return Ok(true);
            }
        };
        match (name, args) {
            (atoms::NECK, &[d]) => {
                self.directive(tree, d, at)?;
                // Exported predicates may be written with operators that the file itself declares.
                let declares_syntax = tree.callable(d).is_some_and(|(name, args)| {
                    let text = self.vm.atoms.text(name);
                    matches!(
                        (&*text, args.len()),
                        ("op", 3) | ("expects_dialect" | "encoding", 1)
                    )
                });
                self.begun |= !declares_syntax;
            }
            (atoms::QUERY, _) => {}
            (atoms::NECK, &[head, body]) => self.clause(tree, head, Some(body), at)?,
            (atoms::DCG_ARROW, &[_, _]) => self.rule(tree, t, at)?,
            _ => match (self.arrow(name), args) {
                (Some(commits), &[left, body]) => {
                    self.single_sided(tree, [left, body], commits, at)?;
                }
                _ => match self.neck(tree, t) {
                    Some(neck) => self.indexicals(tree, t, neck, at)?,
                    None => self.clause(tree, t, None, at)?,
                },
            },
        }
        Ok(true)
    }

    /// Continues with an included text, then with the current one. Returns false if it includes itself.
    pub(crate) fn include(&mut self, name: Arc<str>, text: Arc<str>) -> bool {
        if self.source.name == name || self.outer.iter().any(|s| s.name == name) {
            return false;
        }
        self.record.included.push(name.clone());
        let inner = ProgramText::new(self.vm, name, text);
        self.outer.push(std::mem::replace(&mut self.source, inner));
        true
    }

    /// Returns true for `user:Goal` below a query if `Goal` calls a predicate that is declared and has no clauses:
    /// that of a constraint, whose clauses are added at the end. Other terms `user:Head` are clauses of hooks.
    fn is_goal_of_user(&self, tree: &Tree, t: NodeId) -> bool {
        let Some([module, goal]) = tree.as_compound::<2>(t, atoms::COLON) else {
            return false;
        };
        let Some((name, args)) = tree.callable(goal) else {
            return false;
        };
        *tree.node(module) == Node::Atom(atoms::USER)
            && modules::entry(self.vm, atoms::USER, name, args.len() as u32).is_some_and(|p| {
                let q = self.vm.db.pred(p);
                q.properties.discontiguous
                    && !q.properties.multifile
                    && q.kind != PredicateKind::Dynamic
                    && self.vm.db.clause_count(p) == 0
            })
    }

    fn active(&self) -> bool {
        self.conditions.last().is_none_or(|c| c.active)
    }

    /// Handles conditional compilation. Returns false for other directives.
    fn condition(&mut self, tree: &Tree, d: NodeId, span: Span) -> Result<bool, Ball> {
        let Some((name, args)) = tree.callable(d) else {
            return Ok(false);
        };
        let text = self.vm.atoms.text(name);
        let (word, goal) = match (&*text, args) {
            ("if", &[g]) => ("if", Some(g)),
            ("elif", &[g]) => ("elif", Some(g)),
            ("else", []) => ("else", None),
            ("endif", []) => ("endif", None),
            _ => return Ok(false),
        };
        if word == "if" {
            let outside = self.active();
            let mut c = ConditionalBlock {
                active: false,
                done: !outside,
                last: false,
                source: self.source.clone(),
                span,
            };
            if let Some(goal) = goal.filter(|_| outside) {
                c.active = self.holds(tree, goal, span)?;
                c.done = c.active;
            }
            self.conditions.push(c);
            return Ok(true);
        }
        let Some(c) = self.conditions.last_mut() else {
            self.error(span, &format!("`{word}` without `if`"), None);
            return Ok(true);
        };
        match (word, goal) {
            ("endif", _) => {
                self.conditions.pop();
            }
            _ if c.last => self.error(span, &format!("`{word}` after `else`"), None),
            ("elif", Some(goal)) => {
                c.active = false;
                if !c.done {
                    let holds = self.holds(tree, goal, span)?;
                    if let Some(c) = self.conditions.last_mut() {
                        c.active = holds;
                        c.done = holds;
                    }
                }
            }
            _ => {
                c.active = !c.done;
                c.done = true;
                c.last = true;
            }
        }
        Ok(true)
    }

    /// A message about a span of the current text, cut to its first line.
    pub(crate) fn message(
        &mut self,
        severity: Severity,
        span: Span,
        message: String,
    ) -> Diagnostic {
        let (file, text) = (self.source.name.clone(), self.source.text.clone());
        let span = first_line(&text, span);
        let mut diagnostic = Diagnostic::new(severity, file, text, Some(span), message);
        diagnostic.known = Some(self.source.position(span.start));
        diagnostic
    }

    /// Reports a message about a span of the current text.
    fn report(&mut self, severity: Severity, span: Span, message: &str, hint: Option<String>) {
        let mut diagnostic = self.message(severity, span, message.to_string());
        diagnostic.hint = hint;
        self.vm.ext.loader.report(diagnostic);
    }

    pub(crate) fn error(&mut self, span: Span, message: &str, hint: Option<String>) {
        self.report(Severity::Error, span, message, hint);
    }

    pub(crate) fn warning(&mut self, span: Span, message: &str, hint: Option<String>) {
        self.report(Severity::Warning, span, message, hint);
    }

    /// Records the place of the current term, for `prolog_load_context/2`.
    pub(crate) fn mark_place(&mut self, span: Span) {
        let line = self.source.line(span.start);
        if let Some(p) = self.vm.ext.loader.contexts.last_mut() {
            p.offset = span.start;
            p.line = line;
        }
    }
}

/// The part of a span that is on its first line.
pub(crate) fn first_line(text: &str, span: Span) -> Span {
    let end = span.end.min(text.len());
    let shown = text.get(span.start..end).unwrap_or_default();
    let line = shown.lines().next().unwrap_or_default().trim_end();
    Span {
        start: span.start,
        end: span.start + line.len(),
    }
}
