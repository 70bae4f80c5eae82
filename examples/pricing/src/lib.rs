//! The prices of a shop, computed by rules in Prolog.

use horn::{Arguments, Call, Error, FromAnswer, Machine};

/// A line of the price list: the arguments of `list_price/2`.
#[derive(Arguments, Clone, Copy)]
struct ListPrice {
    #[horn(atom)]
    item: &'static str,
    cents: u64,
}

const LIST: [ListPrice; 2] = [
    ListPrice {
        item: "tea",
        cents: 250,
    },
    ListPrice {
        item: "coffee",
        cents: 310,
    },
];

/// Defines the predicates that the rules expect of the host.
///
/// # Errors
/// When the machine has other definitions of them.
pub fn define(machine: &mut Machine) -> Result<(), Error> {
    machine.relation("list_price", 2, |call: &mut Call<'_>| {
        let wanted: Option<String> = call.get(0)?;
        let fits = |price: &ListPrice| wanted.as_deref().is_none_or(|item| item == price.item);
        // As many rows as answers: the last one is known to be the last.
        Ok(LIST.into_iter().filter(fits).collect::<Vec<_>>())
    })
}

/// A line of an order.
#[derive(FromAnswer, Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The item.
    pub item: String,
    /// The number of items.
    pub quantity: u64,
    /// The price of all of them.
    pub cents: u64,
}

/// The rules and the price list.
#[derive(Debug)]
pub struct Pricing {
    machine: Machine,
}

impl Pricing {
    /// A shop with its rules.
    ///
    /// # Errors
    /// When the rules do not load.
    pub fn new() -> Result<Pricing, Error> {
        let mut machine = Machine::new();
        define(&mut machine)?;
        machine.consult_str("pricing.pl", include_str!("../rules/pricing.pl"))?;
        Ok(Pricing { machine })
    }

    /// The line for an item; none if it is not on the list.
    ///
    /// # Errors
    /// Those of the rules.
    pub fn line(&mut self, item: &str, quantity: u64) -> Result<Option<Line>, Error> {
        let query = self.machine.query("price(Item, Quantity, Cents)")?;
        let query = query
            .with("Item", horn::Atom(item))?
            .with("Quantity", quantity)?;
        query.rows().next().transpose()
    }

    /// The machine, for other queries.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }
}
