//! Starting a thread, and its work.

use super::family::Family;
use super::thread::{MAIN, Thread, ThreadStatus};
use crate::base::atom::atoms;
use crate::machine::{Ball, Cell, Extension, Outcome, Parcel, Record, SharedProgram};
use crate::system::{System, Vm, modules};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The stack of a thread in bytes; it is reserved, not used.
const STACK: usize = 8 << 20;

/// The name of the ball of `thread_exit/1`.
pub(crate) const EXIT: &str = "$thread_exit";

/// The options of a new thread.
pub(crate) struct ThreadOptions {
    pub(crate) alias: Option<String>,
    pub(crate) detached: bool,
    /// True if the thread has the program of the machine that makes it, not a copy of it.
    pub(crate) shares_program: bool,
    pub(crate) at_exit: Option<Parcel>,
}

/// The family of a machine.
pub(crate) fn family(vm: &mut Vm) -> Arc<Family> {
    let family = vm.ext.threads.family().clone();
    if vm.ext.threads.own.is_none() {
        let mut registry = family.locked();
        let message_bytes = registry.message_bytes.clone();
        registry.threads.entry(MAIN).or_insert_with(|| {
            let main = Thread::new(MAIN, vm.interrupt_handle(), message_bytes);
            if let Ok(mut alias) = main.alias.lock() {
                *alias = Some("main".to_string());
            }
            Arc::new(main)
        });
    }
    family
}

/// The thread that a machine runs on.
pub(crate) fn own_thread(vm: &mut Vm) -> Option<Arc<Thread>> {
    match &vm.ext.threads.own {
        Some(own) => Some(own.clone()),
        None => {
            let id = vm.ext.threads.number();
            family(vm).locked().threads.get(&id).cloned()
        }
    }
}

/// Starts the thread of a number, which runs a goal once.
///
/// # Errors
/// `permission_error(create, thread, Alias)` if the alias is taken; `resource_error(threads)`; `resource_error(memory)`
/// if the threads have all the memory that the host allows them.
pub(crate) fn start(
    vm: &mut Vm,
    id: u64,
    goal: Parcel,
    options: ThreadOptions,
) -> Result<(), Ball> {
    let family = family(vm);
    let child = fork(vm, &family, options.shares_program)?;
    let program = options.shares_program.then(|| vm.share_program());
    let thread = {
        let mut registry = family.locked();
        // Looked up under the lock under which the thread gets it.
        let alias = options.alias.as_deref();
        if let Some(name) = alias.filter(|name| registry.is_taken(name)) {
            drop(registry);
            let alias = Cell::atom(vm.atoms.intern_transient(name));
            return Err(vm.permission_error("create", "thread", alias));
        }
        registry.has_room().then(|| {
            let message_bytes = registry.message_bytes.clone();
            let mut thread = Thread::new(id, child.interrupt_handle(), message_bytes);
            thread.limits.clone_from(&child.limits().shared);
            let thread = Arc::new(thread);
            if let Ok(mut alias) = thread.alias.lock() {
                alias.clone_from(&options.alias);
            }
            thread.detached.store(options.detached, Ordering::SeqCst);
            registry.threads.insert(id, thread.clone());
            thread
        })
    };
    let spawned = thread.and_then(|thread| {
        let runs = Runs {
            family: family.clone(),
            thread: thread.clone(),
            program,
            goal,
            at_exit: options.at_exit,
        };
        let builder = std::thread::Builder::new()
            .name(format!("horn-{id}"))
            .stack_size(STACK);
        match builder.spawn(move || runs.run(child)) {
            Ok(handle) => {
                if let Ok(mut place) = thread.handle.lock() {
                    *place = Some(handle);
                }
                Some(())
            }
            Err(_) => {
                family.locked().threads.remove(&id);
                None
            }
        }
    });
    spawned.ok_or_else(|| {
        let threads = vm.atoms.intern("threads");
        vm.resource_error(threads)
    })
}

