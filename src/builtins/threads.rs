//! Threads, for `prelude/control/threads.pl`.
//!
//! A builtin that waits ends with an interrupt, or with the answer `again` when the thread has a goal to run first.

use crate::base::atom::atoms;
use crate::base::clock::{HAS_THREADS, Instant};
use crate::machine::{Ball, Cell};
use crate::system::terms::name_arity;
use crate::system::threads::run::{self, EXIT, ThreadOptions, family, own_thread};
use crate::system::threads::thread::{Thread, ThreadStatus};
use crate::system::{BuiltinRow, Res, Vm, det, reentrant};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$thread_create",
        "?term, -id, ?term, +atom, +atom, ?term",
        "-",
        "Starts a thread for a goal: Goal, Id, Alias, Detached, Shared, AtExit; alias and goal at exit are `[]` if there is none.",
        create,
    ),
    reentrant(
        "$thread_join",
        "+term, -term",
        "-",
        "Waits for the end of a thread and removes it; the second argument is its status, or `again`.",
        join,
    ),
    det(
        "$thread_self",
        "-term",
        "-",
        "Unifies the argument with the name of the thread that runs.",
        self_name,
    ),
    det(
        "$thread_number",
        "+term, -integer",
        "-",
        "Unifies the second argument with the number of a thread; fails if there is none of this name.",
        number,
    ),
    det(
        "$thread_info",
        "+term, -term",
        "-",
        "Unifies the second argument with `info(Alias, ThreadStatus, Detached)` of a thread.",
        info,
    ),
    det(
        "$threads",
        "-list",
        "-",
        "Unifies the argument with the list of the names of all threads.",
        all,
    ),
    det(
        "$thread_detach",
        "+term",
        "-",
        "Lets a thread be removed when it ends.",
        detach,
    ),
    det(
        "$thread_exit",
        "?term",
        "-",
        "Ends the thread that runs.",
        exit,
    ),
    det(
        "$thread_alias",
        "+atom",
        "-",
        "Gives the thread that runs an alias.",
        set_alias,
    ),
    det(
        "$thread_signal",
        "+term, +term",
        "-",
        "Makes a thread run a goal before its next call.",
        signal,
    ),
    det(
        "$program_generation",
        "-integer",
        "-",
        "Unifies the argument with the number of changes of dynamic predicates so far.",
        program_generation,
    ),
    det(
        "$note_change",
        "",
        "-",
        "Counts a change of dynamic predicates, for the threads that wait for one.",
        |vm| {
            vm.db.generation += 1;
            Ok(true)
        },
    ),
    reentrant(
        "$await_change",
        "+integer, +number, -atom",
        "-",
        "Waits, at most for so many seconds, until dynamic predicates are no longer those of a generation; the last argument is `changed`, `timeout` or `again`.",
        await_change,
    ),
    det(
        "$thread_at_exit",
        "+term",
        "-",
        "Adds a goal to those that run when the thread ends.",
        at_exit,
    ),
    det(
        "$thread_inferences",
        "+term, -integer",
        "-",
        "Unifies the second argument with the inferences of a thread that has ended, or of the one that runs.",
        inferences,
    ),
];

/// The text of an atom other than `[]`.
pub(super) fn alias_of(vm: &Vm, c: Cell) -> Option<String> {
    let a = c.to_atom().filter(|&a| a != atoms::NIL)?;
    Some(vm.atoms.text(a).to_string())
}

pub(super) fn atom(vm: &mut Vm, name: &str) -> Cell {
    Cell::atom(vm.atoms.intern_transient(name))
}

/// The name of a thread for programs: its alias or its number.
pub(super) fn thread_name(vm: &mut Vm, thread: &Thread) -> Cell {
    match thread.alias() {
        Some(alias) => atom(vm, &alias),
        None => Cell::int(thread.id as i64),
    }
}

pub(super) fn find_thread(vm: &mut Vm, c: Cell) -> Option<Arc<Thread>> {
    let family = family(vm);
    let registry = family.locked();
    match alias_of(vm, c) {
        Some(name) => registry.thread_named(&name),
        None if c.is_int() => registry.threads.get(&(c.as_int() as u64)).cloned(),
        None => None,
    }
}

/// The thread that a term denotes.
///
/// # Errors
/// `instantiation_error`, `type_error(thread, T)`, `existence_error(thread, T)`
fn thread_of(vm: &mut Vm, c: Cell) -> Result<Arc<Thread>, Ball> {
    if c.is_ref() {
        return Err(vm.instantiation_error());
    }
    if !c.is_int() && !c.is_atom() {
        let thread = vm.atoms.intern("thread");
        return Err(vm.type_error(thread, c));
    }
    find_thread(vm, c).ok_or_else(|| vm.existence_error("thread", c))
}

