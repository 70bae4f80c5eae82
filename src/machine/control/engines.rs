//! Engines: coroutines over the program of the machine, with areas of their own.
//!
//! A request exchanges the areas of the machine for those of the engine, and its answer exchanges them back. The run
//! loop continues with the other areas, so that engines which ask each other use no stack of Rust. Terms are copied
//! from heap to heap. Areas that are set aside are never collected, so the cells in them stay valid; the code and
//! names to which they refer are found by a conservative scan.

use super::fixed_code::{CALL1, ENGINE_ANSWER, ENGINE_FAIL, ENGINE_YIELD};
use crate::base::atom::{Atom, Object, atoms};
use crate::machine::state::areas::{Areas, SavedRegisters};
use crate::machine::state::ball::Reach;
use crate::machine::state::engines::{Engine, EngineRequest, EngineState, ResumeMode};
use crate::machine::state::limits::LimitRest;
use crate::machine::{Attributes, Ball, Cell, Code, Extension, Machine, Record};
use std::sync::Arc;

/// The value that the handle of an engine stands for.
struct EngineHandle;

/// An engine that was left.
struct Left {
    engine: Atom,
    areas: Box<Areas>,
    answer: Cell,
    /// The rest of the limits of its goals.
    limits: Vec<(u64, LimitRest)>,
    /// The level of the limit of the asking goal, if the end of that limit has ended the engine.
    lifted: Option<u64>,
}

impl<X: Extension> Machine<X> {
    /// Makes an engine that will give copies of a template, one for each answer of a goal. Returns its handle.
    ///
    /// # Errors
    /// `permission_error(create, engine, Alias)` if another engine has the alias; `resource_error(memory)`; those of
    /// [`Extension::check_copied`].
    pub(crate) fn create_engine(
        &mut self,
        template: Cell,
        goal: Cell,
        alias: Option<Atom>,
    ) -> Result<Atom, Ball> {
        if let Some(name) = alias {
            if self.engines.find(name).is_some() {
                return Err(self.permission_error("create", "engine", Cell::atom(name)));
            }
            self.atoms.keep(name);
        }
        let minus = self.functors.intern(atoms::MINUS, 2);
        let pair = self.heap.structure(minus, &[template, goal]);
        X::check_copied(self, pair)?;
        let goal = Record::new(&mut self.heap, pair, Attributes::Copy);
        if let Err(ball) = self.check_room(8 * goal.words() as u64) {
            // A program that has caught the error may have dropped other engines.
            self.engines.refused = true;
            self.signal();
            return Err(ball);
        }
        let object: Object = Arc::new(EngineHandle);
        let handle = self.atoms.intern_object(&object, "engine");
        let engine = Engine {
            state: EngineState::New(goal),
            alias,
            posted: None,
            limits: Vec::new(),
        };
        self.engines.add(handle, engine);
        self.note_engines();
        Ok(handle)
    }

    /// Makes the next call collect, if many engines wait.
    fn note_engines(&mut self) {
        if self.engines.are_due() {
            self.signal();
        }
    }

    /// The engine that a term denotes.
    ///
    /// # Errors
    /// `instantiation_error`, `type_error(engine, T)`, `existence_error(engine, T)`
    pub(crate) fn engine_of(&mut self, term: Cell) -> Result<Atom, Ball> {
        if term.is_ref() {
            return Err(self.instantiation_error());
        }
        let Some(name) = term.to_atom() else {
            let engine = self.atoms.intern("engine");
            return Err(self.type_error(engine, term));
        };
        match self.engines.find(name) {
            Some(handle) => Ok(handle),
            None => Err(self.existence_error("engine", term)),
        }
    }

    /// Returns true if a term denotes an engine.
    pub(crate) fn is_engine(&self, term: Cell) -> bool {
        let name = term.to_atom();
        name.is_some_and(|name| self.engines.find(name).is_some())
    }

    /// The names of all engines: their aliases, or their handles.
    pub(crate) fn engine_names(&self) -> Vec<Atom> {
        let all = self.engines.all.iter();
        all.map(|(&handle, e)| e.alias.unwrap_or(handle)).collect()
    }

