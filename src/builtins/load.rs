//! The builtins of loading.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::PredId;
use crate::machine::database::{PredicateKind, Source};
use crate::machine::{Ball, Cell};
use crate::system::interface::{self, ImportSpec};
use crate::system::library::{self, LibraryEntry};
use crate::system::lint::{CheckId, LintLevel, MAX_CHECKS, Override};
use crate::system::load::{self, LoadContext, changes, dialect};
use crate::system::modules::{self, strip_module};
use crate::system::text::split_list;
use crate::system::{BuiltinRow, Res, Vm, compile_env, det, dialects, reentrant};

/// The state of a running load, as the `Key-Value` pairs of `prolog_load_context/2`.
fn context_pairs(vm: &mut Vm, context: &LoadContext) -> Vec<Cell> {
    let [file, source] =
        [&context.file, &context.source].map(|name| load::absolute(vm, name).into_owned());
    let folder = std::path::Path::new(&source)
        .parent()
        .map(|p| p.to_string_lossy().into_owned());
    let minus = vm.functors.intern(atoms::MINUS, 2);
    let mut pairs = Vec::new();
    let mut add = |vm: &mut Vm, key: &str, value: Cell| {
        let key = vm.atoms.intern(key);
        let pair = vm.heap.structure(minus, &[Cell::atom(key), value]);
        pairs.push(pair);
    };
    let text = |vm: &mut Vm, t: &str| Cell::atom(vm.atoms.intern(t));
    let (file, source) = (text(vm, &file), text(vm, &source));
    add(vm, "source", file);
    add(vm, "file", source);
    add(vm, "module", Cell::atom(context.module));
    let folder = text(
        vm,
        folder.as_deref().filter(|f| !f.is_empty()).unwrap_or("."),
    );
    add(vm, "directory", folder);
    let script = text(vm, "false");
    add(vm, "script", script);
    let dialect = vm.ext.loader.dialect.name();
    let dialect = text(vm, dialect);
    add(vm, "dialect", dialect);
    let name = vm.atoms.intern("$stream_position");
    let f = vm.functors.intern(name, 4);
    let (at, line) = (
        Cell::int(context.offset as i64),
        Cell::int(i64::from(context.line)),
    );
    let position = vm.heap.structure(f, &[at, line, Cell::int(0), at]);
    add(vm, "term_position", position);
    add(vm, "term_line", line);
    if let Some(t) = context.term {
        let term = vm.protected(t);
        add(vm, "term", term);
    }
    if let Some(v) = context.variables {
        let list = vm.protected(v);
        add(vm, "variable_names", list);
    }
    pairs
}

