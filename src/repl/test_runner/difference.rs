//! The lines in which two texts differ.

/// A line of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::repl) enum DiffLine<'t> {
    /// In both texts.
    Same(&'t str),
    /// In the first text alone.
    Old(&'t str),
    /// In the second text alone.
    New(&'t str),
}

/// The product of line counts above which texts are shown one after the other: the comparison takes that much memory.
const LARGE: usize = 4_000_000;

/// The lines of both texts, with as many common ones as possible; between two of these, the old lines come first.
pub(in crate::repl) fn lines<'t>(old: &'t str, new: &'t str) -> Vec<DiffLine<'t>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    if old.len().saturating_mul(new.len()) > LARGE {
        let old = old.into_iter().map(DiffLine::Old);
        return old.chain(new.into_iter().map(DiffLine::New)).collect();
    }
    // The length of the longest common subsequence of the rests from `i` and `j` on.
    let width = new.len() + 1;
    let mut common = vec![0_u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = match old[i] == new[j] {
                true => common[(i + 1) * width + j + 1] + 1,
                false => common[(i + 1) * width + j].max(common[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut found = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            found.push(DiffLine::Same(old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len()
            && (j == new.len() || common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            found.push(DiffLine::Old(old[i]));
            i += 1;
        } else {
            found.push(DiffLine::New(new[j]));
            j += 1;
        }
    }
    found
}

/// The lines as text: `-` before those of the first text, `+` before those of the second.
pub(in crate::repl) fn shown(old: &str, new: &str, coloured: bool) -> String {
    let mut text = String::new();
    for line in lines(old, new) {
        let (mark, colour, line) = match line {
            DiffLine::Same(line) => (' ', "", line),
            DiffLine::Old(line) => ('-', "\x1b[31m", line),
            DiffLine::New(line) => ('+', "\x1b[32m", line),
        };
        let shown = format!("{mark} {line}");
        match coloured && !colour.is_empty() {
            true => text.push_str(&format!("{colour}{}\x1b[0m\n", shown.trim_end())),
            false => text.push_str(&format!("{}\n", shown.trim_end())),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn common_lines_stay_together() {
        let old = "   X = 1\n;  X = 2\n;  X = 4.";
        let new = "   X = 1\n;  X = 3\n;  X = 4\n;  X = 5.";
        let expected = "     X = 1\n- ;  X = 2\n- ;  X = 4.\n+ ;  X = 3\n+ ;  X = 4\n+ ;  X = 5.\n";
        assert_eq!(shown(old, new, false), expected);
        assert_eq!(shown("a", "", true), "\x1b[31m- a\x1b[0m\n");
        assert_eq!(shown("", "", false), "");
    }

    #[test]
    fn long_texts_are_shown_one_after_the_other() {
        let long = "a\n".repeat(3000);
        assert_eq!(shown(&long, &long, false).lines().count(), 6000);
    }
}
