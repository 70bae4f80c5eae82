//! The sentences that describe errors.

use super::values::shown;
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::system::Vm;

/// The thrown term.
pub(super) enum Fault {
    /// `instantiation_error`.
    NoValue,
    /// `type_error(Type, Culprit)` and `domain_error(Domain, Culprit)`.
    Unsuitable { expected: String, culprit: NodeId },
    /// `type_error(evaluable, Name/Arity)`.
    NotEvaluable { name: Atom, arity: u32 },
    /// `existence_error(procedure, Name/Arity)`.
    UnknownPredicate {
        module: Atom,
        name: Atom,
        arity: u32,
    },
    /// `existence_error(Kind, Culprit)`.
    Missing { kind: String, culprit: NodeId },
    /// `permission_error(Operation, Kind, Culprit)`.
    NotPermitted {
        operation: String,
        kind: String,
        culprit: NodeId,
    },
    /// `resource_error(Resource)`.
    Exhausted(String),
    /// `evaluation_error(Kind)`.
    NoResult(String),
    /// `representation_error(Limit)`.
    NotRepresentable(String),
    /// `syntax_error(Kind)` of a text that a program reads, and where it is in the text.
    Unreadable { what: String, place: Option<String> },
    /// `format(Message)`, of `format/2` and its like.
    Format(String),
    /// An interrupt.
    Interrupted,
    /// Any other term.
    Other(NodeId),
}

impl Fault {
    /// Reads a ball.
    pub(super) fn of(vm: &Vm, tree: &Tree, ball: NodeId) -> Fault {
        if is_atom(vm, tree, ball, "$interrupt") {
            return Fault::Interrupted;
        }
        let (formal, context) = match tree.callable(ball) {
            Some((atoms::ERROR, &[formal, context])) => (formal, context),
            _ => return Fault::Other(ball),
        };
        let Some((name, args)) = tree.callable(formal) else {
            return Fault::Other(ball);
        };
        let word = |node: NodeId| match *tree.node(node) {
            Node::Atom(a) => Some(vm.atoms.text(a).to_string()),
            _ => None,
        };
        let fault = match (&*vm.atoms.text(name), args) {
            ("instantiation_error", []) => Some(Fault::NoValue),
            ("type_error", &[ty, culprit]) => word(ty).map(|ty| Fault::of_type(tree, &ty, culprit)),
            ("domain_error", &[domain, culprit]) => word(domain).map(|d| Fault::Unsuitable {
                expected: in_words(&d),
                culprit,
            }),
            ("existence_error", &[kind, culprit]) => {
                word(kind).map(|kind| Fault::of_existence(tree, kind, culprit))
            }
            ("permission_error", &[operation, kind, culprit]) => {
                let words = word(operation).zip(word(kind));
                words.map(|(operation, kind)| Fault::NotPermitted {
                    operation,
                    kind,
                    culprit,
                })
            }
            ("resource_error", &[r]) => word(r).map(Fault::Exhausted),
            ("evaluation_error", &[e]) => word(e).map(Fault::NoResult),
            ("representation_error", &[l]) => word(l).map(Fault::NotRepresentable),
            ("format", &[message]) => word(message).map(Fault::Format),
            ("syntax_error", &[e]) => word(e).map(|what| Fault::Unreadable {
                what,
                place: text_place(vm, tree, context),
            }),
            _ => None,
        };
        fault.unwrap_or(Fault::Other(ball))
    }

    fn of_type(tree: &Tree, ty: &str, culprit: NodeId) -> Fault {
        match indicator(tree, culprit) {
            Some((name, arity)) if ty == "evaluable" => Fault::NotEvaluable { name, arity },
            _ => Fault::Unsuitable {
                expected: match ty {
                    "evaluable" => "a number".into(),
                    ty => a_type(ty),
                },
                culprit,
            },
        }
    }

    fn of_existence(tree: &Tree, kind: String, culprit: NodeId) -> Fault {
        let (module, inner) = qualified(tree, culprit);
        match indicator(tree, inner) {
            Some((name, arity)) if kind == "procedure" => Fault::UnknownPredicate {
                module,
                name,
                arity,
            },
            _ => Fault::Missing { kind, culprit },
        }
    }

