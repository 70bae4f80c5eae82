//! Tests of the host API and of the program: one file per subject, which sees nothing of the internals.

mod access;
mod answers;
mod budgets;
mod derive;
mod embedding;
mod examples;
mod handles;
mod host_libraries;
mod host_predicates;
mod limits;
mod listing;
mod many_machines;
mod meta_arguments;
mod output_errors;
mod readme;
mod reference;
mod search;
mod search_pages;
mod streams;
mod terminal;
mod test_runner;
mod values;
