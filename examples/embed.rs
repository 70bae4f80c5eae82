//! How a Rust program asks Prolog questions. Run it with `cargo run --example embed`.

use horn::{Error, Machine};

fn main() -> Result<(), Error> {
    let mut machine = Machine::new();
    machine.consult_str(
        "family",
        "
        parent(ann, bob).
        parent(ann, bea).
        parent(bob, cleo).
        grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
        ",
    )?;
    for answer in machine.query("grandparent(Who, Whom)")? {
        let answer = answer?;
        let (who, whom): (String, String) = (answer.get("Who")?, answer.get("Whom")?);
        println!("{who} is a grandparent of {whom}");
    }
    Ok(())
}
