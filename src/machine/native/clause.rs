//! A clause as machine code: one template for each of the most frequent instructions, and the instruction's body for
//! the others.
//!
//! Machine code never polls: if a call or a cut has to, it returns before it, and the interpreter continues. So no
//! collection runs below a frame of machine code.

use super::assembler::{A, C, Condition, D, E, H, HEAP, LIMIT, MACHINE, Reg, X};
use super::comparison::test_jump;
use super::inline_builtin::InlineBuiltin;
use super::routines::Emitter;
use super::typed_entry::{self, TypedEntry};
use crate::code::instr::{Class, Instr};
use crate::code::pred::{ConstId, PredId};
use crate::machine::Code;
use crate::machine::control::stacks::ENV_HEADER;
use dynasmrt::DynamicLabel;

/// A clause that becomes machine code.
pub(super) struct ClauseSource<'c> {
    pub(super) code: &'c [Instr],
    /// The address at which the interpreter will find the code.
    pub(super) base: Code,
    /// The constants of the pool that are floats, with their bits.
    pub(super) floats: Vec<(ConstId, u64)>,
    /// The predicates that it calls whose entries were known.
    pub(super) known: Vec<KnownEntry>,
    /// The builtins that it calls whose frequent cases are machine code, by their numbers.
    pub(super) inline: Vec<(u32, InlineBuiltin)>,
    /// A bit for each argument that was an unbound variable at a call.
    pub(super) unbound: u64,
}

/// The entry of a predicate that is a builtin, or an alias.
#[derive(Clone)]
pub(super) struct KnownEntry {
    pub(super) pred: PredId,
    /// The predicate, the one that it is an alias of, and so on; each with the instruction of its entry, and where that
    /// stands. The last instruction is an `alias`, or `builtin` before a `proceed`.
    pub(super) steps: Vec<(PredId, Code, Instr)>,
}

/// Code that stands after the clause, because it is run rarely.
pub(super) enum Late {
    /// The body of instruction `i`, then back to a label.
    Body {
        label: DynamicLabel,
        i: usize,
        back: DynamicLabel,
    },
    /// A builtin by its body, then back to a label.
    Builtin {
        label: DynamicLabel,
        instr: Instr,
        at: Code,
        back: DynamicLabel,
    },
    /// Arithmetic instruction `i` on floats or by its body, and a jump back to a label.
    Number {
        label: DynamicLabel,
        i: usize,
        back: DynamicLabel,
    },
    /// The body of test `i`, and a jump to a label or to the target of the test.
    Test {
        label: DynamicLabel,
        i: usize,
        on: DynamicLabel,
    },
    /// A packed list where a list is read.
    Packed {
        label: DynamicLabel,
        read: DynamicLabel,
    },
    /// The interpreter continues at an address.
    Exit { label: DynamicLabel, at: Code },
    /// The head compound at instruction `i` in read mode.
    Read {
        label: DynamicLabel,
        compound: usize,
        back: DynamicLabel,
    },
    /// The list of instruction `i` in read mode, for the term in `A`, which is not a variable.
    ReadList {
        label: DynamicLabel,
        i: usize,
        back: DynamicLabel,
    },
    /// The rest of the test whether a register has the tag that `untag` takes away: see `ClauseEmitter::expected`.
    Unexpected {
        label: DynamicLabel,
        register: Reg,
        untag: i32,
        read: DynamicLabel,
        var: DynamicLabel,
        other: DynamicLabel,
    },
    /// The rest of the test whether `A` is an unbound variable.
    Bound {
        label: DynamicLabel,
        var: DynamicLabel,
        other: DynamicLabel,
    },
    /// The list of instruction `i` in write mode, for the variable in `A`.
    List {
        var: DynamicLabel,
        i: usize,
        back: DynamicLabel,
    },
    /// The rest of the unification of `A` with the atomic term in `D`.
    Atomic {
        label: DynamicLabel,
        back: DynamicLabel,
    },
    /// A test whether `A`, which is not a variable, is the atomic term in `D`.
    Equal {
        label: DynamicLabel,
        back: DynamicLabel,
    },
    /// The rest of a binding if the variable is an attributed one, or older than the newest choice point.
    Binding {
        attributed: DynamicLabel,
        trail: DynamicLabel,
        back: DynamicLabel,
    },
    /// The arguments of a head compound from instruction `i` on, in write mode.
    Write {
        label: DynamicLabel,
        compound: usize,
        back: DynamicLabel,
    },
}

