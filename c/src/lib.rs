//! The C interface of Horn: the functions of `include/horn.h`, which documents them.
//!
//! A machine of this interface owns a [`Machine`], or while a query is open a query that owns it. No panic leaves
//! a function: it is an error like any other.

mod calls;
mod machines;

pub use calls::{
    HornCall, HornFunction, horn_call_fail, horn_call_float, horn_call_int, horn_call_text,
    horn_call_unify_atom, horn_call_unify_float, horn_call_unify_int, horn_call_unify_text,
    horn_define,
};
pub use machines::{
    HornMachine, horn_answer, horn_bind_atom, horn_bind_float, horn_bind_int, horn_bind_text,
    horn_close, horn_consult_file, horn_consult_text, horn_error, horn_fork, horn_free,
    horn_get_float, horn_get_int, horn_get_term, horn_get_text, horn_interrupt, horn_limit_answers,
    horn_limit_catchable_memory, horn_limit_inferences, horn_limit_memory, horn_limit_output,
    horn_limit_propagations, horn_limit_seconds, horn_new, horn_next, horn_query, horn_resource,
    horn_spent_inferences, horn_spent_seconds,
};

use std::ffi::{CStr, CString, c_char};

/// The result of a function that can fail.
const FAILED: i32 = -1;

/// The text at a pointer.
///
/// # Safety
/// The pointer is null, or points to a text that ends with a zero byte and does not change meanwhile.
unsafe fn text<'a>(at: *const c_char) -> Result<&'a str, String> {
    if at.is_null() {
        return Err("a null pointer in place of a text".into());
    }
    // SAFETY: as this function demands.
    let bytes = unsafe { CStr::from_ptr(at) };
    bytes.to_str().map_err(|_| "a text is not UTF-8".into())
}

/// A text for C; it ends at the first zero byte.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
