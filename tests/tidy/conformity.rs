//! `docs/conformity.md` lists the queries of `tests/iso`, clause by clause. With `BLESS=1` in the
//! environment the page is written anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A clause's number, as numbers, so that 8.10 comes after 8.9.
type Number = Vec<u32>;

/// The tests of one clause in one file.
#[derive(Default)]
struct Row {
    title: String,
    queries: usize,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The number and the title of a heading: `% 8.5.1 functor/3`.
fn heading(line: &str) -> Option<(Number, &str)> {
    let (number, title) = line.strip_prefix("% ")?.split_once(' ')?;
    let number: Option<Number> = number.split('.').map(|n| n.parse().ok()).collect();
    number.filter(|n| n.len() > 1).map(|n| (n, title))
}

fn number_text(n: &Number) -> String {
    let parts: Vec<String> = n.iter().map(u32::to_string).collect();
    parts.join(".")
}

/// The numbers of the published cases on syntax in a text: comments `% #12`.
fn cases(text: &str) -> Vec<u32> {
    let numbers = text.lines().filter_map(|l| l.strip_prefix("% #"));
    numbers.filter_map(|n| n.parse().ok()).collect()
}

/// The page's section on implementation-defined features, and on points where systems differ.
const CHOICES: &str = "\
## Choices

- `**` of two integers is an integer if the power is one: `2**3` is `8`, as in SICStus Prolog and SWI-Prolog. `2** -1`
  is `0.5`, according to 9.3.1. Read strictly, 9.3.1 makes all these powers floats, as they are in GNU Prolog, in Scryer
  Prolog, and here with the flag `iso`. Corrigendum 2 defines `^` for integers (9.3.10), which is implemented as written: `2^(-1)` is `type_error(float,2)`.
- `/` of two integers is an integer if the quotient is one: `4/2` is `2`, as in SWI-Prolog, and `7/2` is `3.5`. With
  the flag `iso` it is the quotient as a float, `2.0`, also as in SWI-Prolog. `floor/1` and the other functors of 9.1.6
  accept integers too, with the flag and without; read strictly, that is `type_error(float,3)`.
- `arg/3` enumerates the arguments if the number is a variable, as in SWI-Prolog, Scryer Prolog and Trealla Prolog; programs
  rely on it. With the flag `iso` it is the instantiation error of 8.5.2.3.
- `max_arity` (7.11.2.3) is the limit for compound terms. Procedures are limited to 60000 arguments, with the same
  `representation_error(max_arity)`.
- `debug` (7.11.2.2) can be `on`; its effect is implementation defined, and here it has none.
- `double_quotes` (7.11.2.5) applies up to the end of the file. In a file that defines a module it applies to that module,
  also to text that is read for the module later; files that it loads, or that load it, are not affected.
- `:` is an operator, `xfy` 600, as in SWI-Prolog, GNU Prolog, Scryer Prolog and Trealla Prolog: `a:b+c` is `a:(b+c)`, and
  `m:p/1` is `m:(p/1)`. With 200, as in part 2 of the standard, programs of these systems would be read as other terms
  without a message. `|` is an operator too, `xfy` 1100. `as` is one (`xfx` 700) in directives and queries only.
- Programs may define every predicate that is neither a control construct nor a builtin of the standard (7.5.2), such as
  `msort/2`, `findall/4` and `{}/1`; `(:-)/2`, `(-->)/2` and the builtins whose names begin with `$` are reserved too.
- `current_prolog_flag/2` fails for an atom that is not a flag, as in SWI-Prolog, because conditional compilation asks for
  flags of other systems. With the flag `iso` it is `domain_error(prolog_flag,Flag)`, as in 8.17.2.3.
- `clause/2` sees static clauses that were loaded while the flag `protect_static_code` was `false`, as it is in the top
  level, for meta-interpreters. Elsewhere the flag is `true`, and 8.8.1.3 applies: `permission_error(access,private_procedure,p/1)`.
- `term_expansion/2` sees a grammar rule, not the clause that it is translated to, as in SWI-Prolog: a hook for clauses can
  call `dcg_translate_rule/2` itself, and a hook that returns grammar rules can rely on their translation.
- A list of characters as the second argument of `format/2` is one text if the format takes one argument: with
  `double_quotes` as `chars`, `format(\"~w\", \"text\")` writes what it writes where texts are strings.
- Strings, which the flag `double_quotes` as `string` and the dialect `swi` make, are atomic terms that stand between numbers and
  atoms in the standard order (7.2), as in SWI-Prolog 9. Outside the dialect, nothing makes one.
- Clauses and directives of a program file that are syntax errors are read once more with lenience, as other systems read
  them: operators as operands without parentheses, arguments of a priority above 999, newlines and control characters in
  quoted items, `\\e`, `\\c`, numeric escapes without the closing `\\`, `0''`, `1e10`, `8'40`, and back quotes, each with a
  warning that shows the portable text (`not_portable`). The flag `iso` refuses them, and so does `lenient_loading=false`
  (`--strict`); queries, quads, `read/1` and all other reading follow the standard.
- Escape sequences that are not in 6.4.2.1 are syntax errors, except `\\s`, `\\uXXXX` and `\\UXXXXXXXX`, which the flag
  `iso` disables.
- The second argument of `error/2` for a syntax error gives the position of the token at fault:
  `stream(Stream,Line,Column,Chars)`, `file(File,Line,Column,Chars)` for a stream with a file name, `string(Text,Chars)`.
  Lines count from 1, characters from 0. For a query of the top level it is `read_term/3:Line`.

## The clauses

";

/// The page, from the test files.
fn page(folder: &Path) -> String {
    let mut rows: BTreeMap<(Number, String), Row> = BTreeMap::new();
    let mut published = Vec::new();
    let entries = fs::read_dir(folder).expect("the tests");
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            continue;
        }
        let file = path.file_name().expect("a file").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a program");
        published.extend(cases(&text));
        let mut clause = None;
        for line in text.lines() {
            if let Some((number, title)) = heading(line) {
                let key = (number, file.to_string());
                rows.entry(key.clone()).or_default().title = title.to_string();
                clause = Some(key);
            } else if line.starts_with("?- ") {
                let key = clause.clone();
                let key = key.unwrap_or_else(|| panic!("{file}: a query before any heading"));
                rows.entry(key).or_default().queries += 1;
            }
        }
    }
    published.sort_unstable();
    published.dedup();
    let total: usize = rows.values().map(|r| r.queries).sum();
    let mut out = format!(
        "# Conformity\n\n\
         `tests/iso` tests ISO/IEC 13211-1:1995 with its corrigenda 1 to 3: {total} queries on {} \
         clauses, each with all\nits answers or its error. `cargo test` runs them, and so does \
         `horn test tests/iso/*.pl`.\n\n\
         Among them are {} of the cases of Ulrich Neumerkel's *Conformity Testing I: Syntax*, with \
         their numbers beside them.\n\n\
         This page is made from the tests: `BLESS=1 cargo test --test tidy conformity`.\n\n\
         {CHOICES}\
         | clause | what | queries | file |\n|---|---|---:|---|\n",
        rows.len(),
        published.len()
    );
    for ((number, file), row) in &rows {
        let title = row.title.replace('|', "\\|");
        writeln!(
            out,
            "| {} | {title} | {} | [{file}](../tests/iso/{file}) |",
            number_text(number),
            row.queries
        )
        .expect("a string");
    }
    out
}

#[test]
fn the_page_is_up_to_date() {
    let page = page(&root().join("tests/iso"));
    let path = root().join("docs/conformity.md");
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(root().join("docs")).expect("a folder");
        fs::write(&path, &page).expect("the page is written");
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == page,
        "docs/conformity.md is out of date: run BLESS=1 cargo test --test tidy conformity"
    );
}