pub(crate) const ROWS: &[BuiltinRow] = &[
    reentrant(
        "$load",
        "+file, +atom, +list",
        "7.4.2.9",
        "Loads a file into a module, with options.",
        load,
    ),
    reentrant(
        "use_module",
        "+file",
        "-",
        "Imports the exports of a library or module file, which is loaded if needed.",
        use_module_1,
    ),
    reentrant(
        "use_module",
        "+file, +list",
        "-",
        "Imports some exports of a library or module file, which is loaded if needed.",
        use_module_2,
    ),
    reentrant(
        "ensure_loaded",
        "+file",
        "7.4.2.8",
        "Loads a file unless it is loaded, and imports its exports.",
        ensure_loaded,
    ),
    det(
        "expects_dialect",
        "+atom",
        "-",
        "Makes a dialect that of the text that is being loaded, up to its end; otherwise that of all texts and queries. The dialects are `swi`, `sicstus`, `sicstus4`, `yap`, `gnu`, `scryer`, `xsb` and `eclipse`, and `horn` for none.",
        expects_dialect,
    ),
    det(
        "$expect_dialect",
        "+atom, +atom",
        "-",
        "As expects_dialect/1, for a text that is about to be loaded into a module.",
        expect_dialect_in,
    ),
    det(
        "$load_context",
        "-list",
        "-",
        "Unifies the argument with the context of the running load, as `Key-Value` pairs; fails if nothing is loaded.",
        load_context,
    ),
    det(
        "$enter_module",
        "+atom, +atom",
        "-",
        "Adds later clauses of the text being loaded to the first module, which inherits from the second one.",
        enter_module,
    ),
    det(
        "$source_files",
        "-list",
        "-",
        "Unifies the argument with the list of the names of the loaded files.",
        source_files,
    ),
    det(
        "$source_file_record",
        "+atom, -term, -integer",
        "-",
        "Unifies the last arguments with the module that a loaded file defines, `[]` if it defines none, and with the number of its clauses.",
        source_file_record,
    ),
    det(
        "$changed_files",
        "-list",
        "-",
        "Unifies the argument with the loaded files that have changed since, as pairs of the absolute path and the module that the file was loaded into.",
        changed_files,
    ),
    det(
        "$definition_places",
        "+atom, ?term, -list",
        "-",
        "Unifies the last argument with the places of the program's predicates of a name and number of arguments, as `place(File, Line, Module, Arity)`.",
        definition_places,
    ),
    reentrant(
        "$unload_file",
        "+file, +atom",
        "-",
        "Removes what loading a file has defined; fails if there is no such file.",
        unload_file,
    ),
    det(
        "style_check",
        "+term",
        "-",
        "Turns a check of program text on, `+(Name)`, or off, `-(Name)`, for the running load, or for those to come: `singleton` for example. Lists of these, too. `set_lint/2` has the names.",
        style_check,
    ),
    det(
        "set_lint",
        "+atom, +atom",
        "-",
        "Gives a check of program text, or `all` of them, the level `off`, `note` or `warning`, for the running load, or for those to come.",
        set_lint_2,
    ),
    det(
        "set_lint",
        "+atom, +atom, +term",
        "-",
        "Gives a check of program text, or `all` of them, a level for the predicates `Name/Arity`, one or a list, or for the `next_clause`.",
        set_lint_3,
    ),
    det(
        "$batch",
        "+atom",
        "-",
        "Begins (`begin`) or ends (`end`) a number of loads that count as one: what they call is checked at the end.",
        batch,
    ),
    det(
        "$reached",
        "+integer",
        "-",
        "Notes that a directive has reached its goal with this number.",
        reached,
    ),
    det(
        "$library",
        "+atom",
        "-",
        "True if a library of this name exists.",
        is_library,
    ),
    det(
        "$predicate_home",
        "+atom, +atom, +integer, -file",
        "-",
        "Unifies the last argument with the file that a module's own predicate was loaded from.",
        predicate_home,
    ),
    det(
        "$set_meta",
        "+atom, +callable",
        "-",
        "Declares the meta-arguments of a predicate of a module, as in `p(0,?)`.",
        set_meta,
    ),
    det(
        "$rename_clauses",
        "+atom, +atom, +integer, +atom, +atom",
        "-",
        "Gives later clauses of a predicate another name: the first step of a `table` or `block` directive. The last argument tells whether the predicate is tabled.",
        rename_clauses,
    ),
    det(
        "$add_clause",
        "+atom, +nonvar",
        "-",
        "Adds a static clause to a module.",
        add_clause,
    ),
];

/// An argument as a tree, and the module that it is to be seen from.
///
/// # Errors
/// `representation_error(cyclic_term)`.
fn argument(vm: &mut Vm, i: usize) -> Result<(Tree, NodeId, Atom), Ball> {
    let source = vm.ext.modules.source();
    let (module, plain) = strip_module(vm, vm.x(i), source);
    if !vm.is_acyclic(plain) {
        return Err(vm.representation_error("cyclic_term"));
    }
    let tree = vm.tree_of(plain).0;
    let root = tree.root();
    Ok((tree, root, module))
}

pub(crate) fn load(vm: &mut Vm) -> Res {
    load_file(vm).map_err(|ball| {
        let consult = vm.atoms.intern("consult");
        vm.close_ball(ball, consult, 1)
    })
}

fn load_file(vm: &mut Vm) -> Res {
    let (tree, file, _) = argument(vm, 0)?;
    let module = vm.x(1).as_atom();
    let (options, list, _) = argument(vm, 2)?;
    let mut once = false;
    let mut stream = None;
    for (i, o) in interface::each(&options, list).into_iter().enumerate() {
        let Some((name, &[value])) = options.callable(o) else {
            continue;
        };
        match &*vm.atoms.text(name) {
            "if" => {
                once = matches!(*options.node(value), Node::Atom(a)
                    if matches!(&*vm.atoms.text(a), "not_loaded" | "changed"));
            }
            "stream" => stream = element(vm, vm.x(2), i),
            _ => {}
        }
    }
    match stream {
        Some(s) => {
            let name = match *tree.node(file) {
                Node::Atom(a) => vm.atoms.text(a).to_string(),
                _ => "stream".into(),
            };
            load::load_from_stream(vm, &name, s, module)?;
        }
        None => load::consult(vm, &tree, file, module, once)?,
    }
    Ok(true)
}

