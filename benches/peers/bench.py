#!/usr/bin/env python3
"""Time the benchmark programs of this folder on several Prolog systems.

    bench.py --list
    bench.py --check                      # only verify the answers
    bench.py --suite core --out core.json --md core.md
    bench.py --suite clp --only 'queens*,sudoku*' --systems swipl,gnu
    bench.py --ours 'target/release/horn -q -g {goal} {files}'   # the default

Every program defines bench(N), bench_default(N) and check/0.  A run of a
system is one process: it loads the driver, the prologue of the system, the
CLP dialect (suite clp) and the program, then runs one goal.

What is measured: CPU user time of the process as the operating system
accounts it, minus the user time of the same process running bench(0) - so
start-up, library loading and program loading cancel out.  N is chosen for
each system so that one run lasts about --target seconds; the table shows the
time scaled to the N of bench_default.  Each figure is the median of --runs
runs, and the runs of the systems are interleaved (A B C A B C ...), so that a
slow phase of the machine does not hit only one of them.  Peak memory is the
largest resident set of any run at the bench_default N or above it.

Systems are looked up on PATH under the names in SYSTEMS; --bin NAME=PATH (or
a file of such lines given with --bins) says where else they are.  A system
that is absent is skipped.  A program says '%% needs: feature, ...' in its
first lines when it uses something that not every system has; a system that
lacks the feature shows 'n/a'.  '%% max_n: K' bounds N.
"""

import argparse
import fnmatch
import json
import math
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BENCH = Path(__file__).resolve().parent
OURS = f"{BENCH.parent.parent}/target/release/horn -q -g {{goal}} {{files}}"

ALL = {"libraries", "bignum", "tabling", "coroutining", "clpz", "circuit", "cumulative"}

# name -> how to run it.  argv is expanded: {bin}, {goal}, {files} (several
# words; {files:--opt} puts an option before each), {loader} (one file that
# consults them all), {exe} (compiled program),
# {arg} ('check' or N).  'pre' names the prologue files: pre.pl and clp_pre.pl.
SYSTEMS = {
    "swipl": dict(
        bin="swipl", pre="swi", has=ALL,
        argv=["{bin}", "-f", "none", "-q", "--stack-limit=8g", "-g", "{goal}",
              "-t", "halt(1)", "{files}"]),
    "swipl-O": dict(
        bin="swipl", pre="swi", has=ALL,
        argv=["{bin}", "-O", "-f", "none", "-q", "--stack-limit=8g", "-g", "{goal}",
              "-t", "halt(1)", "{files}"]),
    "swipl-dev": dict(
        bin="swipl-dev", pre="swi", has=ALL,
        argv=["{bin}", "-f", "none", "-q", "--stack-limit=8g", "-g", "{goal}",
              "-t", "halt(1)", "{files}"]),
    "swipl-dev-O": dict(
        bin="swipl-dev", pre="swi", has=ALL,
        argv=["{bin}", "-O", "-f", "none", "-q", "--stack-limit=8g", "-g", "{goal}",
              "-t", "halt(1)", "{files}"]),
    # GNU Prolog compiled to native code; stack sizes are in kilobytes and must
    # stay below 2 GB together.
    "gnu": dict(
        bin="gplc", pre="gnu", has=set(),
        compile=["{bin}", "--no-top-level", "-o", "{exe}", "{files}", "{main}"],
        env=dict(GLOBALSZ="1048576", LOCALSZ="262144", TRAILSZ="131072", CSTRSZ="131072"),
        argv=["{exe}", "{arg}"]),
    "gnu-dev": dict(
        bin="gplc-dev", pre="gnu", has=set(),
        compile=["{bin}", "--no-top-level", "-o", "{exe}", "{files}", "{main}"],
        env=dict(GLOBALSZ="1048576", LOCALSZ="262144", TRAILSZ="131072", CSTRSZ="131072"),
        argv=["{exe}", "{arg}"]),
    # The same system as most people meet it: byte code, consulted.
    "gnu-consult": dict(
        bin="gprolog", pre="gnu", has=set(),
        env=dict(GLOBALSZ="1048576", LOCALSZ="262144", TRAILSZ="131072", CSTRSZ="131072"),
        argv=["{bin}", "{files:--consult-file}", "--query-goal", "{goal}"]),
    "yap": dict(
        bin="yap", pre="yap", has=ALL,
        argv=["{bin}", "-q", "-l", "{loader}", "-g", "{goal}"]),
    "tpl": dict(
        bin="tpl", pre="tpl", has=ALL,
        argv=["{bin}", "-q", "-f", "-g", "{goal}", "{files}"]),
    "scryer": dict(
        bin="scryer-prolog", pre="scryer", has=ALL,
        argv=["{bin}", "-f", "-g", "{goal}", "{files}"]),
}


