//! The lessons of `docs/tutorial`: their commands print what the pages show, the files of programs are the programs on
//! the pages, and each lesson has solutions, an entry in the table of lessons, and pictures that exist.

use crate::readme::shell;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the lessons.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tutorial")
}

/// The names and texts of the files in a folder of the tutorial, sorted.
fn texts(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder of the tutorial");
    let mut found: Vec<(String, String)> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            (name.into_owned(), read(&path))
        })
        .collect();
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text of the tutorial")
}

/// The lessons: the pages whose names start with a number.
fn lessons() -> Vec<(String, String)> {
    let mut pages = texts(&folder(), "md");
    pages.retain(|(name, _)| name.starts_with(|c: char| c.is_ascii_digit()));
    pages
}

#[test]
#[cfg(unix)]
fn the_commands_print_what_the_lessons_show() {
    let mut commands = 0;
    for (name, page) in lessons() {
        for part in page.split("<!-- shell -->\n```text\n$ ").skip(1) {
            let (block, _) = part.split_once("```").expect("the end of a block");
            let (command, expected) = block.split_once('\n').expect("a command");
            assert_eq!(shell(command, ""), expected, "{name}: {command}");
            commands += 1;
        }
    }
    assert!(commands >= 5, "{commands} commands");
}

/// The clauses of each file, those behind its first comment and its directive, stand in a lesson.
#[test]
fn the_programs_are_those_of_the_lessons() {
    let pages: String = lessons().into_iter().map(|(_, page)| page).collect();
    let programs = texts(&folder().join("programs"), "pl");
    assert!(!programs.is_empty());
    for (name, text) in programs {
        for part in text.split("\n\n").filter(|part| !part.is_empty()) {
            let is_head = part.starts_with("% ") && !part.contains(":-") && part.ends_with('.');
            let is_clauses = part.lines().any(|line| !line.starts_with('%'));
            if part.starts_with(":- ") || part.starts_with("% Wrong") || (is_head && !is_clauses) {
                continue;
            }
            assert!(pages.contains(part.trim_end()), "{name}.pl:\n{part}");
        }
    }
}

#[test]
fn each_lesson_has_solutions_and_pictures() {
    let contents = read(&folder().join("README.md"));
    let lessons = lessons();
    assert_eq!(lessons.len(), 10);
    for (name, page) in lessons {
        assert!(contents.contains(&format!("]({name}.md)")), "{name}");
        let solutions = format!("solutions/{name}.pl");
        assert!(contents.contains(&format!("]({solutions})")), "{name}");
        assert!(page.contains(&format!("]({solutions})")), "{name}");
        // Each exercise has a solution with its number.
        let (_, exercises) = page.split_once("\n## Exercises\n").expect("exercises");
        let numbers = exercises.lines().filter_map(|line| line.split_once(". "));
        let numbers: Vec<u32> = numbers.filter_map(|(n, _)| n.parse().ok()).collect();
        assert!(numbers.len() >= 6, "{name} has few exercises");
        let solved = read(&folder().join(&solutions));
        for n in numbers {
            assert!(solved.contains(&format!("\n% {n}. ")), "{name}: {n}");
        }
        for link in page.split("](").skip(1) {
            let (target, _) = link.split_once(')').expect("the end of a link");
            let is_file = !target.contains("://") && !target.starts_with('#');
            assert!(
                !is_file || folder().join(target).exists(),
                "{name}: {target}"
            );
        }
    }
}
