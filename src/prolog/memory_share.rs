//! The memory that the operating system allows this process, so that a runaway program ends with a
//! `resource_error` before the process is killed.

use crate::machine::Limits;
use std::fs::File;
use std::io::{ErrorKind, Read};

/// The divisor of a limit of the system for the heap and the stacks together. While one of them grows, there may be twice as
/// much of it; constraints may take as much, the program twice as much.
const SHARE: u64 = 6;

/// The divisor of the computer's memory; several of these areas are rarely large at the same time.
const SHARE_OF_ALL: u64 = 2;

/// The number of bytes of a file of the system in which what is sought stands.
const LONGEST: usize = 2048;

/// The limits, within the share of the heap and the stacks.
pub(super) fn within(limits: Limits) -> Limits {
    let Some(share) = share() else { return limits };
    Limits {
        heap_bytes: limits.heap_bytes.min(share),
        stack_bytes: limits.stack_bytes.min(share),
        most_bytes: limits.most_bytes.min(share),
        ..limits
    }
}

/// The limit for the heap and the stacks, in bytes; none where the system states no limit.
fn share() -> Option<u64> {
    let limit = [
        text("/proc/self/limits").and_then(|t| address_space(&t)),
        control_group("/sys/fs/cgroup/memory.max"),
        control_group("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ];
    let limit = limit.into_iter().flatten().min().map(|b| b / SHARE);
    let all = text("/proc/meminfo").and_then(|t| total(&t));
    let all = all.map(|b| b / SHARE_OF_ALL);
    limit.into_iter().chain(all).min()
}

/// The first [`LONGEST`] bytes of a file of the system, with one call of it where it gives so many at once: such files
/// state no size, and are made anew at each call.
fn text(file: &str) -> Option<String> {
    let mut file = File::open(file).ok()?;
    let mut buffer = [0; LONGEST];
    let read = loop {
        match file.read(&mut buffer) {
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            read => break read.ok()?,
        }
    };
    Some(String::from_utf8_lossy(&buffer[..read]).into_owned())
}

/// The soft limit of the address space (`ulimit -v`).
fn address_space(limits: &str) -> Option<u64> {
    let rest = limits
        .lines()
        .find_map(|l| l.strip_prefix("Max address space"))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The limit of the container; a group without one says `max`.
fn control_group(file: &str) -> Option<u64> {
    text(file)?.trim().parse().ok()
}

/// The memory of the computer.
fn total(meminfo: &str) -> Option<u64> {
    let rest = meminfo.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = rest.split_whitespace().next()?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::{address_space, share, total};

    #[test]
    fn limits_of_the_system_are_read() {
        let limits = "Limit   Soft Limit  Hard Limit  Units\n\
                      Max address space         716800000            unlimited            bytes\n";
        assert_eq!(address_space(limits), Some(716_800_000));
        assert_eq!(
            address_space("Max address space unlimited unlimited bytes"),
            None
        );
        assert_eq!(
            total("MemTotal:       24684084 kB\nMemFree: 1 kB"),
            Some(24_684_084 << 10)
        );
        if cfg!(target_os = "linux") {
            assert!(share().is_some_and(|b| b > 1 << 20));
        }
    }
}
