//! Pre-scan: the predicates that a file appears to define.
//!
//! A clause may call such a predicate before the load has reached its definition, and the call must not refer to a
//! library's predicate of the same name and arity.
//!
//! The scan skips from line to line and examines heads alone, without the lexer: otherwise every text would be lexed
//! twice. A mistaken head has one effect only: a call before a definition that the text does not have refers to the
//! other one of two predicates.

use crate::base::lines::end_of_line;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::sync::Arc;

/// The maximal length of the arguments of a head, in bytes.
const MAX_HEAD: usize = 4096;

/// The heads of the clauses of a text, which is scanned at the first request.
pub(crate) struct TextHeads {
    text: Arc<str>,
    /// The arities of each name.
    found: OnceCell<FxHashMap<Box<str>, Vec<u32>>>,
}

impl TextHeads {
    pub(crate) fn new(text: Arc<str>) -> TextHeads {
        TextHeads {
            text,
            found: OnceCell::new(),
        }
    }

    /// Returns true if a clause of this predicate seems to begin in the text.
    pub(crate) fn contains(&self, name: &str, arity: u32) -> bool {
        let found = self.found.get_or_init(|| heads(&self.text));
        found.get(name).is_some_and(|all| all.contains(&arity))
    }
}

/// A head at the start of a text.
pub(super) struct ScannedHead<'t> {
    pub(super) name: &'t str,
    /// The arity of the predicate.
    pub(super) arity: u32,
    /// True for the rule of a grammar.
    pub(super) is_grammar: bool,
}

/// Names and arities at the starts of lines, where a clause or grammar rule seems to begin.
fn heads(text: &str) -> FxHashMap<Box<str>, Vec<u32>> {
    let mut found: FxHashMap<Box<str>, Vec<u32>> = FxHashMap::default();
    let mut rest = text;
    while !rest.is_empty() {
        if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |i| &rest[i + 2..]);
        } else if let Some(head) = head(rest) {
            match found.get_mut(head.name) {
                Some(all) if all.contains(&head.arity) => {}
                Some(all) => all.push(head.arity),
                None => {
                    found.insert(head.name.into(), vec![head.arity]);
                }
            }
        }
        rest = end_of_line(rest, 0).map_or("", |i| &rest[i + 1..]);
    }
    found
}

/// The head that this text begins with, if a clause does.
pub(super) fn head(text: &str) -> Option<ScannedHead<'_>> {
    let bytes = text.as_bytes();
    let (name, mut at) = match bytes.first()? {
        b'a'..=b'z' => {
            let end = text
                .find(|c: char| c != '_' && !c.is_alphanumeric())
                .unwrap_or(text.len());
            (&text[..end], end)
        }
        b'\'' => {
            let end = 1 + text[1..].find(['\'', '\\', '\n'])?;
            (bytes[end] == b'\'').then(|| (&text[1..end], end + 1))?
        }
        _ => return None,
    };
    let mut arity = 0;
    if bytes.get(at) == Some(&b'(') {
        (arity, at) = arguments(bytes, at)?;
    }
    let behind = text.get(at..)?.trim_start();
    let is_grammar = behind.starts_with("-->");
    let is_clause = is_grammar || behind.starts_with(":-") || behind.starts_with('.');
    is_clause.then_some(ScannedHead {
        name,
        arity: if is_grammar { arity + 2 } else { arity },
        is_grammar,
    })
}

/// The number of arguments in the parentheses that open at `from`, and the offset after them.
fn arguments(bytes: &[u8], from: usize) -> Option<(u32, usize)> {
    let (mut depth, mut count, mut at) = (0u32, 1u32, from);
    let end = bytes.len().min(from + MAX_HEAD);
    while at < end {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some((count, at + 1));
                }
            }
            b',' if depth == 1 => count += 1,
            b'%' => at += bytes[at..].iter().position(|&b| b == b'\n')?,
            // `0'c` is a number.
            b'\'' if bytes[at - 1] == b'0' => at += 1,
            quote @ (b'\'' | b'"') => {
                at += 1;
                while *bytes.get(at)? != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{TextHeads, heads};

    #[test]
    fn clauses_and_rules_are_seen_from_afar() {
        let text = "p(X, [a,b], 'c,)') :- q.\nr.\ns(\"(\") --> [].\n  t(x).\nu(1) is nice\n/* v(1).\n*/\n\
                    'w x'(Y,\n   0'')\n  .\n";
        let mut found: Vec<String> = heads(text)
            .iter()
            .map(|(name, arities)| format!("{name}/{arities:?}"))
            .collect();
        found.sort();
        assert_eq!(found, ["p/[3]", "r/[0]", "s/[3]", "w x/[2]"]);
        let heads = TextHeads::new(text.into());
        assert!(heads.contains("s", 3) && !heads.contains("s", 1) && !heads.contains("v", 1));
    }
}
