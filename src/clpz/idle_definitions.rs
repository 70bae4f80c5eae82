//! Constraints that only define a variable of the kernel's own on which nothing else depends, as `2*X #= _A` where
//! `_A` may be any integer. They exclude no value of any other variable, and answers are shown without them.

use super::attvar_link::{owner, store};
use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, ConstraintTerm, Linear, Rel, Relation};
use crate::fd::constraints::normal::{Normal, normalise};
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::var::VarId;
use crate::system::Vm;

/// A variable with more constraints than this is not examined.
const FEW: usize = 4;

/// A constraint `f(args) = result`, whose arguments are variables and integers.
struct FunctionEquation {
    function: String,
    args: Vec<ConstraintTerm>,
    result: VarId,
}

/// Returns true if no Prolog variable stands for a variable.
fn is_own(vm: &Vm, v: VarId) -> bool {
    owner(vm, v).is_none()
}

/// Removes the idle definitions of variables until the machine backtracks. Returns true if there were any.
pub(super) fn remove(vm: &mut Vm, vars: &[VarId]) -> bool {
    let vars = vars.iter().copied();
    let mut own: Vec<VarId> = vars.filter(|v| is_own(vm, *v)).collect();
    if own.is_empty() || store(vm).is_watched() {
        return false;
    }
    let mut removed = false;
    while let Some(v) = own.pop() {
        let Some(c) = idle_definition(store(vm), v) else {
            continue;
        };
        for p in store(vm).propagators_of(v) {
            store(vm).subsume(p.0);
        }
        removed = true;
        // Nothing may depend any more on other variables of the kernel's own.
        let args = c.vars().into_iter().filter(|w| *w != v);
        own.extend(args.filter(|w| is_own(vm, *w)));
    }
    vm.ext_mark = store(vm).mark();
    removed
}

/// The constraint that defines a variable, if all others of the variable follow from it, and if each choice of the
/// values of its other variables gives this one a value of its domain.
fn idle_definition(store: &mut Store, v: VarId) -> Option<Constraint> {
    let props = store.propagators_of(v);
    if store.is_fixed(v) || props.is_empty() || props.len() > FEW {
        return None;
    }
    let all: Vec<Constraint> = props.iter().map(|p| store.describe(*p)).collect();
    let found = all.iter().find(|c| is_definition(store, c, v))?;
    let alone = all.iter().all(|c| follows(store, c, found));
    let idle = alone && has_all_values(store, found, v);
    idle.then(|| found.clone())
}

/// Returns true if a constraint gives `v` a value for each choice of the values of its other variables.
fn is_definition(store: &Store, c: &Constraint, v: VarId) -> bool {
    if let Constraint::Linear(Linear { terms, rel, .. }) = c {
        let own = terms.iter().filter(|t| t.1 == v);
        let factor = own.fold(Int::ZERO, |sum, (a, _)| &sum + a);
        return *rel == Rel::Eq && factor.abs() == Int::ONE;
    }
    let Some(d) = FunctionEquation::of(store, c) else {
        return false;
    };
    let is_total = match (&*d.function, d.args.as_slice()) {
        ("*" | "abs" | "max" | "min", _) => true,
        ("//" | "div" | "mod" | "rem", [_, ConstraintTerm::Int(i)]) => !i.is_zero(),
        ("//" | "div" | "mod" | "rem", [_, ConstraintTerm::Var(y)]) => {
            !store.vars().contains(*y, 0)
        }
        ("^", [_, ConstraintTerm::Int(n)]) => !n.is_negative(),
        _ => false,
    };
    is_total && d.result == v && !d.args.contains(&ConstraintTerm::Var(v))
}

