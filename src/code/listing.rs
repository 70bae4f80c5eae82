//! Code as text, for the tests of the compiler.

use super::instr::{Instr, Operand};

/// Prints one instruction; `name` is the text of atoms, functors, constants and predicates.
pub(crate) fn instruction(i: &Instr, name: &dyn Fn(Operand) -> String) -> String {
    let mut s = String::from(i.mnemonic());
    let mut sep = " ";
    i.operands(&mut |op| {
        s.push_str(sep);
        sep = ",";
        match op {
            Operand::In(n)
            | Operand::Out(n)
            | Operand::InOut(n)
            | Operand::Value(n)
            | Operand::Registers(n) => s.push_str(&format!("x({n})")),
            Operand::SlotIn(n)
            | Operand::SlotOut(n)
            | Operand::LevelIn(n)
            | Operand::LevelOut(n) => s.push_str(&format!("y({n})")),
            Operand::Slots(n) => s.push_str(&n.to_string()),
            Operand::Jump(n) => s.push_str(&n.to_string()),
            Operand::Number(n) => s.push_str(&n.to_string()),
            Operand::TypeTest(t) => s.push_str(t.name()),
            Operand::CompareOp(c) => s.push_str(c.name()),
            Operand::OrderOp(o) => s.push_str(o.name()),
            Operand::Atom(_) | Operand::Functor(_) | Operand::Const(_) | Operand::Pred(_) => {
                s.push_str(&name(op))
            }
        }
    });
    s
}
