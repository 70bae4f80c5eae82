% Dates and times of day. Time stamps are seconds since 1970-01-01T00:00Z. Time zones are UTC, fixed
% offsets from it, and the local one: that of the environment variable `TZ`, or the system's.

:- module(date, [
    stamp_date_time/3, date_time_stamp/2, date_time_value/3,
    format_time/3, parse_time/2, parse_time/3,
    day_of_the_week/2, day_of_the_year/2,
    current_time/1, format_time//2
]).

%! stamp_date_time(+Stamp, -DateTime, ?TimeZone) is det.
%
%  Unifies `DateTime` with the date of a time stamp:
%  `date(Year,Month,Day,Hour,Minute,Second,Offset,Zone,DST)`, where `Second` is a float and `Offset`
%  is in seconds west of Greenwich. `TimeZone` is `'UTC'`, `local`, or an offset. With `local`,
%  `DST` is `true` or `false`; otherwise `-`.
?- stamp_date_time(0, D, 'UTC').
   D = date(1970,1,1,0,0,0.0,0,'UTC',-).
?- stamp_date_time(1700000000.5, D, -3600).
   D = date(2023,11,14,23,13,20.5,-3600,-,-).
?- setenv('TZ', 'EST5EDT,M3.2.0,M11.1.0'), stamp_date_time(1720000000, D, local).
   D = date(2024,7,3,5,46,40.0,14400,'EDT',true).
stamp_date_time(Stamp, DateTime, Zone) :-
    must_be(number, Stamp),
    zone(Zone, Stamp, Offset, Name, Saved),
    Local is Stamp-Offset,
    split_seconds(Local, Days, Rest),
    civil(Days, Y, M, D),
    Whole is truncate(Rest),
    H is Whole//3600,
    Mn is Whole mod 3600//60,
    S is float(Rest-H*3600-Mn*60),
    DateTime = date(Y,M,D,H,Mn,S,Offset,Name,Saved).

zone(Zone, Stamp, Offset, Name, Saved) :-
    (   var(Zone) -> Zone = 'UTC', Offset = 0, Name = 'UTC', Saved = (-)
    ;   integer(Zone) -> Offset = Zone, ( Zone =:= 0 -> Name = 'UTC' ; Name = (-) ), Saved = (-)
    ;   memberchk(Zone, ['UTC','GMT']) -> Offset = 0, Name = 'UTC', Saved = (-)
    ;   Zone == local -> Second is floor(Stamp), '$local_time'(Second, Offset, Name, Saved)
    ;   domain_error(time_zone, Zone, stamp_date_time/3)
    ).

split_seconds(T, Days, Rest) :-
    Days is floor(T/86400),
    Rest is T-Days*86400.

