//! Errors as JSON.

use horn::{Diagnostic, Error};
use serde_json::{Value, json};

/// A message with its text as the top level prints it.
pub(crate) fn message(d: &Diagnostic) -> Value {
    let mut value = serde_json::to_value(d).unwrap_or_default();
    value["text"] = json!(d.to_string());
    value
}

/// Messages with their texts.
pub(crate) fn messages(list: &[Diagnostic]) -> Value {
    list.iter().map(message).collect()
}

/// An error of a query or a load, with its explanation.
pub(crate) fn error(e: &Error, explanation: Option<&Diagnostic>) -> Value {
    let kind = match e {
        Error::Syntax(_) => "syntax",
        Error::Load(_) => "load",
        Error::Uncaught(_) => "uncaught",
        Error::Resource(_) => "resource",
        Error::Interrupted => "interrupted",
        Error::Halted(_) => "halted",
        _ => "other",
    };
    let mut value = json!({ "kind": kind, "text": e.to_string() });
    match e {
        Error::Syntax(d) => value["message"] = message(d),
        Error::Halted(status) => value["status"] = json!(status),
        _ => {}
    }
    if let Some(resource) = e.resource() {
        value["resource"] = json!(resource.to_string());
    }
    if let Some(d) = explanation {
        value["explanation"] = message(d);
    }
    value
}
