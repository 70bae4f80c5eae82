//! Moves between registers and slots, and arguments of calls.

use super::assembler::{A, H};
use super::clause::ClauseEmitter;
use crate::code::instr::Instr;
use crate::machine::Cell;

impl ClauseEmitter<'_, '_> {
    pub(super) fn move_or_put(&mut self, i: usize) -> bool {
        let pair = |a: u8, b: u8| (u16::from(a), u16::from(b));
        match self.source.code[i] {
            Instr::GetVariableX { x, a } => self.move_x(a, x),
            Instr::PutValueX { x, a } => self.move_x(x, a),
            Instr::PutValuesX2 { x, a, z, b } => self.moves_x(&[pair(x, a), pair(z, b)]),
            Instr::PutValuesX3 { x, a, z, b, w, c } => {
                self.moves_x(&[pair(x, a), pair(z, b), pair(w, c)])
            }
            Instr::GetVariableY { y, a } => self.save(&[(y, a)]),
            Instr::GetVariablesY2 { y, a, z, b } => self.save(&[pair(y, a), pair(z, b)]),
            Instr::GetVariablesY3 { y, a, z, b, w, c } => {
                self.save(&[pair(y, a), pair(z, b), pair(w, c)])
            }
            Instr::PutValueY { y, a } => self.restore(&[(y, a)]),
            Instr::PutValuesY2 { y, a, z, b } => self.restore(&[pair(y, a), pair(z, b)]),
            Instr::PutValuesY3 { y, a, z, b, w, c } => {
                self.restore(&[pair(y, a), pair(z, b), pair(w, c)])
            }
            Instr::PutVariableX { x, a } => {
                self.new_var();
                self.store(x);
                self.store(a);
            }
            Instr::PutVariableY { y, a } => {
                self.new_var();
                self.store_y(y);
                self.store(a);
            }
            Instr::InitY { y } | Instr::SetVariableY { y } => {
                self.new_var();
                self.store_y(y);
            }
            Instr::SetVariableX { x } => {
                self.new_var();
                self.store(x);
            }
            _ => return self.put(i),
        }
        true
    }

    fn put(&mut self, i: usize) -> bool {
        match self.source.code[i] {
            Instr::PutAtom { a, c } => {
                self.e.load_a(Cell::atom(c).bits());
                self.store(a);
            }
            Instr::PutInt { a, i } => {
                self.e.load_a(Cell::int(i.into()).bits());
                self.store(a);
            }
            Instr::PutConst { a, k } => return self.put_float(a, k),
            Instr::PutList { a } => {
                self.e.asm.address(A, H.at(2));
                self.store(a);
            }
            Instr::PutStructure { n, a, f } if n < u8::MAX => {
                self.e.asm.address(A, H.at(3));
                self.store(a);
                self.e.load_a(Cell::functor(f, n.into()).bits());
                self.push();
            }
            Instr::SetValueX { x } => self.set(&[x]),
            Instr::SetValuesX2 { x, z } => self.set(&[x.into(), z.into()]),
            Instr::SetValuesX3 { x, z, w } => self.set(&[x.into(), z.into(), w.into()]),
            Instr::SetValueY { y } => {
                self.load_y(y);
                self.push();
            }
            Instr::SetAtom { c } => {
                self.e.load_a(Cell::atom(c).bits());
                self.push();
            }
            Instr::SetInt { i } => {
                self.e.load_a(Cell::int(i.into()).bits());
                self.push();
            }
            Instr::SetVoid { n } if n <= 4 => (0..n).for_each(|_| self.new_var()),
            _ => return false,
        }
        true
    }

    fn move_x(&mut self, from: u16, to: u16) {
        if from != to {
            self.load(from);
            self.store(to);
        }
    }

    fn moves_x(&mut self, pairs: &[(u16, u16)]) {
        pairs.iter().for_each(|&(from, to)| self.move_x(from, to));
    }

    fn save(&mut self, pairs: &[(u16, u16)]) {
        for &(y, a) in pairs {
            self.load(a);
            self.store_y(y);
        }
    }

    fn restore(&mut self, pairs: &[(u16, u16)]) {
        for &(y, a) in pairs {
            self.load_y(y);
            self.store(a);
        }
    }

    fn set(&mut self, xs: &[u16]) {
        for &x in xs {
            self.load(x);
            self.push();
        }
    }
}
