//! Rust source files as tokens, as far as the rules of the house need them.
//!
//! Comments and literals are left out, and so is code under `#[cfg(test)]`.

use crate::files;
use std::collections::BTreeSet;

/// A token that is not a literal: a name, or one character of punctuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) text: &'t str,
    pub(crate) line: usize,
}

/// A source file of the crate.
pub(crate) struct Source {
    /// Its path from the root, such as `src/fd/queue.rs`.
    pub(crate) path: String,
    /// The names of its module from the crate's root, such as `fd`, `queue`.
    pub(crate) module: Vec<String>,
    pub(crate) text: String,
}

/// The source files of the library that are not tests.
pub(crate) fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    for (path, text) in files("src", ".rs") {
        let path = path.to_string_lossy().replace('\\', "/");
        let inner = path.trim_start_matches("src/").trim_end_matches(".rs");
        let mut module: Vec<String> = inner.split('/').map(str::to_string).collect();
        match module.last().map(String::as_str) {
            Some("mod" | "lib") => drop(module.pop()),
            Some("main") if module.len() == 1 => continue,
            _ => {}
        }
        all.push(Source { path, module, text });
    }
    let mut tests: BTreeSet<Vec<String>> = BTreeSet::new();
    for source in &all {
        let (_, test_modules) = split(tokens(&source.text));
        tests.extend(test_modules.iter().map(|name| {
            let mut module = source.module.clone();
            module.push((*name).to_string());
            module
        }));
    }
    all.retain(|s| (1..=s.module.len()).all(|n| !tests.contains(&s.module[..n])));
    all
}

impl Source {
    /// The tokens outside of tests.
    pub(crate) fn tokens(&self) -> Vec<Token<'_>> {
        split(tokens(&self.text)).0
    }
}

/// Takes the items under `#[cfg(test)]` out. The names of those that are modules in files of their own
/// are returned, too.
fn split(tokens: Vec<Token<'_>>) -> (Vec<Token<'_>>, Vec<&str>) {
    const CFG_TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut test_modules = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let is_test = (tokens[i..].iter().map(|t| t.text)).take(7).eq(CFG_TEST);
        if !is_test {
            kept.push(tokens[i]);
            i += 1;
            continue;
        }
        let end = item_end(&tokens, i + 7);
        // `mod tests;`, `pub(crate) mod tests;`
        if let [.., module, name, semicolon] = &tokens[i + 7..end]
            && (module.text, semicolon.text) == ("mod", ";")
        {
            test_modules.push(name.text);
        }
        i = end;
    }
    (kept, test_modules)
}

/// The index after the item that starts at `from`: after its `;` or its block.
fn item_end(tokens: &[Token<'_>], from: usize) -> usize {
    let mut depth = 0;
    let is_use = tokens.get(from).is_some_and(|t| t.text == "use");
    for (i, token) in tokens.iter().enumerate().skip(from) {
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth -= 1;
                if depth == 0 && token.text == "}" && !is_use {
                    return i + 1;
                }
            }
            ";" if depth == 0 => return i + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The names and punctuation of a text.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let len = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |i| i + 2),
            '"' => string_len(rest),
            'r' | 'b' if raw_string_len(rest).is_some() => raw_string_len(rest).unwrap_or(1),
            '\'' => quote_len(rest),
            c if c.is_alphanumeric() || c == '_' => {
                let is_name = |c: char| c.is_alphanumeric() || c == '_';
                let len = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
                if !c.is_ascii_digit() {
                    let text = &rest[..len];
                    found.push(Token { text, line });
                }
                len
            }
            c => {
                if !c.is_whitespace() {
                    let text = &rest[..c.len_utf8()];
                    found.push(Token { text, line });
                }
                c.len_utf8()
            }
        };
        line += rest[..len].matches('\n').count();
        at += len;
    }
    found
}

/// The length of the string at the start of a text.
fn string_len(text: &str) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return i + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of the raw string at the start of a text, if there is one.
fn raw_string_len(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let quoted = hashes.trim_start_matches('#');
    let close = format!("\"{}", &hashes[..hashes.len() - quoted.len()]);
    let body = quoted.strip_prefix('"')?;
    let end = body.find(&close).map_or(body.len(), |i| i + close.len());
    Some(text.len() - body.len() + end)
}

/// The length of the character or the lifetime at the start of a text.
fn quote_len(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((i, c))) => {
            let after = i + c.len_utf8();
            text[after..]
                .find('\'')
                .map_or(text.len(), |n| after + n + 1)
        }
        (Some(_), Some((i, '\''))) => i + 1,
        _ => 1,
    }
}
