//! The code of clauses, file by file: what the compiler makes of `listing/*.pl`. A difference is
//! not an error in itself, but it must be looked at: `INSTA_UPDATE=always` takes the new code.

use horn::Machine;

#[test]
fn clauses() {
    insta::glob!("../listing", "*.pl", |path| {
        let mut machine = Machine::new();
        machine.consult_file(path).expect("a program");
        let text = std::fs::read_to_string(path).expect("a text file");
        machine.capture();
        for name in names(&text) {
            assert!(machine.run(&format!("vm_list({name})")).expect("no error"));
        }
        let code = machine.end_capture();
        insta::with_settings!({
            snapshot_path => "../snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(code);
        });
    });
}

/// The names of the predicates of a program, in order: those that stand at the start of a line.
fn names(text: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for line in text.lines() {
        let name = line
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next();
        let name = name.filter(|n| n.starts_with(char::is_lowercase) && !names.contains(n));
        names.extend(name);
    }
    names
}
