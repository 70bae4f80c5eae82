//! The propagators: one row each. From the row come the variant of [`Prop`], the dispatch and,
//! through the `SPEC` of each file, the oracle's tests.

pub mod abs;
mod addends;
pub mod all_different;
pub mod boolean;
pub mod constraint;
pub mod distance;
pub mod divmod;
pub mod exact;
pub mod global;
pub mod indexical;
pub mod linear;
pub mod minmax;
pub mod modulo;
pub mod normal;
pub mod power;
pub mod reification;
pub mod reified;
pub mod relation;
pub mod scale;
pub mod square_sum;
pub(crate) mod support;
pub mod times;
pub mod unit_sum;

use crate::fd::constraints::constraint::{Constraint, Rel};
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Spec};
use crate::fd::kernel::store::Store;
use crate::fd::kernel::subscription::OnFixed;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars, is_small};

macro_rules! propagators {
    ($($name:ident => $type:ty,)*) => {
        /// Any propagator, dispatched by a match.
        #[derive(Debug)]
        pub enum Prop {
            $(#[doc = concat!("See [`", stringify!($type), "`].")] $name($type),)*
        }

        impl Prop {
            /// When it runs, relative to others.
            #[inline]
            pub fn cost(&self) -> Cost {
                match self { $(Prop::$name(p) => p.cost(),)* }
            }

            /// Names its variables and conditions.
            pub fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
                match self { $(Prop::$name(p) => p.subscribe(on),)* }
            }

            /// Runs it.
            #[inline]
            pub fn propagate(&self, vars: &mut Vars) -> Propagated {
                match self { $(Prop::$name(p) => p.propagate(vars),)* }
            }

            /// The constraint in question.
            pub fn describe(&self) -> Constraint {
                match self { $(Prop::$name(p) => p.describe(),)* }
            }
        }

        $(impl From<$type> for Prop {
            fn from(p: $type) -> Prop {
                Prop::$name(p)
            }
        })*
    };
}

propagators! {
    NeqOffset => relation::NeqOffset,
    NeqSum => relation::NeqSum,
    AbsDiffNe => relation::AbsDiffNe,
    AllDifferent => all_different::AllDifferent,
    EqOffset => relation::EqOffset,
    EqSum => relation::EqSum,
    LeqOffset => relation::LeqOffset,
    AbsDiffEq => distance::AbsDiffEq,
    Scale => scale::Scale,
    UnitSum => unit_sum::UnitSum,
    SquareSum => square_sum::SquareSum,
    LinearEqWords => linear::LinearEqWords,
    LinearLeWords => linear::LinearLeWords,
    LinearEq => linear::LinearEq,
    LinearNe => linear::LinearNe,
    LinearLe => linear::LinearLe,
    Exact => exact::Exact,
    Times => times::Times,
    Div => divmod::Div,
    Mod => modulo::Mod,
    Power => power::Power,
    Abs => abs::Abs,
    Max => minmax::Max,
    Bool => boolean::Bool,
    ReifRange => reified::ReifRange,
    ReifEq => reified::ReifEq,
    ReifLe => reified::ReifLe,
    ReifSum => reified::ReifSum,
    Reif => reification::Reif,
    When => reification::When,
    Global => global::Posted,
    Firing => indexical::Firing,
    Without => indexical::Without,
    Asked => indexical::Asked,
}

/// The rows of the oracle.
pub const SPECS: &[&Spec] = &[
    &linear::SPEC,
    &unit_sum::SPEC,
    &relation::SPEC,
    &distance::SPEC,
    &scale::SPEC,
    &exact::SPEC,
    &all_different::SPEC,
    &times::SPEC,
    &divmod::SPEC,
    &modulo::SPEC,
    &power::SPEC,
    &abs::SPEC,
    &minmax::SPEC,
    &boolean::SPEC,
    &reified::SPEC,
    &reification::SPEC,
];

