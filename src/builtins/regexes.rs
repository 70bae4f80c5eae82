//! Matches of regular expressions, for `prelude/text/pcre.pl`; they need the feature `regex`.

use crate::system::{BuiltinRow, det};
#[cfg(not(feature = "regex"))]
use crate::{
    machine::Cell,
    system::{Res, Vm},
};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$regex_matches",
        "+text, +text, +text, +integer, +integer, -list",
        "-",
        "Unifies the last argument with the matches of a pattern with flags in a text, from a position on, at most as many as the fifth argument says (all if it is negative): for each a list of groups Start-Characters, or -.",
        matches,
    ),
    det(
        "$regex_names",
        "+text, +text, -list",
        "-",
        "Unifies the last argument with the names of the groups of a pattern with flags, the empty atom where there is none.",
        names,
    ),
    det(
        "$regex_flush",
        "",
        "-",
        "Forgets all compiled regular expressions.",
        flush,
    ),
];

#[cfg(not(feature = "regex"))]
fn absent(vm: &mut Vm) -> Res {
    let name = vm.atoms.intern("regex");
    Err(vm.existence_error("feature", Cell::atom(name)))
}

#[cfg(not(feature = "regex"))]
use self::{absent as flush, absent as matches, absent as names};

#[cfg(feature = "regex")]
use present::{flush, matches, names};

#[cfg(feature = "regex")]
mod present {
    use crate::base::atom::atoms;
    use crate::machine::{Ball, Cell};
    use crate::system::text::text_of;
    use crate::system::{Res, Vm};
    use fancy_regex::{Captures, Regex};
    use std::sync::Arc;

    fn compiled(vm: &mut Vm) -> Result<Arc<Regex>, Ball> {
        let (pattern, flags) = (text_of(vm, vm.x(0))?, text_of(vm, vm.x(1))?);
        vm.ext
            .regexes
            .compiled(&flags, &pattern)
            .map_err(|message| vm.syntax_error(&format!("regex: {message}")))
    }

    pub(super) fn matches(vm: &mut Vm) -> Res {
        let regex = compiled(vm)?;
        let text = text_of(vm, vm.x(2))?;
        let (start, most) = (vm.x(3).as_int(), vm.x(4).as_int());
        let first = usize::try_from(start).ok().and_then(|n| {
            text.char_indices()
                .map(|(i, _)| i)
                .chain([text.len()])
                .nth(n)
        });
        let Some(first) = first else {
            return Ok(vm.unify(vm.x(5), Cell::NIL));
        };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let mut counted = Counted {
            text: &text,
            byte: 0,
            chars: 0,
        };
        let mut found = Vec::new();
        let mut from = first;
        while found.len() < most && from <= text.len() {
            vm.check_interrupt()?;
            let captures = match regex.captures_from_pos(text.as_str(), from) {
                Ok(Some(captures)) => captures,
                Ok(None) => break,
                Err(_) => {
                    let steps = vm.atoms.intern("regex_steps");
                    return Err(vm.resource_error(steps));
                }
            };
            let Some(whole) = captures.get(0) else { break };
            let (begin, end) = (whole.start(), whole.end());
            found.push(groups(vm, &captures, &mut counted)?);
            // After an empty match, the search continues one character later.
            from = match end > begin {
                true => end,
                false => end + text[end..].chars().next().map_or(1, char::len_utf8),
            };
        }
        let list = vm.heap.list(&found, Cell::NIL);
        Ok(vm.unify(vm.x(5), list))
    }

    /// The groups of a match.
    ///
    /// # Errors
    /// `resource_error(memory)`
    fn groups(
        vm: &mut Vm,
        captures: &Captures<'_, str>,
        counted: &mut Counted<'_>,
    ) -> Result<Cell, Ball> {
        let minus = Cell::atom(atoms::MINUS);
        let mut cells = Vec::with_capacity(captures.len());
        for i in 0..captures.len() {
            cells.push(match captures.get(i) {
                None => minus,
                Some(group) => {
                    vm.check_heap(16 * group.as_str().len() as u64 + 64)?;
                    let start = counted.chars_before(group.start());
                    let chars = vm.heap.chars(group.as_str(), Cell::NIL);
                    {
                        let minus = vm.functors.intern(atoms::MINUS, 2);
                        vm.heap.structure(minus, &[Cell::int(start as i64), chars])
                    }
                }
            });
        }
        Ok(vm.heap.list(&cells, Cell::NIL))
    }

    /// A position in a text, in bytes and in characters.
    struct Counted<'a> {
        text: &'a str,
        byte: usize,
        chars: usize,
    }

    impl Counted<'_> {
        /// The number of characters before a byte. Counts from the last position on: matches are found in order.
        fn chars_before(&mut self, byte: usize) -> usize {
            if byte < self.byte {
                return self.chars - self.text[byte..self.byte].chars().count();
            }
            self.chars += self.text[self.byte..byte].chars().count();
            self.byte = byte;
            self.chars
        }
    }

    pub(super) fn names(vm: &mut Vm) -> Res {
        let regex = compiled(vm)?;
        let names: Vec<Cell> = regex
            .capture_names()
            .map(|name| Cell::atom(vm.atoms.intern(name.unwrap_or(""))))
            .collect();
        let list = vm.heap.list(&names, Cell::NIL);
        Ok(vm.unify(vm.x(2), list))
    }

    pub(super) fn flush(vm: &mut Vm) -> Res {
        vm.ext.regexes.clear();
        Ok(true)
    }
}
