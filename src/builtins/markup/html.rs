//! HTML and SGML without a document type: every text is a document. Elements that have no end tag, and end tags that
//! may be omitted, are those of HTML.

use super::document::{BLOCKS, DocumentBuilder, MarkupLanguage};
use crate::machine::Ball;
use quick_xml::escape::{resolve_html5_entity, resolve_predefined_entity};

/// Elements without content and end tag.
const VOID: &[&str] = &[
    "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "isindex",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// Elements whose content ends at their own end tag, and true if references in it have a meaning.
const RAW: &[(&str, bool)] = &[
    ("script", false),
    ("style", false),
    ("textarea", true),
    ("title", true),
];

/// A start tag of the first list closes open elements of the second one, inside the innermost element of the third.
const IMPLIED_ENDS: &[(&[&str], &[&str], &[&str])] = &[
    (&["li"], &["li", "p"], &["ul", "ol", "menu", "dir"]),
    (&["dt", "dd"], &["dt", "dd", "p"], &["dl"]),
    (&["option"], &["option"], &["select", "datalist"]),
    (&["optgroup"], &["option", "optgroup"], &["select"]),
    (&["td", "th"], &["td", "th", "p"], &["tr", "table"]),
    (
        &["tr"],
        &["tr", "td", "th", "p", "caption", "colgroup"],
        &["table"],
    ),
    (
        &["tbody", "thead", "tfoot"],
        &[
            "tbody", "thead", "tfoot", "tr", "td", "th", "p", "caption", "colgroup",
        ],
        &["table"],
    ),
    (&["rt", "rp"], &["rt", "rp"], &["ruby"]),
    (&["body"], &["head"], &["html"]),
];

/// Elements that an end tag or a start tag inside them does not close.
const BARRIERS: &[&str] = &["table", "td", "th", "caption", "button", "object"];

/// Reads a document.
///
/// # Errors
/// `resource_error(memory)`; the ball of an interrupt.
pub(super) fn read(text: &str, document: &mut DocumentBuilder<'_>) -> Result<(), Ball> {
    let mut scanner = Scanner { text, at: 0 };
    while scanner.at < text.len() {
        let rest = scanner.rest();
        let Some(next) = rest.find('<') else {
            let text = unescaped(rest, scanner.at, document);
            document.text(&text);
            return Ok(());
        };
        if next > 0 {
            let text = unescaped(&rest[..next], scanner.at, document);
            document.text(&text);
            scanner.at += next;
            continue;
        }
        markup(&mut scanner, document)?;
    }
    Ok(())
}

/// A position in a text.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Goes beyond the next place of `end`, or to the end of the text; the text before that place.
    fn take_until(&mut self, end: &str) -> &'t str {
        let rest = self.rest();
        match rest.find(end) {
            Some(i) => {
                self.at += i + end.len();
                &rest[..i]
            }
            None => {
                self.at = self.text.len();
                rest
            }
        }
    }

    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !accepts(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn take(&mut self, prefix: &str) -> bool {
        let is_next = self.rest().starts_with(prefix);
        if is_next {
            self.at += prefix.len();
        }
        is_next
    }

    fn blanks(&mut self) {
        self.take_while(|c| c.is_ascii_whitespace());
    }
}

/// Reads what starts with `<`.
fn markup(scanner: &mut Scanner<'_>, document: &mut DocumentBuilder<'_>) -> Result<(), Ball> {
    let at = scanner.at;
    if scanner.take("<!--") {
        scanner.take_until("-->");
    } else if scanner.take("<![CDATA[") {
        let data = scanner.take_until("]]>");
        document.text(data);
    } else if scanner.take("<!") {
        declaration(scanner);
    } else if scanner.take("<?") {
        let content = scanner.take_until(">");
        document.instruction(content.strip_suffix('?').unwrap_or(content))?;
    } else if scanner.take("</") {
        let name = scanner.take_until(">");
        let end = name.find(|c: char| c.is_whitespace()).unwrap_or(name.len());
        end_tag(&name[..end].to_lowercase(), at, document)?;
    } else if scanner.rest()[1..].starts_with(|c: char| c.is_alphabetic() || c == '_') {
        scanner.at += 1;
        start_tag(scanner, at, document)?;
    } else {
        scanner.at += 1;
        document.text("<");
    }
    Ok(())
}

/// Skips a declaration with its internal subset.
fn declaration(scanner: &mut Scanner<'_>) {
    let rest = scanner.rest();
    let end = rest.find(['>', '[']).unwrap_or(rest.len());
    match rest[end..].starts_with('[') {
        true => {
            scanner.take_until("]");
            scanner.take_until(">");
        }
        false => {
            scanner.take_until(">");
        }
    }
}

