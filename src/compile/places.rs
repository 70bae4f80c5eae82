//! The code of each goal and the places of its variables, for messages about a goal that throws.
//!
//! None of this is kept with a clause: a clause that a message is about is read and compiled again, with a record of
//! its goals.

use super::ir::NONE;
use super::state::{ClauseState, CompileError, Compiler};
use crate::base::atom::Atom;
use crate::base::tree::{NodeId, Tree};
use crate::code::pred::{ClauseCode, Linker};
use std::ops::Range;

/// The code of a goal.
#[derive(Clone, Debug)]
pub(crate) struct GoalCode {
    /// The goal.
    pub goal: NodeId,
    /// The indices of its instructions.
    pub code: Range<u32>,
    /// The variables that have a value when the goal begins.
    pub before: Vec<VariablePlace>,
    /// The variables that have a slot after it.
    pub after: Vec<VariablePlace>,
}

/// The registers that hold a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VariablePlace {
    /// The number of the variable.
    pub variable: u32,
    /// The argument register that holds it.
    pub register: Option<u16>,
    /// The slot of the environment that holds it.
    pub slot: Option<u16>,
}

/// The record of the goals of a clause that is being compiled.
#[derive(Default)]
pub(super) struct GoalRecord {
    /// The goal of each operation.
    of_operations: Vec<NodeId>,
    goals: Vec<GoalCode>,
}

impl GoalRecord {
    pub(super) fn clear(&mut self) {
        self.of_operations.clear();
        self.goals.clear();
    }

    /// Adds an operation.
    pub(super) fn add_operation(&mut self, goal: NodeId) {
        self.of_operations.push(goal);
    }

    /// Adjusts the goals to the new positions of their instructions after a pass that moved them.
    pub(super) fn redirect(&mut self, moved: &[u32]) {
        for goal in &mut self.goals {
            let Range { start, end } = goal.code;
            goal.code = moved[start as usize]..moved[end as usize];
        }
    }
}

impl Compiler {
    /// As [`Compiler::compile`], with the code of each goal, in the order of the text.
    ///
    /// # Errors
    /// As [`Compiler::compile`].
    pub(crate) fn compile_with_goals(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        module: Atom,
        linker: &mut dyn Linker,
    ) -> Result<(ClauseCode, Vec<GoalCode>), CompileError> {
        self.record = Some(GoalRecord::default());
        let code = self.compile(tree, head, body, module, linker);
        let record = self.record.take().unwrap_or_default();
        Ok((code?, record.goals))
    }
}

impl ClauseState<'_> {
    /// Records that the code of the present operation begins.
    pub(super) fn goal_begins(&mut self) {
        if self.c.record.is_none() {
            return;
        }
        let before = self.places();
        let start = self.c.code.len() as u32;
        if let Some(record) = &mut self.c.record
            && let Some(&goal) = record.of_operations.get(self.at as usize)
        {
            record.goals.push(GoalCode {
                goal,
                code: start..start,
                before,
                after: Vec::new(),
            });
        }
    }

    /// Records that the code of the present operation ends.
    pub(super) fn goal_ends(&mut self) {
        if self.c.record.is_none() {
            return;
        }
        let after = self.places();
        let end = self.c.code.len() as u32;
        let record = self.c.record.as_mut();
        if let Some(goal) = record.and_then(|r| r.goals.last_mut()) {
            goal.code.end = end;
            goal.after = after.into_iter().filter(|p| p.slot.is_some()).collect();
        }
    }

    /// The places of all variables now.
    fn places(&self) -> Vec<VariablePlace> {
        let vars = self.c.vars.iter().enumerate();
        let place = |(v, var): (usize, &super::ir::ClauseVar)| VariablePlace {
            variable: v as u32,
            register: (var.x != NONE).then_some(var.x),
            slot: var.in_y.then_some(var.y),
        };
        vars.filter(|(_, var)| !var.barrier && (var.x != NONE || var.in_y))
            .map(place)
            .collect()
    }
}
