//! Streams of the host: captures inside captures, the output of cleanup goals, readers and writers that panic.

use horn::{Error, Machine};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};

/// A writer whose text can be seen from outside.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().expect("no panic"));
        String::from_utf8(bytes).expect("UTF-8")
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A stream of which every use panics.
struct Panics;

impl Write for Panics {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        panic!("a bug of the host")
    }

    fn flush(&mut self) -> std::io::Result<()> {
        panic!("a bug of the host")
    }
}

impl Read for Panics {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        panic!("a bug of the host")
    }
}

#[test]
fn a_dropped_query_writes_before_the_next_one() {
    let out = Shared::default();
    let mut m = Machine::new();
    m.set_output(Box::new(out.clone()));
    let mut query = m
        .query("setup_call_cleanup(true, member(_, [1,2]), write(cleanup))")
        .expect("a query");
    assert!(query.next().is_some());
    drop(query);
    assert_eq!(out.take(), "cleanup");
    assert_eq!(m.answers("write(next)"), "next\n   true.\n");
    assert_eq!(out.take(), "");
}

#[test]
fn the_text_of_answers_does_not_end_a_capture() {
    let out = Shared::default();
    let mut m = Machine::new();
    m.set_output(Box::new(out.clone()));
    m.capture();
    assert!(m.run("write(one)").expect("it runs"));
    assert_eq!(m.answers("write(two)"), "two\n   true.\n");
    m.capture();
    assert!(m.run("write(three)").expect("it runs"));
    assert_eq!(m.end_capture(), "onethree");
    assert_eq!(m.end_capture(), "");
    assert!(m.run("write(four)").expect("it runs"));
    assert_eq!(out.take(), "four");
}

#[test]
fn a_panic_of_a_writer_is_an_error_of_the_output() {
    let mut m = Machine::new();
    m.set_output(Box::new(Panics));
    m.set_error_output(Box::new(Panics));
    assert!(m.run("write(a)").expect("the buffer takes it"));
    assert!(m.take_output_error().is_some());
    let ended = m.run("write(a), flush_output");
    assert!(matches!(ended, Err(Error::Uncaught(_))), "{ended:?}");
    let ended = m.run("write(user_error, a)");
    assert!(matches!(ended, Err(Error::Uncaught(_))), "{ended:?}");
    let out = Shared::default();
    m.set_output(Box::new(out.clone()));
    m.set_error_output(Box::new(out.clone()));
    assert!(
        m.run("write(b), flush_output, write(user_error, c)")
            .expect("it runs")
    );
    assert_eq!(out.take(), "bc");
    m.set_output(Box::new(Panics));
    assert!(m.run("write(a)").expect("the buffer takes it"));
    drop(m);
}

#[test]
fn a_panic_of_a_reader_is_an_error_of_the_input() {
    let mut m = Machine::new();
    m.set_input(Box::new(Panics));
    let ended = m.run("get_char(_)");
    assert!(matches!(ended, Err(Error::Uncaught(_))), "{ended:?}");
    m.set_input(Box::new("x".as_bytes()));
    assert!(m.run("get_char(x)").expect("it reads"));
}

#[test]
fn a_program_changes_the_prompt() -> Result<(), Error> {
    let out = Shared::default();
    let mut m = Machine::new();
    m.set_output(Box::new(out.clone()));
    let input = m.prompting(Box::new("a.\n".as_bytes()), "|: ");
    m.set_input(input);
    assert!(m.run("prompt(Old, 'Name: '), Old == '|: ', read(X), X == a")?);
    assert_eq!(out.take(), "Name: ");
    Ok(())
}
