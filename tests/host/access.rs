//! Access to the world outside: each attempt to reach more than was granted, and the effect of each grant.

use horn::{Access, Error, Limit, Machine};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A folder of this test with `in/data.pl`, which is granted, and `secret.pl` beside it, which is not.
struct World(PathBuf);

impl World {
    fn new(name: &str) -> World {
        let folder = std::env::temp_dir().join(format!("horn-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("in/sub")).expect("a folder");
        std::fs::write(folder.join("secret.pl"), "secret(42).\n").expect("a file");
        std::fs::write(folder.join("in/data.pl"), "data(1).\n").expect("a file");
        World(std::fs::canonicalize(folder).expect("a folder"))
    }

    /// Adds links that lead out of the granted folder.
    #[cfg(unix)]
    fn add_links(&self) {
        use std::os::unix::fs::symlink;
        let inside = self.0.join("in");
        symlink(self.path("secret.pl"), inside.join("link.pl")).expect("a link");
        symlink(self.path("nowhere"), inside.join("dangling")).expect("a link");
        symlink(&self.0, inside.join("up")).expect("a link");
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// A query with `SECRET`, `IN` and `OUT` replaced by quoted paths.
    fn query(&self, text: &str) -> String {
        let quoted = |path: String| format!("'{path}'");
        text.replace("SECRET", &quoted(self.path("secret.pl")))
            .replace("IN", &quoted(self.path("in")))
            .replace("OUT", &quoted(self.path("new.txt")))
    }

    /// Returns true if nothing outside the granted folder was changed.
    fn is_untouched(&self) -> bool {
        let names = std::fs::read_dir(&self.0).expect("a folder");
        let secret = std::fs::read_to_string(self.0.join("secret.pl"));
        names.count() == 2 && secret.is_ok_and(|s| s == "secret(42).\n")
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Goals that would reach outside; each must fail or raise an error, whatever it prints.
const ATTEMPTS: &[&str] = &[
    // Reading.
    "open(SECRET, read, _)",
    "open(SECRET, read, _, [type(binary)])",
    "see(SECRET)",
    "consult(SECRET)",
    "[SECRET]",
    "ensure_loaded(SECRET)",
    "use_module(SECRET)",
    "use_module(SECRET, [])",
    "load_files(SECRET, [if(true)])",
    "reconsult(SECRET)",
    "read_file_to_terms(SECRET, _, [])",
    "read_file_to_string(SECRET, _, [])",
    "read_file_to_codes(SECRET, _, [])",
    "phrase_from_file(remainder(_), SECRET)",
    "csv_read_file(SECRET, _)",
    "exists_file(SECRET)",
    "exists_directory('/etc')",
    "access_file(SECRET, exist)",
    "access_file(SECRET, read)",
    "access_file(OUT, write)",
    "can_open_file(SECRET, read)",
    "size_file(SECRET, _)",
    "file_size(SECRET, _)",
    "time_file(SECRET, _)",
    "file_modification_time(SECRET, _)",
    "file_access_time(SECRET, _)",
    "file_creation_time(SECRET, _)",
    "atom_concat(IN, '/../secret.pl', F), same_file(SECRET, F), exists_file(F)",
    "path_canonical(SECRET, _)",
    "absolute_file_name(SECRET, _, [access(read)])",
    "absolute_file_name(passwd, _, [extensions([conf,pl,'']), relative_to('/etc'), access(exist)])",
    "exists_source(SECRET)",
    "directory_files('/', _)",
    "directory_member('/etc', _, [])",
    "file_members_of_directory('/etc', [_|_])",
    "directory_members_of_directory('/', [_|_])",
    "expand_file_name('/etc/*', [_,_|_])",
    "expand_file_name('~', [F]), F \\== '~'",
    "expand_file_name('$HOME', [F]), F \\== '$HOME'",
    "consult('/etc/passwd')",
    "open('/proc/self/environ', read, _)",
    "open('/dev/stdin', read, _)",
    "atom_concat(IN, '/../secret.pl', F), open(F, read, _)",
    "atom_concat(IN, '/sub/../../secret.pl', F), consult(F)",
    "atom_concat(IN, '/link.pl', F), open(F, read, _)",
    "atom_concat(IN, '/up/secret.pl', F), open(F, read, _)",
    "chdir('/'), exists_directory(etc)",
    "working_directory(_, '/etc'), open(passwd, read, _)",
    "assertz(file_search_path(here, '/etc')), absolute_file_name(here(passwd), _, [access(read)])",
    // Writing.
    "open(OUT, write, _)",
    "open(OUT, append, _)",
    "open(SECRET, append, _)",
    "tell(OUT)",
    "append(OUT)",
    "tmp_file_stream(utf8, _, _)",
    "tmp_file(x, F), open(F, write, _)",
    "delete_file(SECRET)",
    "rename_file(SECRET, OUT)",
    "copy_file(SECRET, OUT)",
    "file_copy(SECRET, OUT)",
    "make_directory(OUT)",
    "make_directory_path(OUT)",
    "delete_directory_and_contents(IN)",
    "csv_write_file(OUT, [row(1)])",
    "atom_concat(IN, '/dangling', F), open(F, write, _)",
    "atom_concat(IN, '/up/new.txt', F), open(F, write, _)",
    // Processes and the environment.
    "shell('true')",
    "shell('true', 0)",
    "shell(true, S), S == 0",
    "system('true')",
    "process_create(path(true), [], [])",
    "process_create('/bin/true', [], [process(_)])",
    "process_create(path(cat), [SECRET], [stdout(null),stderr(null)])",
    "system:'$process_create'([true], '', [], [std,std,std], _, _)",
    "getenv('PATH', _)",
    "getenv('HOME', _)",
    "current_prolog_flag(pid, P), P =\\= 0",
    "pid(P), P =\\= 0",
    // The network, and files through the libraries of formats.
    "tcp_socket(_)",
    "tcp_socket(S), tcp_bind(S, localhost:P), tcp_connect(localhost:P, _, [])",
    "tcp_host_to_address(localhost, _)",
    "gethostname(_)",
    "catch(http_open('http://127.0.0.1:1/', _, []), error(socket_error(_, _), _), true)",
    "http_server(h, [port(localhost:_), requests(0)])",
    "system:'$tcp_socket'(_)",
    "load_xml(SECRET, _, [])",
    "load_html(SECRET, _, [syntax_errors(quiet)])",
    "yaml_read(SECRET, _)",
    "gzopen(SECRET, read, _)",
    "gzopen(OUT, write, _)",
    // Clock and random bits.
    "get_time(T), T > 0",
    "statistics(process_cputime, T), T > 0",
    "sleep(0.01), statistics(walltime, [T|_]), T > 0",
    "statistics(runtime, [T|_]), T > 0",
    "statistics(epoch, T), T > 0",
    "X is cputime, X > 0",
    "X is realtime, X > 0",
    "current_time(T), member('Y'=Y, T), Y \\= ['1','9','7','0']",
];

/// Goals that would reach outside in other systems, or in another state of the world.
const UNKNOWN: &[&str] = &[
    "include(SECRET)",
    "assertz((:- include(SECRET))), secret(_)",
    "assertz(file_search_path(here, '/etc')), open(here(passwd), read, _)",
    "assertz(library_directory('/etc')), use_module(library(passwd))",
    "told(OUT)",
    "open(pipe('cat /etc/passwd'), read, _)",
    "exec('true', [null,null,null], _)",
    "popen('true', read, _)",
    "spawn('true', [])",
    "os_version(_)",
    "environ([_|_])",
    "current_prolog_flag(argv, [_|_])",
    "tcp_connect(localhost:22, _)",
    "http_open('http://localhost', _, [])",
    "use_module(library(socket)), socket_client_open(localhost:22, _, [])",
    "use_foreign_library('libc.so.6')",
    "load_foreign_library(libc)",
    "open('/dev/tty', append, _)",
    "delete_directory(IN)",
    "copy_directory(IN, OUT)",
    "stamp_date_time(0, date(_,_,_,_,_,_,Off,_,_), local), Off =\\= 0",
];

fn refuses(machine: &mut Machine, goal: &str) -> bool {
    match machine.run(goal) {
        Ok(true) => false,
        Ok(false) | Err(_) => true,
    }
}

#[test]
fn a_machine_with_nothing_reaches_nothing() -> Result<(), Error> {
    let world = World::new("nothing");
    let mut machine = Machine::builder().access(Access::none()).build()?;
    for attempt in ATTEMPTS.iter().chain(UNKNOWN) {
        let goal = world.query(attempt);
        assert!(refuses(&mut machine, &goal), "{goal}");
    }
    // The working directory can be asked for, and kept.
    assert!(machine.run("working_directory(D, D), D == (/), current_directory(D)")?);
    assert!(machine.run("current_prolog_flag(cpu_count, 1)")?);
    assert!(world.is_untouched());
    Ok(())
}

/// The attempts mean something: a machine that may use everything carries them out.
#[cfg(unix)]
#[test]
fn a_machine_with_everything_reaches_all_that_the_attempts_try() -> Result<(), Error> {
    let mut refused = Vec::new();
    for attempt in ATTEMPTS {
        let world = World::new("everything");
        world.add_links();
        let access = Access::all()
            .input(std::io::empty())
            .output(std::io::sink());
        let mut machine = Machine::builder().access(access).build()?;
        let goal = world.query(attempt);
        match machine.run(&goal) {
            Ok(true) => (),
            other => refused.push(format!("{goal}: {other:?}")),
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_granted_folder_is_no_way_out() -> Result<(), Error> {
    let world = World::new("folder");
    world.add_links();
    let inside = world.0.join("in");
    for attempt in ATTEMPTS {
        if attempt.contains("(IN)") {
            // The granted folder itself may be removed.
            continue;
        }
        let access = Access::none().write(&inside);
        let mut machine = Machine::builder().access(access).build()?;
        let goal = world.query(attempt);
        assert!(refuses(&mut machine, &goal), "{goal}");
    }
    assert!(world.is_untouched());
    let mut machine = Machine::builder()
        .access(Access::none().write(&inside))
        .build()?;
    for goal in [
        "working_directory(_, IN)",
        "consult(data), data(1)",
        "directory_files('.', L), member('data.pl', L)",
        "open(new, write, S), write(S, x), close(S)",
        "rename_file(new, newer), \\+ exists_file(new), size_file(newer, 1)",
        "make_directory_path('a/b'), copy_file(newer, 'a/b/copy'), exists_file('a/b/copy')",
        "delete_directory_and_contents(a), delete_file(newer), \\+ exists_directory(a)",
        "delete_file(link), \\+ exists_file(link)",
    ] {
        if goal.contains("link") {
            // Removing a link does not touch the file that it leads to.
            assert!(machine.run("delete_file('link.pl')")?);
            continue;
        }
        assert!(machine.run(&world.query(goal))?, "{goal}");
    }
    assert!(world.is_untouched());
    Ok(())
}

#[test]
fn reading_is_not_writing() -> Result<(), Error> {
    let world = World::new("reading");
    let access = Access::none().read(world.path("in"));
    let mut machine = Machine::builder().access(access).build()?;
    assert!(machine.run(&world.query("working_directory(_, IN), consult(data), data(1)"))?);
    for goal in [
        "open('data.pl', append, _)",
        "open('new', write, _)",
        "delete_file('data.pl')",
        "rename_file('data.pl', new)",
        "copy_file('data.pl', new)",
        "make_directory(new)",
        "delete_directory(sub)",
        "access_file('data.pl', write)",
    ] {
        assert!(refuses(&mut machine, goal), "{goal}");
    }
    let error = machine.run("open(new, write, _)").unwrap_err().to_string();
    assert_eq!(
        error,
        "error(permission_error(open,source_sink,new),open/3)"
    );
    Ok(())
}

#[test]
fn loading_what_is_not_granted_is_not_permitted() -> Result<(), Error> {
    let world = World::new("loading");
    let mut machine = Machine::builder().access(Access::none()).build()?;
    for goal in [
        "consult(SECRET)",
        "ensure_loaded(SECRET)",
        "use_module(SECRET)",
        "load_files(SECRET, [])",
        "[SECRET]",
    ] {
        let goal = world.query(goal);
        let caught = format!("catch({goal}, error(permission_error(open,source_sink,_),_), true)");
        assert!(machine.run(&caught)?, "{goal}");
        assert!(!machine.defines("secret", 1), "{goal}");
    }
    Ok(())
}

#[test]
fn what_is_not_granted_looks_the_same_whether_or_not_it_exists() -> Result<(), Error> {
    let world = World::new("same");
    let mut machine = Machine::builder().access(Access::none()).build()?;
    let error = |machine: &mut Machine, file: &str| {
        let goal = format!("catch(open('{file}', read, _), error(E,_), true), E =.. [_,_,K|_]");
        let answer = machine.query(&goal)?.next().expect("an answer")?;
        answer.get::<String>("K")
    };
    let existing = error(&mut machine, &world.path("secret.pl"))?;
    assert_eq!(existing, error(&mut machine, &world.path("no_such.pl"))?);
    Ok(())
}

/// Bytes that a test reads while a machine writes them.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Sink {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("UTF-8")
    }
}

#[test]
fn streams_of_the_host_are_those_of_the_program() -> Result<(), Error> {
    let (out, err) = (Sink::default(), Sink::default());
    let access = Access::none()
        .output(out.clone())
        .error_output(err.clone())
        .input("hello. world.".as_bytes());
    let mut machine = Machine::builder().access(access).build()?;
    machine.run("read(X), read(Y), write(X-Y), nl, write(user_error, oops), nl(user_error)")?;
    assert_eq!(
        (out.text(), err.text()),
        ("hello-world\n".into(), "oops\n".into())
    );
    machine.run("writeln(again), halt").unwrap_err();
    assert_eq!(out.text(), "hello-world\nagain\n");
    Ok(())
}

#[test]
fn texts_of_the_host_are_files() -> Result<(), Error> {
    let access = Access::none()
        .file(
            "app/main.pl",
            ":- use_module(part). :- include('more.txt'). main(X) :- part(X).",
        )
        .file(
            "app/part.pl",
            ":- module(part, [part/1]). part(1). part(2).",
        )
        .file("app/more.txt", "more(3).")
        .file("data.bin", [1_u8, 255]);
    let mut machine = Machine::builder().access(access).build()?;
    machine.consult_file("app/main")?;
    assert_eq!(machine.answers("main(X)"), "   X = 1\n;  X = 2.\n");
    assert_eq!(machine.answers("more(X)"), "   X = 3.\n");
    assert!(machine.run("exists_file('app/part.pl'), size_file('data.bin', 2)")?);
    let read = "open('data.bin', read, S, [type(binary)]), get_byte(S, A), get_byte(S, B)";
    assert_eq!(
        machine
            .answers(&format!("{read}, get_byte(S, C), close(S)"))
            .lines()
            .next()
            .map(|l| l.contains("A = 1, B = 255, C = -1")),
        Some(true)
    );
    assert!(machine.run("open('data.bin', write, _)").is_err());
    assert!(machine.run("delete_file('data.bin')").is_err());
    Ok(())
}

/// Everything that a program can see of a run: numbers, times, names, order of answers.
const OBSERVED: &str = "
    observe(r(A, B, C, T, W, I, L)) :-
        A is random(1000000), random(B), random_permutation([1,2,3,4,5,6,7], C),
        get_time(T), statistics(walltime, W), statistics(inferences, I),
        gensym(x, G), atom_concat(G, '_', N), X in 1..50, Y #= X*X mod 17, L = N-X-Y,
        labeling([ff, random_value(3)], [X, Y]).
";

#[test]
fn the_same_seed_and_clock_give_the_same_answers() -> Result<(), Error> {
    let stream = |seed: u64| {
        let ticks = Arc::new(Mutex::new(0));
        let clock = move || {
            let mut ticks = ticks.lock().expect("no panic");
            *ticks += 1;
            Duration::from_millis(*ticks)
        };
        let access = Access::none().clock_of(clock).seed(seed);
        let mut machine = Machine::builder()
            .access(access)
            .limit(Limit::Inferences(Some(1_000_000)))
            .build()?;
        machine.consult_str("observed.pl", OBSERVED)?;
        let mut text = machine.answers("limit(20, observe(X))");
        text += &machine.answers("set_random(seed(random)), X is random(1000000)");
        text += &machine.answers("tmp_file(x, F)");
        Ok::<_, Error>(text)
    };
    let first = stream(11)?;
    assert_eq!(first, stream(11)?);
    assert_ne!(first, stream(12)?);
    assert_eq!(first.matches("X = r(").count(), 20, "{first}");
    Ok(())
}

#[test]
fn a_reset_lets_random_numbers_start_again() -> Result<(), Error> {
    let roll = "X is random(1000000), Y is random(1000000)";
    let mut machine = Machine::builder().access(Access::none().seed(7)).build()?;
    let first = machine.answers(roll);
    let image = machine.freeze();
    let second = machine.answers(roll);
    assert_ne!(first, second);
    machine.reset();
    assert_eq!(machine.answers(roll), first);
    // An image goes on from the state in which it was made.
    let mut worker = image.machine();
    for _ in 0..2 {
        assert_eq!(worker.answers(roll), second);
        worker.reset();
    }
    Ok(())
}

#[test]
fn a_path_to_grant_must_exist() {
    let refused = Machine::builder()
        .access(Access::none().read(Path::new("no/such/folder")))
        .build();
    match refused {
        Err(Error::Io { path, .. }) => assert_eq!(path, "no/such/folder"),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("a machine"),
    }
}
