//! The catalog of library files: which files there are, in which order they are searched, and the names of
//! other systems for them.

macro_rules! prelude {
    ($($file:literal)*) => {
        /// The files by their paths in `prelude/`. Of two that export the same predicate, the first one is used.
        pub(crate) const FILES: &[(&str, &str)] = &[$(($file, include_str!(concat!("../../../prelude/", $file)))),*];
    };
}

prelude! {
    "system/control.pl"
    "system/system.pl"
    "system/core.pl"
    "lists/lists.pl"
    "lists/apply.pl"
    "lists/between.pl"
    "lists/pairs.pl"
    "system/error.pl"
    "text/dcgs.pl"
    "control/dif.pl"
    "control/freeze.pl"
    "control/when.pl"
    "control/atts.pl"
    "control/lambda.pl"
    "control/reif.pl"
    "text/format.pl"
    "data/assoc.pl"
    "lists/ordsets.pl"
    "text/charsio.pl"
    "control/iso_ext.pl"
    "control/budget.pl"
    "control/aggregate.pl"
    "control/yall.pl"
    "control/solution_sequences.pl"
    "data/random.pl"
    "os/time.pl"
    "tools/listing.pl"
    "tools/help.pl"
    "tools/edit.pl"
    "tools/prolog_source.pl"
    "tools/prolog_xref.pl"
    "tools/quickcheck.pl"
    "tools/profile.pl"
    "tools/box_model.pl"
    "tools/box_text.pl"
    "tools/tracer.pl"
    "tools/box_tree.pl"
    "tools/why.pl"
    "tools/proofs.pl"
    "tools/explanation_text.pl"
    "tools/variants.pl"
    "tools/fragments.pl"
    "tools/conflicts.pl"
    "tools/program_parts.pl"
    "tools/clause_source.pl"
    "os/pio.pl"
    "os/streams.pl"
    "data/option.pl"
    "data/terms.pl"
    "data/gensym.pl"
    "data/ugraphs.pl"
    "control/tabling.pl"
    "control/well_founded.pl"
    "control/wfs.pl"
    "control/engines.pl"
    "control/threads.pl"
    "control/thread.pl"
    "control/thread_pool.pl"
    "clp/fd_search.pl"
    "clp/fd_events.pl"
    "clp/fd_parallel.pl"
    "clp/fd_sets.pl"
    "clp/fd_globals.pl"
    "clp/fd_scheduling.pl"
    "clp/fd_automata.pl"
    "clp/clpz.pl"
    "clp/fd_predicates.pl"
    "clp/clpfd.pl"
    "clp/bdd.pl"
    "clp/clpb_expressions.pl"
    "clp/clpb.pl"
    "clp/linear.pl"
    "clp/linear_projection.pl"
    "clp/linear_residue.pl"
    "clp/linear_search.pl"
    "clp/clpq.pl"
    "clp/clpr.pl"
    "clp/simplex.pl"
    "text/strings.pl"
    "dialects/edinburgh.pl"
    "system/expand.pl"
    "clp/board.pl"
    "os/date.pl"
    "text/json.pl"
    "text/csv.pl"
    "tools/plunit.pl"
    "tools/debug.pl"
    "os/files.pl"
    "os/os.pl"
    "text/codesio.pl"
    "control/si.pl"
    "os/memfile.pl"
    "text/unicode.pl"
    "data/arithmetic.pl"
    "text/dcg_basics.pl"
    "text/dcg_high_order.pl"
    "data/rbtrees.pl"
    "data/heaps.pl"
    "data/nb_set.pl"
    "data/varnumbers.pl"
    "system/prolog_code.pl"
    "text/base64.pl"
    "text/hashes.pl"
    "text/pcre.pl"
    "text/regex.pl"
    "os/main.pl"
    "data/recorded.pl"
    "text/uri.pl"
    "dialects/swi_builtins.pl"
    "dialects/quintus.pl"
    "dialects/gnu_globals.pl"
    "dialects/gprolog.pl"
    "system/modules.pl"
    "os/process.pl"
    "control/intercept.pl"
    "data/hashtable.pl"
    "data/record.pl"
    "data/settings.pl"
    "dialects/gnu_fd.pl"
    "dialects/sicstus_lists.pl"
    "dialects/do_loops.pl"
    "dialects/block.pl"
    "dialects/logarr.pl"
    "dialects/mutdict.pl"
    "dialects/avl.pl"
    "dialects/swi_text.pl"
    "dialects/swi_order.pl"
    "dialects/swi_compounds.pl"
    "dialects/dicts.pl"
    "text/json_dicts.pl"
    "data/nb_rbtrees.pl"
    "os/shell.pl"
    "tools/check.pl"
    "dialects/swi_more.pl"
    "dialects/swi_locale.pl"
    "dialects/quasi_quotations.pl"
    "control/cont.pl"
    "text/ctypes.pl"
    "text/readln.pl"
    "data/oset.pl"
    "data/tries.pl"
    "data/broadcast.pl"
    "data/persistency.pl"
    "control/coinduction.pl"
    "dialects/hprolog.pl"
    "system/ssu.pl"
    "clp/chr_store.pl"
    "clp/chr_rules.pl"
    "clp/chr_plan.pl"
    "clp/chr_clauses.pl"
    "clp/chr.pl"
    "text/sgml.pl"
    "text/xsd_time.pl"
    "text/sgml_write.pl"
    "text/xpath.pl"
    "text/yaml.pl"
    "text/yaml_dicts.pl"
    "os/zlib.pl"
    "os/archive_tar.pl"
    "os/archive_zip.pl"
    "os/archive.pl"
    "os/socket.pl"
    "os/sockets.pl"
    "http/http_open.pl"
    "http/http_client.pl"
    "http/http_json.pl"
    "http/thread_httpd.pl"
    "http/html_write.pl"
    "tools/sandbox.pl"
    "system/macros.pl"
    "text/url.pl"
    "dialects/swi_system.pl"
    "dialects/swi_determinism.pl"
    "dialects/swi_residue.pl"
    "dialects/swi_write.pl"
    "dialects/swi_variants.pl"
    "dialects/xsb.pl"
    "dialects/swi_old.pl"
    "dialects/operators.pl"
    "control/lazy_lists.pl"
    "control/transactions.pl"
    "control/increval.pl"
    "os/alarms.pl"
    "text/crypto.pl"
    "text/atom.pl"
    "tools/tap.pl"
    "tools/toplevel_variables.pl"
    "dialects/swi_names.pl"
    "tools/prolog_wrap.pl"
    "text/porter_stem.pl"
    "text/isub.pl"
    "dialects/swi_tools.pl"
    "data/fastrw.pl"
    "dialects/swi_stack.pl"
    "dialects/swi_options.pl"
    "dialects/swi_numbers.pl"
    "text/pprint.pl"
    "dialects/swi_threads.pl"
    "control/signals.pl"
    "control/undo.pl"
    "dialects/mutables.pl"
    "dialects/sicstus_builtins.pl"
    "dialects/gnu_streams.pl"
    "dialects/gnu_system.pl"
    "dialects/yap.pl"
    "dialects/xsb_builtins.pl"
    "data/queues.pl"
    "text/abnf.pl"
    "dialects/structs.pl"
    "tools/nested_toplevel.pl"
}

