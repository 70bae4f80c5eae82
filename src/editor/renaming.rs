//! New names: in the text itself, and of a predicate also in the other files of its folder that use it.

use super::analysis::{Analysis, AnalysisJob, analysed};
use super::document::DocumentText;
use super::places::{Named, new_name, plain};
use super::uri::{path_of, uri_of};
use lsp_types as lsp;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of a folder and of those in it that are searched for a name at most.
const MOST_FILES: usize = 2_000;
/// The files with that name that are analysed at most.
const MOST_ANALYSED: usize = 100;
/// The largest file that is searched.
const LARGEST: u64 = 4 << 20;

/// A text that is open in the editor.
pub(super) struct OpenText<'a> {
    pub(super) uri: &'a lsp::Uri,
    pub(super) version: i32,
    /// The name under which it is loaded.
    pub(super) name: String,
    pub(super) text: Arc<str>,
    /// The analysis of this version.
    pub(super) analysis: Option<&'a Analysis>,
}

impl OpenText<'_> {
    fn changes(&self, edits: &[lsp::TextEdit]) -> Value {
        json!({"textDocument": {"uri": self.uri, "version": self.version}, "edits": edits})
    }
}

/// The changes of a text, and of other files, for a new name.
///
/// # Errors
/// The reason why there cannot be this name, or another one.
pub(super) fn rename(texts: &[OpenText<'_>], p: &lsp::RenameParams) -> Result<Value, String> {
    let place = &p.text_document_position;
    let mut opened = texts.iter();
    let open = opened.find(|o| *o.uri == place.text_document.uri);
    let open = open.ok_or("this text is not open")?;
    let analysis = open.analysis.ok_or("this text is not analysed")?;
    let offset = analysis.text.offset(place.position);
    let edits = analysis.rename(offset, &p.new_name)?;
    let mut all = vec![open.changes(&edits)];
    if let Some((Named::Predicate(name, arity), _)) = analysis.name_at(offset) {
        let predicate = Renamed {
            home: open.name.clone(),
            name: &name,
            arity,
            new: &p.new_name,
        };
        predicate.in_open_texts(texts, open, &mut all)?;
        predicate.in_files(texts, open, &mut all)?;
    }
    Ok(json!({"documentChanges": all}))
}

/// A predicate that gets another name.
struct Renamed<'a> {
    /// The name of the text that defines it.
    home: String,
    name: &'a str,
    arity: usize,
    new: &'a str,
}

impl Renamed<'_> {
    /// The changes of another text: none, unless it loads the one that defines the predicate.
    fn edits(&self, a: &Analysis, file: &str) -> Result<Vec<lsp::TextEdit>, String> {
        let places = a.elsewhere.get(&(Arc::from(self.name), self.arity));
        if !places.is_some_and(|all| all.iter().any(|(home, _)| *home == self.home)) {
            return Ok(Vec::new());
        }
        let new = plain(self.new);
        if new != self.name && a.first_clause(new, Some(self.arity)).is_some() {
            return Err(format!("{new}/{} is defined in {file} already", self.arity));
        }
        let edit = |span| lsp::TextEdit {
            range: a.text.range(span),
            new_text: new_name(self.new),
        };
        let places = a.predicate_places(self.name, self.arity, false);
        Ok(places.into_iter().map(edit).collect())
    }

    fn in_open_texts(
        &self,
        texts: &[OpenText<'_>],
        own: &OpenText<'_>,
        all: &mut Vec<Value>,
    ) -> Result<(), String> {
        for open in texts.iter().filter(|o| o.uri != own.uri) {
            let Some(a) = open.analysis else { continue };
            let edits = self.edits(a, &open.name)?;
            if !edits.is_empty() {
                all.push(open.changes(&edits));
            }
        }
        Ok(())
    }

    /// Adds the changes of files that are not open, in the folder of the text and in those in it.
    fn in_files(
        &self,
        texts: &[OpenText<'_>],
        own: &OpenText<'_>,
        all: &mut Vec<Value>,
    ) -> Result<(), String> {
        let Some(folder) = path_of(own.uri).and_then(|p| Some(p.parent()?.to_path_buf())) else {
            return Ok(());
        };
        let texts = texts.iter();
        let texts = texts.filter_map(|o| Some((path_of(o.uri)?, o.text.clone())));
        let texts: Vec<(PathBuf, Arc<str>)> = texts.collect();
        let mut analysed_files = 0;
        for path in program_files(&folder) {
            if texts.iter().any(|(open, _)| *open == path) {
                continue;
            }
            let Some(text) = fs::read_to_string(&path)
                .ok()
                .filter(|t| t.contains(self.name))
            else {
                continue;
            };
            analysed_files += 1;
            if analysed_files > MOST_ANALYSED {
                let n = MOST_ANALYSED;
                return Err(format!("more than {n} files have the name {}", self.name));
            }
            let Some(uri) = uri_of(&path) else { continue };
            let file = path.display().to_string();
            let a = analysed(&AnalysisJob {
                uri: uri.as_str().to_string(),
                name: file.clone(),
                version: 0,
                text: DocumentText::new(&text),
                others: texts.clone(),
            });
            let edits = self.edits(&a, &file)?;
            if !edits.is_empty() {
                all.push(json!({"textDocument": {"uri": uri, "version": null}, "edits": edits}));
            }
        }
        Ok(())
    }
}

/// The files with programs in a folder and in those in it, in order; hidden folders are left out.
fn program_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            if seen > MOST_FILES {
                break;
            }
            let (path, name) = (entry.path(), entry.file_name());
            // A link may lead back to a folder around it.
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() && !name.to_string_lossy().starts_with('.') {
                folders.push(path);
            } else if kind.is_file()
                && path.extension().is_some_and(|e| e == "pl" || e == "prolog")
                && entry.metadata().is_ok_and(|m| m.len() <= LARGEST)
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
