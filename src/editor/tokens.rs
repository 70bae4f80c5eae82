//! The tokens of a text with their types, as the protocol encodes them.

use super::analysis::Analysis;
use super::document::utf16_len;
use super::help::Reference;
use crate::prolog::{PartKind, TokenClass};
use lsp_types as lsp;
use std::collections::BTreeSet;

/// The types of tokens, in the order of the legend.
const TYPES: &[&str] = &[
    "comment",
    "variable",
    "function",
    "operator",
    "keyword",
    "enumMember",
    "number",
    "string",
    "parameter",
];
/// The modifiers, in the order of their bits.
const MODIFIERS: &[&str] = &["definition", "defaultLibrary"];
const DEFINITION: u32 = 1;
const DEFAULT_LIBRARY: u32 = 2;

/// The legend of the numbers in the encoding.
pub(super) fn legend() -> lsp::SemanticTokensLegend {
    lsp::SemanticTokensLegend {
        token_types: TYPES
            .iter()
            .map(|t| lsp::SemanticTokenType::new(t))
            .collect(),
        token_modifiers: MODIFIERS
            .iter()
            .map(|m| lsp::SemanticTokenModifier::new(m))
            .collect(),
    }
}

fn number(class: TokenClass) -> Option<u32> {
    let name = match class {
        TokenClass::Comment => "comment",
        TokenClass::Variable => "variable",
        TokenClass::Anonymous | TokenClass::AnswerVariable => "parameter",
        TokenClass::Functor => "function",
        TokenClass::Operator => "operator",
        TokenClass::Control => "keyword",
        TokenClass::Atom => "enumMember",
        TokenClass::Number => "number",
        TokenClass::Text => "string",
        _ => return None,
    };
    TYPES.iter().position(|t| *t == name).map(|i| i as u32)
}

/// The tokens of a text, in order; of a token of several lines, one for each line.
pub(super) fn semantic_tokens(
    analysis: &Analysis,
    reference: &Reference,
) -> Vec<lsp::SemanticToken> {
    let text = &analysis.text;
    let clauses = analysis
        .outline
        .parts
        .iter()
        .filter(|p| p.kind == PartKind::Clause);
    let heads: BTreeSet<usize> = clauses
        .filter_map(|p| p.head.as_ref())
        .map(|m| m.span.start)
        .collect();
    let mut tokens = Vec::new();
    let (mut last_line, mut last_start) = (0, 0);
    for (span, class) in analysis.vocabulary.highlight(&text.text) {
        let Some(token_type) = number(class) else {
            continue;
        };
        let piece = text.of(span);
        let is_name = matches!(class, TokenClass::Functor | TokenClass::Atom);
        let (token_type, modifiers) = match heads.contains(&span.start) {
            true => (
                number(TokenClass::Functor).unwrap_or(token_type),
                DEFINITION,
            ),
            false if is_name && !reference.of(piece.trim_matches('\''), None).is_empty() => {
                (token_type, DEFAULT_LIBRARY)
            }
            false => (token_type, 0),
        };
        let mut at = span.start;
        for line in piece.split_inclusive('\n') {
            let length = utf16_len(line.trim_end_matches(['\n', '\r']));
            let place = text.position(at);
            at += line.len();
            if length == 0 {
                continue;
            }
            let delta_line = place.line - last_line;
            tokens.push(lsp::SemanticToken {
                delta_line,
                delta_start: match delta_line {
                    0 => place.character - last_start,
                    _ => place.character,
                },
                length,
                token_type,
                token_modifiers_bitset: modifiers,
            });
            (last_line, last_start) = (place.line, place.character);
        }
    }
    tokens
}
