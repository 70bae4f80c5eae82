//! Numbers with units: on the command line, and in messages.

use std::time::Duration;

/// The form of a noun that follows a number: the first for 1, the second for others.
pub(super) fn noun(n: u64, forms: [&'static str; 2]) -> &'static str {
    forms[usize::from(n != 1)]
}

/// A number of bytes.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let n: usize = digits
        .parse()
        .map_err(|_| "expected a number of bytes such as 500M".to_string())?;
    n.checked_mul(1 << shift)
        .filter(|&n| n >= 1 << 20)
        .ok_or_else(|| "expected at least 1M, and not more than can be addressed".to_string())
}

/// A time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or_else(|| "expected a number of seconds such as 10 or 0.5".to_string())
}
