% The Morse alphabet as a tree, for lessons 4 and 7.

% morse(Tree): to the left of each letter is what follows after a dot, to the right after a dash.
morse(node(none,
    node(e,
        node(i,
            node(s, node(h,nil,nil), node(v,nil,nil)),
            node(u, node(f,nil,nil), nil)),
        node(a,
            node(r, node(l,nil,nil), nil),
            node(w, node(p,nil,nil), node(j,nil,nil)))),
    node(t,
        node(n,
            node(d, node(b,nil,nil), node(x,nil,nil)),
            node(k, node(c,nil,nil), node(y,nil,nil))),
        node(m,
            node(g, node(z,nil,nil), node(q,nil,nil)),
            node(o, nil, nil))))).

tree_code_letter(node(Letter,_,_), [], Letter).
tree_code_letter(node(_,Dot,_), ['.'|Code], Letter) :-
    tree_code_letter(Dot, Code, Letter).
tree_code_letter(node(_,_,Dash), [-|Code], Letter) :-
    tree_code_letter(Dash, Code, Letter).

code_letter(Code, Letter) :-
    Code = [_|_],
    morse(Tree),
    tree_code_letter(Tree, Code, Letter).
