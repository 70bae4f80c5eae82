//! The oracle: answers the calls of a clause, the same to the same calls, and records a trace.

/// One solution of a call: the argument that is bound, to a small integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Solution {
    pub(super) argument: usize,
    pub(super) value: i64,
}

/// Events before a run is stopped.
pub(super) const MAX_EVENTS: usize = 300;

#[derive(Default)]
pub(super) struct Oracle {
    pub(super) seed: u64,
    pub(super) trace: Vec<String>,
}

impl Oracle {
    pub(super) fn new(seed: u64) -> Oracle {
        Oracle {
            seed,
            trace: Vec::new(),
        }
    }

    pub(super) fn log(&mut self, s: String) {
        self.trace.push(s);
    }

    /// Returns true if the run has lasted long enough.
    pub(super) fn is_over(&self) -> bool {
        self.trace.len() > MAX_EVENTS
    }

    /// The solutions of a goal with `arity` arguments, which are written as `args`.
    pub(super) fn solutions(
        &mut self,
        name: &str,
        args: &str,
        arity: usize,
        det: bool,
    ) -> Vec<Solution> {
        let text = format!("{name}({args})");
        let mut hash = self.seed;
        for b in text.bytes() {
            hash = (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3);
        }
        hash ^= hash >> 29;
        self.log(text);
        let n = match hash % 8 {
            0 => 0,
            1..=4 => 1,
            _ if det => 1,
            _ => 2,
        };
        (0..n)
            .map(|i| Solution {
                argument: (hash >> (8 + 8 * i)) as usize % arity.max(1),
                value: (hash >> (20 + i)) as i64 % 4,
            })
            .collect()
    }
}
