//! The dialects of Prolog that program texts may be written in, a row each: the operators, flags and libraries that a
//! text of another system expects besides those of every text.
//!
//! Rows are data; [`crate::system::load::dialect`] makes one take effect.

use crate::base::atom::Atom;
use crate::syntax::OpType::{self, Fx, Fy, Xfx, Xfy, Yfx};
use crate::syntax::{OpDef, QuotedAs};
use DirectiveMeaning::{Export, Ignored, ImportFrom, Library};

/// The meaning of a directive in a dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DirectiveMeaning {
    /// It is read and has no effect.
    Ignored,
    /// XSB's `export p/1, q/2`: the text is a module with the name of its file.
    Export,
    /// XSB's `import p/1, q/2 from m`.
    ImportFrom,
    /// ECLiPSe's `lib(l)`.
    Library,
}

/// A dialect.
#[derive(Debug)]
pub(crate) struct Dialect {
    /// Its name in `expects_dialect/1`.
    pub(crate) name: &'static str,
    /// Its system and version, as the flags `dialect`, `version` and `version_data` give them in texts of the dialect; none for
    /// those of Horn.
    pub(crate) system: Option<(&'static str, &'static [i64])>,
    /// Operators, beside those that every module has: priority, type, names.
    pub(crate) ops: &'static [(u16, OpType, &'static str)],
    /// The representation of text in double quotes.
    pub(crate) double_quotes: QuotedAs,
    /// The reading of text in back quotes; none leaves it as it is.
    pub(crate) back_quotes: Option<QuotedAs>,
    /// The libraries that a text imports implicitly, for the predicates that are built into its system.
    pub(crate) libraries: &'static str,
    /// Libraries and the ones that hold their predicates here, as in the catalog; of two that export the same
    /// predicate, the last one is used.
    pub(crate) aliases: &'static [(&'static str, &'static str)],
    /// Libraries that replace predicates in modules of the dialect.
    pub(crate) goals: &'static [Replacement],
    /// True if the texts have dicts and the other notation of SWI-Prolog 7.
    pub(crate) dicts: bool,
    /// True if its texts read characters from binary streams: they set the flag `stream_type_check`.
    pub(crate) loose_streams: bool,
    /// True if its own system reads what the standard forbids and has only one sensible reading: then that is not reported.
    pub(crate) reads_leniently: bool,
    /// Directives: name, number of arguments, meaning.
    pub(crate) directives: &'static [(&'static str, usize, DirectiveMeaning)],
}

/// A library whose predicates replace those of other names.
#[derive(Debug)]
pub(crate) struct Replacement {
    /// The library.
    pub(crate) library: &'static str,
    /// The beginning of the names of its predicates that the program does not write.
    pub(crate) prefix: &'static str,
    /// The predicates by the names that the program uses.
    pub(crate) goals: &'static [(&'static str, u32)],
}

impl Dialect {
    /// The files of the library that has this name in this dialect; none for those of the catalog.
    pub(crate) fn library(&self, name: &str) -> Option<&'static str> {
        let found = self.aliases.iter().find(|(n, _)| *n == name);
        found.map(|&(_, files)| files)
    }

    /// The meaning of a directive of this dialect that is not one of Horn.
    pub(crate) fn directive(&self, name: &str, arity: usize) -> Option<DirectiveMeaning> {
        let mut all = self.directives.iter();
        let found = all.find(|(n, a, _)| (*n, *a) == (name, arity));
        found.map(|&(_, _, meaning)| meaning)
    }
}

/// The name of Horn's own dialect.
pub(crate) const OWN: &str = "horn";

/// The dialect of this name, none for Horn's own.
///
/// # Errors
/// If there is no such dialect.
pub(crate) fn find(name: &str) -> Result<Option<&'static Dialect>, ()> {
    if name == OWN {
        return Ok(None);
    }
    let found = DIALECTS.iter().find(|d| d.name == name);
    found.map(Some).ok_or(())
}