fn start_tag(
    scanner: &mut Scanner<'_>,
    at: usize,
    document: &mut DocumentBuilder<'_>,
) -> Result<(), Ball> {
    let is_part = |c: char| !c.is_whitespace() && !matches!(c, '>' | '/');
    let name = scanner.take_while(is_part).to_lowercase();
    let mut attributes: Vec<(String, String)> = Vec::new();
    let is_empty = loop {
        scanner.take_while(|c| c.is_whitespace());
        if scanner.take("/>") {
            break true;
        }
        if scanner.take(">") || scanner.rest().is_empty() {
            break false;
        }
        let start = scanner.at;
        let key = scanner
            .take_while(|c| is_part(c) && c != '=')
            .to_lowercase();
        scanner.blanks();
        let value = match scanner.take("=") {
            true => value(scanner, document),
            false => key.clone(),
        };
        // The first of several values of an attribute holds.
        if !key.is_empty() && attributes.iter().all(|(k, _)| *k != key) {
            attributes.push((key, value));
        }
        if scanner.at == start {
            scanner.take_while(|c| !c.is_whitespace() && c != '>');
            if scanner.at == start {
                scanner.at += 1;
            }
        }
    };
    let is_html = document.dialect == MarkupLanguage::Html;
    if is_html {
        close_implied(&name, at, document)?;
    }
    document.start(&name, &attributes, at)?;
    if is_html && VOID.contains(&name.as_str()) || !is_html && is_empty {
        return document.end();
    }
    if let Some((_, references)) = RAW.iter().find(|(n, _)| is_html && *n == name) {
        raw_content(scanner, &name, *references, document)?;
    }
    Ok(())
}

fn value(scanner: &mut Scanner<'_>, document: &mut DocumentBuilder<'_>) -> String {
    scanner.blanks();
    let at = scanner.at;
    let raw = match scanner.rest().chars().next() {
        Some(quote @ ('"' | '\'')) => {
            scanner.at += 1;
            scanner.take_until(&quote.to_string())
        }
        _ => scanner.take_while(|c| !c.is_whitespace() && c != '>'),
    };
    unescaped(raw, at, document)
}

/// The content of an element up to its own end tag.
fn raw_content(
    scanner: &mut Scanner<'_>,
    name: &str,
    references: bool,
    document: &mut DocumentBuilder<'_>,
) -> Result<(), Ball> {
    let rest = scanner.rest();
    let is_end = |i: usize| {
        let tag = rest.get(i + 2..i + 2 + name.len());
        tag.is_some_and(|t| t.eq_ignore_ascii_case(name))
    };
    let end = rest
        .match_indices("</")
        .map(|(i, _)| i)
        .find(|&i| is_end(i));
    let content = &rest[..end.unwrap_or(rest.len())];
    match references {
        true => {
            let text = unescaped(content, scanner.at, document);
            document.text(&text);
        }
        false => document.text(content),
    }
    scanner.at += content.len();
    if end.is_some() {
        scanner.take_until(">");
    }
    document.end()
}

/// Closes the elements that a start tag ends.
fn close_implied(name: &str, at: usize, document: &mut DocumentBuilder<'_>) -> Result<(), Ball> {
    for (starts, closed, within) in IMPLIED_ENDS {
        if starts.contains(&name) {
            let inside = document.open_names().take_while(|n| !within.contains(n));
            let last = inside
                .enumerate()
                .filter(|(_, n)| closed.contains(n))
                .last();
            return close(last.map(|(i, _)| i + 1), at, document);
        }
    }
    if BLOCKS.contains(&name) {
        let inside = document.open_names().take_while(|n| !BARRIERS.contains(n));
        let paragraph = inside.enumerate().find(|(_, n)| *n == "p");
        let count = paragraph.map(|(i, _)| i + 1);
        return close(count, at, document);
    }
    Ok(())
}

fn close(count: Option<usize>, at: usize, document: &mut DocumentBuilder<'_>) -> Result<(), Ball> {
    for _ in 0..count.unwrap_or(0) {
        document.omitted_end(at)?;
    }
    Ok(())
}

fn end_tag(name: &str, at: usize, document: &mut DocumentBuilder<'_>) -> Result<(), Ball> {
    let is_bound = document.dialect == MarkupLanguage::Html && !BARRIERS.contains(&name);
    let reaches =
        |n: &&str| *n == name || !is_bound || BLOCKS.contains(&name) || !BARRIERS.contains(n);
    let is_open = document.open_names().take_while(reaches).any(|n| n == name);
    if is_open {
        document.end_named(name, at)?;
    } else {
        document.problem(
            at,
            false,
            format!("Ignored end-tag for \"{name}\" which is not open"),
        );
    }
    Ok(())
}

/// The text with its references replaced. Text that is not a reference is unchanged.
fn unescaped(raw: &str, at: usize, document: &mut DocumentBuilder<'_>) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(i) = rest.find('&') {
        out.push_str(&rest[..i]);
        rest = &rest[i + 1..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '#';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let name = &rest[..end];
        match reference(name) {
            Some(text) => {
                out.push_str(&text);
                rest = &rest[end..];
                rest = rest.strip_prefix(';').unwrap_or(rest);
            }
            None => {
                if rest[end..].starts_with(';') && !name.is_empty() {
                    let place = at + (raw.len() - rest.len());
                    document.problem(place, true, format!("entity \"{name}\" does not exist"));
                }
                out.push('&');
            }
        }
    }
    out.push_str(rest);
    out
}

/// The text of a reference without `&` and `;`.
fn reference(name: &str) -> Option<String> {
    let Some(number) = name.strip_prefix('#') else {
        let text = resolve_predefined_entity(name).or_else(|| resolve_html5_entity(name));
        return text.map(str::to_string);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    // NUL is no character of a document.
    let c = code.ok().filter(|&c| c > 0).and_then(char::from_u32);
    c.map(String::from)
}
