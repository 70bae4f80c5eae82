//! The fields of a request.

use serde_json::Value;

/// A request, which is a JSON object.
pub(crate) struct Request(pub(crate) Value);

/// A fault of a request: the other side does not follow the protocol.
pub(crate) type Fault = String;

impl Request {
    /// The request that a text holds.
    pub(crate) fn read(text: &[u8]) -> Result<Request, Fault> {
        let value: Value = serde_json::from_slice(text).map_err(|e| e.to_string())?;
        match value.is_object() {
            true => Ok(Request(value)),
            false => Err("a request is an object".into()),
        }
    }

    /// A field that is a text.
    pub(crate) fn text(&self, name: &str) -> Result<&str, Fault> {
        let text = self.0[name].as_str();
        text.ok_or_else(|| format!("the field \"{name}\" is a text"))
    }

    /// A field that is a number, if there is one.
    pub(crate) fn number(&self, name: &str) -> Result<Option<u64>, Fault> {
        match &self.0[name] {
            Value::Null => Ok(None),
            value => match value.as_u64() {
                Some(n) => Ok(Some(n)),
                None => Err(format!("the field \"{name}\" is a whole number from 0 on")),
            },
        }
    }

    /// Returns true if a field is true.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.0[name] == true
    }

    /// The fields of a field that is an object of texts.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<(&str, &str)>, Fault> {
        let fault = || format!("the field \"{name}\" is an object whose fields are texts");
        let object = match &self.0[name] {
            Value::Null => return Ok(Vec::new()),
            value => value.as_object().ok_or_else(fault)?,
        };
        let entries = object.iter();
        let texts = entries.map(|(key, value)| value.as_str().map(|text| (&**key, text)));
        texts.collect::<Option<Vec<_>>>().ok_or_else(fault)
    }
}
