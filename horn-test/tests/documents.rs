//! The quads of one file, with a predicate of the host.

horn_test::quads!(
    "tests/*.pl",
    "tests/*.md",
    prepare = |machine| machine.function("double", |n: i64| 2 * n)
);