def machine():
    """A line about the machine, without names or paths."""
    model = "unknown processor"
    try:
        for line in open("/proc/cpuinfo"):
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{os.cpu_count()} logical processors, {model}"


def busy_elsewhere(seconds=0.05):
    """Processors kept busy by others during a short sample."""
    def snap():
        with open("/proc/stat") as f:
            v = [int(x) for x in f.readline().split()[1:9]]
        return sum(v), v[3] + v[4]
    try:
        t0, i0 = snap()
        time.sleep(seconds)
        t1, i1 = snap()
    except OSError:
        return 0.0
    if t1 == t0:
        return 0.0
    return (1 - (i1 - i0) / (t1 - t0)) * (os.cpu_count() or 1)


class Runner:
    def __init__(self, opt):
        self.opt = opt
        self.work = Path(tempfile.mkdtemp(prefix="plbench-"))
        self.timecmd = shutil.which("time") if os.name == "posix" else None
        if self.timecmd and subprocess.run(
                [self.timecmd, "-f", "%M", "true"], capture_output=True).returncode != 0:
            self.timecmd = None
        self.waited = 0.0

    def wait_quiet(self):
        """Hold a timed run while other processes keep a processor busy."""
        if not self.opt.quiet_wait:
            return
        end = time.time() + self.opt.quiet_wait
        while time.time() < end and busy_elsewhere() > self.opt.quiet_level:
            self.waited += 0.5
            time.sleep(0.5)

    def run(self, argv, env=None, timeout=None, timed=True):
        """One process -> dict(status, user, sys, wall, rss_kb, out)."""
        if timed:
            self.wait_quiet()
        full = dict(os.environ)
        full.update(env or {})
        limit = self.opt.mem_limit << 20
        rssfile = self.work / "rss"

        def child():
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_STACK,
                               (min(1 << 30, limit), resource.getrlimit(resource.RLIMIT_STACK)[1]))

        cmd = list(argv)
        if self.timecmd:
            cmd = [self.timecmd, "-q", "-f", "%M", "-o", str(rssfile)] + cmd
        out = open(self.work / "out", "w+b")
        t0 = time.perf_counter()
        try:
            p = subprocess.Popen(cmd, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=subprocess.STDOUT, env=full, preexec_fn=child,
                                 cwd=self.work)
        except OSError as e:
            return dict(status="absent", user=0, sys=0, wall=0, rss_kb=0, out=str(e))
        timed_out = False
        timeout = timeout or self.opt.timeout
        deadline = t0 + timeout

        def on_alarm(_s, _f):
            raise TimeoutError
        old = signal.signal(signal.SIGALRM, on_alarm)
        signal.setitimer(signal.ITIMER_REAL, max(0.01, deadline - time.perf_counter()))
        try:
            _, st, ru = os.wait4(p.pid, 0)
        except TimeoutError:
            timed_out = True
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except OSError:
                pass
            _, st, ru = os.wait4(p.pid, 0)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        wall = time.perf_counter() - t0
        p.returncode = 0
        out.seek(0)
        text = out.read(200000).decode("utf-8", "replace")
        out.close()
        rss = ru.ru_maxrss
        if self.timecmd:
            try:
                rss = int(rssfile.read_text().split()[-1])
            except (OSError, ValueError, IndexError):
                pass
        if timed_out:
            status = "timeout"
        elif os.WIFSIGNALED(st):
            status = f"signal {os.WTERMSIG(st)}"
        elif "bench_done" in text or "answer_ok" in text:
            status = "ok"
        elif "answer_wrong" in text:
            m = re.search(r"caught\((.*)", text)
            status = "error: " + m.group(1)[:70] if m else "wrong"
        elif "bench_failed" in text:
            m = re.search(r"caught\((.*)", text)
            status = "error: " + m.group(1)[:70] if m else "failed"
        else:
            tail = [x for x in text.strip().splitlines() if x.strip()]
            rc = os.WEXITSTATUS(st) if os.WIFEXITED(st) else "?"
            status = f"exit {rc}: " + (tail[-1].strip()[:70] if tail else "no output")
        return dict(status=status, user=ru.ru_utime, sys=ru.ru_stime, wall=wall,
                    rss_kb=rss, out=text)


