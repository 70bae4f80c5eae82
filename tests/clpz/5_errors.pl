% Errors.

:- use_module(library(clpz)).

?- X #= a.
   error(type_error(evaluable,a/0),(#=)/2).
?- a #> X.
   error(type_error(evaluable,a/0),(#>)/2).
?- X #= f(Y).
   error(type_error(evaluable,f/1),(#=)/2).
?- X #= "abc".
   error(type_error(evaluable,'.'/2),(#=)/2).
?- X #= 1.5.
   error(type_error(integer,1.5),(#=)/2).
?- X #= Y+1.5.
   error(type_error(integer,1.5),(#=)/2).
?- X in a.
   error(domain_error(clpz_domain,a),(in)/2).
?- X in 1..a.
   error(domain_error(clpz_domain,1..a),(in)/2).
?- X in sup..inf.
   error(domain_error(clpz_domain,sup..inf),(in)/2).
?- X in Y.
   error(instantiation_error,(in)/2).
?- X in 1..Y.
   error(instantiation_error,(in)/2).
?- a in 1..3.
   error(type_error(integer,a),(in)/2).
?- X ins 1..3.
   error(instantiation_error,(ins)/2).
?- [X|Y] ins 1..3.
   error(instantiation_error,(ins)/2).
?- foo ins 1..3.
   error(type_error(list,foo),(ins)/2).
?- [a] ins 1..3.
   error(type_error(integer,a),(ins)/2).
?- X in 1..3, X = a.
   error(type_error(integer,a),_A).
?- X in 1..3, X = 1.0.
   error(type_error(integer,1.0),_A).
?- X in 1..3, X = f(Y).
   error(type_error(integer,f(_A)),_B).
?- label([X]).
   error(instantiation_error,labeling/2).
?- label(X).
   error(instantiation_error,labeling/2).
?- label([X|Y]).
   error(instantiation_error,labeling/2).
?- label([a]).
   error(type_error(integer,a),labeling/2).
?- X #> 3, label([X]).
   error(instantiation_error,labeling/2).
?- X in 1..3, labeling([foo], [X]).
   error(domain_error(labeling_option,foo),labeling/2).
?- X in 1..3, labeling([ff,ffc], [X]).
   error(domain_error(consistent_labeling_options,[ff,ffc]),labeling/2).
?- X in 1..3, labeling([ff,ff], [X]).
   error(domain_error(nonrepeating_labeling_options,[ff,ff]),labeling/2).
?- X in 1..3, labeling(O, [X]).
   error(instantiation_error,labeling/2).
?- X in 1..3, labeling([O], [X]).
   error(instantiation_error,labeling/2).
?- X in 1..3, labeling(foo, [X]).
   error(type_error(list,foo),labeling/2).
?- X in 1..3, labeling([min(Y)], [X]).
   error(instantiation_error,labeling/2).
?- all_different(X).
   error(instantiation_error,all_different/1).
?- all_different([X|Y]).
   error(instantiation_error,all_different/1).
?- all_different([a]).
   error(type_error(integer,a),all_different/1).
?- sum([X,Y], foo, 3).
   error(domain_error(scalar_product_relation,foo),sum/3).
?- sum([X,Y], Op, 3).
   error(instantiation_error,sum/3).
?- sum([a], #=, 3).
   error(type_error(integer,a),sum/3).
?- scalar_product([a,2], [X,Y], #=, W).
   error(type_error(integer,a),scalar_product/4).
?- scalar_product([A,2], [X,Y], #=, W).
   error(instantiation_error,scalar_product/4).
?- chain([X], foo).
   error(domain_error(chain_relation,foo),chain/2).
?- B #<==> a.
   error(domain_error(clpz_reifiable_expression,a),(#<==>)/2).
?- B #<==> 2.
   error(domain_error(clpz_reifiable_expression,2),(#<==>)/2).
?- B #<==> foo(X).
   error(domain_error(clpz_reifiable_expression,foo(_A)),(#<==>)/2).
?- #\ 2.
   error(domain_error(clpz_reifiable_expression,2),(#\)/1).
?- fd_dom(a, D).
   error(type_error(integer,a),fd_dom/2).
?- X = 1+X, Y #= X.
   error(type_error(evaluable,(+)/2),(#=)/2).
?- tuples_in([[X,Y]], [[1,a]]).
   error(type_error(integer,a),tuples_in/2).

% Cyclic terms.
?- X = (1\/X), Y in X.
   error(domain_error(clpz_domain,_A),(in)/2).
?- X = (X\/1\/2), Y in X.
   error(domain_error(clpz_domain,_A),(in)/2).
?- X = \X, Y in X.
   error(domain_error(clpz_domain,_A),(in)/2).
?- X = 1+(2+X), Y #= X.
   error(type_error(evaluable,(+)/2),(#=)/2).
?- X = (1 #/\ X), X.
   error(domain_error(clpz_reifiable_expression,_A),(#/\)/2).

% Costs that are not a matrix.
:- use_module(library(clpfd)).
?- global_cardinality([X,Y], [1-_,2-_], [cost(C,foo)]).
   error(type_error(list,foo),_).
?- global_cardinality([X,Y], [1-_,2-_], [cost(C,[[5,a],[1,5]])]).
   error(type_error(integer,a),_).