    /// The engine whose goal runs.
    pub(crate) fn current_engine(&self) -> Option<Atom> {
        self.engines.requests.last().map(|r| r.engine)
    }

    /// The name that programs get for an engine.
    pub(crate) fn engine_name(&self, handle: Atom) -> Atom {
        let engine = self.engines.all.get(&handle);
        engine.and_then(|e| e.alias).unwrap_or(handle)
    }

    /// Posts a term to an engine.
    ///
    /// # Errors
    /// `permission_error(post_to, engine, E)` if it has a term already; those of [`Extension::check_copied`].
    pub(crate) fn post_to_engine(&mut self, handle: Atom, term: Cell) -> Result<(), Ball> {
        X::check_copied(self, term)?;
        let engine = self.engines.all.get(&handle);
        if engine.is_some_and(|e| e.posted.is_some()) {
            let name = Cell::atom(self.engine_name(handle));
            return Err(self.permission_error("post_to", "engine", name));
        }
        let record = Record::new(&mut self.heap, term, Attributes::Copy);
        self.check_room(8 * record.words() as u64)?;
        self.engines.change(handle, |e| e.posted = Some(record));
        self.note_engines();
        Ok(())
    }

    /// Takes the term that was posted to the engine whose goal runs.
    pub(crate) fn fetch_posted(&mut self) -> Option<Cell> {
        let handle = self.current_engine()?;
        let record = self.engines.change(handle, |e| e.posted.take())??;
        Some(record.restore(&mut self.heap))
    }

    /// The request of `engine_next/2`: the engine in the first register must give an answer, which will be unified
    /// with the second register. Returns the code at which the engine continues; `None` if it has no more answers.
    ///
    /// # Errors
    /// The errors of [`Machine::engine_of`]; `permission_error(resume, engine, E)` if it runs already.
    pub(in crate::machine) fn ask_engine(&mut self) -> Result<Option<Code>, Ball> {
        let name = self.x(0);
        let handle = self.engine_of(name)?;
        let answer = self.x(1);
        let take = |e: &mut Engine| std::mem::replace(&mut e.state, EngineState::Active);
        let code = match self.engines.change(handle, take) {
            None | Some(EngineState::Active) => {
                return Err(self.permission_error("resume", "engine", name));
            }
            Some(EngineState::Exhausted) => {
                self.remove_engine(handle);
                return Ok(None);
            }
            Some(EngineState::New(goal)) => {
                let areas = self.engines.new_areas();
                self.enter_engine(handle, areas, answer);
                self.begin_engine(&goal)
            }
            Some(EngineState::Packed(packed, resume_mode)) => {
                let mut areas = self.engines.new_areas();
                areas.unpack(packed);
                self.resume_engine(handle, areas, answer, resume_mode)
            }
            Some(EngineState::Waiting(areas, resume_mode)) => {
                self.resume_engine(handle, areas, answer, resume_mode)
            }
        };
        self.reset_limit();
        Ok(Some(code))
    }

    /// Sets the bottom of the areas of an engine and its goal. Returns the code at which it begins.
    fn begin_engine(&mut self, goal: &Record) -> Code {
        self.set_bottom(ENGINE_ANSWER[1..].as_ptr(), ENGINE_FAIL.as_ptr());
        self.set_heap_threshold();
        let pair = goal.restore(&mut self.heap);
        let args = self.heap.args_at(pair);
        let [template, goal] = [args, args + 8].map(|at| self.heap.deref(self.heap.get(at)));
        self.protected.push(template);
        self.set_x(0, goal);
        self.b0 = self.b;
        self.db.entries[CALL1.0 as usize]
    }

    /// Exchanges the areas for those of an engine that waits. Returns the code at which it continues.
    fn resume_engine(
        &mut self,
        handle: Atom,
        areas: Box<Areas>,
        answer: Cell,
        resume_mode: ResumeMode,
    ) -> Code {
        self.enter_engine(handle, areas, answer);
        if self.gc_at == 0 {
            self.set_heap_threshold();
        }
        match resume_mode {
            ResumeMode::Backtracks => self.backtrack(),
            ResumeMode::Yielded => ENGINE_YIELD[1..].as_ptr(),
        }
    }

