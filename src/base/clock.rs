//! The clock of the platform: that of the standard library or, where that has none, a function of the host.
//!
//! In WebAssembly without an operating system the standard library has neither clock nor threads, and the process
//! is one module: the host sets its clock once, before the first machine.

pub(crate) use platform::{Instant, now, set};

/// True if the platform may have threads.
pub(crate) const HAS_THREADS: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The clocks of the standard library.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod platform {
    pub(crate) use std::time::Instant;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    /// Sets the clock of the host. Returns false: the platform has its own.
    pub(crate) fn set(_: fn() -> Duration) -> bool {
        false
    }

    /// Seconds since the epoch.
    pub(crate) fn now() -> f64 {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(d) => d.as_secs_f64(),
            Err(e) => -e.duration().as_secs_f64(),
        }
    }
}

/// The clock that the host sets. Until then, time stands still.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod platform {
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The time since the epoch.
    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    fn time() -> Duration {
        CLOCK.get().map_or(Duration::ZERO, |clock| clock())
    }

    /// Sets the clock of the host. Returns false if it was set before.
    pub(crate) fn set(clock: fn() -> Duration) -> bool {
        CLOCK.set(clock).is_ok()
    }

    /// Seconds since the epoch.
    pub(crate) fn now() -> f64 {
        time().as_secs_f64()
    }

    /// A moment, as the type of this name in the standard library.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(time())
        }

        pub(crate) fn elapsed(&self) -> Duration {
            Instant::now().duration_since(*self)
        }

        /// Zero if `earlier` is later: the clock of the host may be set back.
        pub(crate) fn duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        pub(crate) fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }

        pub(crate) fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}
