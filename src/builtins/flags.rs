//! Prolog flags (ISO 7.11, 8.17), character conversions (8.14.5), statistics.
//!
//! Flags that Rust code consults are fields here; all others are terms in a table.

use super::streams::{USER_ERROR, write_text};
use super::{Res, Row, Vm, det};
use crate::base::atom::{Atom, atoms};
use crate::base::evaluable::EvalContext;
use crate::base::float_env::Rounding;
use crate::base::int::Int;
use crate::machine::{Attributes, Cell, Limits, Record};
use crate::syntax::QuotedAs;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// What calling a procedure that does not exist does (ISO 7.11.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// `existence_error(procedure, PI)`
    Error,
    /// It fails.
    Fail,
    /// It fails with a warning.
    Warning,
}

/// What unification does where it would make a cyclic term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OccursCheck {
    /// It makes it.
    False,
    /// It fails.
    True,
    /// It is an error.
    Error,
}

/// The value of a flag in the table.
enum Value {
    Word(&'static str),
    Int(i64),
    /// `horn(Major,Minor,Patch,[])`
    Version,
    Term(Record),
}

/// What values a flag takes.
enum Domain {
    /// Its own; it cannot be changed.
    Fixed,
    /// One of these atoms.
    Words(&'static [&'static str]),
    /// A number of bytes.
    Bytes,
    /// A list.
    List,
    /// Anything that is not a variable.
    Any,
}

struct Flag {
    domain: Domain,
    value: Value,
}

/// The flags of one machine.
pub struct Flags {
    /// What `"…"` is read as in module `user`, and in modules that do not say.
    pub double_quotes: QuotedAs,
    /// What `` `…` `` is read as.
    pub back_quotes: QuotedAs,
    /// What calling an unknown procedure does.
    pub unknown: Unknown,
    /// What unification does where it would make a cyclic term.
    pub occurs_check: OccursCheck,
    /// Whether reading applies the character conversions.
    pub char_conversion: bool,
    /// Stored; there is no debugger yet.
    pub debug: bool,
    /// Whether reading takes only the standard's tokens.
    pub iso: bool,
    /// Whether constraints want their variables written `?(X)` or `#X`.
    pub clpfd_monotonic: bool,
    /// What the host allowed before the program chose limits of its own.
    host_limits: Option<Limits>,
    table: IndexMap<Box<str>, Flag, FxBuildHasher>,
    /// Conversions that are not the identity (ISO 8.14.5).
    conversions: IndexMap<char, char, FxBuildHasher>,
}

const TEXTS: &[&str] = &["chars", "codes", "atom"];
const BACK_QUOTES: &[&str] = &["chars", "codes", "atom", "error"];
const ON_OFF: &[&str] = &["on", "off"];
const BOOLEAN: &[&str] = &["true", "false"];

/// The flags that are fields, with their values' names in the order of `Flags::word`.
const FIELDS: &[(&str, &[&str])] = &[
    ("char_conversion", ON_OFF),
    ("debug", ON_OFF),
    ("unknown", &["error", "fail", "warning"]),
    ("double_quotes", TEXTS),
    ("back_quotes", BACK_QUOTES),
    ("occurs_check", &["false", "true", "error"]),
    ("iso", BOOLEAN),
    ("clpfd_monotonic", BOOLEAN),
];

/// The flags of floating point: their values, that of the standard first.
const FLOATS: &[(&str, &[&str])] = &[
    ("float_rounding", Rounding::NAMES),
    ("float_overflow", &["error", "infinity"]),
    ("float_zero_div", &["error", "infinity"]),
    ("float_undefined", &["error", "nan"]),
    ("float_underflow", &["ignore", "error"]),
];

/// What other systems let choose and is always the same here.
const HABITS_FIXED: &[(&str, &str)] = &[
    ("character_escapes", "true"),
    ("emscripten", "false"),
    ("last_call_optimisation", "true"),
    ("prefer_rationals", "false"),
    ("threads", "false"),
    ("traditional", "false"),
];

