//! Clauses whose code must pass the verifier, and limits of the compiler.

use super::World;
use crate::base::atom::atoms;
use crate::base::tree::{NodeId, Tree};
use crate::code::instr::InstrOperand;
use crate::code::pred::ClauseCode;
use crate::compile::{CompileError, Compiler};

/// The listing of a clause in a module, one instruction a line without numbers.
fn listed_in(text: &str, module: &str) -> String {
    let mut w = World::new();
    let code = w
        .compile_in(text, module)
        .unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let text = w.show(&code) + text;
    super::verifier::verify(&code, &text);
    w.show(&code)
}

fn listed(text: &str) -> String {
    listed_in(text, "user")
}

#[test]
fn print() {
    let text = std::env::var("CLAUSE").unwrap_or_default();
    for c in text.split(";;").filter(|c| !c.trim().is_empty()) {
        println!("{c}\n{}", listed(c));
    }
}

/// Clauses of every kind; each must pass verification.
pub(crate) const CLAUSES: &[&str] = &[
    "a",
    "p(X)",
    "p(X,X)",
    "p(X,Y,X,Y)",
    "p(f(X),X)",
    "p([],1,2.5,foo,12345678901,1234567890123456789012345)",
    "p(f(1.5,g(2.5),X,12345678901),X)",
    "p([_|_],[_|T],[H|_],T,H)",
    "p([X|X])",
    "p([a,b,c|T],T)",
    "p(f(_,_,X,_,_),g(_),X)",
    "p(f(g(h(X)),h(g(X)),i(j(Y),k(Y))),[Y,[X,[Y]]])",
    "p :- q",
    "p :- q, r",
    "p(X) :- q(X), r(X), s(X)",
    "p(X) :- q(X,Y), r(Y,Z), s(Z,W), t(W)",
    "p(A,B,C,D) :- q(D,C,B,A)",
    "p(A,B,C,D) :- q(B,A,D,C), r(A,B)",
    "p(A,B) :- q(f(A),g(B),A,B)",
    "p(A,B) :- q(f(B),g(A),[A,B|C],C)",
    "p(A,B,C) :- arg(A,B,C)",
    "p(A,B,C) :- arg(B,C,A), q(A,B,C)",
    "p(A,B,C) :- arg(C,A,B), arg(B,C,D), arg(D,A,E), q(E,D,C,B,A)",
    "p(A) :- functor(A,N,M), functor(B,N,M), q(B)",
    "p(A,B,C,D,E) :- functor(f(A),B,C), functor(E,f(D),g(B)), q(A,B,C,D,E)",
    "p(A) :- functor(X,X,X), arg(X,Y,Y), q(A,X,Y)",
    "p(X,Y) :- X = Y",
    "p(X) :- X = f(Y,Z), q(Y,Z)",
    "p(X) :- Y = f(X,Z), q(Y,Z)",
    "p(X) :- q, X = f(Y,Z), r(Y,Z), s",
    "p :- X = f(X), q(X)",
    "p :- X = f(X,Y), Y = g(Y,X), q(X)",
    "p(X,Y) :- f(X,a,Y) = f(b,Z,g(Z)), q(Z)",
    "p(X) :- f(X) = g(X), q(X)",
    "p :- X = Y, Y = Z, q(X,Y,Z)",
    "p :- q, X = Y, r(X), s(Y)",
    "p :- X = Y, q, r(X), s(Y)",
    "p(X) :- X = 1.5, q(X), Y = 2.5, r(Y), s(Y)",
    "p(X) :- X = Y, Y = Z, _ = Z, q(Z), r(Z)",
    "p :- !",
    "p :- !, q",
    "p :- q, !",
    "p(X) :- q(X), !, r(X)",
    "p(X) :- X > 1, !, q, !, r(X), !",
    "p([X|Xs],Y) :- !, q(X,Xs), r(Y)",
    "p(X) :- ( q(X), ! ; r(X) )",
    "p(X) :- ( X > 0, ! ; r(X) ), s(X)",
    "p(X) :- ( X > 0 -> ! ; true ), s(X)",
    "p(X) :- ( X > 0 -> ! ; q(X) ), s(X)",
    "p(X) :- ( X > 0 -> !, q(X) ; r(X), ! )",
    "p(X) :- ( q, ! -> r(X) ; s(X) )",
    "p(X) :- ( (q ; r), !, t -> r(X) ; s(X) ), u(X)",
    "p(X) :- ( (q ; r), ! *-> r(X) ; s(X) ), u(X)",
    "p(X) :- \\+ (q, !, r(X)), s(X)",
    "p(X) :- \\+ q(X)",
    "p(X) :- \\+ \\+ X = f(_)",
    "p(X) :- \\+ X = f(_), q(X)",
    "p(X,Y) :- \\+ X < Y, \\+ X == Y, \\+ var(X), \\+ atom(Y), q(X,Y)",
    "p(X,Y) :- ( \\+ X < Y, \\+ atom(Y) -> q(X,Y) ; r(Y,X) )",
    "p(X) :- ( a(X) ; b(X) ; c(X) )",
    "p(X) :- ( a(X,Y) ; b(X,Y) ; c(X,Y) ), d(Y,X)",
    "p(X) :- ( a(Y) ; b(Y,Z), e(Z) ; c(Z) ), d(Y,Z,X)",
    "p(X) :- ( X = 1 ; X = 2 )",
    "p(X) :- ( X = 1, Y = a ; X = 2, Y = b ), q(X,Y)",
    "p(X,Y) :- ( X = 1 -> Y = a ; X = 2 -> Y = b ; Y = c )",
    "p(X,Y) :- ( X == 1 -> Y = a ; X == 2 -> Y = b ; Y = c )",
    "p(X,Y) :- ( X == 1 -> Y = a ; X == 2 -> Y = b ; Y = c ), q(X,Y)",
    "p(X) :- ( X == 1 -> Y = a ; X == 2 -> Z = b ; true ), q(X,Y,Z)",
    "p(X) :- ( X == 1 -> Y = a, arg(X,Y,Z) ; X == 2 -> Z = b ; functor(X,Y,Z) ), q(Z,Y,X)",
    "p(X,A,B) :- ( X == 1 -> arg(A,B,Z) ; arg(B,X,Z) ), q(A,B,Z,X)",
    "p(X) :- ( X > 1, Y is X+1, Y < 10 -> q(Y) ; r(X,Y) )",
    "p(X) :- ( X > 1, Y is X+1, Y < 10 -> q(Y), s(Y) ; r(X,Y), t(Y) ), u(X,Y)",
    "p(X) :- a(X), ( Y is X+1, Y < 10 -> q(Y), s(Y) ; r(X,Y), t(Y) ), u(X,Y)",
    "p(X) :- a(X), b, ( Y is X+1, Y < 10 -> q(Y), s(Y) ; r(X,Y), t(Y) ), u(X), v(Y)",
    "p(X) :- ( q(X) -> true ; fail ), r(X)",
    "p(X) :- ( X > 1 -> true ; fail ), r(X)",
    "p(X) :- ( X > 1 -> fail ; true ), r(X)",
    "p(X) :- ( fail ; r(X) ), q(X)",
    "p(X) :- ( fail -> q(X) ; r(X) ), q(X)",
    "p(X) :- ( true -> q(X) ; r(X) ), q(X)",
    "p(X) :- ( X > 1 -> q(X) ), r(X)",
    "p(X) :- ( q(X,Y) *-> r(Y) ; s(Y) ), t(Y)",
    "p(X) :- ( q(X,Y) *-> r(Y) )",
    "p(X) :- ( q(X,Y), Y > 1, r(Y) *-> r(Y), t(X) ; s(Y) ), t(Y)",
    "p(A,B,C) :- ( q(A) -> ( r(B) -> s(C) ; t(B) ) ; ( u(A) ; v(C) ) ), w(A,B,C)",
    "p(A,B,C) :- ( A > B -> ( B > C -> X = 1 ; C > 1 -> X = 2 ; X = A ) ; ( A == C -> X = B ; true ) ), w(X,A,B,C)",
    "p(A,B,C) :- ( A > B -> ( B > C -> X = 1 ; q(C) -> X = 2 ; X = A ) ; ( A == C -> X = B ; true ) ), w(X,A,B,C)",
    "p(A,B) :- ( A = f(X) ; B = f(X) ), ( q(X) ; r(X), Y = X ; Y = 1 ), s(Y), ( t(Y) -> true ; u(X) )",
    "p(X) :- ( a ; b ), ( c ; d ), ( e(X) -> f ; g )",
    "p(X) :- ( var(X) ; nonvar(X) ; q(X), atom(X) )",
    "p(X) :- X is 1",
    "p(X) :- X is 1.5",
    "p(X) :- X is foo",
    "p(X) :- X is pi",
    "p(X,Y) :- X is Y",
    "p(X) :- X is X+1",
    "p :- X is X+1, q(X)",
    "p(X,Y) :- Y is X*2+3-X//2 mod 7, q(Y)",
    "p(X,Y) :- 3 is X+Y",
    "p(X,Y) :- f(X) is Y+1",
    "p(X,Y) :- Y is max(X,abs(X)) - foo(X) + bar, q(Y)",
    "p(X,Y) :- X+1 =:= Y*2, 3 < X, X =\\= 100000, 1.5 =< Y, 2 > 1",
    "p(X,Y) :- q(X), X+1 =:= Y*2, r(X,Y)",
    "p(X,Y) :- Z is X-1, W is Y-0, V is Z-W, U is 2*V, q(U,Z)",
    "p(X) :- Y is X+1, q(X,Y), Z is Y+1, r(Z,Y)",
    "p(X,Y) :- X @< Y, f(X) @< Y, f(X) == g(Y), a @< X, q(X)",
    "p(X) :- atom(foo), var(_), nonvar(f(X)), q(X)",
    "p(X) :- X \\= f(_), X \\= Y, q(Y)",
    "p(f(X)) :- atom(X), arg(1,X,Y), atom(Y), X = g(Y), Y > 1, q(X)",
    "p(X) :- q(X), X = f(Y), atom(Y), r(Y), X = Y, Y == a, s(Z,Z)",
    "p(X) :- X",
    "p(X) :- call(X), q(X)",
    "p(X) :- call((q(X),!)), r(X)",
    "p(X) :- call(q(X)), call(!), call(X,Y), r(Y)",
    "p(X) :- m:q(X), m:(r(X),s), X:q, m:X",
    "p(X) :- \\+ X, ( X -> true ; X )",
    "p(X) :- \\+ (a, 1), q(X)",
    "p(X) :- write(X), write(hello), b0, write(f(X))",
    "p(X) :- q(X), write(X)",
    "p(L) :- q([1,2,3|L]), r([f(1),f(g(L)),[L]])",
    "p(A,B,C,D,E,F,G,H) :- q(H,G,F,E,D,C,B,A), r(A,B,C,D,E,F,G,H)",
    "p(X) :- q(_,_,f(_,_,X,_)), r(_), s(_,X)",
    "p(X) :- ( q(_) ; r(_,X) ), _ = X, f(_) = X",
    "p(A) :- findall(X, q(X), L), r(L), maplist(foo(A), L)",
    "p(X,L) :- catch(q(X),_,true), ( member(Y,L), Y > X -> r(Y) ; s(L) ), \\+ member(z,L)",
    "p(X) :- q(f(X,Y)), ( X > Y -> Z = Y ; Z = X ), ( Z > 1 -> r(Z,Y) ; s(Z) ), t(Y,X)",
    "p(X,Y,Z) :- ( X = a, Y = b ; Y = c ), ( Z = 1 ; Z = 2 ), !, q(X,Y,Z)",
    "p(X,Y) :- ( ( X == a ; X == b, Y \\== c ; \\+ var(Y), Y = Z ) -> q(X) ; r(Y) )",
    "p(X,Y) :- ( ( X == a ; X == b, Y \\== c ; \\+ var(Y) ) -> q(X) ; r(Y) )",
    "p(X,Y) :- ( atom(X), ( X == Z ; X == b, ( Y \\== c ; Y == d ) ), nonvar(Y) -> q(X,Z) ; r(Y) ), s(X,Y,Z)",
    "p(X,Y) :- t(X,Y), ( ( X == Z ; X == b, ( Y \\== c ; Y == d ) ), nonvar(Y) -> q(X,Z) ; r(Y) ), s(X,Y,Z)",
    "p(X,Y) :- \\+ ( X == a ; X > Y ), q",
    "p(S0,S) :- ( a(S0,S1) -> b(S1,S2), c(S2,S) ; S = S0 )",
    "p(S0,S) :- ( S0 = [a|S1] -> b(S1,S) ; S0 = [b|S1], ! -> S = S1 ; S = S0 )",
];

