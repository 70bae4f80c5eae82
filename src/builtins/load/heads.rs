//! The predicates that a text is going to define, seen before it is loaded.
//!
//! Arguments of a library's meta-predicate carry the module of the call. A program may define a
//! predicate of the same name itself, and call it in clauses that come first; these must not take it for
//! the library's. The text is only skimmed, for clauses whose head is written as a name with arguments;
//! this file knows no operators and no terms.

use rustc_hash::{FxHashMap, FxHashSet};

/// Names with the numbers of arguments.
#[derive(Default)]
pub(super) struct Heads(FxHashMap<Box<str>, FxHashSet<u32>>);

impl Heads {
    /// Whether a clause for this predicate was seen.
    pub(super) fn contain(&self, name: &str, arity: u32) -> bool {
        self.0.get(name).is_some_and(|n| n.contains(&arity))
    }

    /// Skims a text.
    pub(super) fn of(text: &str) -> Heads {
        let mut heads = Heads::default();
        let mut skim = Skim { text, at: 0 };
        loop {
            skim.layout();
            if skim.rest().is_empty() {
                return heads;
            }
            if let Some((name, arity)) = skim.head() {
                heads.0.entry(name).or_default().insert(arity);
            }
            skim.clause_end();
        }
    }
}

struct Skim<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Skim<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes past blanks and comments.
    fn layout(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            let rest = &rest[blanks..];
            self.at += blanks;
            self.at += match rest {
                r if r.starts_with('%') => r.find('\n').unwrap_or(r.len()),
                r if r.starts_with("/*") => r.find("*/").map_or(r.len(), |n| n + 2),
                _ => return,
            };
        }
    }

    /// Goes past one character, quoted item or comment.
    fn step(&mut self) {
        match self.peek() {
            Some(q @ ('\'' | '"' | '`')) => self.quoted(q),
            Some('0') if self.rest().starts_with("0'") => self.character(),
            Some('%') => self.layout(),
            Some('/') if self.rest().starts_with("/*") => self.layout(),
            Some(c) if c.is_alphanumeric() || c == '_' => {
                // A digit in a name starts no character code.
                let rest = self.rest();
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                self.at += end.unwrap_or(rest.len());
            }
            Some(c) => self.at += c.len_utf8(),
            None => {}
        }
    }

    fn quoted(&mut self, q: char) {
        let mut chars = self.rest().char_indices().skip(1).peekable();
        let mut end = self.text.len() - self.at;
        while let Some((i, c)) = chars.next() {
            if c == '\\' {
                chars.next();
            } else if c == q && chars.next_if(|&(_, next)| next == q).is_none() {
                end = i + q.len_utf8();
                break;
            }
        }
        self.at += end;
    }

    /// A character code, `0'c`.
    fn character(&mut self) {
        self.at += 2;
        let rest = self.rest();
        let skipped = match rest.chars().next() {
            Some('\\') => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            Some('\'') if rest.starts_with("''") => 2,
            Some(c) => c.len_utf8(),
            None => 0,
        };
        self.at += skipped;
    }

    /// The name and the number of arguments of the clause that begins here, if it begins like one.
    fn head(&mut self) -> Option<(Box<str>, u32)> {
        let start = self.at;
        let name: Box<str> = match self.peek()? {
            '\'' => {
                self.quoted('\'');
                self.text[start + 1..self.at].strip_suffix('\'')?.into()
            }
            c if c.is_lowercase() => {
                self.step();
                self.text[start..self.at].into()
            }
            _ => return None,
        };
        let mut arity = 0;
        if self.peek() == Some('(') {
            self.at += 1;
            arity = 1;
            let mut depth = 1;
            while depth > 0 {
                match self.peek()? {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth -= 1,
                    ',' if depth == 1 => arity += 1,
                    _ => {}
                }
                self.step();
            }
        }
        self.layout();
        let rest = self.rest();
        let end = |r: &str| {
            r.chars()
                .next()
                .is_none_or(|c| c.is_whitespace() || c == '%')
        };
        if rest.starts_with("-->") || rest.starts_with(',') {
            Some((name, arity + 2))
        } else if rest.starts_with(":-") || rest.strip_prefix('.').is_some_and(end) {
            Some((name, arity))
        } else {
            None
        }
    }

    /// Goes past the end of the clause.
    fn clause_end(&mut self) {
        loop {
            let rest = self.rest();
            let Some(after) = rest.strip_prefix('.') else {
                if rest.is_empty() {
                    return;
                }
                let symbol = |c: char| "+-*/\\^<>=~:.?@#&$".contains(c);
                if symbol(rest.chars().next().unwrap_or(' ')) && !rest.starts_with("/*") {
                    // A point in a longer symbol is no end.
                    self.at += rest.find(|c| !symbol(c)).unwrap_or(rest.len());
                } else {
                    self.step();
                }
                continue;
            };
            self.at += 1;
            if after
                .chars()
                .next()
                .is_none_or(|c| c.is_whitespace() || c == '%')
            {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Heads;

    #[test]
    fn clauses_are_seen() {
        let heads = Heads::of(
            ":- module(m, [p/1]).\n% q(1).\n/* r(1). */\np(X) :- s(X), \"a. t(1).\", 0'. = Y.\n\
             'quoted name'(a, [b,c], f(d,e)).\nX = Y :- u(1).\ndcg(a) --> [b], \"c\".\nvv --> [].\n\
             w(0',, '\\'', \"\\\"\", 0''', 'a''b').\nx1(A) :- A = 1.5, A =.. [b|C].\nlast(X)\n  :-\n  true.",
        );
        for (name, arity) in [
            ("p", 1),
            ("quoted name", 3),
            ("dcg", 3),
            ("vv", 2),
            ("w", 5),
            ("x1", 1),
            ("last", 1),
        ] {
            assert!(heads.contain(name, arity), "{name}/{arity}");
        }
        for (name, arity) in [("q", 1), ("r", 1), ("s", 1), ("t", 1), ("u", 1), ("p", 2)] {
            assert!(!heads.contain(name, arity), "{name}/{arity}");
        }
    }
}