/// The names of all dialects.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(OWN).chain(DIALECTS.iter().map(|d| d.name))
}

/// The dialect of the text that is being read, and what it has replaced.
#[derive(Clone, Default)]
pub(crate) struct DialectState {
    /// None for Horn's own.
    pub(crate) current: Option<&'static Dialect>,
    /// The operators that it has added.
    pub(crate) added: Vec<AddedOp>,
    /// The flags `double_quotes` and `back_quotes` before the first dialect.
    pub(crate) quotes_before: Option<(QuotedAs, QuotedAs)>,
}

/// An operator of a module that a dialect has added.
#[derive(Clone, Copy)]
pub(crate) struct AddedOp {
    pub(crate) module: Atom,
    pub(crate) name: Atom,
    pub(crate) new: OpDef,
    /// Its definition before.
    pub(crate) old: Option<OpDef>,
}

impl DialectState {
    /// The state at the beginning of a text: the same dialect, nothing replaced.
    pub(crate) fn of_new_text(&self) -> DialectState {
        DialectState {
            current: self.current,
            added: Vec::new(),
            quotes_before: self.quotes_before,
        }
    }

    /// The name of the dialect.
    pub(crate) fn name(&self) -> &'static str {
        self.current.map_or(OWN, |d| d.name)
    }
}

/// The operators of SICStus Prolog that standard Prolog does not have.
const SICSTUS_OPS: &[(u16, OpType, &str)] = &[
    (
        1150,
        Fx,
        "mode public dynamic volatile discontiguous multifile block meta_predicate initialization",
    ),
    (900, Fy, "spy nospy"),
    (550, Xfy, ":"),
];

/// The operators of SICStus Prolog 4.
const SICSTUS4_OPS: &[(u16, OpType, &str)] = &[
    (
        1150,
        Fx,
        "mode public dynamic volatile discontiguous multifile block meta_predicate initialization",
    ),
    (1100, Xfy, "do"),
    (900, Fy, "spy nospy"),
    (550, Xfy, ":"),
];

/// The libraries of SICStus Prolog that have other names here, or predicates with other arguments.
const SICSTUS_LIBRARIES: &[(&str, &str)] = &[
    ("lists", "lists sicstus_lists"),
    ("lists3", "lists sicstus_lists"),
    ("sets", "ordsets lists sicstus_lists"),
    ("avl", "avl"),
    ("terms", "terms"),
    ("system", "os files time"),
    ("system3", "os files"),
    ("timeout", "time"),
    ("types", "error"),
    ("codesio", "codesio charsio"),
    ("file_systems", "files"),
    ("do_loops", "do_loops"),
    ("clpfd", "clpfd"),
];

/// The predicates on text of SWI-Prolog, which take any text, and give strings.
const SWI_TEXT: &[(&str, u32)] = &[
    ("atom_length", 2),
    ("atom_concat", 3),
    ("sub_atom", 5),
    ("atom_chars", 2),
    ("atom_codes", 2),
    ("atom_string", 2),
    ("atomics_to_string", 2),
    ("format", 3),
    ("format_time", 3),
    ("normalize_space", 2),
    ("phrase_from_file", 2),
    ("phrase_from_file", 3),
    ("phrase_from_stream", 2),
    ("stream_to_lazy_list", 2),
    ("read_file_to_string", 3),
    ("read_line_to_string", 2),
    ("read_string", 3),
    ("read_string", 5),
    ("read_term_from_atom", 3),
    ("sformat", 3),
    ("split_string", 4),
    ("string", 1),
    ("string_bytes", 3),
    ("string_chars", 2),
    ("string_code", 3),
    ("string_codes", 2),
    ("string_concat", 3),
    ("string_length", 2),
    ("string_lines", 2),
    ("string_lower", 2),
    ("string_to_atom", 2),
    ("string_upper", 2),
    ("sub_string", 5),
    ("term_string", 2),
    ("term_string", 3),
    ("text_concat", 3),
    ("text_to_string", 2),
    ("with_output_to", 2),
    ("xsd_number_string", 2),
    ("xsd_time_string", 3),
    ("atom_json_term", 3),
    ("base64_encoded", 3),
    ("dedent_lines", 3),
    ("hex_bytes", 2),
    ("indent_lines", 3),
    ("indent_lines", 4),
    ("json_write", 2),
    ("json_write", 3),
    ("memory_file_to_string", 2),
    ("memory_file_substring", 5),
    ("re_foldl", 6),
    ("re_matchsub", 3),
    ("re_matchsub", 4),
    ("re_replace", 4),
    ("re_replace", 5),
    ("re_split", 3),
    ("re_split", 4),
];

