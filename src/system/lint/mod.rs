//! Checks of program text (lint): texts that are valid and most likely mistaken.
//!
//! A check is one row, in one file with the code of the check, and one line of [`checks!`]. Checks on clauses see a
//! [`clause::Clause`]; `walk` visits its goals once, records its calls, and determines the checks that are worth
//! running. Nothing here reads text or makes messages: `load::checking` calls the checks, and turns their findings
//! into [`Diagnostic`](crate::Diagnostic)s.

pub(crate) mod check;
pub(crate) mod clause;
pub(crate) mod paths;
pub(crate) mod settings;
pub(crate) mod walk;

mod argument_type;
mod arity_twin;
mod assert_clause;
mod assumed_dialect;
mod branch_singleton;
mod branch_variable;
mod compare_expression;
mod constant_goal;
mod discontiguous;
mod early_period;
mod endless_recursion;
mod expression_goal;
mod format_arguments;
mod free_template;
mod fresh_comparison;
mod hyphenated_name;
mod ignored_directive;
mod left_recursion;
mod marked_variable;
mod missing_export;
mod missing_import;
mod missing_period;
mod misspelt_variable;
mod mutual_recursion;
mod not_evaluable;
mod not_portable;
mod other_language;
mod printed_text;
pub(crate) mod recursion;
mod replaced;
mod self_reference;
mod shadowed_library;
mod singleton;
mod text_comparison;
mod text_sum;
mod undefined;
mod unevaluated_argument;
mod unguarded_recursion;
mod unify_expression;
mod unimported_operator;
mod unreachable_clause;
mod unsafe_negation;

pub(crate) use check::{At, Check, Finding, Run};
use clause::BareClause;
pub(crate) use early_period::finding as early_period;
pub(crate) use hyphenated_name::finding as hyphenated_name;
pub(crate) use missing_period::finding as missing_period;
pub(crate) use not_portable::finding as not_portable;
pub(crate) use other_language::replacement;
pub use settings::LintLevel;
pub(crate) use settings::{LintSettings, MAX_CHECKS, Override};
pub(crate) use unreachable_clause::Committed;

use crate::system::module_table::Indicator;

/// The table of checks.
macro_rules! checks {
    ($($id:ident = $file:ident;)*) => {
        /// The number of a check.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum CheckId { $($id),* }

        /// All checks, by their numbers.
        pub(crate) static CHECKS: &[&Check] = &[$(&$file::CHECK),*];

        const IDS: &[CheckId] = &[$(CheckId::$id),*];
    };
}

checks! {
    // Variables.
    Singleton = singleton;
    MisspeltVariable = misspelt_variable;
    MarkedVariable = marked_variable;
    BranchSingleton = branch_singleton;
    BranchVariable = branch_variable;
    // Predicates.
    Undefined = undefined;
    OtherLanguage = other_language;
    ArityTwin = arity_twin;
    HyphenatedName = hyphenated_name;
    Discontiguous = discontiguous;
    EarlyPeriod = early_period;
    MissingPeriod = missing_period;
    UnreachableClause = unreachable_clause;
    LeftRecursion = left_recursion;
    MutualRecursion = mutual_recursion;
    EndlessRecursion = endless_recursion;
    UnguardedRecursion = unguarded_recursion;
    Replaced = replaced;
    MissingExport = missing_export;
    MissingImport = missing_import;
    ShadowedLibrary = shadowed_library;
    UnimportedOperator = unimported_operator;
    NotPortable = not_portable;
    IgnoredDirective = ignored_directive;
    AssumedDialect = assumed_dialect;
    // Goals.
    UnifyExpression = unify_expression;
    CompareExpression = compare_expression;
    FreshComparison = fresh_comparison;
    SelfReference = self_reference;
    NotEvaluable = not_evaluable;
    UnevaluatedArgument = unevaluated_argument;
    ConstantGoal = constant_goal;
    ArgumentType = argument_type;
    TextComparison = text_comparison;
    TextSum = text_sum;
    FormatArguments = format_arguments;
    PrintedText = printed_text;
    FreeTemplate = free_template;
    UnsafeNegation = unsafe_negation;
    ExpressionGoal = expression_goal;
    AssertClause = assert_clause;
}

const _: () = assert!(CHECKS.len() <= MAX_CHECKS, "more levels are needed");

impl CheckId {
    /// Its row.
    pub(crate) fn row(self) -> &'static Check {
        CHECKS[self as usize]
    }

    /// Its level for a clause of a predicate.
    pub(crate) fn level(self, settings: &LintSettings, what: Option<Indicator>) -> LintLevel {
        settings.level(self as u8, self.row().level, what)
    }

    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = CheckId> {
        IDS.iter().copied()
    }

    /// The checks of a name: the one that has it, or those that other systems switch by it.
    pub(crate) fn named(name: &str) -> impl Iterator<Item = CheckId> {
        let name = name.to_string();
        CheckId::all().filter(move |c| c.row().name == name || c.row().group == name)
    }
}

/// The number of findings of one check in one clause that are reported.
const MAX_FOUND: usize = 4;

/// The findings of the checks that look for one of these features.
pub(crate) fn findings(clause: &BareClause<'_>, features: u32) -> Vec<(CheckId, Finding)> {
    let mut found = Vec::new();
    for (check, row) in CheckId::all().zip(CHECKS) {
        let (wanted, find) = match row.run {
            Run::Goals(wanted, find) => (wanted, find),
            Run::Clause(wanted, find) if !clause.is_query => (wanted, find),
            _ => continue,
        };
        if wanted & features != 0 {
            let mut all = Vec::new();
            find(clause, &mut all);
            // One of several equal findings of a check is enough.
            found.extend(all.into_iter().take(MAX_FOUND).map(|f| (check, f)));
        }
    }
    found
}
