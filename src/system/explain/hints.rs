//! Hints how to mend an error.

use super::clause_text::ClauseTexts;
use super::wording::{Fault, failed_assertion};
use crate::base::atom::{Atom, atoms};
use crate::base::evaluable;
use crate::base::tree::{Node, NodeId, Tree};
use crate::fd::constraints::constraint::Relation;
use crate::machine::database::PredicateKind;
use crate::syntax::parse_number;
use crate::system::load::messages::{did_you_mean, edit_distance, indicator_text, near_name};
use crate::system::load::quoted;
use crate::system::{Vm, library, modules};

/// The bytes of a number in a hint.
const LONGEST_NUMBER: usize = 100;

/// The difference between the constraints of one domain.
const INS: &str = "X in 1..9 is for one variable, [X,Y] ins 1..9 for a list of them";

/// The arities that are named.
const MOST_ARITIES: usize = 5;

/// The predicate whose goal threw, as far as hints need it.
pub(super) struct FailedGoal<'a> {
    pub(super) name: &'a str,
    pub(super) arity: u32,
    /// A later goal of the clause that may give the variable without a value its value.
    pub(super) later: Option<&'a str>,
}

/// The relation between the values of its arguments that a goal computes.
fn arithmetic_relation(goal: &FailedGoal<'_>) -> Option<Relation> {
    match (goal.name, goal.arity) {
        ("is" | "=:=", 2) => Some(Relation::Eq),
        ("=\\=", 2) => Some(Relation::Ne),
        ("<", 2) => Some(Relation::Lt),
        (">", 2) => Some(Relation::Gt),
        ("=<", 2) => Some(Relation::Le),
        (">=", 2) => Some(Relation::Ge),
        _ => None,
    }
}

/// A hint for an error of a goal; `variable` is the name of a variable without a value, if that is the reason.
pub(super) fn hint(
    vm: &mut Vm,
    values: &Tree,
    fault: &Fault,
    goal: Option<&FailedGoal<'_>>,
    variable: Option<&str>,
) -> Option<String> {
    match fault {
        Fault::UnknownPredicate {
            module,
            name,
            arity,
        } => unknown_predicate(vm, *module, *name, *arity),
        Fault::NoValue => no_value(goal?, variable),
        Fault::NotEvaluable { .. } if goal.is_some_and(|g| g.name == "format") => {
            Some("~d writes an integer; ~w writes any term".into())
        }
        Fault::NotEvaluable { name, arity } => not_evaluable(vm, *name, *arity),
        Fault::Unsuitable { expected, culprit } => value(vm, values, expected, *culprit, goal),
        Fault::NotPermitted {
            operation,
            kind,
            culprit,
        } if operation == "modify" && kind == "static_procedure" => {
            let (name, arity) = super::wording::indicator(values, *culprit)?;
            static_procedure(vm, name, arity)
        }
        Fault::NotPermitted {
            operation, culprit, ..
        } if operation == "access" => documented(vm, values, *culprit),
        Fault::NoResult(kind) if kind == "zero_divisor" => {
            Some("test the divisor before, for example with Y =\\= 0".into())
        }
        Fault::NoResult(kind) if kind == "undefined" => {
            Some("a function has no value there, as in sqrt(-1) or log(0): compare before".into())
        }
        Fault::Missing { kind, .. } if kind == "stream" => printed_to(goal),
        Fault::Missing { kind, culprit } if kind == "procedure" => {
            let (module, name) = super::wording::name_of_any_arity(values, *culprit)?;
            let (near, arity) = near_name(vm, module, name, None)?;
            Some(format!("did you mean {near}/{arity}?"))
        }
        Fault::Missing { kind, .. } if kind == "source_sink" => Some(
            "names of files are relative to the working directory; shell(pwd) or working_directory(D,D) shows it".into(),
        ),
        Fault::Format(_) => Some(
            "each ~w, ~a, ~d and the like takes one element of the list; ~n and ~~ take none".into(),
        ),
        Fault::Other(ball) => match failed_assertion(vm, values, *ball) {
            Some(_) => None,
            None => Some("catch(Goal, Ball, Recovery) catches what Goal throws".into()),
        },
        _ => None,
    }
}

