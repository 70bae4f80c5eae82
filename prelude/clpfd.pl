% The same constraints under the name that other systems give the library.

:- module(clpfd, [
    op(760, yfx, #<==>), op(750, xfy, #==>), op(750, yfx, #<==),
    op(740, yfx, #\/), op(730, yfx, #\), op(720, yfx, #/\), op(710, fy, #\),
    op(700, xfx, #>), op(700, xfx, #<), op(700, xfx, #>=), op(700, xfx, #=<),
    op(700, xfx, #=), op(700, xfx, #\=), op(700, xfx, in), op(700, xfx, ins),
    op(450, xfx, ..),
    op(1200, xfx, +:), op(1200, xfx, -:), op(1200, xfx, +?), op(1200, xfx, -?),
    op(760, yfx, #<=>), op(750, xfy, #=>), op(750, yfx, #<=),
    op(490, yfx, ?), op(400, yfx, />), op(400, yfx, /<), (#<=>)/2, (#=>)/2, (#<=)/2,
    (#>)/2, (#<)/2, (#>=)/2, (#=<)/2, (#=)/2, (#\=)/2,
    (#\)/1, (#<==>)/2, (#==>)/2, (#<==)/2, (#\/)/2, (#\)/2, (#/\)/2,
    zcompare/3, (in)/2, (ins)/2, domain/3, all_different/1, all_distinct/1,
    sum/3, scalar_product/4, chain/2,
    label/1, labeling/2, indomain/1, solve/2,
    minimize/2, minimize/3, maximize/2, maximize/3,
    first_bound/2, later_bound/2, fd_setrand/1, fd_getrand/1,
    (in_set)/2, fd_set/2, is_fdset/1, empty_fdset/1, fdset_parts/4,
    empty_interval/2, fdset_interval/3, fdset_singleton/2,
    fdset_min/2, fdset_max/2, fdset_size/2,
    list_to_fdset/2, fdset_to_list/2, range_to_fdset/2, fdset_to_range/2,
    fdset_add_element/3, fdset_del_element/3,
    fdset_disjoint/2, fdset_intersect/2, fdset_intersection/2, fdset_intersection/3,
    fdset_member/2, fdset_eq/2, fdset_subset/2, fdset_subtract/3,
    fdset_union/2, fdset_union/3, fdset_complement/2,
    fd_neighbors/2, fd_closure/2, fd_statistics/0,
    op(700, xfx, in_set),
    fd_var/1, fd_inf/2, fd_sup/2, fd_min/2, fd_max/2,
    fd_size/2, fd_dom/2, fd_degree/2, fd_statistics/2,
    transpose/2,
    all_different/2, all_distinct/2, all_different_except_0/1,
    all_distinct_except_0/1, all_equal/1, all_equal_reif/2, assignment/2,
    assignment/3, bool_and/2, bool_channel/4, bool_or/2, bool_xor/2,
    circuit/1, circuit/2, count/4, decreasing/1, decreasing/2, element/2,
    element/3, global_cardinality/2, global_cardinality/3, if_then_else/4,
    increasing/1, increasing/2, keysorting/2, keysorting/3, lex_chain/1,
    lex_chain/2, maximum/2, maximum_arg/2, minimum/2, minimum_arg/2,
    nvalue/2, scalar_product/5, scalar_product_reif/5,
    scalar_product_reif/6, seq_precede_chain/1, seq_precede_chain/2,
    sorting/3, subcircuit/1, subcircuit/2, symmetric_all_different/1,
    symmetric_all_distinct/1, table/2, table/3, tuples_in/2,
    value_precede_chain/2, value_precede_chain/3,
    cumulative/1, cumulative/2, serialized/2, disjoint1/1, disjoint1/2,
    cumulatives/2, cumulatives/3, multi_cumulative/2, multi_cumulative/3,
    disjoint2/1, disjoint2/2, diffn/1, diffn/2, bin_packing/2,
    geost/2, geost/3, geost/4, network_flow/2, network_flow/3, smt/1,
    automaton/3, automaton/8, automaton/9, regular/2, inflexion/3,
    relation/3, case/3, case/4
]).

:- use_module(library(clpz)).
:- use_module(library(fd_predicates)).
:- use_module(library(fd_globals)).
:- use_module(library(fd_scheduling)).
:- use_module(library(fd_automata)).
:- use_module(library(lists)).
