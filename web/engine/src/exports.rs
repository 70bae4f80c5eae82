//! The exports of the WebAssembly module, and the functions that it imports.
//!
//! The other side writes a request to the bytes that [`horn_request`] reserves, calls [`horn_respond`], and reads the
//! response where it says. A module has one thread, and a call ends before the next one starts.

use crate::Host;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

// SAFETY: both functions have these types in `../../engine.js`, and neither calls the module.
#[link(wasm_import_module = "horn")]
unsafe extern "C" {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    safe fn now() -> f64;
    /// The text of a panic, after which the module is not to be called again.
    safe fn panicked(text: *const u8, length: usize);
}

/// The request, and then its response.
static MESSAGE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

static HOST: Mutex<Option<Host>> = Mutex::new(None);

fn locked<T>(state: &'static Mutex<T>) -> MutexGuard<'static, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

fn start() -> Host {
    horn::set_platform_clock(clock);
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        panicked(text.as_ptr(), text.len());
    }));
    Host::new(clock)
}

/// Reserves the bytes of a request. Returns their address, which is valid until the next call.
// SAFETY: no other function of the module has this name; the same holds for those below.
#[unsafe(no_mangle)]
extern "C" fn horn_request(length: usize) -> *mut u8 {
    let mut message = locked(&MESSAGE);
    message.clear();
    message.resize(length, 0);
    message.as_mut_ptr()
}

/// Carries out the request. Returns the number of bytes of the response.
#[unsafe(no_mangle)]
extern "C" fn horn_respond() -> usize {
    let request = std::mem::take(&mut *locked(&MESSAGE));
    let response = locked(&HOST).get_or_insert_with(start).respond(&request);
    let mut message = locked(&MESSAGE);
    *message = response.into_bytes();
    message.len()
}

/// The address of the response, which is valid until the next call.
#[unsafe(no_mangle)]
extern "C" fn horn_response() -> *const u8 {
    locked(&MESSAGE).as_ptr()
}