#[test]
fn all_kinds_of_clauses_keep_the_promises() {
    for c in CLAUSES {
        listed(c);
        listed_in(c, "m");
    }
}

/// Compiles the clause that `make` builds.
fn built(make: impl FnOnce(&mut Tree, &mut World) -> (NodeId, Option<NodeId>)) -> ClauseCode {
    let mut w = World::new();
    let mut t = Tree::new();
    let (head, body) = make(&mut t, &mut w);
    Compiler::new()
        .compile(&t, head, body, atoms::USER, &mut w)
        .expect("compiles")
}

fn highest_register(code: &ClauseCode) -> i64 {
    let mut most = 0;
    for i in &code.code {
        i.operands(&mut |o| {
            if let InstrOperand::In(n) | InstrOperand::Out(n) | InstrOperand::Value(n) = o {
                most = most.max(i64::from(n));
            }
        });
    }
    most
}

#[test]
fn a_million_list_elements_need_few_registers() {
    for in_head in [true, false] {
        for structures in [true, false] {
            let code = built(|t, w| {
                let f = w.atoms.intern("f");
                let items: Vec<_> = (0..500_000)
                    .map(|i| {
                        let n = t.int(i64::from(i));
                        if structures { t.compound(f, &[n]) } else { n }
                    })
                    .collect();
                let nil = t.nil();
                let list = t.list(&items, nil);
                let p = t.compound(f, &[list]);
                let q = t.atom(f);
                if in_head { (p, None) } else { (q, Some(p)) }
            });
            assert!(code.code.len() >= 1_000_000);
            assert!(highest_register(&code) < 40, "{}", highest_register(&code));
            assert!(code.code.iter().any(|i| i.mnemonic() == "ensure_heap"));
        }
    }
}

