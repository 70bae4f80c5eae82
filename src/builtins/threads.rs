//! Threads, message queues and mutexes, for `prelude/control/threads.pl`.
//!
//! A builtin that waits ends with an interrupt, or with the answer `again` when the thread has a goal to run first.

use crate::base::atom::atoms;
use crate::base::clock::{HAS_THREADS, Instant};
use crate::machine::{Ball, Cell, Parcel};
use crate::system::terms::name_arity;
use crate::system::threads::mutexes::ProgramMutex;
use crate::system::threads::queue::{MessageQueue, SLICE};
use crate::system::threads::run::{self, EXIT, Options, family, own_thread};
use crate::system::threads::thread::{Status, Thread};
use crate::system::{Res, Row, Vm, det};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

pub(crate) const ROWS: &[Row] = &[
    det(
        "$thread_create",
        "?term, -id, ?term, +atom, ?term",
        "-",
        "Starts a thread for a goal: Goal, Id, Alias, Detached, AtExit; alias and goal at exit are `[]` if there is none.",
        create,
    ),
    det(
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
        "Unifies the second argument with `info(Alias, Status, Detached)` of a thread.",
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
    det(
        "thread_send_message",
        "+term, ?term",
        "-",
        "Adds a copy of the second argument to a message queue, or to that of a thread. If the queue is full, it waits.",
        send,
    ),
    det(
        "thread_get_message",
        "?term",
        "-",
        "Waits for a message to the thread that runs which unifies with the argument, and removes it.",
        get_own,
    ),
    det(
        "thread_get_message",
        "+term, ?term",
        "-",
        "Waits for a message of a queue that unifies with the second argument, and removes it.",
        get,
    ),
    det(
        "$queue_create",
        "-term, ?term, +integer",
        "-",
        "Makes a message queue: Queue, Alias, the most messages (0: any number).",
        queue_create,
    ),
    det(
        "$queue_destroy",
        "+term",
        "-",
        "Removes a message queue.",
        queue_destroy,
    ),
    det(
        "$queue_send",
        "+term, ?term, ?term, -term",
        "-",
        "Adds a message to a queue; waits for room, for the seconds of the third argument at most. The result is `done`, `again` or `timeout`.",
        queue_send,
    ),
    det(
        "$queue_get",
        "+term, ?term, ?term, -term",
        "-",
        "Takes the first message that unifies with the second argument; waits for the seconds of the third at most. The result is `done`, `again` or `timeout`.",
        queue_get,
    ),
    det(
        "$queue_peek",
        "+term, ?term",
        "-",
        "Unifies the second argument with the first message of a queue that unifies with it.",
        queue_peek,
    ),
    det(
        "$queue_info",
        "+term, -term",
        "-",
        "Unifies the second argument with `info(Alias, Size, Most)` of a message queue.",
        queue_info,
    ),
    det(
        "$queues",
        "-list",
        "-",
        "Unifies the argument with the list of all message queues that are not those of threads.",
        queues,
    ),
    det(
        "$mutex_create",
        "-term, ?term",
        "-",
        "Makes a mutex: Mutex, Alias.",
        mutex_create,
    ),
    det(
        "$mutex_destroy",
        "+term",
        "-",
        "Removes a mutex.",
        mutex_destroy,
    ),
    det(
        "$mutex_lock",
        "+term, +atom, -term",
        "-",
        "Locks a mutex, and waits for it if the second argument is `true`. The result is `done`, `again` or `held`.",
        mutex_lock,
    ),
    det(
        "$mutex_unlock",
        "+term",
        "-",
        "Unlocks a mutex once.",
        mutex_unlock,
    ),
    det(
        "$mutexes",
        "-list",
        "-",
        "Unifies the argument with the list of all mutexes, each as `mutex(Name, Thread, Count)`.",
        mutexes,
    ),
];

/// The functor of the terms that denote message queues.
const QUEUE: &str = "<message_queue>";

/// The functor of the terms that denote mutexes.
const MUTEX: &str = "<mutex>";

/// The text of an atom other than `[]`.
fn alias_of(vm: &Vm, c: Cell) -> Option<String> {
    let a = c.to_atom().filter(|&a| a != atoms::NIL)?;
    Some(vm.atoms.text(a).to_string())
}

fn atom(vm: &mut Vm, name: &str) -> Cell {
    Cell::atom(vm.atoms.intern_transient(name))
}

/// The name of a thread for programs: its alias or its number.
fn thread_name(vm: &mut Vm, thread: &Thread) -> Cell {
    match thread.alias() {
        Some(alias) => atom(vm, &alias),
        None => Cell::int(thread.id as i64),
    }
}

fn find_thread(vm: &mut Vm, c: Cell) -> Option<Arc<Thread>> {
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
    if let Some(name) = &alias
        && family(vm).locked().thread_named(name).is_some()
    {
        let alias = vm.x(2);
        return Err(vm.permission_error("create", "thread", alias));
    }
    let detached = vm.x(3).to_atom() == Some(atoms::TRUE);
    let at_exit = vm.x(4);
    let at_exit = match at_exit == Cell::NIL {
        true => None,
        false => Some(vm.pack_term(at_exit)?),
    };
    let goal = vm.pack_term(goal)?;
    let options = Options {
        alias,
        detached,
        at_exit,
    };
    let id = run::start(vm, goal, options)?;
    let name = match vm.x(2) {
        Cell::NIL => Cell::int(id as i64),
        alias => alias,
    };
    Ok(vm.unify(vm.x(1), name))
}

/// The ball that ends waiting, if there is one.
fn stopped(vm: &mut Vm) -> Option<Ball> {
    match vm.is_interrupted() {
        true => vm.take_stop(),
        false => None,
    }
}

fn is_signalled(vm: &Vm) -> bool {
    run::signalled(vm).is_some()
}

fn join(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let thread = thread_of(vm, name)?;
    let is_own = own_thread(vm).is_some_and(|own| own.id == thread.id);
    if is_own || thread.detached.load(Ordering::SeqCst) {
        return Err(vm.permission_error("join", "thread", name));
    }
    loop {
        let status = thread.wait();
        if !matches!(status, Status::Running) {
            let removed = family(vm).locked().threads.remove(&thread.id);
            if removed.is_none() {
                // Another thread has joined it meanwhile.
                return Err(vm.existence_error("thread", name));
            }
            thread.join();
            // What a thread has spent counts for what has made it.
            vm.inferences = vm
                .inferences
                .saturating_add(thread.inferences.load(Ordering::SeqCst));
            vm.poll_soon();
            let status = status_term(vm, &status)?;
            return Ok(vm.unify(vm.x(1), status));
        }
        if let Some(ball) = stopped(vm) {
            return Err(ball);
        }
        if is_signalled(vm) {
            let again = atom(vm, "again");
            return Ok(vm.unify(vm.x(1), again));
        }
    }
}

fn status_term(vm: &mut Vm, status: &Status) -> Result<Cell, Ball> {
    let (name, parcel) = match status {
        Status::Running => return Ok(atom(vm, "running")),
        Status::True => return Ok(Cell::atom(atoms::TRUE)),
        Status::False => return Ok(Cell::atom(atoms::FALSE)),
        Status::Exception(parcel) => ("exception", parcel),
        Status::Exited(parcel) => ("exited", parcel),
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
    if !matches!(thread.status(), Status::Running) {
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
    let is_free = name.is_some_and(|name| {
        let family = family(vm);
        let registry = family.locked();
        let is_free = registry.thread_named(&name).is_none();
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
            Err(vm.permission_error("rename", "thread", alias))
        }
    }
}

fn signal(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let thread = thread_of(vm, name)?;
    if !matches!(thread.status(), Status::Running) {
        return Err(vm.existence_error("thread", name));
    }
    let goal = vm.pack_term(vm.x(1))?;
    thread.signal(goal);
    Ok(true)
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
fn number_in(vm: &Vm, c: Cell, functor: &str) -> Option<u64> {
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

/// The queue that a term denotes: its own, or that of a thread.
///
/// # Errors
/// `instantiation_error`, `type_error(message_queue, Q)`, `existence_error(message_queue, Q)`
fn queue_of(vm: &mut Vm, c: Cell) -> Result<Arc<MessageQueue>, Ball> {
    if c.is_ref() {
        return Err(vm.instantiation_error());
    }
    let family = family(vm);
    let by_number = number_in(vm, c, QUEUE);
    let by_name = alias_of(vm, c);
    if by_number.is_none() && by_name.is_none() && !c.is_int() {
        let queue = vm.atoms.intern("message_queue");
        return Err(vm.type_error(queue, c));
    }
    let found = {
        let registry = family.locked();
        let id = by_number.or_else(|| registry.queue_named(by_name.as_deref()?));
        let own = id.and_then(|id| registry.queues.get(&id));
        own.map(|(_, queue)| queue.clone())
    };
    let found = found.or_else(|| find_thread(vm, c).map(|t| t.queue.clone()));
    found.ok_or_else(|| vm.existence_error("message_queue", c))
}

fn queue_create(vm: &mut Vm) -> Res {
    let alias = alias_of(vm, vm.x(1));
    let most = usize::try_from(vm.x(2).as_int()).ok().filter(|&n| n > 0);
    let family = family(vm);
    let number = {
        let mut registry = family.locked();
        let taken = alias.as_ref().is_some_and(|name| {
            registry.queue_named(name).is_some() || registry.thread_named(name).is_some()
        });
        (!taken).then(|| {
            let n = registry.number();
            let queue = Arc::new(MessageQueue::new(most));
            registry.queues.insert(n, (alias.clone(), queue));
            n
        })
    };
    let Some(n) = number else {
        let alias = vm.x(1);
        return Err(vm.permission_error("create", "message_queue", alias));
    };
    let name = match alias {
        Some(_) => vm.x(1),
        None => vm.compound(QUEUE, &[Cell::int(n as i64)]),
    };
    Ok(vm.unify(vm.x(0), name))
}

fn queue_destroy(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let queue = queue_of(vm, name)?;
    let family = family(vm);
    let removed = {
        let mut registry = family.locked();
        let is_it = |(_, (_, q)): &(&u64, &(_, Arc<MessageQueue>))| Arc::ptr_eq(q, &queue);
        let id = registry.queues.iter().find(is_it).map(|(&id, _)| id);
        id.and_then(|id| registry.queues.remove(&id))
    };
    if removed.is_none() {
        // That of a thread.
        return Err(vm.permission_error("destroy", "message_queue", name));
    }
    queue.destroy();
    Ok(true)
}

/// The end of the time that a term gives in seconds; none if it is no number.
fn deadline(vm: &mut Vm, c: Cell) -> Option<Instant> {
    let seconds = vm.to_number(c)?.to_f64().ok()?;
    let time = Duration::try_from_secs_f64(seconds.max(0.0)).ok()?;
    Instant::now().checked_add(time)
}

/// The time left to wait; `None` if it is over.
fn left(until: Option<Instant>) -> Option<Duration> {
    match until {
        None => Some(SLICE),
        Some(until) => {
            let left = until.saturating_duration_since(Instant::now());
            (!left.is_zero()).then_some(left)
        }
    }
}

/// Calls the goal of a builtin again, after the goals of `thread_signal/2` that have ended its waiting.
fn call_again(vm: &mut Vm, name: &str, args: &[Cell]) -> Res {
    let goal = vm.compound(name, args);
    run::run_signals(vm);
    run::run_next(vm, goal);
    Ok(true)
}

fn send(vm: &mut Vm) -> Res {
    let (queue, term) = (vm.x(0), vm.x(1));
    match send_until(vm, None)? {
        "again" => call_again(vm, "thread_send_message", &[queue, term]),
        _ => Ok(true),
    }
}

fn queue_send(vm: &mut Vm) -> Res {
    let until = deadline(vm, vm.x(2));
    let result = send_until(vm, until)?;
    let result = atom(vm, result);
    Ok(vm.unify(vm.x(3), result))
}

/// Sends the second argument to the queue in the first. Returns how that ended.
fn send_until(vm: &mut Vm, until: Option<Instant>) -> Result<&'static str, Ball> {
    let name = vm.x(0);
    let queue = queue_of(vm, name)?;
    let parcel = vm.pack_term(vm.x(1))?;
    loop {
        let mut messages = queue.locked();
        if messages.destroyed {
            drop(messages);
            return Err(vm.existence_error("message_queue", name));
        }
        if queue.has_room(&messages) {
            if messages.bytes + parcel.bytes() > vm.limits().heap_bytes {
                drop(messages);
                return Err(vm.resource_error(atoms::MEMORY));
            }
            queue.add(&mut messages, parcel);
            return Ok("done");
        }
        let Some(left) = left(until) else {
            return Ok("timeout");
        };
        drop(queue.wait(messages, left));
        if let Some(ball) = stopped(vm) {
            return Err(ball);
        }
        if is_signalled(vm) {
            return Ok("again");
        }
    }
}

/// The first message from number `from` on that unifies with a pattern, as a term, with its place.
///
/// # Errors
/// `resource_error(memory)`
fn matching(
    vm: &mut Vm,
    messages: &[(u64, Arc<Parcel>)],
    pattern: Cell,
) -> Result<Option<(u64, Cell)>, Ball> {
    for (number, parcel) in messages {
        let top = vm.heap.top();
        let term = vm.unpack_term(parcel)?;
        if vm.can_unify(pattern, term) {
            return Ok(Some((*number, term)));
        }
        vm.heap.release(top);
    }
    Ok(None)
}

fn get(vm: &mut Vm) -> Res {
    let (name, pattern) = (vm.x(0), vm.x(1));
    let queue = queue_of(vm, name)?;
    match get_until(vm, &queue, name, pattern, None)? {
        Got::Again => call_again(vm, "thread_get_message", &[name, pattern]),
        Got::TimeOut => Ok(false),
        Got::Message(term) => Ok(vm.unify(pattern, term)),
    }
}

fn get_own(vm: &mut Vm) -> Res {
    let pattern = vm.x(0);
    let Some(own) = own_thread(vm) else {
        return Ok(false);
    };
    match get_until(vm, &own.queue, Cell::int(own.id as i64), pattern, None)? {
        Got::Again => call_again(vm, "thread_get_message", &[pattern]),
        Got::TimeOut => Ok(false),
        Got::Message(term) => Ok(vm.unify(pattern, term)),
    }
}

fn queue_get(vm: &mut Vm) -> Res {
    let (name, pattern) = (vm.x(0), vm.x(1));
    let queue = queue_of(vm, name)?;
    let until = deadline(vm, vm.x(2));
    let result = match get_until(vm, &queue, name, pattern, until)? {
        Got::Message(term) if !vm.unify(pattern, term) => return Ok(false),
        Got::Message(_) => "done",
        Got::Again => "again",
        Got::TimeOut => "timeout",
    };
    let result = atom(vm, result);
    Ok(vm.unify(vm.x(3), result))
}

/// How waiting for a message ended.
enum Got {
    Message(Cell),
    TimeOut,
    /// The thread has a goal to run first.
    Again,
}

/// Takes the first message of a queue that unifies with a pattern.
fn get_until(
    vm: &mut Vm,
    queue: &MessageQueue,
    name: Cell,
    pattern: Cell,
    until: Option<Instant>,
) -> Result<Got, Ball> {
    // Messages before this number do not unify.
    let mut from = 0;
    loop {
        let messages = queue.locked();
        if messages.destroyed {
            drop(messages);
            return Err(vm.existence_error("message_queue", name));
        }
        let new = messages.list.partition_point(|&(n, _)| n < from);
        if new < messages.list.len() {
            let list: Vec<_> = messages.list.range(new..).take(COMPARED).cloned().collect();
            // Terms are compared without the lock: other threads go on.
            drop(messages);
            let Some((number, term)) = matching(vm, &list, pattern)? else {
                from = list.last().map_or(from, |&(n, _)| n + 1);
                continue;
            };
            let mut messages = queue.locked();
            let at = messages.list.binary_search_by_key(&number, |&(n, _)| n);
            // Another thread may have taken it.
            if let Ok(at) = at {
                queue.remove(&mut messages, at);
                return Ok(Got::Message(term));
            }
            continue;
        }
        let Some(left) = left(until) else {
            return Ok(Got::TimeOut);
        };
        drop(queue.wait(messages, left));
        if let Some(ball) = stopped(vm) {
            return Err(ball);
        }
        if is_signalled(vm) {
            return Ok(Got::Again);
        }
    }
}

/// The messages that are compared with a pattern between two looks at a queue.
const COMPARED: usize = 16;

fn queue_peek(vm: &mut Vm) -> Res {
    let queue = queue_of(vm, vm.x(0))?;
    let pattern = vm.x(1);
    let list: Vec<_> = queue.locked().list.iter().cloned().collect();
    match matching(vm, &list, pattern)? {
        Some((_, term)) => Ok(vm.unify(pattern, term)),
        None => Ok(false),
    }
}

fn queue_info(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let queue = queue_of(vm, name)?;
    let size = queue.locked().list.len();
    let alias = if name.is_atom() { name } else { Cell::NIL };
    let most = queue.most.unwrap_or(0);
    let args = [alias, Cell::int(size as i64), Cell::int(most as i64)];
    let term = vm.compound("info", &args);
    Ok(vm.unify(vm.x(1), term))
}

fn queues(vm: &mut Vm) -> Res {
    let family = family(vm);
    let all: Vec<(u64, Option<String>)> = {
        let registry = family.locked();
        let all = registry.queues.iter();
        all.map(|(&id, (alias, _))| (id, alias.clone())).collect()
    };
    let name = |(id, alias): (u64, Option<String>)| match alias {
        Some(alias) => atom(vm, &alias),
        None => vm.compound(QUEUE, &[Cell::int(id as i64)]),
    };
    let names: Vec<Cell> = all.into_iter().map(name).collect();
    let list = vm.heap.list(&names, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

/// The mutex that a term denotes; an atom that denotes none is made the alias of a new one.
///
/// # Errors
/// `instantiation_error`, `type_error(mutex, M)`, `existence_error(mutex, M)`
fn mutex_of(vm: &mut Vm, c: Cell) -> Result<Arc<ProgramMutex>, Ball> {
    if c.is_ref() {
        return Err(vm.instantiation_error());
    }
    let (by_number, by_name) = (number_in(vm, c, MUTEX), alias_of(vm, c));
    if by_number.is_none() && by_name.is_none() {
        let mutex = vm.atoms.intern("mutex");
        return Err(vm.type_error(mutex, c));
    }
    let family = family(vm);
    let found = {
        let mut registry = family.locked();
        let known = by_number.or_else(|| registry.mutex_named(by_name.as_deref()?));
        let id = match (known, by_name) {
            (None, Some(name)) => {
                let id = registry.number();
                registry.mutexes.insert(id, (Some(name), Arc::default()));
                Some(id)
            }
            (known, _) => known,
        };
        let own = id.and_then(|id| registry.mutexes.get(&id));
        own.map(|(_, mutex)| mutex.clone())
    };
    found.ok_or_else(|| vm.existence_error("mutex", c))
}

fn mutex_create(vm: &mut Vm) -> Res {
    let alias = alias_of(vm, vm.x(1));
    let family = family(vm);
    let number = {
        let mut registry = family.locked();
        let taken = alias
            .as_ref()
            .is_some_and(|name| registry.mutex_named(name).is_some());
        (!taken).then(|| {
            let n = registry.number();
            registry.mutexes.insert(n, (alias.clone(), Arc::default()));
            n
        })
    };
    let Some(n) = number else {
        let alias = vm.x(1);
        return Err(vm.permission_error("create", "mutex", alias));
    };
    let name = match alias {
        Some(_) => vm.x(1),
        None => vm.compound(MUTEX, &[Cell::int(n as i64)]),
    };
    Ok(vm.unify(vm.x(0), name))
}

fn mutex_destroy(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let mutex = mutex_of(vm, name)?;
    let own = vm.ext.threads.number();
    if mutex.holder().thread.is_some_and(|t| t != own) {
        return Err(vm.permission_error("destroy", "mutex", name));
    }
    let family = family(vm);
    let mut registry = family.locked();
    registry.mutexes.retain(|_, (_, m)| !Arc::ptr_eq(m, &mutex));
    Ok(true)
}

fn mutex_lock(vm: &mut Vm) -> Res {
    let mutex = mutex_of(vm, vm.x(0))?;
    let waits = vm.x(1).to_atom() == Some(atoms::TRUE);
    let own = vm.ext.threads.number();
    let result = loop {
        if mutex.try_lock(own, waits) {
            break "done";
        }
        if !waits {
            break "held";
        }
        if let Some(ball) = stopped(vm) {
            return Err(ball);
        }
        if is_signalled(vm) {
            break "again";
        }
    };
    let result = atom(vm, result);
    Ok(vm.unify(vm.x(2), result))
}

fn mutex_unlock(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let mutex = mutex_of(vm, name)?;
    match mutex.unlock(vm.ext.threads.number()) {
        true => Ok(true),
        false => Err(vm.permission_error("unlock", "mutex", name)),
    }
}

fn mutexes(vm: &mut Vm) -> Res {
    let family = family(vm);
    let all: Vec<(u64, Option<String>, Arc<ProgramMutex>)> = {
        let registry = family.locked();
        let all = registry.mutexes.iter();
        all.map(|(&id, (alias, m))| (id, alias.clone(), m.clone()))
            .collect()
    };
    let mut cells = Vec::new();
    for (id, alias, mutex) in all {
        let name = match alias {
            Some(alias) => atom(vm, &alias),
            None => vm.compound(MUTEX, &[Cell::int(id as i64)]),
        };
        let holder = mutex.holder();
        let thread = holder.thread.map_or(Cell::NIL, |t| Cell::int(t as i64));
        let args = [name, thread, Cell::int(holder.count as i64)];
        cells.push(vm.compound("mutex", &args));
    }
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}
