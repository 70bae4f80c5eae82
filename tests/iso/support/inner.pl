% Included by `outer.pl`.

included(inner).
