//! A text tool whose plugins are Prolog: each plugin is a grammar that rewrites lines. The tool gives its plugins
//! predicates in Rust, and each one a machine of its own with no access to the world outside, so that plugins cannot
//! disturb each other.
//! `cargo run --example plugins -- FILE.pl…` runs plugins on standard input; without files, the example runs its own.

use horn::{Access, Error, Image, Limit, Machine};
use std::time::Duration;

/// The access of every plugin.
const LIBRARY: &str = r#"
    :- use_module(library(dcgs)).

    % rewritten(+Line, -Result): all parts that rewrite//1 describes are replaced.
    rewritten(Line, Result) :-
        phrase(parts(Parts), Line),
        append(Parts, Result).

    parts([Part|Parts]) --> rewrite(Part), !, parts(Parts).
    parts([[C]|Parts])  --> [C], parts(Parts).
    parts([])           --> [].

    digits([D|Ds]) --> [D], { digit(D) }, digits_(Ds).
    digits_([D|Ds]) --> [D], { digit(D) }, !, digits_(Ds).
    digits_([]) --> [].

    digit(D) :- member(D, "0123456789").
"#;

/// The plugins of the example, with their names.
const PLUGINS: &[(&str, &str)] = &[
    (
        "celsius.pl",
        r#"rewrite(C) --> digits(Ds), " F", { celsius(Ds, C) }."#,
    ),
    (
        "shout.pl",
        r#"rewrite(U) --> "please", { upper("please", U) }."#,
    ),
    ("broken.pl", "rewrite(X) --> { X is foo + 1 }."),
    ("endless.pl", "rewrite(X) --> rewrite(X)."),
];

/// A plugin with its machine.
struct Plugin {
    name: String,
    machine: Machine,
}

/// The program that every plugin starts with.
fn library() -> Result<Image, Error> {
    let mut machine = Machine::builder()
        .access(Access::none())
        .limit(Limit::Inferences(Some(100_000)))
        .limit(Limit::Time(Some(Duration::from_secs(2))))
        .limit(Limit::Memory(Some(16 << 20)))
        .build()?;
    machine.function("upper", |text: String| text.to_uppercase())?;
    machine.function("celsius", |digits: String| {
        let fahrenheit: f64 = digits.parse()?;
        Ok::<_, std::num::ParseFloatError>(format!("{:.0} C", (fahrenheit - 32.0) / 1.8))
    })?;
    machine.consult_str("library.pl", LIBRARY)?;
    Ok(machine.freeze())
}

impl Plugin {
    fn new(library: &Image, name: &str, text: &str) -> Result<Plugin, Error> {
        let mut machine = library.machine();
        machine.consult_str(name, text)?;
        let name = name.to_string();
        Ok(Plugin { name, machine })
    }

    /// The line as the plugin rewrites it; the line itself if it does not.
    fn rewrite(&mut self, line: &str) -> Result<String, Error> {
        let query = self
            .machine
            .query("rewritten(Line, Result)")?
            .with("Line", line)?;
        match query.rows::<(String, String)>().next().transpose()? {
            Some((_, result)) => Ok(result),
            None => Ok(line.to_string()),
        }
    }
}

/// Runs a line through all plugins. A plugin that fails is reported, and leaves the line as it is.
fn run(plugins: &mut [Plugin], line: &str) -> String {
    let mut line = line.to_string();
    for plugin in plugins {
        match plugin.rewrite(&line) {
            Ok(rewritten) => line = rewritten,
            Err(Error::Resource(_)) => println!("{}: too expensive", plugin.name),
            Err(error) => println!("{}: {error}", plugin.name),
        }
    }
    line
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let (library, mut plugins) = (library()?, Vec::new());
    if files.is_empty() {
        for (name, text) in PLUGINS {
            plugins.push(Plugin::new(&library, name, text)?);
        }
        for line in ["It is 68 F, please.", "Nothing to do."] {
            println!("{}", run(&mut plugins, line));
        }
        return Ok(());
    }
    for file in &files {
        plugins.push(Plugin::new(
            &library,
            file,
            &std::fs::read_to_string(file)?,
        )?);
    }
    for line in std::io::stdin().lines() {
        println!("{}", run(&mut plugins, &line?));
    }
    Ok(())
}
