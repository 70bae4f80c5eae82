//! The manual page and the completions of shells, from the definition of the command line.

use super::arguments::CommandLine;
use super::ending::Ending;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the script that completes commands and options in a shell.
pub(super) fn completions(shell: Shell) -> ExitCode {
    // Into memory first: the generator panics at an output that is closed.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "horn", &mut script);
    print(&script)
}

/// Prints the manual page, with the commands after the page of the program.
pub(super) fn page() -> ExitCode {
    let mut page = Vec::new();
    match render(&mut page) {
        Ok(()) => print(&page),
        Err(e) => Ending::of_output(&e).report(),
    }
}

fn render(page: &mut Vec<u8>) -> io::Result<()> {
    let mut command = CommandLine::command();
    command.build();
    let manual = clap_mangen::Man::new(command.clone());
    manual.render_title(page)?;
    manual.render_name_section(page)?;
    manual.render_synopsis_section(page)?;
    manual.render_description_section(page)?;
    manual.render_options_section(page)?;
    for command in command.get_subcommands() {
        if command.get_name() == "help" {
            continue;
        }
        let title = format!("horn {}", command.get_name()).to_uppercase();
        writeln!(page, ".SH \"{title}\"")?;
        let manual = clap_mangen::Man::new(command.clone());
        let mut part = Vec::new();
        manual.render_description_section(&mut part)?;
        manual.render_options_section(&mut part)?;
        // The sections of a command are subsections here.
        for line in String::from_utf8_lossy(&part).lines() {
            match line {
                ".SH DESCRIPTION" => writeln!(page, ".PP")?,
                ".SH OPTIONS" => writeln!(page, ".SS OPTIONS")?,
                line => writeln!(page, "{line}")?,
            }
        }
    }
    manual.render_version_section(page)
}

fn print(bytes: &[u8]) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => Ending::of_output(&e).report(),
    }
}
