//! Documents in YAML as terms, for `prelude/text/yaml.pl`; they need the feature `yaml`.

#[cfg(not(feature = "yaml"))]
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(crate) const ROWS: &[BuiltinRow] = &[det(
    "$yaml",
    "+text, -term",
    "-",
    "Unifies the last argument with the first document of a text.",
    yaml,
)];

#[cfg(not(feature = "yaml"))]
fn yaml(vm: &mut Vm) -> Res {
    let name = vm.atoms.intern("yaml");
    Err(vm.existence_error("feature", Cell::atom(name)))
}

#[cfg(feature = "yaml")]
fn yaml(vm: &mut Vm) -> Res {
    let text = crate::system::text::text_of(vm, vm.x(0))?;
    let document = present::document(vm, &text)?;
    Ok(vm.unify(vm.x(1), document))
}

#[cfg(feature = "yaml")]
mod present {
    use crate::base::atom::atoms;
    use crate::base::number::Number;
    use crate::machine::{Ball, Cell};
    use crate::syntax::parse_number;
    use crate::system::Vm;
    use rustc_hash::FxHashMap;
    use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};
    use std::borrow::Cow;

    /// A sequence or mapping without its end.
    struct OpenCollection {
        is_mapping: bool,
        anchor: usize,
        tag: Option<String>,
        items: Vec<Cell>,
    }

    /// The first document of a text, `null` if there is none.
    ///
    /// # Errors
    /// `syntax_error(Message)`; `resource_error(memory)`; the ball of an interrupt.
    pub(super) fn document(vm: &mut Vm, text: &str) -> Result<Cell, Ball> {
        let mut anchors: FxHashMap<usize, Cell> = FxHashMap::default();
        let mut open: Vec<OpenCollection> = Vec::new();
        for (steps, event) in Parser::new_from_str(text).enumerate() {
            if steps % 1024 == 1023 {
                vm.check_interrupt()?;
            }
            let (event, span) = event.map_err(|e| mistake(vm, &e))?;
            let value = match event {
                Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= MOST_OPEN => {
                    let depth = vm.atoms.intern("yaml_depth");
                    return Err(vm.resource_error(depth));
                }
                Event::SequenceStart(anchor, tag) => {
                    open.push(opened(false, anchor, tag));
                    continue;
                }
                Event::MappingStart(anchor, tag) => {
                    open.push(opened(true, anchor, tag));
                    continue;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    let Some(closed) = open.pop() else { continue };
                    let anchor = closed.anchor;
                    let value = collection(vm, closed)?;
                    anchors.insert(anchor, value);
                    value
                }
                Event::Scalar(text, style, anchor, tag) => {
                    let is_key = open
                        .last()
                        .is_some_and(|o| o.is_mapping && o.items.len() % 2 == 0);
                    let value = scalar(vm, &text, style, tag, is_key)?;
                    anchors.insert(anchor, value);
                    value
                }
                Event::Alias(anchor) => match anchors.get(&anchor) {
                    Some(&value) => value,
                    None => {
                        let line = span.start.line();
                        let message = format!("yaml: an alias inside its own anchor (line {line})");
                        return Err(vm.syntax_error(&message));
                    }
                },
                Event::DocumentEnd | Event::StreamEnd => break,
                Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => continue,
            };
            match open.last_mut() {
                Some(collection) => collection.items.push(value),
                None => return Ok(value),
            }
        }
        constant(vm, "null")
    }

    fn mistake(vm: &mut Vm, e: &ScanError) -> Ball {
        let (line, column) = (e.marker().line(), e.marker().col() + 1);
        let info = e.info();
        vm.syntax_error(&format!("yaml: {info} (line {line}, column {column})"))
    }

    /// The number of collections inside each other.
    const MOST_OPEN: usize = 10_000;

    fn opened(is_mapping: bool, anchor: usize, tag: Option<Cow<'_, Tag>>) -> OpenCollection {
        OpenCollection {
            is_mapping,
            anchor,
            tag: tag.map(|t| full(&t)),
            items: Vec::new(),
        }
    }

    fn full(tag: &Tag) -> String {
        format!("{}{}", tag.handle, tag.suffix)
    }

    const CORE: &str = "tag:yaml.org,2002:";

    fn collection(vm: &mut Vm, closed: OpenCollection) -> Result<Cell, Ball> {
        vm.check_heap(40 * closed.items.len() as u64 + 64)?;
        let value = match closed.is_mapping {
            false => vm.heap.list(&closed.items, Cell::NIL),
            true => {
                let mut pairs = Vec::with_capacity(closed.items.len() / 2);
                for pair in closed.items.chunks_exact(2) {
                    pairs.push(vm.compound(atoms::UNIFY, pair));
                }
                let pairs = vm.heap.list(&pairs, Cell::NIL);
                vm.compound("json", &[pairs])
            }
        };
        match closed.tag {
            Some(tag) if !tag.starts_with(CORE) => tagged(vm, &tag, value),
            _ => Ok(value),
        }
    }

    fn tagged(vm: &mut Vm, tag: &str, value: Cell) -> Result<Cell, Ball> {
        let tag = atom(vm, tag)?;
        Ok(vm.compound("tag", &[tag, value]))
    }

    fn atom(vm: &mut Vm, text: &str) -> Result<Cell, Ball> {
        vm.check_room(text.len() as u64)?;
        Ok(Cell::atom(vm.atoms.intern_transient(text)))
    }

    /// `@(Name)`
    fn constant(vm: &mut Vm, name: &str) -> Result<Cell, Ball> {
        let name = Cell::atom(vm.atoms.intern(name));
        vm.check_heap(64)?;
        Ok(vm.compound("@", &[name]))
    }

    fn scalar(
        vm: &mut Vm,
        text: &str,
        style: ScalarStyle,
        tag: Option<Cow<'_, Tag>>,
        is_key: bool,
    ) -> Result<Cell, Ball> {
        vm.check_heap(text.len() as u64 + 64)?;
        let tag = tag.map(|t| full(&t));
        match tag.as_deref().map(|t| t.strip_prefix(CORE).unwrap_or(t)) {
            Some("str") => atom(vm, text),
            Some("int" | "float" | "bool" | "null") => plain(vm, text, false),
            Some(other) => {
                let value = atom(vm, text)?;
                match other {
                    "binary" => Ok(vm.compound("binary", &[value])),
                    other => tagged(vm, other, value),
                }
            }
            None if style == ScalarStyle::Plain => plain(vm, text, is_key),
            None => atom(vm, text),
        }
    }

    /// A scalar without quotes, by the core schema. The keys of mappings are atoms or integers.
    fn plain(vm: &mut Vm, text: &str, is_key: bool) -> Result<Cell, Ball> {
        if let Some(n) = number(text) {
            return Ok(vm.number_cell(&n));
        }
        match text {
            _ if is_key => atom(vm, text),
            "" | "~" | "null" | "Null" | "NULL" => constant(vm, "null"),
            "true" | "True" | "TRUE" => constant(vm, "true"),
            "false" | "False" | "FALSE" => constant(vm, "false"),
            _ => atom(vm, text),
        }
    }

    fn number(text: &str) -> Option<Number> {
        let (sign, digits) = match text.as_bytes().first()? {
            b'-' => ("-", &text[1..]),
            b'+' => ("", &text[1..]),
            _ => ("", text),
        };
        let first = digits.as_bytes().first()?;
        let all =
            |s: &str, accepts: fn(&u8) -> bool| !s.is_empty() && s.bytes().all(|b| accepts(&b));
        if all(digits, u8::is_ascii_digit)
            || digits
                .strip_prefix("0x")
                .is_some_and(|s| all(s, u8::is_ascii_hexdigit))
            || digits
                .strip_prefix("0o")
                .is_some_and(|s| all(s, |b| matches!(b, b'0'..=b'7')))
        {
            return parse_number(&format!("{sign}{digits}")).ok();
        }
        let infinite = match (digits, sign) {
            (".inf" | ".Inf" | ".INF", "-") => Some(f64::NEG_INFINITY),
            (".inf" | ".Inf" | ".INF", _) => Some(f64::INFINITY),
            (".nan" | ".NaN" | ".NAN", _) => Some(f64::NAN),
            _ => None,
        };
        let is_float = (first.is_ascii_digit() || *first == b'.')
            && digits.bytes().any(|b| b.is_ascii_digit())
            && digits
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
        let value = infinite.or_else(|| match is_float {
            true => text.parse::<f64>().ok(),
            false => None,
        });
        value.map(Number::Float)
    }
}
