before(1).
:- if(true).
within(1).
