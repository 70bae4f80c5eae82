//! Tests of the host API and of the program: one file per subject, which sees nothing of the internals.

mod embedding;
mod listing;
mod output_errors;
mod readme;
mod reference;
mod search;
mod search_pages;
mod test_runner;