fn create(vm: &mut Vm) -> Res {
    let goal = vm.x(0);
    if !vm.ext.environment.access.threads {
        return Err(vm.permission_error("create", "thread", goal));
    }
    if !HAS_THREADS {
        let threads = vm.atoms.intern("threads");
        return Err(vm.resource_error(threads));
    }
    let alias = alias_of(vm, vm.x(2));
    let (is_free, id) = {
        let family = family(vm);
        let mut registry = family.locked();
        // The final decision is that of `run::start`.
        let is_free = alias.as_ref().is_none_or(|name| !registry.is_taken(name));
        (is_free, registry.number())
    };
    if !is_free {
        let alias = vm.x(2);
        return Err(vm.permission_error("create", "thread", alias));
    }
    // The goals may refer to the thread.
    let name = match vm.x(2) {
        Cell::NIL => Cell::int(id as i64),
        alias => alias,
    };
    if !vm.unify(vm.x(1), name) {
        return Ok(false);
    }
    let detached = vm.x(3).to_atom() == Some(atoms::TRUE);
    let shares_program = vm.x(4).to_atom() == Some(atoms::TRUE);
    let at_exit = vm.x(5);
    let at_exit = match at_exit == Cell::NIL {
        true => None,
        false => Some(vm.pack_term(at_exit)?),
    };
    let goal = vm.pack_term(goal)?;
    let options = ThreadOptions {
        alias,
        detached,
        shares_program,
        at_exit,
    };
    run::start(vm, id, goal, options)?;
    Ok(true)
}

pub(super) fn is_signalled(vm: &Vm) -> bool {
    run::signalled(vm).is_some()
}

/// Calls the goal of a builtin again, after goals of `thread_signal/2` have ended its wait.
pub(super) fn call_again(vm: &mut Vm, name: &str, args: &[Cell]) -> Res {
    let goal = vm.compound(name, args);
    run::run_signals(vm);
    run::run_next(vm, goal);
    Ok(true)
}

fn program_generation(vm: &mut Vm) -> Res {
    let generation = Cell::int(vm.db.generation as i64);
    Ok(vm.unify(vm.x(0), generation))
}

fn await_change(vm: &mut Vm) -> Res {
    /// The time between two looks at the program.
    const PAUSE: Duration = Duration::from_millis(1);
    let generation = vm.x(0).as_int() as u64;
    let until = deadline(vm, vm.x(1));
    let result = loop {
        if vm.db.generation != generation {
            break "changed";
        }
        if until.is_none_or(|until| Instant::now() >= until) {
            break "timeout";
        }
        vm.while_waiting_at_call(|| std::thread::sleep(PAUSE));
        vm.check_interrupt()?;
        if is_signalled(vm) {
            break "again";
        }
    };
    let result = atom(vm, result);
    Ok(vm.unify(vm.x(2), result))
}

/// The moment that is a number of seconds from now; `None` if the term is not a number.
pub(super) fn deadline(vm: &mut Vm, c: Cell) -> Option<Instant> {
    let seconds = vm.to_number(c)?.to_f64().ok()?;
    let time = Duration::try_from_secs_f64(seconds.max(0.0)).ok()?;
    Instant::now().checked_add(time)
}

fn join(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let thread = thread_of(vm, name)?;
    let is_own = own_thread(vm).is_some_and(|own| own.id == thread.id);
    if is_own || thread.detached.load(Ordering::SeqCst) {
        return Err(vm.permission_error("join", "thread", name));
    }
    loop {
        if let Some(status) = vm.while_waiting_at_call(|| thread.wait()) {
            let removed = family(vm).locked().threads.remove(&thread.id);
            if removed.is_none() {
                // Another thread has joined it meanwhile.
                return Err(vm.existence_error("thread", name));
            }
            thread.join();
            // The inferences of a thread count for the machine that joins it.
            let spent = thread.inferences.load(Ordering::SeqCst);
            vm.count_thread(spent, thread.limits.as_ref());
            let status = status_term(vm, &status)?;
            return Ok(vm.unify(vm.x(1), status));
        }
        vm.check_interrupt()?;
        if is_signalled(vm) {
            let again = atom(vm, "again");
            return Ok(vm.unify(vm.x(1), again));
        }
    }
}

fn status_term(vm: &mut Vm, status: &ThreadStatus) -> Result<Cell, Ball> {
    let (name, parcel) = match status {
        ThreadStatus::Running => return Ok(atom(vm, "running")),
        ThreadStatus::True => return Ok(Cell::atom(atoms::TRUE)),
        ThreadStatus::False => return Ok(Cell::atom(atoms::FALSE)),
        ThreadStatus::Exception(parcel) => ("exception", parcel),
        ThreadStatus::Exited(parcel) => ("exited", parcel),
    };
    let term = vm.unpack_term(parcel)?;
    Ok(vm.compound(name, &[term]))
}

