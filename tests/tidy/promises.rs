//! Files whose heads say what they do not know, such as "Knows no variables", name no type of it.

use crate::none;
use crate::source::{Source, sources};

const TERMS: &[&str] = &["Tree", "NodeId", "Cell", "Heap", "Atom"];
const STREAMS: &[&str] = &["StreamId", "Cell", "Heap"];
const OPERATORS: &[&str] = &["OpTable", "OpDef"];
const VARIABLES: &[&str] = &["VarId", "Vars"];
const DOMAINS: &[&str] = &["Domain", "Bound"];
const STORE: &[&str] = &["Store", "Slot", "Queue"];
const QUEUE: &[&str] = &["Fifo", "ImmediateRunner"];
const TASKS: &[&str] = &["CumulativeTask", "TaskBounds"];
const CONSTRAINTS: &[&str] = &["Constraint", "Constrain", "AnyConstraint"];
const PROPAGATORS: &[&str] = &["Propagator", "Prop", "Dispatch", "Advisor"];

/// The files that make such a promise, with the names that they may not contain outside of tests.
const PROMISES: &[(&str, &[&[&str]])] = &[
    ("fd/constraints/addends", &[CONSTRAINTS]),
    ("fd/constraints/global/hall_intervals", &[CONSTRAINTS]),
    ("fd/constraints/global/matching", &[CONSTRAINTS]),
    ("fd/constraints/global/matching_bits", &[CONSTRAINTS]),
    ("fd/constraints/global/matching_words", &[CONSTRAINTS]),
    ("fd/constraints/global/resource_profile", &[TASKS]),
    ("fd/constraints/global/scc", &[VARIABLES]),
    ("fd/constraints/global/theta_tree", &[VARIABLES]),
    ("fd/constraints/indexical/eval", &[PROPAGATORS]),
    ("fd/constraints/indexical/program", &[TERMS]),
    ("fd/constraints/indexical/set", &[VARIABLES]),
    ("fd/constraints/support", &[CONSTRAINTS]),
    ("fd/kernel/bound", &[&["Domain"], VARIABLES]),
    ("fd/kernel/domain", &[VARIABLES]),
    ("fd/kernel/domain_ops", &[PROPAGATORS]),
    ("fd/kernel/event", &[VARIABLES, STORE, PROPAGATORS]),
    ("fd/kernel/int_math", &[DOMAINS, VARIABLES]),
    ("fd/kernel/store", &[TERMS]),
    ("fd/kernel/subscription", &[PROPAGATORS, QUEUE]),
    ("fd/kernel/trace", &[TERMS]),
    ("fd/kernel/trail", &[PROPAGATORS]),
    ("fd/kernel/windows", &[PROPAGATORS]),
    ("syntax/lexer", &[OPERATORS, TERMS]),
    ("syntax/read_options", &[STREAMS]),
    ("system/access", &[TERMS]),
    ("system/file_space", &[TERMS]),
];

/// The comment at the start of a file, as one line.
fn head(source: &Source) -> String {
    let lines = source.text.lines().map_while(|l| l.strip_prefix("//!"));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

fn promises(source: &Source) -> bool {
    let head = head(source);
    ["nows no ", "nows neither ", "nows nothing"]
        .iter()
        .any(|words| head.contains(words))
}

#[test]
fn files_keep_the_promises_of_their_heads() {
    let mut complaints = Vec::new();
    let mut rows: Vec<&str> = PROMISES.iter().map(|(file, _)| *file).collect();
    for source in sources() {
        let file = source.path.trim_start_matches("src/");
        let file = file.trim_end_matches(".rs");
        let row = PROMISES.iter().find(|(name, _)| *name == file);
        // The promises of folders are kept by the table of layers.
        let is_folder = file.ends_with("/mod") || file == "lib";
        match row {
            None if promises(&source) && !is_folder => {
                complaints.push(format!("{}: has no row", source.path));
            }
            None => {}
            Some((_, names)) => {
                rows.retain(|row| *row != file);
                if !promises(&source) {
                    complaints.push(format!("{}: promises nothing", source.path));
                }
                let names: Vec<&str> = names.concat();
                let tokens = source.tokens();
                let found = tokens.iter().filter(|t| names.contains(&t.text));
                let found = found.map(|t| format!("{}:{}: {}", source.path, t.line, t.text));
                complaints.extend(found);
            }
        }
    }
    complaints.extend(
        rows.iter()
            .map(|row| format!("{row}: there is no such file")),
    );
    none("promises of heads that are not kept", complaints);
}
