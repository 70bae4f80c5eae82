//! Rules in Prolog that call predicates in Rust: a function, a predicate that throws, and a table with several
//! rows. Run it with `cargo run --example host_predicates`.

use horn::{Atom, Call, Error, Exception, Machine};

const RULES: &str = "
    % An order is accepted if every item is in stock and the customer can pay.
    accepted(Customer, Items, Cents) :-
        total(Items, Cents),
        balance(Customer, Balance),
        Cents =< Balance.

    total([], 0).
    total([Item-N|Items], Cents) :-
        total(Items, Cents0),
        stock(Item, Count, Each),
        N =< Count,
        Cents is Cents0 + N*Each.
";

fn main() -> Result<(), Error> {
    let mut machine = Machine::new();
    // A table: one answer for each row.
    let stock = [("tea", 20, 250), ("coffee", 3, 310)];
    machine.relation("stock", 3, move |_: &mut Call<'_>| {
        Ok(stock.map(|(item, count, cents)| (Atom(item), count, cents)))
    })?;
    // A predicate that reads one argument and unifies another.
    machine.predicate("balance", 2, |call: &mut Call<'_>| {
        let customer: String = call.get(0)?;
        match &*customer {
            "ann" => call.unify(1, 1000),
            "bob" => call.unify(1, 100),
            _ => Err(Exception::existence_error("customer", customer)),
        }
    })?;
    // A function: the last argument of the predicate is its result.
    machine.function("euros", |cents: i64| {
        format!("{}.{:02}", cents / 100, cents % 100)
    })?;
    machine.consult_str("rules.pl", RULES)?;

    for query in [
        "accepted(ann, [tea-1,coffee-2], C), euros(C, E)",
        "accepted(bob, [tea-1], C)",
        "accepted(zoe, [tea-1], C)",
        "total([coffee-N], C)",
        "stock(Item, _, Each)",
    ] {
        print!("?- {query}.\n{}", machine.answers(query));
    }
    Ok(())
}
