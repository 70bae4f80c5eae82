//! Adding the clauses of a text to the program, and reporting their faults.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::{ClauseCode, PredId};
use crate::compile::CompileError;
use crate::machine::Ball;
use crate::machine::database::{ClauseId, PredicateKind, Site, Source};
use crate::syntax::{ReadOptions, Span, TermPositions, read_leniently};
use crate::system::lint::{At, CheckId, Finding};
use crate::system::load::loader::DefinitionSite;
use crate::system::load::long_clauses::SourceClause;
use crate::system::load::messages::{self, indicator_text};
use crate::system::load::session::{
    self, LoadSession, PendingRule, PredicateSeen, TermOrigin, stops,
};
use crate::system::load::{deferred, library_goals, loops, transparent};
use crate::system::module_table;
use crate::system::solver::{ConstraintSolver, ExpandedClause, Solver};
use crate::system::{compile_env, explain, modules};
use std::sync::Arc;

/// A clause without module prefixes.
pub(super) struct QualifiedClause {
    /// The module that the clause belongs to.
    pub(super) home: Atom,
    /// The module in which the body is called.
    pub(super) context: Atom,
    pub(super) head: NodeId,
    pub(super) body: Option<NodeId>,
}

/// A clause as a term.
struct ReadClause<'t> {
    tree: &'t Tree,
    head: NodeId,
    body: Option<NodeId>,
}

/// A clause of another predicate than the one that its text names.
struct RenamedClause {
    pred: PredId,
    tree: Tree,
    head: NodeId,
    body: Option<NodeId>,
}

/// A copy of the tree of a head, and in it the head with another name.
fn with_name(tree: &Tree, head: NodeId, name: Atom) -> (Tree, NodeId) {
    let mut copy = tree.clone();
    let args = tree.args(head).to_vec();
    let head = match args.is_empty() {
        true => copy.atom(name),
        false => copy.compound(name, &args),
    };
    (copy, head)
}

/// The hooks of modules `user` and `system` that need no declaration.
const HOOKS: &[(&str, u32)] = &[
    ("term_expansion", 2),
    ("goal_expansion", 2),
    ("portray", 1),
    ("message_hook", 3),
    ("file_search_path", 2),
    ("library_directory", 1),
    ("exception", 3),
    ("prolog_file_type", 2),
    ("prolog_load_file", 2),
];