/// The translation of one clause.
pub(super) struct ClauseEmitter<'e, 'c> {
    pub(super) e: &'e mut Emitter,
    pub(super) source: ClauseSource<'c>,
    /// The label of each instruction.
    pub(super) labels: Vec<DynamicLabel>,
    pub(super) late: Vec<Late>,
    /// The places of references to machine code, with the offset of what they refer to.
    pub(super) places: Vec<(usize, usize)>,
    /// The register that the first instruction looks at, and the offset of the code for a term of its type, which is in
    /// `A`.
    pub(super) typed_entry: Option<(u16, usize)>,
}

impl ClauseEmitter<'_, '_> {
    /// The address of instruction `i`.
    pub(super) fn address(&self, i: usize) -> Code {
        // SAFETY: inside the code of the clause, or at its end.
        unsafe { self.source.base.add(i) }
    }

    pub(super) fn load(&mut self, x: u16) {
        let at = 8 * i32::from(x);
        self.e.asm.load(A, X.at(at));
    }

    pub(super) fn load_second(&mut self, x: u16) {
        let at = 8 * i32::from(x);
        self.e.asm.load(D, X.at(at));
    }

    pub(super) fn store(&mut self, x: u16) {
        let at = 8 * i32::from(x);
        self.e.asm.store(X.at(at), A);
    }

    pub(super) fn load_y(&mut self, y: u16) {
        let at = slot(y);
        self.e.asm.load(A, E.at(at));
    }

    pub(super) fn store_y(&mut self, y: u16) {
        let at = slot(y);
        self.e.asm.store(E.at(at), A);
    }

    /// A new variable in `A`.
    pub(super) fn new_var(&mut self) {
        self.e
            .asm
            .copy(A, H)
            .store(HEAP.plus(H), A)
            .add_constant(H, 8);
    }

    /// Appends `A` to the heap.
    pub(super) fn push(&mut self) {
        self.e.asm.store(HEAP.plus(H), A).add_constant(H, 8);
    }

    /// Tests whether a register has the tag that `untag` takes away, as most terms here have, before anything else. Behind
    /// the clause, the register is dereferenced, and code continues at `read` if it has the tag then, at `var` if it is an
    /// unbound variable, and at `other` if it is another term.
    pub(super) fn expected(
        &mut self,
        register: Reg,
        untag: i32,
        [read, var, other]: [DynamicLabel; 3],
    ) {
        let label = self.e.label();
        self.e.check_tag(register, untag, label);
        self.late.push(Late::Unexpected {
            label,
            register,
            untag,
            read,
            var,
            other,
        });
    }

    /// The label of code that executes instruction `i` by its body, and continues after it.
    pub(super) fn slow(&mut self, i: usize) -> DynamicLabel {
        let (label, back) = (self.e.label(), self.labels[i + 1]);
        self.late.push(Late::Body { label, i, back });
        label
    }

    /// The label of code that leaves instruction `i` to the interpreter.
    pub(super) fn exit(&mut self, i: usize) -> DynamicLabel {
        self.exit_at(self.address(i))
    }

    /// The label of code that continues at an address in the interpreter.
    pub(super) fn exit_at(&mut self, at: Code) -> DynamicLabel {
        let label = self.e.label();
        self.late.push(Late::Exit { label, at });
        label
    }

    /// Leaves instruction `i` to the interpreter if calls have to poll.
    pub(super) fn check_signal(&mut self, i: usize) {
        let exit = self.exit(i);
        self.e
            .asm
            .compare_memory(H, LIMIT.at(0))
            .jump_if(Condition::AboveOrEqual, exit);
    }

