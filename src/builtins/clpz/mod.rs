//! The bridge from Prolog terms to the constraint kernel `fd`, and back. (Written on branch `clpz`.)
