"""Tests of the package `horn`: `python -m unittest discover -s tests`."""

import contextlib
import gc
import io
import os
import pathlib
import re
import signal
import tempfile
import threading
import time
import unittest
from fractions import Fraction

import horn
from horn import Atom, Term, Var


def first(machine, goal, **values):
    return next(machine.query(goal, **values))


class Values(unittest.TestCase):
    def setUp(self):
        self.machine = horn.Machine(sandboxed=True)

    def through(self, value):
        return first(self.machine, "X = Y", Y=value)["X"]

    def test_values_come_back(self):
        for value in [
            0,
            -1,
            2**63,
            -(2**63),
            -(2**63) - 1,
            2**64,
            255**70,
            -(3**5000),
            1.5,
            -0.0,
            "text",
            "\u00e9\U0001f600",
            [],
            [1, "two", [3.0]],
            True,
            False,
            Atom("a"),
            Atom("a b"),
            Atom(""),
            Fraction(-1, 3),
            Fraction(2**80, 3**40),
            Term("f", [1, Term("-", ["a", Atom("b")])]),
            list(range(10_000)),
        ]:
            with self.subTest(value=str(value)[:40]):
                back = self.through(value)
                self.assertEqual(back, value)
                self.assertIs(type(back), type(value))

    def test_values_that_change(self):
        self.assertEqual(self.through((1, 2)), [1, 2])
        self.assertEqual(self.through(""), [])
        self.assertEqual(self.through(Atom("[]")), [])
        self.assertEqual(self.through({"a": 1}), [Term("-", ["a", 1])])
        self.assertEqual(self.through(Fraction(6, 3)), 2)
        self.assertIsInstance(self.through(None), Var)
        self.assertIsInstance(self.through(Var("_")), Var)

    def test_big_numbers_are_exact(self):
        self.assertEqual(first(self.machine, "X is 7**2000 * -1")["X"], -(7**2000))
        self.assertEqual(first(self.machine, "X is A - 1", A=2**200)["X"], 2**200 - 1)

    def test_values_without_a_term(self):
        deep = []
        for _ in range(600):
            deep = [deep]
        cyclic = []
        cyclic.append(cyclic)
        for value, error in [
            (object(), TypeError),
            (b"bytes", TypeError),
            (float("nan"), ValueError),
            (float("inf"), ValueError),
            (deep, ValueError),
            (cyclic, ValueError),
            ("\ud800", UnicodeEncodeError),
        ]:
            with self.assertRaises(error):
                self.through(value)
        self.assertEqual(self.through(1), 1)

    def test_repr_reads_back(self):
        for value in [Atom("it's"), Var("X"), Term("f", [1, "a", Atom("b"), [Var("Y")]])]:
            self.assertEqual(eval(repr(value)), value)
        self.assertEqual(str(Term("+", [1, Term("f", [Atom("A")])])), "1+f('A')")
        with self.assertRaises(ValueError):
            Term("a", [])

    def test_variables_of_the_query(self):
        answer = first(self.machine, "L = [X,Y,Z]", L=[Var("Y"), 1, Var("_")])
        self.assertEqual(answer["Y"], 1)
        self.assertEqual(answer["X"], 1)

    def test_deep_and_cyclic_terms(self):
        answer = first(self.machine, "X = f(X), length(L, 3), foldl([_,S0,g(S0)]>>true, L, 0, Y)")
        self.assertIsInstance(answer["X"], Term)
        self.assertEqual(str(answer["Y"]), "g(g(g(0)))")
        self.machine.consult("d.pl", "d(0, 0). d(N, s(T)) :- N > 0, M is N-1, d(M, T).")
        answer = first(self.machine, "d(2000, T)")
        with self.assertRaises(horn.Error):
            answer["T"]
        self.assertEqual(len(answer.text("T")), 6001)


