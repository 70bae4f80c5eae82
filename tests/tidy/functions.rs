//! How long a function may be.

use crate::none;
use crate::source::{Token, sources};

const MAX_LINES: usize = 60;

/// Functions that are longer: the file, the name, and the lines, which may only become fewer.
const LONGER: &[(&str, &str, usize)] = &[];

/// The functions of a file with their first lines and lengths.
fn functions<'t>(tokens: &[Token<'t>]) -> Vec<(&'t str, usize, usize)> {
    let mut found = Vec::new();
    for (i, pair) in tokens.windows(2).enumerate() {
        if pair[0].text != "fn"
            || !pair[1]
                .text
                .starts_with(|c: char| c.is_alphabetic() || c == '_')
        {
            continue;
        }
        let mut depth = 0;
        for token in &tokens[i..] {
            match token.text {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => {
                    depth -= 1;
                    if depth == 0 && token.text == "}" {
                        found.push((pair[1].text, pair[0].line, token.line + 1 - pair[0].line));
                        break;
                    }
                }
                ";" if depth == 0 => break,
                _ => {}
            }
        }
    }
    found
}

#[test]
fn no_function_is_too_long() {
    let mut complaints = Vec::new();
    let mut met = vec![false; LONGER.len()];
    for source in sources() {
        let file = source.path.rsplit('/').next().unwrap_or_default();
        for (name, line, lines) in functions(&source.tokens()) {
            let known = LONGER.iter().position(|l| (l.0, l.1) == (file, name));
            let allowed = known.map_or(MAX_LINES, |k| LONGER[k].2);
            if lines > MAX_LINES
                && let Some(k) = known
            {
                met[k] = true;
            }
            if lines > allowed {
                complaints.push(format!("{}:{line}: {name} has {lines} lines", source.path));
            }
        }
    }
    for (entry, _) in LONGER.iter().zip(&met).filter(|(_, met)| !**met) {
        complaints.push(format!(
            "{} of {} is short now: take it out of the list",
            entry.1, entry.0
        ));
    }
    none("functions longer than 60 lines", complaints);
}
