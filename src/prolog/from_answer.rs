//! Answers as rows of Rust values.

use super::answer::Answer;
use super::error::Error;
use super::query::Query;
use super::term::Term;
use super::value::FromTerm;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::marker::PhantomData;

/// A Rust type that answers can be converted to.
///
/// | Rust | from |
/// |---|---|
/// | a structure that derives `FromAnswer` | the variables that are named like its fields: `first_name` is `FirstName` |
/// | `(A,)`, `(A, B)`, … | the variables of the query in order of their first occurrence |
/// | `BTreeMap<String, T>`, `HashMap<String, T>` | all variables, by name |
/// | [`Answer`] | the answer itself |
///
/// In tuples and maps, variables whose names start with `_` do not count. With the feature `derive`, `FromAnswer`
/// is also a derive macro.
///
/// ```
/// use horn::{Answer, Error, FromAnswer, Machine};
///
/// struct Person { name: String, age: u32 }
///
/// impl FromAnswer for Person {
///     fn from_answer(answer: &Answer) -> Result<Person, Error> {
///         Ok(Person { name: answer.get("Name")?, age: answer.get("Age")? })
///     }
/// }
///
/// let mut machine = Machine::new();
/// machine.consult_str("p.pl", "person(ann, 61). person(bob, 35).")?;
/// let people: Vec<Person> = machine.query("person(Name, Age)")?.rows().collect::<Result<_, _>>()?;
/// assert_eq!((&*people[1].name, people[1].age), ("bob", 35));
/// # Ok::<(), Error>(())
/// ```
pub trait FromAnswer: Sized {
    /// The value of the answer.
    ///
    /// # Errors
    /// [`Error::NoSuchVariable`] when the query has no variable for a part of the value, [`Error::VariableCount`]
    /// when it has another number of variables than a tuple, [`Error::Mismatch`] when a value is not of its type.
    fn from_answer(answer: &Answer) -> Result<Self, Error>;
}

impl Answer {
    /// The answer as a row of Rust values.
    ///
    /// # Errors
    /// As [`FromAnswer::from_answer`].
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X = 1, Y = [a,\"bc\"]")?.next().unwrap()?;
    /// let (x, y): (i64, Vec<String>) = answer.read()?;
    /// assert_eq!((x, &*y[1]), (1, "bc"));
    /// assert!(matches!(answer.read::<(i64,)>(), Err(Error::VariableCount { expected: 1, found: 2 })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn read<R: FromAnswer>(&self) -> Result<R, Error> {
        R::from_answer(self)
    }

    /// The variables that count in tuples and maps, with their values.
    fn columns(&self) -> impl Iterator<Item = (&str, Term<'_>)> {
        self.bindings().filter(|(name, _)| !name.starts_with('_'))
    }
}

impl<'m> Query<'m> {
    /// The answers as rows of Rust values, each computed when it is asked for.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let mut sum = 0;
    /// for row in machine.query("nth0(I, [10,20,30], N)")?.rows() {
    ///     let (i, n): (i64, i64) = row?;
    ///     sum += i * n;
    /// }
    /// assert_eq!(sum, 80);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn rows<R: FromAnswer>(self) -> Rows<'m, R> {
        Rows {
            query: self,
            row: PhantomData,
        }
    }

    /// The first answer as a row of Rust values; `None` if there is no answer. The others are not computed.
    ///
    /// # Errors
    /// The errors of the query, and those of [`FromAnswer::from_answer`].
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let product: Option<(i64,)> = machine.query("X is 6 * 7")?.first()?;
    /// assert_eq!(product, Some((42,)));
    /// assert_eq!(machine.query("member(X, [])")?.first::<(i64,)>()?, None);
    /// assert!(machine.query("X is foo + 1")?.first::<(i64,)>().is_err());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn first<R: FromAnswer>(self) -> Result<Option<R>, Error> {
        self.rows().next().transpose()
    }
}

/// The answers to a query as rows of Rust values; [`Query::rows`] makes one.
///
/// A row that cannot be converted is an error in its place; the answers after it follow.
///
/// ```
/// use horn::{Machine, Rows};
///
/// let mut machine = Machine::new();
/// let mut rows: Rows<'_, (i64, String)> = machine.query("member(N-W, [1-one,x-two,3-three])")?.rows();
/// assert_eq!(rows.next().unwrap()?, (1, "one".to_string()));
/// assert!(rows.next().unwrap().is_err());
/// assert_eq!(rows.next().unwrap()?.0, 3);
/// # Ok::<(), horn::Error>(())
/// ```
pub struct Rows<'m, R> {
    query: Query<'m>,
    row: PhantomData<fn() -> R>,
}

impl<R: FromAnswer> Iterator for Rows<'_, R> {
    type Item = Result<R, Error>;

    fn next(&mut self) -> Option<Result<R, Error>> {
        let answer = self.query.next()?;
        Some(answer.and_then(|answer| answer.read()))
    }
}

impl FromAnswer for Answer {
    fn from_answer(answer: &Answer) -> Result<Answer, Error> {
        Ok(answer.clone())
    }
}

/// The variables of an answer as a map.
fn by_name<T: FromTerm, M: FromIterator<(String, T)>>(answer: &Answer) -> Result<M, Error> {
    let entry = |(name, value): (&str, Term<'_>)| Ok((name.to_string(), value.get()?));
    answer.columns().map(entry).collect()
}

impl<T: FromTerm> FromAnswer for BTreeMap<String, T> {
    fn from_answer(answer: &Answer) -> Result<Self, Error> {
        by_name(answer)
    }
}

impl<T: FromTerm, S: BuildHasher + Default> FromAnswer for HashMap<String, T, S> {
    fn from_answer(answer: &Answer) -> Result<Self, Error> {
        by_name(answer)
    }
}

macro_rules! tuples {
    ($($count:literal: $($column:ident)+;)*) => {$(
        impl<$($column: FromTerm),+> FromAnswer for ($($column,)+) {
            fn from_answer(answer: &Answer) -> Result<Self, Error> {
                let columns: Vec<Term<'_>> = answer.columns().map(|(_, value)| value).collect();
                #[allow(non_snake_case, reason = "the columns are named as their types")]
                match *columns {
                    [$($column),+] => Ok(($($column.get()?,)+)),
                    _ => Err(Error::VariableCount { expected: $count, found: columns.len() }),
                }
            }
        }
    )*};
}
tuples! {
    1: A;
    2: A B;
    3: A B C;
    4: A B C D;
    5: A B C D E;
    6: A B C D E F;
    7: A B C D E F G;
    8: A B C D E F G H;
    9: A B C D E F G H I;
    10: A B C D E F G H I J;
    11: A B C D E F G H I J K;
    12: A B C D E F G H I J K L;
}
