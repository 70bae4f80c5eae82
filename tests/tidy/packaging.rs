//! The package contains the files that its sources embed: it builds from what it contains.

use crate::{files, none, root};
use std::fs;
use std::path::Path;

/// The patterns of the files that `Cargo.toml` includes, each as its parts.
fn patterns(manifest: &str) -> Vec<Vec<&str>> {
    let (_, list) = manifest.split_once("include = [").expect("the list");
    let (list, _) = list.split_once(']').expect("its end");
    let quoted = list.split('"').skip(1).step_by(2);
    quoted
        .filter_map(|pattern| pattern.strip_prefix('/'))
        .map(|pattern| pattern.split('/').collect())
        .collect()
}

/// Returns true if a pattern includes a path. A pattern of a folder includes all files below it.
fn includes(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], _) => true,
        (["**", rest @ ..], _) => (0..=path.len()).any(|n| includes(rest, &path[n..])),
        ([first, rest @ ..], [name, inner @ ..]) => {
            let fits = match first.split_once('*') {
                Some((start, end)) => name.starts_with(start) && name.ends_with(end),
                None => first == name,
            };
            fits && includes(rest, inner)
        }
        _ => false,
    }
}

/// The paths of the files that a source embeds, as they are written there.
fn embedded(text: &str) -> Vec<&str> {
    let code = text.split("\nmod tests {").next().unwrap_or(text);
    let found = ["include_str!(\"", "include_bytes!(\""].map(|start| code.split(start).skip(1));
    let found = found.into_iter().flatten();
    found.filter_map(|tail| tail.split('"').next()).collect()
}

/// The parts of a path that a source file in `folder` names.
fn parts<'t>(folder: &'t str, path: &'t str) -> Vec<&'t str> {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts
}

#[test]
fn the_package_contains_what_its_sources_embed() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let patterns = patterns(&manifest);
    let (mut complaints, mut count) = (Vec::new(), 0);
    for (file, text) in files("src", ".rs") {
        let folder = file.parent().unwrap_or(Path::new(""));
        let folder = folder.to_string_lossy().replace('\\', "/");
        if file.ends_with("tests.rs") || folder.split('/').any(|name| name == "tests") {
            continue;
        }
        for path in embedded(&text) {
            let parts = parts(&folder, path);
            count += 1;
            if !patterns.iter().any(|pattern| includes(pattern, &parts)) {
                complaints.push(format!("{}: {}", file.display(), parts.join("/")));
            }
        }
    }
    assert!(count > 20, "{count} files are embedded");
    none("embedded files that the package leaves out", complaints);
}
