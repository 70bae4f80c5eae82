//! A web service: `POST /answers` with the text of a query gives its first answer.
//!
//! The rules are loaded once, into a machine that grants a program nothing of the outside world and limits what a query
//! uses. Each request has a machine made from the image of that one, in well under a millisecond; a client that goes
//! away drops the query.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use horn::{Access, Image, Limit, Machine};
use tokio::time::timeout;

/// The rules that the service answers from.
const RULES: &str = "
    parent(ann, bob).   parent(bob, cid).   parent(cid, dan).
    ancestor(X, Y) :- parent(X, Y).
    ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
";

/// The service, with its rules loaded.
///
/// # Errors
///
/// If the rules do not load.
pub fn service() -> Result<Router, horn::Error> {
    let mut machine = Machine::builder()
        .access(Access::none())
        .limit(Limit::Memory(Some(64 << 20)))
        .build()?;
    machine.consult_str("rules.pl", RULES)?;
    Ok(Router::new()
        .route("/answers", post(answers))
        .with_state(machine.freeze()))
}

// The handler, as docs/embedding/async.md prints it.
async fn answers(State(rules): State<Image>, query: String) -> Result<String, StatusCode> {
    let mut answers = rules.machine().into_query(&query).into_async();
    let first = timeout(Duration::from_secs(1), answers.next()).await;
    match first.map_err(|_| StatusCode::REQUEST_TIMEOUT)? {
        Some(Ok(answer)) => Ok(answer.to_string()),
        Some(Err(_)) => Err(StatusCode::BAD_REQUEST),
        None => Ok("false".into()),
    }
}
