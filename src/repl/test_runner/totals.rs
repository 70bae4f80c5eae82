//! The counts of a run.

/// The counts of a document or of a run.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Totals {
    pub(super) documents: usize,
    /// Queries all of whose descriptions hold.
    pub(super) passed: usize,
    /// Queries with a description that does not hold.
    pub(super) failed: usize,
    pub(super) skipped: usize,
    /// Descriptions that were replaced by the actual answers.
    pub(super) replaced: usize,
    /// Descriptions that do not hold and were not replaced.
    pub(super) left: usize,
    /// Documents that could not be run, or were not loaded without errors.
    pub(super) faulty: usize,
}

impl Totals {
    pub(super) fn queries(&self) -> usize {
        self.passed + self.failed + self.skipped
    }

    pub(super) fn add(&mut self, other: &Totals) {
        self.documents += other.documents;
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.replaced += other.replaced;
        self.left += other.left;
        self.faulty += other.faulty;
    }
}