#[test]
fn a_million_levels_need_few_registers() {
    for (in_head, left) in [(true, true), (true, false), (false, true), (false, false)] {
        let code = built(|t, w| {
            let f = w.atoms.intern("f");
            let one = t.int(1);
            let mut n = t.int(0);
            for _ in 0..1_000_000 {
                let g = t.compound(f, &[one]);
                n = if left {
                    t.compound(f, &[n, g])
                } else {
                    t.compound(f, &[g, n])
                };
            }
            let p = t.compound(f, &[n]);
            let q = t.atom(f);
            if in_head { (p, None) } else { (q, Some(p)) }
        });
        assert!(highest_register(&code) < 40, "{}", highest_register(&code));
    }
}

#[test]
fn expressions_and_bodies_may_be_deep() {
    for left in [true, false] {
        let code = built(|t, w| {
            let (p, plus) = (w.atoms.intern("p"), atoms::PLUS);
            let x = t.new_var(None);
            let mut e = x;
            for _ in 0..100_000 {
                let one = t.int(100_000);
                e = if left {
                    t.compound(plus, &[e, one])
                } else {
                    t.compound(plus, &[one, e])
                };
            }
            let y = t.new_var(None);
            let is = t.compound(atoms::IS, &[y, e]);
            let head = t.compound(p, &[x, y]);
            (head, Some(is))
        });
        assert!(highest_register(&code) < 10, "{}", highest_register(&code));
    }
    for (name, left) in [
        (",", true),
        (",", false),
        (";", true),
        (";", false),
        ("->", true),
        ("->", false),
    ] {
        let code = built(|t, w| {
            let (p, op) = (w.atoms.intern("p"), w.atoms.intern(name));
            let x = t.new_var(None);
            let goal = t.compound(p, &[x]);
            let mut body = goal;
            let depth = if left { 2_000 } else { 4_000 };
            for _ in 0..depth {
                body = if left {
                    t.compound(op, &[body, goal])
                } else {
                    t.compound(op, &[goal, body])
                };
            }
            (goal, Some(body))
        });
        assert!(code.code.len() > 2_000, "{name}");
    }
    built(|t, w| {
        let p = w.atoms.intern("p");
        let mut body = t.atom(p);
        let head = body;
        for _ in 0..2_000 {
            body = t.compound(atoms::NOT_PROVABLE, &[body]);
        }
        (head, Some(body))
    });
}

