//! TODO head

use crate::system::answer_tables::{
    table, table_add, table_delete, table_field, table_find, table_get, table_new, table_set_field,
    table_set_value, table_size, table_value, tables_clear,
};
use crate::system::{Row, det};

pub(crate) const ROWS: &[Row] = &[
    det(
        "$table",
        "?term, -id",
        "-",
        "The table for the variant of a term, made if new.",
        table,
    ),
    det("$table_new", "-id", "-", "A new table.", table_new),
    det(
        "$table_add",
        "+integer, ?term",
        "-",
        "Adds a term of which the table has no variant.",
        table_add,
    ),
    det(
        "$table_find",
        "+integer, ?term, -place",
        "-",
        "The place of a variant in the table.",
        table_find,
    ),
    det(
        "$table_size",
        "+integer, -size",
        "-",
        "How many terms a table has.",
        table_size,
    ),
    det(
        "$table_get",
        "+integer, +integer, ?term",
        "-",
        "The term at a place.",
        table_get,
    ),
    det(
        "$table_value",
        "+integer, +integer, ?term",
        "-",
        "What goes with the term at a place.",
        table_value,
    ),
    det(
        "$table_set_value",
        "+integer, +integer, ?term",
        "-",
        "Sets what goes with the term at a place.",
        table_set_value,
    ),
    det(
        "$table_field",
        "+integer, +integer, -integer",
        "-",
        "An integer field; 0 at first.",
        table_field,
    ),
    det(
        "$table_set_field",
        "+integer, +integer, +integer",
        "-",
        "Sets an integer field.",
        table_set_field,
    ),
    det(
        "$table_delete",
        "+integer",
        "-",
        "Forgets a table.",
        table_delete,
    ),
    det(
        "$tables_clear",
        "",
        "-",
        "Forgets all tables.",
        tables_clear,
    ),
];
