//! Reads of long texts and numbers that limits end: the text is not lost then.

use horn::{Limit, Machine};
use std::time::{Duration, Instant};

#[test]
fn the_reading_of_a_long_number_ends_at_limits() {
    let path = std::env::temp_dir().join(format!("horn-number-{}", std::process::id()));
    std::fs::write(&path, "7".repeat(3_000_000) + ".\n").expect("a file");
    let mut m = Machine::new();
    let open = format!("open('{}', read, S)", path.display());
    let given_up = |goal| {
        format!("catch(call_with_time_limit(0.02, {goal}), E, true), E == time_limit_exceeded")
    };
    for goal in [
        format!(
            "{}, character_count(S, 0), close(S)",
            given_up("read(S, _)")
        ),
        format!(
            "get_n_chars(S, 3000000, Cs), close(S), {}",
            given_up("number_chars(_, Cs)")
        ),
        format!(
            "get_n_chars(S, 3000000, Cs), close(S), atom_chars(A, Cs), {}",
            given_up("atom_number(A, _)")
        ),
        format!(
            "get_n_chars(S, 3000000, Cs), close(S), atom_chars(A, Cs), {}",
            given_up("term_to_atom(_, A)")
        ),
    ] {
        let start = Instant::now();
        assert!(
            matches!(m.run(&format!("{open}, {goal}")), Ok(true)),
            "{goal}"
        );
        assert!(start.elapsed() < Duration::from_secs(10), "{goal}");
    }
    std::fs::remove_file(&path).expect("the file is there");
}

#[test]
fn a_text_without_room_can_be_read_in_other_ways() {
    let path = std::env::temp_dir().join(format!("horn-rest-{}", std::process::id()));
    std::fs::write(&path, "größe\r\n".repeat(4 << 20)).expect("a file");
    let mut m = Machine::new();
    m.set_limit(Limit::CatchableMemory(Some(24 << 20)));
    for read in [
        "read_stream_to_chars(S, _)",
        "read_stream_to_codes(S, _)",
        "get_n_chars(S, 100000000, _)",
        "read_string(S, \";\", \"\", _, _)",
    ] {
        let goal = format!(
            "open('{}', read, S), get_char(S, g), catch({read}, error(resource_error(memory),_), true),
             character_count(S, 1), byte_count(S, 1), read_line_to_chars(S, \"röße\"), line_count(S, 2),
             read_line_to_codes(S, Cs), atom_codes('größe', Cs), close(S)",
            path.display()
        );
        assert!(matches!(m.run(&goal), Ok(true)), "{read}");
    }
    std::fs::remove_file(&path).expect("the file is there");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end_is_closed_when_its_read_is_stopped() {
    for read in [
        "read_file_to_chars('/dev/zero', _, [])",
        "read_file_to_codes('/dev/zero', _, [])",
        "read_file_to_terms('/dev/zero', _, [])",
    ] {
        let mut m = Machine::new();
        m.set_limit(Limit::Time(Some(Duration::from_millis(300))));
        let error = m.run(read).expect_err(read);
        assert!(error.to_string().contains("time"), "{read}: {error}");
        let is_open = m.run("stream_property(_, file_name('/dev/zero'))");
        assert!(matches!(is_open, Ok(false)), "{read}");
        assert!(m.memory_in_use() < 64 << 20, "{read}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_read_of_a_file_keeps_no_memory() {
    let mut m = Machine::new();
    m.set_limit(Limit::CatchableMemory(Some(32 << 20)));
    for read in [
        "read_stream_to_chars(S, _)",
        "read_stream_to_codes(S, _)",
        "read_line_to_chars(S, _)",
        "read(S, _)",
    ] {
        let goal = format!(
            "open('/dev/zero', read, S), catch({read}, error(resource_error(memory),_), true),
             character_count(S, 0), get_code(S, 0)"
        );
        assert!(matches!(m.run(&goal), Ok(true)), "{read}");
    }
    // Four streams are open.
    assert!(m.memory_in_use() < 16 << 20, "{}", m.memory_in_use());
}
