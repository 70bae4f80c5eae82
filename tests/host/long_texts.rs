//! Long texts as lists of characters: the memory that they take, read, parsed and searched.

use horn::{Error, Limit, Machine};
use std::fmt::Write;
use std::path::PathBuf;

const PROGRAM: &str = r"
    :- use_module(library(dcgs)).
    :- use_module(library(lists)).
    :- use_module(library(pio)).

    lines(N0, N) --> line, !, { N1 is N0+1 }, lines(N1, N).
    lines(N, N) --> [].
    line --> [C], line_(C).
    line_('\n') --> !.
    line_(_) --> [C], line_(C).

    words(W0, W) --> [C], !, words_(C, W0, W).
    words(W, W) --> [].
    words_(C, W0, W) --> { between(C) }, !, words(W0, W).
    words_(_, W0, W) --> { W1 is W0+1 }, in_word(W1, W).
    in_word(W0, W) --> [C], !, in_word_(C, W0, W).
    in_word(W, W) --> [].
    in_word_(C, W0, W) --> { between(C) }, !, words(W0, W).
    in_word_(_, W0, W) --> in_word(W0, W).
    between(' ').
    between('\n').

    counted(File, L, W, N) :-
        read_file_to_chars(File, Cs, []),
        phrase(lines(0, L), Cs),
        phrase(words(0, W), Cs),
        length(Cs, N).

    found(File, Text, Rest) :-
        read_file_to_chars(File, Cs, []),
        at(Text, Cs, Rest), !.

    at(Text, Cs, Rest) :- append(Text, Rest, Cs), !.
    at(Text, [_|Cs], Rest) :- at(Text, Cs, Rest).

    plain(File, Cs) :- read_file_to_chars(File, Ds, []), maplist(=, Ds, Cs), length(Cs, _).
";

/// The bytes of the text.
const SIZE: usize = 10_000_000;

/// The memory in which it is read and parsed.
const MEMORY: usize = 30_000_000;

/// A file of numbered lines of words, in some folder, and its numbers of lines, words and characters.
fn file() -> (PathBuf, usize, usize, usize) {
    let mut text = String::with_capacity(SIZE + 100);
    let (mut lines, mut words) = (0, 0);
    while text.len() < SIZE {
        lines += 1;
        words += 9;
        writeln!(text, "{lines} the quick brown fox jumps over größere Hunde").expect("a string");
    }
    let path = std::env::temp_dir().join(format!("horn_long_text_{}.txt", std::process::id()));
    std::fs::write(&path, &text).expect("a writable folder");
    (path, lines, words, text.chars().count())
}

#[test]
fn a_text_is_parsed_in_little_more_than_its_size() -> Result<(), Error> {
    let (path, lines, words, chars) = file();
    let name = path.display();
    let mut m = Machine::new();
    m.consult_str("t.pl", PROGRAM)?;
    m.set_limit(Limit::Memory(Some(MEMORY)));
    let counted = m.answers(&format!("counted('{name}', L, W, N)"));
    let expected = format!("L = {lines}, W = {words}, N = {chars}.");
    let last = format!("{lines} the quick");
    let goal = format!("atom_chars('{last}', T), found('{name}', T, R), length(R, N), N < 60");
    let found = m.run(&goal);
    // One element at a time, the same list does not fit.
    let plain = m.run(&format!("plain('{name}', _)"));
    std::fs::remove_file(&path).expect("the file is there");
    assert!(counted.contains(&expected), "{counted} is not {expected}");
    assert!(found?, "the last line is found");
    assert!(matches!(plain, Err(Error::Resource(_))), "{plain:?}");
    Ok(())
}
