% Included by tests: a text that includes another one of its own folder.

included(outer).
:- include('inner.pl').
