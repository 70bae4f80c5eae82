% Loads one file by three paths.
:- dynamic(count/1).
count(0).
:- ensure_loaded(counted).
:- ensure_loaded('../modules/counted.pl').
:- ensure_loaded('./counted').
