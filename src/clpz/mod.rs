//! The bridge from Prolog terms to the constraint kernel `fd`, and back.
//!
//! A constrained variable has the attribute `clpz` with the number of its kernel variable. Bindings
//! that unification makes are told to the kernel natively ([`bound`]); what the kernel fixes is bound
//! here, and then only other modules' attributes are woken. Must not know how propagators work.

mod copy;
pub(crate) mod events;
mod expand;
mod expression;
pub(crate) mod global;
mod inspect;
mod labeling;
mod logic;
mod names;
mod native;
mod options;
mod post;
mod predicate;
mod predicate_read;
mod residual;
mod set;
mod simple;
mod solver;
mod statistics;
mod sums;
mod tree;
mod variable;

use crate::base::atom::Atom;
use crate::fd::constraints::constraint::Relation;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::store::Counters;
use crate::fd::kernel::var::{Inconsistent, VarId};
use crate::fd::search::labeling::{Dice, Move};
use crate::machine::{Ball, Cell};
use crate::system::{Res, Row, Vm, det};
pub(crate) use copy::{close_collection, collect, copy, open_collection, refuse_constrained};
use names::Names;
pub(crate) use residual::close as close_attvars;
use std::sync::Arc;
use variable::change;

/// The constraints of one machine.
#[derive(Default)]
pub struct Clpz {
    store: Store,
    /// For each kernel variable its Prolog variable, or `[]`.
    owners: Vec<Cell>,
    /// Kernel variables that got an owner after they were made, each with the mark at that time.
    adopted: Vec<(u64, VarId)>,
    /// What the answers being collected are constrained by.
    snapshots: copy::Snapshots,
    names: Option<Arc<Names>>,
    /// The FD predicates of programs.
    predicates: predicate::Predicates,
    /// Kept for their room.
    tasks: Vec<expression::Task>,
    room: sums::Room,
    fixed: Vec<VarId>,
    open: Vec<VarId>,
    known: Vec<(u32, i64)>,
    cells: Vec<Cell>,
    searches: native::Searches,
    /// Of random choices in searches.
    dice: Dice,
    /// Whether variables may have attributes of other modules.
    pub(crate) others: bool,
    /// Makes every labeling take single steps, for tests.
    stepwise: bool,
    /// Who listens to the kernel.
    events: events::Listening,
    /// What the counters were when they were last asked for, by place.
    counted: [u64; statistics::KEYS.len()],
}

impl Clpz {
    /// Takes back everything since a mark.
    pub fn undo(&mut self, mark: u64) {
        self.store.undo_to(mark);
        self.searches.undo(mark);
        while let Some(&(since, v)) = self.adopted.last() {
            if since < mark {
                break;
            }
            if let Some(c) = self.owners.get_mut(v.0 as usize) {
                *c = Cell::NIL;
            }
            self.adopted.pop();
        }
        self.owners.truncate(self.store.var_count());
    }

    /// What the kernel has done so far.
    pub fn counters(&self) -> Counters {
        self.store.counters()
    }

    /// Forgets constraints that nobody can reach: those at the end of the store among variables
    /// whose owners are not marked. `newest` is the mark of the newest choice point. Returns the mark that
    /// is left.
    pub fn reclaim(&mut self, newest: u64, is_marked: &dyn Fn(Cell) -> bool) -> Option<u64> {
        // A search knows variables by their numbers.
        if self.searches.any() {
            return None;
        }
        let owners = &self.owners;
        let is_alive = |v: VarId| {
            let owner = owners.get(v.0 as usize);
            owner.is_some_and(|c| *c != Cell::NIL && is_marked(*c))
        };
        // Older variables that got an owner which is alive keep it.
        let adoptions = self.adopted.iter().rev();
        let newest = adoptions
            .filter(|(_, v)| is_alive(*v))
            .map(|(since, _)| since + 1)
            .fold(newest, u64::max);
        let mark = self.store.reclaim(newest, &is_alive)?;
        let backtracks = self.store.counters.backtracks;
        let watch = self.store.fall_asleep();
        self.undo(mark);
        if let Some(watch) = watch {
            self.store.wake_up(watch);
        }
        self.store.counters.backtracks = backtracks;
        Some(mark)
    }

    /// Shows the owners to the collector.
    pub fn roots(&mut self, visit: &mut dyn FnMut(&mut Cell)) {
        self.owners.iter_mut().for_each(visit);
    }

    /// Shows the records to the collector of atoms.
    pub fn records(&self, visit: &mut dyn FnMut(&crate::machine::Record)) {
        self.events.records(visit);
    }
}

