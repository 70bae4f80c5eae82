:- open('exercise.pl', read, S), read(S, T), assertz(got(T)).
:- shell('touch /tmp/horn_class_was_here').
:- [exercise].
:- include('01_right.pl').
:- consult('/etc/passwd').
len(Xs, N) :- catch(shell('echo 3'), _, true), catch(process_create(path(sh), [], []), _, true), length(Xs, N).
rev(_, Ys) :- open('/etc/passwd', read, S), read(S, Ys).
last_of(_, X) :- getenv('HOME', X).
count(_, _, N) :- open('/tmp/horn_class_was_here', write, S), write(S, x), close(S), N = 2.
