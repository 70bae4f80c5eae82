//! What `horn test` promises: failures as they happen, time limits, the lines at fault, exit statuses, reports of the
//! folder `runner`.

use horn::{CheckEvent, CheckOptions, Document, Strictness};
use std::process::{Command, Output};
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

/// Runs `horn` in the folder of these tests.
pub(crate) fn horn(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/host"))
        .output()
        .expect("horn runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The text with `T` in place of the numbers after these words.
pub(crate) fn without_times(text: &str, before: &[&str]) -> String {
    let mut done = text.to_string();
    for word in before {
        let mut parts = done.split(word);
        let mut masked = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-');
            masked.push_str(word);
            masked.push('T');
            masked.push_str(part.trim_start_matches(is_number));
        }
        done = masked;
    }
    done
}

/// Compares a text with the snapshot of this name in `tests/snapshots`.
pub(crate) fn assert_snapshot(name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => "../snapshots",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn a_folder_with_failures_as_text() {
    let done = horn(&["test", "--timeout", "0.5", "--coverage", "runner"]);
    assert_eq!(done.status.code(), Some(2));
    assert_snapshot("test_folder_text", &text(&done.stdout));
    let errors = text(&done.stderr);
    assert!(errors.contains("runner/more/faulty.pl:1:4"), "{errors}");
    assert!(!errors.contains("endless"), "{errors}");
    // The same, whatever the number of threads.
    let alone = horn(&["test", "--timeout", "0.5", "--coverage", "-j1", "runner"]);
    assert_eq!(done.stdout, alone.stdout);
}

#[test]
fn a_folder_with_failures_as_json() {
    let done = horn(&["test", "--timeout", "0.5", "--json", "runner"]);
    assert_eq!(done.status.code(), Some(2));
    let lines = text(&done.stdout);
    for line in lines.lines() {
        let object: serde_json::Value = serde_json::from_str(line).expect("an object");
        assert!(object["type"].is_string(), "{line}");
    }
    assert_snapshot(
        "test_folder_json",
        &without_times(&lines, &["\"seconds\":"]),
    );
}

#[test]
fn a_folder_with_failures_for_junit() {
    let file = std::env::temp_dir().join(format!("horn_junit_{}.xml", std::process::id()));
    let path = file.to_str().expect("a path");
    let done = horn(&["test", "--timeout", "0.5", "--junit", path, "runner"]);
    assert_eq!(done.status.code(), Some(2));
    let report = std::fs::read_to_string(&file).expect("a report");
    std::fs::remove_file(&file).expect("the report");
    assert_snapshot("test_folder_junit", &without_times(&report, &["time=\""]));
}

#[test]
fn some_queries_can_be_chosen() {
    let listed = horn(&["test", "--list", "--filter", "lists.pl:1", "runner"]);
    let expected = "runner/lists.pl:10: ?- len([a,b], N).\nrunner/lists.pl:12: ?- last_of([a,b,c], X).\n\
                    runner/lists.pl:14: ?- append(Xs, Ys, [a,b]).\nrunner/lists.pl:18: ?- len(L, a).\n";
    assert_eq!(text(&listed.stdout), expected);
    let one = horn(&["test", "--filter", "len([a,b]", "runner"]);
    assert_eq!(text(&one.stdout), "runner/lists.pl: 1 hold\n");
    assert_eq!(one.status.code(), Some(0));
    assert_eq!(
        horn(&["test", "--filter", "no such", "runner"])
            .status
            .code(),
        Some(2)
    );
    assert_eq!(horn(&["test", "no/such/file.pl"]).status.code(), Some(2));
    assert_eq!(horn(&["test", "--no-such-option"]).status.code(), Some(2));
}

#[test]
fn answers_are_replaced_after_a_question() {
    use std::io::Write;
    let folder = std::env::temp_dir().join(format!("horn_ask_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("q.pl");
    let wrong =
        "?- X = 1.\n   X = 2.\n?- X = 3.\n   X = 4.\n?- X = 5.\n   X = 6.\n?- X = 7.\n   X = 7.\n";
    for (answers, replaced, status) in [
        ("y\nhuh\nn\nq\n", vec!["2"], 1),
        ("n\na\n", vec!["4", "6"], 1),
        ("a\n", vec!["2", "4", "6"], 0),
        ("", vec![], 1),
    ] {
        std::fs::write(&file, wrong).expect("a file");
        let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
            .args(["test", "--bless=ask"])
            .arg(&file)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("horn runs");
        let mut input = child.stdin.take().expect("a pipe");
        // The program may have ended before it has read all.
        let _ = input.write_all(answers.as_bytes());
        drop(input);
        let done = child.wait_with_output().expect("an end");
        let mut expected = wrong.to_string();
        for n in replaced {
            let right = n.parse::<i32>().expect("a number") - 1;
            expected = expected.replace(&format!("   X = {n}."), &format!("   X = {right}."));
        }
        assert_eq!(
            std::fs::read_to_string(&file).expect("the file"),
            expected,
            "{answers}"
        );
        assert_eq!(done.status.code(), Some(status), "{answers}");
        assert!(text(&done.stdout).contains("Replace the expected answers?"));
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn changes_are_run_again() {
    use std::io::{BufRead, BufReader};

    let folder = std::env::temp_dir().join(format!("horn_watch_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (program, tests) = (folder.join("p.pl"), folder.join("t.pl"));
    std::fs::write(&program, "p(1).\n").expect("a file");
    std::fs::write(&tests, ":- [p].\n?- p(X).\n   X = 1.\n").expect("a file");
    let other = folder.join("o.pl");
    std::fs::write(&other, "?- true.\n   true.\n").expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(["test", "--watch"])
        .args([&tests, &other])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("horn runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut until = |end: &str| {
        let lines = lines.by_ref().map(|l| l.expect("a line"));
        let mut seen = Vec::new();
        for line in lines {
            seen.push(line.clone());
            if line.contains(end) {
                return seen.join("\n");
            }
        }
        panic!("no {end} in {seen:?}");
    };
    until("2 files, 2 queries: 2 hold");
    let watched = errors.next().expect("a line").expect("a text");
    assert!(watched.starts_with("% 3 files are watched"), "{watched}");
    // The document that loads the program runs, and no other one.
    std::fs::write(&program, "p(1).\np(22).\n").expect("a file");
    let seen = until("1 of 1 do not hold");
    assert!(seen.contains("X = 22") && !seen.contains("o.pl"), "{seen}");
    child.kill().expect("it runs");
    child.wait().expect("an end");
    std::fs::remove_dir_all(&folder).expect("the folder");
}

#[test]
fn a_query_that_does_not_end_is_noted_with_its_time_limit() {
    let text = "p :- q.\nq :- p.\n\n?- p.\n   true.\n";
    for (kind, text) in [
        (Document::Program, text.to_string()),
        (Document::Markdown, format!("# A\n\n```prolog\n{text}```\n")),
    ] {
        let checked = kind
            .check_with(
                "d",
                &text,
                &mut CheckOptions {
                    strictness: Strictness::Exact,
                    timeout: Some(Duration::from_secs(4)),
                    wanted: &|_| true,
                    prepare: None,
                    coverage: false,
                    listener: &mut |_| {},
                },
            )
            .expect("no halt");
        let failure = &checked.report.failures[0];
        assert!(!failure.mended);
        assert_eq!(
            failure.actual.lines().last(),
            Some(
                "   % this goal does not end: it returns to the same call of `p/0` again and again"
            )
        );
    }
}