#[test]
fn too_much_is_reported() {
    let mut w = World::new();
    let mut t = Tree::new();
    let f = w.atoms.intern("f");
    let items: Vec<_> = (0..70_000)
        .map(|_| {
            let v = t.new_var(None);
            t.compound(f, &[v])
        })
        .collect();
    let wide = t.compound(f, &items);
    let head = t.compound(f, &[wide]);
    let mut c = Compiler::new();
    assert_eq!(
        c.compile(&t, head, None, atoms::USER, &mut w).err(),
        Some(CompileError::TooManyVariables)
    );
    assert_eq!(
        c.compile(&t, wide, None, atoms::USER, &mut w).err(),
        Some(CompileError::Arity(wide))
    );
    assert!(c.compile(&t, items[0], None, atoms::USER, &mut w).is_ok());
}

#[test]
fn bodies_that_are_no_goals() {
    let mut w = World::new();
    for (text, fine) in [
        ("3", false),
        ("X", false),
        ("p :- 3", false),
        ("p :- q, 3", false),
        ("p :- (q ; 3.0)", false),
        ("p :- (q -> 3 ; r)", false),
        ("p :- \\+ 3", true),
        ("p :- call(3)", true),
        ("p :- call((fail,3))", true),
        ("p :- m:3", false),
        ("p :- X", true),
    ] {
        let result = w.compile_in(text, "user");
        assert_eq!(result.is_ok(), fine, "{text}: {:?}", result.err());
    }
}

