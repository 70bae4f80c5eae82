//! Finds the documents of a run, and chooses their queries.

use crate::testing::{Document, QuadPlace};
use std::path::Path;
use std::{fs, io};

/// A document with the queries that were chosen.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) name: String,
    /// The chosen queries, in order.
    pub(super) places: Vec<QuadPlace>,
    /// True if all queries were chosen.
    pub(super) whole: bool,
}

impl Chosen {
    /// The line of the last chosen query; none if the whole document is chosen.
    pub(super) fn last_line(&self) -> Option<usize> {
        let last = self.places.last().map_or(0, |p| p.line);
        (!self.whole).then_some(last)
    }

    /// Returns true if the query at a line was chosen.
    pub(super) fn has(&self, line: usize) -> bool {
        self.whole || self.places.iter().any(|p| p.line == line)
    }
}

/// The files that names on the command line stand for: themselves, or all programs and Markdown files below a folder,
/// sorted, but for hidden ones.
///
/// # Errors
/// A folder that cannot be read, with its name.
pub(in crate::repl) fn files(
    names: &[String],
    extensions: &[&str],
) -> Result<Vec<(String, bool)>, (String, io::Error)> {
    let mut found: Vec<(String, bool)> = Vec::new();
    for name in names {
        let mut below = Vec::new();
        match Path::new(name).is_dir() {
            true => add_folder(name, extensions, &mut below)?,
            false => below.push((name.clone(), false)),
        }
        for file in below {
            if !found.iter().any(|(known, _)| *known == file.0) {
                found.push(file);
            }
        }
    }
    Ok(found)
}

/// Adds the files below a folder. Links to folders are not followed: they may lead in circles.
fn add_folder(
    folder: &str,
    extensions: &[&str],
    found: &mut Vec<(String, bool)>,
) -> Result<(), (String, io::Error)> {
    let fault = |e: io::Error| (folder.to_string(), e);
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let kind = entry.file_type().map_err(fault)?;
        entries.push((entry.file_name().to_string_lossy().into_owned(), kind));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let base = folder.trim_end_matches('/');
    for (name, kind) in entries {
        let path = match base {
            "" => format!("/{name}"),
            base => format!("{base}/{name}"),
        };
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() {
            add_folder(&path, extensions, found)?;
        } else if Path::new(&path)
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| extensions.contains(&e))
            && Path::new(&path).is_file()
        {
            found.push((path, true));
        }
    }
    Ok(())
}

/// The documents that names stand for, with their queries that contain one of the filters. A document of a folder
/// without queries is left out, and so is any document of which none is chosen.
///
/// # Errors
/// A file or folder that cannot be read, with its name.
pub(super) fn chosen(
    names: &[String],
    filters: &[String],
) -> Result<Vec<Chosen>, (String, io::Error)> {
    let mut documents = Vec::new();
    for (name, of_folder) in files(names, &["pl", "pro", "prolog", "md", "markdown"])? {
        // A file that cannot be read is reported when it is run.
        let text = fs::read_to_string(&name).unwrap_or_default();
        let mut places = Document::of_name(&name).queries(&text);
        if places.is_empty() && of_folder {
            continue;
        }
        if !filters.is_empty() {
            let is_chosen = |p: &QuadPlace| {
                let shown = format!("{name}:{}: {}", p.line, p.query);
                filters.iter().any(|f| shown.contains(f))
            };
            places.retain(is_chosen);
            if places.is_empty() {
                continue;
            }
        }
        documents.push(Chosen {
            name,
            places,
            whole: filters.is_empty(),
        });
    }
    Ok(documents)
}
