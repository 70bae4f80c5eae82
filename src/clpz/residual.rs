//! Constraints as goals: what an answer shows of a variable. The goals can be called and mean the same.

use super::attvar_link::{make_visible, shown, store, var_of};
use super::constraint_graph::reach;
use super::{domain_term, fd_predicates};
use crate::base::int::Int;
use crate::fd::constraints::constraint::ConstraintTerm;
use crate::fd::constraints::constraint::{BoolOp, Constraint, Rel};
use crate::fd::constraints::reification::negated_linear;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::store::PropId;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::Vm;
use rustc_hash::FxHashSet;

/// The goals of a variable: its domain, then its constraints in order of posting.
pub(super) fn goals(vm: &mut Vm, var: Cell) -> Vec<Cell> {
    let Some(v) = var_of(vm, var) else {
        return Vec::new();
    };
    let mut goals = Vec::new();
    let d = store(vm).domain(v);
    if d != Domain::all() {
        let set = domain_term::term(vm, &d);
        goals.push(binary(vm, "in", var, set));
    }
    let all = store(vm).propagators_of(v);
    if d == Domain::all() && all.is_empty() {
        let set = domain_term::term(vm, &d);
        goals.push(binary(vm, "in", var, set));
    }
    for p in all {
        goals.push(goal(vm, p));
    }
    goals
}

/// Adds to a list of attributed variables those that their constraints reach. The kernel's own variables
/// among them become Prolog variables.
pub(crate) fn close(vm: &mut Vm, vars: &mut Vec<Cell>) {
    if vm.ext.clpz.owners.is_empty() {
        return;
    }
    let own: Vec<VarId> = vars
        .iter()
        .filter_map(|&c| var_of(vm, vm.heap.deref(c)))
        .collect();
    let (all, _) = reach(vm, own.iter().copied());
    let mut seen: FxHashSet<VarId> = own.into_iter().collect();
    for v in all {
        if seen.insert(v) {
            let c = make_visible(vm, v);
            vars.push(c);
        }
    }
}

fn binary(vm: &mut Vm, name: &str, x: Cell, y: Cell) -> Cell {
    vm.compound(name, &[x, y])
}

/// `abs(x - y) rel c`
fn distance(vm: &mut Vm, x: VarId, y: VarId, rel: &str, c: &Int) -> Cell {
    let (x, y, c) = (shown(vm, x), shown(vm, y), vm.int_cell(c));
    let difference = binary(vm, "-", x, y);
    let distance = vm.compound("abs", &[difference]);
    binary(vm, rel, distance, c)
}

/// The value of a variable, unless constraints are shown regardless of that.
fn value(vm: &mut Vm, v: VarId) -> Option<Int> {
    match vm.ext.clpz.listeners.labels {
        Some(_) => None,
        None => store(vm).value(v),
    }
}

fn goal(vm: &mut Vm, p: PropId) -> Cell {
    let c = store(vm).describe(p);
    statement(vm, &c)
}

/// A constraint as a goal.
pub(super) fn statement(vm: &mut Vm, c: &Constraint) -> Cell {
    if let Constraint::Called {
        call,
        positive: true,
        ..
    } = c
    {
        return fd_predicates::goal(vm, call, false);
    }
    term(vm, c)
}

fn list(vm: &mut Vm, vars: &[VarId]) -> Cell {
    let cells: Vec<Cell> = vars.iter().map(|&v| shown(vm, v)).collect();
    vm.heap.list(&cells, Cell::NIL)
}

/// A constraint as a goal. Constraints nest a few levels deep at most, as the kernel makes them.
fn term(vm: &mut Vm, c: &Constraint) -> Cell {
    use Constraint as C;
    match c {
        C::Linear {
            terms,
            rel,
            constant,
        } => linear(vm, terms, *rel, constant),
        C::In(x, d) => member(vm, *x, d),
        C::AbsDiffEq(x, y, c) => distance(vm, *x, *y, "#=", c),
        C::AbsDiffNe(x, y, c) => distance(vm, *x, *y, "#\\=", c),
        C::AllDifferent(xs) => {
            let list = list(vm, xs);
            vm.compound("all_different", &[list])
        }
        C::Other(g) => global(vm, &g.0.show()),
        C::Called { call, positive, .. } => {
            let goal = fd_predicates::goal(vm, call, true);
            if *positive {
                goal
            } else {
                vm.compound("#\\", &[goal])
            }
        }
        C::Bool(op, x, y, z) => {
            let name = match op {
                BoolOp::And => "#/\\",
                BoolOp::Or => "#\\/",
                BoolOp::Xor => "#\\",
                BoolOp::Implies => "#==>",
                BoolOp::Equiv => "#<==>",
            };
            let (x, y, z) = (shown(vm, *x), shown(vm, *y), shown(vm, *z));
            let formula = binary(vm, name, x, y);
            binary(vm, "#<==>", formula, z)
        }
        C::Reified(b, c) => {
            // Some propagators stay when the truth value is known.
            match (value(vm, *b).and_then(|i| i.to_i64()), &**c) {
                (Some(1), c) => return term(vm, c),
                (
                    Some(_),
                    C::Linear {
                        terms,
                        rel,
                        constant,
                    },
                ) => return term(vm, &negated_linear(terms, *rel, constant)),
                (Some(_), C::In(x, d)) => return member(vm, *x, &d.complement()),
                _ => {}
            }
            let c = term(vm, c);
            let b = shown(vm, *b);
            binary(vm, "#<==>", c, b)
        }
        C::When(b, c) => {
            let b = shown(vm, *b);
            let c = term(vm, c);
            binary(vm, "#==>", b, c)
        }
    }
}