/// Returns true if a constraint means the same as a definition, or is a comparison that is posted with it.
fn follows(store: &Store, c: &Constraint, definition: &Constraint) -> bool {
    if c == definition {
        return true;
    }
    if let Some(sum) = linear_equation(store, definition)
        && linear_equation(store, c) == Some(sum)
    {
        return true;
    }
    let Some(d) = FunctionEquation::of(store, definition) else {
        return false;
    };
    if let Some(c) = FunctionEquation::of(store, c) {
        let is_commutative = matches!(&*c.function, "*" | "max" | "min");
        let same_args = c.args == d.args || (is_commutative && c.args.iter().rev().eq(&d.args));
        return same_args && c.function == d.function && c.result == d.result;
    }
    let Some((low, high)) = inequality(c) else {
        return false;
    };
    let is_arg = |v: VarId| d.args.contains(&ConstraintTerm::Var(v));
    match &*d.function {
        "max" => high == d.result && is_arg(low),
        "min" => low == d.result && is_arg(high),
        _ => false,
    }
}

/// The terms, in the order of their variables, and the constant of a linear equation, or of a product with a number.
fn linear_equation(store: &Store, c: &Constraint) -> Option<(Vec<(Int, VarId)>, Int)> {
    let minus = Int::Small(-1);
    let product;
    let (terms, constant) = match c {
        Constraint::Linear(Linear {
            terms,
            rel: Rel::Eq,
            constant,
        }) => (terms, constant),
        Constraint::Other(_) => {
            let d = FunctionEquation::of(store, c).filter(|d| d.function == "*")?;
            let (a, x) = match d.args.as_slice() {
                [ConstraintTerm::Int(a), ConstraintTerm::Var(x)]
                | [ConstraintTerm::Var(x), ConstraintTerm::Int(a)] => (a.clone(), *x),
                _ => return None,
            };
            product = vec![(a, x), (minus.clone(), d.result)];
            (&product, &Int::ZERO)
        }
        _ => return None,
    };
    let normal = normalise(store.vars(), terms, Rel::Eq, constant);
    let Normal::Sum(Linear {
        mut terms,
        constant,
        ..
    }) = normal
    else {
        return None;
    };
    terms.sort_by_key(|t| t.1);
    let sign = match terms[0].0.is_negative() {
        true => minus,
        false => Int::ONE,
    };
    let terms = terms.into_iter().map(|(a, x)| (&a * &sign, x)).collect();
    Some((terms, &constant * &sign))
}

/// The variables of `x ≤ y`.
fn inequality(c: &Constraint) -> Option<(VarId, VarId)> {
    let Constraint::Linear(Linear {
        terms,
        rel: Rel::Le,
        constant,
    }) = c
    else {
        return None;
    };
    let minus = Int::Small(-1);
    match terms.as_slice() {
        _ if !constant.is_zero() => None,
        [(a, x), (b, y)] if *a == Int::ONE && *b == minus => Some((*x, *y)),
        [(a, x), (b, y)] if *a == minus && *b == Int::ONE => Some((*y, *x)),
        _ => None,
    }
}

impl FunctionEquation {
    fn of(store: &Store, c: &Constraint) -> Option<FunctionEquation> {
        use ConstraintTerm::{Call, Var};
        let Constraint::Other(c) = c else {
            return None;
        };
        let Call(name, sides) = c.0.show() else {
            return None;
        };
        let (function, args, result) = match sides.as_slice() {
            [Call(f, args), Var(z)] | [Var(z), Call(f, args)] => (f, args, *z),
            _ => return None,
        };
        let arg = |t: &ConstraintTerm| match t {
            Var(v) => Some(store.value(*v).map_or(Var(*v), ConstraintTerm::Int)),
            _ => None,
        };
        let args = args.iter().map(arg).collect::<Option<Vec<_>>>()?;
        (name == Relation::Eq.name()).then(|| FunctionEquation {
            function: function.to_string(),
            args,
            result,
        })
    }
}

/// Returns true if a constraint that defines `v` gives it no value outside its domain: a new variable in its place gets
/// no other values.
fn has_all_values(store: &mut Store, c: &Constraint, v: VarId) -> bool {
    let mark = store.new_mark();
    store.set_newest_mark(mark);
    let free = store.new_integer();
    let other = c.map_vars(&mut |w| if w == v { free } else { w });
    // Otherwise the two would be found to be equal.
    let before = std::mem::replace(&mut store.substitutes, true);
    let posted = store.post(&other).and_then(|()| store.propagate());
    store.substitutes = before;
    let values = store.domain(free);
    store.undo_to(mark);
    posted.is_ok() && values.difference(&store.domain(v)).is_empty()
}