#[test]
fn far_jumps_reach() {
    let calls: Vec<_> = (0..12_000).map(|i| format!("q(X,{i},Y)")).collect();
    let text = format!("p(X,Y) :- ( X < Y -> {} ; r(X) ), s(Y)", calls.join(","));
    listed(&text);
}

#[test]
fn modules_are_carried() {
    let l = listed_in(
        "mine(G,X) :- maplist(G,X), maplist(foo,X), maplist(Y,X), maplist(m2:foo,X), call(G), G, call(X)",
        "m",
    );
    assert_eq!(
        l.matches("/2").count() - l.matches(":maplist/2").count(),
        l.matches(":/2").count(),
        "{l}"
    );
    assert_eq!(l.matches("put_structure").count(), 2, "{l}");
    assert_eq!(l.matches("qualify").count(), 2, "{l}");
    let l = listed("mine(G,X) :- maplist(G,X), maplist(foo,X), call(X)");
    assert_eq!(l.matches("put_structure").count(), 0, "{l}");
}

#[test]
#[ignore = "a measurement"]
fn time_of_large_bodies() {
    for n in [2_000u32, 4_000, 8_000] {
        for kind in [
            "conj",
            "or",
            "ite",
            "chain",
            "not",
            "goals",
            "calls_shared",
            "choice_chain",
        ] {
            let mut w = World::new();
            let text = match kind {
                "conj" => format!("p(X) :- {}", vec!["q(X)"; n as usize].join(",")),
                "or" => format!("p(X) :- ({}), r(X)", vec!["q(X)"; n as usize].join(";")),
                "ite" => format!(
                    "p(X) :- {}",
                    vec!["(X > 1 -> q(X) ; true)"; n as usize].join(",")
                ),
                "chain" => format!("p(X) :- {} true", "X == 1 -> q(X) ; ".repeat(n as usize)),
                "choice_chain" => format!(
                    "p(X) :- ({} true), r(X)",
                    "r(X) -> q(X) ; ".repeat(n as usize)
                ),
                "not" => format!("p(X) :- {} q(X)", "\\+ ".repeat(n as usize / 4)),
                "goals" => format!(
                    "p :- {}",
                    (0..n)
                        .map(|i| format!("q(V{i},V{})", i + 1))
                        .collect::<Vec<_>>()
                        .join(",")
                ),
                _ => format!(
                    "p :- q({0}), r({0}), s({0})",
                    (0..n)
                        .map(|i| format!("V{i}"))
                        .collect::<Vec<_>>()
                        .join(",")
                ),
            };
            let tree = w.read(&text);
            let (head, body) = World::split(&tree);
            let t = std::time::Instant::now();
            let code = Compiler::new()
                .compile(&tree, head, body, atoms::USER, &mut w)
                .expect("compiles");
            eprintln!(
                "{kind} {n}: {:?}, {} instructions",
                t.elapsed(),
                code.code.len()
            );
        }
    }
}

