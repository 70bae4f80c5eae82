//! The environment of a machine: clocks, random numbers, working directory, environment variables.
//!
//! Nothing here changes the process: a machine has its own working directory, and its own view of
//! the environment's variables, on top of the process's. Nothing needs Unix: where the process file
//! system does not tell the processor time of the process, the elapsed time stands for it.

use super::access::{Clock, Grants, Seed};
use super::file_space::FileSpace;
use crate::base::clock::{self, Instant};
use crate::base::evaluable::EvalContext;
use crate::base::int::Int;
use crate::machine::cell::{MAX_SMALL, MIN_SMALL};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::PathBuf;
use std::process::Child;

/// Clocks, random numbers, and a machine's own working directory and environment.
pub(crate) struct Environment {
    pub(crate) random: Pcg64,
    pub(crate) start: Instant,
    /// The greatest processor time reported: it must not go back when a thread ends and its share is lost.
    pub(crate) cpu: f64,
    /// The values that evaluables have read, which a run may not find a second time.
    pub(crate) readings: u64,
    /// The values that `statistics/2` reported last, by key, for the time since.
    pub(crate) last: FxHashMap<&'static str, i64>,
    pub(crate) directory: Option<PathBuf>,
    pub(crate) variables: FxHashMap<String, Option<String>>,
    /// The access of the machine to the world outside.
    pub(crate) access: Grants,
}

impl Default for Environment {
    fn default() -> Environment {
        Environment::new()
    }
}

impl Environment {
    /// Starts the clocks and seeds the random numbers from the system.
    pub(crate) fn new() -> Environment {
        Environment {
            random: generator(Seed::System),
            start: Instant::now(),
            cpu: 0.0,
            readings: 0,
            last: FxHashMap::default(),
            directory: None,
            variables: FxHashMap::default(),
            access: Grants::all(),
        }
    }

    /// The environment of a machine made from another: it has the same access, and random numbers of its own if the
    /// system may seed them.
    pub(crate) fn fork(&self) -> Environment {
        Environment {
            random: match self.access.seed {
                Seed::System => generator(Seed::System),
                Seed::Fixed(_) => self.random.clone(),
            },
            start: Instant::now(),
            cpu: 0.0,
            readings: 0,
            last: FxHashMap::default(),
            directory: self.directory.clone(),
            variables: self.variables.clone(),
            access: self.access.clone(),
        }
    }

    /// Sets the access of the machine, whose random numbers start anew.
    pub(crate) fn set_access(&mut self, access: Grants) {
        if access.directory.is_some() || access.has_no_files() {
            self.directory = Some(access.working_directory());
        }
        self.access = access;
        self.access.space = self.access.space.as_ref().map(FileSpace::emptied);
        self.seed_anew();
    }

    /// Seeds the random numbers as those of a new machine are.
    pub(crate) fn seed_anew(&mut self) {
        self.random = generator(self.access.seed);
    }

    /// The seconds since the epoch.
    pub(crate) fn unix_time(&self) -> f64 {
        match &self.access.clock {
            Clock::System => clock::now(),
            Clock::Host(clock) => clock().as_secs_f64(),
        }
    }

    /// The seconds since the machine was made, by its own clock.
    pub(crate) fn running_time(&self) -> f64 {
        match &self.access.clock {
            Clock::System => self.elapsed(),
            Clock::Host(clock) => clock().as_secs_f64(),
        }
    }

    /// Seeds the random numbers with a number.
    pub(crate) fn seed(&mut self, seed: u64) {
        self.random = generator(Seed::Fixed(seed));
    }

    /// The next 64 random bits.
    pub(crate) fn random_bits(&mut self) -> u64 {
        self.random.next_u64()
    }

    /// The seconds since the machine was made, for limits on the time of a search.
    pub(crate) fn elapsed(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// `now`, and its difference from the value at the last call with this key.
    pub(crate) fn since_last(&mut self, key: &'static str, now: i64) -> (i64, i64) {
        let before = self.last.insert(key, now).unwrap_or(0);
        (now, now - before)
    }

    /// A variable of the environment.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        match self.variables.get(name) {
            Some(own) => own.clone(),
            None if self.access.environment => std::env::var(name).ok(),
            None => None,
        }
    }

    /// Gives a subprocess the machine's working directory and environment.
    pub(crate) fn apply_to(&self, command: &mut std::process::Command) {
        if let Some(d) = &self.directory {
            command.current_dir(d);
        }
        for (name, value) in &self.variables {
            match value {
                Some(v) => command.env(name, v),
                None => command.env_remove(name),
            };
        }
    }
}

