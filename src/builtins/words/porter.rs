//! The stems of English words: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the three
//! rules that its author has changed since (`bli`, `logi`, and words of two letters, which stay).

/// A suffix and what replaces it.
type Rule = (&'static str, &'static str);

/// Step 2, for stems with a measure above 0. Of two suffixes with the same end, the longer one stands first.
const DOUBLE_SUFFIXES: &[Rule] = &[
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("logi", "log"),
];

/// Step 3, for stems with a measure above 0.
const LATER_SUFFIXES: &[Rule] = &[
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
];

/// Step 4: suffixes that are removed from stems with a measure above 1; `ion` only after `s` or `t`.
const LAST_SUFFIXES: &[&str] = &[
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize",
];

/// The stem of a word in lower case. Characters other than the letters of ASCII count as consonants.
pub(super) fn stem(word: &str) -> String {
    let mut word = word.to_string();
    if word.chars().nth(2).is_none() {
        return word;
    }
    remove_plural(&mut word);
    remove_participle(&mut word);
    if let Some(stem) = word.strip_suffix('y')
        && has_vowel(stem)
    {
        replace(&mut word, 1, "i");
    }
    apply(&mut word, DOUBLE_SUFFIXES);
    apply(&mut word, LATER_SUFFIXES);
    remove_last_suffix(&mut word);
    remove_final_e(&mut word);
    word
}

/// Step 1a.
fn remove_plural(word: &mut String) {
    if word.ends_with("sses") || word.ends_with("ies") {
        replace(word, 2, "");
    } else if word.ends_with('s') && !word.ends_with("ss") {
        replace(word, 1, "");
    }
}

/// Step 1b.
fn remove_participle(word: &mut String) {
    if let Some(stem) = word.strip_suffix("eed") {
        if measure(stem) > 0 {
            replace(word, 1, "");
        }
        return;
    }
    let suffix = ["ed", "ing"].into_iter().find(|s| word.ends_with(s));
    let Some(suffix) = suffix else { return };
    if !has_vowel(&word[..word.len() - suffix.len()]) {
        return;
    }
    replace(word, suffix.len(), "");
    if ["at", "bl", "iz"].iter().any(|end| word.ends_with(end)) {
        word.push('e');
    } else if ends_in_double_consonant(word) {
        if !word.ends_with(['l', 's', 'z']) {
            replace(word, 1, "");
        }
    } else if measure(word) == 1 && ends_in_short_syllable(word) {
        word.push('e');
    }
}

/// Steps 2 and 3: the first suffix that the word has decides.
fn apply(word: &mut String, rules: &[Rule]) {
    let rule = rules.iter().find(|(suffix, _)| word.ends_with(suffix));
    if let Some((suffix, new)) = rule
        && measure(&word[..word.len() - suffix.len()]) > 0
    {
        replace(word, suffix.len(), new);
    }
}

/// Step 4.
fn remove_last_suffix(word: &mut String) {
    let has = |suffix: &&&str| match **suffix {
        "ion" => word.ends_with("sion") || word.ends_with("tion"),
        suffix => word.ends_with(suffix),
    };
    if let Some(suffix) = LAST_SUFFIXES.iter().find(has)
        && measure(&word[..word.len() - suffix.len()]) > 1
    {
        replace(word, suffix.len(), "");
    }
}

/// Step 5.
fn remove_final_e(word: &mut String) {
    if let Some(stem) = word.strip_suffix('e') {
        let m = measure(stem);
        if m > 1 || m == 1 && !ends_in_short_syllable(stem) {
            replace(word, 1, "");
        }
    }
    if word.ends_with("ll") && measure(word) > 1 {
        replace(word, 1, "");
    }
}

/// Replaces the last bytes of a word, which are letters of ASCII.
fn replace(word: &mut String, bytes: usize, new: &str) {
    word.truncate(word.len() - bytes);
    word.push_str(new);
}

/// For each character, true if it is a vowel: `y` after a consonant is one.
fn vowels(word: &str) -> impl Iterator<Item = bool> {
    // As if a vowel came before the word: an initial `y` is a consonant.
    word.chars().scan(true, |last, c| {
        *last = matches!(c, 'a' | 'e' | 'i' | 'o' | 'u') || c == 'y' && !*last;
        Some(*last)
    })
}

/// The number of times that consonants follow vowels.
fn measure(stem: &str) -> usize {
    let pairs = vowels(stem).zip(vowels(stem).skip(1));
    pairs.filter(|&(first, second)| first && !second).count()
}

fn has_vowel(stem: &str) -> bool {
    vowels(stem).any(|is| is)
}

fn ends_in_double_consonant(word: &str) -> bool {
    let mut last = word.chars().rev();
    let double = last.next().is_some() && word.chars().next_back() == last.next();
    double && vowels(word).last() == Some(false)
}

/// Returns true if a word ends in a consonant, a vowel, and a consonant other than `w`, `x` and `y`.
fn ends_in_short_syllable(word: &str) -> bool {
    let kinds: Vec<bool> = vowels(word).collect();
    kinds.ends_with(&[false, true, false]) && !word.ends_with(['w', 'x', 'y'])
}

#[cfg(test)]
mod tests {
    use super::{measure, stem};

    #[test]
    fn measures_are_those_of_the_paper() {
        for (m, words) in [
            (0, ["tr", "ee", "tree", "y", "by"]),
            (1, ["trouble", "oats", "trees", "ivy", "ivy"]),
            (2, ["troubles", "private", "oaten", "orrery", "orrery"]),
        ] {
            for word in words {
                assert_eq!(measure(word), m, "{word}");
            }
        }
    }

    #[test]
    fn stems_are_those_of_the_paper() {
        let pairs = "caresses caress ponies poni ties ti caress caress cats cat feed feed agreed agre plastered plaster \
                     bled bled motoring motor sing sing conflated conflat troubled troubl sized size hopping hop \
                     tanned tan falling fall hissing hiss fizzed fizz failing fail filing file happy happi sky sky \
                     relational relat conditional condit rational ration valenci valenc digitizer digit \
                     conformabli conform radicalli radic differentli differ vileli vile analogousli analog \
                     vietnamization vietnam predication predic operator oper feudalism feudal decisiveness decis \
                     hopefulness hope callousness callous formaliti formal sensitiviti sensit sensibiliti sensibl \
                     triplicate triplic formative form formalize formal electriciti electr electrical electr \
                     hopeful hope goodness good revival reviv allowance allow inference infer airliner airlin \
                     adjustable adjust defensible defens irritant irrit replacement replac adjustment adjust \
                     dependent depend adoption adopt communism commun activate activ angulariti angular \
                     homologous homolog effective effect bowdlerize bowdler probate probat rate rate cease ceas \
                     controll control roll roll is is";
        let words: Vec<&str> = pairs.split_whitespace().collect();
        for pair in words.chunks(2) {
            assert_eq!(stem(pair[0]), pair[1], "{}", pair[0]);
        }
    }

    #[test]
    fn any_text_has_a_stem() {
        for word in ["", "s", "日本s", "ing", "eed", "ied", "12s", "é"] {
            stem(word);
        }
        assert_eq!(stem(&"y".repeat(100_000)).len(), 100_000);
    }
}
