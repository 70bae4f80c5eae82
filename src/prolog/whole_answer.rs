//! Copies of answers and balls outside the heap; an error if memory does not suffice for one.

use super::answer::FoundAnswer;
use super::engine::HostVm;
use super::error::Error;
use super::term_export::{Extent, export, parts};
use crate::base::tree::Tree;
use crate::machine::{self, Cell};

/// The bytes of the copy for each compound and each argument, at most: an element of a list takes about 140.
const PART_BYTES: u64 = 54;
/// The divisor of the limit on the heap for the copy, which is no part of the machine.
const SHARE: u64 = 4;
/// The bytes that the making of a copy takes for each compound and each argument, at most.
const MAKING_BYTES: u64 = 110;
/// The bytes for which there is memory without a question.
const SMALL: u64 = 64 << 20;

impl HostVm {
    /// The whole of the answer that the open query has given last, with its residual goals. None if it has more
    /// compounds and arguments than `most`, or more than fit into a share of the memory of the machine.
    ///
    /// # Errors
    /// The error of the residual goals.
    pub(super) fn whole_answer(&mut self, most: u64) -> Result<Option<FoundAnswer>, Error> {
        let Some(open) = self.open.take() else {
            return Ok(None);
        };
        let room = self.vm.limits().heap_bytes / SHARE / PART_BYTES;
        let found = self.solution(&open, Extent::Within(most.min(room)));
        let count = open.count;
        self.open = Some(open);
        match found {
            // Of an answer that is too large, nothing is copied.
            Ok(found) => Ok(Some(found).filter(|found| found.values.len() == count)),
            Err(ball) => Err(self.error_of_ball(&ball)),
        }
    }

    /// The copy of an answer.
    ///
    /// # Errors
    /// `resource_error(memory)` if the process has no memory for the whole of it.
    pub(super) fn exported(
        &mut self,
        values: &[Cell],
        goals: &[Cell],
        extent: Extent,
    ) -> Result<FoundAnswer, machine::Ball> {
        let terms = [values, goals].concat();
        if extent == Extent::Whole && !self.has_room_for_copy(&terms) {
            return Err(self.vm.out_of_memory());
        }
        let (tree, mut places) = export(&self.vm, &terms, extent);
        // There are no places if nothing was copied.
        let goals = places.split_off(values.len().min(places.len()));
        Ok(FoundAnswer {
            tree,
            values: places,
            goals,
        })
    }

    /// A term as the root of a tree. If the process has no memory for the whole of it, the tree has the part that an
    /// answer shows.
    pub(super) fn exported_term(&self, term: Cell) -> Tree {
        let extent = match self.has_room_for_copy(&[term]) {
            true => Extent::Whole,
            false => Extent::Visible,
        };
        let (mut tree, places) = export(&self.vm, &[term], extent);
        tree.root = places.first().copied();
        tree
    }

    /// Returns true if the process has memory for the copy of the whole of the terms.
    fn has_room_for_copy(&self, terms: &[Cell]) -> bool {
        let heap = self.vm.heap.top();
        if heap < SMALL {
            return true;
        }
        // The copy shares what the heap shares.
        let parts = parts(&self.vm, terms, heap / 8, false).min(heap / 8);
        let bytes = parts * MAKING_BYTES;
        let room = usize::try_from(bytes).unwrap_or(usize::MAX);
        bytes < SMALL || Vec::<u8>::new().try_reserve_exact(room).is_ok()
    }
}
