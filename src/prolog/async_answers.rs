//! The answers of a query for asynchronous programs, without a thread.

use super::answer::Answer;
use super::error::Error;
use super::query::Query;
use std::future::poll_fn;
use std::task::{Context, Poll};

/// The answers of a query for asynchronous programs: it computes in slices, and lets other tasks run between two of
/// them.
///
/// It needs no thread and no particular runtime. Dropping it, also by dropping a future that waits for an answer
/// together with it, ends the query. With the feature `futures`, it is a `futures_core::Stream`.
///
/// ```
/// use horn::Machine;
/// use std::future::Future;
/// use std::pin::pin;
/// use std::task::{Context, Poll, Waker};
///
/// let query = Machine::new().into_query("between(1, 3, X), Y is X * X");
/// let squares = async {
///     let mut answers = query.into_async();
///     let mut squares = Vec::new();
///     while let Some(answer) = answers.next().await {
///         squares.push(answer?.get::<i64>("Y")?);
///     }
///     Ok::<_, horn::Error>(squares)
/// };
/// // A runtime does this.
/// let mut squares = pin!(squares);
/// let found = loop {
///     if let Poll::Ready(found) = squares.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
///         break found?;
///     }
/// };
/// assert_eq!(found, [1, 4, 9]);
/// # Ok::<(), horn::Error>(())
/// ```
pub struct AsyncAnswers<'m> {
    query: Query<'m>,
    slice: u64,
}

/// The inferences of a slice: a fraction of a millisecond for most programs.
const SLICE: u64 = 10_000;

impl<'m> Query<'m> {
    /// The answers for an asynchronous program.
    ///
    /// [`Machine::into_query`](super::Machine::into_query) makes queries that can be moved into a task.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    /// # runtime.block_on(async {
    /// let mut answers = Machine::new().into_query("X is 6*7").into_async();
    /// let answer = answers.next().await.unwrap()?;
    /// assert_eq!(answer.get::<i64>("X")?, 42);
    /// # Ok::<(), Error>(())
    /// # })?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn into_async(self) -> AsyncAnswers<'m> {
        AsyncAnswers {
            query: self,
            slice: SLICE,
        }
    }
}

impl<'m> AsyncAnswers<'m> {
    /// The same answers, computed in slices of so many inferences, in place of 10,000. A slice may take longer, as
    /// [`Query::run_for`] says.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let answers = Machine::new().into_query("repeat, fail").into_async().with_slice(100);
    /// assert!(answers.into_query().into_machine().is_some());
    /// ```
    pub fn with_slice(self, inferences: u64) -> AsyncAnswers<'m> {
        AsyncAnswers {
            slice: inferences.max(1),
            ..self
        }
    }

    /// The next answer; `None` after the last one. A future that is dropped loses no answer: the next one goes on.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    /// # runtime.block_on(async {
    /// let mut answers = Machine::new().into_query("member(X, [1,2,3])").into_async();
    /// let mut sum = 0;
    /// while let Some(answer) = answers.next().await {
    ///     sum += answer?.get::<i64>("X")?;
    /// }
    /// assert_eq!(sum, 6);
    /// # Ok::<(), Error>(())
    /// # })?;
    /// # Ok::<(), Error>(())
    /// ```
    pub async fn next(&mut self) -> Option<Result<Answer, Error>> {
        poll_fn(|context| self.poll_answer(context)).await
    }

    /// Runs a slice. The task is woken at once if there is no answer yet.
    fn poll_answer(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Answer, Error>>> {
        let polled = self.query.run_for(self.slice);
        if polled.is_pending() {
            context.waker().wake_by_ref();
        }
        polled
    }

    /// The query, for what it has spent and for more of a resource that ran out.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut answers = Machine::new().into_query("true").into_async();
    /// assert_eq!(answers.query().spent().answers, 0);
    /// ```
    pub fn query(&mut self) -> &mut Query<'m> {
        &mut self.query
    }

    /// The query with the answers that are left, and with its machine if it owns it.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    /// # runtime.block_on(async {
    /// let mut answers = Machine::new().into_query("member(X, [1,2,3])").into_async();
    /// let first = answers.next().await.unwrap()?;
    /// assert_eq!(first.to_string(), "X = 1");
    /// let rest = answers.into_query();
    /// assert_eq!(rest.count(), 2);
    /// # Ok::<(), Error>(())
    /// # })?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn into_query(self) -> Query<'m> {
        self.query
    }
}

#[cfg(feature = "futures")]
impl futures_core::Stream for AsyncAnswers<'_> {
    type Item = Result<Answer, Error>;

    fn poll_next(
        self: std::pin::Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Answer, Error>>> {
        self.get_mut().poll_answer(context)
    }
}
