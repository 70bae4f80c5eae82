"""Queries per second from Python, beside pyswip where it is installed: `python python/benches/queries.py`."""

import time

FACTS = "".join(f"price(item{i}, {i}). " for i in range(1000))
RULES = "cheap(I, M) :- price(I, P), P < M. count(N, N) :- !. count(I, N) :- J is I+1, count(J, N)."


def rate(task):
    """Calls of a task in a second, the best of three."""
    best = 0.0
    for _ in range(3):
        calls, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < 0.5:
            task()
            calls += 1
        best = max(best, calls / spent)
    return best


def of_horn():
    import horn

    machine = horn.Machine()
    machine.consult("bench.pl", FACTS + RULES)
    machine.function("double", lambda x: 2 * x)
    return {
        "a query that is true": lambda: machine.run("true"),
        "one answer, read": lambda: next(machine.query("price(I, 500)"))["I"],
        "one answer, with a value": lambda: next(machine.query("price(I, P)", P=500))["I"],
        "100 answers, read": lambda: [a["I"] for a in machine.query("cheap(I, 100)")],
        "10,000 inferences": lambda: machine.run("count(0, 10000)"),
        "1,000 calls of a predicate in Python": lambda: machine.run(
            "forall(between(1, 1000, X), double(X, _))"
        ),
    }


def of_pyswip():
    from pyswip import Prolog, registerForeign

    prolog = Prolog()
    for clause in (FACTS + RULES).split(". "):
        prolog.assertz(f"({clause.strip().rstrip('.')})")

    def double(x, y):
        y.unify(2 * x)
        return True

    double.arity = 2
    registerForeign(double)

    def first(goal):
        query = prolog.query(goal, maxresult=1)
        answer = next(query)
        query.close()
        return answer

    return {
        "a query that is true": lambda: first("true"),
        "one answer, read": lambda: first("price(I, 500)")["I"],
        "one answer, with a value": lambda: first(f"price(I, {500})")["I"],
        "100 answers, read": lambda: [a["I"] for a in prolog.query("cheap(I, 100)")],
        "10,000 inferences": lambda: first("count(0, 10000)"),
        "1,000 calls of a predicate in Python": lambda: first(
            "forall(between(1, 1000, X), double(X, _))"
        ),
    }


def main():
    columns = {}
    for name, tasks_of in [("horn", of_horn), ("pyswip", of_pyswip)]:
        try:
            columns[name] = {name: rate(task) for name, task in tasks_of().items()}
        except ImportError:
            print(f"{name} is not installed")
    print(f"| in a second | {' | '.join(columns)} |")
    print(f"|---|{'---:|' * len(columns)}")
    for task in next(iter(columns.values())):
        figures = " | ".join(f"{column[task]:,.0f}" for column in columns.values())
        print(f"| {task} | {figures} |")


main()