/// Why a constraint was not posted.
enum Stop {
    Fail,
    Ball(Ball),
}

/// What posting comes to.
type Step<T> = Result<T, Stop>;

impl From<Inconsistent> for Stop {
    fn from(_: Inconsistent) -> Stop {
        Stop::Fail
    }
}

/// Whether a module is the library's, once there are constraints.
pub(crate) fn is_home(vm: &Vm, module: Atom) -> bool {
    let names = vm.ext.clpz.names.as_ref();
    names.is_some_and(|names| names.module == module)
}

pub(crate) const ROWS: &[Row] = &[
    det("$fd_eq", "?term, ?term", "-", "`X #= Y`.", |vm| {
        relation(vm, "#=", Relation::Eq)
    }),
    det("$fd_ne", "?term, ?term", "-", "`X #\\= Y`.", |vm| {
        relation(vm, "#\\=", Relation::Ne)
    }),
    det("$fd_lt", "?term, ?term", "-", "`X #< Y`.", |vm| {
        relation(vm, "#<", Relation::Lt)
    }),
    det("$fd_le", "?term, ?term", "-", "`X #=< Y`.", |vm| {
        relation(vm, "#=<", Relation::Le)
    }),
    det("$fd_gt", "?term, ?term", "-", "`X #> Y`.", |vm| {
        relation(vm, "#>", Relation::Gt)
    }),
    det("$fd_ge", "?term, ?term", "-", "`X #>= Y`.", |vm| {
        relation(vm, "#>=", Relation::Ge)
    }),
    det(
        "$fd_eq",
        "?term, ?term, ?term",
        "-",
        "`B #<==> X #= Y`.",
        |vm| truth(vm, Relation::Eq),
    ),
    det(
        "$fd_ne",
        "?term, ?term, ?term",
        "-",
        "`B #<==> X #\\= Y`.",
        |vm| truth(vm, Relation::Ne),
    ),
    det(
        "$fd_lt",
        "?term, ?term, ?term",
        "-",
        "`B #<==> X #< Y`.",
        |vm| truth(vm, Relation::Lt),
    ),
    det(
        "$fd_le",
        "?term, ?term, ?term",
        "-",
        "`B #<==> X #=< Y`.",
        |vm| truth(vm, Relation::Le),
    ),
    det(
        "$fd_gt",
        "?term, ?term, ?term",
        "-",
        "`B #<==> X #> Y`.",
        |vm| truth(vm, Relation::Gt),
    ),
    det(
        "$fd_ge",
        "?term, ?term, ?term",
        "-",
        "`B #<==> X #>= Y`.",
        |vm| truth(vm, Relation::Ge),
    ),
    det("$fd_in", "?term, +term", "-", "`X in Domain`.", |vm| {
        change(vm, ("in", 2), |vm| post::member(vm, vm.x(0), vm.x(1)))
    }),
    det("$fd_ins", "+term, +term", "-", "`Xs ins Domain`.", |vm| {
        change(vm, ("ins", 2), |vm| post::members(vm, vm.x(0), vm.x(1)))
    }),
    det(
        "$fd_post",
        "+integer, +compound",
        "-",
        "A call of an FD predicate.",
        predicate::post,
    ),
    det("$fd_formula", "?term", "-", "The formula is true.", |vm| {
        let formula = vm.x(0);
        let name = move |vm: &Vm| formula_name(vm, formula);
        change(vm, name, |vm| logic::assert(vm, formula))
    }),
    det(
        "$fd_all_different",
        "+term",
        "-",
        "The variables take different values.",
        |vm| {
            change(vm, ("all_different", 1), |vm| {
                post::all_different(vm, vm.x(0))
            })
        },
    ),
    det(
        "$fd_sum",
        "+term, +term, ?term",
        "-",
        "The sum of variables in a relation to an expression.",
        |vm| {
            change(vm, ("sum", 3), |vm| {
                post::scalar_product(vm, None, vm.x(0), vm.x(1), vm.x(2))
            })
        },
    ),
    det(
        "$fd_scalar_product",
        "+term, +term, +term, ?term",
        "-",
        "The same with coefficients.",
        |vm| {
            change(vm, ("scalar_product", 4), |vm| {
                post::scalar_product(vm, Some(vm.x(0)), vm.x(1), vm.x(2), vm.x(3))
            })
        },
    ),
    det(
        "$fd_var",
        "?term",
        "-",
        "It is a constrained variable.",
        |vm| Ok(variable::known(vm, vm.x(0)).is_some()),
    ),
    det("$fd_inf", "?term, ?term", "-", "The least value.", |vm| {
        answer(vm, "fd_inf", |vm, c| {
            Ok(inspect::bounds(vm, c)?.0).map(|b| set::bound(vm, &b))
        })
    }),
    det(
        "$fd_sup",
        "?term, ?term",
        "-",
        "The greatest value.",
        |vm| {
            answer(vm, "fd_sup", |vm, c| {
                Ok(inspect::bounds(vm, c)?.1).map(|b| set::bound(vm, &b))
            })
        },
    ),
    det(
        "$fd_size",
        "?term, ?term",
        "-",
        "How many values there are.",
        |vm| answer(vm, "fd_size", inspect::size),
    ),
    det("$fd_dom", "?term, ?term", "-", "The domain.", |vm| {
        answer(vm, "fd_dom", |vm, c| {
            inspect::domain(vm, c).map(|d| set::term(vm, &d))
        })
    }),
    det(
        "$fd_degree",
        "?term, ?term",
        "-",
        "How many constraints there are.",
        |vm| answer(vm, "fd_degree", inspect::degree),
    ),
    det(
        "$fd_labeling",
        "+term, +term, -compound",
        "-",
        "Checks the arguments of a labeling.",
        labeling::prepare,
    ),
    det(
        "$fd_solve",
        "+term, +list, -compound",
        "-",
        "The same for several labelings.",
        labeling::prepare_all,
    ),
    det(
        "$fd_find",
        "+integer, -atom, -atom, -integer",
        "-",
        "Goes on with a search.",
        native::find,
    ),
    det(
        "$fd_search",
        "+compound, +atom, -integer",
        "-",
        "Begins a search, which may look ahead.",
        native::search,
    ),
    det(
        "$fd_seek",
        "+compound, ?term, -integer",
        "-",
        "Begins a search for the least cost.",
        native::seek,
    ),
    det(
        "$fd_seek_on",
        "+integer, -atom, -integer, -integer",
        "-",
        "Goes on with it.",
        native::seek_on,
    ),
    det(
        "$fd_greatest",
        "+compound, ?term, +integer, +integer",
        "-",
        "Nothing costs more, which was easy to see.",
        native::greatest,
    ),
    det(
        "$fd_next",
        "+compound, -atom, -term, -term",
        "-",
        "What to branch on.",
        labeling::next,
    ),
    det(
        "$fd_after",
        "+atom, ?term, +integer, -term",
        "-",
        "The next value.",
        labeling::after,
    ),
    det(
        "$fd_select",
        "+integer, +list, -term",
        "-",
        "The variable to label next.",
        labeling::select,
    ),
    det(
        "$fd_choice",
        "+integer, ?term, -atom, -term",
        "-",
        "How to branch on a variable.",
        labeling::choice,
    ),
    det(
        "$fd_tighten",
        "+list, +atom, +atom, +list",
        "-",
        "Costs less than what was found.",
        labeling::tighten,
    ),
    det("$fd_assign", "?term, +term", "-", "Takes a value.", |vm| {
        labeling::step(vm, Move::Assign)
    }),
    det(
        "$fd_differ",
        "?term, +term",
        "-",
        "Does not take a value.",
        |vm| labeling::step(vm, Move::Differ),
    ),
    det(
        "$fd_at_most",
        "?term, +term",
        "-",
        "Takes a value up to here.",
        |vm| labeling::step(vm, Move::AtMost),
    ),
    det(
        "$fd_above",
        "?term, +term",
        "-",
        "Takes a greater value.",
        |vm| labeling::step(vm, Move::Above),
    ),
    det(
        "$fd_in_set",
        "?term, +term",
        "-",
        "A member of a set.",
        set::member,
    ),
    det(
        "$fd_set",
        "?term, ?term",
        "-",
        "The domain as a set.",
        set::of_variable,
    ),
    det("$fdset_is", "@term", "-", "It is a set.", set::is_set),
    det(
        "$fdset_check",
        "+term, +compound",
        "-",
        "It must be a set.",
        set::check,
    ),
    det(
        "$fdset_range",
        "+term, +term, ?term",
        "-",
        "The set of an interval.",
        set::of_bounds,
    ),
    det(
        "$fdset_of_range",
        "+term, ?term",
        "-",
        "The set of a domain.",
        set::of_range,
    ),
    det(
        "$fdset_to_range",
        "+term, ?term",
        "-",
        "The domain of a set.",
        set::to_range,
    ),
    det(
        "$fdset_of_list",
        "+term, ?term",
        "-",
        "The set of some integers.",
        set::of_list,
    ),
    det(
        "$fdset_to_list",
        "+term, ?term",
        "-",
        "The integers of a set.",
        set::to_list,
    ),
    det(
        "$fdset_size",
        "+term, ?term",
        "-",
        "How many integers a set has.",
        set::size,
    ),
    det(
        "$fdset_op",
        "+atom, +term, +term, ?term",
        "-",
        "Two sets combined.",
        set::combine,
    ),
    det(
        "$fd_neighbors",
        "?term, ?term",
        "-",
        "Variables that share a constraint.",
        inspect::neighbors,
    ),
    det(
        "$fd_closure",
        "+term, ?term",
        "-",
        "Variables that constraints connect.",
        inspect::closure,
    ),
    det(
        "$fd_statistics",
        "+atom, -integer",
        "-",
        "A counter, which then is zero.",
        statistics::count,
    ),
    det(
        "$fd_statistics_keys",
        "-list",
        "-",
        "The names of the counters.",
        statistics::keys,
    ),
    det(
        "$fd_stepwise",
        "+atom",
        "-",
        "Whether every labeling takes single steps, `on` or `off`; for tests.",
        |vm| {
            let on = vm.atoms.intern("on");
            vm.ext.clpz.stepwise = vm.x(0) == Cell::atom(on);
            Ok(true)
        },
    ),
    det(
        "$fd_setrand",
        "+integer",
        "-",
        "Seeds the random choices of searches.",
        |vm| {
            let seed = vm.to_int(vm.x(0)).and_then(|i| i.to_i64()).unwrap_or(0);
            vm.ext.clpz.dice = Dice::new(seed as u64);
            Ok(true)
        },
    ),
    det(
        "$fd_getrand",
        "-integer",
        "-",
        "The seed that continues the random choices of searches.",
        |vm| {
            let seed = crate::base::int::Int::from(vm.ext.clpz.dice.seed() as i64);
            let seed = vm.int_cell(&seed);
            Ok(vm.unify(vm.x(0), seed))
        },
    ),
    det(
        "$fd_residual",
        "?term, -list",
        "-",
        "The constraints of a variable as goals.",
        |vm| {
            let goals = residual::goals(vm, vm.x(0));
            let list = vm.heap.list(&goals, Cell::NIL);
            Ok(vm.unify(vm.x(1), list))
        },
    ),
    det(
        "$fd_bound",
        "?term, ?term",
        "-",
        "Tells the kernel of a binding of variable number `N`.",
        |vm| {
            let names = Names::of(vm);
            let Some(n) = vm
                .to_int(vm.x(0))
                .and_then(|i| i.to_i64())
                .and_then(|n| u32::try_from(n).ok())
            else {
                return Ok(true);
            };
            match variable::tell(vm, &names, VarId(n), vm.x(1)) {
                Ok(()) => Ok(true),
                Err(Stop::Fail) => Ok(false),
                Err(Stop::Ball(ball)) => Err(ball),
            }
        },
    ),
];