    /// The term that is not as it should be.
    pub(super) fn culprit(&self) -> Option<NodeId> {
        match self {
            Fault::Unsuitable { culprit, .. } => Some(*culprit),
            _ => None,
        }
    }
}

fn is_atom(vm: &Vm, tree: &Tree, node: NodeId, name: &str) -> bool {
    matches!(*tree.node(node), Node::Atom(a) if *vm.atoms.text(a) == *name)
}

/// The name and arity in `Name/Arity`.
pub(super) fn indicator(tree: &Tree, node: NodeId) -> Option<(Atom, u32)> {
    let [name, arity] = tree.as_compound::<2>(node, atoms::SLASH)?;
    match (tree.node(name), tree.node(arity)) {
        (Node::Atom(name), Node::Int(n)) => Some((*name, u32::try_from(n.to_i64()?).ok()?)),
        _ => None,
    }
}

/// The module and the name in `Name/_`, which stands for the predicates of a name with any arity.
pub(super) fn name_of_any_arity(tree: &Tree, culprit: NodeId) -> Option<(Atom, Atom)> {
    let (module, inner) = qualified(tree, culprit);
    let [name, arity] = tree.as_compound::<2>(inner, atoms::SLASH)?;
    match (tree.node(name), tree.node(arity)) {
        (Node::Atom(name), Node::Var(_)) => Some((module, *name)),
        _ => None,
    }
}

/// The module and the term in `Module:Term`; the module is `user` if there is none.
fn qualified(tree: &Tree, term: NodeId) -> (Atom, NodeId) {
    match tree.as_compound::<2>(term, atoms::COLON) {
        Some([m, inner]) => match *tree.node(m) {
            Node::Atom(m) => (m, inner),
            _ => (atoms::USER, term),
        },
        None => (atoms::USER, term),
    }
}

/// A word of an error term in words: `not_less_than_zero` as `not less than zero`.
fn in_words(word: &str) -> String {
    match word {
        "not_less_than_zero" => "a number that is not negative".into(),
        "non_empty_list" => "a list that is not empty".into(),
        "operator_priority" => "the priority of an operator (0 to 1200)".into(),
        "operator_specifier" => "a type of operator, such as xfx".into(),
        "source_sink" => "the name of a file".into(),
        "stream_or_alias" => "a stream, or the alias of one".into(),
        "prolog_flag" => "a flag".into(),
        "flag_value" => "a value of this flag".into(),
        "io_mode" => "one of read, write, append".into(),
        "character_code_list" => "a list of character codes".into(),
        "unique_key_pairs" => "a list of pairs with different keys".into(),
        "clpz_domain" => "a domain, such as 1..9 or 1..3 \\/ 5".into(),
        "scalar_product_relation" => "one of #=, #\\=, #<, #>, #=<, #>=".into(),
        "labeling_option" => "an option of labeling/2, such as ff or min(X)".into(),
        "aggregate_spec" => "count, sum(X), max(X), min(X), bag(X) or set(X)".into(),
        other if other.starts_with(['a', 'e', 'i', 'o']) => {
            format!("an {}", other.replace('_', " "))
        }
        other => format!("a {}", other.replace('_', " ")),
    }
}

/// A type in words.
fn a_type(ty: &str) -> String {
    match ty {
        "callable" => "something that can be called (an atom or a compound term)".into(),
        "predicate_indicator" => "a predicate indicator, such as append/3".into(),
        "in_character" => "a character or end_of_file".into(),
        "in_byte" => "a byte or -1".into(),
        "list" => "a list".into(),
        "pair" => "a pair Key-Value".into(),
        "atomic" => "an atom or a number".into(),
        _ if ty.starts_with(['a', 'e', 'i', 'o']) => format!("an {}", ty.replace('_', " ")),
        _ => format!("a {}", ty.replace('_', " ")),
    }
}

