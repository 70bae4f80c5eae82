//! XML, over the crate `quick-xml`. A mistake ends what it is part of, not the document, where that is possible.

use super::document::DocumentBuilder;
use crate::machine::Ball;
use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape_with};
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;

/// The entities that a document type declares, with texts.
type Entities = HashMap<String, String>;

/// The size of the text of an entity with the entities in it.
const LARGEST_ENTITY: usize = 1 << 20;

/// Reads a document.
///
/// # Errors
/// `resource_error(memory)`; the ball of an interrupt.
pub(super) fn read(text: &str, document: &mut DocumentBuilder<'_>) -> Result<(), Ball> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut entities = Entities::new();
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(text.len());
        match reader.read_event() {
            Err(error) => {
                document.problem(at, true, error.to_string());
                return Ok(());
            }
            Ok(Event::Eof) => return Ok(()),
            Ok(Event::Start(tag)) => start(&tag, at, &entities, document)?,
            Ok(Event::Empty(tag)) => {
                start(&tag, at, &entities, document)?;
                document.end()?;
            }
            Ok(Event::End(tag)) => {
                let name = tag.name().into_inner().trim();
                if !document.end_named(name, at)? {
                    let message = format!("Ignored end-tag for \"{name}\" which is not open");
                    document.problem(at, false, message);
                }
            }
            Ok(Event::Text(content)) => document.text(&content.xml10_content()),
            Ok(Event::CData(content)) => document.text(&content.xml10_content()),
            Ok(Event::PI(content)) => document.instruction(&content.into_inner())?,
            Ok(Event::DocType(content)) => declare(&content.into_inner(), &mut entities),
            Ok(Event::GeneralRef(reference)) => {
                let name = reference.into_inner();
                match resolve(&name, &entities) {
                    Some(text) => document.text(&text),
                    None => missing(&name, at, document),
                }
            }
            Ok(Event::Comment(_) | Event::Decl(_)) => {}
        }
    }
}

fn missing(name: &str, at: usize, document: &mut DocumentBuilder<'_>) {
    document.problem(at, true, format!("entity \"{name}\" does not exist"));
}

fn start(
    tag: &BytesStart<'_>,
    at: usize,
    entities: &Entities,
    document: &mut DocumentBuilder<'_>,
) -> Result<(), Ball> {
    let mut attributes = Vec::new();
    for attribute in tag.html_attributes().with_checks(false) {
        match attribute {
            Ok(a) => {
                let raw: String = a.value.replace(['\t', '\n', '\r'], " ");
                let value =
                    unescape_with(&raw, |name| entity(name, entities)).map(|v| v.into_owned());
                let value = value.unwrap_or_else(|error| {
                    document.problem(at, true, error.to_string());
                    raw.clone()
                });
                attributes.push((a.key.into_inner().to_string(), value));
            }
            Err(error) => document.problem(at, true, error.to_string()),
        }
    }
    document.start(tag.name().into_inner(), &attributes, at)
}

/// The text of an entity, with the entities in it.
fn entity<'e>(name: &str, entities: &'e Entities) -> Option<&'e str> {
    resolve_predefined_entity(name).or_else(|| entities.get(name).map(String::as_str))
}

/// The text of a reference: `#N`, `#xN`, or the name of an entity.
fn resolve(name: &str, entities: &Entities) -> Option<String> {
    match name.strip_prefix('#') {
        None => entity(name, entities).map(str::to_string),
        Some(number) => {
            let hexadecimal = number.strip_prefix(['x', 'X']);
            let code = match hexadecimal {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            code.ok().and_then(char::from_u32).map(String::from)
        }
    }
}

/// Adds the internal entities of a document type. The first declaration of a name holds, and an entity may refer to
/// those before it.
fn declare(declaration: &str, entities: &mut Entities) {
    let mut rest = declaration;
    while let Some(at) = rest.find("<!ENTITY") {
        rest = rest[at + "<!ENTITY".len()..].trim_start();
        let end = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let after = after.trim_start();
        let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            continue;
        };
        let Some(length) = after[1..].find(quote) else {
            return;
        };
        let raw = &after[1..=length];
        let text = unescape_with(raw, |inner| entity(inner, entities)).map(|t| t.into_owned());
        let text = text.unwrap_or_else(|_| raw.to_string());
        if text.len() <= LARGEST_ENTITY {
            entities.entry(name.to_string()).or_insert(text);
        }
        rest = &after[length + 2..];
    }
}