    /// The label that a test of instruction `i` goes to if it fails.
    pub(super) fn otherwise(&self, i: usize, els: i32) -> DynamicLabel {
        match els {
            0 => self.e.to.fail,
            _ => self.labels[(i as i64 + i64::from(els)) as usize],
        }
    }

    fn instruction(&mut self, i: usize) -> usize {
        match self.source.code[i] {
            Instr::GetList { .. } | Instr::GetStructure { .. } => return self.compound(i),
            Instr::Native { .. } => {
                if i == 0 {
                    self.e.asm.word(typed_entry::NONE);
                }
                let at = self.e.asm.offset();
                self.places.push((i, at));
            }
            Instr::GuardCompare { .. } | Instr::GuardCompareInt { .. } => {}
            Instr::NoteIs { .. } | Instr::NoteComparison { .. } => {}
            _ => {
                if !self.move_or_put(i)
                    && !self.head(i)
                    && !self.control(i)
                    && !self.test(i)
                    && !self.arithmetic(i)
                {
                    self.default(i);
                }
            }
        }
        i + 1
    }

    /// The body of an instruction; if it continues elsewhere, so does machine code.
    fn default(&mut self, i: usize) {
        let instr = self.source.code[i];
        let (at, next) = (self.address(i), self.address(i + 1));
        if matches!(instr.class(), Class::Poll) {
            return self.check_signal(i);
        }
        self.e.body(&instr, at);
        let plain = matches!(
            instr.class(),
            Class::Plain
                | Class::BodyCompound
                | Class::BodyArgument
                | Class::Allocate
                | Class::Deallocate
                | Class::Try
                | Class::Retry
                | Class::Trust
                | Class::Level
        );
        if plain {
            return;
        }
        let (goto, p) = (self.e.to.goto, self.e.l.p);
        self.e
            .asm
            .load(A, MACHINE.at(p))
            .constant(C, next as u64)
            .compare(A, C)
            .jump_if(Condition::NotEqual, goto);
    }
}

impl ClauseEmitter<'_, '_> {
    /// The body of test `i`, and a jump to `on` or to the target of the test.
    fn late_test(&mut self, label: DynamicLabel, i: usize, on: DynamicLabel) {
        self.e.bind_label(label);
        let (instr, at, next) = (self.source.code[i], self.address(i), self.address(i + 1));
        let (otherwise, p) = (self.otherwise(i, test_jump(&instr)), self.e.l.p);
        self.late_comparison(i, on, otherwise);
        self.e.body(&instr, at);
        self.e.load_a(next as u64);
        self.e
            .asm
            .compare_memory(A, MACHINE.at(p))
            .jump_if(Condition::Equal, on)
            .jump(otherwise);
    }

    /// The calls of the routines for the bindings of some variables.
    fn late_binding(&mut self, attributed: DynamicLabel, trail: DynamicLabel, back: DynamicLabel) {
        let to = self.e.to;
        self.e
            .asm
            .bind(attributed)
            .call(to.bind)
            .jump(back)
            .bind(trail)
            .call(to.trail)
            .jump(back);
    }

    /// Emits the code after the clause.
    fn late_code(&mut self) {
        while let Some(late) = self.late.pop() {
            match late {
                Late::Test { label, i, on } => self.late_test(label, i, on),
                Late::Body { label, i, back } => {
                    self.e.bind_label(label);
                    let (instr, at) = (self.source.code[i], self.address(i));
                    self.e.body(&instr, at);
                    self.e.asm.jump(back);
                }
                Late::Builtin {
                    label,
                    instr,
                    at,
                    back,
                } => {
                    self.e.bind_label(label);
                    self.e.body(&instr, at);
                    self.e.asm.jump(back);
                }
                Late::Number { label, i, back } => self.late_number(label, i, back),
                Late::Binding {
                    attributed,
                    trail,
                    back,
                } => self.late_binding(attributed, trail, back),
                Late::Exit { label, at } => {
                    self.e.bind_label(label);
                    self.e.exit_at(at);
                }
                late => self.late_head(late),
            }
        }
    }

