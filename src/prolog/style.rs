//! The styles in which top levels print answers, and all that differs between them but the answers
//! themselves: prompts, separators, last words.

/// How answers are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Style {
    /// Scryer's, and Horn's own: an answer stream is one Prolog term.
    #[default]
    Horn,
    /// SWI-Prolog's: one binding a line, `;` after an answer, `true` and `false`.
    Swi,
    /// SICStus Prolog's, and that of its ancestors: `| ?-`, `X = a ? ;`, `yes` and `no`.
    Sicstus,
}

impl Style {
    /// All styles, each with the name that the command line calls it by.
    pub const NAMES: [(&'static str, Style); 3] = [
        ("horn", Style::Horn),
        ("swi", Style::Swi),
        ("sicstus", Style::Sicstus),
    ];

    /// What stands before a query.
    pub fn prompt(self) -> &'static str {
        match self {
            Style::Horn | Style::Swi => "?- ",
            Style::Sicstus => "| ?- ",
        }
    }

    /// Whether an answer without bindings and goals ends the stream: `yes`, and no questions asked.
    pub fn stops_at_true(self) -> bool {
        self == Style::Sicstus
    }

    /// Whether the user is asked even after an answer that is known to be the last.
    pub fn asks_at_last(self) -> bool {
        self == Style::Sicstus
    }

    /// How many levels of a term an answer shows.
    pub(super) fn depth(self) -> u32 {
        match self {
            Style::Horn => super::show::DEPTH,
            Style::Swi | Style::Sicstus => 10,
        }
    }
}
