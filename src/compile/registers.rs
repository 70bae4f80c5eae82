//! The register file of a clause that is being compiled, and the log of changes that branches undo.

/// The owner of a free register.
pub(super) const FREE: u32 = u32::MAX;

/// The owner of a register whose value is not a variable's.
pub(super) const HELD: u32 = u32::MAX - 1;

/// The registers.
#[derive(Default)]
pub(super) struct RegisterAllocation {
    pub(super) owner: Vec<u32>,
    /// For each register, true if it holds a valid cell.
    pub(super) assigned: Vec<bool>,
    /// All registers from the floor to here are taken.
    pub(super) taken: u16,
}

/// A change to be undone.
#[derive(Clone, Copy, Debug)]
pub(super) enum UndoEntry {
    Var { v: u32, x: u16, y: u16, in_y: bool },
    Reg { r: u16, owner: u32, assigned: bool },
}

impl RegisterAllocation {
    pub(super) fn clear(&mut self) {
        self.owner.clear();
        self.assigned.clear();
        self.taken = 0;
    }

    pub(super) fn owner(&self, r: u16) -> u32 {
        self.owner.get(usize::from(r)).copied().unwrap_or(FREE)
    }

    pub(super) fn is_assigned(&self, r: u16) -> bool {
        self.assigned.get(usize::from(r)).copied().unwrap_or(false)
    }

    pub(super) fn set(&mut self, r: u16, owner: u32, assigned: bool) {
        let i = usize::from(r);
        if i >= self.owner.len() {
            self.owner.resize(i + 1, FREE);
            self.assigned.resize(i + 1, false);
        }
        self.owner[i] = owner;
        self.assigned[i] = assigned;
        if owner == FREE {
            self.taken = self.taken.min(r);
        }
    }

    /// The number of registers that have been used.
    pub(super) fn len(&self) -> u16 {
        self.owner.len() as u16
    }
}
