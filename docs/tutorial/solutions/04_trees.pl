% Solutions of lesson 4: terms and trees.

:- ensure_loaded('../programs/morse').

% 1. Unification. In X+1 = 2+Y both sides are terms with the name + and two arguments.

?- f(X, b) = f(a, Y).
   X = a, Y = b.

?- f(X, X) = f(a, b).
   false.

?- [X|Xs] = [a].
   X = a, Xs = [].

?- f(X) = f(g(Y)).
   X = g(Y).

?- X+1 = 2+Y.
   X = 2, Y = 1.

?- date(D, may, 2026) = date(1, M, Y).
   D = 1, M = may, Y = 2026.

% 2. A line is vertical if both ends have the same X. Lines that are both begin where they end.

vertical(line(point(X,_), point(X,_))).

horizontal(line(point(_,Y), point(_,Y))).

?- vertical(line(point(1,1), point(1,3))).
   true.

?- vertical(line(point(1,1), P)).
   P = point(1,_A).

?- vertical(L), horizontal(L).
   L = line(point(_A,_B),point(_A,_B)).

% 3. All names in a family tree but the first one: the mother, the father, and their ancestors.

tree_ancestor(person(_,Mother,_), Name) :- tree_person(Mother, Name).
tree_ancestor(person(_,_,Father), Name) :- tree_person(Father, Name).

tree_person(person(Name,_,_), Name).
tree_person(Tree, Name) :- tree_ancestor(Tree, Name).

?- Tree = person(lea, person(eva, unknown, person(otto,unknown,unknown)), person(jan,unknown,unknown)),
   tree_ancestor(Tree, Name).
   Tree = person(lea,person(eva,unknown,person(otto,unknown,unknown)),person(jan,unknown,unknown)), Name = eva
;  Tree = person(lea,person(eva,unknown,person(otto,unknown,unknown)),person(jan,unknown,unknown)), Name = otto
;  Tree = person(lea,person(eva,unknown,person(otto,unknown,unknown)),person(jan,unknown,unknown)), Name = jan
;  false.

% 4. Mirrored trees. The query with two variables has infinitely many answers; with one tree, it ends.

mirrored(nil, nil).
mirrored(node(X,Left1,Right1), node(X,Left2,Right2)) :-
    mirrored(Left1, Right2),
    mirrored(Right1, Left2).

?- mirrored(node(a, node(b,nil,nil), nil), Tree).
   Tree = node(a,nil,node(b,nil,nil)).

?- mirrored(Tree, node(a, node(b,nil,nil), nil)).
   Tree = node(a,nil,node(b,nil,nil)).

?- mirrored(Tree, Tree).
   Tree = nil
;  Tree = node(_A,nil,nil)
;  ... .

% 5. The letters of a tree from left to right.

tree_letters(nil, []).
tree_letters(node(X,Left,Right), Letters) :-
    tree_letters(Left, Ls),
    tree_letters(Right, Rs),
    append(Ls, [X|Rs], Letters).

?- tree_letters(node(b, node(a,nil,nil), node(c,nil,nil)), Letters).
   Letters = "abc".

morse_letters(Ls, Rs) :-
    morse(node(_,Left,Right)),
    tree_letters(Left, Ls),
    tree_letters(Right, Rs).

?- morse_letters(Ls, Rs).
   Ls = "hsvifuelrapwj", Rs = "bdxnckytzgqmo".

% 6. "Exactly if": true if both sides have the same value. Ann answers yes if the question, as a
%    formula, could be said by her. Her answer is then true exactly if the left road leads to the
%    village, whatever she is: this is how the traveller finds the way.

formula_value(knight(X), X) :- truth(X).
formula_value(left_road(L), L) :- truth(L).
formula_value(iff(F,G), V) :-
    formula_value(F, V1),
    formula_value(G, V2),
    same_truth(V1, V2, V).

same_truth(true, V, V).
same_truth(false, true, false).
same_truth(false, false, true).

truth(true).
truth(false).

% The answer of a knight is the value of the question, the answer of a knave the opposite of it.
question_answer(Person, F, Answer) :-
    formula_value(F, V),
    same_truth(Person, V, Answer).

?- question_answer(Ann, iff(knight(Ann),left_road(L)), Answer).
   Ann = true, L = true, Answer = true
;  Ann = true, L = false, Answer = false
;  Ann = false, L = true, Answer = true
;  Ann = false, L = false, Answer = false.

% 7. Derivatives. In the other direction, the clauses enumerate integrals: the first terms with this
%    derivative.

derivative(n(_), n(0)).
derivative(x, n(1)).
derivative(F+G, DF+DG) :-
    derivative(F, DF),
    derivative(G, DG).
derivative(F*G, DF*G+F*DG) :-
    derivative(F, DF),
    derivative(G, DG).

?- derivative(x*x, D).
   D = n(1)*x+x*n(1).

?- derivative(x*x+n(3), D).
   D = n(1)*x+x*n(1)+n(0).

?- derivative(F, n(1)+n(0)).
   F = x+n(_A)
;  false.