impl LoadSession<'_> {
    /// Adds a clause, after goal expansion.
    pub(crate) fn clause(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        if self.is_indexical(tree, head, at.span) {
            return Ok(());
        }
        if let Some(b) = body
            && self.hooks.loops
            && loops::any(tree, &self.vm.atoms)
        {
            return self.clause_with_loops(tree, head, b, at);
        }
        self.clause_without_loops(tree, head, body, at)
    }

    /// Adds a clause as [`LoadSession::clause`] does, without the translation of loops.
    fn clause_without_loops(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        if let Some((expanded, [head, body])) = self.with_expanded_goals(tree, head, body, at)? {
            let at = TermOrigin { term: None, ..at };
            self.check_clause(&expanded, head, body, at);
            self.add(&expanded, head, Some(body), at);
            return Ok(());
        }
        // A rule is checked as it was written, before its translation.
        if let Some(b) = body.filter(|_| self.rules.pending.is_none()) {
            self.check_clause(tree, head, b, at);
        }
        self.add(tree, head, body, at);
        Ok(())
    }

    /// The clause after the expansion of its goals, with its head and body, if the expansion changes it.
    pub(super) fn with_expanded_goals(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        at: TermOrigin<'_>,
    ) -> Result<Option<(Tree, [NodeId; 2])>, Ball> {
        if let Some(b) = body
            && self.hooks.expands_goals(self.vm)
            && let Some(expanded) = self.expand_body(tree, head, b, at)?
            && let Some(parts) = expanded.as_compound::<2>(expanded.root(), atoms::NECK)
        {
            return Ok(Some((expanded, parts)));
        }
        Ok(None)
    }

    /// Compiles a clause and adds it to its predicate; reports faults.
    pub(crate) fn add(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        at: TermOrigin<'_>,
    ) {
        self.begun = true;
        let rule = self.rules.pending.take();
        let QualifiedClause {
            home,
            context,
            head,
            body,
        } = self.unqualified(tree, head, body);
        let Some((name, args)) = tree.callable(head) else {
            self.not_a_clause(tree, head, at);
            return;
        };
        let arity = args.len() as u32;
        let p = modules::pred(self.vm, home, name, arity);
        let renamed = self.renamed(p, tree, (head, body), context);
        let (p, tree, head, body) = match &renamed {
            Some(r) => (r.pred, &r.tree, r.head, r.body),
            None => (p, tree, head, body),
        };
        // The deferred clauses come before this one. Reading them cannot fail here, since no limit is polled.
        let _ = deferred::complete(self.vm, p);
        if self.last != Some(p) && !self.begin(p, at.span) {
            return;
        }
        self.check_order(p, tree, head, body, at);
        if !self.admits(p, rule.is_some()) {
            self.mixed(p, at.span);
            return;
        }
        let clause = SourceClause {
            pred: p,
            tree,
            head,
            body,
            context,
        };
        let translated = self.translated(&clause);
        if rule.is_none() && translated.is_none() {
            let is_first = self.vm.db.clause_count(p) == 0;
            if let Some(id) = self.add_without_compiler(&clause, self.site(at.span)) {
                self.note_added(p, id, is_first, self.keeps_terms(p));
                return;
            }
        }
        match self.compiled(clause, translated, at) {
            Ok(code) => {
                let term = ReadClause { tree, head, body };
                self.store(p, code, rule, &term, at.span);
            }
            Err(e) => self.rejected(tree, e, at),
        }
    }

    /// The clause of a tabled, blocked or transparent predicate, as the predicate that stores it has it.
    fn renamed(
        &mut self,
        p: PredId,
        tree: &Tree,
        (head, body): (NodeId, Option<NodeId>),
        context: Atom,
    ) -> Option<RenamedClause> {
        let (module, arity) = (self.vm.db.pred(p).module, self.vm.db.pred(p).arity);
        if let Some(name) = self.vm.ext.loader.tabled.get(&p).copied() {
            let (tree, head) = with_name(tree, head, name);
            return Some(RenamedClause {
                pred: modules::pred(self.vm, module, name, arity),
                tree,
                head,
                body,
            });
        }
        let pred = self.vm.db.pred(p).context?;
        let (tree, head, body) = transparent::clause(self.vm, tree, pred, (head, body), context);
        Some(RenamedClause {
            pred,
            tree,
            head,
            body,
        })
    }

    /// The clause with a module at every goal inside a goal, in a library, and with its constraints expanded; `None` if it
    /// stays as it is.
    pub(super) fn translated(&mut self, clause: &SourceClause<'_>) -> Option<ExpandedClause> {
        let &SourceClause {
            tree,
            head,
            context,
            ..
        } = clause;
        let body = clause.body?;
        let qualified = match self.library {
            true => library_goals::with_modules(self.vm, tree, body, context),
            false => None,
        };
        match qualified {
            Some((tree, body)) => Solver::expand(self.vm, &tree, head, body, context)
                .or(Some(ExpandedClause { tree, body })),
            None => Solver::expand(self.vm, tree, head, body, context),
        }
    }

    /// Compiles a clause, which [`LoadSession::translated`] may have translated.
    ///
    /// # Errors
    /// A fault of the clause.
    pub(super) fn compiled(
        &mut self,
        clause: SourceClause<'_>,
        translated: Option<ExpandedClause>,
        at: TermOrigin<'_>,
    ) -> Result<ClauseCode, CompileError> {
        let (tree, body) = match &translated {
            Some(t) => (&t.tree, Some(t.body)),
            None => (clause.tree, clause.body),
        };
        match compile_env::compile(self.vm, tree, clause.head, body, clause.context) {
            Err(CompileError::TooManyVariables) if self.divides(clause.pred) => {
                self.compiled_in_parts(clause, at)
            }
            result => result,
        }
    }

    /// Adds a compiled clause to its predicate, with its term if `clause/2` or `listing/1` may need it.
    fn store(
        &mut self,
        p: PredId,
        mut code: ClauseCode,
        rule: Option<PendingRule>,
        term: &ReadClause<'_>,
        span: Span,
    ) {
        let is_open = self.keeps_terms(p);
        let source = match rule {
            Some(rule) => {
                code.keys = rule.keys;
                rule.source.map_or(Source::Absent, Source::Term)
            }
            None if is_open && term.body.is_none() && code.keys.iter().all(|k| k.is_atomic()) => {
                Source::Keys
            }
            None if is_open => {
                let ReadClause { tree, head, body } = *term;
                Source::Term(compile_env::source(self.vm, tree, head, body, atoms::NECK))
            }
            None => Source::Absent,
        };
        let is_first = self.vm.db.clause_count(p) == 0;
        let is_kept = !matches!(source, Source::Absent);
        let site = self.site(span);
        let id = self.vm.db.add_read_clause(p, &code, &source, false, site);
        self.note_added(p, id, is_first, is_kept);
    }

    /// Returns true if the terms of a predicate's clauses are kept.
    fn keeps_terms(&self, p: PredId) -> bool {
        self.vm.db.pred(p).kind == PredicateKind::Dynamic
            || !self.library && !self.vm.ext.flags.protect_static_code
    }

    /// The place of a clause that begins where a span does.
    fn site(&self, span: Span) -> Site {
        Site {
            text: self.source.number,
            offset: u32::try_from(span.start).unwrap_or(u32::MAX),
        }
    }

    /// Notes that a clause was added: the first one of its predicate or not, and with its term or without.
    fn note_added(&mut self, p: PredId, id: ClauseId, is_first: bool, is_kept: bool) {
        let properties = &mut self.vm.db.pred_mut(p).properties;
        properties.open = is_kept && (is_first || properties.open);
        if self.seen.get(&p).is_some_and(|s| s.multifile)
            && let Some(c) = self.vm.db.clause(id)
        {
            self.record.parts.push((id, c.serial));
        }
    }

    /// Takes the module prefixes off a clause and its head.
    pub(super) fn unqualified(
        &self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
    ) -> QualifiedClause {
        let mut clause = QualifiedClause {
            home: self.module,
            context: self.module,
            head,
            body,
        };
        if tree.as_compound::<2>(head, atoms::COLON).is_none() {
            return clause;
        }
        (clause.home, clause.head) = module_table::strip_node(tree, head, self.module);
        // In `M:(H :- B)` the whole clause belongs to M; in `M:H :- B` the body belongs to this module.
        if body.is_none() {
            clause.context = clause.home;
            if let Some([h, b]) = tree.as_compound::<2>(clause.head, atoms::NECK) {
                (clause.home, clause.head) = module_table::strip_node(tree, h, clause.home);
                clause.body = Some(b);
            }
        }
        clause
    }

    /// Prepares a predicate for a clause, or for a single-sided rule. Returns false if it has clauses of
    /// the other kind.
    fn admits(&mut self, p: PredId, is_rule: bool) -> bool {
        if self.vm.db.clause_count(p) == 0 {
            self.vm.db.reopen(p);
            self.vm.db.pred_mut(p).properties.rules = is_rule;
        } else if self.vm.db.pred(p).properties.rules != is_rule {
            return false;
        }
        if is_rule {
            self.vm.db.reopen(p);
            if self.rules.open.last() != Some(&p) {
                self.rules.open.push(p);
            }
        }
        true
    }

    /// Starts a run of clauses of a predicate. Returns true if they may be added.
    pub(crate) fn begin(&mut self, p: PredId, span: Span) -> bool {
        if let Some(seen) = self.seen.get(&p).copied() {
            if seen.refused {
                return false;
            }
            self.last = Some(p);
            if seen.bare {
                self.seen.insert(
                    p,
                    PredicateSeen {
                        bare: false,
                        ..seen
                    },
                );
                return true;
            }
            let q = self.vm.db.pred(p);
            if !seen.scattered && !q.properties.discontiguous {
                let scattered = PredicateSeen {
                    scattered: true,
                    ..seen
                };
                self.seen.insert(p, scattered);
                self.check_contiguity(p, seen.first, span);
            }
            return true;
        }
        let (module, name, arity) = {
            let q = self.vm.db.pred(p);
            (q.module, q.name, q.arity)
        };
        if modules::is_locked(self.vm, module, name, arity) {
            self.seen.insert(
                p,
                PredicateSeen {
                    refused: true,
                    ..PredicateSeen::default()
                },
            );
            self.locked(p, span);
            return false;
        }
        self.last = Some(p);
        self.first_clause(p, span);
        if let Some(seen) = self.seen.get_mut(&p) {
            seen.bare = false;
        }
        true
    }

    /// Prepares a predicate for its first clause or declaration in this load.
    pub(crate) fn first_clause(&mut self, p: PredId, span: Span) {
        if self.seen.contains_key(&p) {
            return;
        }
        let q = self.vm.db.pred(p);
        let (module, what) = (q.module, (q.name, q.arity));
        if self.is_hook(module, what) {
            self.open_hook(p);
        }
        let multifile = self.vm.db.pred(p).properties.multifile;
        self.seen.insert(
            p,
            PredicateSeen {
                multifile,
                bare: true,
                first: span,
                ..PredicateSeen::default()
            },
        );
        if !multifile {
            self.record.preds.push(p);
        }
        let other = self
            .vm
            .ext
            .loader
            .sites
            .get(&p)
            .filter(|h| h.file != self.file)
            .map(|h| h.file.clone());
        if let Some(other) = other.filter(|_| !multifile && self.vm.db.clause_count(p) > 0) {
            let message = format!(
                "{} is defined in {other} too; that definition is replaced",
                indicator_text(self.vm, p)
            );
            let hint = format!(":- multifile {}.", indicator_text(self.vm, p));
            let finding = Finding::new(At::Span(span), message).hint(hint);
            self.found(CheckId::Replaced, Some(what), finding);
            self.vm.db.erase_all(p);
        }
        if !self.library {
            self.shadows(p, module, what, span);
        }
        Solver::forget(self.vm, p);
        modules::note_definition(self.vm, p);
        self.vm.db.pred_mut(p).properties.library = self.library;
        let line = self.source.line(span.start);
        Arc::make_mut(&mut self.vm.ext.loader.sites).insert(
            p,
            DefinitionSite {
                file: self.file.clone(),
                text: match self.outer.is_empty() {
                    true => self.file.clone(),
                    false => self.source.name.clone(),
                },
                line,
            },
        );
    }

    /// Lets all texts add clauses to a hook; libraries add some to those of the system while programs run.
    fn open_hook(&mut self, p: PredId) {
        self.vm.db.pred_mut(p).properties.multifile = true;
        let hook = self.vm.db.pred(p);
        if hook.module == atoms::SYSTEM && hook.kind == PredicateKind::Undefined {
            self.vm.db.make_dynamic(p);
        }
    }

    /// Returns true for the hooks of modules `user` and `system`, to which each text may add clauses.
    fn is_hook(&self, module: Atom, (name, arity): (Atom, u32)) -> bool {
        matches!(module, atoms::USER | atoms::SYSTEM)
            && HOOKS.contains(&(&*self.vm.atoms.text(name), arity))
    }

    /// Reports that a definition replaces one of a library.
    fn shadows(&mut self, p: PredId, module: Atom, what: (Atom, u32), span: Span) {
        let imported = self.vm.ext.modules.imports_explicitly(module, what);
        let systems = modules::own(self.vm, atoms::SYSTEM, what.0, what.1);
        let from = match (imported, systems) {
            (Some(i), _) => self.vm.db.pred(i).module,
            (None, Some(_)) => atoms::SYSTEM,
            _ => return,
        };
        let from = messages::quoted(self.vm, from);
        let message = format!(
            "{} takes the place of that of module {from}",
            indicator_text(self.vm, p)
        );
        let finding = Finding::new(At::Span(span), message);
        self.found(CheckId::ShadowedLibrary, Some(what), finding);
    }

    /// Reports that the program must not define the predicate (ISO 7.5.2).
    pub(crate) fn locked(&mut self, p: PredId, span: Span) {
        let shown = indicator_text(self.vm, p);
        let message = format!(
            "{shown} cannot be redefined: permission_error(modify,static_procedure,{shown})"
        );
        let hint = match &*shown {
            "->/2" => "a grammar rule is written with -->",
            ":/2" => {
                "if this is meant to be a rule, write :- without a blank between its two characters"
            }
            ";/2" | "|/2" | "'|'/2" | ",/2" => {
                "each clause stands for itself, and ends with a period"
            }
            _ => "it is a control construct or a builtin; take another name",
        };
        self.error(span, &message, Some(hint.into()));
    }

    /// Reports a clause for a predicate of rules, or a rule for a predicate of clauses.
    fn mixed(&mut self, p: PredId, span: Span) {
        let shown = indicator_text(self.vm, p);
        let message = format!(
            "{shown} has rules with => or clauses with :-, not both: permission_error(modify,static_procedure,{shown})"
        );
        self.error(span, &message, None);
    }

    /// Reports a term that is neither clause nor directive.
    pub(crate) fn not_a_clause(&mut self, tree: &Tree, t: NodeId, at: TermOrigin<'_>) {
        let is_var = matches!(tree.node(t), Node::Var(_));
        let what = if is_var {
            "instantiation_error"
        } else {
            "type_error(callable,…)"
        };
        let span = self.part(t, at);
        self.error(
            span,
            &format!("this cannot be the head of a clause: {what}"),
            None,
        );
    }

    fn rejected(&mut self, tree: &Tree, e: CompileError, at: TermOrigin<'_>) {
        let (span, message) = match e {
            CompileError::Head(n) => return self.not_a_clause(tree, n, at),
            CompileError::Body(n) => (
                self.part(n, at),
                "this cannot be called: type_error(callable,…)",
            ),
            CompileError::Arity(n) => (
                self.part(n, at),
                "too many arguments: representation_error(max_arity)",
            ),
            CompileError::TooManyVariables => (
                at.span,
                "too many variables are live at once in this clause",
            ),
        };
        self.error(span, message, None);
    }

    /// The span of a subterm: the term is read again, this time with its layout.
    fn part(&mut self, t: NodeId, at: TermOrigin<'_>) -> Span {
        let layout = self.layout(at);
        layout
            .and_then(|(_, l)| l.spans.get(t.0 as usize).copied())
            .unwrap_or(at.span)
    }

    /// A term with its layout: it is read again. `None` if the result is another term.
    pub(super) fn layout(&mut self, at: TermOrigin<'_>) -> Option<(Tree, TermPositions)> {
        at.term?;
        let options = ReadOptions {
            positions: true,
            ..self.options.clone()
        };
        let ops = self.vm.ext.modules.ops(self.module);
        let read = read_leniently(
            &self.source.text,
            at.span.start,
            ops,
            &mut self.vm.atoms,
            &options,
        );
        let (term, _) = read.ok().flatten()?;
        Some((term.tree, term.positions?))
    }

    /// Warns of exports that the module does not have.
    pub(crate) fn missing_exports(&mut self) {
        let Some(module) = self.record.module.filter(|_| !self.library) else {
            return;
        };
        let exports: Vec<_> = self
            .vm
            .ext
            .modules
            .get(module)
            .map_or(Vec::new(), |m| m.exports().collect());
        for (name, arity) in exports {
            if modules::visible(self.vm, module, name, arity).is_none() {
                let p = modules::pred(self.vm, module, name, arity);
                if self.vm.db.pred(p).kind == PredicateKind::Undefined {
                    let message =
                        format!("{} is exported but not defined", indicator_text(self.vm, p));
                    let finding = Finding {
                        hint: messages::did_you_mean(self.vm, module, name, arity),
                        ..Finding::new(At::Span(Span::default()), message)
                    };
                    self.found(CheckId::MissingExport, Some((name, arity)), finding);
                }
            }
        }
    }

    /// Reports a ball, unless it stops the load.
    pub(crate) fn outcome(
        &mut self,
        result: Result<bool, Ball>,
        span: Span,
        what: &str,
    ) -> Result<bool, Ball> {
        match result {
            Ok(true) => Ok(true),
            Ok(false) => {
                self.warning(span, &format!("{what} failed"), None);
                Ok(false)
            }
            Err(ball) if stops(self.vm, &ball) => Err(ball),
            Err(ball) => {
                self.ball(&ball, span);
                Ok(false)
            }
        }
    }

    /// Reports a ball.
    pub(crate) fn ball(&mut self, ball: &Ball, span: Span) {
        let (message, hint) = session::on_heap(self.vm, |vm| messages::describe_ball(vm, ball));
        let explained = explain::explain_ball(self.vm, ball);
        self.error(span, &message, hint);
        if let (Some(d), Some(e)) = (self.vm.ext.loader.newest(), explained) {
            explain::add_to(d, e);
        }
    }
}
