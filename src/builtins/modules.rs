//! Predicates on modules.

use crate::base::atom::atoms;
use crate::clpz;
use crate::machine::{Ball, Cell};
use crate::system::module_table::Indicator;
use crate::system::modules::{Property, declare, own, pred, strip_module};
use crate::system::terms::name_arity;
use crate::system::text::split_list;
use crate::system::{BuiltinRow, Res, Vm, det, imports, load, modules, repeatable};

/// The builtins of this file.
pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "strip_module",
        "+term, ?module, ?term",
        "-",
        "Removes the `Module:` prefixes of a term; the module is `user` if there is none.",
        strip_module_3,
    ),
    det(
        "$transparent_goal",
        "+atom, +callable, +atom, -callable",
        "-",
        "Unifies the last argument with the goal that a goal of a module is in the context of another module; fails if its predicate is not transparent to modules.",
        transparent_goal,
    ),
    det(
        "$defined",
        "+atom, +atom, +integer",
        "-",
        "True if a module itself defines a predicate.",
        defined,
    ),
    det(
        "$redefined",
        "+atom, +atom, +integer",
        "-",
        "True if a name of a built-in predicate has another meaning in a module.",
        redefined,
    ),
    det(
        "$unlock",
        "+atom, +atom, +integer",
        "-",
        "Lets a module define a name of the standard; fails if it is a control construct.",
        unlock,
    ),
    det(
        "$declare",
        "+atom, +atom, +atom, +integer",
        "7.4.2",
        "Gives a predicate a property; permission_error if the predicate cannot be redefined.",
        declare_4,
    ),
    det(
        "$modules",
        "-list",
        "-",
        "Unifies the argument with the list of the names of all modules.",
        module_list,
    ),
    det(
        "$module_exports",
        "+atom, -list",
        "-",
        "Unifies the second argument with the list of the predicates that a module exports.",
        module_exports,
    ),
    det(
        "$export",
        "+atom, +atom, +integer",
        "-",
        "Adds a predicate to the exports of a module.",
        export,
    ),
    det(
        "$import",
        "+atom, +atom, +atom, +integer",
        "-",
        "Imports a predicate of the second module into the first.",
        import,
    ),
    repeatable(
        "$bases",
        "+atom, -list",
        "-",
        "Unifies the second argument with the list of the modules in which unknown names of a module are looked up before `user`.",
        bases,
    ),
    det(
        "$set_bases",
        "+atom, +list",
        "-",
        "Sets the modules in which unknown names of a module are looked up before `user`.",
        set_bases,
    ),
];

fn bases(vm: &mut Vm) -> Res {
    let bases = vm.ext.modules.bases(vm.x(0).as_atom());
    let bases: Vec<Cell> = bases.iter().copied().map(Cell::atom).collect();
    let list = vm.heap.list(&bases, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

fn set_bases(vm: &mut Vm) -> Res {
    let module = vm.x(0).as_atom();
    let (elements, _) = split_list(vm, vm.x(1));
    let bases = elements.into_iter().filter_map(Cell::to_atom).collect();
    vm.ext.modules.ensure(module).bases = bases;
    Ok(true)
}

fn export(vm: &mut Vm) -> Res {
    let (m, n) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    let arity = arity_argument(vm, 2)?;
    vm.ext.modules.ensure(m).exports.insert((n, arity));
    Ok(true)
}

pub(crate) fn import(vm: &mut Vm) -> Res {
    let (into, from, n) = (vm.x(0).as_atom(), vm.x(1).as_atom(), vm.x(2).as_atom());
    let arity = arity_argument(vm, 3)?;
    let target = pred(vm, from, n, arity);
    imports::import(vm, into, (n, arity), target, true);
    Ok(true)
}

fn strip_module_3(vm: &mut Vm) -> Res {
    let (m, t) = strip_module(vm, vm.x(0), atoms::USER);
    Ok(vm.unify(vm.x(1), Cell::atom(m)) && vm.unify(vm.x(2), t))
}

fn arity_argument(vm: &mut Vm, i: usize) -> Result<u32, Ball> {
    let c = vm.x(i);
    match vm.to_int(c).and_then(|n| n.to_i64()) {
        Some(n) if (0..=crate::compile::MAX_ARITY as i64).contains(&n) => Ok(n as u32),
        Some(n) if n < 0 => Err(vm.domain_error("not_less_than_zero", c)),
        _ => Err(vm.representation_error("max_arity")),
    }
}

/// `'$transparent_goal'(Module, Goal, Context, Inner)`.
fn transparent_goal(vm: &mut Vm) -> Res {
    let (module, goal, context) = (vm.x(0).as_atom(), vm.x(1), vm.x(2));
    let (name, arity) = match goal.to_atom() {
        Some(name) => (name, 0),
        None => name_arity(vm, goal),
    };
    let Some(q) = load::transparent::inner(vm, module, name, arity) else {
        return Ok(false);
    };
    let arguments = 0..u64::from(arity);
    let mut arguments: Vec<Cell> = arguments.map(|i| vm.heap.argument(goal, i)).collect();
    arguments.push(context);
    let (home, inner) = (vm.db.pred(q).module, vm.db.pred(q).name);
    let call = vm.compound(inner, &arguments);
    let call = vm.compound(atoms::COLON, &[Cell::atom(home), call]);
    Ok(vm.unify(vm.x(3), call))
}

fn defined(vm: &mut Vm) -> Res {
    let (m, n) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    let arity = arity_argument(vm, 2)?;
    // Expanded constraints need no predicate of their library, which may not be loaded yet: calling one of its
    // predicates will load it.
    let to_come = clpz::is_home(vm, m)
        && vm.ext.modules.get(m).is_some_and(|m| m.pending.is_some())
        && n == vm.atoms.intern("attribute_goals");
    Ok(to_come || own(vm, m, n, arity).is_some())
}

fn redefined(vm: &mut Vm) -> Res {
    let (m, n) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    let arity = arity_argument(vm, 2)?;
    Ok(modules::redefines(vm, m, (n, arity)))
}

fn unlock(vm: &mut Vm) -> Res {
    let (m, n) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    let arity = arity_argument(vm, 2)?;
    Ok(modules::unlock(vm, m, (n, arity)))
}

fn declare_4(vm: &mut Vm) -> Res {
    let (property, m, n) = (vm.x(0), vm.x(1).as_atom(), vm.x(2).as_atom());
    let arity = arity_argument(vm, 3)?;
    if &*vm.atoms.text(property.as_atom()) == "module_transparent" {
        let p = pred(vm, m, n, arity);
        return Ok(load::transparent::declare(vm, p));
    }
    let Some(p) = Property::from_atom(property.as_atom()) else {
        return Err(vm.domain_error("predicate_property", property));
    };
    match declare(vm, p, m, n, arity) {
        Ok(_) => Ok(true),
        Err(ball) => Err(vm.close_ball(ball, property.as_atom(), 1)),
    }
}

fn module_list(vm: &mut Vm) -> Res {
    let cells: Vec<Cell> = vm.ext.modules.iter().map(|(m, _)| Cell::atom(m)).collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn module_exports(vm: &mut Vm) -> Res {
    let module = vm.x(0).as_atom();
    let Some(m) = vm.ext.modules.get(module) else {
        return Ok(false);
    };
    let exports: Vec<Indicator> = m.exports().collect();
    let cells: Vec<Cell> = exports.iter().map(|&(n, a)| vm.indicator(n, a)).collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}
