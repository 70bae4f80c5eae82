//! Words of natural languages, for `prelude/text/porter_stem.pl` and `prelude/text/isub.pl`.

mod porter;
mod similarity;

use crate::base::atom::atoms;
use crate::base::number::Number;
use crate::machine::Cell;
use crate::system::text::text_of;
use crate::system::{BuiltinRow, Res, Vm, repeatable};

pub(super) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "$porter_stem",
        "+nonvar, -atom",
        "-",
        "Unifies the second argument with the stem of an English word, in lower case and without accents.",
        stem,
    ),
    repeatable(
        "$unaccent",
        "+nonvar, -atom",
        "-",
        "Unifies the second argument with a text whose letters of Latin-1 have lost their accents.",
        unaccent,
    ),
    repeatable(
        "$isub",
        "+nonvar, +nonvar, +integer, +atom, -float",
        "-",
        "Unifies the last argument with the similarity of two texts. The third argument is a length: common parts that are \
         no longer do not count. If the fourth one is true, the similarity is between 0 and 1.",
        isub,
    ),
];

fn stem(vm: &mut Vm) -> Res {
    let text = text_of(vm, vm.x(0))?;
    vm.check_room(4 * text.len() as u64)?;
    let word = without_accents(&text.to_lowercase());
    let stem = vm.atoms.intern_transient(&porter::stem(&word));
    Ok(vm.unify(vm.x(1), Cell::atom(stem)))
}

fn unaccent(vm: &mut Vm) -> Res {
    let text = text_of(vm, vm.x(0))?;
    vm.check_room(2 * text.len() as u64)?;
    let plain = vm.atoms.intern_transient(&without_accents(&text));
    Ok(vm.unify(vm.x(1), Cell::atom(plain)))
}

fn isub(vm: &mut Vm) -> Res {
    let (a, b) = (text_of(vm, vm.x(0))?, text_of(vm, vm.x(1))?);
    // A negative length admits every part, as 0 does.
    let threshold = usize::try_from(vm.x(2).as_int()).unwrap_or(0);
    let chars = |text: &str| text.chars().collect::<Vec<char>>();
    let found = similarity::of(&chars(&a), &chars(&b), threshold, &|| vm.is_interrupted());
    let Some(found) = found else {
        return Err(vm.unfinished());
    };
    let found = match vm.x(3) == Cell::atom(atoms::TRUE) && !a.is_empty() && !b.is_empty() {
        true => f64::midpoint(found, 1.0),
        false => found,
    };
    let found = vm.number_cell(&Number::Float(found));
    Ok(vm.unify(vm.x(4), found))
}

/// The text with the letters of Latin-1 as those of ASCII. Other characters stay.
fn without_accents(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'À'..='Å' => plain.push('A'),
            'Æ' => plain.push_str("AE"),
            'Ç' => plain.push('C'),
            'È'..='Ë' => plain.push('E'),
            'Ì'..='Ï' => plain.push('I'),
            'Ð' => plain.push('D'),
            'Ñ' => plain.push('N'),
            'Ò'..='Ö' | 'Ø' => plain.push('O'),
            'Ù'..='Ü' => plain.push('U'),
            'Ý' => plain.push('Y'),
            'ß' => plain.push_str("ss"),
            'à'..='å' => plain.push('a'),
            'æ' => plain.push_str("ae"),
            'ç' => plain.push('c'),
            'è'..='ë' => plain.push('e'),
            'ì'..='ï' => plain.push('i'),
            'ð' => plain.push('d'),
            'ñ' => plain.push('n'),
            'ò'..='ö' | 'ø' => plain.push('o'),
            'ù'..='ü' => plain.push('u'),
            'ý' | 'ÿ' => plain.push('y'),
            _ => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::without_accents;

    #[test]
    fn accents_are_removed() {
        assert_eq!(
            without_accents("Ærøskøbing, façade, Straße, 日本"),
            "AEroskobing, facade, Strasse, 日本"
        );
    }
}