/// What other systems let choose and has no bearing here; the first value is that at the start.
const HABITS: &[(&str, &[&str])] = &[
    ("generate_debug_info", &["true", "false"]),
    ("optimise", &["false", "true"]),
    ("report_error", &["true", "false"]),
    ("toplevel_print_anon", &["true", "false"]),
    ("verbose_autoload", &["false", "true"]),
    (
        "verbose_load",
        &["silent", "false", "normal", "true", "full"],
    ),
    ("warn_override_implicit_import", &["true", "false"]),
    ("xref", &["false", "true"]),
];

/// The same for flags with values of any kind.
const HABITS_ANY: &[&str] = &[
    "debugger_write_options",
    "print_write_options",
    "toplevel_prompt",
];

impl Default for Flags {
    fn default() -> Flags {
        Flags::new()
    }
}

impl Flags {
    /// The flags with their initial values.
    pub fn new() -> Flags {
        let mut f = Flags {
            double_quotes: QuotedAs::Chars,
            back_quotes: QuotedAs::Error,
            unknown: Unknown::Error,
            occurs_check: OccursCheck::False,
            char_conversion: true,
            debug: false,
            iso: false,
            clpfd_monotonic: false,
            host_limits: None,
            table: IndexMap::default(),
            conversions: IndexMap::default(),
        };
        let small = (
            crate::machine::cell::MIN_SMALL,
            crate::machine::cell::MAX_SMALL,
        );
        f.fix("bounded", Value::Word("false"));
        f.fix("max_integer", Value::Int(i64::MAX));
        f.fix("min_integer", Value::Int(i64::MIN));
        f.fix("integer_rounding_function", Value::Word("toward_zero"));
        f.fix("max_arity", Value::Int(super::terms::MAX_ARITY));
        for (name, words) in FIELDS {
            // The value stands in the field.
            f.add(name, Domain::Words(words), Value::Word(""));
        }
        f.fix("max_tagged_integer", Value::Int(small.1));
        f.fix("min_tagged_integer", Value::Int(small.0));
        f.fix("dialect", Value::Word("horn"));
        f.fix("version", Value::Int(version()));
        f.fix("version_data", Value::Version);
        f.fix("encoding", Value::Word("utf8"));
        for (name, here) in [
            ("unix", cfg!(unix)),
            ("windows", cfg!(windows)),
            ("apple", cfg!(target_vendor = "apple")),
        ] {
            f.fix(name, Value::Word(if here { "true" } else { "false" }));
        }
        f.fix("pid", Value::Int(i64::from(std::process::id())));
        f.add("answer_write_options", Domain::List, Value::Word("[]"));
        f.add("argv", Domain::List, Value::Word("[]"));
        f.add("autoload", Domain::Words(BOOLEAN), Value::Word("true"));
        f.add("gc", Domain::Words(BOOLEAN), Value::Word("true"));
        // Flags that programs of other systems set or ask for.
        for (name, value) in HABITS_FIXED {
            f.fix(name, Value::Word(value));
        }
        for (name, words) in FLOATS.iter().chain(HABITS) {
            f.add(name, Domain::Words(words), Value::Word(words[0]));
        }
        f.fix(
            "max_procedure_arity",
            Value::Int(crate::compile::MAX_ARITY as i64),
        );
        let bytes = Limits::default().heap_bytes;
        f.add("stack_limit", Domain::Bytes, Value::Int(bytes as i64));
        for name in HABITS_ANY {
            f.add(name, Domain::Any, Value::Word("[]"));
        }
        f.add(
            "verbose",
            Domain::Words(&["silent", "normal"]),
            Value::Word("normal"),
        );
        f
    }

    fn fix(&mut self, name: &str, value: Value) {
        self.add(name, Domain::Fixed, value);
    }

    fn add(&mut self, name: &str, domain: Domain, value: Value) {
        self.table.insert(name.into(), Flag { domain, value });
    }

    /// Whether any character is read as another one.
    pub(crate) fn converts(&self) -> bool {
        self.char_conversion && !self.conversions.is_empty()
    }

    /// The text as reading sees it, if character conversions may change it (ISO 8.14.5).
    pub(crate) fn converted(&self, text: &str) -> Option<String> {
        let to = |c: char| self.conversions.get(&c).copied().unwrap_or(c);
        self.converts()
            .then(|| crate::syntax::convert_chars(text, to))
    }

