//! Numbers in cells.

use crate::base::int::Int;
use crate::base::number::{Number, compare_arith, compare_standard};
use crate::machine::memory::cell::BoxKind;
use crate::machine::{Cell, Extension, Machine};
use dashu_base::Sign;
use dashu_int::{IBig, UBig, Word};
use dashu_ratio::RBig;
use std::borrow::Cow;
use std::cmp::Ordering;

fn ibig(negative: bool, words: &[u64]) -> IBig {
    let sign = if negative {
        Sign::Negative
    } else {
        Sign::Positive
    };
    IBig::from_parts(sign, ubig(words))
}

/// The number of these words of the heap.
#[cfg(target_pointer_width = "64")]
fn ubig(words: &[u64]) -> UBig {
    UBig::from_words(words)
}

/// The number of these words of the heap, which are longer than those of the processor.
#[cfg(not(target_pointer_width = "64"))]
fn ubig(words: &[u64]) -> UBig {
    ubig_of_bytes(words)
}

/// The number of these words of the heap, by their bytes.
#[cfg(any(test, not(target_pointer_width = "64")))]
fn ubig_of_bytes(words: &[u64]) -> UBig {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

/// The words of a number as words of the heap.
#[cfg(target_pointer_width = "64")]
fn heap_words(words: &[Word]) -> Cow<'_, [u64]> {
    Cow::Borrowed(words)
}

/// The words of a number as words of the heap.
#[cfg(not(target_pointer_width = "64"))]
fn heap_words(words: &[Word]) -> Cow<'_, [u64]> {
    Cow::Owned(paired(words))
}

/// Words of 32 bits as words of the heap, two in one.
#[cfg(any(test, not(target_pointer_width = "64")))]
fn paired(words: &[u32]) -> Vec<u64> {
    let high = |pair: &[u32]| pair.get(1).map_or(0, |&word| u64::from(word) << 32);
    let pairs = words.chunks(2);
    pairs.map(|pair| u64::from(pair[0]) | high(pair)).collect()
}

impl<X: Extension> Machine<X> {
    /// The cell of an integer.
    pub(crate) fn int_cell(&mut self, i: &Int) -> Cell {
        match i {
            Int::Small(s) => match Cell::try_int(*s) {
                Some(c) => c,
                None => self
                    .heap
                    .boxed(BoxKind::Int, u8::from(*s < 0), &[s.unsigned_abs()]),
            },
            Int::Big(b) => {
                let (sign, words) = b.as_sign_words();
                self.heap.boxed(
                    BoxKind::Int,
                    u8::from(sign == Sign::Negative),
                    &heap_words(words),
                )
            }
        }
    }

    /// The cell of a number.
    pub(crate) fn number_cell(&mut self, n: &Number) -> Cell {
        match n {
            Number::Int(i) => self.int_cell(i),
            // There is one NaN, whatever sign and payload the hardware gave it.
            Number::Float(f) if f.is_nan() => self.heap.float(f64::NAN),
            Number::Float(f) => self.heap.float(*f),
            Number::Rat(r) => {
                let (sign, num) = r.numerator().as_sign_words();
                let num = heap_words(num);
                let mut words = vec![num.len() as u64];
                words.extend_from_slice(&num);
                words.extend_from_slice(&heap_words(r.denominator().as_words()));
                self.heap
                    .boxed(BoxKind::Rat, u8::from(sign == Sign::Negative), &words)
            }
        }
    }

    /// The number in a cell, which must hold one.
    pub(crate) fn number(&self, c: Cell) -> Number {
        if c.is_int() {
            return Number::Int(Int::Small(c.as_int()));
        }
        debug_assert!(c.is_boxed());
        let (header, words) = self.heap.unbox(c);
        let negative = header.box_extra() != 0;
        match header.box_kind() {
            BoxKind::String => unreachable!("a string has a tag of its own"),
            BoxKind::Float => Number::Float(f64::from_bits(words[0])),
            BoxKind::Int => Number::Int(Int::from(ibig(negative, words))),
            BoxKind::Rat => {
                let n = words[0] as usize;
                let num = ibig(negative, &words[1..=n]);
                Number::Rat(Box::new(RBig::from_parts(num, ubig(&words[n + 1..]))))
            }
        }
    }

    /// The number, if the term is one.
    pub(crate) fn to_number(&self, c: Cell) -> Option<Number> {
        let c = self.heap.deref(c);
        c.is_number().then(|| self.number(c))
    }

    /// The integer, if the term is one.
    pub(crate) fn to_int(&self, c: Cell) -> Option<Int> {
        match self.to_number(c)? {
            Number::Int(i) => Some(i),
            _ => None,
        }
    }

    /// Returns true if a dereferenced cell is an integer.
    pub(crate) fn is_integer(&self, c: Cell) -> bool {
        c.is_int() || (c.is_boxed() && self.heap.get(c.addr()).box_kind() == BoxKind::Int)
    }

    /// Returns true if a dereferenced cell is a float.
    pub(crate) fn is_float(&self, c: Cell) -> bool {
        c.is_boxed() && self.heap.get(c.addr()).box_kind() == BoxKind::Float
    }

    /// Standard order of two number cells.
    pub(in crate::machine) fn compare_numbers(&self, a: Cell, b: Cell) -> Ordering {
        if a.is_int() && b.is_int() {
            return a.int_bits().cmp(&b.int_bits());
        }
        compare_standard(&self.number(a), &self.number(b))
    }

    /// The order of two number cells by value, and of equal ones in standard order.
    pub(in crate::machine) fn compare_numbers_by_value(&self, a: Cell, b: Cell) -> Ordering {
        let (x, y) = (self.number(a), self.number(b));
        let by_value = compare_arith(&x, &y).unwrap_or(Ordering::Equal);
        by_value.then_with(|| compare_standard(&x, &y))
    }
}

#[cfg(test)]
mod tests {
    use super::{UBig, heap_words, paired, ubig_of_bytes};

    /// The conversions of a processor of 32 bits give what those of this one give.
    #[test]
    fn words_of_32_bits_are_paired() {
        let ends = [0u64, 1, 31, 32, 33, 63, 64, 65, 95, 96, 97, 128, 1000];
        let powers = ends.map(|n| UBig::from(1u8) << n as usize);
        let numbers = powers.iter().flat_map(|p| [p.clone(), p + 1u8, p - 1u8]);
        for n in numbers {
            let words = heap_words(n.as_words()).into_owned();
            let mut halves: Vec<u32> = words
                .iter()
                .flat_map(|w| [*w as u32, (w >> 32) as u32])
                .collect();
            if halves.last() == Some(&0) {
                halves.pop();
            }
            assert_eq!(paired(&halves), words, "{n}");
            assert_eq!(ubig_of_bytes(&words), n);
        }
    }
}
