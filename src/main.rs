//! The program `horn`: the command line of the library.

fn main() -> std::process::ExitCode {
    horn::repl::main()
}