/// The goal of a global constraint. It is as deep as its constraint's arguments nest.
fn global(vm: &mut Vm, g: &ConstraintTerm) -> Cell {
    let parts = |vm: &mut Vm, all: &[ConstraintTerm]| -> Vec<Cell> {
        all.iter().map(|g| global(vm, g)).collect()
    };
    match g {
        ConstraintTerm::Int(i) => vm.int_cell(i),
        ConstraintTerm::Var(v) => shown(vm, *v),
        ConstraintTerm::Atom(name) => Cell::atom(vm.atoms.intern(name)),
        ConstraintTerm::List(all) => {
            let cells = parts(vm, all);
            vm.heap.list(&cells, Cell::NIL)
        }
        ConstraintTerm::Call(name, args) => {
            let cells = parts(vm, args);
            vm.compound(&**name, &cells)
        }
    }
}

/// A membership as the simplest comparison that means the same.
fn member(vm: &mut Vm, x: VarId, d: &Domain) -> Cell {
    let x = shown(vm, x);
    let hole = d.complement();
    let (op, i) = match (d.parts(), hole.value(), d.value()) {
        (_, _, Some(i)) => ("#=", i.clone()),
        (_, Some(i), _) => ("#\\=", i.clone()),
        ([(Bound::Inf, Bound::Fin(i))], ..) => ("#=<", i.clone()),
        ([(Bound::Fin(i), Bound::Sup)], ..) => ("#>=", i.clone()),
        _ => {
            let set = domain_term::term(vm, d);
            return binary(vm, "in", x, set);
        }
    };
    let i = vm.int_cell(&i);
    binary(vm, op, x, i)
}

/// A linear constraint with positive coefficients only, distributed over its two sides.
fn linear(vm: &mut Vm, terms: &[(Int, VarId)], rel: Rel, constant: &Int) -> Cell {
    if let [(a, x), (b, y)] = terms {
        let ahead = *a == Int::ONE && *b == Int::Small(-1);
        if rel == Rel::Le && (ahead || (*b == Int::ONE && *a == Int::Small(-1))) {
            let (x, y) = if ahead { (x, y) } else { (y, x) };
            let (x, y) = (shown(vm, *x), shown(vm, *y));
            if constant.is_zero() {
                return binary(vm, "#>=", y, x);
            }
            let c = vm.int_cell(constant);
            let sum = binary(vm, "+", y, c);
            return binary(vm, "#=<", x, sum);
        }
    }
    let mut sides: [Option<Cell>; 2] = [None, None];
    let mut constant = constant.clone();
    for (a, x) in terms {
        if let Some(value) = value(vm, *x) {
            constant = constant - a * &value;
            continue;
        }
        let (side, a) = if a.is_negative() {
            (1, -a)
        } else {
            (0, a.clone())
        };
        let x = shown(vm, *x);
        let part = if a == Int::ONE {
            x
        } else {
            let a = vm.int_cell(&a);
            binary(vm, "*", a, x)
        };
        sides[side] = Some(sum(vm, sides[side], part));
    }
    if !constant.is_zero() {
        let side = usize::from(!constant.is_negative());
        let c = vm.int_cell(&constant.abs());
        sides[side] = Some(sum(vm, sides[side], c));
    }
    let [left, right] = sides.map(|s| s.unwrap_or(Cell::int(0)));
    // The sum comes first in an equation, the variable in a disequation.
    let (left, right) = match rel {
        Rel::Eq if left.is_ref() && right.is_compound() => (right, left),
        Rel::Ne if right.is_ref() && left.is_compound() => (right, left),
        Rel::Eq | Rel::Ne | Rel::Le => (left, right),
    };
    match rel {
        Rel::Eq => binary(vm, "#=", left, right),
        Rel::Ne => binary(vm, "#\\=", left, right),
        Rel::Le => binary(vm, "#=<", left, right),
    }
}

fn sum(vm: &mut Vm, left: Option<Cell>, right: Cell) -> Cell {
    match left {
        Some(l) => binary(vm, "+", l, right),
        None => right,
    }
}
