//! The queries in programs, libraries, test files, Markdown and transcripts, run against the answers
//! below them.

use crate::root;
use horn_test::Quads;
use libtest_mimic::{Arguments, Trial};
use std::time::Duration;

/// The tests of whole files, and those of single queries.
pub(crate) fn trials(arguments: &Arguments) -> (Vec<Trial>, Vec<Trial>) {
    Quads::new(root())
        .files("programs/**/*.pl")
        // A library is part of every machine.
        .without_loading("prelude/**/*.pl")
        .files("tests/chr/*.pl")
        .files("tests/clpz/*.pl")
        .files("tests/iso/*.pl")
        .files("tests/dialects/*.pl")
        .files("tests/libraries/*.pl")
        .files("tests/texts/*.pl")
        .files("docs/**/*.md")
        .files("docs/**/*.pl")
        .files("tests/transcripts/*.txt")
        // A slow machine with other work takes seconds; a query without end must fail and not stop the tests.
        .timeout(Some(Duration::from_secs(120)))
        .trials(arguments)
}
