//! Message queues, for `prelude/control/threads.pl`.

use super::threads::{alias_of, atom, call_again, deadline, find_thread, is_signalled, number_in};
use crate::base::clock::Instant;
use crate::machine::{Ball, Cell, Parcel};
use crate::system::threads::family::QUEUE_BYTES;
use crate::system::threads::queue::{MessageQueue, SLICE};
use crate::system::threads::run::{family, own_thread};
use crate::system::{BuiltinRow, Res, Vm, det, reentrant};
use std::sync::Arc;
use std::time::Duration;

pub(crate) const ROWS: &[BuiltinRow] = &[
    reentrant(
        "thread_send_message",
        "+term, ?term",
        "-",
        "Adds a copy of the second argument to a message queue, or to that of a thread. If the queue is full, it waits.",
        send,
    ),
    reentrant(
        "thread_get_message",
        "?term",
        "-",
        "Waits for a message to the thread that runs which unifies with the argument, and removes it.",
        get_own,
    ),
    reentrant(
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
    reentrant(
        "$queue_send",
        "+term, ?term, ?term, -term",
        "-",
        "Adds a message to a queue; waits for room, for the seconds of the third argument at most. The result is `done`, `again` or `timeout`.",
        queue_send,
    ),
    reentrant(
        "$queue_get",
        "+term, ?term, ?term, -term",
        "-",
        "Takes the first message that unifies with the second argument; waits for the seconds of the third at most. The result is `done`, `again` or `timeout`.",
        queue_get,
    ),
    reentrant(
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
];

/// The functor of the terms that denote message queues.
const QUEUE: &str = "<message_queue>";

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

/// The error for a queue that has been destroyed: that of a thread which has ended, or another one.
fn destroyed(vm: &mut Vm, name: Cell) -> Ball {
    let kind = match find_thread(vm, name) {
        Some(_) => "thread",
        None => "message_queue",
    };
    vm.existence_error(kind, name)
}

fn queue_create(vm: &mut Vm) -> Res {
    vm.check_room(QUEUE_BYTES)?;
    let alias = alias_of(vm, vm.x(1));
    let most = usize::try_from(vm.x(2).as_int()).ok().filter(|&n| n > 0);
    let family = family(vm);
    let number = {
        let mut registry = family.locked();
        let taken = alias.as_ref().is_some_and(|name| registry.is_taken(name));
        (!taken).then(|| {
            let n = registry.number();
            let total = registry.message_bytes.clone();
            let queue = Arc::new(MessageQueue::new(most, total));
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

/// Sends the second argument to the queue in the first. Returns the outcome.
fn send_until(vm: &mut Vm, until: Option<Instant>) -> Result<&'static str, Ball> {
    let name = vm.x(0);
    let queue = queue_of(vm, name)?;
    let parcel = vm.pack_term(vm.x(1))?;
    loop {
        let mut messages = queue.locked();
        if messages.destroyed {
            drop(messages);
            return Err(destroyed(vm, name));
        }
        if queue.has_room(&messages) {
            if queue.total_bytes() + parcel.bytes() > vm.limits().heap_bytes {
                drop(messages);
                return Err(vm.out_of_memory());
            }
            queue.add(&mut messages, parcel);
            return Ok("done");
        }
        let Some(left) = left(until) else {
            return Ok("timeout");
        };
        vm.while_waiting_at_call(|| drop(queue.wait(messages, left)));
        vm.check_interrupt()?;
        if is_signalled(vm) {
            return Ok("again");
        }
    }
}

/// The first message from number `from` on that unifies with a pattern, as a term, with its place.
///
/// # Errors
/// `resource_error(memory)`; those of the goals that the pattern delays
fn matching(
    vm: &mut Vm,
    messages: &[(u64, Arc<Parcel>)],
    pattern: Cell,
) -> Result<Option<(u64, Cell)>, Ball> {
    for (number, parcel) in messages {
        let top = vm.heap.top();
        let term = vm.unpack_term(parcel)?;
        if !vm.terms_differ(pattern, term)? {
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

/// The end of waiting for a message.
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
            return Err(destroyed(vm, name));
        }
        let new = messages.list.partition_point(|&(n, _)| n < from);
        if new < messages.list.len() {
            let list: Vec<_> = messages.list.range(new..).take(COMPARED).cloned().collect();
            // Terms are compared without the lock: other threads continue.
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
        vm.while_waiting_at_call(|| drop(queue.wait(messages, left)));
        vm.check_interrupt()?;
        if is_signalled(vm) {
            return Ok(Got::Again);
        }
    }
}

/// The number of messages that are compared with a pattern between two reads of a queue.
const COMPARED: usize = 16;

fn queue_peek(vm: &mut Vm) -> Res {
    let (name, pattern) = (vm.x(0), vm.x(1));
    let queue = queue_of(vm, name)?;
    let list: Option<Vec<_>> = {
        let messages = queue.locked();
        let list = messages.list.iter().cloned().collect();
        (!messages.destroyed).then_some(list)
    };
    let Some(list) = list else {
        return Err(destroyed(vm, name));
    };
    match matching(vm, &list, pattern)? {
        Some((_, term)) => Ok(vm.unify(pattern, term)),
        None => Ok(false),
    }
}

fn queue_info(vm: &mut Vm) -> Res {
    let name = vm.x(0);
    let queue = queue_of(vm, name)?;
    if queue.locked().destroyed {
        return Err(destroyed(vm, name));
    }
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
