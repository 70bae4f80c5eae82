//! What `horn grade` promises: the marks of the class in the folder `class`, of which many are hostile; faults of
//! exercises; submissions that crash.

use crate::test_runner::{assert_snapshot, horn, without_times};
use horn::{Error, Exercise, MarkLimits, Verdict};
use std::path::Path;
use std::time::Duration;

#[test]
fn a_class_is_marked() {
    let trace = Path::new("/tmp/horn_class_was_here");
    assert!(!trace.exists(), "{} is in the way", trace.display());
    let done = horn(&["grade", "class/exercise.pl", "class/submissions", "--json"]);
    let lines = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(0), "{lines}");
    assert!(
        !trace.exists(),
        "a submission has reached a file or a process"
    );
    let mut report = String::new();
    for line in lines.lines() {
        let object: serde_json::Value = serde_json::from_str(line).expect("an object");
        let marks = object["marks"].as_array().expect("marks");
        let sum: f64 = marks.iter().filter_map(|m| m["points"].as_f64()).sum();
        assert_eq!(Some(sum), object["points"].as_f64(), "{line}");
        // Which limit a hostile query reaches first depends on the computer.
        let shown = |m: &serde_json::Value| m["points"].to_string().replace(".0", "");
        for (name, number, verdict) in [
            ("15_loops", 0, "time"),
            ("30_prints", 7, "output"),
            ("01_right", 0, "holds"),
            ("08_off", 0, "differs"),
        ] {
            if object["submission"]
                .as_str()
                .is_some_and(|s| s.contains(name))
            {
                assert_eq!(marks[number]["verdict"], verdict, "{line}");
            }
        }
        let marks: Vec<String> = marks.iter().map(shown).collect();
        let notes = object["notes"].as_array().expect("notes");
        report.push_str(&format!(
            "{}: {} of {}: {}\n    {} errors, {notes:?}\n",
            object["submission"].as_str().unwrap_or_default(),
            object["points"],
            object["of"],
            marks.join(" "),
            object["errors"],
        ));
    }
    assert!(report.lines().count() >= 60, "{report}");
    assert_snapshot("class", &without_times(&report, &["seconds"]));
}

const EXERCISE: &str =
    "% asks for p/1\n\n% 2 points: one\n?- p(X).\n   X = 1.\n\n?- p(2).\n   false.\n";

#[test]
fn marks_as_a_table_and_as_values() {
    let folder = std::env::temp_dir().join(format!("horn_grade_{}", std::process::id()));
    std::fs::create_dir_all(folder.join("class")).expect("a folder");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    for (name, text) in [
        ("exercise.pl", EXERCISE),
        ("class/=ann.pl", "p(1)."),
        ("class/bob.pl", "p(1). p(2)."),
    ] {
        std::fs::write(path(name), text).expect("a file");
    }
    let arguments = ["grade", &path("exercise.pl"), &path("class")];
    let shown = |option: &[&str]| {
        let done = horn(&[&arguments[..], option].concat());
        assert_eq!(done.status.code(), Some(0));
        String::from_utf8_lossy(&done.stdout).replace(&path("class/"), "")
    };
    let table = "1. 2 points, line 4: one\n2. 1 point, line 7: ?- p(2).\n\n\
                 submission  1  2  of 3\n=ann.pl     2  1     3\nbob.pl      0  0     0\n\n\
                 2 submissions, 1.5 points on average\n";
    let lines: Vec<String> = shown(&[])
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let expected: Vec<String> = table
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(lines, expected);
    let details = shown(&["--details"]);
    let lost = "bob.pl: 1. one: 0\n?- p(X).\n- expected, + actual:\n     X = 1\n+ ;  X = 2\n";
    assert!(details.contains(lost), "{details}");
    let values =
        "submission,one,?- p(2).,points,of,remarks\r\n=ann.pl,2,1,3,3,\r\nbob.pl,0,0,0,3,\r\n";
    assert_eq!(shown(&["--csv"]), values);
    // A submission that does not exist is reported, and the others are marked.
    let done = horn(&[&arguments[..], &[&path("class/none.pl")]].concat());
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stdout).contains("cannot be read"));
    #[cfg(unix)]
    not_marked(&folder);
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// A link to a solution and a named pipe are not read.
#[cfg(unix)]
fn not_marked(folder: &Path) {
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    std::os::unix::fs::symlink(path("class/=ann.pl"), path("link.pl")).expect("a link");
    let made = std::process::Command::new("mkfifo")
        .arg(path("pipe.pl"))
        .status();
    assert!(made.expect("mkfifo runs").success());
    let done = horn(&[
        "grade",
        &path("exercise.pl"),
        &path("link.pl"),
        &path("pipe.pl"),
    ]);
    assert_eq!(done.status.code(), Some(1));
    let table = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        table.contains("is a link, which is not followed"),
        "{table}"
    );
    assert!(table.contains("is not a file"), "{table}");
    assert!(
        table.contains("2 submissions, 0 points on average"),
        "{table}"
    );
}