fn self_name(vm: &mut Vm) -> Res {
    let name = match own_thread(vm) {
        Some(own) => thread_name(vm, &own),
        None => atom(vm, "main"),
    };
    Ok(vm.unify(vm.x(0), name))
}

fn number(vm: &mut Vm) -> Res {
    match find_thread(vm, vm.x(0)) {
        Some(thread) => Ok(vm.unify(vm.x(1), Cell::int(thread.id as i64))),
        None => Ok(false),
    }
}

fn info(vm: &mut Vm) -> Res {
    let thread = thread_of(vm, vm.x(0))?;
    let alias = match thread.alias() {
        Some(alias) => atom(vm, &alias),
        None => Cell::NIL,
    };
    let status = status_term(vm, &thread.status())?;
    let detached = match thread.detached.load(Ordering::SeqCst) {
        true => atoms::TRUE,
        false => atoms::FALSE,
    };
    let term = vm.compound("info", &[alias, status, Cell::atom(detached)]);
    Ok(vm.unify(vm.x(1), term))
}

fn all(vm: &mut Vm) -> Res {
    let threads: Vec<Arc<Thread>> = family(vm).locked().threads.values().cloned().collect();
    let names: Vec<Cell> = threads.iter().map(|t| thread_name(vm, t)).collect();
    let list = vm.heap.list(&names, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn detach(vm: &mut Vm) -> Res {
    let thread = thread_of(vm, vm.x(0))?;
    thread.detached.store(true, Ordering::SeqCst);
    if thread.has_ended() {
        family(vm).locked().threads.remove(&thread.id);
    }
    Ok(true)
}

fn exit(vm: &mut Vm) -> Res {
    let term = vm.x(0);
    if vm.ext.threads.own.is_none() {
        let main = atom(vm, "main");
        return Err(vm.permission_error("exit", "thread", main));
    }
    let ball = vm.compound(EXIT, &[term]);
    Err(vm.final_ball(ball))
}

fn set_alias(vm: &mut Vm) -> Res {
    let name = alias_of(vm, vm.x(0));
    let own = own_thread(vm);
    if let Some(own) = own.as_ref().filter(|own| own.alias().is_some()) {
        let old = thread_name(vm, own);
        return Err(vm.permission_error("re-alias", "thread", old));
    }
    let is_free = name.is_some_and(|name| {
        let family = family(vm);
        let registry = family.locked();
        let is_free = !registry.is_taken(&name);
        if let (true, Some(own)) = (is_free, own)
            && let Ok(mut alias) = own.alias.lock()
        {
            *alias = Some(name);
        }
        is_free
    });
    match is_free {
        true => Ok(true),
        false => {
            let alias = vm.x(0);
            Err(vm.permission_error("create", "thread", alias))
        }
    }
}

fn signal(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let thread = thread_of(vm, name)?;
    if !matches!(thread.status(), ThreadStatus::Running) {
        return Err(vm.existence_error("thread", name));
    }
    let goal = vm.pack_term(vm.x(1))?;
    match thread.signal(goal, vm.limits().heap_bytes) {
        true => Ok(true),
        false => Err(vm.out_of_memory()),
    }
}

fn at_exit(vm: &mut Vm) -> Res {
    let parcel = vm.pack_term(vm.x(0))?;
    let goal = vm.unpack_record(&parcel);
    vm.ext.threads.at_exit.push(goal);
    Ok(true)
}

fn inferences(vm: &mut Vm) -> Res {
    let thread = thread_of(vm, vm.x(0))?;
    let is_own = own_thread(vm).is_some_and(|own| own.id == thread.id);
    let n = match is_own {
        true => vm.inferences,
        false => thread.inferences.load(Ordering::SeqCst),
    };
    let most = i64::MAX as u64 >> 4;
    Ok(vm.unify(vm.x(1), Cell::int(n.min(most) as i64)))
}

/// The number in a term such as `'<mutex>'(N)`.
pub(super) fn number_in(vm: &Vm, c: Cell, functor: &str) -> Option<u64> {
    if !c.is_structure() {
        return None;
    }
    let (name, arity) = name_arity(vm, c);
    if arity != 1 || &*vm.atoms.text(name) != functor {
        return None;
    }
    let n = vm.heap.deref(vm.heap.get(vm.heap.args_at(c)));
    n.is_int().then(|| n.as_int() as u64)
}
