//! Directives (ISO 7.4.2): declarations are carried out here, other directives are called as goals.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::PredId;
use crate::machine::{Attributes, Ball, Record};
use crate::syntax::quad::is_char_list;
use crate::syntax::{OpTable, OpType, Span};
use crate::system::interface::{self, ImportSpec, Interface, meta_specifier};
use crate::system::library;
use crate::system::lint::{At, CheckId, Finding};
use crate::system::load::expansion::call_with_names;
use crate::system::load::library_goals;
use crate::system::load::loader::FileRecord;
use crate::system::load::session::{DeferredGoal, LoadSession, TermOrigin, on_heap, qualified};
use crate::system::load::{dialect, files, messages, transparent};
use crate::system::module_table::{self, Indicator};
use crate::system::modules::{self, Property};

/// Directives of other systems that are accepted without effect: name and arity.
const LEGACY: &[(&str, usize)] = &[
    ("mode", 1),
    ("public", 1),
    ("volatile", 1),
    ("noprofile", 1),
    ("non_terminal", 1),
    ("pred", 1),
    ("type", 1),
    ("license", 1),
    ("license", 2),
    ("predicate_options", 3),
    ("use_foreign_library", 1),
    ("use_foreign_library", 2),
    ("load_foreign_library", 1),
    ("load_foreign_library", 2),
    ("compile_predicates", 1),
    ("set_module", 1),
    ("$hide", 1),
    ("$clausable", 1),
    ("$iso", 1),
    ("ensure_linked", 1),
    ("foreign", 2),
    ("foreign", 3),
    ("built_in", 0),
    ("set_source", 1),
    ("garbage_collect", 0),
    ("protect_static_code", 0),
    ("hide", 1),
    ("index", 1),
    ("parallel", 1),
];

