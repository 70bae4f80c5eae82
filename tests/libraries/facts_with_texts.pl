% Facts whose arguments are texts, floats and lists: the database has them as they were read, for clause/2 before their
% code is made, and for calls.

:- dynamic text/2, tail/3, number/3, string/2.

text(short, "abc").
text(empty, "").
text(long, "A list of characters that is longer than thirty-two bytes is packed.").
text(wide, "größer als zweiunddreißig Bytes: 日本語, 日本語, 日本語").
text(open, [a,b,c|_]).
text(mixed, [a,b,1,c,"tail of characters, which is packed because it is long"]).
text(twice, f("The same text of more than thirty-two bytes.","The same text of more than thirty-two bytes.")).

tail(X, [a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,a,b,c,d,e,f,g,h|X], X).

number(1.5, -0.0, [2.0,"x",3]).
number(N, M, N-M-1.0Inf) :- N = 1, M = 2.0.

:- set_prolog_flag(double_quotes, string).

string(short, "abc").
string(empty, "").
string(long, "A string that is longer than eight bytes: größer").
string(twice, f("eight by", "eight by")).

:- set_prolog_flag(double_quotes, chars).

% 1. As stored: clause/2 reads the stored terms.
?- clause(text(short, T), true).
   T = "abc".
?- clause(text(long, T), true), length(T, N), last(T, L), T = [A,B|_].
   ..., N = 68, L = '.', A = 'A', B = ' '.
?- clause(text(wide, T), true), length(T, N), nth1(35, T, C).
   ..., N = 46, C = '本'.
?- clause(text(open, T), true), T = [A,B,C,d].
   T = "abcd", A = a, B = b, C = c.
?- clause(text(mixed, [A,B,N,C,T]), true), length(T, L).
   A = a, B = b, N = 1, C = c, T = "tail of characters, which is packed because it is long", L = 54.
?- clause(tail(x, L, T), true), T == x, length(P, 34), append(P, R, L), R == x.
   ..., T = x, ..., R = x.
?- clause(number(F, Z, L), true), F == 1.5, Z == -0.0, L == [2.0,"x",3].
   F = 1.5, Z = -0.0, L = [2.0,"x",3]
;  unexpected.
?- findall(S, clause(string(_, S), true), [A,B,C,f(D,E)]), maplist(string, [A,B,C,D,E]), string_length(C, N), D == E.
   ..., N = 48.

% 2. As called: the same from their code.
?- findall(K-T, clause(text(K, T), true), Stored), findall(K-T, text(K, T), Called), Stored =@= Called, length(Called, N).
   ..., N = 7.
?- findall(K-T, clause(string(K, T), true), Stored), findall(K-T, string(K, T), Called), Stored == Called.
   ... .
?- findall(F-Z-L, clause(number(F, Z, L), _), Stored), findall(F-Z-L, number(F, Z, L), Called), length(Stored, N), length(Called, N).
   ..., N = 2.
?- tail(x, L, T), T == x, length(P, 34), append(P, R, L), R == x.
   ..., T = x, ..., R = x.
?- text(short, [a|T]), text(twice, f(S, S)).
   T = "bc", S = "The same text of more than thirty-two bytes.".
