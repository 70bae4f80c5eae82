//! Code as text, for `vm_list/1`. Knows no machine.

use super::instr::{Instr, Operand};

/// Prints one instruction; `name` gives the text of operands that are not numbers.
pub fn instruction(i: &Instr, name: &dyn Fn(Operand) -> String) -> String {
    let mut s = String::from(i.mnemonic());
    let mut sep = " ";
    i.operands(&mut |field, op| {
        s.push_str(sep);
        sep = ",";
        match op {
            Operand::Number(n)
                if matches!(field, "x" | "a" | "b" | "d" | "h" | "t")
                    && !matches!(i, Instr::SwitchOnTerm { .. } | Instr::Builtin { .. }) =>
            {
                s.push_str(&format!("x({n})"))
            }
            Operand::Number(n) if field == "y" => s.push_str(&format!("y({n})")),
            Operand::Number(n) => s.push_str(&n.to_string()),
            Operand::Test(t) => s.push_str(t.name()),
            Operand::Compare(c) => s.push_str(c.name()),
            Operand::Order(o) => s.push_str(o.name()),
            other => s.push_str(&name(other)),
        }
    });
    s
}