class Program:
    def __init__(self, path, suite):
        self.path = path
        self.suite = suite
        self.name = path.stem
        text = path.read_text()
        m = re.search(r"^bench_default\((\d+)\)\.", text, re.M)
        self.default = int(m.group(1)) if m else 1
        m = re.search(r"^%%\s*needs:\s*(.*)$", text, re.M)
        self.needs = {x.strip() for x in m.group(1).split(",")} if m else set()
        # Each program of this suite imports a library that only some systems have.
        if suite == "libs":
            self.needs.add("libraries")
        m = re.search(r"^%%\s*suite:\s*(\w+)", text, re.M)
        self.dialect = m.group(1) if m else suite
        m = re.search(r"^%%\s*max_n:\s*(\d+)", text, re.M)
        self.max_n = int(m.group(1)) if m else None


class System:
    def __init__(self, name, spec, binary, runner):
        self.name, self.spec, self.bin, self.r = name, spec, binary, runner
        self.exes = {}

    def files(self, prog):
        pre = BENCH / "prologue"
        names = [pre / "driver.pl"]
        base = pre / f"{self.spec['pre']}.pl"
        if base.exists():
            names.append(base)
        if prog.dialect == "clp" and "indexicals" not in prog.needs:
            clp = pre / f"clp_{self.spec['pre']}.pl"
            if clp.exists():
                names.append(clp)
        names.append(prog.path)
        return [str(n) for n in names]

    def lacks(self, prog):
        has = self.spec.get("has", ALL)
        return sorted(prog.needs - has)

    def prepare(self, prog):
        """Compile if the system compiles; returns None or an error."""
        if "compile" not in self.spec or prog.path in self.exes:
            return None
        exe = self.r.work / f"{self.name}-{prog.suite}-{prog.name}"
        argv = self.expand(self.spec["compile"], prog, exe=str(exe))
        t0 = time.perf_counter()
        try:
            path = os.path.dirname(self.bin) + os.pathsep + os.environ.get("PATH", "")
            res = subprocess.run(argv, capture_output=True, text=True, timeout=600,
                                 cwd=self.r.work,
                                 env=dict(os.environ, PATH=path, **self.spec.get("env", {})))
        except subprocess.TimeoutExpired:
            return "compile timeout"
        if not exe.exists():
            return "compile: " + (res.stdout + res.stderr).strip()[-80:]
        self.exes[prog.path] = (exe, time.perf_counter() - t0)
        return None

    def cleanup(self, prog):
        exe = self.exes.pop(prog.path, None)
        if exe:
            exe[0].unlink(missing_ok=True)

    def expand(self, template, prog, goal="", arg="", exe=""):
        out = []
        files = self.files(prog)
        for w in template:
            if w == "{files}":
                out.extend(files)
            elif w.startswith("{files:"):
                for f in files:
                    out += [w[7:-1], f]
            elif w == "{main}":
                out.append(str(BENCH / "prologue" / "gnu_main.pl"))
            elif w == "{loader}":
                ld = self.r.work / "loader.pl"
                quoted = ",".join("'%s'" % f for f in files)
                ld.write_text(f":- consult([{quoted}]).\n")
                out.append(str(ld))
            else:
                out.append(w.format(bin=self.bin, goal=goal, arg=arg, exe=exe,
                                    here=str(Path(__file__).resolve().parent)))
        return out

    def go(self, prog, what, timeout=None, timed=True):
        """what is 'check' or N."""
        exe = self.exes.get(prog.path, ("", 0))[0]
        goal = "run_check" if what == "check" else f"run_bench({what})"
        argv = self.expand(self.spec["argv"], prog, goal=goal, arg=str(what), exe=str(exe))
        return self.r.run(argv, self.spec.get("env"), timeout, timed)


