//! How a host program runs queries that it does not trust: with limits, and with their output captured.
//! Run it with `cargo run --example limits`.

use horn::{Error, Limit, Machine};
use std::time::Duration;

fn main() -> Result<(), Error> {
    let mut machine = Machine::new();
    machine.set_limit(Limit::Time(Some(Duration::from_secs(1))));
    machine.set_limit(Limit::Memory(Some(64 << 20)));
    machine.set_limit(Limit::Output(Some(1000)));
    for query in [
        "forall(between(1, 3, X), (write(X), nl))",
        "repeat, fail",
        "catch(( repeat, write(again), fail ), _, true)",
        "catch(length(L, 100000000), _, true)",
        "atom_length(L, N)",
    ] {
        machine.capture();
        let outcome = machine.run(query);
        let output = machine.end_capture();
        match outcome {
            Ok(succeeded) => println!("{query}\n  succeeds: {succeeded}, prints {output:?}"),
            Err(Error::Resource(limit)) => {
                let what = limit.resource();
                let spent = machine.spent();
                let counted = spent.inferences > 0 && spent.time > Duration::ZERO;
                println!("{query}\n  exceeds a limit: {what:?}; counted: {counted}");
            }
            Err(e) => println!("{query}\n  throws: {e}"),
        }
    }
    Ok(())
}