/// The argument of the `i`-th element of a list of options.
fn element(vm: &Vm, list: Cell, i: usize) -> Option<Cell> {
    let list = strip_module(vm, list, atoms::USER).1;
    let option = *split_list(vm, list).0.get(i)?;
    option
        .is_structure()
        .then(|| vm.heap.deref(vm.heap.get(vm.heap.args_at(option))))
}

fn use_module_1(vm: &mut Vm) -> Res {
    let (tree, file, into) = argument(vm, 0)?;
    import(vm, &tree, file, into, &ImportSpec::All)
}

fn use_module_2(vm: &mut Vm) -> Res {
    let (tree, file, into) = argument(vm, 0)?;
    let (list_tree, list, _) = argument(vm, 1)?;
    let Some(wanted) = load::import_spec(&list_tree, list, &vm.atoms) else {
        let culprit = vm.x(1);
        return Err(vm.domain_error("import_list", culprit));
    };
    import(vm, &tree, file, into, &wanted)
}

fn import(vm: &mut Vm, tree: &Tree, file: NodeId, into: Atom, wanted: &ImportSpec) -> Res {
    for file in load::each_file(vm, tree, file) {
        let missing = load::use_file(vm, tree, file, into, wanted, false)?;
        if let Some(&(name, arity)) = missing.first() {
            let pi = vm.indicator(name, arity);
            return Err(vm.existence_error("export", pi));
        }
    }
    Ok(true)
}

fn ensure_loaded(vm: &mut Vm) -> Res {
    let (tree, file, into) = argument(vm, 0)?;
    import(vm, &tree, file, into, &ImportSpec::All)
}

fn expects_dialect(vm: &mut Vm) -> Res {
    let module = vm.ext.modules.source();
    expect_in(vm, module)
}

fn expect_dialect_in(vm: &mut Vm) -> Res {
    let module = vm.x(1).as_atom();
    expect_in(vm, module)
}

/// Makes the dialect in the first argument that of a module.
fn expect_in(vm: &mut Vm, module: Atom) -> Res {
    let name = vm.atoms.text(vm.x(0).as_atom()).to_string();
    match dialects::find(&name) {
        Ok(dialect) => {
            load::dialect::enter_in(vm, module, dialect);
            Ok(true)
        }
        Err(()) => {
            let culprit = vm.x(0);
            Err(vm.domain_error("dialect", culprit))
        }
    }
}

