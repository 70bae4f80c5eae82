//! Compounds in heads: `get_list` or `get_structure` and the `unify` instructions of its arguments. They are
//! translated twice, in line for read mode and after the clause for write mode, so that neither translation tests the
//! mode. The table in `assembler` says what each register holds.

use super::assembler::{A, C, Condition, D, E, H, HEAP, MACHINE, S, X};
use super::clause::{ClauseEmitter, Late};
use crate::code::instr::{Class, Instr};
use crate::code::pred::FunctorId;
use crate::machine::Cell;
use dynasmrt::DynamicLabel;

/// Where the next argument stands.
#[derive(Clone, Copy)]
enum ArgumentSource {
    /// At this offset from `S`.
    S(i32),
    /// At this offset from `H`; in write mode the compound is below `H`, so the offset is negative.
    H(i32),
}

impl ArgumentSource {
    fn after(self, n: i32) -> ArgumentSource {
        match self {
            ArgumentSource::S(at) => ArgumentSource::S(at + 8 * n),
            ArgumentSource::H(at) => ArgumentSource::H(at + 8 * n),
        }
    }
}

/// The offset of the head of a list from the tagged address in its cell: the tag is 2.
const LIST: i32 = -2;
/// The offset of a structure's functor from the tagged address in its cell: the tag is 3.
pub(super) const STRUCTURE: i32 = -3;

/// The register of a head compound.
fn head_register(instr: &Instr) -> u16 {
    match *instr {
        Instr::GetList { a } | Instr::GetStructure { a, .. } => a,
        _ => 0,
    }
}

impl ClauseEmitter<'_, '_> {
    pub(super) fn head(&mut self, i: usize) -> bool {
        let unify = self.e.to.unify;
        match self.source.code[i] {
            Instr::GetValueX { x, a } => {
                self.load(x);
                self.load_second(a);
                self.e.asm.call(unify);
            }
            Instr::GetValueY { y, a } => {
                self.load_y(y);
                self.load_second(a);
                self.e.asm.call(unify);
            }
            Instr::GetAtom { a, c } => self.constant(i, a, Cell::atom(c)),
            Instr::GetInt { a, i: k } => self.constant(i, a, Cell::int(k.into())),
            Instr::GetListVars { a, .. } | Instr::GetListValueVar { a, .. } => self.list(i, a),
            _ => return false,
        }
        true
    }

    /// The list of `get_list` instruction `i` with two registers, on register `a`.
    fn list(&mut self, i: usize, a: u16) {
        if self.is_unbound(a) {
            let (label, back) = (self.unbound(a), self.labels[i + 1]);
            self.write_list(i);
            self.late.push(Late::ReadList { label, i, back });
        } else {
            self.list_in(i, a);
            self.read_list(i);
        }
    }

    /// The arguments of the list in `A`, for instruction `i` in read mode.
    fn read_list(&mut self, i: usize) {
        match self.source.code[i] {
            Instr::GetListVars { h, t, .. } => self.read_vars(h, t),
            Instr::GetListValueVar { h, t, .. } => self.read_value_var(h, t),
            _ => {}
        }
    }

    /// The arguments of the list in `A`, in read mode: two variables.
    fn read_vars(&mut self, h: u16, t: u16) {
        self.e
            .asm
            .load(C, HEAP.plus(A).at(LIST))
            .load(D, HEAP.plus(A).at(LIST + 8))
            .store(X.at(8 * i32::from(h)), C)
            .store(X.at(8 * i32::from(t)), D);
    }

    /// The arguments of the list in `A`, in read mode: a value and a variable.
    fn read_value_var(&mut self, h: u16, t: u16) {
        let unify = self.e.to.unify;
        self.e
            .asm
            .load(D, HEAP.plus(A).at(LIST))
            .load(C, HEAP.plus(A).at(LIST + 8))
            .load(A, X.at(8 * i32::from(h)))
            .store(X.at(8 * i32::from(t)), C)
            .call(unify);
    }

