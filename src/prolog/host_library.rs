//! Libraries of predicates that a host program defines in Rust.

use super::error::Error;
use super::exception::Exception;
use super::host_call::Call;
use super::host_predicates::{Definitions, Function, Row};
use super::session::Machine;
use crate::base::atom::Atom;
use crate::builtins::documentation::{self, Documentation};
use crate::machine::Cell;
use crate::system::host_state::HostDocument;
use crate::system::{host_predicates, modules};

/// A library whose predicates are defined in Rust; [`Machine::library`] makes one.
///
/// A program imports it by `:- use_module(library(Name))`, or calls a predicate as `Name:Goal`. A library that defines
/// many predicates is a Rust function of a `&mut Machine`, which other programs can use as well.
///
/// ```
/// use horn::{Atom, Call, Error, Machine};
///
/// /// library(shop): prices and stock.
/// fn define(machine: &mut Machine) -> Result<(), Error> {
///     let mut shop = machine.library("shop")?;
///     shop.function("price", |item: String| match &*item {
///         "tea" => Some(250),
///         _ => None,
///     })?;
///     shop.document(
///         "price(+Item, -Cents) is semidet",
///         "The price of an item. Fails if it is not sold.",
///     )?;
///     shop.relation("stock", 2, |_: &mut Call<'_>| Ok([(Atom("tea"), 3), (Atom("salt"), 0)]))?;
///     shop.document("stock(?Item, ?Count) is nondet", "The number of an item in stock.")
/// }
///
/// let mut machine = Machine::new();
/// define(&mut machine)?;
/// assert_eq!(machine.answers("shop:price(tea, C)"), "   C = 250.\n");
/// machine.consult_str("p.pl", ":- use_module(library(shop)). short(I) :- stock(I, N), N < 1.")?;
/// assert_eq!(machine.answers("short(I)"), "   I = salt.\n");
/// machine.capture();
/// machine.run("help(price/2)")?;
/// assert_eq!(
///     machine.end_capture(),
///     "price(+Item, -Cents) is semidet.\n  library(shop), of the host program.\n\n  \
///      The price of an item. Fails if it is not sold.\n\n",
/// );
/// # Ok::<(), Error>(())
/// ```
pub struct Library<'m> {
    machine: &'m mut Machine,
    name: Atom,
}

impl Machine {
    /// The library of this name, whose predicates the host defines. It is made if it does not exist.
    ///
    /// # Errors
    /// [`Error::Uncaught`] with a permission error when the program has a module, or Horn a library, of this name.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.library("geometry")?.function("area", |a: f64, b: f64| a * b)?;
    /// assert!(machine.run("geometry:area(2, 3.5, 7.0)")?);
    /// assert!(machine.library("lists").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn library(&mut self, name: &str) -> Result<Library<'_>, Error> {
        let vm = self.engine.vm_mut();
        let name = vm.atoms.intern(name);
        let made = host_predicates::make_library(vm, name);
        made.map_err(|ball| self.engine.error_of_ball(&ball))?;
        Ok(Library {
            machine: self,
            name,
        })
    }

    /// The documentation of all predicates and arithmetic functions of this machine: that of
    /// [`documentation`](super::documentation), and that of the libraries of the host.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let mut shop = machine.library("shop")?;
    /// shop.function("vat", |cents: i64| cents / 5)?;
    /// shop.document("vat(+Cents, -Tax) is det", "The tax on a price.")?;
    /// let all = machine.documentation();
    /// assert_eq!(all.last().map(|d| d.summary()).as_deref(), Some("The tax on a price."));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn documentation(&mut self) -> Vec<Documentation> {
        documentation::documentation_of(self.engine.vm_mut())
    }
}

impl Library<'_> {
    fn definitions(&mut self) -> Definitions<'_> {
        Definitions {
            machine: self.machine,
            module: self.name,
        }
    }

    /// Defines a predicate of the library, as [`Machine::predicate`] does in module `user`.
    ///
    /// # Errors
    /// As [`Machine::predicate`].
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let mut shop = machine.library("shop")?;
    /// shop.predicate("sold", 1, |call: &mut Call<'_>| Ok(call.get::<String>(0)? == "tea"))?;
    /// assert!(machine.run("shop:sold(tea)")? && !machine.run("shop:sold(salt)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn predicate<F>(&mut self, name: &str, arity: usize, function: F) -> Result<(), Error>
    where
        F: Fn(&mut Call<'_>) -> Result<bool, Exception> + Send + Sync + 'static,
    {
        self.definitions().predicate(name, arity, function)
    }

    /// Defines a predicate of the library by a Rust function, as [`Machine::function`] does in module `user`.
    ///
    /// # Errors
    /// As [`Machine::predicate`].
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let mut shop = machine.library("shop")?;
    /// shop.function("vat", |cents: i64| cents / 5)?;
    /// assert_eq!(machine.answers("shop:vat(250, V)"), "   V = 50.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn function<A, F: Function<A>>(&mut self, name: &str, function: F) -> Result<(), Error> {
        self.predicate(name, F::ARITY + 1, move |call| function.apply(call))
    }

    /// Defines a predicate of the library by its rows, as [`Machine::relation`] does in module `user`.
    ///
    /// # Errors
    /// As [`Machine::predicate`].
    ///
    /// ```
    /// use horn::{Atom, Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let mut shop = machine.library("shop")?;
    /// shop.relation("stock", 2, |_: &mut Call<'_>| Ok([(Atom("tea"), 3), (Atom("salt"), 0)]))?;
    /// assert_eq!(machine.answers("shop:stock(Item, N)"), "   Item = tea, N = 3\n;  Item = salt, N = 0.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn relation<F, I, R>(&mut self, name: &str, arity: usize, rows: F) -> Result<(), Error>
    where
        F: Fn(&mut Call<'_>) -> Result<I, Exception> + Send + Sync + 'static,
        I: IntoIterator<Item = R>,
        I::IntoIter: Send + 'static,
        R: Row,
    {
        self.definitions().relation(name, arity, rows)
    }

    /// Documents a predicate of the library for `help/1` and `apropos/1`, in place of an earlier text: its head with
    /// the modes of the arguments, and its meaning.
    ///
    /// # Errors
    /// [`Error::Uncaught`] with an existence error when the library has no predicate of this name and arity.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let mut shop = machine.library("shop")?;
    /// shop.function("vat", |cents: i64| cents / 5)?;
    /// shop.document("vat(+Cents, -Tax) is det", "The tax on a price.")?;
    /// assert!(shop.document("price(+Item, -Cents) is semidet", "The price of an item.").is_err());
    /// assert_eq!(machine.documentation().last().unwrap().text, "The tax on a price.");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn document(&mut self, head: &str, text: &str) -> Result<(), Error> {
        let head = head.trim().trim_end_matches('.').to_string();
        let (name, arity) = documentation::indicator(&head);
        let vm = self.machine.engine.vm_mut();
        let atom = vm.atoms.intern(&name);
        if modules::own(vm, self.name, atom, arity as u32).is_none() {
            let indicator = vm.indicator(atom, arity as u32);
            let culprit = vm.compound(":", &[Cell::atom(self.name), indicator]);
            let ball = vm.existence_error("procedure", culprit);
            return Err(self.machine.engine.error_of_ball(&ball));
        }
        let library = self.name;
        let documents = &mut vm.ext.host.documents;
        documents.retain(|d| d.library != library || d.name != name || d.arity != arity);
        documents.push(HostDocument {
            library,
            name,
            arity,
            head,
            text: text.trim().to_string(),
        });
        Ok(())
    }
}