/// The number of files that make up module `system`, loaded when a machine is made.
pub(crate) const BOOT_FILES: u16 = 3;

/// Libraries of other systems and the ones that hold their predicates here. Predicates that are in none
/// of them need no import.
const ALIASES: &[(&str, &str)] = &[
    ("ansi_term", "swi_builtins"),
    ("apply_macros", "apply yall"),
    ("assoc/avl", "assoc"),
    ("avl", "assoc avl"),
    ("backcomp", "strings swi_builtins quintus swi_more swi_old"),
    ("basics", "lists"),
    ("base32", "base64"),
    ("bounds", "clpz"),
    ("builtins", ""),
    ("charsio", "charsio codesio"),
    ("checklast", ""),
    ("checkselect", ""),
    ("clp/bounds", "clpz"),
    ("clp/clp_distinct", "clpz"),
    ("crypto", "base64 hashes crypto"),
    ("dcg/basics", "dcg_basics"),
    ("dcg/high_order", "dcg_high_order"),
    ("dialect", ""),
    ("dialect/sicstus", "mutables sicstus_builtins sicstus_lists"),
    (
        "dialect/sicstus4",
        "mutables sicstus_builtins sicstus_lists",
    ),
    ("dialect/xsb", "xsb xsb_builtins"),
    ("dialect/xsb/source", "xsb"),
    ("dialect/yap", "yap"),
    ("editline", "swi_tools"),
    ("file_systems", "files"),
    ("filesex", "files"),
    ("http/http_dispatch", "thread_httpd"),
    ("http/http_parameters", "thread_httpd"),
    ("http/http_json", "http_json json_dicts"),
    (
        "http/http_server",
        "thread_httpd html_write http_json json_dicts",
    ),
    ("http/json", "json json_dicts"),
    ("http/mimetype", "swi_more"),
    ("increval", "tabling increval"),
    ("iostream", "swi_more"),
    ("make", ""),
    ("md5", "hashes"),
    ("numerics/quadtests", ""),
    ("occurs", "terms"),
    ("optparse", "main"),
    ("options", "option"),
    ("ordprefix", "ordsets"),
    ("pldoc", ""),
    ("prolog_coverage", "profile"),
    ("prolog_debug", ""),
    ("prolog_stack", "swi_stack"),
    ("prolog_trace", ""),
    ("prolog_versions", "swi_tools"),
    ("portray_text", "swi_more"),
    ("pure_input", "pio"),
    ("qsave", "swi_tools"),
    ("quads", ""),
    ("quintus", "quintus swi_builtins os"),
    ("readline", "swi_tools"),
    ("readutil", "pio"),
    ("samsort", "sicstus_lists"),
    ("serialization/abnf", "abnf"),
    ("serialization/json", "json"),
    ("sets", "ordsets lists"),
    ("sgml", "sgml xsd_time"),
    ("sha", "hashes"),
    ("shlib", ""),
    ("sort", "sicstus_lists"),
    ("statistics", "time"),
    ("system", "os files"),
    ("system3", "os files"),
    ("tables", "tabling"),
    ("test_cover", "profile"),
    ("testing", ""),
    ("threadutil", "swi_tools"),
    ("time", "time date alarms"),
    ("timeout", "time"),
    ("types", "error"),
    ("utf8", "charsio"),
    ("unix", "os"),
    ("uuid", "base64"),
    ("writef", "quintus swi_more"),
    ("www_browser", "swi_tools"),
];