    /// The value of a flag that is a field, as its place in the list of its values' names.
    fn field(&self, name: &str) -> Option<usize> {
        let on_off = |b: bool| usize::from(!b);
        Some(match name {
            "char_conversion" => on_off(self.char_conversion),
            "debug" => on_off(self.debug),
            "unknown" => self.unknown as usize,
            "double_quotes" => self.double_quotes as usize,
            "back_quotes" => self.back_quotes as usize,
            "occurs_check" => self.occurs_check as usize,
            "iso" => on_off(self.iso),
            "clpfd_monotonic" => on_off(self.clpfd_monotonic),
            _ => return None,
        })
    }

    /// Sets a flag that is a field. The word is one of its values.
    fn set_field(&mut self, name: &str, word: &str) {
        match name {
            "char_conversion" => self.char_conversion = word == "on",
            "debug" => self.debug = word == "on",
            "iso" => self.iso = word == "true",
            "clpfd_monotonic" => self.clpfd_monotonic = word == "true",
            "unknown" => {
                self.unknown = match word {
                    "error" => Unknown::Error,
                    "fail" => Unknown::Fail,
                    _ => Unknown::Warning,
                }
            }
            "double_quotes" => self.double_quotes = text(word).unwrap_or_default(),
            "back_quotes" => self.back_quotes = text(word).unwrap_or_default(),
            "occurs_check" => {
                self.occurs_check = match word {
                    "true" => OccursCheck::True,
                    "error" => OccursCheck::Error,
                    _ => OccursCheck::False,
                }
            }
            _ => (),
        }
    }

    /// Shows every record that is the value of a flag.
    pub(super) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        for f in self.table.values() {
            if let Value::Term(r) = &f.value {
                visit(r);
            }
        }
    }

    /// The flags' names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(|k| &**k)
    }
}

/// What the name of a kind of text means.
pub(super) fn text(word: &str) -> Option<QuotedAs> {
    Some(match word {
        "chars" => QuotedAs::Chars,
        "codes" => QuotedAs::Codes,
        "atom" => QuotedAs::Atom,
        "error" => QuotedAs::Error,
        _ => return None,
    })
}

/// The parts of this package's version.
fn version_parts() -> [i64; 3] {
    let part = |s: &str| s.parse().unwrap_or(0);
    [
        part(env!("CARGO_PKG_VERSION_MAJOR")),
        part(env!("CARGO_PKG_VERSION_MINOR")),
        part(env!("CARGO_PKG_VERSION_PATCH")),
    ]
}

fn version() -> i64 {
    let [major, minor, patch] = version_parts();
    10_000 * major + 100 * minor + patch
}

/// What `"…"` is read as in a module: as its file says, or as in `user`.
pub(crate) fn double_quotes(vm: &Vm, module: Atom) -> QuotedAs {
    let own = vm.ext.modules.get(module).and_then(|m| m.double_quotes);
    own.unwrap_or(vm.ext.flags.double_quotes)
}

/// The value of a flag; nothing if there is no such flag.
pub fn flag_value(vm: &mut Vm, name: &str) -> Option<Cell> {
    let flags = &vm.ext.flags;
    if let (Some(i), Some((_, words))) = (flags.field(name), FIELDS.iter().find(|f| f.0 == name)) {
        let i = match name {
            "double_quotes" => double_quotes(vm, vm.ext.modules.source()) as usize,
            _ => i,
        };
        return Some(Cell::atom(vm.atoms.intern(words[i])));
    }
    Some(match &flags.table.get(name)?.value {
        Value::Word(w) => Cell::atom(vm.atoms.intern(w)),
        &Value::Int(i) => vm.int_cell(&Int::Small(i)),
        Value::Term(r) => r.restore(&mut vm.heap),
        Value::Version => {
            let [major, minor, patch] = version_parts().map(Cell::int);
            vm.compound("horn", &[major, minor, patch, Cell::NIL])
        }
    })
}

