"""A session with the Jupyter kernel: the client is jupyter_client. Prints its log; ends with an error if something differs.

The environment variable HORN names the program.
"""

import os
import queue
import subprocess
import sys
import tempfile
import threading

HORN = os.environ.get("HORN", "horn")
prefix = tempfile.mkdtemp()
folder = tempfile.mkdtemp()
subprocess.run([HORN, "kernel", "install", "--prefix", prefix, "--python", sys.executable], check=True)
os.environ["JUPYTER_PATH"] = os.path.join(prefix, "share/jupyter")

from jupyter_client.manager import KernelManager  # noqa: E402  it reads JUPYTER_PATH

manager = KernelManager(kernel_name="horn")
manager.start_kernel(cwd=folder)
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=60)


def run(code, fails=False):
    """Runs a cell. Returns its output, and the kinds of its pictures."""
    request = client.execute(code)
    text, pictures = "", []
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") != request:
            continue
        kind, content = message["msg_type"], message["content"]
        if kind == "stream":
            text += content["text"]
        elif kind == "error":
            text += "\n".join(content["traceback"]) + "\n"
        elif kind == "display_data":
            pictures.append(content["data"])
        elif kind == "status" and content["execution_state"] == "idle":
            break
    # A slow start leaves replies to further questions whether the kernel is ready.
    while (message := client.get_shell_msg(timeout=60))["parent_header"].get("msg_id") != request:
        pass
    reply = message["content"]
    print("In:  " + code.rstrip("\n").replace("\n", "\n     "))
    print("Out: " + text.rstrip("\n").replace("\n", "\n     ").replace("\x1b", "␛"))
    for data in pictures:
        print("     " + ", ".join(f"{mime}: {len(value)} characters" for mime, value in data.items()))
    assert (reply["status"] == "error") == fails, reply
    return text, pictures


try:
    assert run("%! likes(?X, ?Y) is nondet.\n%\n%  Who likes whom.\nlikes(ann, tea).\nlikes(bob, tea).\n")[0] == ""
    assert run("?- likes(X, tea).")[0] == "   X = ann\n"
    assert run(";")[0] == ";  X = bob.\n"
    run(";", fails=True)
    # Clauses of a cell and its queries, output, and a cell that is loaded again.
    assert run("p(1).\np(2).\n?- p(X), write(got(X)), nl.\n?- p(3).")[0].endswith("got(1)\n   X = 1\n   false.\n")
    error, _ = run("?- X = 1, Y is X + foo.", fails=True)
    assert "type_error(evaluable,foo/0)" in error and "\x1b[" in error
    error, _ = run("q(X) :- r(X", fails=True)
    assert "syntax error" in error
    warning, _ = run("s(X, Yellow) :- s(X).\n")
    assert "singleton" in warning
    # Values of earlier answers, also of the same cell.
    assert run("?- X = 20, L = [X].\n?- Y is $X + 1.")[0] == "   X = 20, L = [20].\n   Y = 21.\n"
    assert run("?- length($L, N).")[0] == "   N = 1.\n"
    assert run("?- member(M, [1,2]).")[0] == "   M = 1\n"
    assert run(";")[0] == ";  M = 2.\n"
    assert run("?- Z = $M.")[0] == "   Z = 2.\n"
    error, _ = run("?- X = $Nothing.", fails=True)
    assert "$Nothing has no value" in error and "operator" not in error, error
    # Pictures.
    _, pictures = run("?- board_svg([2,4,1,3], 'queens.svg').")
    assert "image/svg+xml" in pictures[0], pictures
    _, pictures = run("?- search_tree((X in 1..3, label([X])), 'tree.html').")
    assert pictures[0]["text/html"].startswith("<iframe srcdoc="), pictures
    _, pictures = run("?- trace_tree(likes(_, tea), 'boxes.html').")
    assert "text/html" in pictures[0], pictures
    # An interrupt.
    threading.Timer(1.0, manager.interrupt_kernel).start()
    error, _ = run("?- repeat, fail.", fails=True)
    assert "interrupt" in error.lower(), error
    assert run("?- likes(ann, What).")[0] == "   What = tea.\n"

    def ask(request):
        while True:
            reply = client.get_shell_msg(timeout=60)
            if reply["parent_header"]["msg_id"] == request:
                return reply["content"]

    found = ask(client.complete("?- lik", 6))
    print("complete:", found["matches"], found["cursor_start"])
    assert found["matches"] == ["likes("] and found["cursor_start"] == 3
    found = ask(client.inspect("?- append(X, Y, Z).", 5))
    print("inspect:", found["data"]["text/plain"].split("\n")[1])
    assert "append(?Xs, ?Ys, ?Zs)" in found["data"]["text/markdown"]
    assert ask(client.is_complete("p :-"))["status"] == "incomplete"
    assert ask(client.is_complete("p."))["status"] == "complete"
    # The end of the machine.
    ended, _ = run("?- halt.", fails=True)
    assert run("?- X = 1.")[0] == "   X = 1.\n"
    print("end")
except queue.Empty:
    sys.exit("the kernel is silent")
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
