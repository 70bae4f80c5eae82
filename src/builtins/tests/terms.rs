//! The builtins on terms, called as goals. The effect on loaded programs is tested in `tests/iso`.

use crate::builtins::register;
use crate::machine::{Cell, Machine};
use crate::syntax::{OpTable, ReadOptions, WriteOptions, read_term, term_text};
use crate::system::{System, Vm};

fn machine() -> Vm {
    let mut vm = Machine::new(System::default());
    register(&mut vm);
    vm
}

/// A call of a new predicate whose body is the goal.
fn compiled(vm: &mut Vm, goal: Cell, vars: &[Cell]) -> Cell {
    let name = format!("$goal{}", vm.inferences);
    let name = vm.atoms.intern(&name);
    let head = vm.compound(name, vars);
    let neck = vm.compound(crate::base::atom::atoms::NECK, &[head, goal]);
    let add = vm.atoms.intern("assertz");
    let assertz = vm.compound(add, &[neck]);
    let at = vm.protect(head);
    assert!(vm.call_once(assertz).is_ok());
    let head = vm.protected(at);
    vm.unprotect(at);
    head
}

/// Runs a goal once: the value of its last variable, `yes`, `no`, or the ball without the context's
/// variables.
fn ask(vm: &mut Vm, text: &str) -> String {
    let ops = OpTable::standard(&mut vm.atoms);
    let goal = format!("{text} .");
    let read = read_term(&goal, 0, &ops, &mut vm.atoms, &ReadOptions::default())
        .expect("syntax")
        .expect("term")
        .0;
    let mut vars = Vec::new();
    let goal = vm.build(&read.tree, read.tree.root(), &mut vars);
    let shown = read.variables.last().map(|v| vars[v.var as usize]);
    let at = vm.protect(shown.unwrap_or(Cell::NIL));
    let goal = match read.tree.callable(read.tree.root()) {
        Some((name, _)) if [",", ";", "->"].contains(&&*vm.atoms.text(name)) => {
            compiled(vm, goal, &vars)
        }
        _ => goal,
    };
    let text = |vm: &Vm, c: Cell| term_text(vm, c, &vm.atoms, &ops, &WriteOptions::writeq());
    let out = match vm.call_once(goal) {
        Ok(false) => "no".into(),
        Ok(true) if shown.is_none() => "yes".into(),
        Ok(true) => text(vm, vm.protected(at)),
        Err(ball) => {
            let t = ball.term().restore(&mut vm.heap);
            text(vm, t)
        }
    };
    vm.unprotect(at);
    out
}