    /// The list of instruction `i` in read mode, behind the clause: the term in `A` is not a variable.
    pub(super) fn late_read_list(&mut self, label: DynamicLabel, i: usize, back: DynamicLabel) {
        let read = self.e.label();
        let packed = self.packed(read);
        self.e.bind_label(label);
        self.e.check_tag(A, LIST, packed);
        self.e.bind_label(read);
        self.read_list(i);
        self.e.asm.jump(back);
    }

    /// Loads `A` with the list in register `a`, for `get_list` instruction `i` with two registers; other terms are left
    /// to code behind the clause.
    fn list_in(&mut self, i: usize, a: u16) {
        let (var, read) = (self.e.label(), self.e.label());
        self.load(a);
        let packed = self.packed(read);
        self.expected(A, LIST, [read, var, packed]);
        self.begins_read(i, a, read);
        let back = self.labels[i + 1];
        self.late.push(Late::List { var, i, back });
    }

    /// Loads `A` with register `a`, which often is an unbound variable, dereferenced. Returns the label for another term.
    fn unbound(&mut self, a: u16) -> DynamicLabel {
        let (label, var, other) = (self.e.label(), self.e.label(), self.e.label());
        self.load(a);
        self.e
            .asm
            .test(A, 7)
            .jump_if(Condition::NotEqual, label)
            .load(C, HEAP.plus(A))
            .compare(C, A)
            .jump_if(Condition::NotEqual, label)
            .bind(var);
        self.late.push(Late::Bound { label, var, other });
        other
    }

    /// The list of `get_list` instruction `i` with two registers, in write mode: the variable is in `A`.
    pub(super) fn write_list(&mut self, i: usize) {
        match self.source.code[i] {
            Instr::GetListVars { h, t, .. } => {
                self.e
                    .asm
                    .address(C, H.at(8))
                    .address(D, H.at(2))
                    .store(HEAP.plus(H), H)
                    .store(HEAP.plus(H).at(8), C)
                    .store(X.at(8 * i32::from(h)), H)
                    .store(X.at(8 * i32::from(t)), C)
                    .add_constant(H, 16);
            }
            Instr::GetListValueVar { h, t, .. } => {
                self.e
                    .asm
                    .load(C, X.at(8 * i32::from(h)))
                    .store(HEAP.plus(H), C)
                    .address(C, H.at(8))
                    .store(HEAP.plus(H).at(8), C)
                    .store(X.at(8 * i32::from(t)), C)
                    .address(D, H.at(2))
                    .add_constant(H, 16);
            }
            _ => {}
        }
        self.bind_to_d();
    }

    /// Binds `read`, where `A` is the term in register `a`, of the type that instruction `i` is for. If that is the
    /// first one of the clause, a switch by the type enters the clause here.
    fn begins_read(&mut self, i: usize, a: u16, read: DynamicLabel) {
        self.e.bind_label(read);
        self.is_read(i, a);
    }

    /// Notes that a switch may enter the clause here, if instruction `i`, on register `a`, is its first one.
    fn is_read(&mut self, i: usize, a: u16) {
        if i == 1 {
            self.typed_entry = Some((a, self.e.asm.offset()));
        }
    }

    /// Binds the unbound variable `A` to `D`, which is not a variable.
    pub(super) fn bind_to_d(&mut self) {
        let (attributed, trail) = (self.e.label(), self.e.label());
        let hb = MACHINE.at(self.e.l.hb);
        let back = self.e.label();
        self.e
            .asm
            .test(A, 1)
            .jump_if(Condition::NotEqual, attributed)
            .store(HEAP.plus(A), D)
            .compare_memory(A, hb)
            .jump_if(Condition::Below, trail)
            .bind(back);
        self.late.push(Late::Binding {
            attributed,
            trail,
            back,
        });
    }