fn relation(vm: &mut Vm, name: &'static str, rel: Relation) -> Res {
    if rel == Relation::Ne && simple::differ(vm, vm.x(0), vm.x(1)) {
        return variable::posted(vm);
    }
    change(vm, (name, 2), |vm| {
        post::relation(vm, rel, vm.x(0), vm.x(1))
    })
}

fn truth(vm: &mut Vm, rel: Relation) -> Res {
    if simple::truth(vm, vm.x(0), rel, vm.x(1), vm.x(2)) {
        return variable::posted(vm);
    }
    change(vm, ("#<==>", 2), |vm| {
        logic::state_truth(vm, vm.x(0), rel, vm.x(1), vm.x(2))
    })
}

/// The connective that errors of a formula name.
fn formula_name(vm: &Vm, t: Cell) -> (&'static str, u32) {
    const NAMES: [&str; 9] = [
        "#<==>", "#==>", "#<==", "#<=>", "#=>", "#<=", "#\\/", "#/\\", "#\\",
    ];
    if t.is_structure() {
        let (f, n) = vm.heap.functor_of(t);
        let text = vm.atoms.text(vm.functors.get(f).0);
        if let Some(name) = NAMES.iter().find(|name| ***name == *text) {
            return (name, n);
        }
    }
    ("#<==>", 2)
}

/// Unifies the second argument with what is known of the first.
fn answer(vm: &mut Vm, name: &str, f: impl FnOnce(&mut Vm, Cell) -> Step<Cell>) -> Res {
    let c = vm.x(0);
    match f(vm, c) {
        Ok(found) => Ok(vm.unify(vm.x(1), found)),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => {
            let name = vm.atoms.intern(name);
            Err(vm.close_ball(ball, name, 2))
        }
    }
}
