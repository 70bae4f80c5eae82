//! One word for one thing: no two types have the same name.

use crate::none;
use crate::source::{Token, sources};
use std::collections::BTreeMap;

/// Names that two types share because both are the same thing: a host's view of it and the one of the layer below, or
/// an abbreviation of a generic type.
const SAME_THING: &[&str] = &["Atom", "Ball", "Domain", "Machine", "Store"];

/// The names of the types that a file defines.
fn types<'t>(tokens: &[Token<'t>]) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        let is_definition = match pair[0].text {
            "{" => {
                depth += 1;
                false
            }
            "}" => {
                depth -= 1;
                false
            }
            "struct" | "enum" | "trait" => true,
            // A deeper one is the type of a trait.
            "type" => depth == 0,
            _ => false,
        };
        if is_definition && pair[1].text.starts_with(char::is_uppercase) {
            found.push(pair[1].text);
        }
    }
    found
}

#[test]
fn no_two_types_have_the_same_name() {
    let sources = sources();
    let mut files: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for source in &sources {
        for name in types(&source.tokens()) {
            files
                .entry(name.to_string())
                .or_default()
                .push(&source.path);
        }
    }
    let mut complaints = Vec::new();
    for (name, files) in &files {
        let allowed = match SAME_THING.contains(&name.as_str()) {
            true => 2,
            false => 1,
        };
        if files.len() > allowed {
            complaints.push(format!("{name}: {}", files.join(", ")));
        }
    }
    for name in SAME_THING {
        if files.get(*name).map_or(0, Vec::len) < 2 {
            complaints.push(format!(
                "{name} is no longer shared: take it out of the list"
            ));
        }
    }
    none("types with the same name", complaints);
}
