//! What a machine takes from the operating system: clocks, random numbers, files, the environment.
//!
//! Nothing here changes the process: a machine has its own working directory, and its own view of
//! the environment's variables, on top of the process's. Nothing needs Unix; where the processor
//! time of the process can be read from a file system, it is, and else it is the elapsed time.

use super::text::text_of;
use super::{Res, Row, Vm, det};
use crate::base::atom::{Atom, atoms};
use crate::base::evaluable::EvalContext;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::machine::cell::{MAX_SMALL, MIN_SMALL};
use crate::machine::{Ball, Cell};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Clocks, random numbers, and a machine's own working directory and environment.
pub struct Clock {
    random: Pcg64,
    start: Instant,
    /// Processor time never goes back, although a thread that ends takes its share along.
    cpu: f64,
    /// What `statistics/2` said last, for the time since.
    last: FxHashMap<&'static str, i64>,
    directory: Option<PathBuf>,
    variables: FxHashMap<String, Option<String>>,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new()
    }
}

impl Clock {
    /// Starts the clocks and seeds the random numbers from the system.
    pub fn new() -> Clock {
        Clock {
            random: Pcg64::seed_from_u64(RandomState::new().build_hasher().finish()),
            start: Instant::now(),
            cpu: 0.0,
            last: FxHashMap::default(),
            directory: None,
            variables: FxHashMap::default(),
        }
    }

    /// Makes the random numbers from now on depend on this seed alone.
    pub fn seed(&mut self, seed: u64) {
        self.random = Pcg64::seed_from_u64(seed);
    }

    /// The next 64 random bits.
    pub fn random_bits(&mut self) -> u64 {
        self.random.next_u64()
    }

