//! The memory that a program takes outside the heap and the stacks, and its limit.
//!
//! Names, predicates and clauses grow in many places and can be freed by collections; so they are only
//! counted, and when they have grown enough the next call collects, and throws if that does not help.
//! Everything else grows in builtins, which ask [`Machine::check_room`] before they make it.

use crate::base::atom::atoms;
use crate::machine::{Ball, Extension, Machine};

/// Names and clauses may grow by this many bytes between two collections in any case.
const LEAST_GROWTH: u64 = 8 << 20;

impl<X: Extension> Machine<X> {
    /// The approximate size of names, predicates and clauses in bytes.
    #[inline(always)]
    pub(crate) fn program_bytes(&self) -> u64 {
        self.atoms.bytes() + self.functors.bytes() + self.db.bytes
    }

    /// Makes the next call collect, if names and clauses have grown enough.
    #[inline(always)]
    pub(in crate::machine) fn note_growth(&mut self) {
        if self.has_grown() {
            self.signal();
        }
    }

    /// Returns true if names and clauses have grown enough for a collection.
    #[inline(always)]
    pub(in crate::machine) fn has_grown(&self) -> bool {
        self.program_bytes() >= self.account.collect_at
    }

    /// Sets the size of names and clauses at which the next collection is due, from the present one.
    pub(in crate::machine) fn set_account(&mut self) {
        let (now, limit) = (self.program_bytes(), self.limits.heap_bytes);
        if now < limit {
            self.account.refused = 0;
        }
        // A collection costs as much as the heap and the clauses are large.
        let room = (now / 2).max(self.heap.top / 2).max(LEAST_GROWTH);
        let most = limit.max(self.account.refused).max(now + limit / 32);
        self.account.collect_at = (now + room).min(most);
    }

    /// Checks names and clauses against the limit, after a collection.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(in crate::machine) fn check_account(&mut self) -> Result<(), Ball> {
        let now = self.program_bytes() + self.engines.bytes;
        let limit = self.limits.heap_bytes;
        if now + limit / 32 <= limit || now <= self.account.refused {
            return Ok(());
        }
        self.account.refused = now;
        self.account.collect_at = now + 1;
        // Those that only the failed goal refers to are unreachable soon.
        self.engines.refused = true;
        Err(self.resource_error(atoms::MEMORY))
    }

    /// Checks that there is room for `bytes` more on the heap, which holds garbage too: for builtins, before
    /// they make what is large.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(crate) fn check_heap(&mut self, bytes: u64) -> Result<(), Ball> {
        let limit = self.limits.heap_bytes;
        let too_much =
            bytes > limit - limit / 32 || self.heap.top.saturating_add(bytes) > limit + limit / 2;
        if too_much || !self.heap.try_ensure(bytes / 8 + 1) {
            return Err(self.resource_error(atoms::MEMORY));
        }
        Ok(())
    }

    /// Checks that there is room for `bytes` more outside the heap and the stacks: for builtins, before they
    /// make what is large.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(crate) fn check_room(&mut self, bytes: u64) -> Result<(), Ball> {
        let used = self.program_bytes()
            + self.engines.bytes
            + self.globals.bytes
            + self.findall_bytes()
            + self.ext.bytes();
        if used.saturating_add(bytes) > self.limits.heap_bytes {
            return Err(self.resource_error(atoms::MEMORY));
        }
        Ok(())
    }
}