% The proleptic Gregorian calendar; years begin in March, so that the leap day is the last day of a
% year.
civil(Days, Y, M, D) :-
    Z is Days+719468,
    Era is Z div 146097,
    DoE is Z-Era*146097,
    YoE is (DoE-DoE//1460+DoE//36524-DoE//146096)//365,
    DoY is DoE-(365*YoE+YoE//4-YoE//100),
    MP is (5*DoY+2)//153,
    D is DoY-(153*MP+2)//5+1,
    M is (MP+2) mod 12+1,
    (   M =< 2 -> Y is YoE+Era*400+1
    ;   Y is YoE+Era*400
    ).

days(Y0, M0, D, Days) :-
    Months is Y0*12+M0-1,
    Y1 is Months div 12,
    M is Months mod 12+1,
    ( M =< 2 -> Y is Y1-1 ; Y = Y1 ),
    Era is Y div 400,
    YoE is Y-Era*400,
    DoY is (153*((M+9) mod 12)+2)//5+D-1,
    DoE is YoE*365+YoE//4-YoE//100+DoY,
    Days is Era*146097+DoE-719468.

%! date_time_stamp(+DateTime, -Stamp) is det.
%
%  Unifies `Stamp` with the time stamp of `DateTime`, a term as in stamp_date_time/3 or
%  `date(Year,Month,Day)`. Months, days, hours, minutes and seconds out of range carry over, which
%  makes date arithmetic possible. Variables stand for the first value of their field. Without an
%  offset the time is local: offset, zone and daylight saving are then unified with their values; if
%  these are given they select one of the two times that an hour repeated in autumn can mean.
?- setenv('TZ', 'CET-1CEST,M3.5.0,M10.5.0/3'), date_time_stamp(date(2024,7,1), S).
   S = 1719784800.0.
?- setenv('TZ', 'CET-1CEST,M3.5.0,M10.5.0/3'), date_time_stamp(date(2024,7,1,10,0,0,O,Z,S), _).
   O = -7200, Z = 'CEST', S = true.
?- date_time_stamp(date(2024,2,30,0,0,0,0,-,-), S), stamp_date_time(S, date(Y,M,D,_,_,_,_,_,_), 'UTC').
   S = 1709251200.0, Y = 2024, M = 3, D = 1.
date_time_stamp(Date, Stamp) :-
    date_fields(Date, Y, M, D, H, Mn, S, Zone),
    must_be(integer, Y),
    days(Y, M, D, Days),
    Wall is Days*86400+H*3600+Mn*60+S,
    (   Zone = west(Offset) -> true
    ;   Zone = local(Offset,Name,Saved),
        local_zone(Wall, Offset, Name, Saved)
    ),
    Stamp is float(Wall+Offset).

% The offset from Greenwich when clocks show `Wall`, given as if it were UTC. In the repeated hour
% it is the later time unless `Saved` selects the other; in the skipped hour, clocks have been put
% forward.
local_zone(Wall, Offset, Name, Saved) :-
    Second is floor(Wall),
    (   member(Away, [86400,-86400]),
        Far is Second+Away,
        '$local_time'(Far, O, _, _),
        Here is Second+O,
        '$local_time'(Here, O, N, S),
        \+ S \= Saved -> true
    ;   Far is Second+86400,
        '$local_time'(Far, O, N, S)
    ),
    Offset = O,
    ignore(Name = N),
    ignore(Saved = S).

date_fields(T, _, _, _, _, _, _, _) :- var(T), !, instantiation_error(date_time_stamp/2).
date_fields(date(Y,M0,D0), Y, M, D, 0, 0, 0, local(_,_,_)) :- !, given(M0, 1, M), given(D0, 1, D).
date_fields(date(Y,M0,D0,H0,Mn0,S0,O,Z,DST), Y, M, D, H, Mn, S, Zone) :- !,
    given(M0, 1, M), given(D0, 1, D), given(H0, 0, H), given(Mn0, 0, Mn), given(S0, 0, S),
    (   O == (-) -> Zone = west(0)
    ;   var(O) -> Zone = local(O,Z,DST)
    ;   must_be(number, O), Zone = west(O)
    ).
date_fields(T, _, _, _, _, _, _, _) :- type_error(date, T, date_time_stamp/2).

given(X, Default, V) :- ( var(X) -> V = Default ; must_be(number, X), V = X ).

%! date_time_value(?Key, +DateTime, ?Value) is nondet.
%
%  True if `Value` is the field `Key` of `DateTime`: `year`, `month`, `day`, `hour`, `minute`,
%  `second`, `utc_offset`, `time_zone`, `daylight_saving`, `date` or `time`.
?- date_time_value(day, date(2024,5,17), V).
   V = 17
;  false.
date_time_value(K, date(Y,M,D), V) :- member(K-V, [year-Y,month-M,day-D,date-date(Y,M,D)]).
date_time_value(K, date(Y,M,D,H,Mn,S,O,Z,DST), V) :-
    member(K-V0, [year-Y,month-M,day-D,hour-H,minute-Mn,second-S,utc_offset-O,
                  time_zone-Z,daylight_saving-DST,date-date(Y,M,D),time-time(H,Mn,S)]),
    V0 \== (-),
    V = V0.

%! day_of_the_week(+Date, -Day) is det.
%
%  Unifies `Day` with the number of the weekday of `date(Year,Month,Day)`, from 1 for Monday to 7
%  for Sunday.
?- day_of_the_week(date(2024,5,17), N).
   N = 5.
day_of_the_week(date(Y,M,D), N) :-
    days(Y, M, D, Days),
    N is (Days+3) mod 7+1.

%! day_of_the_year(+Date, -Day) is det.
%
%  Unifies `Day` with the number of the day in its year, counting from 1.
?- day_of_the_year(date(2024,3,1), N).
   N = 61.
day_of_the_year(date(Y,M,D), N) :-
    days(Y, M, D, Days),
    days(Y, 1, 1, First),
    N is Days-First+1.

%% Writing

%! format_time(+Sink, +Format, +StampOrDate) is det.
%
%  Writes a time stamp or date to `Sink`, a sink of format/3. In `Format`, `%` begins a specifier,
%  as in the C library: `%Y %m %d %e %H %I %k %l %M %S %f %y %C %j %p %P %a %A %b %B %h %u %w %U %W
%  %V %G %g %F %T %R %D %c %x %X %r %+ %s %z %Z %n %t %%`; `%3f` gives three digits of the fraction
%  of the second. Time stamps, and dates without an offset, are shown in local time.
?- stamp_date_time(0, D, 'UTC'), format_time(atom(A), '%Y-%m-%dT%H:%M:%S%:z', D).
   D = ..., A = '1970-01-01T00:00:00+00:00'.
?- setenv('TZ', 'CET-1CEST,M3.5.0,M10.5.0/3'), format_time(atom(A), '%T %z %Z', 0).
   A = '01:00:00 +0100 CET'.
?- format_time(chars(Cs), "%a, %d %b %Y, week %V, day %j", date(2024,5,17)).
   Cs = "Fri, 17 May 2024, week 20, day 138".
format_time(Sink, Format, When) :-
    atomics_chars(Format, Fs),
    moment(When, T),
    expanded(Fs, T, Cs, []),
    format(Sink, "~s", [Cs]).

atomics_chars(T, Cs) :- format(chars(Cs0), "~w", [T]), ( is_list(T) -> text_of(T, Cs) ; Cs = Cs0 ).

text_of(T, Cs) :-
    (   T = [X|_], integer(X) -> atom_codes(A, T), atom_chars(A, Cs)
    ;   must_be(chars, T), Cs = T
    ).

moment(When, T) :-
    (   var(When) -> instantiation_error(format_time/3)
    ;   number(When) -> stamp_date_time(When, T, local)
    ;   When = date(Y,M,D) -> moment(date(Y,M,D,0,0,0.0,_,_,_), T)
    ;   When = date(Y,M,D,H0,Mn0,S0,O0,Z,DST) ->
        given(H0, 0, H), given(Mn0, 0, Mn), given(S0, 0, S),
        (   O0 == (-) -> O = 0
        ;   var(O0) -> O = O0, date_time_stamp(When, _)
        ;   O = O0
        ),
        ( var(Z) -> Zone = (-) ; Zone = Z ),
        T = date(Y,M,D,H,Mn,S,O,Zone,DST)
    ;   type_error(time, When, format_time/3)
    ).

expanded([], _, Cs, Cs).
expanded([F|Fs], T, Cs0, Cs) :-
    (   F == '%' -> specifier(Fs, T, Cs0, Cs)
    ;   Cs0 = [F|Cs1],
        expanded(Fs, T, Cs1, Cs)
    ).

specifier([':',z|Fs], T, Cs0, Cs) :- !,
    T = date(_,_,_,_,_,_,O,_,_),
    offset(O, ":", Cs0, Cs1),
    expanded(Fs, T, Cs1, Cs).
specifier([X|Fs], T, Cs0, Cs) :- ( X == 'E' ; X == 'O' ; X == '_' ), !, specifier(Fs, T, Cs0, Cs).
specifier([D,f|Fs], T, Cs0, Cs) :- char_type(D, decimal_digit), !,
    number_chars(N, [D]),
    fraction(N, T, Cs0, Cs1),
    expanded(Fs, T, Cs1, Cs).
specifier([F|Fs], T, Cs0, Cs) :- field(F, T, Cs0, Cs1), !, expanded(Fs, T, Cs1, Cs).
specifier(Fs, _, _, _) :- domain_error(time_format, ['%'|Fs], format_time/3).

field('Y', date(Y,_,_,_,_,_,_,_,_)) --> format_("~d", [Y]).
field(m, date(_,M,_,_,_,_,_,_,_)) --> two(M).
field(d, date(_,_,D,_,_,_,_,_,_)) --> two(D).
field(e, date(_,_,D,_,_,_,_,_,_)) --> format_("~t~d~2|", [D]).
field('H', date(_,_,_,H,_,_,_,_,_)) --> two(H).
field(k, date(_,_,_,H,_,_,_,_,_)) --> format_("~t~d~2|", [H]).
field('I', date(_,_,_,H,_,_,_,_,_)) --> { I is (H+11) mod 12+1 }, two(I).
field(l, date(_,_,_,H,_,_,_,_,_)) --> { I is (H+11) mod 12+1 }, format_("~t~d~2|", [I]).
field('M', date(_,_,_,_,M,_,_,_,_)) --> two(M).
field('S', date(_,_,_,_,_,S,_,_,_)) --> { I is truncate(S) }, two(I).
field(f, T) --> fraction(6, T).
field(y, date(Y,_,_,_,_,_,_,_,_)) --> { I is Y mod 100 }, two(I).
field('C', date(Y,_,_,_,_,_,_,_,_)) --> { I is Y div 100 }, two(I).
field(j, T) --> { date_of(T, D), day_of_the_year(D, N) }, format_("~`0t~d~3|", [N]).
field(p, date(_,_,_,H,_,_,_,_,_)) --> { H < 12 -> A = 'AM' ; A = 'PM' }, format_("~a", [A]).
field('P', date(_,_,_,H,_,_,_,_,_)) --> { H < 12 -> A = am ; A = pm }, format_("~a", [A]).
field(a, T) --> { weekday(T, N), day_name(N, Name), sub_atom(Name, 0, 3, _, A) }, format_("~a", [A]).
field('A', T) --> { weekday(T, N), day_name(N, Name) }, format_("~a", [Name]).
field(b, date(_,M,_,_,_,_,_,_,_)) --> { month_name(M, Name), sub_atom(Name, 0, 3, _, A) }, format_("~a", [A]).
field(h, T) --> field(b, T).
field('B', date(_,M,_,_,_,_,_,_,_)) --> { month_name(M, Name) }, format_("~a", [Name]).
field(u, T) --> { weekday(T, N) }, format_("~d", [N]).
field(w, T) --> { weekday(T, N), I is N mod 7 }, format_("~d", [I]).
field('U', T) --> { weekday(T, N), date_of(T, D), day_of_the_year(D, Y), I is (Y+6-N mod 7)//7 }, two(I).
field('W', T) --> { weekday(T, N), date_of(T, D), day_of_the_year(D, Y), I is (Y+7-N)//7 }, two(I).
field('V', T) --> { date_of(T, D), iso_week(D, _, W) }, two(W).
field('G', T) --> { date_of(T, D), iso_week(D, Y, _) }, format_("~d", [Y]).
field(g, T) --> { date_of(T, D), iso_week(D, Y, _), I is Y mod 100 }, two(I).
field('F', T) --> fields("Y-m-d", T).
field('T', T) --> fields("H:M:S", T).
field('X', T) --> fields("H:M:S", T).
field('R', T) --> fields("H:M", T).
field('D', T) --> fields("m/d/y", T).
field(x, T) --> fields("m/d/y", T).
field(r, T) --> fields("I:M:S p", T).
field(c, T) --> fields("a b e H:M:S Y", T).
field(+, T) --> fields("a b e H:M:S Y", T).
field(s, T) --> { date_time_stamp(T, S), I is truncate(S) }, format_("~d", [I]).
field(z, date(_,_,_,_,_,_,O,_,_)) --> offset(O, "").
field('Z', date(_,_,_,_,_,_,O,Z,_)) --> ( { Z \== (-) } -> format_("~w", [Z]) ; offset(O, "") ).
field(n, _) --> "\n".
field(t, _) --> "\t".
field('%', _) --> "%".

fields([], _) --> [].
fields([F|Fs], T) -->
    (   { char_type(F, alpha) } -> field(F, T)
    ;   [F]
    ),
    fields(Fs, T).

two(N) --> format_("~`0t~d~2|", [N]).

fraction(N, date(_,_,_,_,_,S,_,_,_)) -->
    % The nearest value, but never a whole second.
    { I is min(round((S-truncate(S))*10**N), 10**N-1) },
    format_("~`0t~d~*|", [I,N]).

offset(O, Colon) -->
    {   ( O =< 0 -> Sign = (+) ; Sign = (-) ),
        A is abs(O)//60,
        H is A//60,
        M is A mod 60
    },
    [Sign], two(H), seq(Colon), two(M).

date_of(date(Y,M,D,_,_,_,_,_,_), date(Y,M,D)).

weekday(T, N) :- date_of(T, D), day_of_the_week(D, N).

% A week belongs to the year that contains its Thursday.
iso_week(date(Y0,M,D), Y, W) :-
    day_of_the_week(date(Y0,M,D), N),
    days(Y0, M, D, Days),
    Thursday is Days+4-N,
    civil(Thursday, Y, _, _),
    days(Y, 1, 1, First),
    W is (Thursday-First)//7+1.

day_name(N, Name) :-
    arg(N, days('Monday','Tuesday','Wednesday','Thursday','Friday','Saturday','Sunday'), Name).

month_name(N, Name) :-
    arg(N, months('January','February','March','April','May','June','July','August',
                  'September','October','November','December'), Name).

%! current_time(-Time) is det.
%
%  Unifies `Time` with the current time for format_time//2, a list of `Letter = Chars`.
?- current_time(T), phrase(format_time("%%", T), Cs).
   T = ..., Cs = "%".
current_time(T) :-
    get_time(Now),
    stamp_date_time(Now, D, local),
    field_values("YmdHMSbaAj", D, T).

field_values([], _, []).
field_values([F|Fs], D, [F=Cs|T]) :-
    phrase(field(F, D), Cs),
    field_values(Fs, D, T).

%! format_time(+Format, +Time)// is det.
%
%  Describes `Time`, a term of current_time/1 or a time stamp, according to the characters `Format`.
?- setenv('TZ', 'UTC'), phrase(format_time("%d.%m.%Y", 0), Cs).
   Cs = "01.01.1970".
format_time(Fs, T) -->
    (   { is_list(T) } -> listed(Fs, T)
    ;   { moment(T, D), expanded(Fs, D, Cs, []) },
        seq(Cs)
    ).

listed([], _) --> [].
listed(['%',F|Fs], T) --> !,
    (   { F == '%' } -> "%"
    ;   { memberchk(F=Cs, T) } -> seq(Cs)
    ;   { domain_error(time_specifier, F, format_time//2) }
    ),
    listed(Fs, T).
listed([F|Fs], T) --> [F], listed(Fs, T).

%% Parsing

%! parse_time(+Text, -Stamp) is semidet.
%
%  As parse_time/3, with any format.
?- parse_time('2024-05-17T10:00:00Z', S).
   S = 1715940000.0.
?- parse_time("2024-05-17", S).
   S = 1715904000.0.
parse_time(Text, Stamp) :- parse_time(Text, _, Stamp).

%! parse_time(+Text, ?Format, -Stamp) is semidet.
%
%  Unifies `Stamp` with the time stamp of `Text`. `Format` is `rfc_1123` or `iso_8601`: a calendar,
%  ordinal or week date, in basic or extended form, optionally with a time of day, a fraction and a
%  zone. False if `Text` has another form.
?- parse_time('Fri, 08 Dec 2006 15:29:44 GMT', F, S).
   F = rfc_1123, S = 1165591784.0.
?- parse_time('2006-W49-5', F, S).
   F = iso_8601, S = 1165536000.0.
parse_time(Text, Format, Stamp) :-
    atomics_chars(Text, Cs),
    (   phrase(iso_8601(Stamp0), Cs) -> F = iso_8601
    ;   phrase(rfc_1123(Stamp0), Cs) -> F = rfc_1123
    ),
    Format = F,
    Stamp = Stamp0.

iso_8601(Stamp) -->
    iso_date(Days),
    (   ( "T" ; " " ) -> iso_time(Seconds), iso_zone(Offset)
    ;   { Seconds = 0, Offset = 0 }
    ),
    { Stamp is float(Days*86400+Seconds+Offset) }.

iso_date(Days) -->
    year(Y),
    (   "-" -> { Sep = "-" }
    ;   { Sep = "" }
    ),
    (   "W" -> number_of(2, W), in(W, 1, 53), seq(Sep), number_of(1, D), in(D, 1, 7), { week_days(Y, W, D, Days) }
    ;   number_of(2, M), seq(Sep), number_of(2, D) ->
        in(M, 1, 12), in(D, 1, 31), { days(Y, M, D, Days) }
    ;   number_of(3, N) -> in(N, 1, 366), { days(Y, 1, 1, D1), Days is D1+N-1 }
    ;   { Sep == "-" }, number_of(2, M), in(M, 1, 12), { days(Y, M, 1, Days) }
    ).

year(Y) -->
    (   "-" -> number_of(4, N), { Y is -N }
    ;   number_of(4, Y)
    ).

% Day 1 of week 1 is the Monday of the week that contains January 4.
week_days(Y, W, D, Days) :-
    days(Y, 1, 4, Fourth),
    day_of_the_week(date(Y,1,4), N),
    Days is Fourth-N+(W-1)*7+D.

iso_time(Seconds) -->
    number_of(2, H), in(H, 0, 24),
    (   ":" -> number_of(2, M), in(M, 0, 59), ( ":" -> seconds(S) ; { S = 0 } )
    ;   number_of(2, M) -> in(M, 0, 59), ( seconds(S) -> [] ; { S = 0 } )
    ;   { M = 0, S = 0 }
    ),
    { Seconds is H*3600+M*60+S }.

seconds(S) -->
    number_of(2, I), in(I, 0, 60),
    (   ( "." ; "," ) -> digits_of(Ds), { Ds = [_|_], length(Ds, N), number_chars(F, Ds), S is I+F/10.0**N }
    ;   { S = I }
    ).

iso_zone(Offset) -->
    (   "Z" -> { Offset = 0 }
    ;   ( "+" -> { Sign = -1 } ; "-", { Sign = 1 } ),
        number_of(2, H),
        (   ":" -> number_of(2, M)
        ;   number_of(2, M) -> []
        ;   { M = 0 }
        ) -> { Offset is Sign*(H*3600+M*60) }
    ;   { Offset = 0 }
    ).

rfc_1123(Stamp) -->
    [_,_,_], ", ",
    number_of(2, D), " ", [A,B,C], " ",
    { month_name(M, Name), sub_atom(Name, 0, 3, _, Short), atom_chars(Short, [A,B,C]) },
    number_of(4, Y), " ",
    number_of(2, H), ":", number_of(2, Mn), ":", number_of(2, S), " ",
    (   ( "GMT" ; "UTC" ; "Z" ) -> { O = 0 }
    ;   iso_zone(O)
    ),
    { days(Y, M, D, Days), Stamp is float(Days*86400+H*3600+Mn*60+S+O) }.

in(N, L, H) --> { N >= L, N =< H }.

number_of(N, V) --> { length(Ds, N) }, digit_seq(Ds), { number_chars(V, Ds) }.

digit_seq([]) --> [].
digit_seq([D|Ds]) --> [D], { char_type(D, decimal_digit) }, digit_seq(Ds).

digits_of([D|Ds]) --> [D], { char_type(D, decimal_digit) }, !, digits_of(Ds).
digits_of([]) --> [].
