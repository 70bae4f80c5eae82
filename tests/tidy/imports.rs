//! Which files and folders of `src/` may import which, from one table, and that no files import each
//! other in circles.
//!
//! An import is a path that leads to another file of the crate, in a `use` or in other code. The table
//! holds the folder that the path names; the circles count the file that defines the item, behind
//! re-exports. Tests inside `src/` may import anything.

use crate::none;
use crate::source::{Source, Token, sources};
use std::collections::{BTreeMap, BTreeSet};

/// The folders from the bottom to the top, each with what its files import besides each other. A row may
/// name only rows above it, and only what is in use.
const LAYERS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("syntax", &["base"]),
    ("code", &["base"]),
    ("compile", &["base", "code"]),
    ("machine", &["base", "code"]),
    ("fd/kernel", &["base"]),
    ("fd/constraints", &["base", "fd/kernel"]),
    ("fd/search", &["base", "fd/kernel", "fd/constraints"]),
    ("fd", &[]),
    (
        "system",
        &[
            "base",
            "syntax",
            "code",
            "compile",
            "machine",
            "fd/constraints",
        ],
    ),
    (
        "clpz",
        &[
            "base",
            "syntax",
            "code",
            "machine",
            "fd/kernel",
            "fd/constraints",
            "fd/search",
            "system",
        ],
    ),
    (
        "builtins",
        &[
            "base", "syntax", "code", "compile", "machine", "system", "clpz",
        ],
    ),
    (
        "prolog",
        &[
            "base",
            "syntax",
            "machine",
            "fd/kernel",
            "system",
            "clpz",
            "builtins",
        ],
    ),
    ("testing", &["prolog"]),
    ("editor", &["prolog", "testing"]),
    ("repl", &["prolog", "testing", "editor"]),
];

/// The largest circle of files that may stand.
const MAX_CIRCLE: usize = 2;

/// The sizes of the larger circles that are to be cut, largest first.
const CIRCLES_LEFT: &[usize] = &[];

type Path = Vec<String>;

/// The modules of the crate and what each imports.
struct Imports {
    /// The index of each module's file.
    modules: BTreeMap<Path, usize>,
    /// Items that a module passes on: what stands behind the name.
    passed_on: BTreeMap<Path, Path>,
    /// For each file, the files that define what it imports.
    edges: Vec<Lines>,
    /// For each file, the files that its paths name, which may pass on what others define.
    named: Vec<Lines>,
}

/// Files with the line of the first import.
type Lines = BTreeMap<usize, usize>;

impl Imports {
    fn of(sources: &[Source]) -> Imports {
        let mut imports = Imports {
            modules: BTreeMap::new(),
            passed_on: BTreeMap::new(),
            edges: Vec::new(),
            named: Vec::new(),
        };
        for (i, source) in sources.iter().enumerate() {
            imports.modules.insert(source.module.clone(), i);
        }
        let paths: Vec<Vec<Found>> = sources.iter().map(|s| paths(&s.tokens())).collect();
        for (source, found) in sources.iter().zip(&paths) {
            for f in found.iter().filter(|f| f.is_passed_on) {
                if let (Some(target), Some(name)) = (imports.absolute(source, f), &f.name) {
                    let name = [&source.module[..], std::slice::from_ref(name)].concat();
                    imports.passed_on.insert(name, target);
                }
            }
        }
        for (i, (source, found)) in sources.iter().zip(&paths).enumerate() {
            let (edges, named) = imports.imports_of(i, source, found);
            imports.edges.push(edges);
            imports.named.push(named);
        }
        imports
    }

    fn imports_of(&self, i: usize, source: &Source, found: &[Found]) -> (Lines, Lines) {
        // Names of modules that a `use` brings into scope.
        let mut local: BTreeMap<&str, Path> = BTreeMap::new();
        for f in found {
            if let (Some(name), Some(target)) = (&f.name, self.absolute(source, f))
                && self.modules.contains_key(&target)
            {
                local.insert(name, target);
            }
        }
        let (mut edges, mut named) = (Lines::new(), Lines::new());
        for f in found {
            let target = match local.get(f.path[0].as_str()) {
                Some(module) if f.name.is_none() => Some([module, &f.path[1..]].concat()),
                _ => self.absolute(source, f),
            };
            let Some(target) = target else {
                continue;
            };
            let defined = (&mut edges, self.file_of(&self.defined(target.clone())));
            for (lines, file) in [defined, (&mut named, self.file_of(&target))] {
                if let Some(file) = file.filter(|&file| file != i) {
                    lines.entry(file).or_insert(f.line);
                }
            }
        }
        (edges, named)
    }