/// Receives the subscriptions of what acts at once: variable, other variable, data, action.
pub(crate) type AtOnce<'a> = dyn FnMut(VarId, VarId, i64, OnFixed) + 'a;

impl Prop {
    /// Whether it is never queued because its subscriptions do all the work.
    pub(crate) fn acts_at_once(&self) -> bool {
        matches!(
            self,
            Prop::NeqOffset(_)
                | Prop::NeqSum(_)
                | Prop::AbsDiffNe(_)
                | Prop::AllDifferent(_)
                | Prop::LeqOffset(_)
                | Prop::Without(_)
        )
    }

    /// [`Prop::subscribe`] with a hook that is known where it is called, for what programs post most.
    #[inline(always)]
    pub(crate) fn each(&self, mut on: impl FnMut(VarId, PropCond)) {
        match self {
            Prop::ReifRange(p) => p.each(on),
            Prop::ReifEq(p) => p.each(on),
            Prop::UnitSum(p) => p.each(on),
            p => p.subscribe(&mut on),
        }
    }

    /// The subscriptions of a propagator that acts at once.
    pub(crate) fn subscribe_at_once(&self, on: &mut AtOnce<'_>) {
        match self {
            Prop::NeqOffset(p) => p.subscribe_at_once(on),
            Prop::NeqSum(p) => p.subscribe_at_once(on),
            Prop::AbsDiffNe(p) => p.subscribe_at_once(on),
            Prop::AllDifferent(p) => p.subscribe_at_once(on),
            Prop::Without(p) => p.subscribe_at_once(on),
            _ => {}
        }
    }

    /// Whether a propagator that acts at once has nothing left to do.
    pub(crate) fn is_done(&self, vars: &Vars) -> bool {
        if let Prop::LeqOffset(p) = self {
            return p.is_entailed(vars);
        }
        self.acts_at_once() && {
            let mut open = 0;
            self.subscribe(&mut |v, _| open += usize::from(!vars.is_fixed(v)));
            open < 2
        }
    }
}

impl Store {
    /// States `x rel y + c`: the short way for what programs state most.
    pub fn post_offset(
        &mut self,
        x: VarId,
        rel: Rel,
        y: VarId,
        c: i64,
    ) -> Result<(), Inconsistent> {
        if rel == Rel::Ne && self.differ(x, y, c) {
            return Ok(());
        }
        if is_small(c)
            && let Some(done) = self.post_offset_of_fixed(x, rel, y, c)
        {
            return done;
        }
        if x == y || !is_small(c) || self.is_fixed(x) || self.is_fixed(y) {
            return self.post(&Constraint::linear(&[(1, x), (-1, y)], rel, c));
        }
        match rel {
            Rel::Eq => relation::post_eq(self, x, y, c),
            Rel::Ne => relation::post_neq(self, x, y, c),
            Rel::Le => relation::post_leq(self, x, y, c),
        }
    }

    /// States `x ≠ y + c`, if that leaves nothing to propagate; whether it does.
    #[inline]
    pub fn differ(&mut self, x: VarId, y: VarId, c: i64) -> bool {
        let posts = x != y && is_small(c) && self.vars.is_open(x) && self.vars.is_open(y);
        if posts {
            self.add_neq(x, y, c);
        }
        posts
    }

    /// States `x + y = c`.
    pub(crate) fn post_pair_sum(&mut self, x: VarId, y: VarId, c: i64) -> Result<(), Inconsistent> {
        if x == y || !is_small(c) || self.is_fixed(x) || self.is_fixed(y) {
            return self.post(&Constraint::linear(&[(1, x), (1, y)], Rel::Eq, c));
        }
        relation::post_eq_sum(self, x, y, c)
    }

