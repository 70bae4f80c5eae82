//! An evaluator for formulas of users who are not trusted: what they enter is data, the operations are a list, the
//! machine may use nothing of the world outside, and time, memory and inferences are limited. Run it with `cargo run --example sandbox`.

use horn::{Access, Error, Limit, Machine, Value};
use std::time::Duration;

const RULES: &str = "
    value(X, _) :- var(X), !, fail.
    value(X, X) :- number(X).
    value(A+B, X) :- value(A, Y), value(B, Z), X is Y+Z.
    value(A*B, X) :- value(A, Y), value(B, Z), X is Y*Z.
    value(A^B, X) :- value(A, Y), value(B, Z), X is Y^Z.
    value(sum(I,From,To,Formula), S) :-
        value(From, F), value(To, T),
        findall(X, (between(F, T, N), copy_term(I-Formula, N-G), value(G, X)), Xs),
        sum_list(Xs, S).
";

/// The operations of a formula.
const ALLOWED: &[(&str, usize)] = &[("+", 2), ("*", 2), ("^", 2), ("sum", 4)];

/// The first part of a formula that is not allowed.
fn forbidden(formula: &Value) -> Option<String> {
    match formula {
        Value::Integer(_) | Value::Float(_) | Value::Rational(_) | Value::Var(_) => None,
        Value::Compound(name, args) if ALLOWED.contains(&(&**name, args.len())) => {
            args.iter().find_map(forbidden)
        }
        other => Some(other.to_string()),
    }
}

/// The text for the user.
fn evaluate(machine: &mut Machine, input: &str) -> Result<String, Error> {
    // Reading a value runs nothing, and knows no operators but those of the standard.
    let formula: Value = match input.parse() {
        Ok(formula) => formula,
        Err(_) => return Ok("not a formula".to_string()),
    };
    if let Some(part) = forbidden(&formula) {
        return Ok(format!("not allowed: {part}"));
    }
    // The formula is a value of the query, not a part of its text.
    let query = machine
        .query("value(Formula, Result)")?
        .with("Formula", formula)?;
    let result = query.rows::<(Value, Value)>().next();
    match result {
        Some(Ok((_, result))) => Ok(result.to_string()),
        None => Ok("no value".to_string()),
        Some(Err(Error::Resource(limit))) => Ok(format!(
            "too expensive: {}",
            limit.formal().unwrap_or(limit.term())
        )),
        Some(Err(other)) => Ok(format!("error: {other}")),
    }
}

fn main() -> Result<(), Error> {
    let mut machine = Machine::builder()
        .access(Access::none())
        .limit(Limit::Inferences(Some(100_000)))
        .limit(Limit::Memory(Some(32 << 20)))
        .limit(Limit::Time(Some(Duration::from_secs(5))))
        .build()?;
    machine.consult_str("formulas.pl", RULES)?;
    for input in [
        "1 + 2*3",
        "sum(I, 1, 100, I^2)",
        "2^100",
        "halt",
        "1), halt, foo(",
        "shell(\"rm -rf /\")",
        "sum(I, 1, 10^9, I)",
        "2^2^2^2^2^2",
        "1 + X",
    ] {
        println!("{input} = {}", evaluate(&mut machine, input)?);
    }
    Ok(())
}
