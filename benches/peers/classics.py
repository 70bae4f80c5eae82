#!/usr/bin/env python3
"""Time the classic benchmark programs that GNU Prolog installs as examples, on several Prolog systems.

    classics.py                                  # all systems that are there
    classics.py --before old/horn --md table.md
    classics.py --programs /usr/share/doc/gprolog-doc/examples/ExamplesPl

The programs are not part of this tree: their folder is given. Each has the predicate q/0, which runs the program a
number of times and prints how long it took. That number is chosen so that GNU Prolog's native code takes about half a
second. The runs of the systems are interleaved. The table shows the least and the median of the CPU times in
milliseconds, and the ratio of the least times to GNU Prolog's.
"""

import argparse
import math
import re
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = "/usr/share/doc/gprolog-doc/examples/ExamplesPl"
# What is no program; a variant with global variables; a program that GNU Prolog itself leaves out.
LEFT_OUT = {"common", "hook", "tak_gvar", "sdda"}

# The driver calls the program with `false`, for which `query` as it is installed has no clause.
CORRECTIONS = {"query": ("query(fail)", "query(false)")}

# What the programs ask their system for.
HOOK = """
get_count(Count) :- current_prolog_flag(argv, Words), last_word(Words, Word), atom_codes(Word, Codes),
    number_codes(Count, Codes).
last_word([Word], Word) :- !.
last_word([_|Words], Word) :- last_word(Words, Word).
get_cpu_time(T) :- statistics(cputime, Seconds), T is truncate(Seconds * 1000).
"""


def prepared(programs, folder):
    """Copies of the programs, for GNU Prolog compiled, for others with HOOK; the names of those that compile."""
    native = folder / "native"
    for target in (folder, native):
        target.mkdir(exist_ok=True)
        for path in programs.glob("*.pl"):
            old, new = CORRECTIONS.get(path.stem, ("", ""))
            (target / path.name).write_text(path.read_text().replace(old, new))
    (folder / "hook.pl").write_text(HOOK)
    names = sorted(p.stem for p in programs.glob("*.pl") if p.stem not in LEFT_OUT)
    for name in names:
        command = ["gplc", "--fast-math", "--min-bips", "-o", name, f"{name}.pl"]
        subprocess.run(command, cwd=native, capture_output=True, check=False)
    return [name for name in names if (native / name).exists()]


def measured(command, folder):
    """The milliseconds that a run prints, or None if it prints none."""
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        child.wait()
        out.seek(0)
        found = re.search(r"total time : (\d+)", out.read())
    return int(found.group(1)) or None if found else None


def systems(arguments, folder):
    """For each system, its command for a program and a number of iterations."""
    def by_goal(binary, *options):
        return lambda name, n: [*binary, *options, "-g", "q", "-t", "halt", f"{name}.pl", "--", str(n)]

    found = {"ours": by_goal([arguments.ours, "-q"])}
    if arguments.before:
        found["before"] = by_goal([arguments.before, "-q"])
    found["gnu"] = lambda name, n: [str(folder / "native" / name), str(n)]
    if shutil.which("swipl"):
        found["swipl"] = by_goal(["swipl", "-q"])
        found["swipl-O"] = by_goal(["swipl", "-O", "-q"])
    return found


def iterations(command, name, folder):
    """The number of iterations for which GNU Prolog takes about half a second."""
    n = 1
    while True:
        result = measured(command(name, n), folder)
        if result and result >= 400:
            return n
        n = max(2 * n, int(n * 550 / result) if result else 0)


def row(name, commands, folder, runs):
    n = iterations(commands["gnu"], name, folder)
    results = {system: [] for system in commands}
    for _ in range(runs):
        for system, command in commands.items():
            results[system].append(measured(command(name, n), folder))
    return n, {s: r for s, r in results.items() if all(r)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default=EXAMPLES)
    parser.add_argument("--ours", default=str(ROOT / "target/release/horn"))
    parser.add_argument("--before", help="another version of Horn")
    parser.add_argument("--only", help="names of programs, with commas")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--md", help="a file for the table")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        names = prepared(Path(arguments.programs), folder)
        if arguments.only:
            names = [name for name in names if name in arguments.only.split(",")]
        commands = systems(arguments, folder)
        lines = ["| program | N | " + " | ".join(commands) + " |", "| --- | ---: |" + " ---: |" * len(commands)]
        ratios = {system: [] for system in commands}
        for name in names:
            n, results = row(name, commands, folder, arguments.runs)
            gnu = min(results["gnu"])
            cells = []
            for system in commands:
                if system not in results:
                    cells.append("error")
                    continue
                times = results[system]
                ratio = min(times) / gnu
                ratios[system].append(ratio)
                cells.append(f"{min(times)} / {statistics.median(times):.0f} ({ratio:.2f})")
            lines.append(f"| {name} | {n} | " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
        means = [f"{math.exp(sum(map(math.log, r)) / len(r)):.2f} of {len(r)}" for r in ratios.values()]
        lines.append("| geometric mean | | " + " | ".join(means) + " |")
        print(lines[-1])
        if arguments.md:
            Path(arguments.md).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
