//! The adapter for Logtalk, `examples/logtalk/horn.pl`: each predicate of its interface does what Logtalk expects.
//!
//! The program of the test has one check a clause, and stands in for the predicates of Logtalk's core that the adapter
//! calls.

use horn::{Access, Machine};
use std::fs;

#[test]
fn the_adapter_for_logtalk_keeps_its_interface() {
    let folder = std::env::temp_dir().join(format!("horn-logtalk-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let access = Access::all().working_directory(&folder);
    let mut machine = Machine::builder()
        .access(access)
        .build()
        .expect("a machine");
    let adapter = include_str!("../../examples/logtalk/horn.pl");
    let messages = machine.consult_str("horn.pl", adapter);
    // The core, which defines what the adapter calls, is not there.
    let messages = messages.expect("the adapter is loaded");
    let others: Vec<String> = messages
        .iter()
        .map(|m| m.message.clone())
        .filter(|m| !m.contains("not defined"))
        .collect();
    assert_eq!(others, Vec::<String>::new());
    let checks = include_str!("logtalk_adapter.pl");
    machine
        .consult_str("logtalk_adapter.pl", checks)
        .expect("the program of the test");
    assert_eq!(
        machine.answers("failed(Names), Names = []"),
        "   Names = [].\n",
        "{}",
        machine.answers("failed(Names)")
    );
    fs::remove_dir_all(&folder).expect("the folder is removed");
}
