//! Numbers and the ISO evaluables over them (ISO 13211-1 clause 9). Knows no terms.
