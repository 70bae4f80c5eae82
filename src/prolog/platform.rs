//! The services that the host provides where the platform does not.

use crate::base::clock;
use std::time::Duration;

/// Sets the clock of a platform whose standard library has none, which is WebAssembly without an operating system
/// (`wasm32-unknown-unknown`): the time since 1970-01-01 00:00 UTC. Until it is set, time stands still there: limits
/// on time are never reached. It is set once, before the first machine.
///
/// Returns false if the platform has a clock, or one was set before; nothing changes then.
///
/// ```
/// use std::time::Duration;
///
/// let is_set = horn::set_platform_clock(|| Duration::ZERO);
/// assert_eq!(is_set, cfg!(all(target_family = "wasm", target_os = "unknown")));
/// ```
pub fn set_platform_clock(now: fn() -> Duration) -> bool {
    clock::set(now)
}
