//! The engines of a machine: coroutines, each with areas of its own, over the same program.

use super::areas::{Areas, AreasView, Packed};
use super::limits::LimitRest;
use crate::base::atom::Atom;
use crate::machine::memory::cell::Cell;
use crate::machine::memory::record::Record;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The areas that are kept for the next engine.
const SPARE: usize = 8;

/// The number of engines that keep their areas although these are small.
const RECENT: usize = 4;

/// The bytes of waiting engines at which the next call collects, at least.
const LEAST_DUE: u64 = 8 << 20;

/// The state from which an engine continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) enum ResumeMode {
    /// By backtracking into its goal.
    Backtracks,
    /// After `engine_yield/1`.
    Yielded,
}

/// The state of an engine.
pub(in crate::machine) enum EngineState {
    /// The term `Template-Goal` of an engine that has not been asked for an answer.
    New(Record),
    Packed(Box<Packed>, ResumeMode),
    Waiting(Box<Areas>, ResumeMode),
    /// It has no more answers; the next request fails.
    Exhausted,
    /// It runs, or it waits for the answer of another engine.
    Active,
}

/// An engine.
pub(in crate::machine) struct Engine {
    pub(in crate::machine) state: EngineState,
    pub(in crate::machine) alias: Option<Atom>,
    /// The term that was posted to it.
    pub(in crate::machine) posted: Option<Record>,
    /// The limits that its goals have set, with what is left of them.
    pub(in crate::machine) limits: Vec<(u64, LimitRest)>,
}

impl Engine {
    /// The memory that it takes while it waits, in bytes.
    fn bytes(&self) -> u64 {
        let state = match &self.state {
            EngineState::New(r) => 8 * r.words() as u64,
            EngineState::Packed(packed, _) => packed.bytes(),
            EngineState::Waiting(areas, _) => areas.used(),
            EngineState::Exhausted | EngineState::Active => 0,
        };
        let posted = self.posted.as_ref().map_or(0, |r| 8 * r.words() as u64);
        state + posted + size_of::<Engine>() as u64
    }

    /// Its areas, if it has any that are set aside.
    pub(in crate::machine) fn view(&self) -> Option<AreasView<'_>> {
        match &self.state {
            EngineState::Packed(packed, _) => Some(packed.view()),
            EngineState::Waiting(areas, _) => Some(areas.view()),
            EngineState::New(_) | EngineState::Exhausted | EngineState::Active => None,
        }
    }

    /// The records that it keeps outside its areas.
    pub(in crate::machine) fn records(&self) -> impl Iterator<Item = &Record> {
        let goal = match &self.state {
            EngineState::New(goal) => Some(goal),
            _ => None,
        };
        goal.into_iter().chain(&self.posted)
    }
}

/// An engine that was asked for an answer, and the areas of the run that asked it.
pub(in crate::machine) struct EngineRequest {
    pub(in crate::machine) engine: Atom,
    /// The areas of what asked.
    pub(in crate::machine) areas: Box<Areas>,
    /// The levels of the limits that were in force.
    pub(in crate::machine) levels: Vec<u64>,
    /// The term that the answer is unified with.
    pub(in crate::machine) answer: Cell,
    /// The number of runs that were under way.
    pub(in crate::machine) runs: u32,
}

/// The engines of a machine.
#[derive(Default)]
pub(in crate::machine) struct Engines {
    pub(in crate::machine) all: IndexMap<Atom, Engine>,
    /// The handles by alias.
    aliases: FxHashMap<Atom, Atom>,
    /// The requests that are under way, the newest last.
    pub(in crate::machine) requests: Vec<EngineRequest>,
    #[allow(
        clippy::vec_box,
        reason = "areas go from owner to owner, and are large"
    )]
    spare: Vec<Box<Areas>>,
    /// The engines that have answered last and keep their areas, the newest last.
    recent: VecDeque<Atom>,
    /// The memory of the engines that wait, in bytes.
    pub(in crate::machine) bytes: u64,
    /// The bytes at which unreachable engines are looked for.
    due: u64,
    /// True if an engine was refused because memory was short.
    pub(in crate::machine) refused: bool,
    /// The memory of the runs that wait for the answers of engines, in bytes.
    pub(in crate::machine) asking_bytes: u64,
    /// The runs of the machine that are under way: a run is on the stack of Rust.
    pub(in crate::machine) runs: u32,
}

