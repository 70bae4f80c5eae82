//! Random operations on packed lists of characters and on lists of the same characters that are made one element at a
//! time: their results are the same, also with collections at every call and in machine code.

use crate::{Random, for_seeds};
use horn::{Limit, Machine};
use std::time::Duration;

/// The operations of a run.
const OPERATIONS: usize = 40;

const PROGRAM: &str = r"
    :- use_module(library(lists)).
    :- dynamic(kept/1).

    made(packed, A, L) :- atom_chars(A, L).
    made(plain, A, L) :- findall(C, sub_atom(A, _, 1, _, C), L).

    cell(0, L, L) :- !.
    cell(N, [_|T], C) :- nonvar(T), T = [_|_], !, M is N-1, cell(M, T, C).
    cell(_, L, L).

    % Each operation makes a list of a list, and a result that is compared.
    op(rest, _, [_|T], T, r) :- nonvar(T), !.
    op(drop(N), _, L, C, r) :- nonvar(L), L = [_|_], !, cell(N, L, C).
    op(add(X), _, L, [X|L], r).
    op(set(N,X), _, L, L, C) :- nonvar(L), L = [_|_], !, cell(N, L, C), setarg(1, C, X).
    op(nb_set(N,X), _, L, L, C) :- nonvar(L), L = [_|_], !, cell(N, L, C), nb_setarg(1, C, X).
    op(end(N,X), _, L, L, C) :- nonvar(L), L = [_|_], !, cell(N, L, C), setarg(2, C, X).
    op(undone(N,X), _, L, L, r) :- nonvar(L), L = [_|_], !, cell(N, L, C), \+ \+ (setarg(1, C, X), setarg(2, C, X)).
    op(copy, _, L, M, L) :- copy_term(L, M).
    op(keep, _, L, M, r) :- assertz(kept(L)), retract(kept(M)), !.
    op(variable, _, L, M, r) :- b_setval(k, L), b_getval(k, M).
    op(global, _, L, M, r) :- nb_setval(k, L), nb_getval(k, M).
    op(ball, _, L, M, r) :- catch(throw(b(L)), b(M), true).
    op(all, _, L, M, N) :- findall(L-L, true, [M-N]).
    op(sent, _, L, M, r) :- message_queue_create(Q), thread_send_message(Q, m(L)), thread_get_message(Q, m(M)),
        message_queue_destroy(Q).
    op(more(A), K, L, M, r) :- is_list(L), !, made(K, A, B), append(L, B, M).
    op(before(A), K, L, M, r) :- made(K, A, B), append(B, L, M).
    op(sorted, _, L, M, S) :- is_list(L), !, msort(L, M), sort(0, @>=, L, S).
    op(reversed, _, L, M, r) :- is_list(L), !, reverse(L, M).
    op(atom, K, L, M, A) :- is_list(L), catch(atom_chars(A, L), error(E,_), (A = E)), atom(A), !, made(K, A, M).
    op(hash, _, L, L, H) :- ground(L), acyclic_term(L), !, term_hash(L, H).
    op(order(A), K, L, L, O-P-Q) :- made(packed, A, B), compare(O, L, B), made(plain, A, C), compare(P, L, C), made(K, A, D),
        compare(Q, D, L).
    op(same, _, L, L, U-V-W) :- copy_term(L, M), ( L = M -> U = y ; U = n ), ( L == M -> V = y ; V = n ), ( L =@= M -> W = y ; W = n ).
    op(pattern(N), _, L, M, r) :- length(P, N), append(P, T, Q), ( Q = L -> append(P, T, M) ; M = L ), !.
    op(univ, _, L, M, r) :- nonvar(L), L = [_|_], !, L =.. [F|As], M =.. [F|As].
    op(arguments, _, L, [H|T], r) :- nonvar(L), L = [_|_], !, functor(L, _, N), arg(1, L, H), arg(N, L, T).
    op(vars, _, L, L, Vs) :- term_variables(L, Vs).
    op(length, _, L, L, N) :- is_list(L), !, length(L, N).
    op(found(X), _, L, L, Ns) :- is_list(L), !, findall(N, (nth0(N, L, Y), Y == X), Ns).
    op(gc, _, L, L, r) :- garbage_collect.
    op(open, K, _, L, r) :- made(K, 'a text that is long enough to be packed, öäü', M), append(M, _, L).
    op(closed, _, L, L, r) :- last_tail(L, T), !, ( T = [] -> true ; true ).
    op(_, _, L, L, r).

    last_tail(L, T) :- acyclic_term(L), last_tail_(L, T).
    last_tail_(L, T) :- ( nonvar(L), L = [_|R] -> last_tail_(R, T) ; T = L ).

    ops([], _, L, [L]).
    % Copies of small terms keep no sharing, which depends on the size: what is set later must not be seen in a result.
    ops([O|Os], K, L, [R1,Now|Rs]) :- op(O, K, L, M, R), !, ( acyclic_term(R) -> duplicate_term(R, R1) ; R1 = cyclic ),
        ( acyclic_term(M) -> copy_term(M, Now), N = M ; Now = cyclic, N = [] ),
        ops(Os, K, N, Rs).

    outcome(K, A, Os) :- made(K, A, L), ops(Os, K, L, Rs), numbervars(Rs, 0, _), print_each(Rs).

    print_each([]).
    print_each([R|Rs]) :- writeq(R), nl, print_each(Rs).
