//! A C program that uses the interface, compiled with the system's compiler and run.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the libraries that were built with this test.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("the test program");
    let deps = test.parent().expect("a folder");
    match deps.join("libhorn_c.a").exists() {
        true => deps.to_path_buf(),
        false => deps.parent().expect("a folder").to_path_buf(),
    }
}

fn has_compiler() -> bool {
    Command::new("cc")
        .arg("--version")
        .output()
        .is_ok_and(|o| o.status.success())
}

#[cfg(target_os = "linux")]
#[test]
fn a_c_program_embeds_horn() {
    if !has_compiler() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = std::env::temp_dir().join(format!("horn-c-{}", std::process::id()));
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(folder.join("include"))
        .arg(folder.join("tests/embed.c"))
        .arg("-o")
        .arg(&program)
        .arg(libraries().join("libhorn_c.a"))
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .expect("a compiler");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let run = Command::new(&program).output().expect("a program");
    std::fs::remove_file(&program).expect("the program");
    let expected = include_str!("embed.txt");
    assert_eq!(String::from_utf8_lossy(&run.stdout), expected);
    assert!(run.status.success());
}

/// Every function of the header is in the library, and the other way round.
#[test]
fn the_header_declares_what_the_library_has() {
    let names = |text: &str, before: &str| {
        let mut names: Vec<String> = text
            .lines()
            .filter(|line| line.contains(before) && !line.trim_start().starts_with(['*', '/']))
            .filter_map(|line| {
                let start = line.find("horn_")?;
                let tail = &line[start..];
                let all = tail.match_indices("horn_").map(|(i, _)| &tail[i..]);
                let name = |t: &str| -> String {
                    t.chars()
                        .take_while(|c| c.is_alphanumeric() || *c == '_')
                        .collect()
                };
                all.map(name).find(|n| line.contains(&format!("{n}(")))
            })
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let header = names(include_str!("../include/horn.h"), "(");
    let sources = [
        include_str!("../src/machines.rs"),
        include_str!("../src/calls.rs"),
    ];
    let library = names(&sources.concat(), "extern \"C\" fn horn_");
    assert_eq!(header, library);
}
