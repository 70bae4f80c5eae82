//! The memory that a program takes outside the heap and the stacks, and its limit.
//!
//! Names, predicates and clauses grow in many places, and collections can free them. They are only counted: when they
//! have grown enough, the next call collects, and throws if they still exceed the limit. All other memory grows in
//! builtins, which call [`Machine::check_room`] before they allocate it.

use crate::machine::{Ball, Extension, Machine};

/// Names and clauses may grow by this many bytes between two collections in any case.
const LEAST_GROWTH: u64 = 8 << 20;

/// A text that is being loaded may let names and clauses grow by this many bytes more.
const LOADED_GROWTH: u64 = 32 << 20;

/// The bytes by which a query may let a program grow that is larger than its limit, so that it can erase clauses.
const ROOM_TO_ERASE: u64 = 64 << 10;

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

    /// Returns true if names and clauses have grown so much by a text that a collection is due while it is loaded: hardly
    /// any of them are garbage.
    #[inline]
    pub(in crate::machine) fn has_grown_by_text(&self) -> bool {
        self.has_grown()
            && (self.program_bytes() >= self.account.collect_at + LOADED_GROWTH
                || self.exceeds_account())
    }

    /// Puts a collection off that only the text of a load would have made due.
    pub(crate) fn account_for_text(&mut self) {
        if self.has_grown() && self.db.erased.is_empty() && !self.exceeds_account() {
            self.set_account();
        }
    }

    /// Sets the size of names and clauses at which the next collection is due, from the present one.
    pub(in crate::machine) fn set_account(&mut self) {
        let (now, limit) = (self.program_bytes(), self.limits.heap_bytes);
        if !self.exceeds_account() {
            self.account.refused = 0;
        }
        // A collection takes time in the size of the heap and of the clauses.
        let room = (now / 2).max(self.heap.top / 2).max(LEAST_GROWTH);
        let most = limit.max(self.account.refused).max(now + limit / 32);
        self.account.collect_at = (now + room).min(most);
    }

    /// Returns true if names, clauses and engines take too much of the memory that the limit allows.
    fn exceeds_account(&self) -> bool {
        let limit = self.limits.heap_bytes;
        self.program_bytes() + self.engines.bytes > limit - limit / 32
    }

    /// Lets a query begin after names and clauses were refused, as it may be the one that erases them.
    pub(crate) fn allow_to_erase(&mut self) {
        if self.account.refused > 0 {
            self.account.refused = self.program_bytes() + self.engines.bytes + ROOM_TO_ERASE;
        }
    }

    /// Checks names and clauses against the limit, after a collection.
    ///
    /// # Errors
    /// `resource_error(memory)`
    pub(in crate::machine) fn check_account(&mut self) -> Result<(), Ball> {
        let now = self.program_bytes() + self.engines.bytes;
        if !self.exceeds_account() || now <= self.account.refused {
            return Ok(());
        }
        self.account.refused = now;
        self.account.collect_at = now + 1;
        // Engines to which only the failed goal refers will soon be unreachable.
        self.engines.refused = self.engines.bytes > 0;
        Err(self.out_of_memory())
    }

    /// Checks that there is room for `bytes` more on the heap, garbage included. Builtins call it before they build
    /// large terms.
    pub(crate) fn check_heap(&mut self, bytes: u64) -> Result<(), Ball> {
        let limit = self.limits.heap_bytes;
        let too_much =
            bytes > limit - limit / 32 || self.heap.top.saturating_add(bytes) > limit + limit / 2;
        if too_much || !self.reserve(bytes) || !self.heap.try_ensure(bytes / 8 + 1) {
            return Err(self.out_of_memory());
        }
        Ok(())
    }

    /// Checks that there is room for `bytes` more outside the heap and the stacks. Builtins call it before large
    /// allocations.
    pub(crate) fn check_room(&mut self, bytes: u64) -> Result<(), Ball> {
        let used = self.program_bytes() + self.stored_bytes();
        if used.saturating_add(bytes) > self.limits.heap_bytes || !self.reserve(bytes) {
            return Err(self.out_of_memory());
        }
        Ok(())
    }

    /// The approximate memory in use, in bytes: the heap and the stacks, the program, and what it stores.
    pub(crate) fn memory_in_use(&self) -> u64 {
        let stacks: u64 = self.stack_use().iter().sum();
        let heaps = self.heap.top + self.engines.asking_bytes;
        let program = self.program_bytes() + self.stored_bytes();
        heaps + stacks + program + self.ext.constraint_bytes()
    }

    /// The approximate memory of what programs store outside the heap, the stacks and the program, in bytes.
    pub(in crate::machine) fn stored_bytes(&self) -> u64 {
        let goals = self.undo_goals.bytes;
        self.engines.bytes + self.globals.bytes + goals + self.findall_bytes() + self.ext.bytes()
    }
}
