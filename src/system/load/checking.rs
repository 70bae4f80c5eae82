//! Calling the checks of `lint`, and the messages about their findings.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{NodeId, Tree};
use crate::code::pred::PredId;
use crate::machine::database::PredicateKind;
use crate::syntax::{
    Diagnostic, Place, Position, ReadOptions, ReadTerm, Severity, Span, TermPositions, VarInfo,
    quoted_atom, read_leniently,
};
use crate::system::flags::Unknown;
use crate::system::lint::clause::{BareClause, features, indicator};
use crate::system::lint::settings::PendingCall;
use crate::system::lint::walk::{CallSite, Callee, WalkedClause};
use crate::system::lint::{At, CheckId, Finding, LintLevel, Run, replacement};
use crate::system::load::clause::QualifiedClause;
use crate::system::load::messages::{did_you_mean, indicator_text, quoted};
use crate::system::load::reader::first_line;
use crate::system::load::session::{ClauseRun, LoadSession, TermOrigin};
use crate::system::module_table::Indicator;
use crate::system::{Vm, library, lint, modules};
use std::sync::Arc;

/// The clauses of a predicate whose numbers are noted.
const FIRST_CLAUSES: u32 = 8;

/// Goals of directives that run also in a load that only checks, because later text depends on them.
const ALWAYS_RUN: &[&str] = &[
    "set_prolog_flag",
    "style_check",
    "set_lint",
    "table",
    "dynamic",
    "discontiguous",
    "multifile",
    "consult",
    "load_files",
    "[]",
    ".",
    "op",
    "char_conversion",
    "asserta",
    "assertz",
    "assert",
    "begin_tests",
    "end_tests",
    "use_foreign_library",
    "prolog_load_context",
    "create_prolog_flag",
    "set_stream",
    "chr_constraint",
    "chr_option",
    "attribute",
    "import_module",
    "add_import_module",
    "module_property",
    "export",
    "import",
    "setting",
];

