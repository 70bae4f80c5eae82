//! Pictures that a query writes: the files `*.svg`, `*.html` and `*.png` in the working directory that are new or
//! have changed. Boards, search trees and trees of boxes are such files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The largest picture that is shown, in bytes.
const MOST_BYTES: u64 = 20 << 20;
/// The largest number of files of the folder that are looked at.
const MOST_FILES: usize = 5000;

/// The pictures in a folder at one moment, with their sizes and times.
#[derive(Debug)]
pub(super) struct Pictures {
    folder: PathBuf,
    files: BTreeMap<PathBuf, (u64, Option<SystemTime>)>,
}

impl Pictures {
    /// The pictures in the working directory.
    pub(super) fn here() -> Pictures {
        Pictures::of(&std::env::current_dir().unwrap_or_default())
    }

    fn of(folder: &Path) -> Pictures {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        let files = entries.take(MOST_FILES).flatten().filter_map(|e| {
            let path = e.path();
            mime(&path)?;
            let data = e.metadata().ok().filter(|d| d.is_file())?;
            Some((path, (data.len(), data.modified().ok())))
        });
        Pictures {
            folder: folder.to_path_buf(),
            files: files.collect(),
        }
    }

    /// The pictures that are new or changed now: the kind and the text of each; of a PNG, its path.
    pub(super) fn new_ones(&self) -> Vec<(&'static str, String)> {
        let now = Pictures::of(&self.folder);
        let changed = now
            .files
            .iter()
            .filter(|(path, state)| state.0 <= MOST_BYTES && self.files.get(*path) != Some(*state));
        let shown = changed.filter_map(|(path, _)| {
            let mime = mime(path)?;
            let data = match mime {
                "image/png" => path.to_str()?.to_string(),
                _ => std::fs::read_to_string(path).ok()?,
            };
            Some((mime, data))
        });
        shown.collect()
    }
}

/// The kind of a file that is a picture.
fn mime(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "svg" => Some("image/svg+xml"),
        "html" => Some("text/html"),
        "png" => Some("image/png"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Pictures;

    #[test]
    fn new_and_changed_pictures_are_found() {
        let folder = std::env::temp_dir().join(format!("horn-pictures-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("old.svg"), "<svg/>").unwrap();
        let before = Pictures::of(&folder);
        assert!(before.new_ones().is_empty());
        std::fs::write(folder.join("new.html"), "<p>").unwrap();
        std::fs::write(folder.join("old.svg"), "<svg></svg>").unwrap();
        std::fs::write(folder.join("new.txt"), "text").unwrap();
        let found = before.new_ones();
        let texts: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["<p>", "<svg></svg>"]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
