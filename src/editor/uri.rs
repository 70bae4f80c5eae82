//! File names as URIs, and back.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The path of a URI `file://…`; none for other URIs.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    // A host may stand before the path.
    let path = &text[text.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, more)) = rest.split_first() {
        let escaped = (first == b'%').then(|| more.get(..2)).flatten();
        let byte =
            escaped.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &more[2..] } else { more };
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/c:/x` names a drive.
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive && cfg!(windows) {
        &path[1..]
    } else {
        &path
    }))
}

/// The URI of an absolute path.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let mut text = String::from("file://");
    if !path.starts_with('/') {
        text.push('/');
    }
    for b in path.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(b));
            }
            _ => text.push_str(&format!("%{b:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::{path_of, uri_of};
    use lsp_types::Uri;
    use std::path::Path;
    use std::str::FromStr;

    #[test]
    fn paths_and_uris_correspond() {
        let path = Path::new("/a b/é%20/c.pl");
        let uri = uri_of(path).unwrap();
        assert_eq!(uri.as_str(), "file:///a%20b/%C3%A9%2520/c.pl");
        assert_eq!(path_of(&uri).unwrap(), path);
        assert!(path_of(&Uri::from_str("untitled:Untitled-1").unwrap()).is_none());
    }
}