    /// The rest of the unification of `A` with the atomic term in `D`.
    fn late_atomic(&mut self, label: DynamicLabel, back: DynamicLabel) {
        let (var, fail) = (self.e.label(), self.e.to.fail);
        self.e.bind_label(label);
        self.e.follow(A, var, fail);
        self.e
            .asm
            .compare(A, D)
            .jump_if(Condition::Equal, back)
            .jump(fail)
            .bind(var);
        self.bind_to_d();
        self.e.asm.jump(back);
    }

    /// Emits code for head arguments.
    fn late_head(&mut self, late: Late) {
        match late {
            Late::Packed { label, read } => {
                self.e.bind_label(label);
                let open_packed = self.e.to.open_packed;
                self.e.asm.call(open_packed).jump(read);
            }
            Late::Read {
                label,
                compound,
                back,
            } => self.read_compound(label, compound, back),
            Late::ReadList { label, i, back } => self.late_read_list(label, i, back),
            Late::Unexpected {
                label,
                register,
                untag,
                read,
                var,
                other,
            } => {
                self.e.bind_label(label);
                self.e.follow(register, var, other);
                self.e.check_tag(register, untag, other);
                self.e.asm.jump(read);
            }
            Late::Bound { label, var, other } => {
                self.e.bind_label(label);
                self.e.follow(A, var, other);
                self.e.asm.jump(other);
            }
            Late::List { var, i, back } => {
                self.e.bind_label(var);
                self.write_list(i);
                self.e.asm.jump(back);
            }
            Late::Atomic { label, back } => self.late_atomic(label, back),
            Late::Equal { label, back } => {
                let fail = self.e.to.fail;
                self.e
                    .asm
                    .bind(label)
                    .compare(A, D)
                    .jump_if(Condition::Equal, back)
                    .jump(fail);
            }
            Late::Write {
                label,
                compound,
                back,
            } => self.write_compound(label, compound, back),
            _ => unreachable!("code for another part of a clause"),
        }
    }
}

/// The offset of a slot from the environment.
pub(super) fn slot(y: u16) -> i32 {
    ENV_HEADER as i32 + 8 * i32::from(y)
}

/// Returns true if there is a translation of an instruction.
pub(super) fn is_translated(instr: &Instr) -> bool {
    !matches!(instr.class(), Class::Entry)
        && !matches!(
            instr,
            Instr::GetStructure { n: u8::MAX, .. } | Instr::UnifyStructure { n: u8::MAX, .. }
        )
}

/// The places in the code of a clause that are filled in later.
pub(super) struct Emitted {
    /// The places of references in the clause, with the offsets of what they refer to.
    pub(super) places: Vec<(usize, usize)>,
    /// The place of the word before the code, and the word.
    pub(super) typed_entry: Option<(usize, u64)>,
}

/// Emits a clause.
pub(super) fn emit(e: &mut Emitter, source: ClauseSource<'_>) -> Emitted {
    let labels = (0..=source.code.len()).map(|_| e.label()).collect();
    let mut clause = ClauseEmitter {
        e,
        labels,
        source,
        late: Vec::new(),
        places: Vec::new(),
        typed_entry: None,
    };
    let before = clause.e.asm.offset();
    let mut i = 0;
    while i < clause.source.code.len() {
        let label = clause.labels[i];
        clause.e.bind_label(label);
        i = clause.instruction(i);
    }
    let end = clause.labels[i];
    clause.e.bind_label(end);
    let fail = clause.e.to.fail;
    clause.e.asm.jump(fail);
    clause.late_code();
    let first = before + size_of::<u64>();
    let typed_entry = clause.typed_entry.map(|(register, at)| {
        let offset = (at - first) as u32;
        (before, TypedEntry { register, offset }.word())
    });
    Emitted {
        places: clause.places,
        typed_entry,
    }
}