    /// Unifies register `a` with an atomic cell that is not boxed, for instruction `i`.
    fn constant(&mut self, i: usize, a: u16, c: Cell) {
        if self.is_unbound(a) {
            self.e.load_d(c.bits());
            let (label, back) = (self.unbound(a), self.e.label());
            self.bind_to_d();
            self.e.bind_label(back);
            self.late.push(Late::Equal { label, back });
        } else {
            self.load(a);
            self.simple(c);
        }
        self.is_read(i, a);
    }

    /// Unifies `A` with an atomic cell that is not boxed.
    fn simple(&mut self, c: Cell) {
        let (label, back) = (self.e.label(), self.e.label());
        self.e.load_d(c.bits());
        self.e
            .asm
            .compare(A, D)
            .jump_if(Condition::NotEqual, label)
            .bind(back);
        self.late.push(Late::Atomic { label, back });
    }

    /// The label of code that continues at `read` if `A` is a packed list, with its first element unpacked, and
    /// backtracks if it is another term.
    fn packed(&mut self, read: DynamicLabel) -> DynamicLabel {
        let label = self.e.label();
        self.late.push(Late::Packed { label, read });
        label
    }

    /// The compound at instruction `i`. Returns the instruction after its arguments.
    pub(super) fn compound(&mut self, i: usize) -> usize {
        let end = self.end_of_compound(i);
        let back = self.labels[end];
        let a = head_register(&self.source.code[i]);
        if self.is_unbound(a) {
            let label = self.unbound(a);
            self.write_arguments(i);
            self.late.push(Late::Read {
                label,
                compound: i,
                back,
            });
        } else {
            self.load(a);
            let write = self.write_label(i, back);
            let at = self.begin_read(i, a, write);
            self.read_arguments(i, at, back);
        }
        end
    }

    /// The label of the compound at an instruction in write mode.
    fn write_label(&mut self, compound: usize, back: DynamicLabel) -> DynamicLabel {
        let label = self.e.label();
        self.late.push(Late::Write {
            label,
            compound,
            back,
        });
        label
    }

    /// Returns true if an argument was an unbound variable when the code was made, so that it may often be one.
    fn is_unbound(&self, a: u16) -> bool {
        a < 64 && self.source.unbound >> a & 1 == 1
    }

    /// The arguments of the compound at instruction `i` in read mode.
    fn read_arguments(&mut self, i: usize, mut at: ArgumentSource, back: DynamicLabel) {
        for k in i + 1..self.end_of_compound(i) {
            // Nothing jumps between the arguments of a compound.
            let label = self.labels[k];
            self.e.bind_label(label);
            at = self.read(k, at, back);
        }
    }

    /// The same, behind the clause.
    pub(super) fn read_compound(&mut self, label: DynamicLabel, i: usize, back: DynamicLabel) {
        self.e.bind_label(label);
        let a = head_register(&self.source.code[i]);
        // The term is not a variable.
        let fail = self.e.to.fail;
        let at = self.begin_read(i, a, fail);
        self.read_arguments(i, at, back);
        self.e.asm.jump(back);
    }

    /// The instruction after the arguments of the compound at `i`.
    fn end_of_compound(&self, i: usize) -> usize {
        let is_argument =
            |instr: &Instr| matches!(instr.class(), Class::HeadArgument | Class::LastArgument);
        let arguments = self.source.code[i + 1..]
            .iter()
            .take_while(|instr| is_argument(instr));
        i + 1 + arguments.count()
    }