impl EvalContext for Environment {
    fn random_below(&mut self, bound: &Int) -> Int {
        self.readings += 1;
        bound.random_below(&mut || self.random.next_u64())
    }

    fn random_float(&mut self) -> f64 {
        self.readings += 1;
        loop {
            let f = (self.random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            if f > 0.0 {
                return f;
            }
        }
    }

    fn cputime(&mut self) -> f64 {
        self.readings += 1;
        let now = match &self.access.clock {
            Clock::System => process_time().unwrap_or_else(|| self.elapsed()),
            Clock::Host(clock) => clock().as_secs_f64(),
        };
        self.cpu = self.cpu.max(now);
        self.cpu
    }

    fn realtime(&mut self) -> i64 {
        self.readings += 1;
        self.unix_time().floor() as i64
    }

    fn tagged_integers(&self) -> (i64, i64) {
        (MIN_SMALL, MAX_SMALL)
    }
}

/// The number of the process; 0 where there are no processes.
pub(crate) fn process_number() -> u32 {
    match clock::HAS_THREADS {
        true => std::process::id(),
        false => 0,
    }
}

/// Random numbers from their start.
fn generator(seed: Seed) -> Pcg64 {
    Pcg64::seed_from_u64(match seed {
        Seed::System => RandomState::new().build_hasher().finish(),
        Seed::Fixed(seed) => seed,
    })
}

/// Seconds of processor time, from the process file system; `None` on systems without one.
fn process_time() -> Option<f64> {
    // The times of the threads are in nanoseconds, that of the process in clock ticks.
    if let Ok(tasks) = std::fs::read_dir("/proc/self/task") {
        let time = |task: io::Result<std::fs::DirEntry>| -> Option<u64> {
            let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse().ok()
        };
        let total: Option<u64> = tasks.map(time).sum();
        if let Some(ns) = total.filter(|&ns| ns > 0) {
            return Some(ns as f64 / 1e9);
        }
    }
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let mut next = || times.next()?.parse::<u64>().ok();
    Some((next()? + next()?) as f64 / 100.0)
}

/// The name of this host; `localhost` if it is not known.
#[cfg(feature = "network")]
pub(crate) fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    name.map_or_else(|_| "localhost".to_string(), |n| n.trim().to_string())
}

/// The subprocesses that were started and not waited for, by number.
#[derive(Default)]
pub(crate) struct Subprocesses {
    pub(crate) running: FxHashMap<i64, Child>,
    /// The subprocesses that the closing of a stream waits for, by the number of the stream.
    pub(crate) awaited: FxHashMap<i64, i64>,
}

#[cfg(test)]
mod tests {
    use super::Environment;
    use crate::base::evaluable::EvalContext;
    use crate::base::int::Int;

    #[test]
    fn a_seed_fixes_the_random_numbers() {
        let draw = |seed| {
            let mut c = Environment::new();
            c.seed(seed);
            let n: Vec<_> = (0..5).map(|_| c.random_below(&Int::Small(1000))).collect();
            (n, c.random_float())
        };
        assert_eq!(draw(42), draw(42));
        assert_ne!(draw(42), draw(43));
        // The same on every platform and in every version.
        let mut c = Environment::new();
        c.seed(1);
        assert_eq!(c.random_bits(), FIRST_OF_SEED_1);
    }

    const FIRST_OF_SEED_1: u64 = 15_492_934_433_077_865_799;

    #[test]
    fn clocks_do_not_go_back() {
        let mut c = Environment::new();
        let a = c.cputime();
        let n = (0..2_000_000u64).fold(0, |x, i| x ^ i.wrapping_mul(x | 1));
        assert!(n != 1 && c.cputime() >= a);
        assert!(c.realtime() > 1_700_000_000);
        assert_eq!(c.since_last("x", 5), (5, 5));
        assert_eq!(c.since_last("x", 7), (7, 2));
    }
}
