//! Domains of constrained variables in answers.

use super::answer::Answer;
use super::error::Error;
use super::term::{Shape, Term};
use crate::base::int::Int;
use std::fmt;

/// The integers that a variable of an answer may have as far as propagation determined; [`Answer::domain`] returns
/// it.
///
/// ```
/// use horn::{Int, Machine};
///
/// let mut machine = Machine::new();
/// let answer = machine.query("X * 3 #= Y, Y in 10..20")?.next().unwrap()?;
/// let domain = answer.domain("X")?;
/// assert_eq!(domain.to_string(), "4..6");
/// assert_eq!(domain.size(), Some(Int::from(3)));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    /// Disjoint intervals in increasing order; no bound is no limit.
    intervals: Vec<(Option<Int>, Option<Int>)>,
}

impl Domain {
    /// The intervals of the domain in increasing order, each with its least and its greatest element; `None` if it
    /// has none.
    ///
    /// ```
    /// use horn::{Int, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X in 1..3\\/7..sup")?.next().unwrap()?;
    /// let domain = answer.domain("X")?;
    /// assert_eq!(domain.intervals(), [(Some(Int::from(1)), Some(Int::from(3))), (Some(Int::from(7)), None)]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn intervals(&self) -> &[(Option<Int>, Option<Int>)] {
        &self.intervals
    }

    /// The least element, if there is one.
    ///
    /// ```
    /// use horn::{Int, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X #> 3, Y #< 3")?.next().unwrap()?;
    /// assert_eq!(answer.domain("X")?.min(), Some(&Int::from(4)));
    /// assert_eq!(answer.domain("Y")?.min(), None);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn min(&self) -> Option<&Int> {
        self.intervals.first()?.0.as_ref()
    }

    /// The greatest element, if there is one.
    ///
    /// ```
    /// use horn::{Int, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X #< 3, Y #> 3")?.next().unwrap()?;
    /// assert_eq!(answer.domain("X")?.max(), Some(&Int::from(2)));
    /// assert_eq!(answer.domain("Y")?.max(), None);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn max(&self) -> Option<&Int> {
        self.intervals.last()?.1.as_ref()
    }

    /// Returns true if an integer is in the domain.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X in 1..9, X #\\= 4")?.next().unwrap()?;
    /// let domain = answer.domain("X")?;
    /// assert!(domain.contains(9) && !domain.contains(4));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn contains(&self, i: impl Into<Int>) -> bool {
        let i = i.into();
        let is_in = |(low, high): &(Option<Int>, Option<Int>)| {
            low.as_ref().is_none_or(|l| *l <= i) && high.as_ref().is_none_or(|h| i <= *h)
        };
        self.intervals.iter().any(is_in)
    }

    /// The number of elements, if it is finite.
    ///
    /// ```
    /// use horn::{Int, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X in 1..9, X #\\= 4, Y #> 0")?.next().unwrap()?;
    /// assert_eq!(answer.domain("X")?.size(), Some(Int::from(8)));
    /// assert_eq!(answer.domain("Y")?.size(), None);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn size(&self) -> Option<Int> {
        let mut size = Int::ZERO;
        for (low, high) in &self.intervals {
            let length = high.as_ref()? - low.as_ref()?;
            size = &(&size + &length) + &Int::ONE;
        }
        Some(size)
    }

    /// The domain that a term such as `1..3\/7..sup` denotes.
    fn of_term(t: Term<'_>) -> Option<Domain> {
        let bound = |t: Term<'_>, none: &str| match t.shape() {
            Shape::Integer(i) => Some(Some(i.clone())),
            _ => t.is_atom(none).then_some(None),
        };
        let mut intervals = Vec::new();
        let mut open = vec![t];
        while let Some(t) = open.pop() {
            if let Some([left, right]) = t.as_compound("\\/") {
                open.extend([right, left]);
            } else if let Some([low, high]) = t.as_compound("..") {
                intervals.push((bound(low, "inf")?, bound(high, "sup")?));
            } else {
                let i = bound(t, "")?;
                intervals.push((i.clone(), i));
            }
        }
        Some(Domain { intervals })
    }
}

impl fmt::Display for Domain {
    /// The domain as in an answer: `1..3\/7..sup`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (low, high)) in self.intervals.iter().enumerate() {
            if i > 0 {
                f.write_str("\\/")?;
            }
            match (low, high) {
                (Some(low), Some(high)) if low == high => write!(f, "{low}")?,
                (Some(low), Some(high)) => write!(f, "{low}..{high}")?,
                (Some(low), None) => write!(f, "{low}..sup")?,
                (None, Some(high)) => write!(f, "inf..{high}")?,
                (None, None) => f.write_str("inf..sup")?,
            }
        }
        Ok(())
    }
}

impl Answer {
    /// The domain of a variable of the query: that of its residual goals, all integers if no goal limits it, and one
    /// element if the value is an integer.
    ///
    /// # Errors
    /// [`Error::NoSuchVariable`], and [`Error::Mismatch`] when the value is neither a variable nor an integer.
    ///
    /// ```
    /// use horn::{Int, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X in 1..9, X #\\= 4, Y #> X, Z = 3")?.next().unwrap()?;
    /// let x = answer.domain("X")?;
    /// assert_eq!(x.to_string(), "1..3\\/5..9");
    /// assert_eq!((x.min(), x.max(), x.size()), (Some(&Int::from(1)), Some(&Int::from(9)), Some(Int::from(8))));
    /// assert!(x.contains(5) && !x.contains(4));
    /// assert_eq!(answer.domain("Y")?.intervals(), [(Some(Int::from(2)), None)]);
    /// assert_eq!(answer.domain("Z")?.to_string(), "3");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn domain(&self, variable: &str) -> Result<Domain, Error> {
        let Some(value) = self.term(variable) else {
            return Err(Error::NoSuchVariable(variable.to_string()));
        };
        match value.shape() {
            Shape::Integer(_) => {}
            Shape::Var(_) => {
                let stated = self.residual_goals().find_map(|goal| {
                    let [_, goal] = goal.as_compound(":")?;
                    let [x, domain] = goal.as_compound("in")?;
                    (x == value).then(|| Domain::of_term(domain)).flatten()
                });
                let all = || Domain {
                    intervals: vec![(None, None)],
                };
                return Ok(stated.unwrap_or_else(all));
            }
            _ => return Err(value.mismatch("an integer")),
        }
        Domain::of_term(value).ok_or_else(|| value.mismatch("an integer"))
    }
}
