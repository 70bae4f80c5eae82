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
}

impl Default for NativeState {
    fn default() -> NativeState {
        NativeState {
            p: std::ptr::null(),
            limit: std::ptr::null(),
            panic: None,
            gate: None,
        }
    }
}
