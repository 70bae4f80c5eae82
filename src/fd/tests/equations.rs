//! Equations of two variables, and products with them: what several of them imply together.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Rel};
use crate::fd::constraints::prop::Store;
use crate::fd::constraints::times::Times;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::{Inconsistent, VarId};

fn post(s: &mut Store, x: (i64, VarId), y: (i64, VarId), c: i64) -> Result<(), Inconsistent> {
    s.post(&Constraint::linear(&[x, y], Rel::Eq, c))?;
    s.propagate()
}

#[test]
fn an_equation_of_a_chain_follows_or_has_one_solution() {
    let mut s = Store::new();
    let (x, y, z) = (s.new_integer(), s.new_integer(), s.new_integer());
    // y = 2·x, z = 3·y + 1
    post(&mut s, (2, x), (-1, y), 0).expect("consistent");
    post(&mut s, (3, y), (-1, z), -1).expect("consistent");
    let count = s.props.len();
    post(&mut s, (6, x), (-1, z), -1).expect("it follows");
    assert_eq!(s.props.len(), count);
    assert!(post(&mut s, (6, x), (-1, z), 0).is_err());
    let mark = s.new_mark();
    s.set_newest_mark(mark);
    // z = 5·x + 3
    post(&mut s, (5, x), (-1, z), -3).expect("one solution");
    let values = [x, y, z].map(|v| s.value(v));
    assert_eq!(values, [2, 4, 13].map(|i| Some(Int::Small(i))));
    s.undo_to(mark);
    // z = 8·x has the solution 1/2.
    assert!(post(&mut s, (8, x), (-1, z), 0).is_err());
}

#[test]
fn equal_functions_are_equal_variables() {
    let mut s = Store::new();
    let (x, y, z) = (s.new_integer(), s.new_integer(), s.new_integer());
    post(&mut s, (2, x), (-1, z), 3).expect("consistent");
    assert!(!s.has_equations());
    post(&mut s, (2, y), (-1, z), 3).expect("consistent");
    assert_eq!(s.next_equation().map(|(v, w)| v.min(w)), Some(x));
}

#[test]
fn products_that_are_multiples_of_a_factor() {
    let mut s = Store::new();
    let (x, y, z) = (s.new_integer(), s.new_integer(), s.new_integer());
    s.post(&Times::of(x, y, z)).expect("consistent");
    post(&mut s, (2, x), (-1, z), 0).expect("consistent");
    let mark = s.new_mark();
    s.set_newest_mark(mark);
    s.remove_value(x, &Int::ZERO).expect("consistent");
    s.propagate().expect("consistent");
    assert_eq!(s.value(y), Some(Int::Small(2)));
    s.undo_to(mark);
    s.assign(y, &Int::Small(3)).expect("consistent");
    s.propagate().expect("consistent");
    assert_eq!(s.value(x), Some(Int::ZERO));
}

#[test]
fn squares_that_are_linear_have_two_roots() {
    // x² = a·x + c
    for (a, c, roots) in [(2, 0, vec![0, 2]), (1, 6, vec![-2, 3]), (-4, -4, vec![-2])] {
        for square_first in [true, false] {
            let mut s = Store::new();
            let (x, z) = (s.new_integer(), s.new_integer());
            if square_first {
                s.post(&Times::of(x, x, z)).expect("consistent");
            }
            post(&mut s, (a, x), (-1, z), -c).expect("consistent");
            if !square_first {
                s.post(&Times::of(x, x, z)).expect("consistent");
            }
            s.propagate().expect("consistent");
            let one = |i: &i64| Domain::range(*i, *i);
            let all = roots.iter().map(one);
            let expected = all.fold(Domain::empty(), |d, e| d.union(&e));
            assert_eq!(s.domain(x), expected, "{a} {c} {square_first}");
        }
    }
}
