//! Pages that run programs in the browser: one file each, with the engine inside, which fetches nothing.

use super::messages::say;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const STYLE: &str = include_str!("../../web/pages/page.css");
const ENGINE: &str = include_str!("../../web/engine.js");
const MACHINES: &str = include_str!("../../web/horn.js");
const WORKER: &str = include_str!("../../web/worker.js");
const PAGE: &str = include_str!("../../web/pages/page.js");

/// The template of the playground.
pub(super) const PLAYGROUND: &str = include_str!("../../web/pages/playground.html");
/// The template of a lesson.
pub(super) const LESSON: &str = include_str!("../../web/pages/lesson.html");

/// The names of the engine, the compressed one first.
const NAMES: [&str; 2] = ["horn.wasm.gz", "horn.wasm"];

/// The engine: the file that is asked for, or a file with one of its names beside the program or in `share/horn`.
///
/// # Errors
/// The file that was not found, and the command that builds the engine.
pub(super) fn engine(path: Option<&Path>) -> Result<Vec<u8>, String> {
    if let Some(path) = path {
        return read(path).map_err(|e| format!("{}: {e}", path.display()));
    }
    let program = std::env::current_exe().ok();
    let folder = program.as_deref().and_then(Path::parent);
    let folders = folder.map(|f| [f.to_path_buf(), f.join("../share/horn")]);
    let places: Vec<PathBuf> = folders
        .into_iter()
        .flatten()
        .flat_map(|folder| NAMES.map(|name| folder.join(name)))
        .collect();
    let found = places.iter().find(|place| place.is_file());
    let place = found.ok_or_else(|| {
        let looked: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
        format!(
            "the engine for browsers is in none of {}; `web/build` in the source of Horn makes it \
             (web/dist/horn.wasm.gz): copy it there, or name it with --engine",
            looked.join(", ")
        )
    })?;
    read(place).map_err(|e| format!("{}: {e}", place.display()))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = std::fs::read(path)?;
    match bytes.starts_with(b"\0asm") || bytes.starts_with(b"\x1f\x8b") {
        true => Ok(bytes),
        false => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "not a WebAssembly module, nor one compressed with gzip",
        )),
    }
}

/// The exit status of a command that makes a page. Prints the reason of a failure.
pub(super) fn exit_code(made: Result<(), String>) -> ExitCode {
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            say(format_args!("horn: {reason}"));
            ExitCode::FAILURE
        }
    }
}

/// The page of a template: its own parts, and the style, the scripts and the engine that all have.
pub(super) fn page(template: &str, parts: &[(&str, &str)], engine: &[u8]) -> String {
    let worker = [ENGINE, WORKER].map(script).concat();
    let scripts = [ENGINE, MACHINES, PAGE].map(script).concat();
    let engine = base64(engine);
    let shared = [
        ("/*STYLE*/", STYLE),
        ("/*WORKER*/", &worker),
        ("/*ENGINE*/", &engine),
        ("/*SCRIPT*/", &scripts),
    ];
    let all: Vec<(&str, &str)> = parts.iter().chain(&shared).copied().collect();
    let mut page = String::with_capacity(template.len() + engine.len() + (1 << 17));
    let mut rest = template;
    // One pass, so that a mark in a part stays.
    while let Some((at, mark, text)) = first_mark(rest, &all) {
        page.push_str(&rest[..at]);
        page.push_str(text);
        rest = &rest[at + mark.len()..];
    }
    page.push_str(rest);
    page
}

/// The first mark in a text, with its offset and what it stands for.
fn first_mark<'a>(text: &str, parts: &[(&'a str, &'a str)]) -> Option<(usize, &'a str, &'a str)> {
    let found = parts
        .iter()
        .filter_map(|(mark, part)| Some((text.find(mark)?, *mark, *part)));
    found.min_by_key(|(at, ..)| *at)
}

/// A module of scripts as a part of a single script: without its imports and exports, which stand at the start of
/// lines.
fn script(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    let bare = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    bare.flat_map(|line| [line, "\n"]).collect()
}

/// Bytes in base 64.
pub(super) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            match i <= three.len() {
                true => text.push(char::from(DIGITS[(bits >> (18 - 6 * i)) as usize & 63])),
                false => text.push('='),
            }
        }
    }
    text
}

/// JSON as the contents of a `script` element.
pub(super) fn in_script(json: &serde_json::Value) -> String {
    json.to_string().replace('<', "\\u003c")
}

/// A text as the contents of an element, or as the value of an attribute in double quotes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Writes a page to a file.
pub(super) fn write(file: &Path, page: &str) -> Result<(), String> {
    std::fs::write(file, page).map_err(|e| format!("{}: {e}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{LESSON, PLAYGROUND, base64, page, script};

    #[test]
    fn base_64_has_padding() {
        let texts = ["", "f", "fo", "foo", "foob"].map(|t| base64(t.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }

    #[test]
    fn modules_become_one_script() {
        let module = "import { a } from \"./a.js\";\nexport class B {}\n  import(\"c\");\n";
        assert_eq!(script(module), "class B {}\n  import(\"c\");\n");
    }

    #[test]
    fn a_page_has_all_its_parts_and_fetches_nothing() {
        for template in [PLAYGROUND, LESSON] {
            let page = page(template, &[("/*DATA*/", "[]")], b"engine");
            for mark in [
                "/*STYLE*/",
                "/*WORKER*/",
                "/*ENGINE*/",
                "/*SCRIPT*/",
                "/*DATA*/",
            ] {
                assert!(template.contains(mark) && !page.contains(mark), "{mark}");
            }
            assert!(page.contains(&base64(b"engine")));
            assert!(!page.contains("http:") && !page.contains("https:"));
            assert_eq!(
                page.matches("</script").count(),
                page.matches("<script").count()
            );
        }
    }
}
