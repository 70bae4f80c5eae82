//! Queries as tasks of one thread: a long one does not hold up a short one, and an endless one is ended by a timer.

use horn::{Error, Machine, Query};
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::time::timeout;

const PROGRAM: &str = "
    count(N, N) :- !.
    count(I, N) :- J is I+1, count(J, N).
    fact(socrates). fact(plato).
    endless(X) :- endless(X).
";

/// Prints the answers of a query as they come.
async fn print_answers(name: &str, query: Query<'static>) -> Result<(), Error> {
    let mut answers = query.into_async();
    while let Some(answer) = answers.next().await {
        println!("{name}: {}", answer?);
    }
    println!("{name}: the end");
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut machine = Machine::new();
    machine.consult_str("program.pl", PROGRAM)?;
    let long = machine.fork().into_query("count(0, 300000), X = done");
    let short = machine.fork().into_query("fact(X)");
    let endless = machine.fork().into_query("endless(X)");

    let runtime = Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(async {
        let long = tokio::spawn(print_answers("long", long));
        let short = tokio::spawn(print_answers("short", short));
        short.await??;
        long.await??;
        // The query ends when the future that holds it is dropped.
        let endless = print_answers("endless", endless);
        if timeout(Duration::from_millis(50), endless).await.is_err() {
            println!("endless: no answer in time");
        }
        Ok(())
    })
}