    /// The path from the crate's root, if it leads into the crate.
    fn absolute(&self, source: &Source, f: &Found) -> Option<Path> {
        let supers = f.path.iter().take_while(|p| *p == "super").count();
        match f.path[0].as_str() {
            "crate" => Some(f.path[1..].to_vec()),
            "self" => Some([&source.module, &f.path[1..]].concat()),
            "super" => {
                let base = source.module.len().checked_sub(supers)?;
                Some([&source.module[..base], &f.path[supers..]].concat())
            }
            first => {
                let child = [&source.module[..], &[first.to_string()]].concat();
                let is_child = self.modules.contains_key(&child);
                is_child.then(|| [&source.module, &f.path[..]].concat())
            }
        }
    }

    /// The path under which an item is defined.
    fn defined(&self, mut path: Path) -> Path {
        // Re-exports of re-exports end, whatever they name.
        for _ in 0..8 {
            let passed = (1..=path.len()).rev().find_map(|n| {
                let target = self.passed_on.get(&path[..n])?;
                Some([target, &path[n..]].concat())
            });
            match passed {
                Some(next) if next != path => path = next,
                _ => break,
            }
        }
        path
    }

    /// The file that a path leads to; none for the crate's root.
    fn file_of(&self, path: &[String]) -> Option<usize> {
        let mut prefixes = (1..=path.len()).rev().map(|n| &path[..n]);
        prefixes.find_map(|p| self.modules.get(p).copied())
    }

    /// The files that can be reached from a file by imports.
    fn reachable(&self, from: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut rest = vec![from];
        while let Some(file) = rest.pop() {
            rest.extend(self.edges[file].keys().filter(|&&to| found.insert(to)));
        }
        found
    }
}

/// A path in a file.
struct Found {
    path: Path,
    line: usize,
    /// The name that a `use` gives it.
    name: Option<String>,
    /// The `use` is public to some degree.
    is_passed_on: bool,
}

/// All paths in a file: those of `use`, taken apart, and those in other code.
fn paths(tokens: &[Token<'_>]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        if tokens[i].text == "in" && i >= 2 && tokens[i - 2].text == "pub" {
            // `pub(in crate::machine)` states a visibility: it imports nothing.
            i = (i..tokens.len())
                .find(|&j| tokens[j].text == ")")
                .unwrap_or(i)
                + 1;
        } else if tokens[i].text == "use" {
            // `pub use`, `pub(super) use`
            let before: Vec<&str> = tokens[i.saturating_sub(4)..i]
                .iter()
                .map(|t| t.text)
                .collect();
            let is_passed_on = matches!(before[..], [.., "pub"] | ["pub", "(", _, ")"]);
            let end = (i..tokens.len()).find(|&j| tokens[j].text == ";");
            let end = end.unwrap_or(tokens.len());
            use_tree(&tokens[i + 1..end], &[], is_passed_on, &mut found);
            i = end;
        } else if is_name(tokens[i]) && is_path_sign(tokens, i + 1) {
            let line = tokens[i].line;
            let mut path = vec![tokens[i].text.to_string()];
            while is_path_sign(tokens, i + 1) && tokens.get(i + 3).is_some_and(|t| is_name(*t)) {
                i += 3;
                path.push(tokens[i].text.to_string());
            }
            found.push(Found {
                path,
                line,
                name: None,
                is_passed_on: false,
            });
        }
        i += 1;
    }
    found
}