/// Libraries whose operators are never borrowed without an import: with them, a superfluous `*` would not be an
/// error.
pub(crate) const KEEP_OPS: &[&str] = &[
    "chr",
    "debug",
    "macros",
    "persistency",
    "record",
    "regex",
    "xpath",
];

/// Libraries whose operators may be used without an import and without a message.
pub(crate) const FREE_OPS: &[&str] = &["ssu"];

/// Libraries whose names programs are likely to use for their own predicates: none of them is
/// found without an import.
pub(crate) const ON_REQUEST: &[&str] = &[
    "check",
    "chr",
    "chr_clauses",
    "chr_plan",
    "chr_rules",
    "chr_store",
    "clpb",
    "clpb_expressions",
    "clpq",
    "clpr",
    "abnf",
    "gnu_streams",
    "gnu_system",
    "hprolog",
    "quickcheck",
    "regex",
    "queues",
    "sicstus_builtins",
    "sicstus_lists",
    "structs",
    "swi_compounds",
    "swi_old",
    "swi_order",
    "swi_text",
    "simplex",
    "tap",
    "toplevel_variables",
    "xsb_builtins",
    "yap",
];

/// Libraries that expand the terms of a file that imports them: an import loads them at once, not at the first call of
/// one of their predicates.
const AT_IMPORT: &[&str] = &["macros", "tap"];

/// The result of looking up `library(Name)`.
pub(crate) enum LibraryEntry {
    /// Embedded files.
    Rows(Vec<u16>),
    /// A library of other systems whose predicates need no import here.
    Builtin,
    /// Not known.
    Unknown,
}

/// The files that `library(name)` refers to.
pub(crate) fn entry(name: &str) -> LibraryEntry {
    let last = name.rsplit('/').next().unwrap_or(name);
    let aliased = |wanted: &str| ALIASES.iter().find(|(n, _)| *n == wanted);
    let alias = aliased(name).or_else(|| match row_of(name) {
        Some(_) => None,
        None => aliased(last),
    });
    match (alias, row_of(last)) {
        (Some((_, targets)), _) => entry_of_files(targets),
        (None, Some(row)) => LibraryEntry::Rows(vec![row]),
        (None, None) => LibraryEntry::Unknown,
    }
}

/// The files of these names, separated by blanks.
pub(crate) fn entry_of_files(names: &str) -> LibraryEntry {
    let rows: Vec<u16> = names.split_whitespace().filter_map(row_of).collect();
    match rows.is_empty() {
        true => LibraryEntry::Builtin,
        false => LibraryEntry::Rows(rows),
    }
}

/// The file called `name.pl`.
pub(crate) fn row_of(name: &str) -> Option<u16> {
    FILES
        .iter()
        .position(|(f, _)| stem(f) == name)
        .map(|i| i as u16)
}

/// Returns true if an import loads the library at once.
pub(crate) fn is_loaded_at_import(row: u16) -> bool {
    AT_IMPORT.contains(&name(row))
}

/// The name of a row, as in `library(Name)`.
pub(crate) fn name(row: u16) -> &'static str {
    FILES.get(usize::from(row)).map_or("", |(f, _)| stem(f))
}

/// The name of a file without folder and extension: the name of its library.
fn stem(path: &'static str) -> &'static str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".pl").unwrap_or(file)
}

/// The text of a row.
pub(crate) fn text(row: u16) -> &'static str {
    FILES.get(usize::from(row)).map_or("", |(_, t)| t)
}

/// The names of all libraries, for help and completion.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    (BOOT_FILES..FILES.len() as u16).map(name)
}