/// The hint for a value that a goal cannot have.
fn value(
    vm: &Vm,
    values: &Tree,
    expected: &str,
    culprit: NodeId,
    goal: Option<&FailedGoal<'_>>,
) -> Option<String> {
    let is_of_list =
        |g: &FailedGoal<'_>| (g.name, g.arity) == ("in", 2) && values.as_cons(culprit).is_some();
    match expected {
        "a float" if matches!(values.node(culprit), Node::Int(_)) => {
            Some("the result is no integer: X ** Y is the power of numbers".into())
        }
        "an integer" if goal.is_some_and(is_of_list) => Some(INS.into()),
        _ => printed_to(goal)
            .or_else(|| order(values, expected, culprit, goal))
            .or_else(|| unsuitable(vm, values, culprit, goal)),
    }
}

/// The hint for a predicate whose clauses are private: a name, or an indicator.
fn documented(vm: &Vm, values: &Tree, culprit: NodeId) -> Option<String> {
    let named = super::wording::indicator(values, culprit);
    let shown = match (named, values.node(culprit)) {
        (Some((name, arity)), _) => format!("{}/{arity}", quoted(vm, name)),
        (None, Node::Atom(name)) => quoted(vm, *name),
        _ => return None,
    };
    Some(format!("help({shown}). describes it"))
}

fn no_value(goal: &FailedGoal<'_>, variable: Option<&str>) -> Option<String> {
    let name = variable.unwrap_or("the variable");
    let advice = match goal.later {
        Some(later) => format!("put this goal after {later}, so that {name} has a value"),
        None => format!("give {name} a value before this goal"),
    };
    if let Some(relation) = arithmetic_relation(goal) {
        let constraint = relation.name();
        return Some(format!(
            "{advice}, or use {constraint} of library(clpz), which works in all directions"
        ));
    }
    if ["label", "labeling", "indomain"].contains(&goal.name) {
        return Some(match variable {
            Some(name) => {
                format!("give {name} a finite domain before this goal, as by {name} in 0..100")
            }
            None => "the variables need finite domains before this goal, as by X in 0..100".into(),
        });
    }
    if (goal.name, goal.arity) == ("ins", 2) {
        return Some(INS.into());
    }
    Some(advice)
}

/// Returns true if a text is a number with nothing around it, as `atom_number/2` and `number_chars/2` read it. A hint
/// shows it, so it is short.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.len() <= LONGEST_NUMBER
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && parse_number(text).is_ok()
}

fn not_evaluable(vm: &mut Vm, name: Atom, arity: u32) -> Option<String> {
    let text = vm.atoms.text(name).to_string();
    if arity == 0 {
        return is_number(&text).then(|| {
            format!("'{text}' in quotes is an atom; atom_number('{text}', N) gives the number")
        });
    }
    if let Some(p) = modules::visible(vm, atoms::USER, name, arity + 1) {
        let shown = indicator_text(vm, p);
        return Some(format!(
            "{shown} is a predicate: call it as a goal of its own, and use its result"
        ));
    }
    if is_programs(vm, atoms::USER, name, arity) {
        let shown = quoted(vm, name);
        return Some(format!(
            "{shown}/{arity} is a predicate, which is true or not, and has no value"
        ));
    }
    near_function(&text, arity)
}