";

const TEXTS: &[&str] = &[
    "a",
    "abcdefg",
    "abcdefgh",
    "ö",
    "öäü",
    "aö€𝄞",
    "𝄞𝄞",
    "a𝄞a𝄞a𝄞a𝄞",
    "€€€€€€€€€€€€€€€€€€€",
    "the quick brown fox jumps over the lazy dog",
    "ä text of characters öf öne and twö bytes ßßß",
    "\\0\\\\0\\a\\0\\\\0\\\\0\\\\0\\",
];

const VALUES: &[&str] = &[
    "x",
    "'ö'",
    "'𝄞'",
    "f(_)",
    "1",
    "2.5",
    "[]",
    "[a]",
    "_",
    "\"a string\"",
];

fn operation(random: &mut Random) -> String {
    let (n, value, text) = (random.below(12), random.of(VALUES), random.of(TEXTS));
    match random.below(34) {
        0..4 => "rest".to_string(),
        4..6 => format!("drop({n})"),
        6 => format!("add({value})"),
        7 => format!("set({n},{value})"),
        8 => format!("nb_set({n},{value})"),
        9 => format!("end({n},{value})"),
        10 => format!("undone({n},{value})"),
        11 => "copy".to_string(),
        12 => "keep".to_string(),
        13 => "variable".to_string(),
        14 => "global".to_string(),
        15 => "ball".to_string(),
        16 => "all".to_string(),
        17 => "sent".to_string(),
        18 => format!("more('{text}')"),
        19 => format!("before('{text}')"),
        20 => "sorted".to_string(),
        21 => "reversed".to_string(),
        22 => "atom".to_string(),
        23 => "hash".to_string(),
        24 => format!("order('{text}')"),
        25 => "same".to_string(),
        26 => format!("pattern({n})"),
        27 => "univ".to_string(),
        28 => "arguments".to_string(),
        29 => "vars".to_string(),
        30 => "length".to_string(),
        31 => format!("found({value})"),
        32 => "gc".to_string(),
        _ => random.of(&["open", "closed"]).to_string(),
    }
}

/// The output of a run of operations.
fn outcome(m: &mut Machine, kind: &str, rest: &str) -> String {
    m.capture();
    let goal = format!("outcome({kind},{rest})");
    match m.run(&goal) {
        Ok(true) => m.end_capture(),
        other => panic!("{other:?}\n{}\n{goal}", m.end_capture()),
    }
}

#[test]
fn random_operations_do_not_distinguish_packed_lists() {
    for_seeds(60, |seed| {
        let mut random = Random::new(seed);
        let operations: Vec<String> = (0..OPERATIONS).map(|_| operation(&mut random)).collect();
        let rest = format!("'{}',[{}]", random.of(TEXTS), operations.join(","));
        let mut m = Machine::new();
        m.set_limit(Limit::CatchableMemory(Some(256 << 20)));
        m.consult_str("packed.pl", PROGRAM).expect("a program");
        m.set_limit(Limit::Time(Some(Duration::from_secs(60))));
        let expected = outcome(&mut m, "plain", &rest);
        assert_eq!(outcome(&mut m, "packed", &rest), expected, "seed {seed}");
        m.run("'$gc_stress'(on)").expect("it runs");
        assert_eq!(
            outcome(&mut m, "packed", &rest),
            expected,
            "stress, seed {seed}"
        );
        // There is machine code only with its feature, on some processors.
        let _ = m.run("'$native'(0)");
        assert_eq!(
            outcome(&mut m, "packed", &rest),
            expected,
            "machine code, seed {seed}"
        );
    });
}