    /// [`Store::post_offset`] where a side is a word; `None` elsewhere.
    fn post_offset_of_fixed(
        &mut self,
        x: VarId,
        rel: Rel,
        y: VarId,
        c: i64,
    ) -> Option<Result<(), Inconsistent>> {
        let vars = &mut self.vars;
        let (fixed, other, value, is_left) = match (vars.word(x), vars.word(y)) {
            (Some(value), _) => (x, y, value - c, true),
            (None, Some(value)) => (y, x, value + c, false),
            (None, None) => return None,
        };
        if fixed == other || !is_small(value) {
            return None;
        }
        Some(match rel {
            Rel::Eq => vars.fix(other, value),
            Rel::Ne => vars.remove(other, value),
            Rel::Le if is_left => vars.remove_below(other, value),
            Rel::Le => vars.remove_above(other, value),
        })
    }

    /// States `b ⇔ x rel y + c`, where `b` is a truth value.
    pub fn post_reified_offset(
        &mut self,
        b: VarId,
        (x, rel, y): (VarId, Rel, VarId),
        c: i64,
    ) -> Result<(), Inconsistent> {
        if x == y || !is_small(c) || [b, x, y].iter().any(|v| self.is_fixed(*v)) {
            let comparison = Constraint::linear(&[(1, x), (-1, y)], rel, c);
            return reification::post(self, b, &comparison);
        }
        reified::post_offset(self, b, (x, rel, y), c)
    }

    /// States `b ⇔ x ∈ low..high`, or `b ⇔ x ∉ low..high` unless `inside`, where `b` is a truth
    /// value. The words [`INF`] and [`SUP`] stand for no end.
    ///
    /// [`INF`]: crate::fd::kernel::var::INF
    /// [`SUP`]: crate::fd::kernel::var::SUP
    pub fn post_reified_range(
        &mut self,
        b: VarId,
        x: VarId,
        range: (i64, i64),
        inside: bool,
    ) -> Result<(), Inconsistent> {
        if self.is_fixed(b) {
            // Runs now and has nothing to say afterwards.
            let keep = reified::ReifRange::new(b, x, range, inside);
            return keep.propagate(&mut self.vars).map(|_| ());
        }
        reified::post_range(self, b, x, range, inside)
    }

    /// States that variables take pairwise distinct values.
    pub fn post_all_different(&mut self, xs: &[VarId]) -> Result<(), Inconsistent> {
        all_different::post(self, xs, false)
    }

    /// States a constraint. What follows from it directly is removed at once; the rest when
    /// [`Store::propagate`] runs.
    pub fn post(&mut self, c: &Constraint) -> Result<(), Inconsistent> {
        use Constraint as C;
        match c {
            C::Linear {
                terms,
                rel,
                constant,
            } => normal::post(self, terms, *rel, constant),
            C::In(x, d) => self.vars.restrict(*x, d),
            C::Times(x, y, z) => times::post(self, *x, *y, *z),
            C::Div(x, y, z) => divmod::post_trunc(self, *x, *y, *z),
            C::FloorDiv(x, y, z) => divmod::post_floor(self, *x, *y, *z),
            C::Mod(x, y, z) => modulo::post_mod(self, *x, *y, *z),
            C::Rem(x, y, z) => modulo::post_rem(self, *x, *y, *z),
            C::Power(x, y, z) => power::post(self, *x, *y, *z),
            C::Abs(x, y) => abs::post(self, *x, *y),
            C::Min(x, y, z) => minmax::post_min(self, *x, *y, *z),
            C::Max(x, y, z) => minmax::post_max(self, *x, *y, *z),
            C::AbsDiffEq(x, y, c) => distance::post(self, *x, *y, c),
            C::AbsDiffNe(x, y, c) => relation::post_abs_diff_ne(self, *x, *y, c),
            C::AllDifferent(xs) => all_different::post(self, xs, false),
            C::Global(g) => g.0.post(self),
            C::Called {
                call,
                positive,
                only,
            } => indexical::post(self, call, *positive, *only),
            C::Bool(op, x, y, z) => boolean::post(self, *op, *x, *y, *z),
            C::Reified(b, c) => reification::post(self, *b, c),
            C::When(b, c) => reification::post_when(self, *b, c),
        }
    }
}