/// Gives a flag a value, as `set_prolog_flag/2` does; it may be a new flag.
pub fn set_flag(vm: &mut Vm, name: &str, value: Cell) {
    let word = value.to_atom().map(|a| vm.atoms.text(a).to_string());
    let module = vm.ext.modules.source();
    if name == "double_quotes" && module != atoms::USER {
        let kind = text(&word.unwrap_or_default());
        vm.ext.modules.ensure(module).double_quotes = kind;
        return;
    }
    if vm.ext.flags.field(name).is_some() {
        vm.ext.flags.set_field(name, &word.unwrap_or_default());
        // A library that is being loaded lowers the flag for its text alone.
        vm.float_env.float_quotient = vm.ext.flags.iso;
        return;
    }
    let env = &mut vm.float_env;
    match (name, word.as_deref()) {
        ("float_rounding", Some(w)) => env.rounding = Rounding::from_name(w).unwrap_or_default(),
        ("float_overflow", Some(w)) => env.overflow = w == "infinity",
        ("float_zero_div", Some(w)) => env.zero_div = w == "infinity",
        ("float_undefined", Some(w)) => env.undefined = w == "nan",
        ("float_underflow", Some(w)) => env.underflow = w == "error",
        _ => {}
    }
    let record = Record::new(&mut vm.heap, value, Attributes::Drop);
    match vm.ext.flags.table.get_mut(name) {
        Some(f) => f.value = Value::Term(record),
        None => vm.ext.flags.add(name, Domain::Any, Value::Term(record)),
    }
}

/// What programs of other systems call a value. Texts are lists of characters here.
fn synonym(flag: &str, word: &str) -> Option<&'static str> {
    Some(match (flag, word) {
        ("double_quotes" | "back_quotes", "string") => "chars",
        ("back_quotes", "symbol_char") => "error",
        ("debug", "true") => "on",
        ("debug", "false") => "off",
        _ => return None,
    })
}

fn set_prolog_flag(vm: &mut Vm) -> Res {
    let (name, value) = (vm.x(0), vm.x(1));
    if name.is_ref() || value.is_ref() {
        return Err(vm.instantiation_error());
    }
    let Some(a) = name.to_atom() else {
        return Err(vm.type_error(atoms::ATOM, name));
    };
    let key = vm.atoms.text(a).to_string();
    let mut value = value;
    let mut word = value.to_atom().map(|a| vm.atoms.text(a).to_string());
    let synonym = word.as_deref().and_then(|w| synonym(&key, w));
    if let Some(s) = synonym {
        value = Cell::atom(vm.atoms.intern(s));
        word = Some(s.to_string());
    }
    let list = value.is_list() || value == Cell::NIL;
    let Some(flag) = vm.ext.flags.table.get(&*key) else {
        return Err(vm.domain_error("prolog_flag", name));
    };
    let fits = match flag.domain {
        Domain::Fixed => return Err(vm.permission_error("modify", "flag", name)),
        Domain::Words(words) => word.is_some_and(|w| words.contains(&&*w)),
        Domain::Bytes => value.is_int() && value.as_int() > 0,
        Domain::List => list,
        Domain::Any => true,
    };
    if !fits {
        let culprit = vm.compound(atoms::PLUS, &[name, value]);
        return Err(vm.domain_error("flag_value", culprit));
    }
    if key == "stack_limit" {
        // Data and each stack may grow to this size, if the host allows as much.
        let bytes = (value.as_int() as u64).max(1 << 20);
        let limits = vm.limits().clone();
        let most = vm.ext.flags.host_limits.get_or_insert(limits.clone());
        let (heap_bytes, stack_bytes) = (bytes.min(most.heap_bytes), bytes.min(most.stack_bytes));
        vm.set_limits(Limits {
            heap_bytes,
            stack_bytes,
            ..limits
        });
    }
    set_flag(vm, &key, value);
    Ok(true)
}

fn create_prolog_flag(vm: &mut Vm) -> Res {
    let (name, value) = (vm.x(0), vm.x(1));
    if value.is_ref() {
        return Err(vm.instantiation_error());
    }
    super::streams::options(vm, vm.x(2))?;
    let key = vm.atoms.text(name.as_atom()).to_string();
    let fixed = vm.ext.flags.table.get(&*key);
    if fixed.is_some_and(|f| matches!(f.domain, Domain::Fixed)) {
        return Err(vm.permission_error("modify", "flag", name));
    }
    set_flag(vm, &key, value);
    Ok(true)
}

