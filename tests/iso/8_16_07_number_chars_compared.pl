% ISO/IEC 13211-1, 8.16.7: number_chars/2.
%
% The numbers are those of the comparison of implementations by Ulrich Neumerkel.

% 8.16.7 number_chars/2

% number_chars #1
?- number_chars(1.2, ['1','.','2']).
   true.
% number_chars #2
?- number_chars(1.0e9, ['1','.','0','E','9']).
   true.
% number_chars #3
?- number_chars(1, ['0','1']).
   true.
% number_chars #4
?- number_chars(1, [a]).
   syntax_error(...).
% number_chars #5
?- number_chars(1, []).
   syntax_error(...).
% number_chars #6
?- number_chars(1, [[]]).
   type_error(character,[]).
% number_chars #7
?- number_chars(1, [' ',[]]).
   type_error(character,[]).
% number_chars #8
?- number_chars(1, [0]).
   type_error(character,0).
% number_chars #9
?- number_chars(1, [_,[]]).
   type_error(character,[]).
% number_chars #10
?- number_chars(N, [X]).
   instantiation_error.
% number_chars #11
?- number_chars(N, ['0'|_]).
   instantiation_error.
% number_chars #12
?- number_chars(N, '1').
   type_error(list,'1').
% number_chars #13
?- number_chars(N, [a|a]).
   type_error(list,[a|a]).
% number_chars #14
?- number_chars(N, [49]).
   type_error(character,49).
% number_chars #15
?- number_chars(N, []).
   syntax_error(...).
% number_chars #16
?- number_chars(N, ['3',' ']).
   syntax_error(...).
% number_chars #17
?- number_chars(N, ['3','.']).
   syntax_error(...).
% number_chars #18
?- number_chars(N, [' ','1']).
   N = 1.
% number_chars #19
?- number_chars(N, ['\n','1']).
   N = 1.
% number_chars #20
?- number_chars(N, [' ','0','''',a]).
   N = 97.
?- number_chars(N, [-,' ','1']).
   N = -1.
?- number_chars(N, [/,*,*,/,'1']).
   N = 1.
?- number_chars(N, ['%','\n','1']).
   N = 1.
?- number_chars(N, [-,/,*,*,/,'1']).
   syntax_error(...).
?- number_chars(N, [-,'1']).
   N = -1.
?- number_chars(N, [+,'1']).
   syntax_error(...).
?- number_chars(N, ['1',e,'1']).
   syntax_error(...).
?- number_chars(N, [-,-,'1']).
   syntax_error(...).
?- number_chars(1, ['1'|_]).
   true.
?- number_chars(1, [_|_]).
   true.
?- number_chars(_, [_|a]).
   type_error(list,[_|a]).
