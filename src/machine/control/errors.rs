//! Balls of `throw/1`, and the ISO error terms (13211-1, 7.12.2), one constructor each.

use crate::base::atom::{Atom, atoms};
use crate::machine::state::ball::{Inner, Reach};
use crate::machine::state::constrained_copy::ConstrainedCopy;
use crate::machine::{Attributes, Ball, Cell, Extension, Machine, Record};

/// The bytes of a heap whose terms can be copied without a question.
const LARGE_HEAP: u64 = 64 << 20;

/// The cells of a term that can be copied without a question.
const SMALL_COPY: u64 = 1 << 20;

impl<X: Extension> Machine<X> {
    /// The ball of `throw/1`: a copy of a term and of the constraints of its variables.
    pub(crate) fn thrown(&mut self, term: Cell) -> Ball {
        let mut ball = self.ball(term);
        ball.0.term.constraints = X::constraints_of(self, term);
        ball
    }

    /// A copy of a term and of the constraints of its variables.
    pub(in crate::machine) fn constrained_copy(&mut self, term: Cell) -> ConstrainedCopy {
        ConstrainedCopy {
            record: Record::new(&mut self.heap, term, Attributes::Copy),
            constraints: X::constraints_of(self, term),
        }
    }

    /// Puts a copy onto the heap and posts its constraints.
    ///
    /// # Errors
    /// Those of posting: limits and interrupts.
    pub(in crate::machine) fn restore_constrained(
        &mut self,
        copy: &ConstrainedCopy,
    ) -> Result<Cell, Ball> {
        let term = copy.record.restore(&mut self.heap);
        if let Some(constraints) = &copy.constraints {
            X::constrain_copy(self, term, constraints)?;
        }
        Ok(term)
    }

    /// A ball with a copy of `term`, without constraints. If the process has no memory for the copy, the ball is
    /// `error(resource_error(memory),_)`.
    pub(crate) fn ball(&mut self, term: Cell) -> Ball {
        if !self.has_room_for_copy(term) {
            return self.out_of_memory();
        }
        Ball(Box::new(Inner {
            term: ConstrainedCopy {
                record: Record::new(&mut self.heap, term, Attributes::Copy),
                constraints: None,
            },
            open: false,
            reach: Reach::Every,
            is_exhaustion: false,
            ticket: 0,
        }))
    }

    /// Returns true if the process has memory for a copy of a term outside the heap. A term that shares parts may be
    /// refused although its copy, which shares them, would fit.
    fn has_room_for_copy(&self, term: Cell) -> bool {
        let heap = self.heap.top;
        // A copy takes a word for each cell and two for the mark on it, in buffers that grow by doubling.
        let room = usize::try_from(heap.saturating_mul(8)).unwrap_or(usize::MAX);
        heap < LARGE_HEAP
            || self.size_within(term, SMALL_COPY).is_some()
            || Vec::<u8>::new().try_reserve_exact(room).is_ok()
    }

    /// A ball that no `catch/3` catches.
    pub(crate) fn final_ball(&mut self, term: Cell) -> Ball {
        let mut ball = self.ball(term);
        ball.0.reach = Reach::None;
        ball
    }

    /// `error(Formal, Context)`, whose context will be the predicate that throws it.
    pub(crate) fn open_error(&mut self, formal: Cell) -> Ball {
        let context = self.heap.new_var();
        let e = self
            .heap
            .structure(self.well_known.error, &[formal, context]);
        let mut ball = self.ball(e);
        ball.0.open = true;
        ball
    }

    /// `error(Formal, Context)`.
    pub(crate) fn error_with_context(&mut self, formal: Cell, context: Cell) -> Ball {
        let e = self
            .heap
            .structure(self.well_known.error, &[formal, context]);
        self.ball(e)
    }

    /// Fills the open context of an error with `Name/Arity`.
    #[cold]
    pub(crate) fn close_ball(&mut self, ball: Ball, name: Atom, arity: u32) -> Ball {
        if !ball.0.open {
            return ball;
        }
        let t = ball.term().restore(&mut self.heap);
        let pi = self.indicator(name, arity);
        let context = self.heap.get(t.addr() + 16);
        self.unify(context, pi);
        let mut closed = self.ball(t);
        (closed.0.reach, closed.0.ticket) = (ball.0.reach, ball.0.ticket);
        closed.0.is_exhaustion = ball.0.is_exhaustion;
        closed
    }

    /// The term `Name/Arity`.
    pub(crate) fn indicator(&mut self, name: Atom, arity: u32) -> Cell {
        self.heap.structure(
            self.well_known.slash,
            &[Cell::atom(name), Cell::int(i64::from(arity))],
        )
    }

    /// `instantiation_error`.
    #[cold]
    pub(crate) fn instantiation_error(&mut self) -> Ball {
        self.open_error(Cell::atom(atoms::INSTANTIATION_ERROR))
    }