fn faults(text: &str) -> String {
    match Exercise::read("e.pl", text) {
        Err(Error::Load(messages)) => messages.iter().map(ToString::to_string).collect(),
        other => panic!("{text}{other:?}"),
    }
}

#[test]
fn faults_of_exercises_are_reported() {
    for (text, fault) in [
        ("p(1).\n", "no queries"),
        ("?- p(X).\n", "no answers"),
        ("?- p(X.\n   X = 1.\n", "syntax error"),
        ("?- p(X).\n   X = 1, false.\n", "malformed"),
        ("% 1 point, 3 weeks\n?- p(X).\n   X = 1.\n", "3 weeks"),
        ("% asks for p\n?- p(X).\n   X = 1.\n", "indicator"),
        (
            "% asks for p/1\np(1).\n?- p(X).\n   X = 1.\n",
            "the exercise defines p/1",
        ),
        ("p(1.\n?- p(X).\n   X = 1.\n", "syntax error"),
    ] {
        let found = faults(text);
        assert!(found.contains(fault), "{text}{found}");
    }
}

#[test]
fn each_description_is_marked_on_a_machine_of_its_own() {
    let text = ":- op(700, xfx, is_the).\n:- dynamic(seen/1).\n\
                ?- nb_setval(x, 1), assertz(seen(1)).\n   true.\n\
                ?- _ is_the seen, seen(_).\n   false.\n\
                ?- catch(nb_getval(x, _), error(existence_error(_, _), _), true).\n   true.\n";
    let exercise = Exercise::read("e.pl", text).expect("an exercise");
    let limits = MarkLimits {
        time: Some(Duration::from_secs(10)),
        memory: Some(64 << 20),
    };
    let marked = exercise.mark("s.pl", "_ is_the _.", &limits, &mut |_| {});
    let verdicts: Vec<Verdict> = marked.marks.iter().map(|m| m.verdict).collect();
    // The submission has no such operator, the exercise has.
    assert_eq!(marked.messages.len(), 1, "{marked:?}");
    assert_eq!(verdicts[0], Verdict::Holds);
    assert_eq!(verdicts[1], Verdict::Differs, "is_the/2 is not defined");
    assert_eq!(verdicts[2], Verdict::Holds);
    let marked = exercise.mark("s.pl", "is_the(_, _).", &limits, &mut |_| {});
    assert!(
        marked.marks.iter().all(|m| m.verdict == Verdict::Holds),
        "{marked:?}"
    );
}

#[test]
fn expansions_of_a_submission_do_not_touch_what_it_lacks() {
    let text = "% asks for append/3, len/2\n?- append([], [a], L).\n   L = [a].\n?- len([], _).\n   true.\n";
    let exercise = Exercise::read("e.pl", text).expect("an exercise");
    let limits = MarkLimits {
        time: Some(Duration::from_secs(10)),
        memory: Some(64 << 20),
    };
    for submission in [
        "x.",
        "term_expansion((append(_,_,_) :- _), []).",
        "term_expansion((append(X,Y,Z) :- _), (append(X,Y,Z) :- lists:append(X,Y,Z))).",
        ":- op(0, xfx, :-).",
    ] {
        let marked = exercise.mark("s.pl", submission, &limits, &mut |_| {});
        for mark in &marked.marks {
            assert_eq!(mark.verdict, Verdict::Differs, "{submission}: {mark:?}");
        }
    }
}
