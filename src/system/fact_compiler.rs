//! The code of a fact, compiled from the heap without a tree.
//!
//! `assertz/1` usually adds small facts, which need none of the compiler's work on bodies. The result is the code
//! that the compiler would emit, up to the choice of registers. Large facts are left to the compiler, which respects
//! limits of registers; infinite terms are refused by the check before it.

use crate::code::instr::Instr;
use crate::code::pred::{ClauseCode, ConstId, Key};
use crate::machine::{Addr, Cell, Tag};
use crate::system::Vm;

/// Facts with more cells than this are compiled by the compiler.
const MAX_CELLS: u32 = 200;

/// Compiles a fact, if it is small.
pub(crate) fn fact(vm: &mut Vm, head: Cell) -> Option<ClauseCode> {
    let head = vm.heap.exposed(head);
    let arity = if head.is_compound() {
        vm.heap.arity_of(head)
    } else {
        0
    };
    let cells = size(vm, head)?;
    let mut f = FactCompiler {
        code: Vec::with_capacity(1 + cells as usize),
        constants: Vec::new(),
        vars: Vec::new(),
        open: Vec::new(),
        next: arity as u16,
    };
    let mut keys = Vec::with_capacity(arity as usize);
    if arity > 0 {
        let first = vm.heap.args_at(head);
        for i in 0..arity as u16 {
            let c = vm.heap.deref(vm.heap.get(first + 8 * u64::from(i)));
            keys.push(key(vm, c));
            f.argument(vm, i, c);
        }
    }
    let mut done = 0;
    while let Some(&(register, c)) = f.open.get(done) {
        done += 1;
        f.compound(vm, register, c);
    }
    f.code.push(Instr::Proceed {});
    Some(ClauseCode {
        code: f.code.into_boxed_slice(),
        keys: keys.into_boxed_slice(),
        constants: f.constants.into_boxed_slice(),
    })
}

/// The number of arguments of a term and its subterms; `None` if it exceeds `MAX_CELLS`.
fn size(vm: &Vm, head: Cell) -> Option<u32> {
    if !head.is_compound() {
        return Some(0);
    }
    let mut cells = vm.heap.arity_of(head);
    if cells > MAX_CELLS {
        return None;
    }
    let mut open: [(Addr, u32); 16] = [(0, 0); 16];
    open[0] = (vm.heap.args_at(head), cells);
    let mut depth = 1;
    while depth > 0 {
        let (a, n) = open[depth - 1];
        if n == 0 {
            depth -= 1;
            continue;
        }
        open[depth - 1] = (a + 8, n - 1);
        let c = vm.heap.deref(vm.heap.get(a));
        if c.is_packed() && !is_text(vm, c) {
            return None;
        }
        if c.is_compound() && !c.is_packed() {
            let arity = vm.heap.arity_of(c);
            cells += arity + 1;
            if cells > MAX_CELLS {
                return None;
            }
            // After the last argument, the walk need not return to the enclosing term.
            if n == 1 {
                depth -= 1;
            }
            if depth == open.len() {
                return None;
            }
            open[depth] = (vm.heap.args_at(c), arity);
            depth += 1;
        }
    }
    Some(cells)
}

/// Returns true if a packed list is one to its end, so that it can be a constant.
fn is_text(vm: &Vm, c: Cell) -> bool {
    vm.heap
        .tail_of_run(c)
        .is_some_and(|(tail, _)| tail == Cell::NIL)
}

/// The index key of an argument.
pub(crate) fn key(vm: &Vm, c: Cell) -> Key {
    match c.tag() {
        Tag::Atom => Key::Atom(c.as_atom()),
        Tag::Int => Key::Int(c.as_int()),
        Tag::List | Tag::Packed => Key::List,
        Tag::Struct => Key::Struct(vm.heap.functor_of(c).0),
        Tag::Num | Tag::String => Key::Boxed,
        Tag::Var | Tag::AttVar => Key::Any,
    }
}

/// Returns true if a key is an argument that an instruction holds: an atom or a small integer.
pub(crate) fn is_in_code(key: &Key) -> bool {
    match *key {
        Key::Int(i) => i32::try_from(i).is_ok(),
        key => key.is_atomic(),
    }
}

/// The state of compiling a fact.
struct FactCompiler {
    code: Vec<Instr>,
    constants: Vec<ConstId>,
    /// The variables so far, each with its register.
    vars: Vec<(Addr, u16)>,
    /// The compounds so far, each with its register.
    open: Vec<(u16, Cell)>,
    /// The next free register.
    next: u16,
}

impl FactCompiler {
    fn constant(&mut self, vm: &mut Vm, c: Cell) -> ConstId {
        let k = vm.add_constant_cell(c);
        self.constants.push(k);
        k
    }

    fn known(&self, c: Cell) -> Option<u16> {
        self.vars.iter().find(|v| v.0 == c.addr()).map(|v| v.1)
    }

    /// Argument `a` of the head.
    fn argument(&mut self, vm: &mut Vm, a: u16, c: Cell) {
        let instr = match c.tag() {
            Tag::Var | Tag::AttVar => match self.known(c) {
                Some(x) => Instr::GetValueX { x, a },
                None => {
                    self.vars.push((c.addr(), a));
                    return;
                }
            },
            Tag::Atom => Instr::GetAtom { a, c: c.as_atom() },
            Tag::List | Tag::Struct => {
                self.open.push((a, c));
                return;
            }
            Tag::Int | Tag::Num | Tag::String | Tag::Packed => match small(c) {
                Some(i) => Instr::GetInt { a, i },
                None => Instr::GetConst {
                    a,
                    k: self.constant(vm, c),
                },
            },
        };
        self.code.push(instr);
    }

    /// A compound in a register.
    fn compound(&mut self, vm: &mut Vm, a: u16, c: Cell) {
        let n = vm.heap.arity_of(c);
        self.code.push(if c.is_list() {
            Instr::GetList { a }
        } else {
            let f = vm.heap.functor_of(c).0;
            Instr::GetStructure {
                n: n.min(u32::from(u8::MAX)) as u8,
                a,
                f,
            }
        });
        let first = vm.heap.args_at(c);
        for i in 0..u64::from(n) {
            let c = vm.heap.deref(vm.heap.get(first + 8 * i));
            let instr = self.inner(vm, c);
            self.code.push(instr);
        }
    }

    /// An argument of a compound.
    fn inner(&mut self, vm: &mut Vm, c: Cell) -> Instr {
        match c.tag() {
            Tag::Var | Tag::AttVar => match self.known(c) {
                Some(x) => Instr::UnifyValueX { x },
                None => {
                    let x = self.fresh();
                    self.vars.push((c.addr(), x));
                    Instr::UnifyVariableX { x }
                }
            },
            Tag::Atom => Instr::UnifyAtom { c: c.as_atom() },
            Tag::List | Tag::Struct => {
                let x = self.fresh();
                self.open.push((x, c));
                Instr::UnifyVariableX { x }
            }
            Tag::Int | Tag::Num | Tag::String | Tag::Packed => match small(c) {
                Some(i) => Instr::UnifyInt { i },
                None => Instr::UnifyConst {
                    k: self.constant(vm, c),
                },
            },
        }
    }

    fn fresh(&mut self) -> u16 {
        self.next += 1;
        self.next - 1
    }
}

/// An integer that an instruction holds.
fn small(c: Cell) -> Option<i32> {
    if c.is_int() {
        i32::try_from(c.as_int()).ok()
    } else {
        None
    }
}
