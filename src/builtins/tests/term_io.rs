//! Streams, input and output, called as goals. The effect on loaded programs is tested in `tests/iso`.

use crate::base::atom::atoms;
use crate::builtins::term_io::read;
use crate::builtins::{boot, register};
use crate::machine::{Cell, Machine};
use crate::syntax::{ReadOptions, WriteOptions, read_term, term_text};
use crate::system::module_table::Modules;
use crate::system::streams::USER_INPUT;
use crate::system::{System, Vm};
use std::io::Write;
use std::sync::{Arc, Mutex};

/// A writer into memory that the test reads.
#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, b: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(b);
        Ok(b.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

struct Session {
    vm: Vm,
    screen: Screen,
}

/// A machine with the builtins alone.
fn session(input: &str) -> Session {
    let mut vm = Machine::new(System::default());
    vm.ext.modules = Modules::new(&mut vm.atoms);
    register(&mut vm);
    Session::new(vm, input)
}

impl Session {
    fn new(mut vm: Vm, input: &str) -> Session {
        let screen = Screen::default();
        vm.ext.streams.set_user_output(Box::new(screen.clone()));
        vm.ext.streams.set_user_error(Box::new(screen.clone()));
        let input = std::io::Cursor::new(input.as_bytes().to_vec());
        vm.ext.streams.set_user_input(Box::new(input));
        Session { vm, screen }
    }

    /// Runs the goals of a conjunction once each: what they wrote, `|`, and the value of the last
    /// variable, `yes`, `no` or the ball.
    fn ask(&mut self, goal: &str) -> String {
        let vm = &mut self.vm;
        let goal = format!("{goal} .");
        let ops = vm.ext.modules.ops(atoms::USER).clone();
        let opts = ReadOptions::default();
        let read = read_term(&goal, 0, &ops, &mut vm.atoms, &opts);
        let (read, _) = read.expect("syntax").expect("term");
        let (tree, mut node) = (&read.tree, read.tree.root());
        let mut vars = Vec::new();
        let mut goals = Vec::new();
        while let Some([first, rest]) = tree.as_compound::<2>(node, atoms::COMMA) {
            goals.push(vm.build(tree, first, &mut vars));
            node = rest;
        }
        goals.push(vm.build(tree, node, &mut vars));
        let shown = read.variables.last().map(|v| vars[v.var as usize]);
        let at = vm.protect(shown.unwrap_or(Cell::NIL));
        goals.iter().for_each(|&g| _ = vm.protect(g));
        let mut result = Ok(true);
        for i in 1..=goals.len() {
            if matches!(result, Ok(true)) {
                let goal = vm.protected(at + i);
                result = vm.call_once(goal);
            }
        }
        let shown = vm.protected(at);
        vm.unprotect(at);
        let text = |vm: &Vm, c: Cell| {
            let mut o = WriteOptions::writeq();
            o.cyclic = true;
            term_text(vm, c, &vm.atoms, &ops, &o)
        };
        let value = match result {
            Ok(false) => "no".into(),
            Ok(true) if shown == Cell::NIL => "yes".into(),
            Ok(true) => text(vm, shown),
            Err(ball) => {
                let t = ball.term().restore(&mut vm.heap);
                text(vm, t)
            }
        };
        self.vm.ext.streams.flush_all().unwrap();
        let out = std::mem::take(&mut *self.screen.0.lock().unwrap());
        match String::from_utf8(out).unwrap() {
            out if out.is_empty() => value,
            out => format!("{out}|{value}"),
        }
    }

    /// Lines `goal ⇒ answer`; all must hold, in order.
    fn check(&mut self, cases: &str) {
        let mut wrong = String::new();
        for line in cases.lines().map(str::trim).filter(|l| !l.is_empty()) {
            let (goal, expected) = line.split_once(" ⇒ ").expect("goal ⇒ answer");
            let actual = plain(&self.ask(goal.trim()));
            if actual != plain(expected.trim()) {
                wrong += &format!("{goal}\n   expected {expected}\n   got      {actual}\n");
            }
        }
        assert!(wrong.is_empty(), "\n{wrong}");
    }
}

/// Variables' numbers do not matter, nor how a newline is shown.
fn plain(s: &str) -> String {
    let mut out = String::new();
    let mut digits = false;
    for c in s.replace("\\n", "\n").chars() {
        match c {
            '_' => digits = true,
            '0'..='9' if digits => continue,
            _ => digits = false,
        }
        out.push(c);
    }
    out
}

#[test]
fn writing_terms() {
    session("").check(
        "write('A b'+[1,X|T]) ⇒ A b+[1,_|_]|_
         writeq('A b'+\"ab\"+'$VAR'(27)) ⇒ 'A b'+[a,b]+B1|yes
         print(f('A',-1,- 1,-(1))) ⇒ f('A',-1,-1,- (1))|yes
         write_canonical('$VAR'(1)+[a]) ⇒ +('$VAR'(1),'.'(a,[]))|yes
         write_term(f(X,Y,X), [variable_names(['X'=X,'Z'=X,'Y'=Y])]) ⇒ f(X,Y,X)|_
         write_term([a,b,c,d], [max_depth(3)]) ⇒ [a,b,c|...]|yes
         write_term(\"ab\\n\", [double_quotes(true),quoted(true)]) ⇒ \"ab\\n\"|yes
         write_term(1+2, [ignore_ops(true)]) ⇒ +(1,2)|yes
         write_term((a:-b), [priority(999)]) ⇒ (a:-b)|yes
         write_term(f(a,b), [spacing(next_argument)]) ⇒ f(a, b)|yes
         write_term(-, [fullstop(true),nl(true)]) ⇒ - .\\n|yes
         write_term(a, [quoted(true),quoted(false)]) ⇒ a|yes
         write_term(a, [foo]) ⇒ error(domain_error(write_option,foo),write_term/2)
         write_term(a, [quoted(maybe)]) ⇒ error(domain_error(write_option,quoted(maybe)),write_term/2)
         write_term(a, [quoted(_)]) ⇒ error(instantiation_error,write_term/2)
         write_term(a, [quoted(true)|_]) ⇒ error(instantiation_error,write_term/2)
         write_term(a, [_,foo]) ⇒ error(instantiation_error,write_term/2)
         write_term(a, [quoted(true)|b]) ⇒ error(type_error(list,[quoted(true)|b]),write_term/2)
         write_term(a, [variable_names([x])]) ⇒ error(domain_error(write_option,variable_names([x])),write_term/2)
         write_term(_, a, []) ⇒ error(instantiation_error,write_term/3)
         write_term(3, a, []) ⇒ error(domain_error(stream_or_alias,3),write_term/3)
         write_term(nowhere, a, []) ⇒ error(existence_error(stream,nowhere),write_term/3)
         write(user_input, a) ⇒ error(permission_error(output,stream,user_input),write/2)
         write(user_error, a) ⇒ a|yes
         (X = f(X), write(X)) ⇒ f(...)|f(f(...))
         '$term_text'(f('A'), [quoted(true)], Cs, t) ⇒ [f,'(','\\'','A','\\'',')'|t]
         '$clause_text'((a:-b), [], Cs, []) ⇒ [a,' ',:,-,'\\n',' ',' ',' ',' ',b,'.','\\n']",
    );
}

#[test]
fn operators() {
    session("").check(
        "op(700, xfx, ===>) ⇒ yes
         '$read_text'('a ===> b', T, []) ⇒ a===>b
         '$current_op_list'(===>, L) ⇒ [op(700,xfx,===>)]
         op(0, xfx, ===>) ⇒ yes
         '$read_text'('a ===> b', T, []) ⇒ error(syntax_error(incomplete_reduction),string([a,' ',=,=,=,>,' ',b],2))
         op(_, xfx, a) ⇒ error(instantiation_error,op/3)
         op(1, _, a) ⇒ error(instantiation_error,op/3)
         op(1, xfx, _) ⇒ error(instantiation_error,op/3)
         op(1, xfx, [a|_]) ⇒ error(instantiation_error,op/3)
         op(1, xfx, [a,_]) ⇒ error(instantiation_error,op/3)
         op(a, xfx, b) ⇒ error(type_error(integer,a),op/3)
         op(1, 2, b) ⇒ error(type_error(atom,2),op/3)
         op(1, xfx, f(x)) ⇒ error(type_error(list,f(x)),op/3)
         op(1, xfx, [a|b]) ⇒ error(type_error(list,[a|b]),op/3)
         op(1, xfx, [a,f(x)]) ⇒ error(type_error(atom,f(x)),op/3)
         op(1201, xfx, a) ⇒ error(domain_error(operator_priority,1201),op/3)
         op(1, yfy, a) ⇒ error(domain_error(operator_specifier,yfy),op/3)
         op(30, xfy, ',') ⇒ error(permission_error(modify,operator,','),op/3)
         op(30, xfy, [a,'|']) ⇒ error(permission_error(create,operator,'|'),op/3)
         '$current_op_list'(a, L) ⇒ []
         op(30, xfy, {}) ⇒ error(permission_error(create,operator,{}),op/3)",
    );
}

#[test]
fn reading_terms() {
    let mut s = session(
        "foo(X,Y,_X,X). 'qu.oted'. % comment.\n\"str\". bad bad.\n0'. . next(1).\n/* c */ last. \n",
    );
    s.check(
        "read_term(T, [variables(Vs),variable_names(Ns),singletons(Ss)]) ⇒ ['Y'=_,'_X'=_]
         read(X) ⇒ 'qu.oted'
         read(user_input, X) ⇒ [s,t,r]
         read(X) ⇒ error(syntax_error(incomplete_reduction),stream(user_input,2,11,48))
         read(X) ⇒ 46
         get_char(C) ⇒ ' '
         read_term(user_input, X, []) ⇒ next(1)
         get_char(C) ⇒ '\\n'
         read_term(X, [term_position(P)]) ⇒ '$stream_position'(76,4,8,76)
         read(X) ⇒ end_of_file
         read_term(X, [variables(V)]) ⇒ []
         read_term(X, [foo]) ⇒ error(domain_error(read_option,foo),read_term/2)
         read_term(X, foo) ⇒ error(type_error(list,foo),read_term/2)
         read_term(_, X, foo) ⇒ error(instantiation_error,read_term/3)
         read_term(1, X, []) ⇒ error(domain_error(stream_or_alias,1),read_term/3)
         read(user_output, X) ⇒ error(permission_error(input,stream,user_output),read/2)
         '$read_text'('f(X,Y). % x', T, [variable_names(Vs)]) ⇒ ['X'=_,'Y'=_]
         '$read_text'(\"a+\", T, []) ⇒ error(syntax_error(unexpected_end_of_file),string([a,+],2))
         '$read_text'(\"a. b\", T, []) ⇒ a
         '$read_text'(\"a % c\", T, []) ⇒ a
         '$read_text'(\"\", T, []) ⇒ end_of_file
         '$read_text'(\"a b\", T, [syntax_errors(quiet)]) ⇒ no
         '$read_text'(\"\\\"ab\\\"\", T, [double_quotes(atom)]) ⇒ ab",
    );
    session("foo(")
        .check("read(X) ⇒ error(syntax_error(unexpected_end_of_file),stream(user_input,1,4,4))");
}

#[test]
fn the_flag_syntax_errors_is_the_default_of_the_option() {
    session("a b. c. d e.").check(
        "set_prolog_flag(syntax_errors, quiet) ⇒ yes
         read(X) ⇒ no
         read(X) ⇒ c
         read_term(X, [syntax_errors(error)]) ⇒ error(syntax_error(incomplete_reduction),stream(user_input,1,10,10))
         set_prolog_flag(syntax_errors, maybe) ⇒ error(domain_error(flag_value,syntax_errors+maybe),set_prolog_flag/2)",
    );
}

#[test]
fn where_and_how_a_term_is_written() {
    let mut s = session(
        "% one\né(X,[a|T],\"s\") . /* two */\n((- 1)) - -(a) % three\n. {}. 'é'. x:-{y}. % four\n",
    );
    s.check(
        "read_term(_, [subterm_positions(P)]) ⇒ \
         term_position(6,20,6,7,[8-9,list_position(10,15,[11-12],13-14),string_position(16,19)])
         read_term(_, [comments([_,P-_])]) ⇒ '$stream_position'(48,3,15,49)
         read_term({}, [comments([]),term_position(P)]) ⇒ '$stream_position'(58,4,2,59)
         read_term(_, [subterm_positions(P)]) ⇒ 62-65
         read_term(_, [subterm_positions(P)]) ⇒ \
         term_position(67,73,68,70,[67-68,brace_term_position(70,73,71-72)])
         read_term(_, [comments([_-C])]) ⇒ ['%',' ',f,o,u,r]
         read_term(end_of_file, [subterm_positions(_),comments(C)]) ⇒ []
         '$read_text'(\"- (1)-((b)) % x\", _, [subterm_positions(P)]) ⇒ \
         term_position(0,11,5,6,[term_position(0,5,0,1,[parentheses_term_position(2,5,3-4)]),\
         parentheses_term_position(6,11,parentheses_term_position(7,10,8-9))])
         '$read_text'(\"a%x\", _, [comments(C)]) ⇒ ['$stream_position'(1,1,1,1)-['%',x]]",
    );
}

#[test]
fn characters() {
    session("aé\nb").check(
        "peek_char(C) ⇒ a
         get_char(C) ⇒ a
         peek_code(C) ⇒ 233
         get_code(C) ⇒ 233
         get_char(b) ⇒ no
         line_count(user_input, N) ⇒ 2
         get_char(user_input, C) ⇒ b
         at_end_of_stream ⇒ yes
         peek_char(C) ⇒ end_of_file
         get_char(C) ⇒ end_of_file
         get_code(C) ⇒ -1
         get_char(1) ⇒ error(type_error(in_character,1),get_char/1)
         get_char(ab) ⇒ error(type_error(in_character,ab),get_char/1)
         get_char(_, a) ⇒ error(instantiation_error,get_char/2)
         get_char(user_output, C) ⇒ error(permission_error(input,stream,user_output),get_char/2)
         get_code(a) ⇒ error(type_error(integer,a),get_code/1)
         get_code(-2) ⇒ error(representation_error(in_character_code),get_code/1)
         peek_byte(B) ⇒ error(permission_error(input,text_stream,'$stream'(0)),peek_byte/1)
         get_byte(user_input, a) ⇒ error(type_error(in_byte,a),get_byte/2)
         put_char(t) ⇒ t|yes
         put_char(_) ⇒ error(instantiation_error,put_char/1)
         put_char(ty) ⇒ error(type_error(character,ty),put_char/1)
         put_char(user_input, t) ⇒ error(permission_error(output,stream,user_input),put_char/2)
         put_code(0'x) ⇒ x|yes
         put_code(-1) ⇒ error(representation_error(character_code),put_code/1)
         put_byte(1) ⇒ error(permission_error(output,text_stream,'$stream'(1)),put_byte/1)
         put_byte(256) ⇒ error(type_error(byte,256),put_byte/1)
         nl ⇒ \\n|yes
         nl(_) ⇒ error(instantiation_error,nl/1)
         '$put_chars'(user_output, \"abc\") ⇒ abc|yes
         '$line_position'(user_output, N) ⇒ 3",
    );
}

#[test]
fn files_as_streams() {
    let dir = std::env::temp_dir().join(format!("horn-streams-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let mut s = session("");
    let cd = format!("working_directory(_, '{}')", dir.display());
    s.ask(&cd);
    s.check(
        "(open(f, write, S), write(S, 'a.\\nb. '), close(S)) ⇒ '$stream'(3)
         exists_file(f) ⇒ yes
         size_file(f, N) ⇒ 6
         (open(f, read, S, [alias(in),eof_action(error)]), read(in, X)) ⇒ a
         (line_count(in, N), get_char(in, C)) ⇒ '\\n'
         set_input(in) ⇒ yes
         current_input(S) ⇒ '$stream'(4)
         read(X) ⇒ b
         read(X) ⇒ end_of_file
         read(X) ⇒ error(permission_error(input,past_end_of_stream,'$stream'(4)),read/1)
         set_stream_position(in, '$stream_position'(3,2,0,3)) ⇒ yes
         (get_char(C), line_position(in, P)) ⇒ 1
         set_stream_position(in, foo) ⇒ error(domain_error(stream_position,foo),set_stream_position/2)
         set_stream_position(user_input, '$stream_position'(0,1,0,0)) ⇒ error(permission_error(reposition,stream,user_input),set_stream_position/2)
         close(in) ⇒ yes
         current_input(S) ⇒ '$stream'(0)
         read(in, X) ⇒ error(existence_error(stream,in),read/2)
         read('$stream'(4), X) ⇒ error(existence_error(stream,'$stream'(4)),read/2)
         (open(f, append, S), write(S, c), close(S, [force(true)])) ⇒ '$stream'(5)
         (open(f, read, S, [type(binary)]), get_byte(S, A), peek_byte(S, B)) ⇒ 46
         get_char('$stream'(6), C) ⇒ error(permission_error(input,binary_stream,'$stream'(6)),get_char/2)
         (open(g, write, S, [type(binary)]), put_byte(S, 255), close(S)) ⇒ '$stream'(7)
         (open(g, read, S), get_char(S, C)) ⇒ error(representation_error(character),get_char/2)
         (open(g, read, S, [encoding(iso_latin_1)]), get_char(S, C)) ⇒ ÿ
         directory_files('.', L) ⇒ [f,g]
         open(_, read, S) ⇒ error(instantiation_error,open/3)
         open(f, _, S) ⇒ error(instantiation_error,open/3)
         open(f, 1, S) ⇒ error(type_error(atom,1),open/3)
         open(f, red, S) ⇒ error(domain_error(io_mode,red),open/3)
         open(f, read, s) ⇒ error(uninstantiation_error(s),open/3)
         open(1, read, S) ⇒ error(domain_error(source_sink,1),open/3)
         open(h, read, S) ⇒ error(existence_error(source_sink,h),open/3)
         open('.', read, S) ⇒ error(permission_error(open,source_sink,'.'),open/3)
         open(f, read, S, _) ⇒ error(instantiation_error,open/4)
         open(f, read, S, [a|_]) ⇒ error(instantiation_error,open/4)
         open(f, 1, S, a) ⇒ error(type_error(atom,1),open/4)
         open(f, read, S, a) ⇒ error(type_error(list,a),open/4)
         open(f, read, S, [bowl]) ⇒ error(domain_error(stream_option,bowl),open/4)
         open(f, read, S, [alias(user_input)]) ⇒ error(permission_error(open,source_sink,alias(user_input)),open/4)
         close(_) ⇒ error(instantiation_error,close/1)
         close(1) ⇒ error(domain_error(stream_or_alias,1),close/1)
         close(in) ⇒ error(existence_error(stream,in),close/1)
         close(user_output, [foo]) ⇒ error(domain_error(close_option,foo),close/2)
         close(user_output) ⇒ yes
         current_output(foo) ⇒ error(domain_error(stream,foo),current_output/1)
         current_output('$stream'(4)) ⇒ error(existence_error(stream,'$stream'(4)),current_output/1)
         set_output(user_input) ⇒ error(permission_error(output,stream,user_input),set_output/1)
         set_input(user_output) ⇒ error(permission_error(input,stream,user_output),set_input/1)
         flush_output(user_input) ⇒ error(permission_error(output,stream,user_input),flush_output/1)
         '$stream_properties'(foo, L) ⇒ error(domain_error(stream,foo),_)
         (delete_file(f), delete_file(g)) ⇒ yes
         delete_file(f) ⇒ error(existence_error(file,f),delete_file/1)",
    );
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn memory_streams_and_captures() {
    session("").check(
        "('$open_memory'(S), write(S, x), '$memory_chars'(S, Cs), close(S)) ⇒ [x]
         (open_string(\"p(1). x\", S), read(S, T)) ⇒ p(1)
         write(back) ⇒ back|yes",
    );
}

#[test]
fn flags_and_statistics() {
    session("").check(
        "set_prolog_flag(double_quotes, codes) ⇒ yes
         '$read_text'('\"a\"', T, []) ⇒ [97]
         set_prolog_flag(double_quotes, chars) ⇒ yes
         set_prolog_flag(_, a) ⇒ error(instantiation_error,set_prolog_flag/2)
         set_prolog_flag(1, a) ⇒ error(type_error(atom,1),set_prolog_flag/2)
         set_prolog_flag(date, a) ⇒ error(domain_error(prolog_flag,date),set_prolog_flag/2)
         set_prolog_flag(debug, trace) ⇒ error(domain_error(flag_value,debug+trace),set_prolog_flag/2)
         set_prolog_flag(bounded, true) ⇒ error(permission_error(modify,flag,bounded),set_prolog_flag/2)
         set_prolog_flag(answer_write_options, [max_depth(3)]) ⇒ yes
         create_prolog_flag(mine, 3, []) ⇒ yes
         char_conversion(a, b) ⇒ yes
         '$char_conversions'(L) ⇒ [a-b]
         char_conversion(ab, b) ⇒ error(representation_error(character),char_conversion/2)
         statistics(foo, X) ⇒ error(domain_error(statistics_key,foo),statistics/2)
         (statistics(inferences, I), I > 0, X = y) ⇒ y
         (statistics(runtime, [A,B]), X = y) ⇒ y
         ('$set_random'(7), '$random_integer'(1, 1000000, X), '$set_random'(7), '$random_integer'(1, 1000000, Y), X == Y, Z = y) ⇒ y
         '$random_integer'(2, 1, X) ⇒ no
         '$float_text'(e, 6, 12.5, Cs) ⇒ ['1','.','2','5','0','0','0','0',e,+,'0','1']
         (setenv('HORN_T', x), getenv('HORN_T', V)) ⇒ x
         (unsetenv('HORN_T'), getenv('HORN_T', V)) ⇒ no",
    );
    let mut s = session("");
    let flags = s.ask("'$flags'(L)");
    for shown in [
        "bounded-false",
        "double_quotes-chars",
        "version_data-horn(",
        "unknown-error",
    ] {
        assert!(flags.contains(shown), "{flags}");
    }
}

#[test]
fn with_the_library() {
    Session::new(boot::new_vm(), "").check(
        "(assertz((portray(secret(_)) :- write('***'))), assertz((portray(X) :- X == loop, throw(stop)))) ⇒ _
         print(f(secret(1),[secret(a)|secret(b)],g(Y))) ⇒ f(***,[***|***],g(_))|_
         (write(a), write_term(secret(1), [portray(true)]), writeq(secret(1))) ⇒ a***secret(1)|yes
         print([loop]) ⇒ stop
         (catch(with_output_to(chars(Cs), (write(x), throw(e))), e, true), write(y)) ⇒ y|_
         (with_output_to(atom(A), print(secret(1))), write(z)) ⇒ z|***
         (write(a), nl, format(\"~w~t~10|~a~n\", [ab,c])) ⇒ a\\nab        c\\n|yes
         (write(abc), format(\"~t~w~8|\", [x])) ⇒ abc    x|yes
         format(atom(A), \"~4f ~e ~2d\", [2.5,1.0,314]) ⇒ '2.5000 1.000000e+00 3.14'
         (current_output(_S), stream_property(_S, alias(A))) ⇒ user_output
         (op(700, xfx, =>>), current_op(P, T, =>>)) ⇒ xfx
         (current_prolog_flag(bounded, V)) ⇒ false
         term_to_atom(f(X,'A',\"b\"), A) ⇒ 'f(_,\\'A\\',[b])'
         term_to_atom(T, 'g(X,Y,X)') ⇒ g(_,_,_)
         (write(a), tab(3), write(x)) ⇒ a   x|yes
         portray_clause((a(X):-b,c(X,_))) ⇒ a(A) :-\\n    b,\\n    c(A,_).\\n|_",
    );
}

#[test]
fn deep_terms_are_read_and_written() {
    const DEPTH: usize = 1_000_000;
    let text = format!("{}a{}. ", "f(".repeat(DEPTH), ")".repeat(DEPTH));
    let mut s = session(&text);
    let out = s.ask("(read(X), write(X), nl, Z = y)");
    assert_eq!(out.len(), text.len() - 2 + "\n|y".len());
}

#[test]
fn many_clauses_are_read_in_linear_time() {
    let text = "a(1,b,'c d'). % comment\n".repeat(100_000);
    let mut s = session(&text);
    let id = USER_INPUT;
    let opts = ReadOptions::default();
    let mut count = 0;
    while read::next_clause(&mut s.vm, id, atoms::USER, &opts).is_ok_and(|c| c.term.is_some()) {
        count += 1;
    }
    assert_eq!(count, 100_000);
}
