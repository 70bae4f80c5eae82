//! The similarity of two texts: G. Stoilos, G. Stamou, S. Kollias, "A string metric for ontology alignment", 2005.

/// The weight of the paper for the product of the parts that are not common.
const P: f64 = 0.6;

/// The most characters of a common beginning that count, and the weight of each (Winkler's improvement).
const LONGEST_BEGINNING: usize = 4;
const OF_BEGINNING: f64 = 0.1;

/// The similarity of two texts, from -1 (different) to 1 (equal): what they have in common, less what they have not, more
/// if they begin alike. A common part counts if it is longer than `threshold`.
///
/// It takes time in the product of the lengths for each common part. `None` if `is_interrupted` has returned true.
pub(super) fn of(
    a: &[char],
    b: &[char],
    threshold: usize,
    is_interrupted: &dyn Fn() -> bool,
) -> Option<f64> {
    match (a.len(), b.len()) {
        (0, 0) => return Some(1.0),
        (0, _) | (_, 0) => return Some(0.0),
        _ => {}
    }
    let (of_a, of_b) = (a.len() as f64, b.len() as f64);
    let common = common_characters(a.to_vec(), b.to_vec(), threshold, is_interrupted)? as f64;
    let commonality = 2.0 * common / (of_a + of_b);
    let (rest_a, rest_b) = ((of_a - common) / of_a, (of_b - common) / of_b);
    let (product, sum) = (rest_a * rest_b, rest_a + rest_b);
    let difference = match product {
        0.0 => 0.0,
        _ => product / (P + (1.0 - P) * (sum - product)),
    };
    let alike = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let beginning = alike.min(LONGEST_BEGINNING) as f64 * OF_BEGINNING * (1.0 - commonality);
    Some(commonality - difference + beginning)
}

/// The number of characters in common parts. The longest common part is removed from both texts, until no part is longer
/// than `threshold`.
fn common_characters(
    mut a: Vec<char>,
    mut b: Vec<char>,
    threshold: usize,
    is_interrupted: &dyn Fn() -> bool,
) -> Option<usize> {
    let mut common = 0;
    loop {
        let (at_a, at_b, length) = longest_common_part(&a, &b, is_interrupted)?;
        if length <= threshold || length == 0 {
            return Some(common);
        }
        a.drain(at_a..at_a + length);
        b.drain(at_b..at_b + length);
        common += length;
    }
}

/// The places of the longest common part in both texts, and its length; of several, the first one in `a`, then in `b`.
///
/// As in the authors' program, the search in `b` goes on behind a part that it has found: a longer part that begins inside
/// that one is not seen. Other programs give the same similarities for this reason.
fn longest_common_part(
    a: &[char],
    b: &[char],
    is_interrupted: &dyn Fn() -> bool,
) -> Option<(usize, usize, usize)> {
    let mut longest = (0, 0, 0);
    for at_a in 0..a.len() {
        if is_interrupted() {
            return None;
        }
        let mut at_b = 0;
        while at_b < b.len() {
            let pairs = a[at_a..].iter().zip(&b[at_b..]);
            let length = pairs.take_while(|(x, y)| x == y).count();
            if length > longest.2 {
                longest = (at_a, at_b, length);
            }
            at_b += length.max(1);
        }
    }
    Some(longest)
}

#[cfg(test)]
mod tests {
    use super::of;

    fn similarity(a: &str, b: &str) -> f64 {
        let chars = |s: &str| s.chars().collect::<Vec<char>>();
        of(&chars(a), &chars(b), 2, &|| false).unwrap()
    }

    #[test]
    fn the_same_texts_are_the_most_similar() {
        assert_eq!(similarity("language", "language"), 1.0);
        assert_eq!(similarity("", ""), 1.0);
        assert_eq!(similarity("ab", "cd"), -1.0);
        assert!(similarity("language", "languange") > similarity("language", "luggage"));
        assert!(similarity("abcabc", "abc") < 1.0);
        assert_eq!(of(&['a'], &['a'], 2, &|| true), None);
    }
}
