//! Each quad of the rules is a test.

horn_test::quads!("rules/*.pl", prepare = pricing::define);
