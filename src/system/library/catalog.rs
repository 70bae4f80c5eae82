//! The library: Prolog files embedded in the program, and the names of other systems for them.

macro_rules! prelude {
    ($($file:literal)*) => {
        /// The files by name. Where two export the same predicate, the first one is meant.
        pub(crate) const FILES: &[(&str, &str)] = &[$(($file, include_str!(concat!("../../../prelude/", $file)))),*];
    };
}

prelude! {
    "control.pl"
    "system.pl"
    "core.pl"
    "lists.pl"
    "apply.pl"
    "between.pl"
    "pairs.pl"
    "error.pl"
    "dcgs.pl"
    "dif.pl"
    "freeze.pl"
    "when.pl"
    "atts.pl"
    "lambda.pl"
    "reif.pl"
    "format.pl"
    "assoc.pl"
    "ordsets.pl"
    "charsio.pl"
    "iso_ext.pl"
    "aggregate.pl"
    "yall.pl"
    "solution_sequences.pl"
    "random.pl"
    "time.pl"
    "listing.pl"
    "pio.pl"
    "streams.pl"
    "option.pl"
    "terms.pl"
    "gensym.pl"
    "ugraphs.pl"
    "tabling.pl"
    "fd_search.pl"
    "fd_events.pl"
    "fd_sets.pl"
    "fd_globals.pl"
    "fd_scheduling.pl"
    "fd_automata.pl"
    "clpz.pl"
    "fd_predicates.pl"
    "clpfd.pl"
    "strings.pl"
    "edinburgh.pl"
    "expand.pl"
    "board.pl"
    "date.pl"
    "json.pl"
    "csv.pl"
    "plunit.pl"
    "debug.pl"
    "files.pl"
    "os.pl"
    "codesio.pl"
    "si.pl"
    "memfile.pl"
    "unicode.pl"
    "arithmetic.pl"
    "dcg_basics.pl"
    "dcg_high_order.pl"
    "rbtrees.pl"
    "heaps.pl"
    "nb_set.pl"
    "varnumbers.pl"
    "prolog_code.pl"
    "base64.pl"
    "main.pl"
    "recorded.pl"
    "uri.pl"
    "swi_builtins.pl"
    "gprolog.pl"
    "modules.pl"
    "process.pl"
    "intercept.pl"
    "hashtable.pl"
    "record.pl"
    "settings.pl"
    "gnu_fd.pl"
    "sicstus_lists.pl"
    "cont.pl"
    "ssu.pl"
}

/// How many of the files make up module `system`, loaded when a machine is made.
pub(crate) const BOOT_FILES: u16 = 3;

/// Libraries that other systems have and the ones that hold their predicates here. What is in none
/// of them is part of every program anyway.
const ALIASES: &[(&str, &str)] = &[
    ("ansi_term", "swi_builtins"),
    ("apply_macros", "apply yall"),
    ("assoc/avl", "assoc"),
    ("avl", "assoc"),
    ("backcomp", "strings swi_builtins"),
    ("basics", "lists"),
    ("base32", "base64"),
    ("bounds", "clpz"),
    ("builtins", ""),
    ("charsio", "charsio codesio"),
    ("clp/bounds", "clpz"),
    ("crypto", "base64"),
    ("check", ""),
    ("dcg/basics", "dcg_basics"),
    ("dcg/high_order", "dcg_high_order"),
    ("dialect", ""),
    ("dicts", ""),
    ("file_systems", "files"),
    ("filesex", "files"),
    ("hprolog", "lists"),
    ("http/json", "json"),
    ("increval", "tabling"),
    ("lazy_lists", "pio"),
    ("numerics/quadtests", ""),
    ("occurs", "terms"),
    ("operators", ""),
    ("optparse", "main"),
    ("options", "option"),
    ("oset", "ordsets"),
    ("ordprefix", "ordsets"),
    ("pldoc", ""),
    ("pprint", "swi_builtins"),
    ("prolog_stack", "swi_builtins"),
    ("portray_text", ""),
    ("pure_input", "pio"),
    ("quads", ""),
    ("quintus", "swi_builtins os"),
    ("readutil", "pio"),
    ("samsort", "sicstus_lists"),
    ("serialization/json", "json"),
    ("sets", "ordsets lists"),
    ("sort", "sicstus_lists"),
    ("statistics", "time"),
    ("system", "os files"),
    ("system3", "os files"),
    ("tables", "tabling"),
    ("testing", ""),
    ("time", "time date"),
    ("timeout", "time"),
    ("types", "error"),
    ("url", "uri"),
    ("utf8", "charsio"),
    ("unix", "os"),
    ("uuid", "base64"),
    ("writef", "swi_builtins"),
];

/// Libraries whose operators are only for those who import them: a `*` too many is to stay a mistake.
pub(crate) const KEEP_OPS: &[&str] = &["debug", "record"];

/// Libraries whose operators need no import, so that there is nothing to say of it.
pub(crate) const FREE_OPS: &[&str] = &["ssu"];

/// Libraries of names that programs are likely to use for their own predicates: nothing of theirs is
/// found without an import.
pub(crate) const ON_REQUEST: &[&str] = &["sicstus_lists"];

/// What `library(Name)` is.
pub(crate) enum LibraryEntry {
    /// Embedded files.
    Rows(Vec<u16>),
    /// Known from other systems; all of it is there without importing.
    Builtin,
    /// Not known.
    Unknown,
}

/// The files that `library(name)` means.
pub(crate) fn entry(name: &str) -> LibraryEntry {
    let last = name.rsplit('/').next().unwrap_or(name);
    let aliased = |wanted: &str| ALIASES.iter().find(|(n, _)| *n == wanted);
    let alias = aliased(name).or_else(|| match row_of(name) {
        Some(_) => None,
        None => aliased(last),
    });
    match (alias, row_of(last)) {
        (Some((_, targets)), _) => match targets
            .split_whitespace()
            .filter_map(row_of)
            .collect::<Vec<_>>()
        {
            rows if rows.is_empty() => LibraryEntry::Builtin,
            rows => LibraryEntry::Rows(rows),
        },
        (None, Some(row)) => LibraryEntry::Rows(vec![row]),
        (None, None) => LibraryEntry::Unknown,
    }
}

/// The file called `name.pl`.
pub(crate) fn row_of(name: &str) -> Option<u16> {
    FILES
        .iter()
        .position(|(f, _)| f.strip_suffix(".pl") == Some(name))
        .map(|i| i as u16)
}

/// The name of a row, as in `library(Name)`.
pub(crate) fn name(row: u16) -> &'static str {
    FILES
        .get(usize::from(row))
        .map_or("", |(f, _)| f.trim_end_matches(".pl"))
}

/// The text of a row.
pub(crate) fn text(row: u16) -> &'static str {
    FILES.get(usize::from(row)).map_or("", |(_, t)| t)
}

/// The names of all libraries, for help and completion.
pub fn names() -> impl Iterator<Item = &'static str> {
    (BOOT_FILES..FILES.len() as u16).map(name)
}
