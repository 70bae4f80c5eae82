//! Links to the program with the names of other systems, which choose their dialects.

#![cfg(unix)]

use std::process::Command;

#[test]
fn a_link_with_the_name_of_another_system_chooses_its_dialect() {
    let folder = std::env::temp_dir().join(format!("horn_names_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, dialect) in [("swipl", "swi"), ("gprolog", "gnu"), ("plain", "horn")] {
        let link = folder.join(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_horn"), &link).expect("a link");
        let goal = "current_prolog_flag(emulated_dialect, D), current_prolog_flag(executable, E), writeq(D-E), halt";
        let done = Command::new(&link).args(["-q", "-t", goal]).output();
        let text = String::from_utf8(done.expect("horn runs").stdout).expect("text");
        assert_eq!(text, format!("{dialect}-'{}'", link.display()));
        // As a shell finds it.
        let found = Command::new(name)
            .env("PATH", &folder)
            .args(["-q", "-t", goal])
            .output();
        assert_eq!(
            String::from_utf8(found.expect("horn runs").stdout).expect("text"),
            text
        );
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}
