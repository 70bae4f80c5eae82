//! Code as text, for the tests of the compiler.

use super::instr::{Instr, InstrOperand};

/// Prints one instruction; `name` is the text of atoms, functors, constants and predicates.
pub(crate) fn instruction(i: &Instr, name: &dyn Fn(InstrOperand) -> String) -> String {
    let mut s = String::from(i.mnemonic());
    let mut sep = " ";
    i.operands(&mut |op| {
        s.push_str(sep);
        sep = ",";
        match op {
            InstrOperand::In(n)
            | InstrOperand::Out(n)
            | InstrOperand::InOut(n)
            | InstrOperand::Value(n)
            | InstrOperand::Registers(n) => s.push_str(&format!("x({n})")),
            InstrOperand::SlotIn(n)
            | InstrOperand::SlotOut(n)
            | InstrOperand::LevelIn(n)
            | InstrOperand::LevelOut(n) => s.push_str(&format!("y({n})")),
            InstrOperand::Slots(n) => s.push_str(&n.to_string()),
            InstrOperand::Jump(n) => s.push_str(&n.to_string()),
            InstrOperand::Number(n) => s.push_str(&n.to_string()),
            InstrOperand::TypeTest(t) => s.push_str(t.name()),
            InstrOperand::CompareOp(c) => s.push_str(c.name()),
            InstrOperand::OrderOp(o) => s.push_str(o.name()),
            InstrOperand::Atom(_)
            | InstrOperand::Functor(_)
            | InstrOperand::Const(_)
            | InstrOperand::Pred(_) => s.push_str(&name(op)),
        }
    });
    s
}
