//! The styles in which top levels print answers.

/// The style in which a top level prints answers.
///
/// ```
/// use horn::{Machine, Style};
///
/// let mut machine = Machine::new();
/// for (name, style) in Style::NAMES {
///     println!("{name}: {}X = 1.\n{}", style.prompt(), machine.answers_in(style, "X = 1", 9));
/// }
/// assert!(Style::Sicstus.asks_at_last() && !Style::Horn.asks_at_last());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Style {
    /// Horn's own style, which is Scryer's: an answer stream is one Prolog term.
    #[default]
    Horn,
    /// The style of SWI-Prolog: one binding a line, `;` after an answer, `true` and `false`.
    Swi,
    /// The style of SICStus Prolog and its ancestors: `| ?-`, `X = a ? ;`, `yes` and `no`.
    Sicstus,
}

impl Style {
    /// All styles with their names on the command line.
    ///
    /// ```
    /// use horn::Style;
    ///
    /// assert!(Style::NAMES.contains(&("swi", Style::Swi)));
    /// ```
    pub const NAMES: [(&'static str, Style); 3] = [
        ("horn", Style::Horn),
        ("swi", Style::Swi),
        ("sicstus", Style::Sicstus),
    ];

    /// The prompt before a query.
    ///
    /// ```
    /// use horn::Style;
    ///
    /// assert_eq!((Style::Horn.prompt(), Style::Sicstus.prompt()), ("?- ", "| ?- "));
    /// ```
    pub fn prompt(self) -> &'static str {
        match self {
            Style::Horn | Style::Swi => "?- ",
            Style::Sicstus => "| ?- ",
        }
    }

    /// Returns true if the user is asked even after the last answer.
    ///
    /// ```
    /// use horn::Style;
    ///
    /// assert!(Style::Sicstus.asks_at_last() && !Style::Horn.asks_at_last());
    /// ```
    pub fn asks_at_last(self) -> bool {
        self == Style::Sicstus
    }

    /// The prompt before a further line of a query.
    ///
    /// ```
    /// use horn::Style;
    ///
    /// assert_eq!((Style::Horn.continuation_prompt(), Style::Swi.continuation_prompt()), ("|  ", "|    "));
    /// ```
    pub fn continuation_prompt(self) -> &'static str {
        match self {
            Style::Horn => "|  ",
            Style::Swi | Style::Sicstus => "|    ",
        }
    }

    /// The number of levels of a term that an answer shows, unless the flag `answer_write_options` says otherwise.
    pub(super) fn depth(self) -> u32 {
        match self {
            Style::Horn => super::term_display::DEPTH,
            Style::Swi | Style::Sicstus => 10,
        }
    }
}