/// A machine with a copy of the program of this one, which may be running a goal, or one that is to share it. Both spend
/// what is left of the limits of the query together, and have the same output.
///
/// # Errors
/// `resource_error(memory)`
fn fork(vm: &mut Vm, family: &Family, shares_program: bool) -> Result<Vm, Ball> {
    share_limits(vm);
    if !shares_program {
        vm.compile_all_postponed();
    }
    let mut ext = vm.ext.fork();
    match shares_program {
        true => ext.streams.limit_output_with(&vm.ext.streams),
        false => ext.streams.share_output(&mut vm.ext.streams),
    }
    #[cfg(feature = "network")]
    ext.sockets.clone_from(&vm.ext.sockets);
    let mut child = match shares_program {
        true => vm.companion(ext),
        false => {
            vm.atoms.share_index();
            vm.fork_running(ext)
        }
    };
    let limits = vm.limits().of_thread(vm.inferences, vm.ext.propagations());
    child.set_limits(limits);
    let total = family.locked().memory.clone();
    if child.limits().most_is_final && !child.begin_reservation(total, vm.program_bytes()) {
        return Err(vm.out_of_memory());
    }
    if !shares_program {
        for &p in &vm.ext.threads.local {
            child.db.erase_all(p);
        }
    }
    Ok(child)
}

/// Ends all threads of the machine of a host, which may be waiting for the program that they share with it.
pub(crate) fn end_all(vm: &mut Vm) {
    if vm.ext.threads.own.is_none() {
        let family = vm.ext.threads.family().clone();
        vm.while_waiting_at_call(|| family.close());
    }
}

/// Makes the query share the rest of its limits with its threads, unless nothing is limited that is counted.
fn share_limits(vm: &mut Vm) {
    let (limits, output) = (vm.limits(), vm.ext.streams.output_left());
    let is_counted = output.is_some()
        || [limits.inferences, limits.propagations]
            .iter()
            .any(|&n| n != u64::MAX);
    if !is_counted || limits.ending || limits.shared.is_some() {
        return;
    }
    vm.share_limits(output.unwrap_or(u64::MAX));
    if output.is_some() {
        let written = vm.ext.streams.written();
        vm.ext.streams.limit_output(Some(written));
    }
}

/// The work of a thread of the operating system: a goal and its exit goal.
struct Runs {
    family: Arc<Family>,
    thread: Arc<Thread>,
    /// The program that it shares with other threads.
    program: Option<Arc<SharedProgram<System>>>,
    goal: Parcel,
    at_exit: Option<Parcel>,
}

impl Runs {
    fn run(self, mut vm: Vm) {
        if let Some(program) = &self.program {
            vm.enter_program(program.clone());
        }
        let threads = &mut vm.ext.threads;
        threads.enter(self.family.clone(), self.thread.clone());
        if let Some(goal) = &self.at_exit {
            let goal = vm.unpack_record(goal);
            vm.ext.threads.at_exit.push(goal);
        }
        // After a panic, which is a bug, the machine is dropped.
        let status = catch_unwind(AssertUnwindSafe(|| {
            let status = solve(&mut vm, &self.goal);
            self.thread.set_status(status.clone());
            while let Some(goal) = vm.ext.threads.at_exit.pop() {
                let goal = goal.restore(&mut vm.heap);
                let mut running = vm.start(goal);
                let _ = vm.next_answer(&mut running);
                vm.finish(&mut running);
            }
            // The error of a sink is that of the stream whose writer it is.
            let _ = vm.ext.streams.flush_all();
            status
        }));
        let status = status.unwrap_or_else(|_| panicked(&mut vm));
        vm.give_back_limits();
        self.thread
            .inferences
            .store(vm.inferences, Ordering::SeqCst);
        let id = self.thread.id;
        let mutexes: Vec<_> = {
            let registry = self.family.locked();
            let all = registry.mutexes.values();
            all.map(|(_, mutex)| mutex.clone()).collect()
        };
        mutexes.iter().for_each(|mutex| mutex.release(id));
        vm.leave_program();
        drop(vm);
        self.thread.queue.destroy();
        self.thread.end(status);
        if self.thread.detached.load(Ordering::SeqCst) {
            self.family.locked().threads.remove(&id);
        }
    }
}