impl LoadSession<'_> {
    /// Carries out a directive.
    pub(crate) fn directive(
        &mut self,
        tree: &Tree,
        d: NodeId,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        self.mark_place(at.span);
        self.end_rules();
        let (module, goal) = module_table::strip_node(tree, d, self.module);
        let Some((name, args)) = tree.callable(goal) else {
            self.error(at.span, "a directive must be a goal", None);
            return Ok(());
        };
        let word = self.vm.atoms.text(name).to_string();
        if !self.native(tree, &word, args, module, at)?
            && !self.of_dialect(tree, &word, args, module, at)?
        {
            if LEGACY.contains(&(&word, args.len()))
                && !self.defines(module, (name, args.len() as u32))
            {
                self.ignored(&word, args.len(), at.span);
            } else if !self.only_checked(tree, goal, at) {
                let (result, reached) = self.solve_parts(tree, goal, module, at);
                let has_failed = matches!(result, Ok(false));
                self.outcome(result, at.span, "the directive")?;
                if has_failed {
                    self.explain_failure(tree, goal, reached, at);
                }
                // Directives such as `begin_tests/1` enter another module.
                if let Some(p) = self.vm.ext.loader.contexts.last() {
                    self.module = p.module;
                }
            }
        }
        self.refresh();
        Ok(())
    }

    /// Notes a directive without effect.
    pub(super) fn ignored(&mut self, word: &str, arity: usize, span: Span) {
        let message = format!("the directive {word}/{arity} is read and has no effect");
        let finding = Finding::new(At::Span(span), message);
        self.found(CheckId::IgnoredDirective, None, finding);
    }

    pub(super) fn defines(&self, module: Atom, what: Indicator) -> bool {
        modules::visible(self.vm, module, what.0, what.1).is_some()
    }

    /// Carries out a declaration that the loader itself handles. Returns false if it is another directive.
    fn native(
        &mut self,
        tree: &Tree,
        word: &str,
        args: &[NodeId],
        module: Atom,
        at: TermOrigin<'_>,
    ) -> Result<bool, Ball> {
        let span = at.span;
        if word == "initialization" && self.only_checked(tree, args[0], at) {
            return Ok(true);
        }
        match (word, args) {
            ("module", &[name, exports]) => self.begin_module(tree, name, exports, span),
            // SWI-Prolog's `:- dynamic(p/1) as incremental`.
            ("as", &[inner, _]) => {
                let Some((name, args)) = tree.callable(inner) else {
                    return Ok(false);
                };
                let word = self.vm.atoms.text(name).to_string();
                return self.native(tree, &word, args, module, at);
            }
            ("dynamic" | "thread_local", &[specs] | &[specs, _]) => {
                self.declare(tree, specs, module, &[Property::Dynamic], span);
                self.note_thread_local(word, tree, specs, module);
            }
            ("discontiguous", &[specs]) => {
                self.declare(tree, specs, module, &[Property::Discontiguous], span)
            }
            ("multifile", &[specs]) => {
                self.declare(tree, specs, module, &[Property::Multifile], span)
            }
            ("module_transparent", &[specs]) => self.transparent(tree, specs, module, span),
            ("meta_predicate", &[specs]) => self.meta_predicates(tree, specs, module, span),
            ("use_module" | "autoload", &[file]) => {
                self.use_module(tree, file, None, module, false, span)?
            }
            ("use_module" | "autoload", &[file, list]) => {
                self.use_module(tree, file, Some(list), module, false, span)?;
            }
            ("use_module", &[m, file, list]) if matches!(tree.node(m), Node::Var(_)) => {
                self.use_module(tree, file, Some(list), module, false, span)?;
            }
            ("reexport", &[file]) => self.use_module(tree, file, None, module, true, span)?,
            ("reexport", &[file, list]) => {
                self.use_module(tree, file, Some(list), module, true, span)?
            }
            ("ensure_loaded", &[file]) => self.use_module(tree, file, None, module, false, span)?,
            ("include", &[file]) => self.include_file(tree, file, span)?,
            ("initialization", &[goal]) => self.initialize_later(tree, goal, module, span),
            ("initialization", &[goal, when]) => {
                self.initialization(tree, goal, when, module, at)?
            }
            ("op", &[p, t, names]) => return Ok(self.operators(tree, [p, t, names], module, span)),
            ("encoding", &[_]) => {}
            ("expects_dialect", &[name]) => self.expects_dialect(tree, name, span),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `module/2`: the file defines a module.
    pub(super) fn begin_module(&mut self, tree: &Tree, name: NodeId, exports: NodeId, span: Span) {
        let (module, interface) = match self.checked_module(tree, name, exports) {
            Ok(checked) => checked,
            Err((message, hint)) => {
                self.error(span, &message, hint.map(String::from));
                return;
            }
        };
        let file = self.file.clone();
        let quotes = dialect::quotes_of_new_module(self.vm);
        let m = match self.library {
            true => self.vm.ext.modules.ensure_library(module),
            false => self.vm.ext.modules.ensure(module),
        };
        m.pending = None;
        m.double_quotes = (!self.library).then_some(quotes);
        if module != atoms::SYSTEM {
            m.file = Some(file);
            m.exports.clear();
            m.export_ops.clear();
        }
        m.exports
            .extend(interface.preds.iter().map(|&(what, _)| what));
        m.export_ops.extend(interface.definitions());
        for (name, def) in interface.definitions() {
            let ops = self.vm.ext.modules.ops_mut(module);
            if ops.add(def.priority, def.ty, name).is_err() {
                let name = self.vm.atoms.text(name).to_string();
                self.error(span, &format!("`{name}` cannot be such an operator"), None);
            }
        }
        if !self.library {
            dialect::apply_to_module(self.vm, module);
        }
        self.module = module;
        self.record.module = Some(module);
        // Files that load each other in a circle must find the exports already.
        let known = FileRecord {
            module: Some(module),
            ..FileRecord::default()
        };
        self.vm.ext.loader.files.insert(self.file.clone(), known);
    }

    /// The name and the interface of a module, if this file may define it here.
    ///
    /// # Errors
    /// A message and a hint.
    fn checked_module(
        &mut self,
        tree: &Tree,
        name: NodeId,
        exports: NodeId,
    ) -> Result<(Atom, Interface), (String, Option<&'static str>)> {
        let fault = |message: &str| Err((message.to_string(), None));
        let module = match *tree.node(name) {
            Node::Atom(module) => module,
            // The name of the file becomes the name of the module.
            Node::Var(_) => self.named_after_file(),
            _ => return fault("the name of a module is an atom"),
        };
        if self.begun {
            return fault("module/2 must be the first term of a file, but for operators");
        }
        if !self.library {
            // The meta-arguments of goals in directives must be known.
            library::ensure_index(self.vm);
        }
        let Ok(interface) = interface::interface(tree, exports, &self.vm.atoms) else {
            return fault("the exports are a list of predicate indicators and operators");
        };
        if module == atoms::USER || module == atoms::SYSTEM && !self.library {
            return fault("this module cannot be defined by a file");
        }
        let is_library = self.vm.ext.modules.is_library(module);
        if self.vm.ext.modules.is_sealed(module) {
            return fault("this module cannot be changed");
        }
        if (is_library || self.vm.ext.host.is_library(module)) && !self.library {
            let shown = messages::quoted(self.vm, module);
            let message =
                format!("there is a library module {shown}: permission_error(load,module,{shown})");
            return Err((message, Some("choose another name")));
        }
        Ok((module, interface))
    }

    /// The name of the file, without its folder and extension.
    fn named_after_file(&mut self) -> Atom {
        let path = std::path::Path::new(&*self.file);
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
        self.vm.atoms.intern(&stem.unwrap_or_default())
    }

    /// The predicates that a declaration names, with their modules; reports what is no indicator.
    fn declared(
        &mut self,
        tree: &Tree,
        specs: NodeId,
        module: Atom,
        span: Span,
    ) -> Vec<(PredId, Atom, Indicator)> {
        let mut found = Vec::new();
        for (module, spec) in spec_items(tree, specs, module, &self.vm.atoms) {
            let Some((name, arity)) = interface::indicator(tree, spec) else {
                self.error(span, "a predicate is given as Name/Arity here", None);
                continue;
            };
            let module = interface::indicator_module(tree, spec, module);
            let p = modules::pred(self.vm, module, name, arity);
            found.push((p, module, (name, arity)));
        }
        found
    }

    /// `dynamic/1`, `discontiguous/1`, `multifile/1`.
    fn declare(
        &mut self,
        tree: &Tree,
        specs: NodeId,
        module: Atom,
        properties: &[Property],
        span: Span,
    ) {
        for (p, module, (name, arity)) in self.declared(tree, specs, module, span) {
            if modules::is_locked(self.vm, module, name, arity) {
                self.locked(p, span);
                continue;
            }
            for &property in properties {
                if property == Property::Multifile {
                    self.vm.db.pred_mut(p).properties.multifile = true;
                }
                self.first_clause(p, span);
                if let Err(ball) = modules::declare(self.vm, property, module, name, arity) {
                    self.ball(&ball, span);
                } else if property == Property::Multifile
                    && let Some(seen) = self.seen.get_mut(&p)
                {
                    seen.multifile = true;
                }
            }
        }
    }

    /// Records that new threads do not have the clauses of these predicates, if they are declared as local to
    /// threads.
    fn note_thread_local(&mut self, word: &str, tree: &Tree, specs: NodeId, module: Atom) {
        if word != "thread_local" {
            return;
        }
        for (module, spec) in spec_items(tree, specs, module, &self.vm.atoms) {
            if let Some((name, arity)) = interface::indicator(tree, spec) {
                let module = interface::indicator_module(tree, spec, module);
                let p = modules::pred(self.vm, module, name, arity);
                self.vm.ext.threads.add_local(p);
            }
        }
    }

    /// `module_transparent/1`
    fn transparent(&mut self, tree: &Tree, specs: NodeId, module: Atom, span: Span) {
        for (p, module, _) in self.declared(tree, specs, module, span) {
            // In `user` there is no other caller.
            if module == atoms::USER || self.vm.db.pred(p).meta.is_some() {
                continue;
            }
            self.first_clause(p, span);
            if !transparent::declare(self.vm, p) {
                self.ignored("module_transparent", 1, span);
            }
        }
    }

    fn meta_predicates(&mut self, tree: &Tree, specs: NodeId, module: Atom, span: Span) {
        for (module, spec) in spec_items(tree, specs, module, &self.vm.atoms) {
            match meta_specifier(tree, spec, &self.vm.atoms) {
                Some(((name, arity), meta)) => {
                    let p = modules::pred(self.vm, module, name, arity);
                    if modules::is_locked(self.vm, module, name, arity) {
                        self.locked(p, span);
                        continue;
                    }
                    match self.library {
                        true => self.vm.db.pred_mut(p).meta = Some(meta),
                        false => self.vm.db.set_meta(p, meta),
                    }
                    if !self.library && !self.seen.contains_key(&p) {
                        self.record.preds.push(p);
                    }
                }
                None => self.error(
                    span,
                    "a meta-predicate is given as name(Specifier, ...) here",
                    None,
                ),
            }
        }
    }

    /// `op/3`: in the current module, unless the name is qualified. Returns false if an argument has another type.
    fn operators(
        &mut self,
        tree: &Tree,
        [p, t, names]: [NodeId; 3],
        module: Atom,
        span: Span,
    ) -> bool {
        let (Node::Int(p), &Node::Atom(t)) = (tree.node(p), tree.node(t)) else {
            return false;
        };
        let (Ok(priority), Ok(ty)) = (OpTable::check_priority(p), OpType::from_atom(t)) else {
            return false;
        };
        let mut todo = vec![(module, names)];
        while let Some((module, n)) = todo.pop() {
            let (module, n) = module_table::strip_node(tree, n, module);
            if let Some((head, tail)) = tree.as_cons(n) {
                todo.push((module, tail));
                todo.push((module, head));
                continue;
            }
            match *tree.node(n) {
                // The end of a list, or the name that cannot be an operator.
                Node::Atom(atoms::NIL) if n != names => {}
                Node::Atom(name) => {
                    if self
                        .vm
                        .ext
                        .modules
                        .ops_mut(module)
                        .add(priority, ty, name)
                        .is_err()
                    {
                        let message = format!(
                            "`{}` cannot be such an operator",
                            &*self.vm.atoms.text(name)
                        );
                        self.error(span, &message, None);
                    }
                }
                _ => self.error(span, "the name of an operator is an atom", None),
            }
        }
        true
    }

    pub(super) fn use_module(
        &mut self,
        tree: &Tree,
        file: NodeId,
        list: Option<NodeId>,
        into: Atom,
        reexport: bool,
        span: Span,
    ) -> Result<(), Ball> {
        let wanted = match list {
            None => ImportSpec::All,
            Some(list) => match files::import_spec(tree, list, &self.vm.atoms) {
                Some(w) => w,
                None => {
                    self.error(
                        span,
                        "the imports are a list of predicate indicators and operators",
                        None,
                    );
                    return Ok(());
                }
            },
        };
        for file in files::each_file(self.vm, tree, file) {
            let result = files::use_file(self.vm, tree, file, into, &wanted, reexport);
            match result {
                Ok(missing) => {
                    for (name, arity) in missing {
                        let shown = messages::quoted(self.vm, name);
                        let message = format!("{shown}/{arity} is not exported there");
                        let finding = Finding::new(At::Span(span), message);
                        self.found(CheckId::MissingImport, Some((name, arity)), finding);
                    }
                }
                Err(ball) => {
                    self.outcome(Err(ball), span, "")?;
                }
            }
        }
        self.refresh();
        Ok(())
    }

    /// `include/1`: inserts the text of the file here.
    fn include_file(&mut self, tree: &Tree, file: NodeId, span: Span) -> Result<(), Ball> {
        // A text of two characters or more is a name, unless there is no such file.
        let named = is_char_list(tree, file) && files::read_spec(self.vm, tree, file).is_ok();
        let files = match named {
            true => vec![file],
            false => interface::each(tree, file),
        };
        for file in files {
            let found = files::read_spec(self.vm, tree, file);
            match found {
                Ok((name, text)) => {
                    if !self.include(name.clone(), text) {
                        self.error(span, &format!("{name} includes itself"), None);
                    }
                }
                Err(ball) => {
                    self.outcome(Err(ball), span, "")?;
                }
            }
        }
        Ok(())
    }

    /// `initialization/1`: the goal is run when the file has been loaded.
    fn initialize_later(&mut self, tree: &Tree, goal: NodeId, module: Atom, span: Span) {
        let goal = self.goal_record(tree, goal, module);
        let source = self.source.clone();
        self.later.push(DeferredGoal { goal, source, span });
    }

    fn goal_record(&mut self, tree: &Tree, goal: NodeId, module: Atom) -> Record {
        on_heap(self.vm, |vm| {
            let g = vm.build(tree, goal, &mut Vec::new());
            let g = qualified(vm, module, g);
            Record::new(&mut vm.heap, g, Attributes::Copy)
        })
    }

    fn initialization(
        &mut self,
        tree: &Tree,
        goal: NodeId,
        when: NodeId,
        module: Atom,
        at: TermOrigin<'_>,
    ) -> Result<(), Ball> {
        let word = match *tree.node(when) {
            Node::Atom(a) => self.vm.atoms.text(a).to_string(),
            _ => String::new(),
        };
        match &*word {
            "now" => {
                let names = self.variable_names(at);
                let result = self.solve(tree, goal, module, &names);
                self.outcome(result, at.span, "the goal of initialization/2")?;
            }
            "main" => {
                let record = self.goal_record(tree, goal, module);
                self.vm.ext.loader.mains.push(record);
            }
            _ => self.initialize_later(tree, goal, module, at.span),
        }
        Ok(())
    }

    /// Runs a goal of `initialization/1`.
    pub(crate) fn initialize(&mut self, goal: &Record, span: Span) -> Result<(), Ball> {
        self.mark_place(span);
        let result = on_heap(self.vm, |vm| {
            let goal = goal.restore(&mut vm.heap);
            vm.call_once(goal)
        });
        self.outcome(result, span, "the goal of initialization/1")?;
        Ok(())
    }

    /// Runs the goal of a condition.
    pub(crate) fn holds(&mut self, tree: &Tree, goal: NodeId, span: Span) -> Result<bool, Ball> {
        self.mark_place(span);
        match self.solve(tree, goal, self.module, &[]) {
            Ok(b) => Ok(b),
            Err(ball) => self.outcome(Err(ball), span, ""),
        }
    }

    /// Runs the goal of a directive, as [`LoadSession::solve`] does. If it is a conjunction, the second value is the
    /// number of the last of its goals that was called.
    fn solve_parts(
        &mut self,
        tree: &Tree,
        goal: NodeId,
        module: Atom,
        at: TermOrigin<'_>,
    ) -> (Result<bool, Ball>, usize) {
        let names = self.variable_names(at);
        let outer = std::mem::take(&mut self.vm.ext.loader.reached);
        let parts = conjuncts(tree, goal);
        let result = match parts.len() {
            2..=MOST_PARTS => {
                let mut marked = tree.clone();
                let name = self.vm.atoms.intern("$reached");
                let mut body = *parts.last().unwrap_or(&goal);
                for (i, &part) in parts.iter().enumerate().rev() {
                    if i + 1 < parts.len() {
                        body = marked.compound(atoms::COMMA, &[part, body]);
                    }
                    if i > 0 {
                        let number = marked.int(i as i64);
                        let mark = marked.compound(name, &[number]);
                        body = marked.compound(atoms::COMMA, &[mark, body]);
                    }
                }
                self.solve(&marked, body, module, &names)
            }
            _ => self.solve(tree, goal, module, &names),
        };
        (
            result,
            std::mem::replace(&mut self.vm.ext.loader.reached, outer),
        )
    }

    /// Adds the goal that has failed, and how to find out why, to the message about a directive.
    fn explain_failure(&mut self, tree: &Tree, goal: NodeId, reached: usize, at: TermOrigin<'_>) {
        let parts = conjuncts(tree, goal);
        let failed = parts.get(reached).copied().unwrap_or(goal);
        let layout = self.layout(at);
        let span_of = |n: NodeId| layout.as_ref()?.1.spans.get(n.0 as usize).copied();
        let (span, whole) = (span_of(failed), span_of(goal));
        let part = |s: Span| self.source.text.get(s.start..s.end).map(str::to_string);
        let whole = whole.and_then(part);
        let Some(d) = self.vm.ext.loader.newest() else {
            return;
        };
        if let Some(span) = span {
            d.span = Some(crate::system::load::reader::first_line(&d.text, span));
            d.label = Some(match parts.len() {
                0 | 1 => "this goal has no answer".into(),
                _ if reached == 0 => "this goal has no answer, and those after it were not called".into(),
                _ if reached + 1 == parts.len() => "no answer of the goals before makes this one true".into(),
                _ => "this is the last goal that was called: it has no answer, nor have those before it another one".into(),
            });
        }
        let shown = whole.filter(|t| t.len() <= MOST_SHOWN && !t.contains('\n'));
        let shown = match (shown, parts.len()) {
            (Some(t), 0 | 1) => t,
            (Some(t), _) => format!("({t})"),
            (None, _) => "Goal".into(),
        };
        d.hint = Some(format!("the query why({shown}). explains it"));
    }

    /// Runs a goal of the text once, whose variables have these names; its bindings are undone.
    fn solve(
        &mut self,
        tree: &Tree,
        goal: NodeId,
        module: Atom,
        names: &[(Atom, u32)],
    ) -> Result<bool, Ball> {
        let of_library = match self.library {
            true => library_goals::directive_with_modules(self.vm, tree, goal, module),
            false => None,
        };
        let (tree, goal) = match &of_library {
            Some((tree, goal)) => (tree, *goal),
            None => (tree, goal),
        };
        on_heap(self.vm, |vm| {
            let mut variables = Vec::new();
            let goal = vm.build(tree, goal, &mut variables);
            let goal = qualified(vm, module, goal);
            call_with_names(vm, goal, names, &variables)
        })
    }
}

/// The number of goals of the largest directive for which the goal that fails is shown.
const MOST_PARTS: usize = 1000;

/// The length of the longest goal that a hint shows.
const MOST_SHOWN: usize = 60;

/// The goals of a conjunction, from left to right.
fn conjuncts(tree: &Tree, goal: NodeId) -> Vec<NodeId> {
    let (mut parts, mut rest) = (Vec::new(), vec![goal]);
    while let Some(n) = rest.pop() {
        match tree.as_compound::<2>(n, atoms::COMMA) {
            Some([a, b]) if parts.len() + rest.len() < MOST_PARTS => rest.extend([b, a]),
            _ => parts.push(n),
        }
    }
    parts
}

/// The predicates that a declaration lists, each with its module.
pub(super) fn spec_items(
    tree: &Tree,
    specs: NodeId,
    module: Atom,
    names: &AtomTable,
) -> Vec<(Atom, NodeId)> {
    let mut found = Vec::new();
    let mut todo = vec![(module, specs)];
    while let Some((module, t)) = todo.pop() {
        let (module, t) = module_table::strip_node(tree, t, module);
        if let Some((head, tail)) = tree
            .as_cons(t)
            .or(tree.as_compound::<2>(t, atoms::COMMA).map(|[a, b]| (a, b)))
        {
            todo.push((module, tail));
            todo.push((module, head));
            continue;
        }
        match tree.callable(t) {
            Some((atoms::NIL, [])) => {}
            // SWI-Prolog's `p/1 as incremental`, and `dynamic p/1-Comment` of old texts.
            Some((f, &[inner, _])) if &*names.text(f) == "as" => todo.push((module, inner)),
            _ => found.push((module, t)),
        }
    }
    found
}
