//! What `writeq/1` writes reads back as the same term, for random terms.