/// The function of arithmetic with a similar name, or with the same one and other operands.
fn near_function(name: &str, arity: u32) -> Option<String> {
    if name.starts_with("pow") {
        return Some("X ^ Y is the power of integers, X ** Y that of numbers".into());
    }
    if (name, arity) == ("sum", 1) {
        return Some("sum_list(List, Sum) adds the elements of a list".into());
    }
    let wanted: Vec<char> = name.chars().collect();
    let allowed = (wanted.len() / 3).clamp(1, 2);
    let found = evaluable::rows()
        .filter(|r| !r.operands.is_empty())
        .filter_map(|r| {
            let distance = edit_distance(&wanted, r.name, allowed)?;
            let is_name = r.name.len() > 1 && distance < wanted.len();
            let is_name = is_name && r.operands.len().abs_diff(arity as usize) <= 1;
            is_name.then_some((distance, r.operands.len().abs_diff(arity as usize), r))
        });
    let (_, _, row) = found.min_by_key(|(distance, other, _)| (*distance, *other))?;
    let operands = ["X", "X, Y", "X, Y, Z"][row.operands.len().min(3) - 1];
    Some(format!(
        "did you mean {}({operands})? It is: {}",
        row.name,
        row.doc.trim_end_matches('.')
    ))
}

/// The orders of arguments that are most often changed.
const ORDERS: &[(&str, u32, &str)] = &[
    ("length", 2, "length(List, Length)"),
    ("nth0", 3, "nth0(Index, List, Element)"),
    ("nth1", 3, "nth1(Index, List, Element)"),
    ("arg", 3, "arg(N, Term, Argument)"),
    ("sum_list", 2, "sum_list(List, Sum)"),
    ("max_list", 2, "max_list(List, Max)"),
    ("min_list", 2, "min_list(List, Min)"),
    ("numlist", 3, "numlist(Low, High, List)"),
    ("between", 3, "between(Low, High, X)"),
];

/// The order of a goal's arguments, if there is a list or another compound in the place of a number, or the other way
/// round.
fn order(
    values: &Tree,
    expected: &str,
    culprit: NodeId,
    goal: Option<&FailedGoal<'_>>,
) -> Option<String> {
    let goal = goal?;
    let is_other = match (expected, values.node(culprit)) {
        ("an integer", Node::Compound { .. }) => true,
        ("a list" | "a compound term", node) => matches!(node, Node::Int(_)),
        _ => false,
    };
    let is_it = |o: &&(&str, u32, &str)| (o.0, o.1) == (goal.name, goal.arity);
    let (.., order) = ORDERS.iter().find(is_it).filter(|_| is_other)?;
    Some(format!("the order of the arguments is {order}"))
}

/// The hint for a goal that writes a term to a stream that there is not.
fn printed_to(goal: Option<&FailedGoal<'_>>) -> Option<String> {
    let goal = goal?;
    let writes = ["write", "writeln", "print", "writeq"].contains(&goal.name) && goal.arity == 2;
    writes.then(|| {
        format!(
            "{}/2 takes a stream first; format(\"~w ~w~n\", [X, Y]) writes several terms",
            goal.name
        )
    })
}

/// Returns true for a conjunction with a number among its goals.
fn has_number(values: &Tree, culprit: NodeId) -> bool {
    let mut rest = culprit;
    while let Some([_, right]) = values.as_compound::<2>(rest, atoms::COMMA) {
        rest = right;
    }
    rest != culprit && matches!(values.node(rest), Node::Int(_) | Node::Float(_))
}

