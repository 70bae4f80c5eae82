//! The sessions of a shell in pages of `docs/`: blocks marked `console`, whose lines `$ COMMAND` print the lines below
//! them. With `BLESS=1` in the environment the pages are written. Also the completions and the manual page.

use crate::readme::shell;
use crate::test_runner::horn;
use std::path::Path;

/// The page with what its commands print.
fn with_output(page: &str) -> String {
    let (mut done, mut in_block, mut in_output) = (String::new(), false, false);
    for line in page.lines() {
        match (in_block, line.strip_prefix("$ ")) {
            (false, _) => in_block = line == "```console",
            (true, Some(command)) => {
                let output = shell(&format!("{command} 2>&1"), "");
                done.push_str(&format!("{line}\n{output}"));
                in_output = true;
                continue;
            }
            (true, None) if line == "```" => (in_block, in_output) = (false, false),
            (true, None) if in_output => continue,
            (true, None) => {}
        }
        done.push_str(&format!("{line}\n"));
    }
    done
}

#[test]
#[cfg(unix)]
fn the_sessions_of_the_pages_are_as_printed() {
    for name in ["docs/testing.md", "docs/teaching.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let page = std::fs::read_to_string(&path).expect("a page");
        let expected = with_output(&page);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, expected).expect("a page");
        } else {
            assert_eq!(page, expected, "{name}");
        }
    }
}

#[test]
fn completions_and_the_manual_page_have_all_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = horn(&["completions", shell]);
        let script = String::from_utf8_lossy(&done.stdout).into_owned();
        for word in ["lint", "grade", "--junit", "--memory"] {
            let word = match shell {
                "fish" => word.trim_start_matches('-'),
                _ => word,
            };
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let done = horn(&["man"]);
    let page = String::from_utf8_lossy(&done.stdout).replace("\\-", "-");
    for word in [
        ".TH horn 1",
        "HORN GRADE",
        "--junit",
        "--color",
        "HORN TEST",
    ] {
        assert!(page.contains(word), "{word}");
    }
    assert!(!page.contains("--worker"));
}
