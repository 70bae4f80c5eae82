//! What `horn test` promises: failures as they happen, time limits, the lines at fault, exit statuses.

use horn::{CheckEvent, CheckOptions, Document, Strictness};
use std::process::Command;
use std::time::Duration;

#[test]
fn a_missing_file_names_the_line_that_asks_for_it() {
    for (kind, text, place) in [
        (
            Document::Markdown,
            "# T\n\n```prolog load=no_such.pl\n?- true.\n```\n",
            "d:3: no_such.pl: ",
        ),
        (
            Document::Transcript,
            "A title\n$ horn no_such.pl\n?- true.\n   true.\n",
            "d:2: no_such.pl: ",
        ),
    ] {
        let error = kind.check("d", text, Strictness::Exact);
        let error = error.expect_err("a missing file").to_string();
        assert!(error.starts_with(place), "{error}");
    }
}

#[test]
fn failures_are_reported_as_they_happen() {
    let text = "p(1).\n:- p(2).\n?- p(X).\n   X = 2.\n\n?- repeat, fail.\n   true.\n\n?- p(1).\n   true.\n";
    let mut seen = Vec::new();
    let checked = Document::Program
        .check_with(
            "p.pl",
            text,
            &mut CheckOptions {
                strictness: Strictness::Exact,
                timeout: Some(Duration::from_millis(100)),
                wanted: &|_| true,
                prepare: None,
                coverage: false,
                listener: &mut |event| {
                    seen.extend(match event {
                        CheckEvent::Message(m) => m.position().map(|p| p.line as usize),
                        CheckEvent::Failure(f) => Some(f.query_line),
                        _ => None,
                    });
                },
            },
        )
        .expect("no halt");
    assert_eq!(seen, [2, 3, 6]);
    assert!(!checked.is_mended());
    // An answer that a time limit cut short is not written into the file.
    assert!(
        checked
            .report
            .blessed
            .contains("?- repeat, fail.\n   true.\n")
    );
    assert!(checked.report.blessed.contains("?- p(X).\n   X = 1.\n"));
}

#[test]
fn blessing_that_mends_everything_ends_with_success() {
    let folder = std::env::temp_dir().join(format!("horn_bless_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("q.pl");
    let run = |text: &str, options: &[&str]| {
        std::fs::write(&file, text).expect("a file");
        let done = Command::new(env!("CARGO_BIN_EXE_horn"))
            .arg("test")
            .args(options)
            .arg(&file)
            .output()
            .expect("horn runs");
        (
            done.status.code(),
            String::from_utf8_lossy(&done.stdout).into_owned(),
        )
    };
    let wrong = "q(1).\n\n?- q(X).\n   X = 2.\n";
    let (status, shown) = run(wrong, &[]);
    assert_eq!(status, Some(1));
    assert!(shown.contains("q.pl:3: ?- q(X)."), "{shown}");
    assert_eq!(run(wrong, &["--bless"]).0, Some(0));
    let malformed = "q(1).\n\n?- q(X).\n   X = 1, false.\n";
    assert_eq!(run(malformed, &["--bless"]).0, Some(1));
    let slow = "?- repeat, fail.\n   true.\n";
    assert_eq!(run(slow, &["--bless", "--timeout", "0.2"]).0, Some(1));
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn a_load_that_takes_too_long_ends() {
    let check = |text: &str| {
        let mut options = CheckOptions {
            strictness: Strictness::Exact,
            timeout: Some(Duration::from_millis(100)),
            wanted: &|_| true,
            listener: &mut |_| (),
            prepare: None,
            coverage: false,
        };
        Document::Program.check_with("p.pl", text, &mut options)
    };
    let error = check(":- repeat, fail.\n?- true.\n   true.\n");
    let error = error.expect_err("no end").to_string();
    assert!(error.contains("resource_error(time)"), "{error}");
    assert!(check(":- true.\n?- true.\n   true.\n").is_ok());
}
