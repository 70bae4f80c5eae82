% Compounds without arguments, `f()`, in the predicates of the standard that take terms apart. In modules of the dialect `swi`, the
% names without `compound_` mean these.

:- module(swi_compounds, [compound_functor/3, 'compound_=..'/2, compound_arg/3]).

%! compound_functor(?Term, ?Name, ?Arity) is det.
%
%  As functor/3; for `f()`, which has no name and arity that functor/3 could make a term of, throws a domain error.
?- swi_compounds:compound_functor(f(a), N, A).
   N = f, A = 1.
?- swi_compounds:compound_functor('$no_args'(f), N, A).
   error(domain_error(compound_non_zero_arity,'$no_args'(f)),functor/3).
compound_functor(T, N, A) :-
    (   nonvar(T), T = '$no_args'(_) -> throw(error(domain_error(compound_non_zero_arity,T),functor/3))
    ;   functor(T, N, A)
    ).

%! 'compound_=..'(?Term, ?List) is det.
%
%  As (=..)/2; for `f()`, throws a domain error.
?- swi_compounds:'compound_=..'(T, [f,a]).
   T = f(a).
?- swi_compounds:'compound_=..'('$no_args'(f), L).
   error(domain_error(compound_non_zero_arity,'$no_args'(f)),(=..)/2).
'compound_=..'(T, L) :-
    (   nonvar(T), T = '$no_args'(_) -> throw(error(domain_error(compound_non_zero_arity,T),(=..)/2))
    ;   T =.. L
    ).

%! compound_arg(?N, +Term, ?Argument) is nondet.
%
%  As arg/3; `f()` has no arguments.
?- swi_compounds:compound_arg(N, f(a,b), X).
   N = 1, X = a
;  N = 2, X = b.
?- swi_compounds:compound_arg(N, '$no_args'(f), X).
   false.
?- swi_compounds:compound_arg(a, '$no_args'(f), X).
   error(type_error(integer,a),arg/3).
compound_arg(N, T, A) :- arg(N, T, A), \+ T = '$no_args'(_).
