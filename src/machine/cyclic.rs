//! Walks over terms that end on cyclic ones.