class Queries(unittest.TestCase):
    def setUp(self):
        self.machine = horn.Machine(sandboxed=True)
        self.machine.consult("p.pl", "p(1). p(2). loop :- loop.")

    def test_answers(self):
        found = []
        for answer in self.machine.query("p(X), Y = Z", Z="text"):
            found.append((answer["X"], answer.get("Y"), answer.get("W", 7)))
            self.assertEqual(answer.keys(), ["X", "Y", "Z"])
            self.assertEqual(list(answer), answer.keys())
            self.assertEqual(dict(answer), dict(answer.items()))
            self.assertEqual(answer.values(), list(dict(answer).values()))
            self.assertTrue("X" in answer and "W" not in answer and len(answer) == 3)
            with self.assertRaises(KeyError):
                answer["W"]
        self.assertEqual(found, [(1, "text", 7), (2, "text", 7)])
        self.assertEqual([str(a) for a in self.machine.query("p(X)")], ["X = 1", "X = 2"])

    def test_a_function_without_a_machine(self):
        self.assertEqual([a["X"] for a in horn.query("member(X,[1,2])")], [1, 2])
        self.assertEqual(next(horn.query("X is Y * 2", Y=21))["X"], 42)

    def test_calls(self):
        answer = next(self.machine.call("append", [1], [2], Var("L")))
        self.assertEqual(dict(answer), {"L": [1, 2]})
        self.assertEqual(len(list(self.machine.call("p", Var("X")))), 2)
        self.assertEqual(len(list(self.machine.call("atom", Atom("a; halt")))), 1)
        self.assertTrue(self.machine.run("p(2)"))
        self.assertFalse(self.machine.run("p(X)", X=3))

    def test_values_are_no_text(self):
        self.assertEqual(list(self.machine.query("p(X)", X="1), halt, p(1")), [])

    def test_constraints(self):
        answer = first(self.machine, "X in 1..3, X #\\= 2")
        self.assertEqual(answer.residual_goals, ["clpz:(X in 1\\/3)"])
        self.assertIsInstance(answer["X"], Var)

    def test_long_answers(self):
        answer = first(self.machine, "numlist(1, 1000, L)")
        self.assertIn("...", str(answer))
        self.assertTrue(answer.full_text.endswith("1000]"))

    def test_errors(self):
        for goal, text in [("X is foo+1", "type_error(evaluable,foo/0)"), ("throw(b(1))", "b(1)")]:
            with self.assertRaises(horn.Error) as raised:
                list(self.machine.query(goal))
            self.assertIn(text, raised.exception.term)
        with self.assertRaises(horn.Error) as raised:
            self.machine.query("p(")
        self.assertIsNone(raised.exception.term)
        with self.assertRaisesRegex(horn.Error, "no variable Y"):
            self.machine.query("p(X)", Y=1)
        with self.assertRaises(horn.Halted) as raised:
            self.machine.run("halt(3)")
        self.assertEqual(raised.exception.status, 3)
        self.assertTrue(self.machine.run("p(1)"))

    def test_loads(self):
        with self.assertRaises(horn.LoadError) as raised:
            self.machine.consult("q.pl", "q(1).\nq(2.\n")
        self.assertIn("q.pl:2", raised.exception.messages[0])
        self.assertTrue(self.machine.run("q(1)"))
        self.assertEqual(len(self.machine.consult("r.pl", "r(X, Y) :- p(X).")), 1)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "f.pl"
            path.write_text("f(7).")
            machine = horn.Machine()
            machine.consult_file(path)
            self.assertEqual(first(machine, "f(X)")["X"], 7)
            with self.assertRaises(horn.Error):
                machine.consult_file(path / "none")

    def test_an_open_query_is_closed(self):
        query = self.machine.query("p(X)")
        self.assertEqual(next(query)["X"], 1)
        self.assertTrue(self.machine.run("true"))
        with self.assertRaisesRegex(horn.Error, "closed"):
            next(query)
        self.assertEqual(list(query), [])
        with self.machine.query("p(X)") as query:
            next(query)
        self.assertEqual(list(query), [])
        query = self.machine.query("p(X)")
        old = self.machine.query("p(X)")
        del query
        gc.collect()
        self.assertEqual(len(list(old)), 2)

    def test_a_query_outlives_the_name_of_its_machine(self):
        query = horn.Machine().query("between(1, 3, X)")
        gc.collect()
        self.assertEqual([a["X"] for a in query], [1, 2, 3])

    def test_limits(self):
        for limits, goal, resource in [
            ({"inferences": 10_000}, "loop", "inferences"),
            ({"seconds": 0.02}, "loop", "time"),
            ({"memory": 16 << 20}, "length(_, 10000000)", "memory"),
            ({"answers": 1}, "p(_)", "answers"),
        ]:
            machine = self.machine.fork()
            machine.limit(**limits)
            with self.assertRaises(horn.LimitExceeded) as raised:
                list(machine.query(goal))
            self.assertEqual(raised.exception.resource, resource)
            machine.limit(**dict.fromkeys(limits))
            self.assertEqual(len(list(machine.query("p(_)"))), 2)
        caught = "catch(length(_, 10000000), error(resource_error(memory), _), true)"
        machine = self.machine.fork()
        machine.limit(memory=16 << 20)
        with self.assertRaises(horn.LimitExceeded):
            machine.run(caught)
        machine.limit(catchable_memory=16 << 20)
        self.assertTrue(machine.run(caught))
        with self.assertRaises(TypeError):
            self.machine.limit(colour=1)
        with self.assertRaises(ValueError):
            self.machine.limit(seconds=-1)

    def test_a_sandbox(self):
        with self.assertRaisesRegex(horn.Error, "permission_error|existence_error"):
            self.machine.run("open('/etc/passwd', read, _)")

    def test_output(self):
        self.machine.capture()
        self.machine.run("write(hello)")
        self.assertEqual(self.machine.end_capture(), "hello")

    def test_output_of_programs_is_that_of_python(self):
        machine = horn.Machine()
        machine.consult("p.pl", "greet(W) :- write(hello(W)), nl.")
        for one in [machine, machine.fork(), machine.freeze().machine()]:
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                one.run("greet(w\u00f6rld)")
                one.run("forall(between(1, 3000, _), put_char('\u20ac'))")
                one.run("write(user_error, oops)")
                print("between")
                for answer in one.query("member(X, [1,2]), write(X)"):
                    print("answer", answer["X"])
            expected = "hello(w\u00f6rld)\n" + "\u20ac" * 3000 + "between\n1answer 1\n2answer 2\n"
            self.assertEqual(out.getvalue(), expected)
            self.assertEqual(err.getvalue(), "oops")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            sandboxed = horn.Machine(sandboxed=True)
            for one in [sandboxed, sandboxed.fork(), sandboxed.freeze().machine()]:
                with contextlib.suppress(horn.Error):
                    one.run("write(hello)")
        self.assertEqual(out.getvalue(), "")

        class Full(io.StringIO):
            def write(self, text):
                raise OSError("no space")

        with contextlib.redirect_stdout(Full()):
            with contextlib.suppress(horn.Error):
                machine.run("greet(x)")
        self.assertTrue(machine.run("true"))

    def test_forks_and_images(self):
        self.machine.run("assertz(count(0))")
        fork, image = self.machine.fork(), self.machine.freeze()
        fork.run("retract(count(0)), assertz(count(1))")
        for machine, count in [(self.machine, 0), (fork, 1), (image.machine(), 0)]:
            self.assertEqual(first(machine, "count(N)")["N"], count)
        machine = image.machine()
        machine.run("assertz(count(9))")
        machine.reset()
        self.assertEqual(len(list(machine.query("count(_)"))), 1)


