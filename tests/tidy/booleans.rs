//! The documentation of a function with a boolean result says when it is true.

use crate::none;
use crate::source::{Token, sources};

/// The functions of a file whose result is a boolean, with the lines on which they begin.
fn boolean_functions<'t>(tokens: &[Token<'t>]) -> Vec<(&'t str, usize)> {
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate().filter(|(_, t)| t.text == "fn") {
        let mut depth = 0;
        for (k, t) in tokens.iter().enumerate().skip(i) {
            match t.text {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                let after: Vec<&str> = tokens[k + 1..].iter().take(4).map(|t| t.text).collect();
                if let ["-", ">", "bool", "{" | ";" | "where"] = after[..] {
                    found.push((tokens[i + 1].text, token.line));
                }
                break;
            }
        }
    }
    found
}

/// The documentation above a line, as one text.
fn documentation(lines: &[&str], line: usize) -> String {
    let above = lines[..line - 1].iter().rev().map(|l| l.trim());
    let docs = above
        .skip_while(|l| l.starts_with("#["))
        .take_while(|l| l.starts_with("///"));
    let mut docs: Vec<&str> = docs.map(|l| l.trim_start_matches('/').trim()).collect();
    docs.reverse();
    docs.join(" ")
}

#[test]
fn a_documented_boolean_says_what_it_means() {
    let mut complaints = Vec::new();
    for source in sources() {
        let lines: Vec<&str> = source.text.lines().collect();
        for (name, line) in boolean_functions(&source.tokens()) {
            let text = documentation(&lines, line);
            let says = ["eturns true", "eturns false"]
                .iter()
                .any(|t| text.contains(t));
            if !text.is_empty() && !says {
                complaints.push(format!("{}:{line}: {name}: {text}", source.path));
            }
        }
    }
    none(
        "booleans of unsaid meaning; write \"Returns true if …\"",
        complaints,
    );
}