impl LoadSession<'_> {
    /// Reports what a check has found in the current text, unless it is off for the predicate.
    pub(crate) fn found(&mut self, check: CheckId, what: Option<Indicator>, finding: Finding) {
        let origin = TermOrigin {
            span: Span::default(),
            term: None,
        };
        self.report_finding(check, what, finding, origin);
    }

    fn report_finding(
        &mut self,
        check: CheckId,
        what: Option<Indicator>,
        finding: Finding,
        at: TermOrigin<'_>,
    ) {
        let severity = match check.level(&self.vm.ext.loader.lint, what) {
            LintLevel::Off => return,
            LintLevel::Note => Severity::Note,
            LintLevel::Warning => Severity::Warning,
        };
        let layout = self.layout(at);
        let is_quoted = |n: NodeId| {
            let span = layout.as_ref().and_then(|(tree, l)| span_of(tree, l, n));
            span.is_some_and(|s| self.source.text[s.start..].starts_with('"'))
        };
        if finding.quoted.is_some_and(|n| !is_quoted(n)) {
            return;
        }
        let spanned = |place: At| match (place, &layout) {
            (At::Span(span), _) => span,
            (At::Node(n), Some((tree, l))) => span_of(tree, l, n).unwrap_or(at.span),
            (At::Node(_), None) => at.span,
        };
        let mut message = self.message(severity, spanned(finding.at), finding.message);
        message.check = Some(check.row().name);
        message.label = finding.label;
        message.notes = finding.notes;
        message.hint = finding.hint;
        let shown = message.span;
        for (place, text) in finding.places {
            let span = first_line(&message.text, spanned(place));
            if Some(span) != shown {
                message.places.push(Place {
                    file: message.file.clone(),
                    text: message.text.clone(),
                    span,
                    message: text,
                });
            }
        }
        self.vm.ext.loader.report(message);
    }

    /// Runs the checks on the variables of a clause.
    pub(crate) fn check_variables(&mut self, term: &ReadTerm) {
        let is_odd = |v: &VarInfo| (v.occurrences == 1) != term.name(v).starts_with('_');
        if !term.variables.iter().any(is_odd) {
            return;
        }
        let what = head_of(&term.tree, term.tree.root());
        for check in CheckId::all() {
            if let Run::Variables(find) = check.row().run {
                let mut found = Vec::new();
                find(term, &mut found);
                for finding in found {
                    self.found(check, what, finding);
                }
            }
        }
    }

    /// Compares the place of a clause, or of a directive, with that of the rule before it.
    pub(crate) fn check_indentation(&mut self, term: &ReadTerm, is_clause: bool) {
        if !self.is_checked() {
            return;
        }
        let parts = term.tree.callable(term.tree.root());
        let is_rule = matches!(parts, Some((atoms::NECK | atoms::DCG_ARROW, [_, _])));
        let rule = self.source.rule.take();
        self.source.rule = is_rule.then_some(term.span);
        let what = || head_of(&term.tree, term.tree.root());
        if let Some(rule) = rule.filter(|_| is_clause)
            && let Some(finding) = lint::early_period(&self.source.text, rule, term.span)
        {
            self.found(CheckId::EarlyPeriod, what(), finding);
        }
        if let Some(finding) = self.missing_period(term) {
            self.found(CheckId::MissingPeriod, what(), finding);
        }
    }

    /// The message about a directive that was read as the body of the clause before it.
    pub(crate) fn missing_period(&self, rule: &ReadTerm) -> Option<Finding> {
        lint::missing_period(&self.source.text, rule, &self.vm.atoms)
    }

    /// Returns true if the current text is checked: libraries are not, each time they are loaded.
    pub(super) fn is_checked(&self) -> bool {
        !self.library
    }

    /// Runs the checks on a rule.
    pub(crate) fn check_clause(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: NodeId,
        at: TermOrigin<'_>,
    ) {
        if !self.is_checked() {
            return;
        }
        let QualifiedClause {
            home,
            context,
            head,
            body,
        } = self.unqualified(tree, head, Some(body));
        let (Some(body), Some(what)) = (body, indicator(tree, head)) else {
            return;
        };
        let mut found = self.walk(tree, Some((what, head)), context, body, at);
        if self.outer.is_empty() && home == self.module && tree.len() <= MOST_NODES {
            self.recursion
                .note(tree, (head, body), &self.calls.goals, at.span);
        }
        let first = self.calls.goals.first();
        if home == context
            && first.is_some_and(|g| !g.is_inner && indicator(tree, g.node) == Some(what))
        {
            found |= features::LEFT_RECURSION;
        }
        let is_own = |n: NodeId| indicator(tree, n) == Some(what);
        if self.recursion.numbers(what) != 0 && self.calls.goals.iter().any(|g| is_own(g.node)) {
            found |= features::OWN_CALL;
        }
        // Terms that an expansion has made are not checked: they were not written.
        if at.term.is_none() {
            found &= features::LEFT_RECURSION;
        }
        if found != 0 {
            self.run_checks(tree, (home, what), (context, head, body), found, at);
        }
    }

    /// Visits the goals of a body; returns its features.
    fn walk(
        &mut self,
        tree: &Tree,
        clause: Option<(Indicator, NodeId)>,
        module: Atom,
        body: NodeId,
        at: TermOrigin<'_>,
    ) -> u32 {
        let (what, head) = clause.unzip();
        let settings = &self.vm.ext.loader.lint;
        let is_on = |c: CheckId| c.level(settings, what) != LintLevel::Off;
        let notes_calls = module == self.module
            && self.vm.ext.flags.unknown == Unknown::Error
            && (is_on(CheckId::Undefined) || is_on(CheckId::OtherLanguage));
        let place = WalkedClause {
            tree,
            module,
            file: &self.source.name,
            text: &self.source.text,
            span: at.span,
            notes_calls,
        };
        self.calls.body(self.vm, &place, head, body)
    }

    /// Runs the checks that look for one of these features.
    fn run_checks(
        &mut self,
        tree: &Tree,
        (home, what): (Atom, Indicator),
        (module, head, body): (Atom, NodeId, NodeId),
        features: u32,
        at: TermOrigin<'_>,
    ) {
        let is_tabled = features & features::LEFT_RECURSION != 0
            && (modules::entry(self.vm, home, what.0, what.1)
                .is_some_and(|p| self.vm.ext.loader.tabled.contains_key(&p))
                || self.is_tabled_below(what.0, at.span.end));
        let goals = std::mem::take(&mut self.calls.goals);
        let clause = BareClause {
            vm: self.vm,
            module,
            tree,
            head,
            body,
            goals: &goals,
            numbers: self.recursion.numbers(what),
            is_tabled,
            is_query: false,
        };
        let found = lint::findings(&clause, features);
        self.calls.goals = goals;
        for (check, finding) in found {
            if check == CheckId::LeftRecursion {
                self.recursion.reported.insert(what);
            }
            self.report_finding(check, Some(what), finding, at);
        }
    }

    /// Returns true if a directive `table` after this place of the text has the name.
    fn is_tabled_below(&self, name: Atom, from: usize) -> bool {
        let rest = self.source.text.get(from..).unwrap_or_default();
        let name = self.vm.atoms.text(name);
        let mut directives = rest.split(":- table").skip(1);
        directives.any(|d| {
            d.split_once(".\n")
                .map_or(d, |(specs, _)| specs)
                .contains(&*name)
        })
    }

    /// Counts a clause in the newest run of clauses.
    fn count_clause(&mut self, p: PredId, is_fact: bool, span: Span) {
        let [_, newest] = &mut self.runs;
        if newest.pred == Some(p) {
            newest.count += 1;
            newest.last = span;
            newest.is_facts &= is_fact;
            return;
        }
        self.note_twin();
        let new = ClauseRun {
            pred: Some(p),
            first: span,
            last: span,
            count: 1,
            is_facts: is_fact,
        };
        self.runs = [self.runs[1], new];
    }

    /// Checks whether earlier clauses let a clause be reached, and counts it.
    pub(super) fn check_order(
        &mut self,
        p: PredId,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        at: TermOrigin<'_>,
    ) {
        self.count_clause(p, body.is_none(), at.span);
        if !self.is_checked() {
            return;
        }
        let q = self.vm.db.pred(p);
        let what = (q.name, q.arity);
        if self.runs[1].count <= FIRST_CLAUSES && self.outer.is_empty() {
            self.recursion.note_numbers(tree, head);
        }
        let is_first = self.vm.db.clause_count(p) == 0;
        if is_first
            && let Some(finding) =
                lint::hyphenated_name(tree, head, body.is_some(), at.span, &self.vm.atoms)
        {
            self.found(CheckId::HyphenatedName, Some(what), finding);
        }
        if let Some(body) = body
            && self.outer.is_empty()
            && is_first
            && self.vm.db.pred(p).module == self.module
        {
            self.recursion.note_first(tree, (head, body), at.span);
        }
        if let Some(finding) = self.committed.clause(p, tree, head, body, at.span) {
            let q = self.vm.db.pred(p);
            // Clauses may be added and removed at any place.
            if q.kind != PredicateKind::Dynamic && !q.properties.multifile {
                let finding = Finding {
                    at: At::Span(at.span),
                    ..finding
                };
                self.found(CheckId::UnreachableClause, Some(what), finding);
            }
        }
    }

    /// Reports that the clauses of a predicate are not contiguous; `first` is the place of its first one.
    pub(super) fn check_contiguity(&mut self, p: PredId, first: Span, span: Span) {
        let shown = indicator_text(self.vm, p);
        let (name, what) = {
            let q = self.vm.db.pred(p);
            (q.name, (q.name, q.arity))
        };
        let [before, between] = self.runs;
        // One clause of the same name among those of the predicate.
        if let Some(q) = between.pred.filter(|_| before.pred == Some(p))
            && between.count == 1
            && self.vm.db.pred(q).name == name
            && CheckId::ArityTwin.level(&self.vm.ext.loader.lint, Some(what)) != LintLevel::Off
        {
            let other = indicator_text(self.vm, q);
            let message = format!("a clause of {other} stands among the clauses of {shown}");
            self.report_twin((q, between.last), (p, before.last), message);
            return;
        }
        let message = format!("clauses of {shown} are not together");
        let finding = Finding::new(At::Span(span), message)
            .place(At::Span(first), "other clauses are here")
            .hint(format!(":- discontiguous {shown}."));
        self.found(CheckId::Discontiguous, Some(what), finding);
    }

    /// Returns true if the goal of a directive is not to be run because the load only checks; the predicates that it
    /// calls are noted.
    pub(super) fn only_checked(&mut self, tree: &Tree, goal: NodeId, at: TermOrigin<'_>) -> bool {
        if !self.vm.ext.loader.only_checks || self.library {
            return false;
        }
        let name = tree.callable(goal).map(|(name, _)| name);
        let text = name.map(|n| self.vm.atoms.text(n).to_string());
        if text.is_some_and(|t| ALWAYS_RUN.contains(&&*t)) {
            return false;
        }
        self.walk(tree, None, self.module, goal, at);
        true
    }

    /// Reports predicates whose recursion does not end.
    pub(crate) fn end_recursion(&mut self) {
        let mut recursion = std::mem::take(&mut self.recursion);
        for (what, count, span) in recursion.endless() {
            if self.clauses_of(what) != Some(count) {
                continue;
            }
            let shown = format!("{}/{}", quoted(self.vm, what.0), what.1);
            let finding = Finding::new(
                At::Span(first_line(&self.source.text, span)),
                format!("each clause of {shown} calls it again: this does not end"),
            );
            let finding =
                finding.hint("a clause for the case in which the recursion ends is missing");
            self.found(CheckId::EndlessRecursion, Some(what), finding);
            recursion.reported.insert(what);
        }
        for (what, span) in recursion.unguarded() {
            let Some(count) = self.clauses_of(what) else {
                continue;
            };
            let shown = format!("{}/{}", quoted(self.vm, what.0), what.1);
            let message = match count {
                1 => format!("{shown} calls itself first, without end"),
                _ => format!("{shown} calls itself first, without end: no later clause is reached"),
            };
            let at = At::Span(first_line(&self.source.text, span));
            let finding = Finding::new(at, message).hint(match count {
                1 => "a clause for the case in which the recursion ends is missing",
                _ => "put the clauses in which the recursion ends before this one",
            });
            self.found(CheckId::UnguardedRecursion, Some(what), finding);
        }
        for circle in recursion.circles() {
            if circle.iter().any(|(p, _)| self.clauses_of(*p).is_none()) {
                continue;
            }
            let names: Vec<String> = circle
                .iter()
                .map(|((name, arity), _)| format!("{}/{arity}", quoted(self.vm, *name)))
                .collect();
            let (what, span) = circle[0];
            let all = names.join(", ");
            let text = self.source.text.clone();
            let mut finding = Finding::new(
                At::Span(first_line(&text, span)),
                format!("{all} call each other first, with nothing smaller: this does not end"),
            );
            for (i, (_, span)) in circle.iter().enumerate() {
                let label = format!("calls {} first", names[(i + 1) % names.len()]);
                finding = match i {
                    0 => finding.label(label),
                    _ => finding.place(At::Span(*span), label),
                };
            }
            let finding = finding.hint(format!(":- table {all}."));
            self.found(CheckId::MutualRecursion, Some(what), finding);
        }
    }

    /// The number of clauses of a predicate, if it is static, of this text alone, and not tabled.
    pub(super) fn clauses_of(&self, (name, arity): Indicator) -> Option<usize> {
        let p = modules::entry(self.vm, self.module, name, arity)?;
        let pred = self.vm.db.pred(p);
        let is_fixed = pred.kind == PredicateKind::Static && !pred.properties.multifile;
        let is_tabled = self.vm.ext.loader.tabled.contains_key(&p);
        (is_fixed && !is_tabled).then(|| self.vm.db.clause_count(p))
    }

    /// Notes the calls of the text that nothing defines yet.
    pub(crate) fn end_calls(&mut self) {
        let calls = std::mem::take(&mut self.calls);
        let pending = &mut self.vm.ext.loader.pending;
        pending.mentioned.extend(calls.mentioned);
        pending.is_open |= calls.is_open;
        let calls_of_modules = calls.qualified;
        let mut missing: Vec<(Indicator, Callee)> = Vec::new();
        for (what, callee) in calls.callees {
            if callee.count > 0 && !is_available(self.vm, self.module, what) {
                missing.push((what, callee));
            }
        }
        missing.sort_by_key(|(what, _)| *what);
        let module = self.module;
        let calls = missing.into_iter().map(|(what, callee)| PendingCall {
            module,
            what,
            message: self.undefined(what, &callee),
        });
        let mut calls: Vec<PendingCall> = calls.collect();
        for (module, what, site) in calls_of_modules {
            // A module that is not loaded now may be loaded when the goal runs.
            if self.vm.ext.modules.get(module).is_some() && !is_available(self.vm, module, what) {
                calls.push(PendingCall {
                    module,
                    what,
                    message: self.undefined_in(module, what, &site),
                });
            }
        }
        // In the order of the text.
        calls.sort_by_key(|c| c.message.span.map(|s| s.start));
        self.vm.ext.loader.pending.calls.extend(calls);
        if self.vm.ext.loader.contexts.len() <= 1 && self.vm.ext.loader.pending.batches == 0 {
            report_calls(self.vm);
        }
    }

    /// The message about calls of a predicate that is not defined.
    fn undefined(&mut self, what: Indicator, callee: &Callee) -> Diagnostic {
        let (name, arity) = what;
        let mut shown = format!("{}/{arity}", quoted(self.vm, name));
        if arity >= 2
            && callee
                .calls
                .iter()
                .all(|site| self.is_nonterminal(site, what))
        {
            shown = format!("{}//{}", quoted(self.vm, name), arity - 2);
        }
        let module = match self.module {
            atoms::USER => String::new(),
            m => format!(" in module {}", quoted(self.vm, m)),
        };
        let mut places = Vec::new();
        for site in &callee.calls {
            let place = Place {
                file: site.file.clone(),
                text: site.text.clone(),
                span: first_line(&site.text, self.place_of(site, what)),
                message: "called here, too".to_string(),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let first = places.remove(0);
        let known = self.known_position(&first.text, first.span);
        let message = format!("{shown} is called, and not defined{module}");
        let mut d = Diagnostic::new(
            Severity::Warning,
            first.file,
            first.text,
            Some(first.span),
            message,
        );
        d.known = known;
        d.places = places;
        let more = callee.count as usize - callee.calls.len();
        if more > 0 {
            d.notes.push(match more {
                1 => "there is 1 more call of it".to_string(),
                _ => format!("there are {more} more calls of it"),
            });
        }
        d
    }

    /// The position of a span in the current text.
    fn known_position(&mut self, text: &Arc<str>, span: Span) -> Option<Position> {
        let is_current = Arc::ptr_eq(text, &self.source.text);
        is_current.then(|| self.source.position(span.start))
    }

    /// The message about a call in another module.
    fn undefined_in(&mut self, module: Atom, what: Indicator, site: &CallSite) -> Diagnostic {
        let names = [module, what.0].map(|a| quoted(self.vm, a));
        let message = format!(
            "{}:{}/{} is called, and not defined",
            names[0], names[1], what.1
        );
        let span = first_line(&site.text, self.place_of(site, what));
        let (file, text) = (site.file.clone(), site.text.clone());
        let known = self.known_position(&text, span);
        let mut d = Diagnostic::new(Severity::Warning, file, text, Some(span), message);
        d.known = known;
        if self.vm.ext.modules.is_library(module) {
            let module = &names[0];
            d.hint = Some(format!(
                "module_property({module}, exports(L)). shows what module {module} exports"
            ));
        }
        d
    }

    /// Returns true if a call is one of a nonterminal, in the body of a grammar rule.
    fn is_nonterminal(&mut self, site: &CallSite, (name, arity): Indicator) -> bool {
        let written = site.text.get(site.span.start..site.span.end);
        if !written.is_some_and(|rule| rule.contains("-->")) {
            return false;
        }
        let ops = self.vm.ext.modules.ops(self.module);
        let start = site.span.start;
        let read = read_leniently(&site.text, start, ops, &mut self.vm.atoms, &self.options);
        let Some((term, _)) = read.ok().flatten() else {
            return false;
        };
        let tree = &term.tree;
        let mut rest = match tree.callable(tree.root()) {
            Some((atoms::DCG_ARROW, &[_, body])) => vec![body],
            _ => return false,
        };
        while let Some(n) = rest.pop() {
            match tree.callable(n) {
                Some((found, args)) if found == name && args.len() as u32 + 2 == arity => {
                    return true;
                }
                Some((_, args)) => rest.extend(args),
                None => {}
            }
        }
        false
    }

    /// The place of a call in the text of its clause.
    fn place_of(&mut self, site: &CallSite, what: Indicator) -> Span {
        let options = ReadOptions {
            positions: true,
            ..self.options.clone()
        };
        let ops = self.vm.ext.modules.ops(self.module);
        let read = read_leniently(
            &site.text,
            site.span.start,
            ops,
            &mut self.vm.atoms,
            &options,
        );
        let Some((term, _)) = read.ok().flatten() else {
            return site.span;
        };
        let Some(layout) = term.positions else {
            return site.span;
        };
        let tree = &term.tree;
        let written = what.1 - site.further;
        let is_it = |n: NodeId| match indicator(tree, n) {
            // A nonterminal has two arguments less in the text.
            Some((name, arity)) => name == what.0 && (arity == written || arity + 2 == what.1),
            None => false,
        };
        let mut rest = match (indicator(tree, tree.root()), tree.args(tree.root())) {
            (_, &[_, body]) => vec![body],
            _ => vec![tree.root()],
        };
        while let Some(n) = rest.pop() {
            if is_it(n) {
                return span_of(tree, &layout, n).unwrap_or(site.span);
            }
            rest.extend(tree.args(n).iter().rev());
        }
        site.span
    }
}

/// The size of the largest clauses that are looked at for recursion, in nodes of the term.
const MOST_NODES: usize = 10_000;

/// The span of a node of a term that was read.
fn span_of(tree: &Tree, layout: &TermPositions, n: NodeId) -> Option<Span> {
    ((n.0 as usize) < tree.len()).then_some(())?;
    layout.spans.get(n.0 as usize).copied()
}

/// The predicate of a clause or of a grammar rule.
fn head_of(tree: &Tree, t: NodeId) -> Option<Indicator> {
    match tree.callable(t) {
        Some((atoms::NECK, &[head, _])) => indicator(tree, head),
        Some((atoms::DCG_ARROW, &[head, _])) => {
            indicator(tree, head).map(|(name, arity)| (name, arity + 2))
        }
        _ => indicator(tree, t),
    }
}

/// Returns true if a call in a module finds a predicate.
fn is_available(vm: &mut Vm, module: Atom, (name, arity): Indicator) -> bool {
    if modules::visible(vm, module, name, arity).is_some()
        || vm.ext.modules.import_of(module, (name, arity)).is_some()
    {
        return true;
    }
    // The exports of a library are known before it is loaded.
    let announced = vm.ext.modules.get(module).filter(|m| m.pending.is_some());
    if announced.is_some_and(|m| m.exports.contains(&(name, arity))) {
        return true;
    }
    if let Some(p) = modules::entry(vm, module, name, arity) {
        let properties = vm.db.pred(p).properties;
        if properties.declared || properties.multifile || vm.ext.loader.tabled.contains_key(&p) {
            return true;
        }
    }
    vm.ext.flags.autoload && library::exporter(vm, name, arity).is_some()
}

/// The undefined calls for which names are compared: each with all names that there are.
const COMPARED: usize = 200;

/// Reports the calls of predicates that are still not defined, at the end of the outermost load.
fn report_calls(vm: &mut Vm) {
    let pending = std::mem::take(&mut vm.ext.loader.pending);
    vm.ext.loader.pending.batches = pending.batches;
    let mut compared = 0;
    for call in pending.calls {
        let (name, arity) = call.what;
        if pending.mentioned.contains(&call.what) || is_available(vm, call.module, call.what) {
            continue;
        }
        let mut message = call.message;
        let text = vm.atoms.text(name).to_string();
        let mut check = CheckId::Undefined;
        if let Some(other) = replacement(&text, arity) {
            check = CheckId::OtherLanguage;
            message.message = format!("Prolog has no {}/{arity}", quoted_atom(&text));
            message.hint = Some(format!("write {other}"));
        } else {
            let given = message.hint.take();
            message.hint = match library::exporter(vm, name, arity) {
                Some(row) => Some(format!(":- use_module(library({})).", library::name(row))),
                None if compared == COMPARED => None,
                None => {
                    compared += 1;
                    did_you_mean(vm, call.module, name, arity)
                }
            };
            message.hint = message.hint.or(given);
            // Clauses that a goal computes may define it.
            if message.hint.is_none() && pending.is_open {
                continue;
            }
        }
        message.severity = match check.level(&vm.ext.loader.lint, Some(call.what)) {
            LintLevel::Off => continue,
            LintLevel::Note => Severity::Note,
            LintLevel::Warning => Severity::Warning,
        };
        message.check = Some(check.row().name);
        if message.hint.is_none() {
            let shown = format!("{}/{arity}", quoted_atom(&text));
            message.hint = Some(format!("define it, or declare it: :- dynamic {shown}."));
        }
        vm.ext.loader.report(message);
    }
}

/// Begins a number of loads that count as one: calls are checked at their end.
pub(crate) fn begin_batch(vm: &mut Vm) {
    let pending = &mut vm.ext.loader.pending;
    if pending.batches == 0 && vm.ext.loader.contexts.is_empty() {
        *pending = Default::default();
    }
    pending.batches += 1;
}

/// Ends what [`begin_batch`] began.
pub(crate) fn end_batch(vm: &mut Vm) {
    let pending = &mut vm.ext.loader.pending;
    pending.batches = pending.batches.saturating_sub(1);
    if pending.batches == 0 && vm.ext.loader.contexts.is_empty() {
        report_calls(vm);
    }
}
