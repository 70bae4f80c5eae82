//! Reading and writing terms, operators (ISO 8.14).

pub(crate) mod format_number;
pub(crate) mod ops;
mod options;
pub(crate) mod plain_format;
pub(crate) mod read;
pub(crate) mod subterm_positions;
pub(crate) mod write;

use crate::system::{BuiltinRow, det, reentrant};

/// The predicates of this file.
pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "read",
        "?term",
        "8.14.1",
        "Reads a term from the current input; `end_of_file` at the end, a syntax error if the text is not a term.",
        read::read_1,
    ),
    det(
        "read",
        "@stream, ?term",
        "8.14.1",
        "Reads a term from a stream; `end_of_file` at the end, a syntax error if the text is not a term.",
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
        "Reads a term from a stream, with options.",
        read::read_term_3,
    ),
    det(
        "$read_text",
        "+text, ?term, +options",
        "-",
        "Reads the one term of a text, whose end may be missing, with options.",
        read::read_text,
    ),
    det(
        "$known_option",
        "+atom, +atom",
        "-",
        "True if there is an option of this name for streams, reading or writing: `stream`, `read` or `write`, and the name.",
        options::known_option,
    ),
    det(
        "write",
        "?term",
        "8.14.2",
        "Writes a term to the current output without quotes; terms `'$VAR'(N)` as names of variables.",
        write::write_1,
    ),
    det(
        "write",
        "@stream, ?term",
        "8.14.2",
        "Writes a term to a stream without quotes; terms `'$VAR'(N)` as names of variables.",
        write::write_2,
    ),
    det(
        "writeln",
        "?term",
        "-",
        "Writes a term and a newline to the current output, as `write/1` does.",
        write::writeln_1,
    ),
    det(
        "writeln",
        "@stream, ?term",
        "-",
        "Writes a term and a newline to a stream, as `write/2` does.",
        write::writeln_2,
    ),
    det(
        "writeq",
        "?term",
        "8.14.2",
        "Writes a term to the current output so that it can be read back.",
        write::writeq_1,
    ),
    det(
        "writeq",
        "@stream, ?term",
        "8.14.2",
        "Writes a term to a stream so that it can be read back.",
        write::writeq_2,
    ),
    reentrant(
        "print",
        "?term",
        "-",
        "Writes a term to the current output, as `writeq/1` does; `user:portray/1` may write subterms.",
        write::print_1,
    ),
    reentrant(
        "print",
        "@stream, ?term",
        "-",
        "Writes a term to a stream, as `print/1` does.",
        write::print_2,
    ),
    det(
        "write_canonical",
        "?term",
        "8.14.2",
        "Writes a term to the current output quoted and without operators.",
        write::write_canonical_1,
    ),
    det(
        "write_canonical",
        "@stream, ?term",
        "8.14.2",
        "Writes a term to a stream quoted and without operators.",
        write::write_canonical_2,
    ),
    reentrant(
        "write_term",
        "?term, +options",
        "8.14.2",
        "Writes a term to the current output, with options.",
        write::write_term_2,
    ),
    reentrant(
        "write_term",
        "@stream, ?term, +options",
        "8.14.2",
        "Writes a term to a stream, with options.",
        write::write_term_3,
    ),
    reentrant(
        "$term_text",
        "?term, +options, -chars, ?tail",
        "-",
        "Unifies the third argument with the output of `write_term/2` as a list of characters that ends in the fourth one.",
        write::term_text,
    ),
    det(
        "$clause_text",
        "?term, +list, -chars, ?tail",
        "-",
        "Unifies the third argument with the text of a clause, laid out and with names of variables, as a list of characters that ends in the fourth one.",
        write::clause_chars,
    ),
    det(
        "$float_text",
        "+name, +value, +value, -chars",
        "-",
        "Unifies the last argument with a number as the directive `~e`, `~f` or `~g` of `format/2` writes it, as characters.",
        format_number::float_text,
    ),
    det(
        "$plain_format",
        "+term, +term, +term",
        "-",
        "Writes formatted output as `format/3`; fails if the format or an argument is none of the frequent ones.",
        plain_format::plain_format,
    ),
    det(
        "op",
        "+priority, +specifier, @names",
        "8.14.3",
        "Defines operators, or removes them with priority 0.",
        ops::op,
    ),
    det(
        "$current_op_list",
        "?name, -list",
        "8.14.4",
        "Unifies the second argument with the list of the operators, of one name or all, as `op(P,Type,Name)`.",
        ops::list,
    ),
];