#[test]
#[ignore = "a measurement"]
fn time_of_small_clauses() {
    let mut w = World::new();
    let mut c = Compiler::new();
    for text in [
        "p(a,1)",
        "edge(foo,bar,[a,b],f(X,Y,X))",
        "append([H|T],L,[H|R]) :- append(T,L,R)",
        "fib(N,F) :- ( N < 2 -> F = N ; N1 is N-1, N2 is N-2, fib(N1,F1), fib(N2,F2), F is F1+F2 )",
        "p(X,Y) :- q(X,Z), r(Z,W), s(W,Y)",
    ] {
        let tree = w.read(text);
        let (head, body) = World::split(&tree);
        let t = std::time::Instant::now();
        for _ in 0..100_000 {
            std::hint::black_box(
                c.compile(&tree, head, body, atoms::USER, &mut w)
                    .expect("compiles"),
            );
        }
        eprintln!("{text}: {:?}", t.elapsed() / 100_000);
    }
}

#[test]
fn random_clauses_keep_the_promises() {
    for seed in 0..4000 {
        listed(&super::generate::clause(seed));
    }
}

#[test]
fn one_compiler_for_many_clauses() {
    let mut w = World::new();
    let mut c = Compiler::new();
    for seed in 0..300 {
        let text = super::generate::clause(seed);
        let tree = w.read(&text);
        let (head, body) = World::split(&tree);
        let mut code = |c: &mut Compiler| c.compile(&tree, head, body, atoms::USER, &mut w);
        let again = code(&mut c).expect("compiles");
        let fresh = code(&mut Compiler::new()).expect("compiles");
        assert_eq!(again.code.len(), fresh.code.len(), "{text}");
    }
}
