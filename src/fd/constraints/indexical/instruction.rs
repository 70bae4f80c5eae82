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
    /// Goes on only if the two factors (pieces of the code, just evaluated) can never become negative,
    /// or, for a division, the second one zero either; or if no argument of them is a variable still.
    Guard {
        first: (u32, u32),
        second: (u32, u32),
        divides: bool,
    },
    Const(u32),
    Dom(u16),
    /// The set of so many values.
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

/// Goes to another place of the code.
#[derive(Clone, Debug)]
pub(crate) enum JumpInstr {
    /// Leaves a set that has all integers where it is, and jumps.
    SkipAll(u32),
    /// Leaves an empty set where it is, and jumps.
    SkipEmpty(u32),
    /// Drops the set; leaves an empty one and jumps if it is empty.
    If(u32),
    /// Begins a loop over the values of a set; jumps behind it if there are none.
    Each(u16, u32),
    /// Adds a set to what the loop has; goes back to the given place with the next value.
    Next(u32),
    /// Goes where the table says for a value, or leaves an empty set and goes behind the table's code.
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