fn unsuitable(
    vm: &Vm,
    values: &Tree,
    culprit: NodeId,
    goal: Option<&FailedGoal<'_>>,
) -> Option<String> {
    if has_number(values, culprit) {
        return Some(
            "a comma stands between goals; a number is written without one: 1000, or 1.5".into(),
        );
    }
    if goal.and_then(arithmetic_relation).is_some() && values.as_cons(culprit).is_some() {
        let is_text = characters(values, culprit).is_some();
        if !is_text {
            return Some(
                "append(Xs, Ys, Zs) joins lists, sum_list(List, Sum) adds the elements of one"
                    .into(),
            );
        }
    }
    if let Some(text) = characters(values, culprit) {
        return Some(of_text(&text, goal.and_then(arithmetic_relation).is_some()));
    }
    let goal = goal?;
    match (goal.name, goal.arity, values.node(culprit)) {
        ("length", 2, Node::Atom(_)) => {
            Some("length(List, N) takes a list; atom_length(Atom, N) takes an atom".into())
        }
        (
            "atom_length" | "atom_chars" | "atom_codes" | "atom_concat" | "upcase_atom",
            _,
            Node::Compound { .. },
        ) => Some(match values.as_compound::<2>(culprit, atoms::PLUS) {
            Some(_) => "+ does not join texts: append/3 joins lists and texts in double quotes, atom_concat/3 atoms".into(),
            None => "term_to_atom(Term, Atom) makes an atom of any term".into(),
        }),
        ("call", _, Node::Int(_) | Node::Float(_)) => Some("a number cannot be called".into()),
        ("phrase", _, Node::Atom(a)) => {
            let text = vm.atoms.text(*a);
            Some(format!(
                "a grammar describes lists; \"{}\" in double quotes is the list of its letters",
                &*text
            ))
        }
        ("number_codes", 2, Node::Atom(_)) => {
            Some("a text in double quotes is a list of characters: number_chars(N, Text)".into())
        }
        ("in", 2, _) if values.as_cons(culprit).is_some() => {
            Some("member(X, List) takes the elements of a list; a domain is written 1..3 or 1 \\/ 5".into())
        }
        _ => None,
    }
}

/// The hint for a text in double quotes where a goal takes something else.
fn of_text(text: &str, is_arithmetic: bool) -> String {
    match (is_arithmetic, is_number(text)) {
        (true, true) => format!("number_chars(N, \"{text}\") gives the number that a text is"),
        (true, false) => {
            "this is a text; append(Xs, Ys, Zs) joins texts, number_chars(N, Text) reads a number"
                .into()
        }
        (false, _) => format!(
            "double quotes make a list of characters; write {} for an atom, or set \
             :- set_prolog_flag(double_quotes, atom).",
            crate::syntax::quoted_atom(text)
        ),
    }
}

/// The text of a list of characters with two elements or more.
fn characters(tree: &Tree, node: NodeId) -> Option<String> {
    let mut text = String::new();
    let mut rest = node;
    while let Some((head, tail)) = tree.as_cons(rest) {
        let Node::Atom(a) = *tree.node(head) else {
            return None;
        };
        text.push(a.as_char()?);
        rest = tail;
    }
    let is_list = matches!(*tree.node(rest), Node::Atom(atoms::NIL));
    (is_list && !text.is_empty()).then_some(text)
}

fn static_procedure(vm: &mut Vm, name: Atom, arity: u32) -> Option<String> {
    let shown = quoted(vm, name);
    let p = modules::visible(vm, atoms::USER, name, arity)?;
    let pred = vm.db.pred(p);
    let is_programs = matches!(pred.kind, PredicateKind::Static) && !pred.properties.library;
    Some(match is_programs {
        true => format!("write :- dynamic({shown}/{arity}). before its clauses"),
        false => format!("{shown}/{arity} belongs to the system; take another name"),
    })
}

