//! Five lines: a program, a query, its answers. Run it with `cargo run --example five_lines`.

fn main() -> Result<(), horn::Error> {
    let mut machine = horn::Machine::new();
    machine.consult_str("family.pl", "parent(ann, bob). parent(bob, cleo).")?;
    for answer in machine.query("parent(ann, X), parent(X, Y)")? {
        println!("{}", answer?);
    }
    Ok(())
}