    /// The seconds since the machine was made.
    pub fn elapsed(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// `now`, and its difference to what it was at the last call with this key.
    pub(super) fn since_last(&mut self, key: &'static str, now: i64) -> (i64, i64) {
        let before = self.last.insert(key, now).unwrap_or(0);
        (now, now - before)
    }

    /// A path as the machine's working directory makes it.
    pub fn resolve(&self, path: &str) -> PathBuf {
        match &self.directory {
            Some(d) => d.join(path),
            None => PathBuf::from(path),
        }
    }

    /// A variable of the environment.
    pub fn variable(&self, name: &str) -> Option<String> {
        match self.variables.get(name) {
            Some(own) => own.clone(),
            None => std::env::var(name).ok(),
        }
    }

    /// Gives a program that is about to run the machine's working directory and environment.
    pub(super) fn equip(&self, command: &mut std::process::Command) {
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

    fn working_directory(&self) -> io::Result<PathBuf> {
        match &self.directory {
            Some(d) => Ok(d.clone()),
            None => std::env::current_dir(),
        }
    }
}

impl EvalContext for Clock {
    fn random_below(&mut self, bound: &Int) -> Int {
        bound.random_below(&mut || self.random.next_u64())
    }

    fn random_float(&mut self) -> f64 {
        loop {
            let f = (self.random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            if f > 0.0 {
                return f;
            }
        }
    }

    fn cputime(&mut self) -> f64 {
        let now = process_time().unwrap_or_else(|| self.elapsed());
        self.cpu = self.cpu.max(now);
        self.cpu
    }

    fn realtime(&mut self) -> i64 {
        unix_time().floor() as i64
    }

    fn tagged_integers(&self) -> (i64, i64) {
        (MIN_SMALL, MAX_SMALL)
    }
}

/// Seconds since the epoch.
fn unix_time() -> f64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(d) => d.as_secs_f64(),
        Err(e) => -e.duration().as_secs_f64(),
    }
}

/// Seconds of processor time, where a process file system tells.
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

// Random numbers and time.

/// `'$set_random'(Seed)`: an integer, or the atom `random`.
fn set_random(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let seed = match vm.to_int(x) {
        Some(Int::Small(i)) => i as u64,
        // The digits of a big one in a hash that is the same everywhere.
        Some(big) => big
            .to_string()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |h: u64, b| {
                (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
            }),
        None if x.to_atom().is_some_and(|a| &*vm.atoms.text(a) == "random") => {
            RandomState::new().build_hasher().finish()
        }
        None => return Err(vm.type_or_instantiation(atoms::INTEGER, x)),
    };
    vm.ext.clock.seed(seed);
    Ok(true)
}

fn random(vm: &mut Vm) -> Res {
    let f = vm.ext.clock.random_float();
    let f = vm.heap.float(f);
    Ok(vm.unify(vm.x(0), f))
}

/// `'$random_integer'(Low, High, X)`: fails if there is none.
fn random_integer(vm: &mut Vm) -> Res {
    let (Some(low), Some(high)) = (vm.to_int(vm.x(0)), vm.to_int(vm.x(1))) else {
        return Ok(false);
    };
    let count = &(&high - &low) + &Int::ONE;
    if count.signum() <= 0 {
        return Ok(false);
    }
    let n = &low + &vm.ext.clock.random_below(&count);
    let n = vm.int_cell(&n);
    Ok(vm.unify(vm.x(2), n))
}

fn get_time(vm: &mut Vm) -> Res {
    let now = vm.heap.float(unix_time());
    Ok(vm.unify(vm.x(0), now))
}

fn sleep(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let seconds = match vm.to_number(x) {
        Some(n) => n.to_f64().unwrap_or(f64::MAX),
        None => return Err(vm.type_error(atoms::NUMBER, x)),
    };
    // In slices, so that an interrupt ends it.
    let start = Instant::now();
    loop {
        let left = seconds - start.elapsed().as_secs_f64();
        if left.is_nan() || left <= 0.0 || vm.is_interrupted() {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_secs_f64(left.min(0.02)));
    }
}

// The environment.

fn getenv(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    match vm.ext.clock.variable(&name) {
        Some(value) => {
            let a = vm.atoms.intern_transient(&value);
            Ok(vm.unify(vm.x(1), Cell::atom(a)))
        }
        None => Ok(false),
    }
}

fn setenv(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    let value = text_of(vm, vm.x(1))?;
    vm.ext.clock.variables.insert(name, Some(value));
    Ok(true)
}

fn unsetenv(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    vm.ext.clock.variables.insert(name, None);
    Ok(true)
}

// Files.

/// The path that argument `i` names.
fn path(vm: &mut Vm, i: usize) -> Result<PathBuf, Ball> {
    let name = text_of(vm, vm.x(i))?;
    Ok(vm.ext.clock.resolve(&name))
}

/// The ball for what the system refuses to do with argument `i`.
fn refused(vm: &mut Vm, e: &io::Error, operation: &str, kind: &str, i: usize) -> Ball {
    let culprit = vm.x(i);
    match e.kind() {
        io::ErrorKind::NotFound => vm.existence_error(kind, culprit),
        _ => vm.permission_error(operation, kind, culprit),
    }
}

fn exists_file(vm: &mut Vm) -> Res {
    Ok(path(vm, 0)?.is_file())
}

fn exists_directory(vm: &mut Vm) -> Res {
    Ok(path(vm, 0)?.is_dir())
}

fn delete_file(vm: &mut Vm) -> Res {
    let done = std::fs::remove_file(path(vm, 0)?);
    done.map_err(|e| refused(vm, &e, "delete", "file", 0))?;
    Ok(true)
}

fn rename_file(vm: &mut Vm) -> Res {
    let (from, to) = (path(vm, 0)?, path(vm, 1)?);
    std::fs::rename(from, to).map_err(|e| refused(vm, &e, "rename", "file", 0))?;
    Ok(true)
}

fn size_file(vm: &mut Vm) -> Res {
    let meta = std::fs::metadata(path(vm, 0)?);
    let meta = meta.map_err(|e| refused(vm, &e, "access", "file", 0))?;
    let size = vm.number_cell(&Number::Int(Int::Small(meta.len() as i64)));
    Ok(vm.unify(vm.x(1), size))
}

fn time_file(vm: &mut Vm) -> Res {
    let time = std::fs::metadata(path(vm, 0)?).and_then(|m| m.modified());
    let time = time.map_err(|e| refused(vm, &e, "access", "file", 0))?;
    let seconds = match time.duration_since(UNIX_EPOCH) {
        Ok(d) => d.as_secs_f64(),
        Err(e) => -e.duration().as_secs_f64(),
    };
    let seconds = vm.heap.float(seconds);
    Ok(vm.unify(vm.x(1), seconds))
}

fn make_directory(vm: &mut Vm) -> Res {
    let done = std::fs::create_dir(path(vm, 0)?);
    done.map_err(|e| refused(vm, &e, "create", "directory", 0))?;
    Ok(true)
}

fn make_directory_path(vm: &mut Vm) -> Res {
    let done = std::fs::create_dir_all(path(vm, 0)?);
    done.map_err(|e| refused(vm, &e, "create", "directory", 0))?;
    Ok(true)
}

fn delete_directory(vm: &mut Vm) -> Res {
    let done = std::fs::remove_dir(path(vm, 0)?);
    done.map_err(|e| refused(vm, &e, "delete", "directory", 0))?;
    Ok(true)
}

fn directory_files(vm: &mut Vm) -> Res {
    let dir = path(vm, 0)?;
    let names = std::fs::read_dir(dir).and_then(|entries| {
        let name = |e: io::Result<std::fs::DirEntry>| Ok(name_text(e?.file_name().as_ref()));
        entries.map(name).collect::<io::Result<Vec<String>>>()
    });
    let mut names = names.map_err(|e| refused(vm, &e, "access", "directory", 0))?;
    names.sort_unstable();
    let cells: Vec<Cell> = names.iter().map(|n| like(vm, vm.x(0), n)).collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

/// Text in the form in which a program gave other text: characters for a list, else an atom.
fn like(vm: &mut Vm, given: Cell, text: &str) -> Cell {
    let given = vm.heap.deref(given);
    if !given.is_list() {
        return Cell::atom(vm.atoms.intern_transient(text));
    }
    let cells: Vec<Cell> = text
        .chars()
        .map(|c| Cell::atom(Atom::from_char(c)))
        .collect();
    vm.heap.list(&cells, Cell::NIL)
}

fn name_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn working_directory(vm: &mut Vm) -> Res {
    let old = vm.ext.clock.working_directory();
    let old = old.map_err(|e| refused(vm, &e, "access", "directory", 0))?;
    let mut text = name_text(&old);
    if !text.ends_with(std::path::is_separator) {
        text.push('/');
    }
    let a: Atom = vm.atoms.intern_transient(&text);
    if !vm.unify(vm.x(0), Cell::atom(a)) {
        return Ok(false);
    }
    let new = path(vm, 1)?;
    let new = old.join(new);
    if !new.is_dir() {
        let x = vm.x(1);
        return Err(vm.existence_error("directory", x));
    }
    vm.ext.clock.directory = Some(new);
    Ok(true)
}

fn absolute_file_name(vm: &mut Vm) -> Res {
    let name = path(vm, 0)?;
    let dir = vm.ext.clock.working_directory();
    let dir = dir.map_err(|e| refused(vm, &e, "access", "directory", 0))?;
    let full = tidied(&dir.join(name));
    let path = like(vm, vm.x(0), &name_text(&full));
    Ok(vm.unify(vm.x(1), path))
}

/// A path without `.` and `..`, whether it exists or not.
fn tidied(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => (),
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

fn file_base_name(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    let trimmed = name.trim_end_matches(std::path::is_separator);
    let base = trimmed.rsplit(std::path::is_separator).next();
    let base = like(vm, vm.x(0), base.unwrap_or_default());
    Ok(vm.unify(vm.x(1), base))
}

fn file_directory_name(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    let trimmed = name.trim_end_matches(std::path::is_separator);
    let dir = match trimmed.rfind(std::path::is_separator) {
        Some(0) => "/",
        Some(i) => &trimmed[..i],
        None if trimmed.is_empty() && !name.is_empty() => "/",
        None => ".",
    };
    let dir = like(vm, vm.x(0), dir);
    Ok(vm.unify(vm.x(1), dir))
}

/// The predicates of this file.
pub(crate) const ROWS: &[Row] = &[
    det(
        "$set_random",
        "+seed",
        "-",
        "Seeds the random numbers by an integer, or unforeseeably by `random`.",
        set_random,
    ),
    det(
        "$random",
        "-float",
        "-",
        "A random float above 0 and below 1.",
        random,
    ),
    det(
        "$random_integer",
        "+integer, +integer, -integer",
        "-",
        "A random integer between two, both included.",
        random_integer,
    ),
    det(
        "get_time",
        "-float",
        "-",
        "The seconds since the epoch, as a float.",
        get_time,
    ),
    det("sleep", "+number", "-", "Waits that many seconds.", sleep),
    det(
        "getenv",
        "+name, -value",
        "-",
        "The value of a variable of the environment.",
        getenv,
    ),
    det(
        "setenv",
        "+name, +value",
        "-",
        "Sets a variable in this machine's view of the environment.",
        setenv,
    ),
    det(
        "unsetenv",
        "+name",
        "-",
        "Removes a variable from this machine's view of the environment.",
        unsetenv,
    ),
    det(
        "exists_file",
        "+file",
        "-",
        "There is a file of this name.",
        exists_file,
    ),
    det(
        "file_exists",
        "+file",
        "-",
        "There is a file of this name.",
        exists_file,
    ),
    det(
        "exists_directory",
        "+directory",
        "-",
        "There is a directory of this name.",
        exists_directory,
    ),
    det(
        "directory_exists",
        "+directory",
        "-",
        "There is a directory of this name.",
        exists_directory,
    ),
    det("delete_file", "+file", "-", "Removes a file.", delete_file),
    det(
        "rename_file",
        "+file, +file",
        "-",
        "Gives a file another name.",
        rename_file,
    ),
    det(
        "size_file",
        "+file, -bytes",
        "-",
        "How many bytes a file has.",
        size_file,
    ),
    det(
        "time_file",
        "+file, -time",
        "-",
        "When a file was changed last, in seconds since the epoch.",
        time_file,
    ),
    det(
        "make_directory",
        "+directory",
        "-",
        "Makes a directory.",
        make_directory,
    ),
    det(
        "make_directory_path",
        "+directory",
        "-",
        "Makes a directory and those above it.",
        make_directory_path,
    ),
    det(
        "delete_directory",
        "+directory",
        "-",
        "Removes an empty directory.",
        delete_directory,
    ),
    det(
        "directory_files",
        "+directory, -names",
        "-",
        "The names in a directory, sorted, without `.` and `..`; as characters if it is given so.",
        directory_files,
    ),
    det(
        "working_directory",
        "-old, +new",
        "-",
        "The machine's working directory, and another one from now on.",
        working_directory,
    ),
    det(
        "absolute_file_name",
        "+file, -path",
        "-",
        "The path from the root.",
        absolute_file_name,
    ),
    det(
        "file_base_name",
        "+file, -name",
        "-",
        "The last part of a path.",
        file_base_name,
    ),
    det(
        "file_directory_name",
        "+file, -directory",
        "-",
        "A path without its last part.",
        file_directory_name,
    ),
];

#[cfg(test)]
mod tests {
    use super::{Clock, tidied};
    use crate::base::evaluable::EvalContext;
    use crate::base::int::Int;
    use std::path::Path;

    #[test]
    fn a_seed_fixes_the_random_numbers() {
        let draw = |seed| {
            let mut c = Clock::new();
            c.seed(seed);
            let n: Vec<_> = (0..5).map(|_| c.random_below(&Int::Small(1000))).collect();
            (n, c.random_float())
        };
        assert_eq!(draw(42), draw(42));
        assert_ne!(draw(42), draw(43));
        // The same on every platform and in every version.
        let mut c = Clock::new();
        c.seed(1);
        assert_eq!(c.random_bits(), FIRST_OF_SEED_1);
    }

    const FIRST_OF_SEED_1: u64 = 15_492_934_433_077_865_799;

    #[test]
    fn clocks_do_not_go_back() {
        let mut c = Clock::new();
        let a = c.cputime();
        let n = (0..2_000_000u64).fold(0, |x, i| x ^ i.wrapping_mul(x | 1));
        assert!(n != 1 && c.cputime() >= a);
        assert!(c.realtime() > 1_700_000_000);
        assert_eq!(c.since_last("x", 5), (5, 5));
        assert_eq!(c.since_last("x", 7), (7, 2));
    }

    #[test]
    fn paths_are_tidied_without_looking() {
        assert_eq!(tidied(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(tidied(Path::new("/..")), Path::new("/"));
    }
}
