//! The events of a search, drawn as they happen: the tree of decisions, with what propagation does. Run it with
//! `cargo run --example search_events`, or with `-- 8` for eight queens.

use horn::{ConstraintEvent, Error, Machine};

const QUEENS: &str = r"
    :- use_module(library(clpz)).

    queens(N, Qs) :-
        length(Qs, N),
        Qs ins 1..N,
        all_distinct(Qs),
        safe(Qs).

    safe([]).
    safe([Q|Qs]) :- apart(Qs, Q, 1), safe(Qs).

    apart([], _, _).
    apart([Q|Qs], Q0, D) :-
        abs(Q0 - Q) #\= D,
        D1 is D+1,
        apart(Qs, Q0, D1).
";

/// Draws the tree.
#[derive(Default)]
struct Drawing {
    depth: usize,
    /// The number of changes of domains since the last decision.
    changes: usize,
}

impl Drawing {
    fn draw(&mut self, event: &ConstraintEvent) {
        let indent = "  ".repeat(self.depth);
        match event {
            ConstraintEvent::Branch { depth, decision } => {
                self.flush();
                self.depth = *depth as usize;
                println!("{}{decision}", "  ".repeat(self.depth - 1));
            }
            ConstraintEvent::Removed { .. } if self.depth > 0 => self.changes += 1,
            ConstraintEvent::Failed(_) => {
                self.changes = 0;
                println!("{indent}fails");
            }
            ConstraintEvent::Backtrack { depth } => {
                self.flush();
                self.depth = *depth as usize;
            }
            ConstraintEvent::Solution { .. } => {
                self.flush();
                println!("{indent}solution");
            }
            _ => {}
        }
    }

    /// Writes what propagation did since the last decision.
    fn flush(&mut self) {
        if self.changes > 0 {
            println!("{}{} domains change", "  ".repeat(self.depth), self.changes);
        }
        self.changes = 0;
    }
}

fn main() -> Result<(), Error> {
    let n: u32 = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(6);
    let mut machine = Machine::new();
    machine.consult_str("queens.pl", QUEENS)?;
    let mut drawing = Drawing::default();
    machine.listen(move |event| drawing.draw(event));
    let query = machine.query("queens(N, Qs), label(Qs)")?.with("N", n)?;
    if let Some(row) = query.rows::<(u32, Vec<u32>)>().next() {
        println!("{:?}", row?.1);
    }
    Ok(())
}
