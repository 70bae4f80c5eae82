//! Machines and queries.

use crate::{FAILED, c_text, text};
use horn::{Access, Answer, Atom, Error, InterruptHandle, IntoTerm, Limit, Machine, Query, Spent};
use std::cell::UnsafeCell;
use std::ffi::{CString, c_char};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::time::Duration;

/// A machine of the C interface.
pub struct HornMachine {
    /// Apart from the rest, because another thread may use it at any time.
    interrupt: InterruptHandle,
    rest: UnsafeCell<Rest>,
}

impl fmt::Debug for HornMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HornMachine").finish_non_exhaustive()
    }
}

/// The part of a machine that one thread at a time may use.
pub(crate) struct Rest {
    state: State,
    answer: Option<Answer>,
    error: CString,
    /// The name of the resource whose limit the last query or load has reached.
    resource: CString,
    text: CString,
}

enum State {
    Idle(Box<Machine>),
    Open(Query<'static>),
    /// Between two other states, or after a panic between them.
    Lost,
}

impl Rest {
    /// The machine, whose query is closed.
    pub(crate) fn machine(&mut self) -> Result<&mut Machine, String> {
        self.answer = None;
        self.state = match std::mem::replace(&mut self.state, State::Lost) {
            State::Open(query) => match query.into_machine() {
                Some(machine) => State::Idle(Box::new(machine)),
                None => State::Lost,
            },
            other => other,
        };
        match &mut self.state {
            State::Idle(machine) => Ok(machine),
            State::Open(_) | State::Lost => Err("the machine was lost in a panic".into()),
        }
    }

    fn query(&mut self) -> Result<&mut Query<'static>, String> {
        match &mut self.state {
            State::Open(query) => Ok(query),
            State::Idle(_) | State::Lost => Err("no query is open".into()),
        }
    }

    fn answer(&self) -> Result<&Answer, String> {
        self.answer
            .as_ref()
            .ok_or_else(|| "there is no answer".into())
    }

    /// The result of a query or a load; notes the resource whose limit it has reached.
    fn noted<T>(&mut self, result: Result<T, Error>) -> Result<T, String> {
        let resource = result.as_ref().err().and_then(Error::resource);
        self.resource = c_text(&resource.map_or(String::new(), |r| r.to_string()));
        result.map_err(message)
    }

    /// The resources that the last query or load has used.
    fn spent(&self) -> Result<Spent, String> {
        match &self.state {
            State::Idle(machine) => Ok(machine.spent()),
            State::Open(query) => Ok(query.spent()),
            State::Lost => Err("the machine was lost in a panic".into()),
        }
    }

    /// Keeps a text for the caller.
    fn keep(&mut self, text: &str) -> *const c_char {
        self.text = c_text(text);
        self.text.as_ptr()
    }
}

pub(crate) fn message(error: Error) -> String {
    match error {
        Error::Load(messages) => {
            let lines: Vec<String> = messages.iter().map(ToString::to_string).collect();
            lines.join("\n")
        }
        other => other.to_string(),
    }
}

fn boxed(machine: Machine) -> *mut HornMachine {
    Box::into_raw(Box::new(HornMachine {
        interrupt: machine.interrupt_handle(),
        rest: UnsafeCell::new(Rest {
            state: State::Idle(Box::new(machine)),
            answer: None,
            error: CString::default(),
            resource: CString::default(),
            text: CString::default(),
        }),
    }))
}

/// Runs `f` on a machine; an error or a panic is noted, and `failed` returned.
///
/// # Safety
/// The pointer is null or comes from `horn_new` or `horn_fork`, and no other thread uses the machine.
pub(crate) unsafe fn with<T>(
    machine: *const HornMachine,
    failed: T,
    f: impl FnOnce(&mut Rest) -> Result<T, String>,
) -> T {
    // SAFETY: as this function demands.
    let Some(machine) = (unsafe { machine.as_ref() }) else {
        return failed;
    };
    // SAFETY: no other thread uses this part, and no function of this interface calls another with the same machine.
    let rest = unsafe { &mut *machine.rest.get() };
    let result = catch_unwind(AssertUnwindSafe(|| f(&mut *rest)));
    match result.unwrap_or_else(|_| Err("a panic".into())) {
        Ok(value) => value,
        Err(error) => {
            rest.error = c_text(&error);
            failed
        }
    }
}

