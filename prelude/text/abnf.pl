% The core rules of grammars in ABNF (RFC 5234, appendix B.1), for lists of characters.

:- module(abnf, [
    abnf_alpha//1, abnf_bit//1, abnf_char//1, abnf_cr//0, abnf_crlf//0, abnf_ctl//1, abnf_digit//1, abnf_dquote//0,
    abnf_hexdig//1, abnf_htab//0, abnf_lf//0, abnf_lwsp//0, abnf_octet//1, abnf_sp//0, abnf_vchar//1, abnf_wsp//0
]).

:- use_module(library(dcgs)).
:- use_module(library(between)).

% A character whose code lies in one of some intervals; enumerates them if it is not known.
one_of(Intervals, C) -->
    [C],
    { (   var(C) -> member(L-H, Intervals), between(L, H, N), char_code(C, N)
      ;   atom(C), atom_length(C, 1), char_code(C, N), in_one(Intervals, N)
      ) }.

in_one([L-H|Is], N) :- ( N >= L, N =< H -> true ; in_one(Is, N) ).

%! abnf_alpha(?Char)// is nondet.
%
%  A letter from `A` to `Z` or from `a` to `z`.
?- use_module(library(abnf)).
   true.
?- phrase(abnf_alpha(C), "k").
   C = k.
abnf_alpha(C) --> one_of([65-90,97-122], C).

%! abnf_bit(?Char)// is nondet.
%
%  `0` or `1`.
?- phrase(abnf_bit(C), Cs).
   C = '0', Cs = "0"
;  C = '1', Cs = "1".
abnf_bit(C) --> one_of([48-49], C).

%! abnf_char(?Char)// is nondet.
%
%  A character of seven bits, other than NUL.
?- phrase(abnf_char(C), "\x80\").
   false.
abnf_char(C) --> one_of([1-127], C).

%! abnf_cr// is semidet.
%
%  A carriage return.
?- phrase(abnf_cr, Cs).
   Cs = "\r".
abnf_cr --> "\r".

%! abnf_crlf// is semidet.
%
%  The end of a line of Internet protocols: carriage return and line feed.
?- phrase(abnf_crlf, Cs).
   Cs = "\r\n".
abnf_crlf --> "\r\n".

%! abnf_ctl(?Char)// is nondet.
%
%  A control character.
?- phrase(abnf_ctl(C), "\t").
   C = '\t'.
abnf_ctl(C) --> one_of([0-31,127-127], C).

%! abnf_digit(?Char)// is nondet.
%
%  A digit from `0` to `9`.
?- phrase(abnf_digit(C), "7").
   C = '7'.
abnf_digit(C) --> one_of([48-57], C).

%! abnf_dquote// is semidet.
%
%  A double quote.
?- phrase(abnf_dquote, ['"']).
   true.
abnf_dquote --> ['"'].

%! abnf_hexdig(?Char)// is nondet.
%
%  A hexadecimal digit, in upper or lower case, as texts of ABNF do not tell the cases apart.
?- phrase(abnf_hexdig(C), "F").
   C = 'F'.
abnf_hexdig(C) --> one_of([48-57,65-70,97-102], C).

%! abnf_htab// is semidet.
%
%  A horizontal tab.
?- phrase(abnf_htab, Cs).
   Cs = "\t".
abnf_htab --> "\t".

%! abnf_lf// is semidet.
%
%  A line feed.
?- phrase(abnf_lf, Cs).
   Cs = "\n".
abnf_lf --> "\n".

%! abnf_lwsp// is nondet.
%
%  White space over several lines: blanks, and ends of lines before a blank.
?- phrase(abnf_lwsp, " \r\n ").
   true
;  false.
abnf_lwsp --> [].
abnf_lwsp --> ( abnf_wsp ; abnf_crlf, abnf_wsp ), abnf_lwsp.

%! abnf_octet(?Char)// is nondet.
%
%  A character with a code below 256.
?- phrase(abnf_octet(C), "\xff\").
   C = ÿ.
abnf_octet(C) --> one_of([0-255], C).

%! abnf_sp// is semidet.
%
%  A space.
?- phrase(abnf_sp, Cs).
   Cs = " ".
abnf_sp --> " ".

%! abnf_vchar(?Char)// is nondet.
%
%  A visible character.
?- phrase(abnf_vchar(C), "!").
   C = ! .
abnf_vchar(C) --> one_of([33-126], C).

%! abnf_wsp// is nondet.
%
%  A space or a tab.
?- phrase(abnf_wsp, Cs).
   Cs = " "
;  Cs = "\t".
abnf_wsp --> abnf_sp | abnf_htab.
