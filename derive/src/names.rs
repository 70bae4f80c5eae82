//! Names of Rust as names of Prolog.

use syn::Ident;

/// The text of an identifier, without `r#`.
pub(crate) fn text(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").unwrap_or(&text).to_string()
}

/// The atom for the name of a type or variant: `TimeTable` is `time_table`.
pub(crate) fn atom(ident: &Ident) -> String {
    let chars: Vec<char> = text(ident).chars().collect();
    let mut atom = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let after_lower = i > 0 && !chars[i - 1].is_uppercase() && chars[i - 1] != '_';
        // The last of several capitals starts a word if a small letter follows: `HTTPServer`.
        let before_lower = i > 0
            && chars[i - 1].is_uppercase()
            && chars.get(i + 1).is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && (after_lower || before_lower) {
            atom.push('_');
        }
        atom.extend(c.to_lowercase());
    }
    atom
}

/// The variable for the name of a field: `first_name` is `FirstName`.
pub(crate) fn variable(ident: &Ident) -> String {
    let text = text(ident);
    let words = text.split('_').filter(|word| !word.is_empty());
    words
        .map(|word| {
            let mut chars = word.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            first.chain(chars).collect::<String>()
        })
        .collect()
}

/// The words for a type in a message: `TimeTable` is `a time table`.
pub(crate) fn words(ident: &Ident) -> String {
    let words = atom(ident).replace('_', " ");
    let article = match words.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => "an",
        false => "a",
    };
    format!("{article} {words}")
}

#[cfg(test)]
mod tests {
    use super::{atom, variable, words};
    use syn::{Ident, parse_str};

    #[test]
    fn names_follow_the_conventions_of_both_languages() {
        let ident = |text: &str| parse_str::<Ident>(text).expect("an identifier");
        for (rust, prolog) in [
            ("Point", "point"),
            ("TimeTable", "time_table"),
            ("HTTPServer", "http_server"),
            ("X2Y", "x2_y"),
            ("Already_Split", "already_split"),
            ("URL", "url"),
            ("Élan", "élan"),
        ] {
            assert_eq!(atom(&ident(rust)), prolog);
        }
        for (rust, prolog) in [
            ("x", "X"),
            ("first_name", "FirstName"),
            ("r#type", "Type"),
            ("_hidden", "Hidden"),
            ("x2", "X2"),
        ] {
            assert_eq!(variable(&ident(rust)), prolog);
        }
        assert_eq!(words(&ident("OrderItem")), "an order item");
    }
}