/// The predicates whose standard order compares numbers by value.
const SWI_ORDER: &[(&str, u32)] = &[
    ("compare", 3),
    ("@<", 2),
    ("@=<", 2),
    ("@>", 2),
    ("@>=", 2),
    ("sort", 2),
    ("sort", 4),
    ("msort", 2),
    ("keysort", 2),
];

/// The dialects besides Horn's own.
pub(crate) static DIALECTS: &[Dialect] = &[
    Dialect {
        name: "swi",
        system: Some(("swi", &[9, 0, 4])),
        ops: &[
            (1200, Xfx, "=>"),
            (
                1150,
                Fx,
                "dynamic discontiguous initialization meta_predicate module_transparent multifile public",
            ),
            (
                1150,
                Fx,
                "table thread_initialization thread_local volatile",
            ),
            (1105, Xfy, "|"),
            (900, Fy, "tnot"),
            (800, Xfx, ":="),
            (700, Xfx, "as :< >:<"),
            (400, Yfx, "xor"),
            (1, Fx, "$"),
        ],
        double_quotes: QuotedAs::String,
        back_quotes: Some(QuotedAs::Codes),
        libraries: "",
        aliases: &[],
        goals: &[
            Replacement {
                library: "swi_text",
                prefix: "text_",
                goals: SWI_TEXT,
            },
            Replacement {
                library: "swi_numbers",
                prefix: "text_",
                goals: &[
                    ("atom_number", 2),
                    ("number_codes", 2),
                    ("number_chars", 2),
                    ("number_string", 2),
                ],
            },
            Replacement {
                library: "swi_order",
                prefix: "value_",
                goals: SWI_ORDER,
            },
            Replacement {
                library: "swi_compounds",
                prefix: "compound_",
                goals: &[("functor", 3), ("=..", 2), ("arg", 3)],
            },
            Replacement {
                library: "swi_residue",
                prefix: "residue_",
                goals: &[("copy_term", 3), ("frozen", 2)],
            },
            Replacement {
                library: "swi_threads",
                prefix: "sharing_",
                goals: &[
                    ("thread_create", 1),
                    ("thread_create", 2),
                    ("thread_create", 3),
                    ("thread_create_in_pool", 4),
                    ("concurrent", 3),
                    ("concurrent_maplist", 2),
                    ("concurrent_maplist", 3),
                    ("concurrent_maplist", 4),
                    ("concurrent_forall", 2),
                    ("concurrent_forall", 3),
                    ("concurrent_and", 2),
                    ("concurrent_and", 3),
                    ("first_solution", 3),
                ],
            },
            Replacement {
                library: "swi_determinism",
                prefix: "det_",
                goals: &[("$", 1)],
            },
            Replacement {
                library: "yaml_dicts",
                prefix: "dict_",
                goals: &[
                    ("yaml_read", 2),
                    ("yaml_parse", 2),
                    ("yaml_write", 1),
                    ("yaml_write", 2),
                    ("yaml_write", 3),
                ],
            },
            Replacement {
                library: "swi_variants",
                prefix: "swi_",
                goals: &[
                    ("stream_property", 2),
                    ("open", 3),
                    ("open", 4),
                    ("directory_files", 2),
                    ("$skip_list", 3),
                    ("|", 2),
                    ("set_prolog_flag", 2),
                    ("must_be", 2),
                    ("assertion", 1),
                    ("catch", 3),
                    ("current_op", 3),
                    ("char_type", 2),
                    ("code_type", 2),
                ],
            },
            Replacement {
                library: "swi_options",
                prefix: "lenient_",
                goals: &[
                    ("read_term", 2),
                    ("read_term", 3),
                    ("write_term", 2),
                    ("write_term", 3),
                    ("read_file_to_codes", 3),
                    ("read_file_to_terms", 3),
                ],
            },
            Replacement {
                library: "swi_write",
                prefix: "canonical_",
                goals: &[("write_canonical", 1), ("write_canonical", 2)],
            },
        ],
        dicts: true,
        loose_streams: true,
        reads_leniently: true,
        directives: &[],
    },
    Dialect {
        name: "sicstus",
        system: Some(("sicstus", &[3, 12, 11])),
        ops: SICSTUS_OPS,
        double_quotes: QuotedAs::Codes,
        back_quotes: None,
        libraries: "block mutables sicstus_builtins",
        aliases: SICSTUS_LIBRARIES,
        goals: &[],
        dicts: false,
        loose_streams: false,
        reads_leniently: false,
        directives: &[],
    },
    Dialect {
        name: "sicstus4",
        system: Some(("sicstus", &[4, 7, 1, 0])),
        ops: SICSTUS4_OPS,
        double_quotes: QuotedAs::Codes,
        back_quotes: None,
        libraries: "block do_loops mutables sicstus_builtins",
        aliases: SICSTUS_LIBRARIES,
        goals: &[],
        dicts: false,
        loose_streams: false,
        reads_leniently: false,
        directives: &[],
    },
    Dialect {
        name: "yap",
        system: Some(("yap", &[6, 3, 3])),
        ops: &[
            (
                1150,
                Fx,
                "dynamic discontiguous initialization meta_predicate module_transparent multifile public",
            ),
            (1150, Fx, "mode table thread_local"),
            (900, Fy, "not"),
        ],
        double_quotes: QuotedAs::Codes,
        back_quotes: Some(QuotedAs::Codes),
        libraries: "yap mutables",
        aliases: &[
            ("maplist", "apply"),
            ("maputils", "apply"),
            ("avl", "avl"),
            ("system", "os files time"),
            ("hacks", ""),
            ("swi", ""),
        ],
        goals: &[],
        dicts: false,
        loose_streams: false,
        reads_leniently: false,
        directives: &[
            ("yap_flag", 2, Ignored),
            ("style_check", 1, Ignored),
            ("source", 0, Ignored),
            ("no_source", 0, Ignored),
            ("unhide", 1, Ignored),
            ("update_predicate", 1, Ignored),
        ],
    },
    Dialect {
        name: "gnu",
        system: Some(("gprolog", &[1, 4, 5])),
        ops: &[],
        double_quotes: QuotedAs::Codes,
        back_quotes: Some(QuotedAs::Atom),
        libraries: "clpz gnu_fd gnu_globals gprolog gnu_streams gnu_system",
        aliases: &[],
        goals: &[],
        dicts: false,
        loose_streams: false,
        reads_leniently: false,
        directives: &[("ensure_linked", 1, Ignored), ("foreign", 1, Ignored)],
    },
    Dialect {
        name: "scryer",
        system: None,
        ops: &[],
        double_quotes: QuotedAs::Chars,
        back_quotes: None,
        libraries: "",
        aliases: &[],
        goals: &[],
        dicts: false,
        loose_streams: false,
        reads_leniently: false,
        directives: &[],
    },
    Dialect {
        name: "xsb",
        system: Some(("xsb", &[4, 0, 0])),
        ops: &[
            (1150, Fx, "dynamic discontiguous multifile table"),
            (1100, Fx, "import export mode index thread_shared hilog"),
            (1050, Xfx, "from"),
            (1045, Xfx, "as"),
            (900, Fy, "not tnot"),
        ],
        double_quotes: QuotedAs::Codes,
        back_quotes: None,
        libraries: "xsb_builtins",
        aliases: &[
            ("basics", "lists between"),
            ("listutil", "lists"),
            ("assoc_xsb", "assoc"),
            ("dcg", "dcgs"),
            ("string", "strings"),
            ("error_handler", "error"),
            ("standard", ""),
            ("machine", ""),
            ("setof", ""),
            ("consult", ""),
            ("curr_sym", ""),
            ("usermod", ""),
            ("subsumes", "terms"),
            ("num_vars", "xsb"),
            ("tables", "xsb"),
            ("sets", "ordsets"),
            ("ordsets", "ordsets xsb"),
            ("numbervars", "xsb"),
        ],
        goals: &[],
        dicts: false,
        loose_streams: false,
        reads_leniently: false,
        directives: &[
            ("import", 1, ImportFrom),
            ("export", 1, Export),
            ("hilog", 1, Ignored),
            ("index", 1, Ignored),
            ("index", 2, Ignored),
            ("index", 3, Ignored),
            ("ti", 1, Ignored),
            ("ti_all", 0, Ignored),
            ("auto_table", 0, Ignored),
            ("suppl_table", 0, Ignored),
            ("compiler_options", 1, Ignored),
            ("use_variant_tabling", 1, Ignored),
            ("use_subsumptive_tabling", 1, Ignored),
            ("thread_shared", 1, Ignored),
            ("document_export", 1, Ignored),
            ("document_import", 1, Ignored),
        ],
    },
    Dialect {
        name: "eclipse",
        system: Some(("eclipse", &[7, 0, 0])),
        ops: &[
            (1190, Fx, "help"),
            (
                1150,
                Fx,
                "dynamic mode export import local reexport skipped tool",
            ),
            (1100, Xfy, "do"),
            (900, Fy, "~ not once"),
            (600, Xfx, ".."),
        ],
        double_quotes: QuotedAs::Chars,
        back_quotes: None,
        libraries: "do_loops",
        aliases: &[
            ("listut", "lists"),
            ("apply", "apply"),
            ("hash", "hashtable"),
            ("iso", ""),
            ("eclipse_language", ""),
            ("util", "between"),
        ],
        goals: &[],
        dicts: false,
        loose_streams: false,
        reads_leniently: false,
        directives: &[
            ("lib", 1, Library),
            ("export", 1, Ignored),
            ("local", 1, Ignored),
            ("comment", 2, Ignored),
            ("pragma", 1, Ignored),
            ("skipped", 1, Ignored),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::{DIALECTS, find, names};
    use crate::base::atom::AtomTable;
    use crate::syntax::OpTable;
    use crate::system::library::row_of;

    #[test]
    fn rows_name_operators_and_libraries_that_can_be() {
        for d in DIALECTS {
            let mut atoms = AtomTable::new();
            let mut table = OpTable::standard(&mut atoms);
            for &(priority, ty, ops) in d.ops {
                for op in ops.split(' ') {
                    let added = table.add(priority, ty, atoms.intern(op));
                    assert!(added.is_ok(), "{}: {op}", d.name);
                }
            }
            let files = d.aliases.iter().map(|(_, files)| *files);
            let of_goals = d.goals.iter().map(|r| r.library);
            for file in files
                .chain([d.libraries])
                .chain(of_goals)
                .flat_map(str::split_whitespace)
            {
                assert!(row_of(file).is_some(), "{}: {file}", d.name);
            }
        }
    }

    #[test]
    fn dialects_are_found_by_name() {
        assert!(names().all(|name| find(name).is_ok()));
        assert!(find("basic").is_err());
    }
}