fn unknown_predicate(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> Option<String> {
    let shown = quoted(vm, name);
    if module != atoms::USER && vm.ext.modules.get(module).is_none() {
        return no_module(vm, module, name, arity);
    }
    if let Some(row) = library::exporter(vm, name, arity) {
        let library = library::name(row).rsplit('/').next().unwrap_or_default();
        return Some(format!(
            "it is in a library: :- use_module(library({library}))."
        ));
    }
    if let Some(hint) = of_other_languages(&vm.atoms.text(name), arity)
        && !has_other_arity(vm, module, name)
    {
        return Some(hint);
    }
    if let Some(hint) = skipped_clause(vm, name) {
        return Some(hint);
    }
    let arities = other_arities(vm, module, name, arity);
    // Called without the two lists that the rule has as a predicate, or with one of them.
    for lists in [2, 1] {
        let is_one = arities.contains(&(arity + lists)) && arity + lists >= 2;
        if is_one && is_grammars(vm, module, name, arity + lists) {
            return Some(format!(
                "{shown} is a rule of a grammar: phrase({shown}{}, List) asks whether it describes a list",
                if arity + lists == 2 { "" } else { "(...)" }
            ));
        }
    }
    if !arities.is_empty() {
        let all = arities.iter().take(MOST_ARITIES);
        let all: Vec<String> = all.map(|a| format!("{shown}/{a}")).collect();
        return Some(format!(
            "there is {}: the number of arguments differs",
            all.join(", ")
        ));
    }
    if let Some((near, arity)) = near_name(vm, module, name, Some(arity)) {
        return Some(format!("did you mean {near}/{arity}?"));
    }
    if vm.ext.modules.is_library(module) {
        let module = quoted(vm, module);
        return Some(format!(
            "module_property({module}, exports(L)). shows the predicates that module {module} exports"
        ));
    }
    Some(undefined(vm, &shown, arity))
}

/// The hint for a predicate that nothing is similar to.
fn undefined(vm: &Vm, shown: &str, arity: u32) -> String {
    let is_empty = !vm.db.preds().any(|(_, d)| {
        d.module != atoms::SYSTEM
            && !d.properties.library
            && matches!(d.kind, PredicateKind::Static | PredicateKind::Dynamic)
    });
    let all_skipped = vm.ext.loader.files.values().flat_map(|f| &f.skipped).next();
    if let (true, Some(first)) = (is_empty, all_skipped) {
        let file = first.text.rsplit('/').next().unwrap_or(&first.text);
        return format!(
            "no clause was loaded; the first syntax error is in {file}:{}",
            first.line
        );
    }
    match is_empty {
        true => format!(
            "no program is loaded; [user]. lets you type clauses of {shown}/{arity}, assertz(Fact) adds one, and ['file.pl']. loads a file"
        ),
        false => format!(
            "define {shown}/{arity}, or write :- dynamic({shown}/{arity}). if it may have no clauses"
        ),
    }
}

/// Returns true if the program defines a predicate of this name.
fn has_other_arity(vm: &Vm, module: Atom, name: Atom) -> bool {
    vm.db.preds().any(|(p, d)| {
        (d.module, d.name) == (module, name) && !d.properties.library && vm.db.is_defined(p)
    })
}

/// The hint for a predicate that may lack a clause because of a syntax error.
fn skipped_clause(vm: &Vm, name: Atom) -> Option<String> {
    let text = vm.atoms.text(name);
    let mut skipped = vm.ext.loader.files.values().flat_map(|f| &f.skipped);
    let found = skipped.find(|s| *s.name == *text)?;
    let file = found.text.rsplit('/').next().unwrap_or(&found.text);
    Some(format!(
        "a clause of {} was skipped because of its syntax error: {file}:{}",
        quoted(vm, name),
        found.line
    ))
}

/// The arities of the predicates of a name that a goal with another arity may intend.
fn other_arities(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> Vec<u32> {
    let mut arities: Vec<u32> = vm
        .db
        .preds()
        .filter(|(p, d)| {
            d.name == name
                && (d.module == module || d.module == atoms::USER || d.module == atoms::SYSTEM)
                && vm.db.is_defined(*p)
        })
        .map(|(_, d)| d.arity)
        .collect();
    let exported = library::exported(vm).into_iter();
    arities.extend(exported.filter(|(n, _)| *n == name).map(|(_, a)| a));
    // A goal with arguments is not a misspelt atom of a library.
    let is_word = |a: &u32| *a == 0 && arity > 0;
    arities.retain(|a| *a != arity && (!is_word(a) || is_programs(vm, module, name, *a)));
    arities.sort_unstable();
    arities.dedup();
    arities
}

/// The hint for a goal of a module that is not loaded.
fn no_module(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> Option<String> {
    let text = vm.atoms.text(module).to_string();
    let wanted: Vec<char> = text.chars().collect();
    let allowed = (wanted.len() / 3).clamp(1, 2);
    let modules: Vec<Atom> = vm.ext.modules.iter().map(|(m, _)| m).collect();
    let near = modules.iter().filter_map(|m| {
        let other = vm.atoms.text(*m).to_string();
        let is_own = !other.starts_with('$');
        Some((
            edit_distance(&wanted, &other, allowed).filter(|_| is_own)?,
            other,
        ))
    });
    let shown = quoted(vm, module);
    Some(match near.min() {
        Some((_, other)) => format!("there is no module {shown}; did you mean {other}?"),
        None => match did_you_mean(vm, atoms::USER, name, arity) {
            Some(hint) => format!("there is no module {shown}; without it: {hint}"),
            None => format!("there is no module {shown}; :- module({shown}, [...]). begins one"),
        },
    })
}

/// Returns true if the program defines a predicate.
fn is_programs(vm: &Vm, module: Atom, name: Atom, arity: u32) -> bool {
    let found = modules::entry(vm, module, name, arity);
    found.is_some_and(|p| vm.db.is_defined(p) && !vm.db.pred(p).properties.library)
}

/// Returns true if the first clause of a predicate was written as the rule of a grammar.
fn is_grammars(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> bool {
    let found = modules::entry(vm, module, name, arity);
    let Some(p) = found else {
        return false;
    };
    let Some(first) = vm.db.all_clauses(p).into_iter().next() else {
        let is_deferred = vm.db.pred(p).properties.deferred;
        return is_deferred && vm.ext.loader.deferred.begins_with_grammar(p);
    };
    let clause = ClauseTexts::default().clause(vm, first);
    clause.is_some_and(|c| {
        let tree = &c.term.tree;
        tree.as_compound::<2>(tree.root(), atoms::DCG_ARROW)
            .is_some()
    })
}

/// The Prolog for a word of other languages.
fn of_other_languages(name: &str, arity: u32) -> Option<String> {
    Some(match (name, arity) {
        ("return", _) => {
            "a predicate has no result: one of its arguments is unified with it".into()
        }
        ("if", _) | ("then", _) | ("else", _) => "write ( Condition -> Then ; Else )".into(),
        ("while" | "for", _) => "there are no loops: use recursion, between/3, or forall/2".into(),
        ("print", 2..) | ("printf", _) | ("puts", _) | ("echo", _) => {
            "format(\"~w ~w~n\", [X, Y]) writes values into a text".into()
        }
        ("println", _) => {
            "writeln/1 writes a term and ends the line; format/2 writes values into a text".into()
        }
        ("not", 1) => "write \\+ Goal".into(),
        ("len", 2) => "length(List, N) is the length of a list".into(),
        ("import", _) | ("include", 2..) => ":- use_module(library(Name)). loads a library".into(),
        (":-", 2) | ("-->", 2) => {
            "a clause is not a query: type it after [user]. , put it into a file, or add it by assertz((Head :- Body))".into()
        }
        (":-" | "?-", 1) => {
            "a directive stands in a file; here, the goal itself is a query".into()
        }
        ("|", 2) => "a semicolon between two goals means or".into(),
        ("+" | "*" | "/" | "//" | "**" | "^" | "mod" | "rem", 2) => format!(
            "an expression is not a goal: X is 1 {name} 2 computes its value"
        ),
        ("-", 2) => {
            "an expression is not a goal: X is 2 - 1 computes its value; a name has no hyphen: my_name".into()
        }
        ("explain", 1) => "why(Goal). explains why a goal is true or fails".into(),
        ("man" | "manual" | "doc", 1) => "help(append/3). shows the documentation".into(),
        ("labeling", 1) => "label(Variables), or labeling(Options, Variables)".into(),
        ("include", 1) => "['file.pl']. loads a file".into(),
        ("dir", 0) => "ls. lists the files of the working directory".into(),
        ("quit" | "exit" | "stop", 0 | 1) => "halt. ends Horn".into(),
        ("clear" | "cls", 0) => "Ctrl-L clears the screen".into(),
        ("load", 1) => "[family]. loads the file family.pl".into(),
        _ => return None,
    })
}