/// Lines `goal % answer`; all must hold, in order, on one machine.
fn check(cases: &str) {
    let mut vm = machine();
    let mut wrong = Vec::new();
    for line in cases.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let (goal, expected) = line.split_once(" % ").expect("goal % answer");
        let (goal, expected) = (goal.trim(), expected.trim());
        let actual = ask(&mut vm, goal);
        // Variables' numbers do not matter.
        let plain = |s: &str| {
            let mut out = String::new();
            let mut digits = false;
            for c in s.chars() {
                match c {
                    '_' => digits = true,
                    '0'..='9' if digits => continue,
                    _ => digits = false,
                }
                out.push(c);
            }
            out
        };
        if plain(&actual) != plain(expected) {
            wrong.push(format!(
                "{goal}\n   expected {expected}\n   got      {actual}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn type_testing_8_3() {
    check(
        "var(X) % _
         var(a) % no
         nonvar(a) % yes
         atom([]) % yes
         atom(1) % no
         integer(123456789012345678901234567890) % yes
         integer(1.0) % no
         float(1.0) % yes
         number(a) % no
         atomic(f(x)) % no
         compound([a]) % yes
         callable(3) % no
         callable((a,b)) % yes
         is_list([a|_]) % no
         is_list([a,b]) % yes
         (X = [a|X], is_list(X)) % no
         ground(f(a,[b])) % yes
         ground(f(a,[_])) % no
         acyclic_term(f(X,X)) % _
         (X = f(X), acyclic_term(X)) % no
         (X = f(X), cyclic_term(X), Y = yes) % yes
         rational(3) % yes
         rational(0.5) % no",
    );
}

#[test]
fn unification_8_2() {
    check(
        "unify_with_occurs_check(X, f(X)) % no
         unify_with_occurs_check(f(X,Y), f(Y,a)) % a
         unify_with_occurs_check(f(X,1), f(a(X),1)) % no
         \\=(f(X,1), f(2,X)) % _
         \\=(f(X,1), f(2,1)) % no
         subsumes_term(f(_), f(a)) % yes
         subsumes_term(f(a), f(X)) % no
         subsumes_term(f(Z,Z), f(X,Y)) % no
         subsumes_term(f(X,Y), f(Z,Z)) % _
         subsumes_term(g(X), g(f(X))) % no
         subsumes_term(X, f(Y)) % _
         unifiable(f(X,Y), f(1,2), L) % [_1=2,_2=1]
         unifiable(a, b, L) % no
         =@=(f(X,Y), f(Y,X)) % _
         =@=(f(X,X), f(Y,X)) % no
         \\=@=(f(_), f(_)) % no
         ?=(a, b) % yes
         ?=(a, f(_)) % yes
         ?=(X, b) % no",
    );
}

#[test]
fn comparison_8_4() {
    check(
        "compare(O, 1, 1.0) % >
         compare(O, a, f(x)) % <
         compare(O, f(b), g(a)) % <
         compare(O, f(a,a), g(a)) % >
         compare(<, 1, 2) % yes
         compare(=, 1, 2) % no
         compare(a, 1, 2) % error(domain_error(order,a),compare/3)
         compare(1, 1, 2) % error(type_error(atom,1),compare/3)
         @<(a, b) % yes
         @>=(1.0, 1) % no
         ==(f(X), f(X)) % _
         \\==(X, Y) % _
         sort([c,a,b,a], L) % [a,b,c]
         sort(a, _) % error(type_error(list,a),sort/2)
         sort([a|_], _) % error(instantiation_error,sort/2)
         sort([a|b], _) % error(type_error(list,[a|b]),sort/2)
         sort([], a) % error(type_error(list,a),sort/2)
         sort([X,1,a,2.0,f(x),\"a\",b], L) % [_,2.0,1,a,b,f(x),[a]]
         msort([b,a,b], L) % [a,b,b]
         keysort([b-1,a-2,b-0,a-1], L) % [a-2,a-1,b-1,b-0]
         keysort([a], _) % error(type_error(pair,a),keysort/2)
         keysort([_], _) % error(instantiation_error,keysort/2)
         keysort([a-1], [x]) % error(type_error(pair,x),keysort/2)
         keysort([a-1|x], _) % error(type_error(list,[a-1|x]),keysort/2)
         sort(0, @>=, [1,2,3,2], L) % [3,2,2,1]
         sort(0, @>, [1,2,3,2], L) % [3,2,1]
         sort(1, @=<, [f(2,a),f(1,b),f(2,c)], L) % [f(1,b),f(2,a),f(2,c)]
         sort(1, @<, [f(2,a),f(1,b),f(2,c)], L) % [f(1,b),f(2,a)]
         sort(0, x, [], L) % error(domain_error(order,x),sort/4)
         sort(-1, @<, [], L) % error(domain_error(not_less_than_zero,-1),sort/4)
         sort(1, @<, [a], L) % error(type_error(compound,a),sort/4)
         sort(a, @<, [], L) % error(type_error(sort_key,a),sort/4)",
    );
}

#[test]
fn terms_8_5() {
    check(
        "functor(foo(a,b), N, A) % 2
         functor([a], N, _) % '.'
         functor(X, '.', 2) % [_|_]
         functor(1.5, N, _) % 1.5
         functor(T, f, 0) % f
         functor(T, f, 2) % f(_,_)
         functor(T, 1.5, 1) % error(type_error(atom,1.5),functor/3)
         functor(T, foo(a), 1) % error(type_error(atomic,foo(a)),functor/3)
         functor(T, f, -1) % error(domain_error(not_less_than_zero,-1),functor/3)
         functor(T, f, a) % error(type_error(integer,a),functor/3)
         functor(T, _, 3) % error(instantiation_error,functor/3)
         functor(T, f, _) % error(instantiation_error,functor/3)
         functor(T, f, 100000000000) % error(representation_error(max_arity),functor/3)
         arg(1, f(a,b), X) % a
         arg(2, [a], X) % []
         arg(0, f(a), _) % no
         arg(3, f(a), _) % no
         arg(1, a, _) % error(type_error(compound,a),arg/3)
         arg(1, _, _) % error(instantiation_error,arg/3)
         arg(a, f(a), _) % error(type_error(integer,a),arg/3)
         arg(-1, f(a), _) % error(domain_error(not_less_than_zero,-1),arg/3)
         arg(N, f(a), X) % a
         =..(f(a,B), L) % [f,a,_]
         =..(1, L) % [1]
         =..([a], L) % ['.',a,[]]
         =..(T, [f,a]) % f(a)
         =..(T, ['.',a,b]) % [a|b]
         =..(T, [1.5]) % 1.5
         =..(T, [foo|bar]) % error(type_error(list,[foo|bar]),(=..)/2)
         =..(T, [_|bar]) % error(type_error(list,[_|bar]),(=..)/2)
         =..(T, [F,bar]) % error(instantiation_error,(=..)/2)
         =..(T, [3,1]) % error(type_error(atom,3),(=..)/2)
         =..(T, [a(b),1]) % error(type_error(atom,a(b)),(=..)/2)
         =..(T, [a(b)]) % error(type_error(atomic,a(b)),(=..)/2)
         =..(T, []) % error(domain_error(non_empty_list,[]),(=..)/2)
         =..(T, 4) % error(type_error(list,4),(=..)/2)
         =..(f(a), [_|b]) % error(type_error(list,[_|b]),(=..)/2)
         copy_term(f(X,Y,X), Z) % f(_,_,_)
         copy_term(X, Y) % _
         term_variables(f(X,g(Y,X),[Z]), L) % [_,_,_]
         term_variables(t, L) % []
         term_variables(t, [x|a]) % error(type_error(list,[x|a]),term_variables/2)
         term_variables(f(X), L, t) % [_|t]
         (X = f(X,Y), term_variables(X, L)) % [_]
         (X = f(a), setarg(1, X, b), Y = X) % f(b)
         (T = f(a), (setarg(1, T, b), fail ; Y = T)) % f(a)
         (T = f(a), (nb_setarg(1, T, g(1.5)), fail ; Y = T)) % f(g(1.5))
         setarg(0, f(a), b) % no
         setarg(1, a, b) % error(type_error(compound,a),setarg/3)
         setarg(_, f(a), b) % error(instantiation_error,setarg/3)
         '$skip_list'([a,b|c], N, E) % c
         '$skip_list'([a,b|c], N, _) % 2
         '$fresh_list'(2, L) % [_,_]
         '$fresh_list'(10000000000000, L) % error(resource_error(memory),_)
         (term_hash(f(a), H), integer(H), term_hash(f(a), H), X = yes) % yes
         term_hash(f(_), H) % _",
    );
}

#[test]
fn arithmetic_8_6() {
    check(
        "is(X, 1+2) % 3
         is(X, foo) % error(type_error(evaluable,foo/0),(is)/2)
         is(X, _) % error(instantiation_error,(is)/2)
         =:=(1, 1.0) % yes
         <(1, a) % error(type_error(evaluable,a/0),(<)/2)
         succ(X, 4) % 3
         succ(3, X) % 4
         succ(X, 0) % no
         succ(_, _) % error(instantiation_error,succ/2)
         succ(a, _) % error(type_error(integer,a),succ/2)
         succ(-1, _) % error(domain_error(not_less_than_zero,-1),succ/2)
         plus(1, X, 3) % 2
         plus(1, 2, X) % 3
         plus(1, _, _) % error(instantiation_error,plus/3)",
    );
}

#[test]
fn atoms_8_16() {
    check(
        "atom_length('enchanted evening', N) % 17
         atom_length('', N) % 0
         atom_length(_, _) % error(instantiation_error,atom_length/2)
         atom_length(1, _) % error(type_error(atom,1),atom_length/2)
         atom_length(a, b) % error(type_error(integer,b),atom_length/2)
         atom_length(a, -1) % error(domain_error(not_less_than_zero,-1),atom_length/2)
         atom_chars('', L) % []
         atom_chars(ab, L) % [a,b]
         atom_chars(X, [a,b]) % ab
         atom_chars(abc, [a|T]) % [b,c]
         atom_chars(_, [a|_]) % error(instantiation_error,atom_chars/2)
         atom_chars(_, [a,_]) % error(instantiation_error,atom_chars/2)
         atom_chars(_, [a|b]) % error(type_error(list,[a|b]),atom_chars/2)
         atom_chars(_, [a,f(b)]) % error(type_error(character,f(b)),atom_chars/2)
         atom_chars(1, _) % error(type_error(atom,1),atom_chars/2)
         atom_chars(abc, [1|_]) % error(type_error(character,1),atom_chars/2)
         atom_codes(ab, L) % [97,98]
         atom_codes(_, [a]) % error(type_error(integer,a),atom_codes/2)
         atom_codes(_, [-1]) % error(representation_error(character_code),atom_codes/2)
         atom_codes(_, [55296]) % error(representation_error(character_code),atom_codes/2)
         char_code(X, 97) % a
         char_code(a, X) % 97
         char_code(_, _) % error(instantiation_error,char_code/2)
         char_code(ab, _) % error(type_error(character,ab),char_code/2)
         char_code(_, a) % error(type_error(integer,a),char_code/2)
         char_code(_, -1) % error(representation_error(character_code),char_code/2)
         number_chars(X, [' ','3']) % 3
         number_chars(X, ['3',' ']) % error(syntax_error(illegal_number),number_chars/2)
         number_chars(X, [a]) % error(syntax_error(illegal_number),number_chars/2)
         number_chars(3, ['0','3']) % yes
         number_chars(1, [_|a]) % error(type_error(list,[_|a]),number_chars/2)
         number_chars(_, ['1'|_]) % error(instantiation_error,number_chars/2)
         number_chars(_, [1]) % error(type_error(character,1),number_chars/2)
         number_chars(a, _) % error(type_error(number,a),number_chars/2)
         number_chars(1, [a]) % error(syntax_error(illegal_number),number_chars/2)
         number_chars(-2.5, L) % [-,'2','.','5']
         number_chars(X, ['0','\\'',a]) % 97
         number_codes(X, [0'-,0'1]) % -1
         number_codes(X, [-1]) % error(representation_error(character_code),number_codes/2)
         atom_number('12', X) % 12
         atom_number(' 12', X) % no
         atom_number('12 ', X) % no
         atom_number('- 12', X) % no
         atom_number('+1', X) % 1
         atom_number('0x1f', X) % 31
         atom_number(a, X) % no
         atom_number(X, 12) % '12'
         atom_number(_, _) % error(instantiation_error,atom_number/2)
         upcase_atom(aé, X) % 'AÉ'
         downcase_atom(\"AB\", X) % ab
         '$sub_atom'(añb, 1, 2, X) % ñb
         '$sub_atom'(abc, 2, 2, X) % no
         '$sub_atom'(abc, 3, 0, X) % ''
         '$sub_atom_find'(añba, a, 1, X) % 3
         '$sub_atom_find'(abc, '', 3, X) % 3
         '$sub_atom_find'(abc, '', 4, X) % no
         '$atomic_join'([a,1,'B'], '-', X) % 'a-1-B'
         '$atom_split'('a-bc-', '-', X) % [a,bc,'']
         '$char_type'(a, alpha) % yes
         '$char_type'('1', alpha) % no
         '$char_type'(' ', layout) % yes
         '$char_case'(a, _, X) % 'A'",
    );
}

#[test]
fn clauses_8_8() {
    check(
        "assertz(p(1)) % yes
         assertz(p(2)) % yes
         asserta(p(0)) % yes
         ('$findall_push', (p(X), '$findall_add'(X), fail ; '$findall_pop'(L, []))) % [0,1,2]
         assertz((q(X) :- p(X), X)) % _
         ('$clause_first'(user, q(a), access, R, _), '$clause'(R, q(a), B)) % p(a),call(a)
         assertz(_) % error(instantiation_error,assertz/1)
         assertz((_ :- true)) % error(instantiation_error,assertz/1)
         assertz((foo :- 4)) % error(type_error(callable,4),assertz/1)
         assertz((foo :- b,4)) % error(type_error(callable,(b,4)),assertz/1)
         assertz((atom(_) :- true)) % error(permission_error(modify,static_procedure,atom/1),assertz/1)
         assertz((a,b)) % error(permission_error(modify,static_procedure,(',')/2),assertz/1)
         assertz(4) % error(type_error(callable,4),assertz/1)
         '$clause_first'(user, atom(_), access, R, G) % error(permission_error(access,private_procedure,atom/1),clause/2)
         '$clause_first'(user, p(5), access, R, G) % no
         '$clause_first'(user, none(5), access, R, G) % no
         '$retract'(p(1), S) % []
         p(1) % no
         '$retract'((q(_) :- _), S) % []
         ('$retract'(p(X), more(R,G,H,B)), '$clause'(R, H, B), '$erase'(R), '$clause_next'(R, G, p(_), N), '$clause'(N, p(Y), _)) % 2
         retractall(p(_)) % yes
         p(_) % no
         retractall(new(_)) % yes
         new(_) % no
         retractall(atom(_)) % error(permission_error(modify,static_procedure,atom/1),retractall/1)
         '$current_predicate_list'(user, p, A, L) % [p/1]
         '$abolish'(user, p, 1) % yes
         '$current_predicate_list'(user, p, A, L) % []
         '$abolish'(user, atom, 1) % error(permission_error(modify,static_procedure,atom/1),abolish/1)
         assertz(big(12345678901234567890, 1.5, 1r3, \"abc\", f(g(X,Y),X))) % _
         big(X, 1.5, 1r3, [a,b,c], f(g(1,2),1)) % 12345678901234567890
         '$retract'(big(_,2.5,_,_,_), S) % no
         '$retract'(big(_,_,_,_,f(h(_),_)), S) % no
         '$retract'(big(12345678901234567890,_,_,_,f(g(X,2),3)), _) % 3",
    );
}

#[test]
fn globals_and_attributes() {
    check(
        "nb_setval(k, f(X)) % _
         nb_getval(k, X) % f(_)
         nb_getval(none, X) % error(existence_error(variable,none),nb_getval/2)
         nb_setval(_, 1) % error(instantiation_error,nb_setval/2)
         nb_setval(1, 1) % error(type_error(atom,1),nb_setval/2)
         ((b_setval(k, 1), fail ; nb_getval(k, X))) % f(_)
         (b_setval(k, f(Y)), Y = 1, b_getval(k, X)) % f(1)
         bb_get(none, _) % no
         (bb_put(k2, 3), bb_get(k2, X)) % 3
         put_attr(a, m, v) % error(uninstantiation_error(a),put_attr/3)
         put_attr(_, _, v) % error(instantiation_error,put_attr/3)
         (put_attr(X, m, v), attvar(X), get_attr(X, m, V)) % v
         (put_attr(X, m, v), put_attr(X, n, w), put_attr(X, m, u), get_attrs(X, V)) % att(m,u,att(n,w,[]))
         (put_attr(X, m, v), (put_attr(X, m, u), fail ; true), get_attr(X, m, V)) % v
         (put_attr(X, m, v), del_attr(X, m), (attvar(X) -> V = 1 ; V = 2)) % 2
         (put_attr(X, m, v), put_attr(X, n, v), del_attr(X, m), get_attrs(X, V)) % att(n,v,[])
         (put_attr(X, m, f(Y)), put_attr(Y, m, v), term_attvars(g(X), L), '$skip_list'(L, N, _)) % 2
         ('$attvar_mark'(M), put_attr(X, m, v), '$attvars_since'(M, L), '$skip_list'(L, N, _)) % 1
         (put_attr(X, m, v), copy_term(X, Y), get_attr(Y, m, V)) % v
         (put_attr(X, m, v), copy_term_nat(X, Y), (attvar(Y) -> V = 1 ; V = 2)) % 2",
    );
}

#[test]
fn control() {
    check(
        "throw(_) % error(instantiation_error,throw/1)
         catch(throw(f(X)), f(Y), true) % _
         halt(a) % error(type_error(integer,a),halt/1)
         halt(_) % error(instantiation_error,halt/1)
         catch(halt(3), _, true) % '$halt'(3)
         ('$choice_point'(A), '$choice_point'(B), A == B, X = yes) % yes
         ('$limit_new'(T), '$limit_set'(T, -1, inf)) % error(domain_error(not_less_than_zero,-1),_)
         ('$limit_new'(T), '$limit_set'(T, 100, inf), '$limit_off'(T, left(L, -1, -1, -1, _)), L =< 100, L > 0, X = ok) % ok
         assertz((loop :- loop)) % yes
         assertz((limited(T) :- '$limit_set'(T, 1000, inf), loop)) % _
         assertz((inside(T, X) :- '$limit_set'(T, 1000, inf), catch(loop, _, X = inner))) % _
         ('$limit_new'(T), catch(limited(T), '$limit'(T,X), true)) % inferences
         ('$limit_new'(T), catch(catch(limited(T), _, X = inner), '$limit'(T,X), true)) % inner
         ('$limit_new'(T), catch(inside(T, X), '$limit'(T,X), true)) % inferences
         garbage_collect % yes",
    );
}

/// A list of a million numbers, a nest a million levels deep, and cyclic terms.
#[test]
fn large_and_cyclic_terms() {
    let mut vm = machine();
    let f = {
        let a = vm.atoms.intern("f");
        vm.functors.intern(a, 1)
    };
    let v = vm.heap.new_var();
    let mut deep = v;
    let mut list = Cell::NIL;
    for i in 0..1_000_000 {
        deep = vm.heap.structure(f, &[deep]);
        list = vm.heap.cons(Cell::int(i), list);
    }
    assert!(
        vm.is_acyclic(deep) && vm.is_acyclic(list) && vm.is_ground(list) && !vm.is_ground(deep)
    );
    assert_eq!(vm.term_variables(deep), vec![v]);
    assert!(vm.variant(deep, deep) && vm.subsumes(deep, deep));
    let wrapped = vm.heap.structure(f, &[deep]);
    assert!(!vm.variant(deep, wrapped) && vm.unifier(deep, wrapped).is_some());
    let mut nest = Cell::NIL;
    for _ in 0..1_000_000 {
        nest = vm.heap.cons(nest, Cell::NIL);
    }
    let copy = vm.heap.copy(nest, crate::machine::Attributes::Copy);
    assert!(vm.identical(nest, copy));
    vm.findall_push();
    for t in [nest, Cell::int(1), deep, Cell::NIL] {
        vm.findall_add(t);
    }
    let all = vm.findall_pop(Cell::NIL);
    let same = vm
        .heap
        .list(&[nest, Cell::int(1), deep, Cell::NIL], Cell::NIL);
    assert!(vm.variant(all, same));
    // v = f(...f(v)...): a cycle of a million.
    assert!(vm.unify(v, deep));
    assert!(!vm.is_acyclic(deep) && vm.is_ground(deep));
    assert!(vm.term_variables(deep).is_empty());
    assert!(vm.variant(deep, wrapped) && vm.identical(deep, wrapped));
}

#[test]
fn hashes_of_cyclic_terms() {
    check(
        "(X = f(X), Y = f(f(Y)), term_hash(X, H), term_hash(Y, I), integer(H), integer(I), R = yes) % yes
         (X = [a|X], term_hash(X, H), term_hash(X, H), R = yes) % yes
         (X = f(X,_), term_hash(X, H), var(H), R = yes) % yes",
    );
}

#[test]
fn arguments_of_globals() {
    check(
        "(nb_setval(k, f(a,7,g(X),1.5)), '$global_argument'(k, f, 1, R)) % a
         '$global_argument'(k, f, 2, R) % 7
         '$global_argument'(k, f, 3, R) % g(_)
         '$global_argument'(k, f, 4, R) % 1.5
         '$global_argument'(k, f, 5, _) % no
         '$global_argument'(k, f, 0, _) % no
         '$global_argument'(k, f, -1, _) % no
         '$global_argument'(k, f, 100000000000000000000000, _) % no
         '$global_argument'(k, g, 1, _) % no
         '$global_argument'(k, f, 1, b) % no
         (nb_setval(k, a), '$global_argument'(k, f, 1, _)) % no
         (nb_setval(k, [a,b]), '$global_argument'(k, '.', 1, _)) % no
         (b_setval(k, f(X,b)), X = c, '$global_argument'(k, f, 1, R)) % c
         '$global_argument'(never_set, f, 1, _) % no",
    );
}

#[test]
fn deleted_globals_are_gone() {
    check(
        "(nb_setval(k, f(1)), nb_delete(k), \\+ nb_current(k, _), R = yes) % yes
         (nb_delete(never_set), R = yes) % yes
         (b_setval(k, 1), nb_delete(k), catch(nb_getval(k, _), error(E,_), true), functor(E, R, _)) % existence_error",
    );
}