class Predicates(unittest.TestCase):
    def setUp(self):
        self.machine = horn.Machine(sandboxed=True)

    def test_functions(self):
        self.machine.function("double", lambda x: 2 * x)
        self.assertEqual(first(self.machine, "double(21, X)")["X"], 42)
        self.assertFalse(self.machine.run("double(1, 3)"))

        @self.machine.function("share", arity=2)
        def share(a, b, *_):
            return Fraction(a, b) if b else None

        self.assertEqual(share(1, 2), Fraction(1, 2))
        self.assertEqual(first(self.machine, "share(1, 3, X)")["X"], Fraction(1, 3))
        self.assertFalse(self.machine.run("share(1, 0, _)"))
        with self.assertRaisesRegex(horn.Error, "instantiation_error"):
            self.machine.run("double(_, _)")

    def test_predicates(self):
        @self.machine.predicate("longer", 2)
        def longer(a, b):
            return len(a) > len(b)

        @self.machine.predicate("swap", 2)
        def swap(a, b):
            return b, a

        @self.machine.predicate("age", 2)
        def age(name, years):
            for row in [("ann", 30), ("bob", 20)]:
                yield Atom(row[0]), row[1]

        seen = []
        self.machine.predicate("see", 1, seen.append)
        self.assertTrue(self.machine.run("longer([1,2], [1])"))
        self.assertFalse(self.machine.run("longer([1], [1])"))
        self.assertEqual(str(first(self.machine, "swap(X, a)")), "X = a")
        self.assertFalse(self.machine.run("swap(1, 2)"))
        found = [dict(a) for a in self.machine.query("age(N, A), A < 30")]
        self.assertEqual(found, [{"N": Atom("bob"), "A": 20}])
        self.assertEqual(len(list(self.machine.query("age(_, _)"))), 2)
        self.assertEqual(len(list(self.machine.query("age(_, _), !"))), 1)
        self.machine.run('see(1), see("text")')
        self.assertEqual(seen, [1, "text"])
        self.assertEqual(first(self.machine.fork(), "age(ann, A)")["A"], 30)

    def test_variables_keep_apart(self):
        self.machine.predicate("same", 2, lambda a, b: (a, b))
        self.assertEqual(str(first(self.machine, "same(X, Y)")), "true")
        self.assertEqual(first(self.machine, "X = Z, same(X, Z), X = 1")["Z"], 1)
        self.machine.predicate("pair", 2, lambda x, p: (x, Term("-", [x, 1])))
        self.assertEqual(str(first(self.machine, "pair(X, P), X = a")), "X = a, P = a-1")

    def test_exceptions(self):
        def fail(x):
            raise ValueError(f"no {x}")

        def throw(x):
            raise horn.Throw(Term("wrong", [x]))

        self.machine.function("fail_of", fail)
        self.machine.function("throw_of", throw)
        self.machine.function("no_term", lambda x: object())
        self.machine.predicate("no_row", 1, lambda x: 7)
        with self.assertRaises(horn.Error) as raised:
            self.machine.run("fail_of(1, _)")
        self.assertIn("system_error('ValueError: no 1')", raised.exception.term)
        self.assertIsInstance(raised.exception.__cause__, ValueError)
        self.assertTrue(self.machine.run("catch(fail_of(1, _), error(system_error(_), _), true)"))
        with self.assertRaises(horn.Error) as raised:
            self.machine.run("throw(other)")
        self.assertIsNone(raised.exception.__cause__)
        self.assertTrue(self.machine.run("catch(throw_of(1, _), wrong(1), true)"))
        for goal in ["no_term(1, _)", "no_row(1)"]:
            with self.assertRaisesRegex(horn.Error, "TypeError"):
                self.machine.run(goal)

    def test_a_predicate_cannot_use_its_own_machine(self):
        self.machine.function("again", lambda x: self.machine.run("true"))
        with self.assertRaisesRegex(horn.Error, "in use"):
            self.machine.run("again(1, _)")
        other = self.machine.fork()
        self.machine.function("other", lambda x: next(other.query("X = Y", Y=x))["X"])
        self.assertEqual(first(self.machine, "other(5, X)")["X"], 5)

    def test_an_exit_ends_the_query(self):
        def stop():
            raise SystemExit(4)

        self.machine.predicate("stop", 0, stop)
        for machine in [self.machine, self.machine.fork()]:
            with self.assertRaises(SystemExit):
                machine.run("catch(stop, error(_, _), true)")
            self.assertTrue(machine.run("true"))


