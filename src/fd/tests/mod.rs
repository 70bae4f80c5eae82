//! Tests of the solver against enumeration.

mod cancel;
mod equations;
mod instances;
mod models;
mod oracle;
mod reified_samples;
mod samples;
mod store_gc;
