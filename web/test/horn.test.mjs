// The package in Node.js: `web/build`, then `node --test test/`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Horn, HornError } from "../horn.js";
import { Engine, Panic, compiled } from "../engine.js";

const engine = new URL("../dist/horn.wasm.gz", import.meta.url);

/** Runs a test with an engine, which is ended after it. */
const withHorn = (name, body) => test(name, async () => {
  const horn = await Horn.start({ engine });
  try {
    await body(horn);
  } finally {
    horn.end();
  }
});

async function answers(machine, text, options) {
  const found = [];
  for await (const answer of machine.query(text, options)) found.push(answer.text);
  return found;
}

withHorn("answers come one at a time, as text and as values", async horn => {
  const machine = await horn.machine();
  const { messages, error } = await machine.consult("p(1). p(f(\"x\")). p(2).\n");
  assert.deepEqual([messages, error], [[], null]);
  const query = machine.query("p(X)");
  const first = await query.next();
  assert.equal(first.value.text, "X = 1");
  assert.equal(first.value.bindings.X, 1);
  assert.equal(first.value.last, false);
  const second = await query.next();
  assert.deepEqual(second.value.bindings.X, { functor: "f", args: ["x"] });
  await query.return();
  assert.deepEqual(await answers(machine, "p(X), X = 2"), ["X = 2"]);
  assert.deepEqual(await answers(machine, "p(3)"), []);
  assert.deepEqual(await answers(machine, "X #> 3, X #< 6"), ["clpz:(X in 4..5)"]);
});

withHorn("output and files reach the page while the program runs", async horn => {
  let written = "";
  const files = [];
  const machine = await horn.machine({ onoutput: t => { written += t; }, onfile: f => files.push(f) });
  await machine.consult(":- initialization(write(loaded)).\n");
  assert.equal(written, "loaded");
  await answers(machine, "member(X, [a,b]), write(X), X == b");
  assert.equal(written, "loadedab");
  await answers(machine, "open('a.txt', write, S), write(S, text), close(S)");
  assert.deepEqual(files, [{ path: "/a.txt", text: "text" }]);
  assert.deepEqual(await answers(machine, "open('a.txt', read, S), read_term(S, T, []), close(S)").catch(e => e.kind), "uncaught");
});

withHorn("a loop is stopped, goes on, and leaves the machine usable", async horn => {
  const machine = await horn.machine();
  await machine.consult("count(N, N). count(N, M) :- N1 is N+1, count(N1, M).\n");
  const query = machine.query("count(0, N), N >= 3000000, !");
  const running = query.next();
  await new Promise(done => setTimeout(done, 30));
  await query.stop();
  await assert.rejects(running, e => e instanceof HornError && e.kind === "stopped");
  assert.ok(query.resume());
  assert.equal((await query.next()).value.bindings.N, 3000000);
  assert.deepEqual(await answers(machine, "X = 1"), ["X = 1"]);
});

withHorn("what cannot be stopped between two slices is ended with its worker", async horn => {
  const machine = await horn.machine({ milliseconds: 60000 });
  await machine.consult("p(1).\n");
  const running = machine.consult(":- initialization((repeat, fail)).\n", "loop.pl");
  await new Promise(done => setTimeout(done, 50));
  const refused = assert.rejects(running, e => e.kind === "stopped");
  await machine.stop();
  await refused;
  // The machine is made again, with the program that was loaded.
  assert.deepEqual(await answers(machine, "p(X)"), ["X = 1"]);
});

withHorn("limits end a query, and more of them lets it go on", async horn => {
  const machine = await horn.machine({ milliseconds: 100, memory: 16 << 20, output: 1000 });
  const query = machine.query("between(1, inf, X), X >= 2000000");
  let pauses = 0;
  let found;
  while (!found) {
    try {
      found = await query.next();
    } catch (e) {
      assert.equal(e.resource, "time");
      assert.ok(await query.extend({ milliseconds: 100 }));
      pauses++;
    }
  }
  assert.ok(pauses > 0 && found.value.bindings.X === 2000000);
  await query.return();
  await assert.rejects(answers(machine, "length(_, 10000000)"), e => e.resource === "memory");
  await assert.rejects(answers(machine, "repeat, write(hello), fail"), e => e.resource === "output");
  await machine.limit({ inferences: 1000 });
  await assert.rejects(answers(machine, "repeat, fail"), e => e.resource === "inferences");
  assert.deepEqual(await answers(machine, "X = 1"), ["X = 1"]);
});

withHorn("errors have messages with places", async horn => {
  const machine = await horn.machine();
  const { messages } = await machine.consult("p(1).\nq(2) :- .\n");
  assert.equal(messages[0].start.line, 2);
  assert.match(messages[0].text, /program\.pl:2:/);
  await assert.rejects(answers(machine, "foo("), e => e.kind === "syntax" && e.diagnostic.start.line === 1);
  await assert.rejects(answers(machine, "atom_length(X, _)"), e => /`X` has no value/.test(e.message));
  await assert.rejects(answers(machine, "halt(3)"), e => e.kind === "halted" && e.status === 3);
});