class Interrupts(unittest.TestCase):
    def setUp(self):
        self.machine = horn.Machine(sandboxed=True)
        self.machine.consult("p.pl", "loop :- loop.")

    def later(self, action, seconds=0.1):
        timer = threading.Timer(seconds, action)
        timer.start()
        self.addCleanup(timer.join)

    def test_no_catch_keeps_an_exit(self):
        for kind in [KeyboardInterrupt, SystemExit]:

            def leave():
                raise kind

            self.machine.predicate("leave", 0, leave)
            for goal in [
                "catch(leave, _, true)",
                "repeat, catch(leave, _, true), fail",
                "findall(X, catch((leave ; X = 1), _, true), _)",
                "setup_call_cleanup(true, catch(leave, _, true), true)",
            ]:
                with self.subTest(kind=kind, goal=goal), self.assertRaises(kind):
                    self.machine.run(goal)
        self.assertTrue(self.machine.run("true"))

    def test_another_thread_interrupts(self):
        self.later(self.machine.interrupt)
        with self.assertRaises(horn.Interrupted):
            self.machine.run("loop")
        self.assertTrue(self.machine.run("true"))

    def test_ctrl_c_interrupts(self):
        for _ in range(2):
            self.later(lambda: os.kill(os.getpid(), signal.SIGINT))
            start = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                next(self.machine.query("loop"))
            self.assertLess(time.monotonic() - start, 5)
        self.assertTrue(self.machine.run("true"))

    def test_ctrl_c_interrupts_a_predicate(self):
        self.machine.predicate("nap", 0, lambda: time.sleep(0.001))
        self.later(lambda: os.kill(os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            self.machine.run("repeat, catch(nap, error(_, _), true), fail")
        self.assertTrue(self.machine.run("true"))

    def test_other_signals_interrupt_nothing(self):
        seen = []
        before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
        self.addCleanup(signal.signal, signal.SIGUSR1, before)
        self.later(lambda: os.kill(os.getpid(), signal.SIGUSR1), 0.05)
        self.machine.limit(seconds=0.3)
        with self.assertRaises(horn.LimitExceeded):
            self.machine.run("loop")
        self.assertEqual(seen, [1])

    @unittest.skipUnless(hasattr(os, "fork"), "a system with fork")
    def test_ctrl_c_in_a_forked_process(self):
        self.assertTrue(self.machine.run("true"))
        process = os.fork()
        if process == 0:
            threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            try:
                self.machine.limit(seconds=5)
                self.machine.run("loop")
            except KeyboardInterrupt:
                os._exit(7)
            finally:
                os._exit(1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 7)

    def test_other_threads_run(self):
        counts = [0]
        done = threading.Event()

        def count():
            while not done.is_set():
                counts[0] += 1

        thread = threading.Thread(target=count)
        thread.start()
        self.machine.limit(seconds=0.2)
        before = counts[0]
        with self.assertRaises(horn.LimitExceeded):
            self.machine.run("loop")
        self.assertGreater(counts[0], before + 1000)
        done.set()
        thread.join()

    def test_a_machine_in_use_is_refused(self):
        refused = []

        def use():
            try:
                self.machine.run("true")
            except horn.Error as error:
                refused.append(str(error))
            self.machine.interrupt()

        self.later(use)
        with self.assertRaises(horn.Interrupted):
            self.machine.run("loop")
        self.assertIn("in use", refused[0])

    def test_queries_in_threads(self):
        image = self.machine.freeze()
        found = []

        def work(n):
            found.append(sum(a["X"] for a in image.machine().query("between(1, N, X)", N=n)))

        threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(found), [n * (n + 1) // 2 for n in range(1, 9)])


class Documentation(unittest.TestCase):
    def test_programs_run(self):
        root = pathlib.Path(__file__).parent.parent
        pages = [root / "README.md", root.parent / "docs" / "embedding" / "python.md"]
        for page in pages:
            programs = re.findall(r"```python\n(.*?)```", page.read_text(), re.S)
            self.assertTrue(programs, page)
            for program in programs:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(program, str(page), "exec"), {})


if __name__ == "__main__":
    unittest.main()
