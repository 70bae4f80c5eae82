//! Values of the host as terms that programs can only pass on.

use super::error::Error;
use super::into_term::{IntoTerm, TermBuilder, TermId};
use super::term::Term;
use super::value::FromTerm;
use crate::base::atom::Object;
use crate::machine::Cell;
use std::any::type_name;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A value of the host as a term: a connection, a file, a large table.
///
/// To a program, a handle is an atom that it can pass on, store in facts and global variables, and compare; it prints as
/// `'<Kind 1>'`, and no text denotes it. Handles of the same value are the same atom. In the host, a handle derefs to the
/// value. The value is dropped when neither the host nor the machine refers to it any more. A machine finds that out at a
/// garbage collection, and drops all its values when it is dropped; so what must be closed in time, such as a file, should be
/// closed by a predicate, for example as a `Mutex<Option<File>>`.
///
/// The value of a fact that was retracted may stay until more facts of its predicate are.
///
/// A handle is lost where a term becomes text or a [`Value`](super::Value): it is an ordinary atom there.
///
/// ```
/// use horn::{Call, Handle, Machine};
/// use std::sync::Mutex;
///
/// struct Counter(Mutex<u64>);
///
/// let mut machine = Machine::new();
/// machine.function("new_counter", |start: u64| Handle::new(Counter(Mutex::new(start))))?;
/// machine.function("next", |counter: Handle<Counter>| {
///     let mut count = counter.0.lock().unwrap();
///     *count += 1;
///     *count
/// })?;
/// for (query, answer) in [
///     ("new_counter(10, C), next(C, _), next(C, N)", "C = '<Counter 1>', N = 12"),
///     ("next('<Counter 1>', N)", "error(type_error(handle,'<Counter 1>'),next/2)"),
/// ] {
///     assert_eq!(machine.answers(query), format!("   {answer}.\n"));
/// }
/// let answer = machine.query("new_counter(5, C)")?.next().unwrap()?;
/// let counter: Handle<Counter> = answer.get("C")?;
/// assert_eq!(*counter.0.lock().unwrap(), 5);
/// let shared: std::sync::Arc<Counter> = counter.clone().into_arc();
/// assert_eq!(Handle::from(shared), counter);
/// let answer = machine.query("next(C, N)")?.with("C", counter)?.next().unwrap()?;
/// assert_eq!(answer.get::<u64>("N")?, 6);
/// # Ok::<(), horn::Error>(())
/// ```
pub struct Handle<T>(Arc<T>);

impl<T: Send + Sync + 'static> Handle<T> {
    /// A handle of a new value.
    ///
    /// ```
    /// use horn::{Handle, Machine};
    ///
    /// let prices = Handle::new(vec![250_u32, 310]);
    /// assert_eq!(prices.len(), 2);
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X = Table")?.with("Table", prices.clone())?.next().unwrap()?;
    /// assert_eq!(answer.get::<Handle<Vec<u32>>>("X")?, prices);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn new(value: T) -> Handle<T> {
        Handle(Arc::new(value))
    }

    /// The value, which the handle shares.
    ///
    /// ```
    /// use horn::Handle;
    /// use std::sync::Arc;
    ///
    /// let handle = Handle::new(42_u32);
    /// let value: Arc<u32> = handle.clone().into_arc();
    /// assert_eq!(*value, 42);
    /// assert_eq!(Handle::from(value), handle);
    /// ```
    pub fn into_arc(self) -> Arc<T> {
        self.0
    }
}

impl<T: Send + Sync + 'static> From<Arc<T>> for Handle<T> {
    fn from(value: Arc<T>) -> Handle<T> {
        Handle(value)
    }
}

impl<T> Clone for Handle<T> {
    /// Another handle of the same value.
    fn clone(&self) -> Handle<T> {
        Handle(Arc::clone(&self.0))
    }
}

impl<T> Deref for Handle<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Handle<T> {
    /// Returns true if both are handles of the same value.
    fn eq(&self, other: &Handle<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Eq for Handle<T> {}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle<{}>", kind::<T>())
    }
}

/// The name of a type, without its path and its parameters.
fn kind<T>() -> &'static str {
    let name = type_name::<T>();
    let plain = name.split(['<', '(', '[', '{']).next().unwrap_or(name);
    let last = plain.rsplit("::").next().unwrap_or(plain);
    match last.is_empty() {
        true => "value",
        false => last,
    }
}

impl<T: Send + Sync + 'static> IntoTerm for Handle<T> {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        let object: Object = self.0;
        let atom = build.vm.atoms.intern_object(&object, kind::<T>());
        build.add(Cell::atom(atom))
    }
}

impl<T: Send + Sync + 'static> FromTerm for Handle<T> {
    fn from_term(t: Term<'_>) -> Result<Handle<T>, Error> {
        let object = t.object().map(Arc::clone);
        match object.map(Arc::downcast::<T>) {
            Some(Ok(value)) => Ok(Handle(value)),
            _ => Err(t.mismatch("a handle")),
        }
    }
}
