//! Tests of the solver against enumeration.

mod instances;
mod models;
mod oracle;
mod samples;
