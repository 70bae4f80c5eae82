//! Character conversion.

use crate::syntax::char_conversion::convert_chars;

#[test]
fn quoted_items_stay() {
    let to = |c| match c {
        '&' => ',',
        'à' => 'a',
        c => c,
    };
    for (text, expected) in [
        ("f(à&b).", "f(a,b)."),
        (r#"'à&' & "&\"&" & `&`"#, r#"'à&' , "&\"&" , `&`"#),
        (
            r"0'& & 0'\x26\ & 0''' & 0'\\ &",
            r"0'& , 0'\x26\ , 0''' , 0'\\ ,",
        ),
        ("a % &\n& /* & */ &", "a % &\n, /* & */ ,"),
    ] {
        assert_eq!(convert_chars(text, to), expected);
    }
}
