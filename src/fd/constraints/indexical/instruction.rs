//! The instructions of range programs.

use crate::base::int::Int;

/// One instruction, by what it changes. Positions are indices of the code.
#[derive(Clone, Debug)]
pub(crate) enum IndexicalInstr {
    Number(NumberInstr),
    Set(SetInstr),
    Jump(JumpInstr),
}

/// Pushes a number, made of arguments or of the newest numbers.
#[derive(Clone, Debug)]
pub(crate) enum NumberInstr {
    Int(Int),
    Inf,
    Sup,
    Value(u16),
    Min(u16),
    Max(u16),
    Card(u16),
    Local(u16),
    Neg,
    Add,
    Sub,
    Mul,
    /// Quotient, rounded up or not.
    Div(bool),
    /// Modulus, or remainder.
    Rest(bool),
}

/// Pushes a set, made of arguments, numbers or the newest sets; or a condition of one.
#[derive(Clone, Debug)]
pub(crate) enum SetInstr {
    /// Continues only if the two factors (pieces of the code that were just evaluated) can never become negative, and
    /// in a division the second one never zero; or if none of their arguments is a variable that is not fixed.
    Guard {
        first: (u32, u32),
        second: (u32, u32),
        divides: bool,
    },
    Const(u32),
    Dom(u16),
    /// The set of as many values from the stack.
    Points(u32),
    Interval,
    And,
    Or,
    Not,
    NegSet,
    AddSets,
    SubSets,
    /// Set plus value.
    AddValue,
    /// Set minus value.
    SubValue,
    /// Value minus set.
    FromValue,
    /// Moduli, or remainders, by a set.
    RestSets(bool),
    /// The same by a value.
    RestValue(bool),
}

/// Continues at another position of the code.
#[derive(Clone, Debug)]
pub(crate) enum JumpInstr {
    /// If the set has all integers: keeps it, and jumps.
    SkipAll(u32),
    /// If the set is empty: keeps it, and jumps.
    SkipEmpty(u32),
    /// Drops the set; if it is empty, pushes an empty one and jumps.
    If(u32),
    /// Begins a loop over the values of a set; jumps past the loop if there are none.
    Each(u16, u32),
    /// Adds a set to the result of the loop; jumps back to the position with the next value.
    Next(u32),
    /// Continues at the position that the table has for a value; without one, pushes an empty set and continues after
    /// the table's code.
    Switch(u32),
    Always(u32),
}

impl From<NumberInstr> for IndexicalInstr {
    fn from(instr: NumberInstr) -> IndexicalInstr {
        IndexicalInstr::Number(instr)
    }
}

impl From<SetInstr> for IndexicalInstr {
    fn from(instr: SetInstr) -> IndexicalInstr {
        IndexicalInstr::Set(instr)
    }
}

impl From<JumpInstr> for IndexicalInstr {
    fn from(instr: JumpInstr) -> IndexicalInstr {
        IndexicalInstr::Jump(instr)
    }
}
