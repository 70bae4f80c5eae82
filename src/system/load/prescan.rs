//! Pre-scan: the predicates that a file appears to define.
//!
//! A clause may call one of them before the load has reached its definition, and must not take it for a
//! library's predicate of the same name and arity.
//!
//! It skips from line to line and looks at heads alone, without the tokens that the lexer makes: every text would
//! be lexed twice otherwise. A head that it mistakes only changes which of two predicates a call refers to that
//! stands before a definition which the text does not have.

use crate::base::atom::{Atom, AtomTable};
use rustc_hash::FxHashSet;

/// The maximal length of the arguments of a head, in bytes.
const MAX_HEAD: usize = 4096;

/// Names and arities at the starts of lines, where a clause or grammar rule seems to begin.
pub(crate) fn heads(text: &str, atoms: &mut AtomTable) -> FxHashSet<(Atom, u32)> {
    let mut found: FxHashSet<(Atom, u32)> = FxHashSet::default();
    let mut rest = text;
    while !rest.is_empty() {
        if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |i| &rest[i + 2..]);
        } else if let Some((name, arity)) = head(rest) {
            found.insert((atoms.intern(name), arity));
        }
        rest = rest.find('\n').map_or("", |i| &rest[i + 1..]);
    }
    found
}

/// The head that this text begins with, if a clause does.
pub(super) fn head(text: &str) -> Option<(&str, u32)> {
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
    if behind.starts_with("-->") {
        Some((name, arity + 2))
    } else {
        let clause = behind.starts_with(":-") || behind.starts_with('.');
        clause.then_some((name, arity))
    }
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
    use super::heads;
    use crate::base::atom::AtomTable;

    #[test]
    fn clauses_and_rules_are_seen_from_afar() {
        let mut atoms = AtomTable::new();
        let text = "p(X, [a,b], 'c,)') :- q.\nr.\ns(\"(\") --> [].\n  t(x).\nu(1) is nice\n/* v(1).\n*/\n\
                    'w x'(Y,\n   0'')\n  .\n";
        let mut found: Vec<String> = heads(text, &mut atoms)
            .iter()
            .map(|&(n, a)| format!("{}/{a}", atoms.text(n)))
            .collect();
        found.sort();
        assert_eq!(found, ["p/3", "r/0", "s/3", "w x/2"]);
    }
}
