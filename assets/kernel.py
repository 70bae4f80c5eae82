"""The Jupyter kernel of Horn.

`horn kernel install` puts this file in place. It needs the package `ipykernel`. The machine is a process of its own, the
program that the environment variable HORN names; the two speak JSON, one object a line, on a socket of this computer.
"""

import base64
import html
import json
import os
import secrets
import signal
import socket
import subprocess

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

# Seconds in which the machine must have connected.
START = 60


class Machine:
    """The process with the machine."""

    def __init__(self):
        token = secrets.token_hex(16)
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(START)
            port = server.getsockname()[1]
            self.process = subprocess.Popen(
                [os.environ.get("HORN", "horn"), "kernel", "serve", str(port)],
                env={**os.environ, "HORN_KERNEL_TOKEN": token},
                stdin=subprocess.DEVNULL,
                # Interrupts go by the socket.
                start_new_session=True,
            )
            while True:
                connection, _ = server.accept()
                lines = connection.makefile("r", encoding="utf-8", newline="\n")
                hello = json.loads(lines.readline() or "{}")
                if secrets.compare_digest(str(hello.get("token")), token):
                    break
                connection.close()
        self.connection, self.lines = connection, lines

    def send(self, request):
        self.connection.sendall((json.dumps(request) + "\n").encode())

    def events(self, request):
        """The events of a request. An interrupt of the kernel interrupts the machine."""
        self.send(request)
        line = ""
        while True:
            try:
                line += self.lines.readline()
            except KeyboardInterrupt:
                self.send({"do": "interrupt"})
                continue
            if not line:
                raise EOFError("the machine has ended")
            event, line = json.loads(line), ""
            if event["event"] == "done":
                return
            yield event

    def end(self):
        self.connection.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()


class HornKernel(Kernel):
    """Cells have clauses, and queries `?- Goal.`; a cell `;` asks for the next answer."""

    implementation = "horn"
    implementation_version = "0.1"
    language_info = {
        "name": "prolog",
        "mimetype": "text/x-prolog",
        "file_extension": ".pl",
        "pygments_lexer": "prolog",
    }
    banner = "Horn, an embeddable Prolog"

    def __init__(self, **settings):
        super().__init__(**settings)
        self.machine = Machine()

    def ask(self, request, kind):
        """The event of one kind that answers a request, or an empty one."""
        found = {}
        for event in self.machine.events(request):
            if event["event"] == kind:
                found = event
        return found

    async def do_execute(
        self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, *,
        cell_meta=None, cell_id=None,
    ):
        name = cell_id or f"cell {self.execution_count}"
        failure = None
        try:
            for event in self.machine.events({"do": "run", "code": code, "cell": name}):
                if event["event"] in ("error", "failed"):
                    failure = event["text"]
                if not silent:
                    self.show(event)
        except EOFError:
            # `halt/0`, or an end of the process.
            self.machine.end()
            self.machine = Machine()
            failure = "the machine has ended, and a new one begins"
            self.send_response(self.iopub_socket, "stream", {"name": "stderr", "text": failure + "\n"})
        count = {"execution_count": self.execution_count}
        if failure is None:
            return {"status": "ok", "payload": [], "user_expressions": {}, **count}
        lines = failure.rstrip("\n").split("\n")
        return {"status": "error", "ename": "Error", "evalue": lines[0], "traceback": lines, **count}

    def show(self, event):
        kind = event["event"]
        if kind == "output" or kind == "answer":
            self.send_response(self.iopub_socket, "stream", {"name": "stdout", "text": event["text"]})
        elif kind == "messages":
            self.send_response(self.iopub_socket, "stream", {"name": "stderr", "text": event["text"]})
        elif kind == "error":
            lines = event["text"].rstrip("\n").split("\n")
            content = {"ename": "Error", "evalue": lines[0], "traceback": lines}
            self.send_response(self.iopub_socket, "error", content)
        elif kind == "picture":
            data = {event["mime"]: event["data"], "text/plain": "a picture"}
            if event["mime"] == "image/png":
                with open(event["data"], "rb") as file:
                    data["image/png"] = base64.b64encode(file.read()).decode()
            elif event["mime"] == "text/html":
                # A page of its own, whose styles and scripts stay inside it.
                page = html.escape(event["data"], quote=True)
                frame = f'<iframe srcdoc="{page}" style="width:100%;height:32em;border:0"></iframe>'
                data["text/html"] = frame
            self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})

    def do_complete(self, code, cursor_pos):
        found = self.ask({"do": "complete", "code": code, "at": cursor_pos}, "completion")
        return {
            "status": "ok",
            "matches": found.get("texts", []),
            "cursor_start": found.get("start", cursor_pos),
            "cursor_end": cursor_pos,
            "metadata": {},
        }

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        found = self.ask({"do": "inspect", "code": code, "at": cursor_pos}, "help")
        text = found.get("text")
        data = {"text/plain": text, "text/markdown": text} if text else {}
        return {"status": "ok", "found": bool(text), "data": data, "metadata": {}}

    def do_is_complete(self, code):
        found = self.ask({"do": "complete?", "code": code}, "status")
        return {"status": found.get("text", "unknown"), "indent": "    "}

    def do_shutdown(self, restart):
        self.machine.end()
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    IPKernelApp.launch_instance(kernel_class=HornKernel)
