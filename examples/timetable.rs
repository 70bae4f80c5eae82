//! A timetable from Rust data: facts from structures, rooms and hours by constraints, the result as structures.
//! Run it with `cargo run --example timetable`.

use horn::{Arguments, Error, FromTerm, Machine};

/// A lesson: the arguments of `lesson/3`.
#[derive(Arguments)]
struct Lesson {
    #[horn(atom)]
    subject: &'static str,
    #[horn(atom)]
    teacher: &'static str,
    #[horn(atom)]
    group: &'static str,
}

/// `at(Subject, Group, Hour, Room)`
#[derive(FromTerm)]
#[horn(name = "at")]
struct Place {
    subject: String,
    group: String,
    hour: usize,
    room: u32,
}

const RULES: &str = r"
    :- use_module(library(clpz)).

    timetable(Hours, Rooms, Places) :-
        findall(S-T-G, lesson(S, T, G), Lessons),
        maplist(place(Hours, Rooms), Lessons, Places, Times, Slots),
        all_different(Slots),
        foldl(apart, Lessons, Times, [], _),
        labeling([ff], Slots).

    % A slot is a room at an hour.
    place(Hours, Rooms, S-_-G, at(S,G,Hour,Room), Hour, Slot) :-
        Hour in 1..Hours,
        Room in 1..Rooms,
        Slot #= (Hour-1)*Rooms + Room.

    % Lessons of one teacher, or of one group, are at different hours.
    apart(S-T-G, Hour, Before, [S-T-G-Hour|Before]) :-
        maplist(not_together(T, G, Hour), Before).

    not_together(T, G, Hour, _-T1-G1-Hour1) :-
        (   ( T == T1 ; G == G1 ) -> Hour #\= Hour1 ; true ).
";

fn main() -> Result<(), Error> {
    let lesson = |subject, teacher, group| Lesson {
        subject,
        teacher,
        group,
    };
    let lessons = [
        lesson("logic", "ada", "first"),
        lesson("logic", "ada", "second"),
        lesson("algebra", "emmy", "first"),
        lesson("algebra", "emmy", "second"),
        lesson("music", "clara", "first"),
    ];
    let mut machine = Machine::new();
    machine.assert_all("lesson", lessons)?;
    machine.consult_str("timetable.pl", RULES)?;

    let query = machine.query("timetable(Hours, Rooms, Places)")?;
    let mut query = query.with("Hours", 3)?.with("Rooms", 2)?;
    let Some(answer) = query.next().transpose()? else {
        println!("no timetable");
        return Ok(());
    };
    let mut places: Vec<Place> = answer.get("Places")?;
    places.sort_by_key(|p| (p.hour, p.room));
    for Place {
        subject,
        group,
        hour,
        room,
    } in places
    {
        println!("hour {hour}, room {room}: {subject} for the {group} group");
    }
    drop(query);
    let impossible = machine.query("timetable(2, 2, _)")?.next();
    println!(
        "in two hours: {}",
        if impossible.is_some() {
            "possible"
        } else {
            "impossible"
        }
    );
    Ok(())
}