/// The status of a thread after a panic.
fn panicked(vm: &mut Vm) -> ThreadStatus {
    let name = vm.atoms.intern("system_error");
    let record = Record::new(
        &mut vm.heap,
        Cell::atom(name),
        crate::machine::Attributes::Drop,
    );
    ThreadStatus::Exception(Arc::new(vm.pack_record(record)))
}

fn solve(vm: &mut Vm, goal: &Parcel) -> ThreadStatus {
    let goal = vm.unpack_record(goal).restore(&mut vm.heap);
    let mut running = vm.start(goal);
    match vm.next_answer(&mut running) {
        Outcome::Answer { .. } => {
            vm.finish(&mut running);
            ThreadStatus::True
        }
        Outcome::NoMore => ThreadStatus::False,
        Outcome::Raised(ball) => status_of(vm, &ball),
    }
}

/// The status of a thread that a ball has ended.
fn status_of(vm: &mut Vm, ball: &Ball) -> ThreadStatus {
    let record = ball.term().clone();
    let term = record.restore(&mut vm.heap);
    if ball.is_final() && term.is_structure() {
        let (f, n) = vm.heap.functor_of(term);
        if n == 1 && &*vm.atoms.text(vm.functors.get(f).0) == EXIT {
            let value = vm.heap.get(vm.heap.args_at(term));
            let value = Record::new(&mut vm.heap, value, crate::machine::Attributes::Copy);
            return ThreadStatus::Exited(Arc::new(vm.pack_record(value)));
        }
    }
    ThreadStatus::Exception(Arc::new(vm.pack_record(record)))
}

/// Schedules the goals of `thread_signal/2` before the next call.
pub(crate) fn run_signals(vm: &mut Vm) {
    let Some(own) = signalled(vm) else { return };
    let patterns = vm.ext.threads.blocked.clone();
    let patterns = patterns.map(|r| r.restore(&mut vm.heap));
    let patterns = patterns.map_or(Vec::new(), |list| vm.heap.elements(list).collect());
    let mut waiting = Vec::new();
    for parcel in own.take_signals() {
        let goal = vm.unpack_record(&parcel).restore(&mut vm.heap);
        let (_, plain) = modules::strip_module(vm, goal, atoms::USER);
        if patterns.iter().any(|&p| vm.can_unify(p, plain)) {
            waiting.push(parcel);
        } else {
            run_next(vm, goal);
        }
    }
    own.put_back_signals(waiting);
}

/// Makes the signals run that wait, unless a goal must not be interrupted.
pub(crate) fn wake_signals(vm: &mut Vm) {
    if vm.ext.threads.shields == 0
        && let Some(own) = own_thread(vm)
    {
        own.wake_signals();
    }
}

/// The thread that the machine runs on, if it has goals to run.
pub(crate) fn signalled(vm: &Vm) -> Option<Arc<Thread>> {
    let threads = &vm.ext.threads;
    if threads.shields > 0 {
        return None;
    }
    let own = match &threads.own {
        Some(own) => own.clone(),
        None => {
            let family = threads.family();
            family.locked().threads.get(&threads.number())?.clone()
        }
    };
    own.is_signalled.load(Ordering::SeqCst).then_some(own)
}

/// Schedules a goal before the next call, as the wakeup of an attributed variable is. So a builtin with several
/// answers leaves them to the library.
pub(crate) fn run_next(vm: &mut Vm, goal: Cell) {
    let name = vm.atoms.intern("$call");
    let chain = vm.compound(atoms::ATT, &[Cell::atom(name), goal, Cell::NIL]);
    vm.report_binding(chain, Cell::NIL);
}
