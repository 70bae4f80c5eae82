//! Machine code in memory that can be executed and not written.

use dynasmrt::cache_control;
use dynasmrt::mmap::{ExecutableBuffer, MutableBuffer};
use std::sync::Arc;

/// Machine code at a stable address.
pub(in crate::machine) struct MachineCode(ExecutableBuffer);

impl MachineCode {
    /// Copies code to memory of its own, which is then made executable. `None` if the system refuses.
    pub(in crate::machine) fn new(code: &[u8]) -> Option<Arc<MachineCode>> {
        let mut buffer = MutableBuffer::new(code.len()).ok()?;
        buffer.set_len(code.len());
        buffer.copy_from_slice(code);
        let executable = buffer.make_exec().ok()?;
        cache_control::synchronize_icache(&executable);
        MachineCode::prepare_thread();
        // A reference holds 48 bits of an address.
        ((executable.as_ptr() as u64) >> 48 == 0).then(|| Arc::new(MachineCode(executable)))
    }

    /// Makes the processor that runs this thread see all machine code; on x86-64 it does by itself.
    #[inline]
    pub(in crate::machine) fn prepare_thread() {
        cache_control::prepare_for_execution(&[]);
    }

    /// The address of the byte at an offset.
    pub(in crate::machine) fn at(&self, offset: usize) -> u64 {
        self.0.as_ptr() as u64 + offset as u64
    }
}
