//! What assemblers have in common: registers, places in memory, conditions, labels.

use dynasmrt::relocations::Relocation;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler};
use std::collections::HashMap;

/// A register of the processor, by its number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reg(pub(super) u8);

/// A register for a float.
#[derive(Clone, Copy)]
pub(super) struct FloatReg(pub(super) u8);

/// A place in memory: the sum of a register, perhaps another one, and a constant.
#[derive(Clone, Copy)]
pub(super) struct MemoryOperand {
    pub(super) base: Reg,
    pub(super) index: OperandIndex,
    pub(super) offset: i32,
}

/// A register that is added to the base of a place.
#[derive(Clone, Copy)]
pub(super) enum OperandIndex {
    None,
    One(Reg),
    /// A register times 8.
    Eight(Reg),
}

impl Reg {
    /// The place at an offset from the address in the register.
    pub(super) fn at(self, offset: i32) -> MemoryOperand {
        MemoryOperand {
            base: self,
            index: OperandIndex::None,
            offset,
        }
    }

    /// The place at the sum of two registers.
    pub(super) fn plus(self, other: Reg) -> MemoryOperand {
        MemoryOperand {
            index: OperandIndex::One(other),
            ..self.at(0)
        }
    }

    /// The place at the sum of this register and another one times 8.
    pub(super) fn plus_words(self, other: Reg) -> MemoryOperand {
        MemoryOperand {
            index: OperandIndex::Eight(other),
            ..self.at(0)
        }
    }
}

impl MemoryOperand {
    /// The place at a further offset.
    pub(super) fn at(self, offset: i32) -> MemoryOperand {
        MemoryOperand {
            offset: self.offset + offset,
            ..self
        }
    }
}

/// A result of a comparison or an operation, in the processor's flags.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    Equal,
    NotEqual,
    /// Less, of numbers without sign, or of floats.
    Below,
    BelowOrEqual,
    Above,
    AboveOrEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    NotNegative,
    Overflow,
    /// One of two floats is not a number.
    Unordered,
    /// The carry flag is set, by `return_with`.
    Flag,
}

/// An operation on two floats.
#[derive(Clone, Copy)]
pub(super) enum FloatOp {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// The target of a jump.
#[derive(Clone, Copy)]
pub(super) enum JumpTarget {
    Label(DynamicLabel),
    /// The next position of this name.
    Next(&'static str),
    /// The last position of this name.
    Last(&'static str),
}

impl From<DynamicLabel> for JumpTarget {
    fn from(label: DynamicLabel) -> JumpTarget {
        JumpTarget::Label(label)
    }
}

/// The next position of a name.
pub(super) fn ahead(name: &'static str) -> JumpTarget {
    JumpTarget::Next(name)
}

/// The last position of a name.
pub(super) fn behind(name: &'static str) -> JumpTarget {
    JumpTarget::Last(name)
}

/// Emits machine code with relocations of an architecture.
pub(super) struct AssemblerOf<R: Relocation> {
    pub(super) code: VecAssembler<R>,
    /// The labels of the next and the last positions that have names.
    next: HashMap<&'static str, DynamicLabel>,
    last: HashMap<&'static str, DynamicLabel>,
}

impl<R: Relocation> AssemblerOf<R> {
    pub(super) fn new() -> Self {
        AssemblerOf {
            code: VecAssembler::new(0),
            next: HashMap::new(),
            last: HashMap::new(),
        }
    }

    pub(super) fn label(&mut self) -> DynamicLabel {
        self.code.new_dynamic_label()
    }

    /// The number of bytes that have been emitted.
    pub(super) fn offset(&self) -> usize {
        self.code.offset().0
    }

    /// Emits a word of data.
    pub(super) fn word(&mut self, word: u64) {
        self.code.push_u64(word);
    }

    /// The code; `None` if a jump is too long.
    pub(super) fn finished(self) -> Option<Vec<u8>> {
        self.code.finalize().ok()
    }

    /// The label of a target.
    pub(super) fn target(&mut self, target: impl Into<JumpTarget>) -> DynamicLabel {
        match target.into() {
            JumpTarget::Label(label) => label,
            JumpTarget::Last(name) => self.last[name],
            JumpTarget::Next(name) => match self.next.get(name) {
                Some(&label) => label,
                None => {
                    let label = self.label();
                    self.next.insert(name, label);
                    label
                }
            },
        }
    }

    /// Gives the position of the next instruction a label.
    pub(super) fn bind(&mut self, label: DynamicLabel) -> &mut Self {
        self.code.dynamic_label(label);
        self
    }

    /// Gives the position of the next instruction a name.
    pub(super) fn here(&mut self, name: &'static str) -> &mut Self {
        let label = self.target(ahead(name));
        self.next.remove(name);
        self.last.insert(name, label);
        self.bind(label)
    }
}