fn flag_list(vm: &mut Vm) -> Res {
    let names: Vec<String> = vm.ext.flags.names().map(str::to_string).collect();
    let minus = vm.functors.intern(atoms::MINUS, 2);
    let mut list = Vec::with_capacity(names.len());
    for name in names {
        let Some(value) = flag_value(vm, &name) else {
            continue;
        };
        let name = Cell::atom(vm.atoms.intern(&name));
        list.push(vm.heap.structure(minus, &[name, value]));
    }
    let list = vm.heap.list(&list, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

// Character conversions.

fn char_conversion(vm: &mut Vm) -> Res {
    let (from, to) = (vm.x(0), vm.x(1));
    if from.is_ref() || to.is_ref() {
        return Err(vm.instantiation_error());
    }
    let char = |c: Cell| c.to_atom().and_then(Atom::as_char);
    match (char(from), char(to)) {
        (Some(f), Some(t)) => {
            if f == t {
                vm.ext.flags.conversions.shift_remove(&f);
            } else {
                vm.ext.flags.conversions.insert(f, t);
            }
            Ok(true)
        }
        _ => Err(vm.representation_error("character")),
    }
}

fn char_conversions(vm: &mut Vm) -> Res {
    let pairs: Vec<(char, char)> = vm
        .ext
        .flags
        .conversions
        .iter()
        .map(|(&f, &t)| (f, t))
        .collect();
    let minus = vm.functors.intern(atoms::MINUS, 2);
    let atom = |c| Cell::atom(Atom::from_char(c));
    let list: Vec<Cell> = pairs
        .iter()
        .map(|&(f, t)| vm.heap.structure(minus, &[atom(f), atom(t)]))
        .collect();
    let list = vm.heap.list(&list, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

// Statistics.

/// A value of `statistics/2`.
enum Statistic {
    /// A count.
    Count(u64),
    /// Seconds.
    Seconds(f64),
    /// A pair: milliseconds, and those since the last call.
    Since(f64),
    /// A pair: bytes used and bytes free.
    Area(u64),
    /// `[Collections,Bytes,Milliseconds]`
    Collections,
}

fn statistic(vm: &mut Vm, key: &str) -> Option<Statistic> {
    let [environments, choice_points, trail] = vm.stack_use();
    let heap = vm.heap.top();
    let all = heap + environments + choice_points + trail;
    Some(match key {
        "runtime" | "process_runtime" => Statistic::Since(vm.ext.clock.cputime()),
        "system_time" => Statistic::Since(0.0),
        "real_time" | "walltime" => Statistic::Since(vm.ext.clock.elapsed()),
        "cputime" | "process_cputime" => Statistic::Seconds(vm.ext.clock.cputime()),
        "inferences" => Statistic::Count(vm.inferences),
        "epoch" => Statistic::Seconds((vm.ext.clock.realtime() as f64) - vm.ext.clock.elapsed()),
        "atoms" => Statistic::Count(vm.atoms.len() as u64),
        "functors" => Statistic::Count(vm.functors.len() as u64),
        "predicates" => Statistic::Count(vm.db.preds().count() as u64),
        "heap" | "heapused" | "globalused" => Statistic::Count(heap),
        "localused" => Statistic::Count(environments + choice_points),
        "trailused" => Statistic::Count(trail),
        "stack" => Statistic::Count(all),
        "global_stack" => Statistic::Area(heap),
        "local_stack" => Statistic::Area(environments + choice_points),
        "trail" => Statistic::Area(trail),
        "memory" | "core" => Statistic::Area(all + vm.db.bytes),
        "program" => Statistic::Area(vm.db.bytes),
        "garbage_collection" => Statistic::Collections,
        "collections" => Statistic::Count(vm.gc_count),
        "propagations" => Statistic::Count(vm.ext.clpz.counters().propagations),
        "prunings" => Statistic::Count(vm.ext.clpz.counters().prunings),
        "backtracks" => Statistic::Count(vm.ext.clpz.counters().backtracks),
        "constraints" => Statistic::Count(vm.ext.clpz.counters().constraints),
        _ => return None,
    })
}

/// The keys whose values are printed by `statistics/0`, and what they say.
const SHOWN: &[(&str, &str)] = &[
    ("cputime", "seconds of processor time"),
    ("inferences", "inferences"),
    ("heap", "bytes of heap"),
    ("localused", "bytes of environments and choice points"),
    ("trailused", "bytes of trail"),
    ("collections", "garbage collections"),
    ("atoms", "atoms"),
    ("functors", "functors"),
    ("predicates", "predicates"),
    ("constraints", "constraints posted"),
    ("propagations", "runs of propagators"),
    ("prunings", "changes of domains"),
    ("backtracks", "contradictions of constraints"),
];

/// The keys that remember their last value.
const TIMED: &[&str] = &[
    "runtime",
    "process_runtime",
    "system_time",
    "real_time",
    "walltime",
];

fn statistics_2(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let key = vm.atoms.text(x.as_atom()).to_string();
    let Some(s) = statistic(vm, &key) else {
        return Err(vm.domain_error("statistics_key", x));
    };
    let count = |n: u64| Cell::int(n.min(i64::MAX as u64 >> 4) as i64);
    let value = match s {
        Statistic::Count(n) => count(n),
        Statistic::Seconds(s) => vm.heap.float(s),
        Statistic::Since(s) => {
            let key = TIMED
                .iter()
                .find(|k| **k == key)
                .copied()
                .unwrap_or_default();
            let (now, since) = vm.ext.clock.since_last(key, (s * 1000.0) as i64);
            vm.heap.list(&[Cell::int(now), Cell::int(since)], Cell::NIL)
        }
        Statistic::Area(used) => {
            let free = vm.limits().heap_bytes.saturating_sub(used);
            vm.heap.list(&[count(used), count(free)], Cell::NIL)
        }
        Statistic::Collections => {
            let (n, bytes) = (vm.gc_count, vm.gc_bytes);
            vm.heap
                .list(&[count(n), count(bytes), Cell::int(0)], Cell::NIL)
        }
    };
    Ok(vm.unify(vm.x(1), value))
}

fn statistics_0(vm: &mut Vm) -> Res {
    let mut out = String::new();
    for &(key, what) in SHOWN {
        let value = match statistic(vm, key) {
            Some(Statistic::Count(n)) => n.to_string(),
            Some(Statistic::Seconds(s)) => format!("{s:.3}"),
            _ => continue,
        };
        out.push_str(&format!("% {value:>14} {what}\n"));
    }
    write_text(vm, USER_ERROR, &out)?;
    Ok(true)
}

/// Makes the list of these atoms the value of the flag `argv`.
pub fn set_argv(vm: &mut Vm, args: &[String]) {
    let cells: Vec<Cell> = args
        .iter()
        .map(|a| Cell::atom(vm.atoms.intern(a)))
        .collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    set_flag(vm, "argv", list);
}

/// The predicates of this file.
pub(crate) const ROWS: &[Row] = &[
    det(
        "set_prolog_flag",
        "@flag, @value",
        "8.17.1",
        "Changes a flag.",
        set_prolog_flag,
    ),
    det(
        "create_prolog_flag",
        "+atom, @value, @options",
        "-",
        "Makes a new flag.",
        create_prolog_flag,
    ),
    det(
        "$flags",
        "-list",
        "8.17.2",
        "All flags as Flag-Value.",
        flag_list,
    ),
    det(
        "char_conversion",
        "@character, @character",
        "8.14.5",
        "Defines a character conversion.",
        char_conversion,
    ),
    det(
        "$char_conversions",
        "-list",
        "8.14.6",
        "The conversions From-To that are not the identity.",
        char_conversions,
    ),
    det(
        "statistics",
        "+atom, -value",
        "-",
        "A count, a time or an area of the machine.",
        statistics_2,
    ),
    det(
        "statistics",
        "",
        "-",
        "Reports counts and times on user_error.",
        statistics_0,
    ),
];

#[cfg(test)]
mod tests {
    use super::{FIELDS, Flags};

    #[test]
    fn fields_and_their_names_agree() {
        let mut f = Flags::new();
        for (name, words) in FIELDS {
            for (i, word) in words.iter().enumerate() {
                f.set_field(name, word);
                assert_eq!(f.field(name), Some(i), "{name} = {word}");
            }
        }
    }
}
