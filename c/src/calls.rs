//! Predicates that a C program defines.

use crate::machines::{HornMachine, message, with};
use crate::{FAILED, c_text, text};
use horn::{Atom, Call, Exception, FromTerm, IntoTerm};
use std::ffi::{CString, c_char, c_void};
use std::fmt;
use std::ptr;

/// A call of a predicate that a C program defines.
pub struct HornCall<'c, 'm> {
    call: &'c mut Call<'m>,
    exception: Option<Exception>,
    text: CString,
}

impl fmt::Debug for HornCall<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HornCall").finish_non_exhaustive()
    }
}

/// A predicate in C: see `horn.h`.
pub type HornFunction = unsafe extern "C" fn(*mut HornCall<'_, '_>, *mut c_void) -> i32;

/// The data of a function.
struct Data(*mut c_void);

// SAFETY: the C program that defines the predicate answers for using the data in other threads (see `horn.h`).
unsafe impl Send for Data {}
// SAFETY: as above.
unsafe impl Sync for Data {}

impl Data {
    fn get(&self) -> *mut c_void {
        self.0
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_error`](crate::horn_error); the function and its data outlive the machine and its forks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_define(
    machine: *mut HornMachine,
    name: *const c_char,
    arity: u32,
    function: Option<HornFunction>,
    data: *mut c_void,
) -> i32 {
    let data = Data(data);
    // SAFETY: as this function demands.
    unsafe {
        with(machine, FAILED, |rest| {
            let name = text(name)?;
            let function = function.ok_or("a null pointer in place of a function")?;
            let predicate = move |call: &mut Call<'_>| {
                let mut call = HornCall {
                    call,
                    exception: None,
                    text: CString::default(),
                };
                // SAFETY: the call outlives the function's.
                match function(&raw mut call, data.get()) {
                    0 => Ok(false),
                    FAILED => Err(call
                        .exception
                        .unwrap_or_else(|| Exception::system_error("an error without a message"))),
                    _ => Ok(true),
                }
            };
            let defined = rest.machine()?.predicate(name, arity as usize, predicate);
            defined.map_err(message).map(|()| 0)
        })
    }
}

/// The value of an argument; the error of a type is kept for the end of the call.
///
/// # Safety
/// The pointer is null or that which the running function of the predicate was called with.
unsafe fn argument<T: FromTerm>(call: *mut HornCall<'_, '_>, argument: u32) -> Option<T> {
    // SAFETY: as this function demands.
    let call = unsafe { call.as_mut() }?;
    match call.call.get(argument as usize) {
        Ok(value) => Some(value),
        Err(exception) => {
            call.exception = Some(exception);
            None
        }
    }
}

/// Writes the value of an argument to a place.
///
/// # Safety
/// As [`horn_call_int`].
unsafe fn read<T: FromTerm>(call: *mut HornCall<'_, '_>, i: u32, to: *mut T) -> i32 {
    // SAFETY: as this function demands.
    match unsafe { argument(call, i) } {
        Some(value) if !to.is_null() => {
            // SAFETY: as this function demands.
            unsafe { to.write(value) };
            0
        }
        _ => FAILED,
    }
}

/// See `horn.h`.
///
/// # Safety
/// The call is null or that which the running function of the predicate was called with; texts end with a zero byte,
/// and pointers to results may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_call_int(
    call: *mut HornCall<'_, '_>,
    argument: u32,
    value: *mut i64,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe { read(call, argument, value) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_call_int`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_call_float(
    call: *mut HornCall<'_, '_>,
    argument: u32,
    value: *mut f64,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe { read(call, argument, value) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_call_int`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_call_text(
    call: *mut HornCall<'_, '_>,
    argument: u32,
) -> *const c_char {
    // SAFETY: as this function demands.
    let value: Option<String> = unsafe { self::argument(call, argument) };
    // SAFETY: as above.
    match (value, unsafe { call.as_mut() }) {
        (Some(value), Some(call)) => {
            call.text = c_text(&value);
            call.text.as_ptr()
        }
        _ => ptr::null(),
    }
}

/// Unifies an argument with a value.
///
/// # Safety
/// As [`horn_call_int`].
unsafe fn unify(call: *mut HornCall<'_, '_>, argument: u32, value: impl IntoTerm) -> i32 {
    // SAFETY: as this function demands.
    let Some(call) = (unsafe { call.as_mut() }) else {
        return FAILED;
    };
    match call.call.unify(argument as usize, value) {
        Ok(done) => i32::from(done),
        Err(exception) => {
            call.exception = Some(exception);
            FAILED
        }
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_call_int`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_call_unify_int(
    call: *mut HornCall<'_, '_>,
    argument: u32,
    value: i64,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe { unify(call, argument, value) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_call_int`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_call_unify_float(
    call: *mut HornCall<'_, '_>,
    argument: u32,
    value: f64,
) -> i32 {
    // SAFETY: as this function demands.
    unsafe { unify(call, argument, value) }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_call_int`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_call_unify_atom(
    call: *mut HornCall<'_, '_>,
    argument: u32,
    name: *const c_char,
) -> i32 {
    // SAFETY: as this function demands.
    match unsafe { text(name) } {
        // SAFETY: as above.
        Ok(name) => unsafe { unify(call, argument, Atom(name)) },
        Err(_) => FAILED,
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_call_int`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_call_unify_text(
    call: *mut HornCall<'_, '_>,
    argument: u32,
    value: *const c_char,
) -> i32 {
    // SAFETY: as this function demands.
    match unsafe { text(value) } {
        // SAFETY: as above.
        Ok(value) => unsafe { unify(call, argument, value) },
        Err(_) => FAILED,
    }
}

/// See `horn.h`.
///
/// # Safety
/// As [`horn_call_int`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn horn_call_fail(
    call: *mut HornCall<'_, '_>,
    message: *const c_char,
) -> i32 {
    // SAFETY: as this function demands.
    if let Some(call) = unsafe { call.as_mut() } {
        // SAFETY: as above.
        let message = unsafe { text(message) }.unwrap_or("an error without a message");
        call.exception = Some(Exception::system_error(message));
    }
    FAILED
}
