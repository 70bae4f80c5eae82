//! Errors in the words of the top levels of other systems.
//!
//! Their wording varies with the release; the kind of the error and its culprits are kept.

use super::error::{Ball, Error};
use super::style::Style;
use super::term::Term;

/// The lines that a top level of this style prints about an error, each with its newline.
pub(crate) fn lines(e: &Error, style: Style) -> String {
    let (mark, texts) = match style {
        Style::Sicstus => ("! ", sicstus(e)),
        _ => ("ERROR: ", vec![swi(e)]),
    };
    texts
        .iter()
        .flat_map(|s| s.lines())
        .map(|line| format!("{mark}{line}\n"))
        .collect()
}

/// Name and arguments of the formal part of an error term.
fn formal(ball: &Ball) -> Option<(String, Vec<Term<'_>>)> {
    let formal = ball.formal()?;
    let (name, _) = formal.functor()?;
    Some((name.into_owned(), formal.args().collect()))
}

fn swi(e: &Error) -> String {
    let ball = match e {
        Error::Syntax(d) => {
            let message = d.message.strip_prefix("syntax error: ");
            return format!("Syntax error: {}", message.unwrap_or(&d.message));
        }
        _ => match e.ball() {
            Some(ball) => ball,
            None => return e.to_string(),
        },
    };
    let Some((name, args)) = formal(ball) else {
        return format!("Unhandled exception: Unknown message: {}", ball.term());
    };
    let text = |t: &Term<'_>| t.to_string();
    match (&*name, &args[..]) {
        ("instantiation_error", []) => "Arguments are not sufficiently instantiated".to_string(),
        ("type_error", [t, f]) if t.is_atom("evaluable") => {
            format!("Arithmetic: evaluable `{f}' does not exist")
        }
        ("type_error", [t, v]) => {
            format!("Type error: `{t}' expected, found `{v}' ({})", kind(*v))
        }
        ("domain_error", [d, v]) => format!("Domain error: `{d}' expected, found `{v}'"),
        ("existence_error", [k, p]) if k.is_atom("procedure") => {
            format!("Unknown procedure: {p}")
        }
        ("existence_error", [k, x]) => format!("{k} `{x}' does not exist"),
        ("permission_error", [action, k, x]) => format!(
            "No permission to {action} {} `{x}'",
            text(k).replace('_', " ")
        ),
        ("evaluation_error", [w]) => format!("Arithmetic: evaluation error: `{w}'"),
        ("representation_error", [w]) => format!("Cannot represent due to `{w}'"),
        ("resource_error", [w]) => format!("Not enough resources: {w}"),
        ("syntax_error", [w]) => format!("Syntax error: {w}"),
        _ => format!("Unknown error term: {}", ball.term()),
    }
}

/// The kind of a term, with its article.
fn kind(t: Term<'_>) -> &'static str {
    use super::term::Shape::{Atom, Compound, Float, Integer, Rational, String, Var};
    match t.shape() {
        Var(_) => "a var",
        Atom(name) if name == "[]" => "an empty_list",
        Atom(_) => "an atom",
        Integer(_) => "an integer",
        Float(_) => "a float",
        Rational(_) => "a rational",
        String(_) => "a string",
        Compound(..) => "a compound",
    }
}

fn sicstus(e: &Error) -> Vec<String> {
    let ball = match e {
        Error::Syntax(d) => {
            let message = d.message.strip_prefix("syntax error: ");
            return vec![
                "Syntax error".to_string(),
                message.unwrap_or(&d.message).to_string(),
            ];
        }
        _ => match e.ball() {
            Some(ball) => ball,
            None => return vec![e.to_string()],
        },
    };
    let Some((name, args)) = formal(ball) else {
        return vec![ball.term().to_string()];
    };
    // `in Name/Arity`, if the context of the error is a predicate indicator.
    let context = ball.term().arg(1).filter(|c| {
        let functor = c.functor();
        functor.is_some_and(|(name, arity)| name == "/" && arity == 2)
    });
    let at = context.map_or_else(String::new, |c| format!(" in {c}"));
    match (&*name, &args[..]) {
        ("instantiation_error", []) => vec![format!("Instantiation error{at}")],
        ("type_error", [t, v]) => vec![
            format!("Type error{at}"),
            format!("expected {t}, but found {v}"),
        ],
        ("domain_error", [d, v]) => vec![
            format!("Domain error{at}"),
            format!("expected {d}, but found {v}"),
        ],
        ("existence_error", [k, p]) if k.is_atom("procedure") => vec![
            format!("Existence error in {p}"),
            format!("procedure {p} does not exist"),
        ],
        ("existence_error", [k, x]) => vec![
            format!("Existence error{at}"),
            format!("{k} {x} does not exist"),
        ],
        ("permission_error", [action, k, x]) => vec![
            format!("Permission error{at}"),
            format!("cannot {action} {k} {x}"),
        ],
        ("evaluation_error", [w]) => vec![format!("Evaluation error{at}"), w.to_string()],
        ("representation_error", [w]) => vec![format!("Representation error{at}"), w.to_string()],
        ("resource_error", [w]) => vec![format!("Resource error: insufficient {w}")],
        ("syntax_error", [w]) => vec!["Syntax error".to_string(), w.to_string()],
        _ => vec![ball.term().to_string()],
    }
}