    /// `uninstantiation_error(Culprit)`.
    #[cold]
    pub(crate) fn uninstantiation_error(&mut self, culprit: Cell) -> Ball {
        let f = self
            .heap
            .structure(self.well_known.uninstantiation_error, &[culprit]);
        self.open_error(f)
    }

    /// `type_error(Type, Culprit)`.
    #[cold]
    pub(crate) fn type_error(&mut self, ty: Atom, culprit: Cell) -> Ball {
        let f = self
            .heap
            .structure(self.well_known.type_error, &[Cell::atom(ty), culprit]);
        self.open_error(f)
    }

    /// `domain_error(Domain, Culprit)`.
    #[cold]
    pub(crate) fn domain_error(&mut self, domain: &str, culprit: Cell) -> Ball {
        let d = self.atoms.intern(domain);
        let f = self
            .heap
            .structure(self.well_known.domain_error, &[Cell::atom(d), culprit]);
        self.open_error(f)
    }

    /// `existence_error(Kind, Culprit)`.
    #[cold]
    pub(crate) fn existence_error(&mut self, kind: &str, culprit: Cell) -> Ball {
        let k = self.atoms.intern(kind);
        let f = self
            .heap
            .structure(self.well_known.existence_error, &[Cell::atom(k), culprit]);
        self.open_error(f)
    }

    /// `existence_error(argument, N, Term)`.
    #[cold]
    pub(crate) fn missing_argument(&mut self, n: Cell, term: Cell) -> Ball {
        let error = self.functors.intern(atoms::EXISTENCE_ERROR, 3);
        let kind = Cell::atom(self.atoms.intern("argument"));
        let f = self.heap.structure(error, &[kind, n, term]);
        self.open_error(f)
    }

    /// `existence_error(procedure, Name/Arity)` in the context of that procedure.
    #[cold]
    pub(crate) fn unknown_procedure(&mut self, name: Atom, arity: u32) -> Ball {
        let pi = self.indicator(name, arity);
        let f = self.heap.structure(
            self.well_known.existence_error,
            &[Cell::atom(atoms::PROCEDURE), pi],
        );
        self.error_with_context(f, pi)
    }

    /// `permission_error(Operation, Kind, Culprit)`.
    #[cold]
    pub(crate) fn permission_error(&mut self, operation: &str, kind: &str, culprit: Cell) -> Ball {
        let (o, k) = (self.atoms.intern(operation), self.atoms.intern(kind));
        let f = self.heap.structure(
            self.well_known.permission_error,
            &[Cell::atom(o), Cell::atom(k), culprit],
        );
        self.open_error(f)
    }

    /// `representation_error(Flag)`.
    #[cold]
    pub(crate) fn representation_error(&mut self, flag: &str) -> Ball {
        let a = self.atoms.intern(flag);
        let f = self
            .heap
            .structure(self.well_known.representation_error, &[Cell::atom(a)]);
        self.open_error(f)
    }

    /// `evaluation_error(Kind)`.
    #[cold]
    pub(crate) fn evaluation_error(&mut self, kind: &str) -> Ball {
        let a = self.atoms.intern(kind);
        let f = self
            .heap
            .structure(self.well_known.evaluation_error, &[Cell::atom(a)]);
        self.open_error(f)
    }

    /// `resource_error(Resource)`.
    #[cold]
    pub(crate) fn resource_error(&mut self, resource: Atom) -> Ball {
        let f = self
            .heap
            .structure(self.well_known.resource_error, &[Cell::atom(resource)]);
        self.open_error(f)
    }

    /// `resource_error(memory)`, where a limit on memory would be exceeded or the system has none left. No `catch/3`
    /// catches it if the limit is one of the host that ends the query.
    #[cold]
    pub(crate) fn out_of_memory(&mut self) -> Ball {
        let ball = self.resource_error(atoms::MEMORY);
        self.of_exhaustion(ball)
    }

    /// The ball of exhausted memory, as the limit in force has it.
    pub(in crate::machine) fn of_exhaustion(&self, mut ball: Ball) -> Ball {
        if self.limits.memory_is_final {
            (ball.0.reach, ball.0.is_exhaustion) = (Reach::None, true);
        }
        ball
    }

    /// `syntax_error(Kind)`.
    #[cold]
    pub(crate) fn syntax_error(&mut self, kind: &str) -> Ball {
        let a = self.atoms.intern(kind);
        let f = self
            .heap
            .structure(self.well_known.syntax_error, &[Cell::atom(a)]);
        self.open_error(f)
    }

    /// `type_error(Type, Culprit)`, or `instantiation_error` if the culprit is a variable.
    #[cold]
    pub(crate) fn type_or_instantiation(&mut self, ty: Atom, culprit: Cell) -> Ball {
        if self.heap.deref(culprit).is_ref() {
            self.instantiation_error()
        } else {
            self.type_error(ty, culprit)
        }
    }
}
