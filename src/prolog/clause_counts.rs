//! Counts of the clauses that queries enter.

use super::session::Machine;
use crate::builtins::counting;
use crate::system::load::indicator_text;

/// A clause of the program, and how often queries have entered it; [`Machine::end_clause_counts`] returns them.
///
/// ```
/// use horn::{ClauseCount, Machine};
///
/// let mut machine = Machine::new();
/// machine.consult_str("even.pl", "\neven(X) :-\n    0 =:= X mod 2.\n")?;
/// machine.begin_clause_counts();
/// machine.run("even(4)")?;
/// let counts: Vec<ClauseCount> = machine.end_clause_counts();
/// let clause = &counts[0];
/// assert!(clause.file.ends_with("even.pl"));
/// assert_eq!((clause.line, &*clause.predicate, &*clause.text), (2, "even/1", "even(X) :-"));
/// assert_eq!(clause.entered, 1);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClauseCount {
    /// The file of the clause, or the name of its text.
    pub file: String,
    /// The line where it starts, from 1.
    pub line: usize,
    /// The indicator of its predicate, without a module if that is `user`.
    pub predicate: String,
    /// Its first line.
    pub text: String,
    /// The number of calls whose arguments have unified with its head.
    pub entered: u64,
}

impl ClauseCount {
    /// The clauses sorted by their places, with the sum of the counts of each: what several machines have counted.
    ///
    /// ```
    /// use horn::{ClauseCount, Machine};
    ///
    /// let mut counts = Vec::new();
    /// for query in ["p(1)", "p(_)"] {
    ///     let mut machine = Machine::new();
    ///     machine.consult_str("p.pl", "p(1).\np(2).\n")?;
    ///     machine.begin_clause_counts();
    ///     let _ = machine.query(query)?.count();
    ///     counts.extend(machine.end_clause_counts());
    /// }
    /// let sums: Vec<_> = ClauseCount::sums(counts).iter().map(|c| c.entered).collect();
    /// assert_eq!(sums, [2, 1]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn sums(mut counts: Vec<ClauseCount>) -> Vec<ClauseCount> {
        counts.sort_by(|a, b| a.place().cmp(&b.place()));
        counts.dedup_by(|later, first| {
            let is_same = later.place() == first.place();
            if is_same {
                first.entered += later.entered;
            }
            is_same
        });
        counts
    }

    fn place(&self) -> (&str, usize, &str, &str) {
        (&self.file, self.line, &self.predicate, &self.text)
    }
}

impl Machine {
    /// Begins to count how often queries enter the clauses of the program. Queries are slower while they are counted.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", "sign(0, zero).\nsign(X, plus) :- X > 0.\n")?;
    /// machine.begin_clause_counts();
    /// machine.run("sign(7, S)")?;
    /// let counts: Vec<_> = machine.end_clause_counts().into_iter().map(|c| (c.line, c.entered)).collect();
    /// assert_eq!(counts, [(1, 0), (2, 1)]);
    /// assert!(machine.end_clause_counts().is_empty());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn begin_clause_counts(&mut self) {
        self.engine.vm_mut().begin_counts();
    }

    /// Ends counting. The clauses of the program that are loaded now, in the order of their texts; none if nothing
    /// was counted.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", "p(1).\np(2).\n")?;
    /// assert!(machine.end_clause_counts().is_empty());
    /// machine.begin_clause_counts();
    /// machine.run("p(2)")?;
    /// let entered: Vec<u64> = machine.end_clause_counts().iter().map(|c| c.entered).collect();
    /// assert_eq!(entered, [0, 1]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn end_clause_counts(&mut self) -> Vec<ClauseCount> {
        let vm = self.engine.vm_mut();
        let Some(counts) = vm.end_counts(None) else {
            return Vec::new();
        };
        let found = counting::clause_counts(vm, &counts).into_iter();
        let clauses = found.map(|c| ClauseCount {
            file: c.file,
            line: c.line as usize,
            predicate: indicator_text(vm, c.pred),
            text: c.text,
            entered: c.entered,
        });
        clauses.collect()
    }
}
