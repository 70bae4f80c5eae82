//! Kinds of characters for `char_type/2`, with the names of Scryer and of SWI-Prolog.

use crate::base::atom::Atom;
use crate::machine::Cell;
use crate::syntax::chars::{is_layout, is_symbol, is_typographic_quote};
use crate::system::terms::name_arity;
use crate::system::{BuiltinRow, Res, Vm, repeatable};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "$char_type",
        "+character, +atom",
        "-",
        "True if a character is of a kind.",
        char_type,
    ),
    repeatable(
        "$next_of_type",
        "+integer, +term, -integer",
        "-",
        "Unifies the third argument with the first character, from a code on, that is of a kind.",
        next_of_type,
    ),
    repeatable(
        "$char_case",
        "+character, -atom, -atom",
        "-",
        "Unifies the last two arguments with a character in lower and in upper case.",
        char_case,
    ),
    repeatable(
        "$char_category",
        "+character, -atom",
        "-",
        "Unifies the second argument with the general category of Unicode of a character, as two letters.",
        char_category,
    ),
];

/// Returns true for letters and digits of any script, and the underscore.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns true for the graphic characters of ISO 6.5.1.
fn is_graphic(c: char) -> bool {
    c != '\\' && is_symbol(c)
}

/// Returns true if a character is of a kind; `None` if there is no such kind.
pub(crate) fn has_kind(c: char, kind: &str) -> Option<bool> {
    use GeneralCategoryGroup::{Other, Punctuation, Separator, Symbol};
    let group = || c.general_category_group();
    let visible = || !matches!(group(), Other | Separator);
    Some(match kind {
        "alpha" | "csymf" => c.is_alphabetic() || c == '_',
        "alphabetic" => c.is_alphabetic(),
        "alnum" | "alphanumeric" | "alpha_numeric" => c.is_alphanumeric(),
        "csym" => is_word(c),
        "numeric" => c.is_numeric(),
        "digit" | "decimal_digit" => c.is_ascii_digit(),
        "binary_digit" => c.is_digit(2),
        "octal_digit" => c.is_digit(8),
        "hexadecimal_digit" => c.is_ascii_hexdigit(),
        "lower" => c.is_lowercase(),
        "upper" => c.is_uppercase(),
        "layout" => is_layout(c),
        "space" | "whitespace" => c.is_whitespace(),
        "white" => c == ' ' || c == '\t',
        "end_of_line" => matches!(
            c,
            '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'
        ),
        "newline" => c == '\n',
        "control" | "cntrl" => c.is_control(),
        "graphic" => is_graphic(c),
        "graphic_token" | "symbol_char" => is_symbol(c),
        "graph" => visible(),
        "print" => visible() || c == ' ',
        "punct" => matches!(group(), Punctuation | Symbol),
        "to_lower" | "to_upper" => true,
        "ascii" => c.is_ascii(),
        "ascii_graphic" => c.is_ascii_graphic(),
        "ascii_punctuation" => c.is_ascii_punctuation(),
        "meta" => matches!(c, '\\' | '\'' | '"' | '`'),
        "solo" => matches!(
            c,
            '!' | '(' | ')' | ',' | ';' | '[' | ']' | '{' | '}' | '|' | '%'
        ),
        "symbolic_control" => matches!(c, 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '0'),
        "symbolic_hexadecimal" => c == 'x',
        "exponent" => matches!(c, 'e' | 'E'),
        "sign" => matches!(c, '+' | '-'),
        "octet" => u32::from(c) < 256,
        "period" => matches!(c, '.' | '!' | '?'),
        "quote" => matches!(c, '\'' | '"' | '`'),
        "paren" => matches!(c, '(' | ')' | '[' | ']' | '{' | '}'),
        "prolog" => {
            is_word(c)
                || is_symbol(c)
                || is_typographic_quote(c)
                || is_layout(c)
                || has_kind(c, "solo") == Some(true)
                || has_kind(c, "meta") == Some(true)
        }
        _ => return None,
    })
}

