//! The state of the native tier.

use crate::machine::database::code_block::Code;
use crate::machine::database::machine_code::MachineCode;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Data that machine code and the functions that it calls exchange.
pub(in crate::machine) struct NativeState {
    /// The address after an instruction that was executed for machine code, or the address at which the interpreter
    /// continues.
    pub(in crate::machine) p: Code,
    /// The limit in the machine's signals, set when machine code is entered.
    pub(in crate::machine) limit: *const AtomicU64,
    /// A panic of an instruction's body, to be resumed outside of machine code.
    pub(in crate::machine) panic: Option<Box<dyn Any + Send>>,
    /// The code that enters machine code.
    pub(in crate::machine) gate: Option<Arc<MachineCode>>,
    pub(in crate::machine) returns: ReturnCount,
}

/// How often machine code has continued in the interpreter since the last look at the clause where it did.
pub(in crate::machine) struct ReturnCount {
    count: u32,
    /// The count at which the next look is due.
    look_at: u32,
}

impl ReturnCount {
    /// The count at which a look is due after one that found a clause to translate.
    const FEW: u32 = 1 << 10;

    /// The largest count after looks that found none: a look may search all clauses.
    const MANY: u32 = 1 << 20;

    /// Counts once more. Returns true if a look is due.
    #[inline(always)]
    pub(in crate::machine) fn is_look_due(&mut self) -> bool {
        self.count += 1;
        self.count >= self.look_at
    }

    /// Begins to count anew after a look.
    pub(in crate::machine) fn note_look(&mut self, has_found: bool) {
        self.count = 0;
        self.look_at = match has_found {
            true => ReturnCount::FEW,
            false => (2 * self.look_at).min(ReturnCount::MANY),
        };
    }
}

impl Default for ReturnCount {
    fn default() -> ReturnCount {
        ReturnCount {
            count: 0,
            look_at: ReturnCount::FEW,
        }
    }
}

impl Default for NativeState {
    fn default() -> NativeState {
        NativeState {
            p: std::ptr::null(),
            limit: std::ptr::null(),
            panic: None,
            gate: None,
            returns: ReturnCount::default(),
        }
    }
}
