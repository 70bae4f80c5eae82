% Dates and times in the notation of XML Schema.

:- module(xsd_time, [xsd_time_string/3]).

%! xsd_time_string(?Time, ?Type, ?Text) is det.
%
%  Converts between a time and its text in XML Schema, of a type that is an atom or, as here, a term `xsd:Name`. Times are
%  `date(Y,M,D)`, `date_time(Y,M,D,H,Min,S)`, the same with an offset to UTC in seconds, `time(H,Min,S)`, `year_month(Y,M)`,
%  `month_day(M,D)`, and integers of the types `gYear`, `gMonth` and `gDay`. Throws a domain error if a part is too large, and a
%  syntax error for other texts.
?- xsd_time_string(date_time(2016,1,30,20,29,5.5,3600), T, S).
   T = xsd:dateTime, S = "2016-01-30T20:29:05.5+01:00".
?- xsd_time_string(D, T, "2016-01-30").
   D = date(2016,1,30), T = xsd:date.
?- xsd_time_string(D, xsd:gDay, "30").
   D = 30.
?- xsd_time_string(D, T, "2016-01-35").
   error(domain_error(day,35),xsd_time_string/3).
?- xsd_time_string(D, T, "x").
   error(syntax_error(xsd_time),xsd_time_string/3).
xsd_time_string(Time, Type, Text) :-
    (   nonvar(Text) ->
        ( is_list(Text) -> Cs = Text ; format(chars(Cs), "~w", [Text]) ),
        (   phrase(time(Time0, Name), Cs) -> true
        ;   throw(error(syntax_error(xsd_time), xsd_time_string/3))
        ),
        of_type(Name, Type, Name1),
        in_range(Time0, Name1),
        Time = Time0
    ;   var(Time) -> instantiation_error(xsd_time_string/3)
    ;   type_of(Time, Type, Name),
        in_range(Time, Name),
        once(phrase(time_text(Time, Name), Text))
    ).

% Two digits alone are a month or a day.
of_type(Name0, Type, Name) :-
    (   Name0 \== month_or_day -> Type = xsd:Name0, Name = Name0
    ;   var(Type) -> instantiation_error(xsd_time_string/3)
    ;   Type = xsd:Name,
        memberchk(Name, [gMonth,gDay])
    ).

type_of(Time, Type, Name) :-
    (   integer(Time) ->
        (   var(Type) -> instantiation_error(xsd_time_string/3)
        ;   Type = xsd:Name,
            memberchk(Name, [gYear,gMonth,gDay])
        )
    ;   named(Time, Name0) ->
        Name = Name0,
        Type = xsd:Name
    ;   type_error(xsd_time, Time, xsd_time_string/3)
    ).

named(date(_,_,_), date).
named(date_time(_,_,_,_,_,_), dateTime).
named(date_time(_,_,_,_,_,_,_), dateTime).
named(time(_,_,_), time).
named(year_month(_,_), gYearMonth).
named(month_day(_,_), gMonthDay).

in_range(Time, Name) :-
    (   \+ integer(Time) -> fields_in_range(Time)
    ;   Name == gDay -> part(day, Time, 1, 31)
    ;   Name == gYear -> true
    ;   part(month, Time, 1, 12)
    ).

fields_in_range(date(_,M,D)) :- part(month, M, 1, 12), part(day, D, 1, 31).
fields_in_range(date_time(Y,M,D,H,Min,S)) :- fields_in_range(date(Y,M,D)), fields_in_range(time(H,Min,S)).
fields_in_range(date_time(Y,M,D,H,Min,S,Offset)) :-
    fields_in_range(date_time(Y,M,D,H,Min,S)),
    part(tz_offset, Offset, -50400, 50400).
fields_in_range(time(H,Min,S)) :- part(hour, H, 0, 24), part(minute, Min, 0, 59), part(second, S, 0, 60).
fields_in_range(year_month(_,M)) :- part(month, M, 1, 12).
fields_in_range(month_day(M,D)) :- part(month, M, 1, 12), part(day, D, 1, 31).

part(Name, N, Least, Greatest) :-
    must_be(number, N),
    (   N >= Least, N =< Greatest -> true
    ;   domain_error(Name, N, xsd_time_string/3)
    ).

time(date_time(Y,M,D,H,Min,S,Offset), dateTime) --> date(Y, M, D), "T", clock(H, Min, S), offset(Offset).
time(date_time(Y,M,D,H,Min,S), dateTime) --> date(Y, M, D), "T", clock(H, Min, S).
time(date(Y,M,D), date) --> date(Y, M, D).
time(year_month(Y,M), gYearMonth) --> year(Y), "-", two(M).
time(time(H,Min,S), time) --> clock(H, Min, S).
time(month_day(M,D), gMonthDay) --> two(M), "-", two(D).
time(N, month_or_day) --> two(N).
time(Y, gYear) --> year(Y).

date(Y, M, D) --> year(Y), "-", two(M), "-", two(D).

year(Y) --> "-", !, year(Y0), { Y is -Y0 }.
year(Y) --> digit(A), digit(B), digit(C), digit(D), more_digits(Ds), { number_chars(Y, [A,B,C,D|Ds]) }.

two(N) --> digit(A), digit(B), { number_chars(N, [A,B]) }.

clock(H, Min, S) --> two(H), ":", two(Min), ":", two(S0), ( ".", digit(D), more_digits(Ds) ->
    { number_chars(Part, ['0','.',D|Ds]), S is S0+Part } ; { S = S0 } ).

offset(0) --> "Z".
offset(S) --> "+", two(H), ":", two(Min), { S is H*3600+Min*60 }.
offset(S) --> "-", two(H), ":", two(Min), { S is -(H*3600+Min*60) }.

digit(D) --> [D], { char_type(D, digit(_)) }.

more_digits([D|Ds]) --> digit(D), !, more_digits(Ds).
more_digits([]) --> [].

time_text(date(Y,M,D), _) --> year_text(Y), format_("-~|~`0t~d~2+-~|~`0t~d~2+", [M,D]).
time_text(date_time(Y,M,D,H,Min,S), _) --> time_text(date(Y,M,D), date), "T", time_text(time(H,Min,S), time).
time_text(date_time(Y,M,D,H,Min,S,Offset), _) --> time_text(date_time(Y,M,D,H,Min,S), dateTime), offset_text(Offset).
time_text(time(H,Min,S), _) --> format_("~|~`0t~d~2+:~|~`0t~d~2+:", [H,Min]), seconds_text(S).
time_text(year_month(Y,M), _) --> year_text(Y), format_("-~|~`0t~d~2+", [M]).
time_text(month_day(M,D), _) --> format_("~|~`0t~d~2+-~|~`0t~d~2+", [M,D]).
time_text(Y, gYear) --> year_text(Y).
time_text(N, _) --> { integer(N) }, format_("~|~`0t~d~2+", [N]).

year_text(Y) --> { integer(Y), Y < 0 }, !, { Z is -Y }, "-", year_text(Z).
year_text(Y) --> { integer(Y) }, format_("~|~`0t~d~4+", [Y]).

seconds_text(S) -->
    (   { integer(S) } -> format_("~|~`0t~d~2+", [S])
    ;   { S < 10 } -> "0", format_("~w", [S])
    ;   format_("~w", [S])
    ).

offset_text(0) --> !, "Z".
offset_text(Offset) -->
    { ( Offset < 0 -> Sign = (-) ; Sign = (+) ), H is abs(Offset)//3600, Min is abs(Offset) mod 3600//60 },
    format_("~w~|~`0t~d~2+:~|~`0t~d~2+", [Sign,H,Min]).