/// The kind of a term in words.
pub(super) fn kind_of(tree: &Tree, node: NodeId) -> &'static str {
    match tree.node(node) {
        Node::Var(_) => "a variable without a value",
        Node::Atom(atoms::NIL) => "the empty list",
        Node::Atom(_) => "an atom",
        Node::Int(_) => "an integer",
        Node::Float(_) => "a float",
        Node::Rat(_) => "a rational number",
        Node::String(_) => "a string",
        Node::Compound {
            name: atoms::DOT,
            arity: 2,
            ..
        } => "a list",
        Node::Compound { .. } => "a compound term",
    }
}

/// The sentence about something that there is not.
fn missing(vm: &Vm, tree: &Tree, kind: &str, culprit: NodeId) -> String {
    let text = |node| shown(vm, tree, node);
    match kind {
        "source_sink" => format!("there is no file `{}`", text(culprit)),
        "procedure" => {
            let of_name = |(_, name)| crate::system::load::quoted(vm, name);
            let named = name_of_any_arity(tree, culprit).map(of_name);
            let name = named.unwrap_or_else(|| text(culprit));
            format!("there is no predicate `{name}`")
        }
        "lambda_parameters" => {
            "the lambda expression has more parameters than it gets arguments".into()
        }
        kind => format!("there is no {} `{}`", kind.replace('_', " "), text(culprit)),
    }
}

/// The sentence that describes an error term of the standard; its context may say which predicate threw it.
pub(crate) fn error_text(vm: &Vm, tree: &Tree, ball: NodeId) -> Option<String> {
    let fault = Fault::of(vm, tree, ball);
    if matches!(fault, Fault::Other(_)) {
        return None;
    }
    let (_, args) = tree.callable(ball)?;
    let context = args.get(1).copied()?;
    let context = match tree.callable(context) {
        Some((name, &[thrower, _])) if *vm.atoms.text(name) == *"context" => thrower,
        _ => context,
    };
    let thrower = indicator(tree, qualified(tree, context).1);
    let thrower = thrower.map(|(name, arity)| {
        let name = crate::system::load::quoted(vm, name);
        format!("{name}/{arity}")
    });
    Some(sentence(vm, tree, &fault, thrower.as_deref()))
}

/// The sentence that says what is wrong; `goal` is the predicate that threw.
pub(super) fn sentence(vm: &Vm, tree: &Tree, fault: &Fault, goal: Option<&str>) -> String {
    let text = |node| shown(vm, tree, node);
    let words = |w: &str| w.replace('_', " ");
    match fault {
        Fault::NoValue => match goal {
            Some(g @ ("label/1" | "labeling/2" | "indomain/1")) => {
                format!("`{g}` got a variable that has neither a value nor a finite domain")
            }
            Some(g) => format!("`{g}` needs a value, and got a variable without one"),
            None => "a variable has no value where one is needed".into(),
        },
        Fault::Unsuitable { expected, culprit } => {
            let found = described(vm, tree, *culprit);
            match goal {
                Some(g) => format!("`{g}` expects {expected}, and got {found}"),
                None => format!("{expected} is expected, not {found}"),
            }
        }
        Fault::NotEvaluable { name, arity } => not_evaluable(vm, *name, *arity),
        Fault::UnknownPredicate {
            module,
            name,
            arity,
        } => unknown(vm, *module, *name, *arity),
        Fault::Missing { kind, culprit } => missing(vm, tree, kind, *culprit),
        Fault::NotPermitted {
            operation,
            kind,
            culprit,
        } => not_permitted(operation, kind, &text(*culprit)),
        Fault::Exhausted(resource) => match &**resource {
            "memory" => "the memory is exhausted".into(),
            r => format!("there is no more of a resource: {}", words(r)),
        },
        Fault::NoResult(kind) => no_result(kind),
        Fault::NotRepresentable(limit) => format!("a value exceeds a limit: {}", words(limit)),
        Fault::Unreadable { what, place } => {
            let place = place.as_deref().unwrap_or_default();
            format!(
                "the text that is read is not a term: {}{place}",
                words(what)
            )
        }
        Fault::Format(message) => format!("format/2: {message}"),
        Fault::Interrupted => match goal {
            Some(g) => format!("interrupted at a call of `{g}`"),
            None => "interrupted".into(),
        },
        Fault::Other(ball) => match failed_assertion(vm, tree, *ball) {
            Some(goal) => format!("the assertion `{}` does not hold", text(goal)),
            None => format!("nothing catches `{}`, which was thrown", text(*ball)),
        },
    }
}

