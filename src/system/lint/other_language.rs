//! A call of something that another language has.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "other_language",
    level: LintLevel::Warning,
    group: "",
    doc: "A goal that another language has, and Prolog writes in another way.",
    wrong: "countdown(N) :- while(N > 0, writeln(N)).\n",
    right: "countdown(N) :- forall(between(1, N, I), writeln(I)).\n",
    peer: "nothing; list_undefined/0 has while/2",
    run: Run::Load,
};

/// Replacements for names of other languages: name, least and greatest number of arguments, replacement.
const REPLACEMENTS: &[(&str, u32, u32, &str)] = &[
    ("if", 1, 4, "( Condition -> Then ; Else )"),
    ("then", 0, 2, "( Condition -> Then ; Else )"),
    ("else", 0, 2, "( Condition -> Then ; Else )"),
    (
        "elif",
        0,
        4,
        "( Condition1 -> Then1 ; Condition2 -> Then2 ; Else )",
    ),
    (
        "elseif",
        0,
        4,
        "( Condition1 -> Then1 ; Condition2 -> Then2 ; Else )",
    ),
    ("endif", 0, 0, "( Condition -> Then ; Else )"),
    ("switch", 1, 9, "a clause for each case"),
    ("case", 1, 9, "a clause for each case"),
    (
        "while",
        1,
        3,
        "a recursive predicate, or forall(Condition, Action)",
    ),
    (
        "for",
        1,
        4,
        "forall(between(From, To, I), Action), or forall(member(X, List), Action)",
    ),
    ("foreach", 3, 3, "forall(member(X, List), Action)"),
    ("return", 0, 1, "an argument of the head for the result"),
    ("break", 0, 0, "a condition, or !"),
    ("continue", 0, 0, "a condition, or fail"),
    ("print", 3, 9, "format(\"~w ~w~n\", [X, Y])"),
    ("println", 0, 9, "writeln(X)"),
    ("printf", 1, 9, "format(\"~w~n\", [X])"),
    ("puts", 1, 1, "writeln(X)"),
    ("echo", 1, 9, "writeln(X)"),
    ("cout", 0, 9, "write(X)"),
    ("input", 0, 2, "read(X)"),
    ("scanf", 0, 9, "read(X)"),
    (":=", 2, 2, "X is Expression for a new variable X"),
    ("<-", 2, 2, "X = Term, or X is Expression"),
    ("+=", 2, 2, "X1 is X + Increment"),
    ("-=", 2, 2, "X1 is X - Decrement"),
    ("++", 1, 1, "X1 is X + 1"),
    ("<=", 2, 2, "X =< Y"),
    ("=>", 2, 2, "X >= Y, or ( Condition -> Then ; true )"),
    ("!=", 2, 2, "X \\= Y for terms, X =\\= Y for numbers"),
    ("<>", 2, 2, "X \\= Y for terms, X =\\= Y for numbers"),
    ("&&", 2, 2, "Goal1, Goal2"),
    ("&", 2, 2, "Goal1, Goal2"),
    ("and", 2, 9, "Goal1, Goal2"),
    ("||", 2, 2, "( Goal1 ; Goal2 )"),
    ("or", 2, 9, "( Goal1 ; Goal2 )"),
    ("len", 2, 2, "length(List, Length)"),
    ("equals", 2, 2, "X = Y"),
    ("equal", 2, 2, "X = Y"),
    (
        "else_if",
        0,
        4,
        "( Condition1 -> Then1 ; Condition2 -> Then2 ; Else )",
    ),
    ("try", 1, 3, "catch(Goal, Error, Handler)"),
    ("raise", 1, 1, "throw(Error)"),
    ("exit", 0, 1, "halt"),
    ("def", 1, 3, "a clause: name(Arguments) :- Goals."),
    ("function", 1, 3, "a clause: name(Arguments) :- Goals."),
    (
        "var",
        2,
        2,
        "no declaration: a variable begins with a capital letter",
    ),
];

/// The replacement for a predicate that only other languages have.
pub(crate) fn replacement(name: &str, arity: u32) -> Option<&'static str> {
    let is_it = |r: &&(&str, u32, u32, &str)| r.0 == name && (r.1..=r.2).contains(&arity);
    REPLACEMENTS.iter().find(is_it).map(|r| r.3)
}
