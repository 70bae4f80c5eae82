//! Reading and writing terms, operators (ISO 8.14).

pub mod format_number;
pub mod ops;
pub mod read;
pub mod subterm_positions;
pub mod write;

use crate::system::{Row, det, reentrant};

/// The predicates of this file.
pub(crate) const ROWS: &[Row] = &[
    det(
        "read",
        "?term",
        "8.14.1",
        "Reads a term from the current input.",
        read::read_1,
    ),
    det(
        "read",
        "@stream, ?term",
        "8.14.1",
        "Reads a term.",
        read::read_2,
    ),
    det(
        "read_term",
        "?term, +options",
        "8.14.1",
        "Reads a term from the current input, with options.",
        read::read_term_2,
    ),
    det(
        "read_term",
        "@stream, ?term, +options",
        "8.14.1",
        "Reads a term, with options.",
        read::read_term_3,
    ),
    det(
        "$read_text",
        "+text, ?term, +options",
        "-",
        "Reads the one term of a text; its end may be missing.",
        read::read_text,
    ),
    det(
        "write",
        "?term",
        "8.14.2",
        "Writes a term, variables numbered by '$VAR'(N) as names.",
        write::write_1,
    ),
    det(
        "write",
        "@stream, ?term",
        "8.14.2",
        "Writes a term.",
        write::write_2,
    ),
    det(
        "writeln",
        "?term",
        "-",
        "Writes a term and a newline.",
        write::writeln_1,
    ),
    det(
        "writeln",
        "@stream, ?term",
        "-",
        "Writes a term and a newline.",
        write::writeln_2,
    ),
    det(
        "writeq",
        "?term",
        "8.14.2",
        "Writes a term so that it can be read back.",
        write::writeq_1,
    ),
    det(
        "writeq",
        "@stream, ?term",
        "8.14.2",
        "Writes a term so that it can be read back.",
        write::writeq_2,
    ),
    reentrant(
        "print",
        "?term",
        "-",
        "Writes a term as writeq/1 does; user:portray/1 may write subterms.",
        write::print_1,
    ),
    reentrant(
        "print",
        "@stream, ?term",
        "-",
        "Writes a term as print/1 does.",
        write::print_2,
    ),
    det(
        "write_canonical",
        "?term",
        "8.14.2",
        "Writes a term without operators.",
        write::write_canonical_1,
    ),
    det(
        "write_canonical",
        "@stream, ?term",
        "8.14.2",
        "Writes a term without operators.",
        write::write_canonical_2,
    ),
    reentrant(
        "write_term",
        "?term, +options",
        "8.14.2",
        "Writes a term, with options.",
        write::write_term_2,
    ),
    reentrant(
        "write_term",
        "@stream, ?term, +options",
        "8.14.2",
        "Writes a term, with options.",
        write::write_term_3,
    ),
    reentrant(
        "$term_text",
        "?term, +options, -chars, ?tail",
        "-",
        "What write_term/2 writes, as characters before a tail.",
        write::term_text,
    ),
    det(
        "$clause_text",
        "?term, +list, -chars, ?tail",
        "-",
        "A clause with layout, variables with these names (`Name=Variable`), its end and a newline, as characters before a tail.",
        write::clause_chars,
    ),
    det(
        "$float_text",
        "+name, +value, +value, -chars",
        "-",
        "A number as the directive ~e, ~f or ~g of format/2 writes it.",
        format_number::float_text,
    ),
    det(
        "op",
        "+priority, +specifier, @names",
        "8.14.3",
        "Defines or removes operators.",
        ops::op,
    ),
    det(
        "$current_op_list",
        "?name, -list",
        "8.14.4",
        "The operators, of one name or all, as op(P,Type,Name).",
        ops::list,
    ),
];