    /// Checks that the term in `A` is the compound of instruction `i`, and continues at `write` if it is an unbound
    /// variable; if the instruction begins a clause, the term is that of register `a`.
    fn begin_read(&mut self, i: usize, a: u16, write: DynamicLabel) -> ArgumentSource {
        let fail = self.e.to.fail;
        let read = self.e.label();
        match self.source.code[i] {
            Instr::GetStructure { n, f, .. } | Instr::UnifyStructure { n, f } => {
                self.expected(A, STRUCTURE, [read, write, fail]);
                self.e.bind_label(read);
                self.e.load_d(Cell::functor(f, n.into()).bits());
                self.e.asm.compare_memory(D, HEAP.plus(A).at(STRUCTURE));
                self.e.asm.jump_if(Condition::NotEqual, fail);
                self.is_read(i, a);
                self.e.asm.copy(S, A);
                ArgumentSource::S(STRUCTURE + 8)
            }
            _ => {
                let packed = self.packed(read);
                self.expected(A, LIST, [read, write, packed]);
                self.begins_read(i, a, read);
                self.e.asm.copy(S, A);
                ArgumentSource::S(LIST)
            }
        }
    }

    /// Loads `A` with the argument at `at`.
    fn load_argument(&mut self, at: ArgumentSource) {
        match at {
            ArgumentSource::S(at) => {
                self.e.asm.load(A, HEAP.plus(S).at(at));
            }
            ArgumentSource::H(at) => {
                self.e.asm.load(A, HEAP.plus(H).at(at));
            }
        }
    }

    /// Argument `k` in read mode. Returns the place of the next argument.
    fn read(&mut self, k: usize, at: ArgumentSource, back: DynamicLabel) -> ArgumentSource {
        let unify = self.e.to.unify;
        match self.source.code[k] {
            Instr::UnifyVariableX { x } => self.read_variables(&[x], at),
            Instr::UnifyVariablesX2 { x, z } => self.read_variables(&[x.into(), z.into()], at),
            Instr::UnifyVariablesX3 { x, z, w } => {
                self.read_variables(&[x.into(), z.into(), w.into()], at)
            }
            Instr::UnifyVariableY { y } => {
                self.load_argument(at);
                self.store_y(y);
                at.after(1)
            }
            Instr::UnifyValueX { x } => {
                self.load_argument(at);
                self.load_second(x);
                self.e.asm.call(unify);
                at.after(1)
            }
            Instr::UnifyValueY { y } => {
                self.load_argument(at);
                self.e.asm.load(D, E.at(super::clause::slot(y))).call(unify);
                at.after(1)
            }
            Instr::UnifyAtom { c } => {
                self.load_argument(at);
                self.simple(Cell::atom(c));
                at.after(1)
            }
            Instr::UnifyInt { i } => {
                self.load_argument(at);
                self.simple(Cell::int(i.into()));
                at.after(1)
            }
            Instr::UnifyVoid { n } => at.after(n as i32),
            Instr::UnifyList {} | Instr::UnifyStructure { .. } => {
                self.load_argument(at);
                let write = self.write_label(k, back);
                self.begin_read(k, 0, write)
            }
            _ => self.argument_by_body(k, at, false),
        }
    }

    fn read_variables(&mut self, xs: &[u16], mut at: ArgumentSource) -> ArgumentSource {
        for &x in xs {
            self.load_argument(at);
            self.store(x);
            at = at.after(1);
        }
        at
    }

    /// Argument `k` by the body of its instruction.
    fn argument_by_body(&mut self, k: usize, at: ArgumentSource, write: bool) -> ArgumentSource {
        let l = self.e.l;
        match at {
            ArgumentSource::S(at) => {
                self.e.asm.add_constant(S, at);
            }
            ArgumentSource::H(at) => {
                self.e.asm.address(S, H.at(at));
            }
        }
        self.e
            .asm
            .store_byte(MACHINE.at(l.write_mode), i8::from(write));
        let (instr, address) = (self.source.code[k], self.address(k));
        self.e.body(&instr, address);
        ArgumentSource::S(0)
    }

    /// The compound at an instruction in write mode: the variable is in `A`.
    pub(super) fn write_compound(
        &mut self,
        label: DynamicLabel,
        compound: usize,
        back: DynamicLabel,
    ) {
        self.e.bind_label(label);
        self.write_arguments(compound);
        self.e.asm.jump(back);
    }