/// The place of a syntax error in words: its context is `file(File, Line, Position, Characters)`, or the same of a stream,
/// with lines from 1 and positions in a line from 0.
fn text_place(vm: &Vm, tree: &Tree, context: NodeId) -> Option<String> {
    let (kind, &[text, line, position, _]) = tree.callable(context)? else {
        return None;
    };
    let number = |node| match tree.node(node) {
        Node::Int(i) => i.to_string().parse::<u64>().ok(),
        _ => None,
    };
    let (line, column) = (number(line)?, number(position)? + 1);
    let place = format!(", at line {line}, column {column}");
    match &*vm.atoms.text(kind) {
        "file" => Some(format!("{place} of {}", shown(vm, tree, text))),
        "stream" => Some(place),
        _ => None,
    }
}

/// The goal of `assertion_failed(Goal)`, or of `error(assertion_error(fail, Goal), _)` of the dialect `swi`.
pub(super) fn failed_assertion(vm: &Vm, tree: &Tree, ball: NodeId) -> Option<NodeId> {
    let is_called = |name, text: &str| *vm.atoms.text(name) == *text;
    match tree.callable(ball)? {
        (name, &[goal]) if is_called(name, "assertion_failed") => Some(goal),
        (atoms::ERROR, &[formal, _]) => match tree.callable(formal)? {
            (name, &[reason, goal]) if is_called(name, "assertion_error") => {
                (*tree.node(reason) == Node::Atom(atoms::FAIL)).then_some(goal)
            }
            _ => None,
        },
        _ => None,
    }
}

fn not_evaluable(vm: &Vm, name: Atom, arity: u32) -> String {
    let name = crate::system::load::quoted(vm, name);
    match arity {
        0 => format!("`{name}` is an atom, and arithmetic needs numbers"),
        _ => format!("arithmetic has no function `{name}/{arity}`"),
    }
}

fn unknown(vm: &Vm, module: Atom, name: Atom, arity: u32) -> String {
    let name = crate::system::load::quoted(vm, name);
    match module {
        atoms::USER => format!("there is no predicate `{name}/{arity}`"),
        m => {
            let module = crate::system::load::quoted(vm, m);
            format!("module {module} has no predicate `{name}/{arity}`")
        }
    }
}

fn no_result(kind: &str) -> String {
    match kind {
        "zero_divisor" => "division by zero".into(),
        "undefined" => "the result of this arithmetic is not defined".into(),
        "float_overflow" => "the result is too large for a float".into(),
        kind => format!("arithmetic has no result: {}", kind.replace('_', " ")),
    }
}

/// A term with its kind.
pub(super) fn described(vm: &Vm, tree: &Tree, node: NodeId) -> String {
    match tree.node(node) {
        Node::Var(_) => kind_of(tree, node).into(),
        _ => format!("`{}`, {}", shown(vm, tree, node), kind_of(tree, node)),
    }
}

fn not_permitted(operation: &str, kind: &str, culprit: &str) -> String {
    match (operation, kind) {
        ("modify", "static_procedure") => {
            format!("`{culprit}` is static: its clauses cannot be changed while the program runs")
        }
        ("access", "private_procedure") => {
            format!("`{culprit}` is private: its clauses cannot be looked at")
        }
        ("open", "source_sink") => format!("the file `{culprit}` cannot be opened"),
        ("input", "past_end_of_stream") => format!("the stream `{culprit}` is at its end"),
        ("input", "stream") => format!("`{culprit}` is no stream to read from"),
        ("output", "stream") => format!("`{culprit}` is no stream to write to"),
        ("create", "operator") => format!("`{culprit}` cannot be made an operator"),
        _ => {
            let kind = kind.replace('_', " ");
            format!("it is not permitted to {operation} the {kind} `{culprit}`")
        }
    }
}
