//! Programs that are loaded once, and the machines made from them.

use super::session::{EngineSource, Machine};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A program with its state at one moment, from which machines are made; [`Machine::freeze`] makes one.
///
/// Machines of one image share names and compiled clauses. A copy of an image is a reference to the same one, and may be
/// used by another thread.
///
/// ```
/// use horn::Machine;
///
/// let mut machine = Machine::new();
/// machine.consult_str("greet.pl", "greeting(Name, hello(Name)).")?;
/// let image = machine.freeze();
/// let threads: Vec<_> = ["ann", "bob"]
///     .map(|name| {
///         let image = image.clone();
///         std::thread::spawn(move || {
///             let mut machine = image.machine();
///             machine.answers(&format!("greeting({name}, G)"))
///         })
///     })
///     .into();
/// let texts: Vec<String> = threads.into_iter().map(|t| t.join().unwrap()).collect();
/// assert_eq!(texts, ["   G = hello(ann).\n", "   G = hello(bob).\n"]);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone)]
pub struct Image {
    frozen: Arc<Mutex<Machine>>,
    engine: EngineSource,
}

impl Image {
    /// A machine with the program of the image; [`Machine::fork`] says what it has.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut first = Machine::new();
    /// first.run("assertz(visits(0))")?;
    /// let image = first.freeze();
    /// let mut machine = image.machine();
    /// machine.run("retract(visits(N)), N1 is N + 1, assertz(visits(N1))")?;
    /// assert_eq!(machine.answers("visits(N)"), "   N = 1.\n");
    /// assert_eq!(image.machine().answers("visits(N)"), "   N = 0.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn machine(&self) -> Machine {
        let mut machine = locked(&self.frozen).fork();
        machine.origin = Some(Arc::clone(&self.engine));
        machine
    }
}

/// The machine of an image. A panic while a machine is made from it leaves it in a consistent state.
fn locked(frozen: &Mutex<Machine>) -> MutexGuard<'_, Machine> {
    frozen.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Machine {
    /// An image of this machine as it is now, from which others are made.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("rules.pl", "even(X) :- 0 =:= X mod 2.")?;
    /// let image = machine.freeze();
    /// assert!(image.machine().run("even(4)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn freeze(&mut self) -> Image {
        let mut machine = self.fork();
        machine.engine.compile_deferred();
        let frozen = Arc::new(Mutex::new(machine));
        let engine = Arc::clone(&frozen);
        Image {
            frozen,
            engine: Arc::new(move || locked(&engine).engine.fork()),
        }
    }
}