fn load_context(vm: &mut Vm) -> Res {
    let Some(place) = vm.ext.loader.contexts.pop() else {
        return Ok(false);
    };
    let pairs = context_pairs(vm, &place);
    vm.ext.loader.contexts.push(place);
    let list = vm.heap.list(&pairs, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn enter_module(vm: &mut Vm) -> Res {
    let (module, parent) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    if module != parent {
        let ops = vm.ext.modules.ops(parent).clone();
        *vm.ext.modules.ops_mut(module) = ops;
        let quotes = vm.ext.modules.ensure(parent).double_quotes;
        let inner = vm.ext.modules.ensure(module);
        inner.bases = vec![parent];
        inner.double_quotes = quotes;
        dialect::apply_to_module(vm, module);
    }
    match vm.ext.loader.contexts.last_mut() {
        Some(place) => {
            place.module = module;
            Ok(true)
        }
        None => Ok(false),
    }
}

fn source_files(vm: &mut Vm) -> Res {
    let names = vm.ext.loader.files();
    let names: Vec<String> = names
        .map(|name| load::absolute(vm, name).into_owned())
        .collect();
    let cells: Vec<Cell> = names
        .iter()
        .map(|n| Cell::atom(vm.atoms.intern(n)))
        .collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn source_file_record(vm: &mut Vm) -> Res {
    let path = vm.atoms.text(vm.x(0).as_atom()).to_string();
    let files = &vm.ext.loader.files;
    let found = files
        .iter()
        .find(|(name, r)| r.loaded && load::absolute(vm, name) == path);
    let Some((_, record)) = found else {
        return Ok(false);
    };
    let clauses = record.preds.iter().map(|&p| load::number_of_clauses(vm, p));
    let clauses = clauses.sum::<usize>() + record.parts.len();
    let module = record.module.map_or(Cell::NIL, Cell::atom);
    Ok(vm.unify(vm.x(1), module) && vm.unify(vm.x(2), Cell::int(clauses as i64)))
}

fn changed_files(vm: &mut Vm) -> Res {
    let minus = vm.functors.intern(atoms::MINUS, 2);
    let pairs: Vec<Cell> = changes::changed(vm)
        .into_iter()
        .map(|(name, module)| {
            let path = load::absolute(vm, &name).into_owned();
            let path = Cell::atom(vm.atoms.intern_transient(&path));
            vm.heap.structure(minus, &[path, Cell::atom(module)])
        })
        .collect();
    let list = vm.heap.list(&pairs, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn definition_places(vm: &mut Vm) -> Res {
    let (name, arity) = (vm.x(0).as_atom(), vm.x(1));
    let wanted = |a: u32| !arity.is_int() || arity.as_int() == i64::from(a);
    let found = vm.db.preds().filter(|(p, d)| {
        d.name == name && wanted(d.arity) && !d.properties.library && vm.db.is_defined(*p)
    });
    let mut places: Vec<(String, u32, Atom, u32)> = found
        .filter_map(|(p, d)| {
            let (file, line) = load::home(vm, p)?;
            let file = load::absolute(vm, file).into_owned();
            Some((file, line, d.module, d.arity))
        })
        .collect();
    places.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    let places: Vec<Cell> = places
        .into_iter()
        .map(|(file, line, module, arity)| {
            let file = Cell::atom(vm.atoms.intern_transient(&file));
            let numbers = [line, arity].map(|n| Cell::int(i64::from(n)));
            let args = [file, numbers[0], Cell::atom(module), numbers[1]];
            vm.compound("place", &args)
        })
        .collect();
    let list = vm.heap.list(&places, Cell::NIL);
    Ok(vm.unify(vm.x(2), list))
}

fn unload_file(vm: &mut Vm) -> Res {
    let (tree, file, _) = argument(vm, 0)?;
    load::unload(vm, &tree, file)
}

fn style_check(vm: &mut Vm) -> Res {
    let (tree, what, _) = argument(vm, 0)?;
    let mut changes = Vec::new();
    for w in interface::each(&tree, what) {
        let (on, option) = match tree.callable(w) {
            Some((atoms::PLUS, &[option])) => (true, option),
            Some((atoms::MINUS, &[option])) => (false, option),
            _ => {
                let culprit = vm.build(&tree, w, &mut Vec::new());
                if culprit.is_ref() {
                    return Err(vm.instantiation_error());
                }
                return Err(vm.domain_error("style_name", culprit));
            }
        };
        // Other systems have further names, which mean nothing here.
        if let Node::Atom(name) = *tree.node(option) {
            let level = match on {
                true => LintLevel::Warning,
                false => LintLevel::Off,
            };
            let name = vm.atoms.text(name).to_string();
            let checks = CheckId::named(&name);
            changes.extend(checks.map(|check| (check, level)));
        }
    }
    for (check, level) in changes {
        vm.ext.loader.lint.changed[check as usize] = Some(level);
    }
    Ok(true)
}

fn set_lint_2(vm: &mut Vm) -> Res {
    let (check, level) = lint_level(vm)?;
    match check {
        Some(check) => vm.ext.loader.lint.changed[usize::from(check)] = Some(level),
        None => vm.ext.loader.lint.changed = [Some(level); MAX_CHECKS],
    }
    Ok(true)
}

fn set_lint_3(vm: &mut Vm) -> Res {
    let (check, level) = lint_level(vm)?;
    let (tree, specs, _) = argument(vm, 2)?;
    let mut overrides = Vec::new();
    for spec in interface::each(&tree, specs) {
        let what = match *tree.node(spec) {
            Node::Atom(a) if &*vm.atoms.text(a) == "next_clause" => None,
            _ => match interface::indicator(&tree, spec) {
                Some(what) => Some(what),
                None => {
                    let culprit = vm.build(&tree, spec, &mut Vec::new());
                    if culprit.is_ref() {
                        return Err(vm.instantiation_error());
                    }
                    return Err(vm.domain_error("predicate_indicator", culprit));
                }
            },
        };
        overrides.push(Override { check, level, what });
    }
    vm.ext.loader.lint.overrides.extend(overrides);
    Ok(true)
}

/// The number of the check in the first argument, none for `all`, and the level in the second one.
fn lint_level(vm: &mut Vm) -> Result<(Option<u8>, LintLevel), Ball> {
    let (check, level) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    let name = vm.atoms.text(check).to_string();
    let found = CheckId::all().find(|c| c.row().name == name);
    if found.is_none() && name != "all" {
        return Err(vm.domain_error("lint_check", Cell::atom(check)));
    }
    match LintLevel::from_name(&vm.atoms.text(level)) {
        Some(level) => Ok((found.map(|c| c as u8), level)),
        None => Err(vm.domain_error("lint_level", Cell::atom(level))),
    }
}

fn batch(vm: &mut Vm) -> Res {
    let word = vm.x(0).as_atom();
    match &*vm.atoms.text(word) {
        "begin" => load::begin_batch(vm),
        _ => load::end_batch(vm),
    }
    Ok(true)
}

/// `'$reached'(Number)`
fn reached(vm: &mut Vm) -> Res {
    let number = usize::try_from(vm.x(0).as_int()).unwrap_or(0);
    let last = &mut vm.ext.loader.reached;
    *last = number.max(*last);
    Ok(true)
}

fn is_library(vm: &mut Vm) -> Res {
    let name = vm.atoms.text(vm.x(0).as_atom()).to_string();
    Ok(!matches!(library::entry(&name), LibraryEntry::Unknown))
}

fn predicate_home(vm: &mut Vm) -> Res {
    let (module, name, arity) = (vm.x(0).as_atom(), vm.x(1).as_atom(), vm.x(2).as_int());
    let p = u32::try_from(arity).ok();
    let p = p.and_then(|a| modules::own(vm, module, name, a));
    let home = p.and_then(|p| load::home(vm, p));
    let Some(file) = home.map(|(file, _)| load::absolute(vm, file).into_owned()) else {
        return Ok(false);
    };
    let file = vm.atoms.intern_transient(&file);
    Ok(vm.unify(vm.x(3), Cell::atom(file)))
}

/// `'$rename_clauses'(Module, Name, Arity, NewName, Tabled)`: the first step of a `table`, `block` or `det` directive. The
/// clauses of the predicate, and those that come later, are stored under the new name.
fn rename_clauses(vm: &mut Vm) -> Res {
    let (module, name, to) = (vm.x(0).as_atom(), vm.x(1).as_atom(), vm.x(3).as_atom());
    let arity = vm.x(2).as_int() as u32;
    let p = modules::pred(vm, module, name, arity);
    let known = vm.ext.loader.tabled.contains_key(&p);
    let of_library = vm.ext.modules.is_library(module) && !vm.ext.loader.loads_library();
    let q = modules::pred(vm, module, to, arity);
    let may_rename = !of_library && !modules::is_locked(vm, module, name, arity);
    if !may_rename || !known && !moved_clauses(vm, p, q) {
        let pi = vm.indicator(name, arity);
        return Err(vm.permission_error("modify", "static_procedure", pi));
    }
    vm.db.erase_all(p);
    if known {
        vm.db.erase_all(q);
    }
    vm.db.pred_mut(p).properties.tabled = vm.x(4).as_atom() == atoms::TRUE;
    vm.db.pred_mut(q).properties.declared = true;
    vm.ext.loader.tabled.insert(p, to);
    Ok(true)
}

/// Moves the clauses of a static predicate, if it has some. Returns false if they must stay.
fn moved_clauses(vm: &mut Vm, p: PredId, q: PredId) -> bool {
    vm.db.erase_all(q);
    match vm.db.pred(p).kind {
        PredicateKind::Static => vm.db.move_clauses(p, q),
        _ => vm.db.clause_count(p) == 0,
    }
}

fn set_meta(vm: &mut Vm) -> Res {
    let module = vm.x(0).as_atom();
    let (tree, spec, _) = argument(vm, 1)?;
    let Some(((name, arity), meta)) = interface::meta_specifier(&tree, spec, &vm.atoms) else {
        let culprit = vm.x(1);
        return Err(vm.type_or_instantiation(atoms::CALLABLE, culprit));
    };
    let of_library = vm.ext.modules.is_library(module) && !vm.ext.loader.loads_library();
    if of_library || modules::is_locked(vm, module, name, arity) {
        let pi = vm.indicator(name, arity);
        return Err(vm.permission_error("modify", "static_procedure", pi));
    }
    let p = modules::pred(vm, module, name, arity);
    vm.db.set_meta(p, meta);
    Ok(true)
}

fn add_clause(vm: &mut Vm) -> Res {
    let (tree, clause, module) = argument(vm, 1)?;
    let module = if vm.x(0).is_atom() {
        vm.x(0).as_atom()
    } else {
        module
    };
    let (head, body) = match tree.as_compound::<2>(clause, atoms::NECK) {
        Some([head, body]) => (head, Some(body)),
        None => (clause, None),
    };
    let Some((name, args)) = tree.callable(head) else {
        let culprit = vm.x(1);
        return Err(vm.type_or_instantiation(atoms::CALLABLE, culprit));
    };
    let p = modules::pred(vm, module, name, args.len() as u32);
    let code = compile_env::compile(vm, &tree, head, body, module)
        .map_err(|e| compile_env::compile_ball(vm, &tree, e))?;
    vm.db.add_clause(p, &code, &Source::Absent, false);
    modules::note_definition(vm, p);
    Ok(true)
}