    fn write_arguments(&mut self, compound: usize) {
        let end = self.end_of_compound(compound);
        let mut at = match self.source.code[compound] {
            Instr::GetStructure { n, f, .. } | Instr::UnifyStructure { n, f } => {
                self.new_structure(n, f)
            }
            _ => {
                self.e.asm.address(D, H.at(2)).add_constant(H, 16);
                ArgumentSource::H(-16)
            }
        };
        self.bind_to_d();
        for k in compound + 1..end {
            at = self.write(k, at);
        }
    }

    /// Makes room for a structure and loads `D` with it.
    fn new_structure(&mut self, n: u8, f: FunctorId) -> ArgumentSource {
        let size = 8 * (i32::from(n) + 1);
        self.e.load_d(Cell::functor(f, n.into()).bits());
        self.e
            .asm
            .store(HEAP.plus(H), D)
            .address(D, H.at(3))
            .add_constant(H, size);
        ArgumentSource::H(8 - size)
    }

    /// Writes `A` as the argument at `at`.
    fn store_argument(&mut self, at: ArgumentSource) {
        match at {
            ArgumentSource::S(at) => {
                self.e.asm.store(HEAP.plus(S).at(at), A);
            }
            ArgumentSource::H(at) => {
                self.e.asm.store(HEAP.plus(H).at(at), A);
            }
        }
    }

    /// Writes a new variable as the argument at `at`, and loads `A` with it.
    fn write_variable(&mut self, at: ArgumentSource) -> ArgumentSource {
        match at {
            ArgumentSource::S(at) => {
                self.e.asm.address(A, S.at(at));
            }
            ArgumentSource::H(at) => {
                self.e.asm.address(A, H.at(at));
            }
        }
        self.e.asm.store(HEAP.plus(A), A);
        at.after(1)
    }

    fn write_variables(&mut self, xs: &[u16], mut at: ArgumentSource) -> ArgumentSource {
        for &x in xs {
            at = self.write_variable(at);
            self.store(x);
        }
        at
    }

    /// Argument `k` in write mode. Returns the place of the next argument.
    fn write(&mut self, k: usize, at: ArgumentSource) -> ArgumentSource {
        match self.source.code[k] {
            Instr::UnifyVariableX { x } => return self.write_variables(&[x], at),
            Instr::UnifyVariablesX2 { x, z } => {
                return self.write_variables(&[x.into(), z.into()], at);
            }
            Instr::UnifyVariablesX3 { x, z, w } => {
                return self.write_variables(&[x.into(), z.into(), w.into()], at);
            }
            Instr::UnifyVariableY { y } => {
                let next = self.write_variable(at);
                self.store_y(y);
                return next;
            }
            Instr::UnifyVoid { n } => return (0..n).fold(at, |at, _| self.write_variable(at)),
            Instr::UnifyValueX { x } => self.load(x),
            Instr::UnifyValueY { y } => self.load_y(y),
            Instr::UnifyAtom { c } => self.e.load_a(Cell::atom(c).bits()),
            Instr::UnifyInt { i } => self.e.load_a(Cell::int(i.into()).bits()),
            Instr::UnifyList {} => {
                self.e.asm.address(A, H.at(2));
                self.store_argument(at);
                self.e.asm.add_constant(H, 16);
                return ArgumentSource::H(-16);
            }
            Instr::UnifyStructure { n, f } => {
                let size = 8 * (i32::from(n) + 1);
                self.e.asm.address(A, H.at(3));
                self.store_argument(at);
                self.e.load_a(Cell::functor(f, n.into()).bits());
                self.e.asm.store(HEAP.plus(H), A).add_constant(H, size);
                return ArgumentSource::H(8 - size);
            }
            _ => return self.argument_by_body(k, at, true),
        }
        self.store_argument(at);
        at.after(1)
    }
}
