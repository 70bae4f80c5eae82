//! Makes machines with settings.

use super::access::Access;
use super::error::Error;
use super::limits::Limit;
use super::session::Machine;

/// The settings of a machine that is to be made; [`Machine::builder`] makes one.
///
/// ```
/// use horn::{Access, Limit, Machine};
///
/// let mut machine = Machine::builder()
///     .access(Access::none().output(std::io::stdout()))
///     .limit(Limit::Inferences(Some(1_000_000)))
///     .limit(Limit::Memory(Some(64 << 20)))
///     .build()?;
/// assert!(machine.run("repeat, fail").is_err());
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct MachineBuilder {
    access: Access,
    limits: Vec<Limit>,
}

impl MachineBuilder {
    pub(super) fn new() -> MachineBuilder {
        MachineBuilder {
            access: Access::all(),
            limits: Vec::new(),
        }
    }

    /// Sets what the machine may use of the world outside. Without this, it may use what the process may.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().read("programs")).build()?;
    /// assert!(machine.run("exists_file('programs/fruehwirth.pl')")?);
    /// assert!(machine.run("open('programs/new.pl', write, _)").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn access(mut self, access: Access) -> MachineBuilder {
        self.access = access;
        self
    }

    /// Limits the resources of each query; as [`Machine::set_limit`].
    ///
    /// ```
    /// use horn::{Limit, Machine, Resource};
    ///
    /// let mut machine = Machine::builder().limit(Limit::Inferences(Some(1000))).build()?;
    /// let error = machine.run("repeat, fail").unwrap_err();
    /// assert_eq!(error.resource(), Some(Resource::Inferences));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn limit(mut self, limit: Limit) -> MachineBuilder {
        self.limits.push(limit);
        self
    }

    /// Makes the machine.
    ///
    /// # Errors
    /// [`Error::Io`] when a path that is to be granted does not exist.
    ///
    /// ```
    /// use horn::{Access, Error, Machine};
    ///
    /// let refused = Machine::builder().access(Access::none().read("no/such/folder")).build();
    /// assert!(matches!(refused, Err(Error::Io { .. })));
    /// ```
    pub fn build(mut self) -> Result<Machine, Error> {
        self.access.resolve()?;
        let mut machine = Machine::new();
        machine.set_access(self.access);
        for limit in self.limits {
            machine.set_limit(limit);
        }
        Ok(machine)
    }
}

impl Machine {
    /// A machine with settings: what it may use of the world outside, and limits.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none()).build()?;
    /// assert!(machine.run("member(X, [1,2]), X > 1")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn builder() -> MachineBuilder {
        MachineBuilder::new()
    }
}