/// Takes a tree such as `super::{a::B, c as d}` apart.
fn use_tree(tree: &[Token<'_>], before: &[String], is_passed_on: bool, found: &mut Vec<Found>) {
    let mut path = before.to_vec();
    let mut i = 0;
    while i < tree.len() && tree[i].text != "{" {
        match tree[i].text {
            "as" => break,
            _ if is_name(tree[i]) => path.push(tree[i].text.to_string()),
            _ => {}
        }
        i += 1;
    }
    if tree.get(i).is_some_and(|t| t.text == "{") {
        let (mut depth, mut start) = (0, i + 1);
        for (j, token) in tree.iter().enumerate().skip(i) {
            match token.text {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if (token.text == "," && depth == 1) || depth == 0 {
                if start < j {
                    use_tree(&tree[start..j], &path, is_passed_on, found);
                }
                start = j + 1;
            }
        }
        return;
    }
    // `a::{self}` is `a`.
    if path.len() > 1 && path.last().is_some_and(|p| p == "self") {
        path.pop();
    }
    let name = match tree.get(i + 1) {
        Some(alias) => alias.text.to_string(),
        None => path.last().cloned().unwrap_or_default(),
    };
    if let Some(first) = tree.first() {
        found.push(Found {
            path,
            line: first.line,
            name: Some(name),
            is_passed_on,
        });
    }
}

fn is_name(token: Token<'_>) -> bool {
    token
        .text
        .starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn is_path_sign(tokens: &[Token<'_>], i: usize) -> bool {
    tokens
        .get(i..i + 2)
        .is_some_and(|t| t[0].text == ":" && t[1].text == ":")
}

/// The row of the table that a file belongs to: the longest folder that it is in.
fn layer_of(source: &Source) -> Option<usize> {
    let folder = source.path.trim_start_matches("src/");
    let is_in = |layer: &str| {
        folder
            .strip_prefix(layer)
            .is_some_and(|r| r.starts_with('/'))
    };
    let rows = (0..LAYERS.len()).filter(|&i| is_in(LAYERS[i].0));
    rows.max_by_key(|&i| LAYERS[i].0.len())
}

#[test]
fn imports_point_downward() {
    let sources = sources();
    let imports = Imports::of(&sources);
    let mut complaints = Vec::new();
    let mut used: BTreeSet<(&str, &str)> = BTreeSet::new();
    for (source, named) in sources.iter().zip(&imports.named) {
        let Some(from) = layer_of(source) else {
            if source.path.matches('/').count() > 1 {
                complaints.push(format!("{}: a folder without a row", source.path));
            }
            continue;
        };
        for (&to, line) in named {
            let Some(to_layer) = layer_of(&sources[to]).filter(|&to| to != from) else {
                continue;
            };
            let edge = (LAYERS[from].0, LAYERS[to_layer].0);
            used.insert(edge);
            if !LAYERS[from].1.contains(&edge.1) {
                let (path, other) = (&source.path, &sources[to].path);
                complaints.push(format!("{path}:{line}: {} may not import {other}", edge.0));
            }
        }
    }
    for (i, (folder, allowed)) in LAYERS.iter().enumerate() {
        for other in *allowed {
            if !used.contains(&(folder, other)) {
                complaints.push(format!(
                    "{folder} imports nothing of {other}: take it out of the table"
                ));
            }
            if !LAYERS[..i].iter().any(|(below, _)| below == other) {
                complaints.push(format!("{other} is not below {folder} in the table"));
            }
        }
    }
    none(
        "imports that the table does not allow, or rows that allow too much",
        complaints,
    );
}

#[test]
fn files_import_each_other_in_no_circle() {
    let sources = sources();
    let imports = Imports::of(&sources);
    let reachable: Vec<BTreeSet<usize>> =
        (0..sources.len()).map(|i| imports.reachable(i)).collect();
    let mut circles: BTreeSet<Vec<usize>> = BTreeSet::new();
    for from in 0..sources.len() {
        let circle = reachable[from]
            .iter()
            .filter(|&&to| reachable[to].contains(&from));
        circles.insert(circle.copied().collect());
    }
    let mut circles: Vec<_> = circles
        .into_iter()
        .filter(|c| c.len() > MAX_CIRCLE)
        .collect();
    circles.sort_by_key(|c| std::cmp::Reverse(c.len()));
    let mut complaints = Vec::new();
    for (n, circle) in circles.iter().enumerate() {
        if circle.len() > CIRCLES_LEFT.get(n).copied().unwrap_or(0) {
            let paths: Vec<&str> = circle.iter().map(|&i| sources[i].path.as_str()).collect();
            complaints.push(format!("{} files: {}", circle.len(), paths.join(" ")));
        }
    }
    none("circles of imports", complaints);
}