withHorn("exercises are checked quad by quad", async horn => {
  const machine = await horn.machine({ milliseconds: 1000 });
  await machine.consult("len([], 0).\nlen([_|L], N) :- len(L, M), N is M+1.\n");
  const quads = "?- len([a,b], N).\n   N = 2.\n?- len([], 1).\n   true.\n?- len(L, N), fail.\n   false.\n";
  const results = [];
  for await (const result of machine.check(quads)) results.push([result.line, result.holds]);
  assert.deepEqual(results, [[1, true], [3, false], [5, false]]);
});

withHorn("two machines are independent, and one is made again after it was lost", async horn => {
  const [a, b] = [await horn.machine(), await horn.machine({ files: { "lib.pl": "q(7)." }, input: "hello. " })];
  await a.consult("p(a).\n");
  await b.consult("p(b).\n");
  assert.deepEqual(await answers(a, "p(X)"), ["X = a"]);
  assert.deepEqual(await answers(b, "p(X), consult(lib), q(Y), read(Z)"), ["X = b, Y = 7, Z = hello"]);
  horn.end();
  assert.deepEqual(await answers(a, "p(X)"), ["X = a"]);
  await a.end();
});

test("terms are deep and numbers large", async () => {
  const one = await Engine.start(await compiled(engine));
  const { machine } = one.request({ do: "new" });
  const ask = text => {
    const { error } = one.request({ do: "query", machine, text });
    if (error) return error.text;
    let event;
    do event = one.request({ do: "step", machine }); while (event.state === "running");
    return event.text ?? event.error?.text ?? event.state;
  };
  const nested = "f(".repeat(200000) + "a" + ")".repeat(200000);
  assert.match(ask(`X = ${nested}, ground(X), copy_term(X, Y), X == Y, term_to_atom(X, A), atom_length(A, L)`), /L = 600001$/);
  let goal = "true";
  for (let i = 0; i < 3000; i++) goal = `findall(x, (${goal}), _)`;
  assert.equal(ask(goal), "true");
  one.request({ do: "consult", machine, name: "g.pl", text: "grow(L) :- grow([x|L]).\n" });
  assert.match(ask("catch(grow([]), error(resource_error(R), _), true)"), /^R = memory/);
  assert.equal(ask("X is 3**100000 mod 1000000007, Y is (1<<70) - 1, Z is Y >> 64, W is 123456789012345678901 * -98765432109876543210"),
    "X = 981453966, Y = 1180591620717411303423, Z = 63, W = -12193263113702179522374638011112635269010".replace("981453966", String(power(3n, 100000n, 1000000007n))).replace(/W = .*/, `W = ${123456789012345678901n * -98765432109876543210n}`));
  assert.equal(ask("X is 1 rdiv 3 + 2.0"), "X = 2.3333333333333335");
});

function power(base, exponent, modulus) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = result * base % modulus;
    base = base * base % modulus;
  }
  return result;
}

test("a broken engine is a panic", async () => {
  await assert.rejects(Horn.start({ engine: new Uint8Array([1, 2, 3]) }));
  const one = await Engine.start(await compiled(engine));
  assert.throws(() => one.request({ do: "no such request" }), /no machine/);
  assert.ok(!(new Error() instanceof Panic));
});

/** A module with the exports of the engine, whose every answer is a trap. */
function trapping() {
  const name = text => [text.length, ...Buffer.from(text)];
  const section = (number, ...bytes) => [number, bytes.length, ...bytes];
  return new Uint8Array([
    0, ...Buffer.from("asm"), 1, 0, 0, 0,
    ...section(1, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f),
    ...section(3, 3, 0, 1, 1),
    ...section(5, 1, 0, 1),
    ...section(7, 4, ...name("memory"), 2, 0, ...name("horn_request"), 0, 0, ...name("horn_respond"), 0, 1, ...name("horn_response"), 0, 2),
    ...section(10, 3, 4, 0, 0x41, 0, 0x0b, 3, 0, 0x00, 0x0b, 4, 0, 0x41, 0, 0x0b),
  ]);
}

test("after a trap, an engine answers no more, and its owner learns that it is lost", async () => {
  const one = await Engine.start(await compiled(trapping()));
  assert.throws(() => one.request({ do: "version" }), error => error instanceof Panic && /unreachable/.test(error.message));
  assert.throws(() => one.request({ do: "version" }), Panic);
  await assert.rejects(Horn.start({ engine: trapping() }), error => error instanceof HornError && error.kind === "lost" && /failed/.test(error.message));
});

// `TSC` names the compiler of TypeScript, if it is installed.
const tsc = process.env.TSC;
test("the types fit a program in TypeScript", { skip: !tsc }, () => {
  execFileSync(tsc, ["-p", fileURLToPath(new URL("types", import.meta.url))], { stdio: "inherit" });
});