    /// Exchanges the areas for those of an engine.
    fn enter_engine(&mut self, handle: Atom, mut areas: Box<Areas>, answer: Cell) {
        // No `catch/3` of the engine catches the ball of a limit that was set outside.
        let list = self.call_limits.list.iter_mut();
        let levels = list.map(|limit| std::mem::take(&mut limit.level)).collect();
        self.exchange_areas(&mut areas);
        self.engines.asking_bytes += areas.used();
        self.engines.requests.push(EngineRequest {
            engine: handle,
            areas,
            levels,
            answer,
            runs: self.engines.runs,
        });
        let limits = self
            .engines
            .change(handle, |e| std::mem::take(&mut e.limits));
        for (token, rest) in limits.unwrap_or_default() {
            self.resume_limit(token, rest);
        }
    }

    /// Exchanges the areas for those of the run that has asked the engine.
    #[allow(
        clippy::expect_used,
        reason = "the code of an engine runs only while there is a request to it"
    )]
    fn leave_engine(&mut self) -> Left {
        let request = self.engines.requests.pop().expect("a request");
        let EngineRequest {
            engine,
            mut areas,
            levels,
            answer,
            ..
        } = request;
        self.engines.asking_bytes -= areas.used();
        let limits = self.suspend_limits(levels.len());
        for (limit, level) in self.call_limits.list.iter_mut().zip(&levels) {
            limit.level = *level;
        }
        let lifted = levels.get(self.call_limits.list.len()).copied();
        self.exchange_areas(&mut areas);
        self.reset_limit();
        Left {
            engine,
            areas,
            answer,
            limits,
            lifted,
        }
    }

    /// Exchanges the areas and registers of the machine for those that are set aside.
    fn exchange_areas(&mut self, a: &mut Areas) {
        use std::mem::swap;
        self.note_outside();
        let out = SavedRegisters {
            hb: self.hb,
            e: self.e,
            cp: self.cp,
            b: self.b,
            b0: self.b0,
            tr: self.tr,
            ext_mark: self.ext_mark,
            gc_at: self.gc_at,
            forbid_gc: self.forbid_gc,
            may_pause: self.pausing.allowed,
            env_top: self.env_top(),
            choice_top: self.choice_top(),
        };
        let r = std::mem::replace(&mut a.registers, out);
        (self.hb, self.e, self.cp) = (r.hb, r.e, r.cp);
        (self.b, self.b0, self.tr) = (r.b, r.b0, r.tr);
        (self.ext_mark, self.gc_at, self.forbid_gc) = (r.ext_mark, r.gc_at, r.forbid_gc);
        self.pausing.allowed = r.may_pause;
        swap(&mut self.heap, &mut a.heap);
        swap(&mut self.env, &mut a.env);
        swap(&mut self.choice, &mut a.choice);
        swap(&mut self.trail, &mut a.trail);
        let l = &mut a.lists;
        swap(&mut self.wake, &mut l.wake);
        swap(&mut self.cleanups, &mut l.cleanups);
        swap(&mut self.cleanup_due, &mut l.cleanup_due);
        swap(&mut self.undo_goals, &mut l.undo_goals);
        swap(&mut self.findall, &mut l.findall);
        swap(&mut self.protected, &mut l.protected);
        swap(&mut self.globals, &mut l.globals);
        swap(&mut self.depth_limit, &mut l.depth_limit);
        swap(&mut self.tracing, &mut l.tracing);
        l.ext = self.ext.exchange(l.ext.take());
    }

    /// Gives an answer to the run that has asked the running engine. Returns true if it unifies with the term that
    /// was requested.
    ///
    /// # Errors
    /// The errors of [`Extension::check_copied`]; the engine continues with them.
    pub(in crate::machine) fn answer_request(
        &mut self,
        term: Cell,
        resume_mode: ResumeMode,
    ) -> Result<bool, Ball> {
        X::check_copied(self, term)?;
        let record = Record::new(&mut self.heap, term, Attributes::Copy);
        let ends = resume_mode == ResumeMode::Backtracks && self.b == 0;
        let left = self.leave_engine();
        match ends {
            true => {
                self.engines.recycle(left.areas);
                self.engines
                    .change(left.engine, |e| e.state = EngineState::Exhausted);
            }
            false => {
                let engines = &mut self.engines;
                engines.suspend(left.engine, left.areas, resume_mode, left.limits);
            }
        }
        self.note_engines();
        let value = record.restore(&mut self.heap);
        Ok(self.unify(left.answer, value))
    }

    /// `engine_yield/1`.
    ///
    /// # Errors
    /// `permission_error(yield, engine, E)` if no engine runs, or if the goal runs inside a builtin of the engine;
    /// those of [`Machine::answer_request`].
    pub(in crate::machine) fn yield_term(&mut self) -> Result<bool, Ball> {
        let request = self.engines.requests.last();
        if request.is_none_or(|r| r.runs != self.engines.runs) {
            let name = match request.map(|r| r.engine) {
                Some(handle) => self.engine_name(handle),
                None => self.atoms.intern("main"),
            };
            return Err(self.permission_error("yield", "engine", Cell::atom(name)));
        }
        let term = self.x(0);
        self.answer_request(term, ResumeMode::Yielded)
    }

    /// Ends the running engine, which has no more answers.
    ///
    /// # Errors
    /// A ball of a cleanup goal that no `catch/3` catches.
    pub(in crate::machine) fn end_engine(&mut self) -> Result<(), Ball> {
        if !self.cleanup_due.is_empty() {
            self.copy_cleanups();
            self.run_due_cleanups()?;
        }
        let left = self.leave_engine();
        self.engines.recycle(left.areas);
        self.remove_engine(left.engine);
        Ok(())
    }

    /// Ends the engine that runs, whose goal does not catch the ball that is set. The ball is one of the asking goal
    /// from then on.
    pub(in crate::machine) fn abandon_engine(&mut self) {
        self.restore_choice();
        if let Some(ball) = self.ball.take() {
            let cleaned = self.run_cleanups_after(&ball);
            self.ball = Some(cleaned.err().unwrap_or(ball));
        }
        let left = self.leave_engine();
        self.engines.recycle(left.areas);
        self.remove_engine(left.engine);
        self.wake.clear();
        if let (Some(level), Some(ball)) = (left.lifted, &mut self.ball)
            && matches!(ball.0.reach, Reach::UpTo(_))
        {
            ball.0.reach = Reach::UpTo(level);
        }
    }

    fn remove_engine(&mut self, handle: Atom) {
        self.engines.remove(handle);
    }

    /// Ends an engine that waits: its cleanup goals run.
    ///
    /// # Errors
    /// `permission_error(destroy, engine, E)` if it runs; a ball of a cleanup goal that no `catch/3` catches.
    pub(crate) fn destroy_engine(&mut self, handle: Atom) -> Result<(), Ball> {
        let take = |e: &mut Engine| std::mem::replace(&mut e.state, EngineState::Active);
        let areas = match self.engines.change(handle, take) {
            None => return Ok(()),
            Some(EngineState::Active) => {
                let name = Cell::atom(self.engine_name(handle));
                return Err(self.permission_error("destroy", "engine", name));
            }
            Some(EngineState::New(_) | EngineState::Exhausted) => None,
            Some(EngineState::Packed(packed, _)) if !packed.view().lists.have_goals() => None,
            Some(EngineState::Packed(packed, _)) => {
                let mut areas = self.engines.new_areas();
                areas.unpack(packed);
                Some(areas)
            }
            Some(EngineState::Waiting(areas, _)) => Some(areas),
        };
        let mut cleaned = Ok(());
        if let Some(areas) = areas {
            self.enter_engine(handle, areas, Cell::NIL);
            self.set_heap_threshold();
            self.cut_to_level(0);
            self.copy_cleanups();
            self.restore_choice();
            cleaned = self.run_due_cleanups();
            let left = self.leave_engine();
            self.engines.recycle(left.areas);
        }
        self.remove_engine(handle);
        cleaned
    }
}