impl Engines {
    /// The engine with this handle or alias.
    pub(in crate::machine) fn find(&self, name: Atom) -> Option<Atom> {
        match self.all.contains_key(&name) {
            true => Some(name),
            false => self.aliases.get(&name).copied(),
        }
    }

    /// Adds an engine.
    pub(in crate::machine) fn add(&mut self, handle: Atom, engine: Engine) {
        self.bytes += engine.bytes();
        self.aliases.extend(engine.alias.map(|name| (name, handle)));
        self.all.insert(handle, engine);
    }

    /// Removes an engine.
    pub(in crate::machine) fn remove(&mut self, handle: Atom) -> Option<Engine> {
        let engine = self.all.swap_remove(&handle)?;
        self.bytes -= engine.bytes();
        if let Some(name) = engine.alias {
            self.aliases.remove(&name);
        }
        Some(engine)
    }

    /// Changes an engine, which exists.
    pub(in crate::machine) fn change<R>(
        &mut self,
        handle: Atom,
        change: impl FnOnce(&mut Engine) -> R,
    ) -> Option<R> {
        let engine = self.all.get_mut(&handle)?;
        let before = engine.bytes();
        let result = change(engine);
        self.bytes = self.bytes + engine.bytes() - before;
        Some(result)
    }

    /// Empty areas.
    pub(in crate::machine) fn new_areas(&mut self) -> Box<Areas> {
        self.spare.pop().unwrap_or_else(|| Box::new(Areas::new()))
    }

    /// Sets an engine aside that has answered. An engine that has not answered for long is packed.
    pub(in crate::machine) fn suspend(
        &mut self,
        handle: Atom,
        areas: Box<Areas>,
        resume_mode: ResumeMode,
        limits: Vec<(u64, LimitRest)>,
    ) {
        self.change(handle, |e| {
            e.state = EngineState::Waiting(areas, resume_mode);
            e.limits = limits;
        });
        if self.recent.back() != Some(&handle) {
            self.recent.retain(|&recent| recent != handle);
            self.recent.push_back(handle);
        }
        if self.recent.len() > RECENT
            && let Some(oldest) = self.recent.pop_front()
        {
            self.pack(oldest);
        }
    }

    /// Packs the areas of an engine that waits, if they hold little.
    fn pack(&mut self, handle: Atom) {
        let areas = self.change(handle, |e| match &mut e.state {
            EngineState::Waiting(areas, resume_mode) => {
                let packed = EngineState::Packed(areas.pack()?, *resume_mode);
                match std::mem::replace(&mut e.state, packed) {
                    EngineState::Waiting(areas, _) => Some(areas),
                    _ => None,
                }
            }
            _ => None,
        });
        if let Some(areas) = areas.flatten() {
            self.recycle(areas);
        }
    }

    /// Keeps areas for the next engine.
    pub(in crate::machine) fn recycle(&mut self, mut areas: Box<Areas>) {
        if areas.clear() && self.spare.len() < SPARE {
            self.spare.push(areas);
        }
    }

    /// The areas that are set aside: those of engines, and those of what waits for their answers.
    pub(in crate::machine) fn views(&self) -> impl Iterator<Item = AreasView<'_>> {
        let asking = self.requests.iter().map(|r| r.areas.view());
        asking.chain(self.all.values().filter_map(Engine::view))
    }

    /// Returns true if so many engines wait that unreachable ones are to be looked for.
    pub(in crate::machine) fn are_due(&self) -> bool {
        self.refused || self.bytes > self.due.max(LEAST_DUE)
    }

    /// Sets the size at which unreachable engines are looked for next, from the present one.
    pub(in crate::machine) fn set_due(&mut self) {
        self.due = 2 * self.bytes;
        self.refused = false;
    }
}