/// See `horn.h`.
#[unsafe(no_mangle)]
pub extern "C" fn horn_new(sandboxed: i32) -> *mut HornMachine {
    let made = catch_unwind(|| match sandboxed {
        0 => Machine::builder().build(),
        _ => Machine::builder().access(Access::none()).build(),
    });
    match made {
        Ok(Ok(machine)) => boxed(machine),
        Ok(Err(_)) | Err(_) => ptr::null_mut(),
    }
}

/// See `horn.h`.
///
/// # Safety
/// The pointer is null or comes from `horn_new` or `horn_fork`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_free(machine: *mut HornMachine) {
    if !machine.is_null() {
        // SAFETY: made by `boxed`, and not freed before.
        let machine = unsafe { Box::from_raw(machine) };
        // A panic of a cleanup goal's host function has nowhere to go.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(machine)));
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_fork(machine: *mut HornMachine) -> *mut HornMachine {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, ptr::null_mut(), |rest| {
            Ok(boxed(rest.machine()?.fork()))
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// The machine is null or comes from `horn_new` or `horn_fork`, and no other thread uses it; texts end with a zero byte,
/// and pointers to results may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_error(machine: *mut HornMachine) -> *const c_char {
    // SAFETY: as this function demands.
    unsafe { with(machine, c"".as_ptr(), |rest| Ok(rest.error.as_ptr())) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_resource(machine: *mut HornMachine) -> *const c_char {
    // SAFETY: as this function demands.
    unsafe { with(machine, c"".as_ptr(), |rest| Ok(rest.resource.as_ptr())) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_consult_text(
    machine: *mut HornMachine,
    name: *const c_char,
    program: *const c_char,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, FAILED, |rest| {
            let (name, program) = (text(name)?, text(program)?);
            let loaded = rest.machine()?.consult_str(name, program);
            rest.noted(loaded).map(|_| 0)
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_consult_file(machine: *mut HornMachine, path: *const c_char) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, FAILED, |rest| {
            let loaded = rest.machine()?.consult_file(text(path)?);
            rest.noted(loaded).map(|_| 0)
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_query(machine: *mut HornMachine, goal: *const c_char) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, FAILED, |rest| {
            let goal = text(goal)?;
            rest.machine()?;
            if let State::Idle(machine) = std::mem::replace(&mut rest.state, State::Lost) {
                rest.state = State::Open(machine.into_query(goal));
            }
            // A text that is not a term must be found now, not with the first answer.
            let refusal = rest.query()?.refusal().cloned();
            match refusal {
                None => Ok(0),
                Some(error) => {
                    rest.machine()?;
                    Err(message(error))
                }
            }
        })
    }
}

/// Gives a variable of the open query a value.
///
/// # Safety
/// As [`horn_error`].
unsafe fn bind(
    machine: *mut HornMachine,
    variable: *const c_char,
    value: impl FnOnce() -> Result<BoundValue, String>,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, FAILED, |rest| {
            let (variable, value) = (text(variable)?, value()?);
            let bound = rest.query()?.bind(variable, value);
            bound.map_err(message).map(|()| 0)
        })
    }
}

/// A value for a variable.
enum BoundValue {
    Int(i64),
    Float(f64),
    Atom(String),
    Text(String),
}

impl IntoTerm for BoundValue {
    fn into_term(self, build: &mut horn::TermBuilder<'_>) -> horn::TermId {
        match self {
            BoundValue::Int(i) => i.into_term(build),
            BoundValue::Float(x) => x.into_term(build),
            BoundValue::Atom(name) => Atom(&name).into_term(build),
            BoundValue::Text(text) => text.as_str().into_term(build),
        }
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_bind_int(
    machine: *mut HornMachine,
    variable: *const c_char,
    value: i64,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe { bind(machine, variable, || Ok(BoundValue::Int(value))) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_bind_float(
    machine: *mut HornMachine,
    variable: *const c_char,
    value: f64,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe { bind(machine, variable, || Ok(BoundValue::Float(value))) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_bind_atom(
    machine: *mut HornMachine,
    variable: *const c_char,
    name: *const c_char,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        bind(machine, variable, || {
            Ok(BoundValue::Atom(text(name)?.into()))
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_bind_text(
    machine: *mut HornMachine,
    variable: *const c_char,
    value: *const c_char,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        bind(machine, variable, || {
            Ok(BoundValue::Text(text(value)?.into()))
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_next(machine: *mut HornMachine) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, FAILED, |rest| {
            rest.answer = None;
            let next = rest.query()?.next().transpose();
            rest.answer = rest.noted(next)?;
            Ok(i32::from(rest.answer.is_some()))
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_answer(machine: *mut HornMachine) -> *const c_char {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, ptr::null(), |rest| {
            let answer = rest.answer()?.to_string();
            Ok(rest.keep(&answer))
        })
    }
}

/// Writes the value of a variable of the newest answer to a place.
///
/// # Safety
/// As [`horn_error`].
unsafe fn get<T: horn::FromTerm>(
    machine: *mut HornMachine,
    variable: *const c_char,
    to: *mut T,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, FAILED, |rest| {
            let value = rest.answer()?.get(text(variable)?).map_err(message)?;
            match to.is_null() {
                true => Err("a null pointer in place of a result".into()),
                false => {
                    to.write(value);
                    Ok(0)
                }
            }
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_get_int(
    machine: *mut HornMachine,
    variable: *const c_char,
    value: *mut i64,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe { get(machine, variable, value) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_get_float(
    machine: *mut HornMachine,
    variable: *const c_char,
    value: *mut f64,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe { get(machine, variable, value) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_get_text(
    machine: *mut HornMachine,
    variable: *const c_char,
) -> *const c_char {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, ptr::null(), |rest| {
            let value: String = rest.answer()?.get(text(variable)?).map_err(message)?;
            Ok(rest.keep(&value))
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_get_term(
    machine: *mut HornMachine,
    variable: *const c_char,
) -> *const c_char {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, ptr::null(), |rest| {
            let variable = text(variable)?;
            let term = rest.answer()?.term(variable);
            let term = term.ok_or_else(|| format!("the query has no variable {variable}"))?;
            let term = term.to_string();
            Ok(rest.keep(&term))
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_close(machine: *mut HornMachine) {
    // SAFETY: as this function demands.
    unsafe { with(machine, (), |rest| rest.machine().map(|_| ())) }
}

/// Sets a limit.
///
/// # Safety
/// As [`horn_error`].
unsafe fn set_limit(machine: *mut HornMachine, limit: Limit) -> i32 {
    // SAFETY: as this function demands.
    unsafe {
        with(machine, FAILED, |rest| {
            rest.machine()?.set_limit(limit);
            Ok(0)
        })
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_limit_inferences(machine: *mut HornMachine, count: u64) -> i32 {
    let count = (count > 0).then_some(count);
    // SAFETY: as this function demands.
    unsafe { set_limit(machine, Limit::Inferences(count)) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_limit_seconds(machine: *mut HornMachine, seconds: f64) -> i32 {
    let time = match seconds > 0.0 {
        true => Duration::try_from_secs_f64(seconds).ok(),
        false => None,
    };
    // SAFETY: as this function demands.
    unsafe { set_limit(machine, Limit::Time(time)) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_limit_memory(machine: *mut HornMachine, bytes: usize) -> i32 {
    let bytes = (bytes > 0).then_some(bytes);
    // SAFETY: as this function demands.
    unsafe { set_limit(machine, Limit::Memory(bytes)) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_limit_catchable_memory(
    machine: *mut HornMachine,
    bytes: usize,
) -> i32 {
    let bytes = (bytes > 0).then_some(bytes);
    // SAFETY: as this function demands.
    unsafe { set_limit(machine, Limit::CatchableMemory(bytes)) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_limit_answers(machine: *mut HornMachine, count: u64) -> i32 {
    let count = (count > 0).then_some(count);
    // SAFETY: as this function demands.
    unsafe { set_limit(machine, Limit::Answers(count)) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_limit_propagations(machine: *mut HornMachine, count: u64) -> i32 {
    let count = (count > 0).then_some(count);
    // SAFETY: as this function demands.
    unsafe { set_limit(machine, Limit::Propagations(count)) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_limit_output(machine: *mut HornMachine, bytes: u64) -> i32 {
    let bytes = (bytes > 0).then_some(bytes);
    // SAFETY: as this function demands.
    unsafe { set_limit(machine, Limit::Output(bytes)) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_spent_inferences(machine: *mut HornMachine) -> u64 {
    // SAFETY: as this function demands.
    unsafe { with(machine, 0, |rest| Ok(rest.spent()?.inferences)) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_spent_seconds(machine: *mut HornMachine) -> f64 {
    // SAFETY: as this function demands.
    unsafe { with(machine, 0.0, |rest| Ok(rest.spent()?.time.as_secs_f64())) }
}

/// See `horn.h`.
///
/// # Safety
/// The machine is null or comes from `horn_new` or `horn_fork`, and is not freed meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_interrupt(machine: *const HornMachine) {
    // SAFETY: as this function demands; the thread that runs the query does not use this part.
    if let Some(machine) = unsafe { machine.as_ref() } {
        machine.interrupt.interrupt();
    }
}
