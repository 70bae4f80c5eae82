//! Tokens that are read byte by byte: the same as those of the parsers that define tokens.

use crate::syntax::lexer::Lexer;
use crate::syntax::token::{Token, TokenKind};
use proptest::prelude::*;

/// The tokens of a text, each read by both ways.
fn compare(text: &str) {
    let mut lexer = Lexer::new(text, 0);
    loop {
        let mut general = lexer;
        let expected = general.general_token(None);
        let found = lexer.next_token();
        // As text, in which not-a-number is the same as itself.
        let (found_text, expected_text) = (format!("{found:?}"), format!("{expected:?}"));
        assert_eq!(found_text, expected_text, "before {}", lexer.pos());
        match found {
            Ok(Token {
                kind: TokenKind::Eof,
                ..
            }) => break,
            Ok(_) => assert_eq!(lexer.pos(), general.pos()),
            Err(fault) => {
                let at = lexer.after_fault(fault);
                lexer.seek(at);
            }
        }
    }
}

#[test]
fn texts_with_every_kind_of_token() {
    for text in [
        "a(X, _Y, _) :- b, \\+ c -> [H|T] ; {x}.\n",
        "0 00 7. 1.5 1.e 1.0e10 1_000 1r3 0'a 0x1F 0b1 0o7 8'7 123456789012345678 1234567890123456789",
        "x.% comment\ny. z.\u{a0}a.b .a ... .",
        "a/*c*/b /* d */ /*/ e */ -/*f*/ /**/ +. \t\r\n\u{c}!;,|",
        "é aé Aé 1é +é (é x→y → ∀ “a” a\u{300} _\u{300}",
        "$X a$ =$Y 'q' \"s\" `b` \u{0} #",
    ] {
        compare(text);
    }
}

#[test]
fn the_texts_of_the_libraries() {
    let mut folders = vec![std::path::PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/prelude"
    ))];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pl") {
                compare(&std::fs::read_to_string(path).expect("a text"));
                files += 1;
            }
        }
    }
    assert!(files > 100);
}

proptest! {
    #[test]
    fn any_text(text in "[a-cX_0-9 .,()%/*'$é+=e\n-]{0,12}") {
        compare(&text);
    }
}
