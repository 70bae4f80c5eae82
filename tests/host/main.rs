//! Tests of the host API and of the program: one file per subject, which sees nothing of the internals.

mod access;
mod answers;
mod async_answers;
mod budgets;
mod consoles;
mod derive;
mod embedding;
mod error_explanations;
mod examples;
mod explanations;
mod grade;
mod handles;
mod host_libraries;
mod host_predicates;
mod iso_by_host;
mod lenient_loading;
mod limits;
mod lint;
mod listing;
mod many_machines;
mod meta_arguments;
mod mistakes;
#[cfg(feature = "network")]
mod network;
mod output_errors;
mod readme;
mod reference;
mod search;
mod search_pages;
mod situations;
mod streams;
mod terminal;
mod test_runner;
mod tracing;
mod tutorial;
mod values;
