//! Messages in the formats of `serde`.
//!
//! ```
//! use horn::{Error, Machine};
//!
//! let Err(Error::Syntax(d)) = Machine::new().prepare("X = .") else { panic!() };
//! let json = serde_json::to_value(&*d).unwrap();
//! assert_eq!(json["severity"], "error");
//! assert_eq!(json["start"]["column"], 5);
//! assert_eq!(json["notes"], serde_json::json!([]));
//! ```

use crate::syntax::{Diagnostic, Place, Position, Severity, Span};
use serde_core::ser::{Serialize, SerializeStruct, Serializer};

/// A position as line and column, both from 1, the column in characters, and the offset in bytes from 0.
struct Written(Position);

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_struct("Position", 3)?;
        map.serialize_field("line", &self.0.line)?;
        map.serialize_field("column", &self.0.column)?;
        map.serialize_field("offset", &self.0.offset)?;
        map.end()
    }
}

/// The position where a span of a text ends; `start` is that of its start.
fn end(text: &str, span: Span, start: Position) -> Written {
    let covered = text.get(span.start..span.end).unwrap_or_default();
    Written(Position::in_text(covered, covered.len(), start))
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let offset = self.span.start.min(self.text.len());
        let start = Position::in_text(&self.text, offset, Position::default());
        let mut map = to.serialize_struct("Place", 4)?;
        map.serialize_field("file", &*self.file)?;
        map.serialize_field("start", &Written(start))?;
        map.serialize_field("end", &end(&self.text, self.span, start))?;
        map.serialize_field("message", &self.message)?;
        map.end()
    }
}

impl Serialize for Diagnostic {
    /// Writes everything but the text itself.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let start = self.position();
        let end = self.span.zip(start).map(|(s, p)| end(&self.text, s, p));
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let mut map = to.serialize_struct("Diagnostic", 11)?;
        map.serialize_field("severity", severity)?;
        map.serialize_field("file", &*self.file)?;
        map.serialize_field("start", &start.map(Written))?;
        map.serialize_field("end", &end)?;
        map.serialize_field("message", &self.message)?;
        map.serialize_field("check", &self.check)?;
        map.serialize_field("syntax_error", &self.syntax_error)?;
        map.serialize_field("label", &self.label)?;
        map.serialize_field("places", &self.places)?;
        map.serialize_field("notes", &self.notes)?;
        map.serialize_field("hint", &self.hint)?;
        map.end()
    }
}