def calibrate(system, prog, opt):
    """-> (N, status, last run).  N makes a run last about opt.target."""
    base = min(system.go(prog, 0)["user"] for _ in range(2))
    n = max(1, prog.default // 200)
    top = prog.max_n or 10 ** 9
    while True:
        res = system.go(prog, n)
        if res["status"] != "ok":
            if n > 1:
                n = max(1, n // 100)
                top = n if n == 1 else top
                continue
            return None, res["status"], res
        net = res["user"] - base
        if net >= opt.target * 0.35 or n >= top:
            n2 = max(1, min(top, round(n * opt.target / max(net, 1e-3))))
            return n2, "ok", res
        grow = 20 if net < opt.target / 60 else max(2.0, 1.05 * opt.target / max(net, 1e-3))
        n = min(top, max(n + 1, int(n * grow)))


def geomean(xs):
    return math.exp(sum(map(math.log, xs)) / len(xs)) if xs else float("nan")


def fmt_ms(ms):
    if ms >= 10000:
        return f"{ms/1000:.1f} s"
    if ms >= 100:
        return f"{ms:.0f}"
    if ms >= 10:
        return f"{ms:.1f}"
    return f"{ms:.2f}"


def short(status):
    if status == "n/a":
        return "n/a"
    if status.startswith("timeout"):
        return "timeout"
    if status.startswith("wrong"):
        return "WRONG"
    if status.startswith("signal"):
        return "CRASH"
    return "error"


def tables(data, ours="ours"):
    """Markdown for every suite in data."""
    out = []
    for suite, progs in data["results"].items():
        if suite == "null":
            out += startup_table(data, progs)
            continue
        systems = [s for s in data["systems"] if any(s in p["systems"] for p in progs.values())]
        out.append(f"### {suite}: milliseconds of user time at the default N "
                   "(ratio to the best peer)\n")
        out.append("| program | N | " + " | ".join(systems) + " |")
        out.append("|---|---:|" + "---:|" * len(systems))
        ratios = {s: {} for s in systems}
        for name, p in sorted(progs.items()):
            ok = {s: r["ms"] for s, r in p["systems"].items() if r["status"] == "ok"}
            peers = {s: v for s, v in ok.items() if s != ours}
            best = min(peers.values()) if peers else None
            row = [name, str(p["default"])]
            for s in systems:
                r = p["systems"].get(s)
                if r is None:
                    row.append("")
                elif r["status"] == "ok":
                    ratio = r["ms"] / best if best else 1.0
                    ratios[s][name] = ratio
                    cell = f"{fmt_ms(r['ms'])} ({ratio:.1f})"
                    row.append(f"**{cell}**" if r["ms"] == best else cell)
                else:
                    row.append(short(r["status"]))
            out.append("| " + " | ".join(row) + " |")
        row = ["geomean, all it can run", ""]
        row2 = ["programs run", ""]
        for s in systems:
            row.append(f"{geomean(list(ratios[s].values())):.2f}")
            row2.append(str(len(ratios[s])))
        out.append("| " + " | ".join(row) + " |")
        out.append("| " + " | ".join(row2) + " |")
        core = [s for s in systems if len(ratios[s]) >= 0.7 * len(progs)]
        common = [n for n in progs if all(n in ratios[s] for s in core)]
        row = [f"geomean, {len(common)} common", ""]
        for s in systems:
            if s in core and common:
                row.append(f"{geomean([ratios[s][n] for n in common]):.2f}")
            else:
                row.append("")
        out.append("| " + " | ".join(row) + " |\n")

        out.append(f"### {suite}: peak memory (MB)\n")
        out.append("| program | " + " | ".join(systems) + " |")
        out.append("|---|" + "---:|" * len(systems))
        for name, p in sorted(progs.items()):
            row = [name]
            for s in systems:
                r = p["systems"].get(s)
                row.append(f"{r['rss_kb']/1024:.0f}" if r and r["status"] == "ok" else "")
            out.append("| " + " | ".join(row) + " |")
        out.append("")
        bad = [(n, s, r["status"]) for n, p in sorted(progs.items())
               for s, r in p["systems"].items() if r["status"] not in ("ok", "n/a")]
        if bad:
            out.append(f"### {suite}: failures\n")
            out.extend(f"- {n} on {s}: {st}" for n, s, st in bad)
            out.append("")
    return "\n".join(out)


def startup_table(data, progs):
    """Start-up: wall, user and memory of the process that does nothing."""
    out = ["### start-up (nothing run): wall ms / user ms / peak MB\n"]
    names = sorted(progs)
    out.append("| system | " + " | ".join(names) + " |")
    out.append("|---|" + "---:|" * len(names))
    for s in data["systems"]:
        row = [s]
        for n in names:
            r = progs[n]["systems"].get(s)
            if r and r["status"] == "ok":
                row.append(f"{r['load_wall_s']*1000:.0f} / {r['load_s']*1000:.0f} / "
                           f"{r['rss0_kb']/1024:.0f}")
            else:
                row.append(short(r["status"]) if r else "")
        if any(row[1:]):
            out.append("| " + " | ".join(row) + " |")
    return out + [""]


def find_bins(opt):
    where = {}
    lines = []
    for f in opt.bins or []:
        lines += Path(f).read_text().splitlines()
    for line in lines + (opt.bin or []):
        line = line.strip()
        if line and not line.startswith("#") and "=" in line:
            k, v = line.split("=", 1)
            where[k.strip()] = v.strip()
    return where


def write_static_facts(work):
    """index_static1/2: 20 000 static facts, probed on first / second argument."""
    d = work / "core"
    d.mkdir(exist_ok=True)
    facts = "".join(f"rec({i}, {i * 7919 % 20011}, {'acb'[i % 3]}).\n" for i in range(20000))
    loop = """
bench_default(%d).

bench(0) :- !.
bench(N) :- N > 0, probes(%d, 17), N1 is N-1, bench(N1).

check :- %s, probes(5, 17).

probes(0, _) :- !.
probes(N, S0) :-
    S is (S0*421 + 1663) mod 20000,
    %s,
    N1 is N-1,
    probes(N1, S).

"""
    (d / "index_static1.pl").write_text(
        "% 20 000 static facts, first argument bound.\n" + loop % (
            50, 10000, "rec(500, 17333, b)", "rec(S, K, _), !, integer(K)") + facts)
    (d / "index_static2.pl").write_text(
        "% 20 000 static facts, only the second argument bound.\n" + loop % (
            50, 100, "rec(I, 17333, b), !, I == 500",
            "K is (S*7919) mod 20011, rec(I, K, _), !, I == S") + facts)
    return sorted(d.glob("index_static*.pl"))


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--suite", default="all", help="core, clp, libs, mem, null or all")
    ap.add_argument("--only", help="comma-separated name patterns")
    ap.add_argument("--skip", help="comma-separated name patterns")
    ap.add_argument("--systems", help="comma-separated system names")
    ap.add_argument("--bin", action="append", metavar="NAME=PATH")
    ap.add_argument("--bins", action="append", metavar="FILE")
    ap.add_argument("--ours", metavar="CMD", default=OURS,
                    help="command line of Horn, with {goal} and {files}")
    ap.add_argument("--ours-prologue", default="ours")
    ap.add_argument("--runs", type=int, default=5)
    ap.add_argument("--target", type=float, default=0.6, help="seconds a run should last")
    ap.add_argument("--timeout", type=float, default=60)
    ap.add_argument("--mem-limit", type=int, default=14000, help="MB of address space")
    ap.add_argument("--quiet-wait", type=float, default=60,
                    help="seconds to wait at most for an idle processor before a run")
    ap.add_argument("--quiet-level", type=float, default=0.6,
                    help="processors that others may keep busy meanwhile")
    ap.add_argument("--check", action="store_true", help="only verify the answers")
    ap.add_argument("--list", action="store_true")
    ap.add_argument("--out", help="JSON file; results are merged into it")
    ap.add_argument("--md", help="markdown file to write")
    ap.add_argument("--render", action="store_true", help="only render --out as markdown")
    ap.add_argument("--redo", action="store_true", help="measure again what --out has")
    opt = ap.parse_args()

    data = {"machine": machine(), "systems": [], "results": {}}
    if opt.out and Path(opt.out).exists():
        data = json.loads(Path(opt.out).read_text())
    if opt.render:
        text = tables(data)
        print(text)
        if opt.md:
            Path(opt.md).write_text(text)
        return

    runner = Runner(opt)
    where = find_bins(opt)
    specs = dict(SYSTEMS)
    if opt.ours:
        words = opt.ours.split()
        specs["ours"] = dict(bin=words[0], pre=opt.ours_prologue,
                             has=ALL | {"indexicals"}, argv=["{bin}"] + words[1:])
    wanted = opt.systems.split(",") if opt.systems else list(specs)
    systems = []
    for name in wanted:
        spec = specs[name]
        binary = where.get(name) or where.get(spec["bin"]) or shutil.which(spec["bin"])
        if not binary:
            print(f"# {name}: not found, skipped", file=sys.stderr)
            continue
        systems.append(System(name, spec, os.path.abspath(binary), runner))
        if name not in data["systems"]:
            data["systems"].append(name)

    progs = []
    for suite in ("core", "clp", "libs", "mem", "null") if opt.suite == "all" else (opt.suite,):
        paths = sorted((BENCH / suite).glob("*.pl"))
        if suite == "core":
            paths += write_static_facts(runner.work)
        progs += [Program(p, suite) for p in paths]
    if opt.only:
        pats = opt.only.split(",")
        progs = [p for p in progs if any(fnmatch.fnmatch(p.name, x) for x in pats)]
    if opt.skip:
        pats = opt.skip.split(",")
        progs = [p for p in progs if not any(fnmatch.fnmatch(p.name, x) for x in pats)]
    if opt.list:
        for p in progs:
            print(p.suite, p.name, p.default, ",".join(sorted(p.needs)))
        print("systems:", ", ".join(s.name for s in systems))
        return

    def save():
        if opt.out:
            tmp = Path(opt.out + ".part")
            tmp.write_text(json.dumps(data, indent=1))
            tmp.replace(opt.out)

    for prog in progs:
        entry = data["results"].setdefault(prog.suite, {}).setdefault(
            prog.name, {"default": prog.default, "systems": {}})
        entry["default"] = prog.default
        live = []
        for s in systems:
            old = entry["systems"].get(s.name)
            if old and not opt.redo and not opt.check:
                continue
            lacks = s.lacks(prog)
            if lacks:
                entry["systems"][s.name] = {"status": "n/a", "lacks": lacks}
                continue
            err = s.prepare(prog)
            res = dict(status=err) if err else s.go(prog, "check", timed=False)
            if opt.check:
                print(f"{prog.suite:5} {prog.name:20} {s.name:12} {res['status']}", flush=True)
                s.cleanup(prog)
                continue
            if res["status"] != "ok":
                entry["systems"][s.name] = {"status": res["status"]}
                print(f"{prog.suite:5} {prog.name:20} {s.name:12} {res['status']}", flush=True)
                s.cleanup(prog)
                continue
            n, status, res = calibrate(s, prog, opt)
            if status != "ok":
                entry["systems"][s.name] = {"status": status}
                print(f"{prog.suite:5} {prog.name:20} {s.name:12} {status}", flush=True)
                s.cleanup(prog)
                continue
            live.append([s, n, [], []])
        if opt.check:
            continue
        for _ in range(opt.runs):
            for item in live:
                s, n, base, full = item
                base.append(s.go(prog, 0))
                full.append(s.go(prog, n))
        for s, n, base, full in live:
            good = [f for f in full if f["status"] == "ok"]
            if not good:
                entry["systems"][s.name] = {"status": full[0]["status"]}
                s.cleanup(prog)
                continue

            def med(rs, k):
                return statistics.median(r[k] for r in rs)
            scale = prog.default / n * 1000
            user = max(1e-6, med(good, "user") - med(base, "user"))
            cpu = max(1e-6, user + med(good, "sys") - med(base, "sys"))
            wall = max(1e-6, med(good, "wall") - med(base, "wall"))
            entry["systems"][s.name] = {
                "status": "ok", "n": n, "ms": user * scale, "cpu_ms": cpu * scale,
                "wall_ms": wall * scale,
                "spread": [round((f["user"] - med(base, "user")) * scale, 3) for f in good],
                "load_s": med(base, "user"), "load_wall_s": med(base, "wall"),
                "rss_kb": max(f["rss_kb"] for f in good),
                "rss0_kb": med(base, "rss_kb"),
                "compile_s": s.exes.get(prog.path, (0, 0))[1],
            }
            e = entry["systems"][s.name]
            print(f"{prog.suite:5} {prog.name:20} {s.name:12} {e['ms']:10.2f} ms  (n={n}, "
                  f"rss {e['rss_kb']//1024} MB, load {e['load_s']*1000:.0f} ms)", flush=True)
            s.cleanup(prog)
        save()
    if not opt.check:
        save()
        text = tables(data)
        if opt.md:
            Path(opt.md).write_text(text)
        print(text)
    shutil.rmtree(runner.work, ignore_errors=True)
    if runner.waited > 5:
        print(f"# waited {runner.waited:.0f} s for a quiet machine", file=sys.stderr)


if __name__ == "__main__":
    main()