fn char_type(vm: &mut Vm) -> Res {
    let (c, kind) = (vm.x(0), vm.x(1));
    let Some(ch) = c.to_atom().and_then(Atom::as_char) else {
        return Ok(false);
    };
    let answer = has_kind(ch, &vm.atoms.text(kind.as_atom()));
    match answer {
        Some(yes) => Ok(yes),
        None => Err(vm.domain_error("char_type", kind)),
    }
}

/// `'$next_of_type'(From, Kind, Code)`: `Kind` is an atom, or `to_lower(L)`, `to_upper(U)`, `lower(U)`,
/// `upper(L)` with a character, which is compared.
fn next_of_type(vm: &mut Vm) -> Res {
    let (from, term) = (vm.x(0).as_int(), vm.x(1));
    let (kind, other) = match term.is_compound() {
        true => {
            let other = vm.heap.deref(vm.heap.argument(term, 0));
            (name_arity(vm, term).0, other.to_atom())
        }
        false => (term.as_atom(), None),
    };
    let (name, other) = (
        vm.atoms.text(kind).to_string(),
        other.map(|a| vm.atoms.text(a).to_string()),
    );
    let is_case = |c: char, wanted: &str| match &*name {
        "to_lower" | "upper" => c.to_lowercase().eq(wanted.chars()),
        _ => c.to_uppercase().eq(wanted.chars()),
    };
    let is_it = |c: char| {
        other.as_deref().is_none_or(|o| is_case(c, o)) && has_kind(c, &name) == Some(true)
    };
    let from = u32::try_from(from).unwrap_or(u32::MAX);
    let found = (from..=u32::from(char::MAX)).find(|&c| char::from_u32(c).is_some_and(is_it));
    Ok(found.is_some_and(|c| vm.unify(vm.x(2), Cell::int(i64::from(c)))))
}

fn char_case(vm: &mut Vm) -> Res {
    let Some(ch) = vm.x(0).to_atom().and_then(Atom::as_char) else {
        return Ok(false);
    };
    let lower = vm.atoms.intern(&ch.to_lowercase().to_string());
    let upper = vm.atoms.intern(&ch.to_uppercase().to_string());
    Ok(vm.unify(vm.x(1), Cell::atom(lower)) && vm.unify(vm.x(2), Cell::atom(upper)))
}

/// The two letters for a general category (Unicode Standard Annex 44, 5.7.1).
fn category_name(c: GeneralCategory) -> &'static str {
    use GeneralCategory as G;
    match c {
        G::UppercaseLetter => "Lu",
        G::LowercaseLetter => "Ll",
        G::TitlecaseLetter => "Lt",
        G::ModifierLetter => "Lm",
        G::OtherLetter => "Lo",
        G::NonspacingMark => "Mn",
        G::SpacingMark => "Mc",
        G::EnclosingMark => "Me",
        G::DecimalNumber => "Nd",
        G::LetterNumber => "Nl",
        G::OtherNumber => "No",
        G::ConnectorPunctuation => "Pc",
        G::DashPunctuation => "Pd",
        G::OpenPunctuation => "Ps",
        G::ClosePunctuation => "Pe",
        G::InitialPunctuation => "Pi",
        G::FinalPunctuation => "Pf",
        G::OtherPunctuation => "Po",
        G::MathSymbol => "Sm",
        G::CurrencySymbol => "Sc",
        G::ModifierSymbol => "Sk",
        G::OtherSymbol => "So",
        G::SpaceSeparator => "Zs",
        G::LineSeparator => "Zl",
        G::ParagraphSeparator => "Zp",
        G::Control => "Cc",
        G::Format => "Cf",
        G::Surrogate => "Cs",
        G::PrivateUse => "Co",
        G::Unassigned => "Cn",
    }
}

fn char_category(vm: &mut Vm) -> Res {
    let Some(ch) = vm.x(0).to_atom().and_then(Atom::as_char) else {
        return Ok(false);
    };
    let name = vm.atoms.intern(category_name(ch.general_category()));
    Ok(vm.unify(vm.x(1), Cell::atom(name)))
}
