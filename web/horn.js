// Horn in a page or in Node.js: machines in a worker, so that no program freezes the page.

import { compiled } from "./engine.js";

const isNode = typeof process === "object" && !!process.versions?.node;

// The time in milliseconds after which a worker that does not answer to a stop is ended.
const PATIENCE = 2000;

/** An error of a query, a load, or the engine. */
export class HornError extends Error {
  constructor(error) {
    super(error.explanation?.text ?? error.message?.text ?? error.text);
    this.name = "HornError";
    /** "syntax", "uncaught", "resource", "halted", "stopped", "lost" … */
    this.kind = error.kind;
    /** The error as an answer shows it. */
    this.text = error.text;
    this.resource = error.resource;
    this.status = error.status;
    this.diagnostic = error.message ?? null;
    this.explanation = error.explanation ?? null;
  }
}

/** A worker from its address or, in a page that is one file, from its text. */
async function newWorker(source) {
  if (isNode) {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(source ?? new URL("./worker.js", import.meta.url));
    const adapted = { postMessage: message => worker.postMessage(message), terminate: () => worker.terminate() };
    worker.on("message", data => adapted.onmessage({ data }));
    worker.on("error", error => adapted.onerror({ message: error.message }));
    return adapted;
  }
  if (source?.text !== undefined) {
    return new Worker(URL.createObjectURL(new Blob([source.text], { type: "text/javascript" })));
  }
  return new Worker(source ?? new URL("./worker.js", import.meta.url), { type: "module" });
}

/** An engine in a worker, which is started again when it is lost. */
export class Horn {
  #module;
  #source;
  #worker = null;
  #starting = null;
  #waiting = new Map();
  #last = 0;
  #machines = new Map();
  /** How often a worker was lost: a machine of an earlier one is gone. */
  generation = 0;

  /** Starts an engine. `engine`: the module, its bytes, or where it is; `worker`: where the worker's script is. */
  static async start({ engine, worker } = {}) {
    const horn = new Horn();
    horn.#source = worker;
    // The worker starts while the module is compiled.
    horn.#module = compiled(engine ?? new URL("./dist/horn.wasm", import.meta.url));
    const [module] = await Promise.all([horn.#module, horn.#ready()]);
    horn.#module = module;
    return horn;
  }

  async #ready() {
    if (this.#worker) return;
    this.#starting ??= this.#begin().finally(() => { this.#starting = null; });
    await this.#starting;
  }

  async #begin() {
    const worker = await newWorker(this.#source);
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = event => this.#lose({ kind: "lost", text: event.message ?? "the worker ended" });
    try {
      await this.#post(worker, { do: "load", module: await this.#module });
    } catch (error) {
      worker.terminate();
      throw error;
    }
    this.#worker = worker;
  }

  #post(worker, request) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id });
    });
  }

  #receive({ id, response, error, machine, output, files }) {
    if (id === undefined) {
      const receiver = this.#machines.get(machine);
      if (output) receiver?.onoutput?.(output);
      for (const file of files ?? []) receiver?.onfile?.(file);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error?.panic) this.#lose({ kind: "lost", text: `the engine failed and was started again: ${error.message}` }, waiting);
    else if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(response);
  }

  /** Ends the worker: everything that waits for it ends with this error. */
  #lose(error, first) {
    this.#worker?.terminate();
    this.#worker = null;
    this.generation++;
    this.#machines.clear();
    const waiting = [first, ...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one?.reject(new HornError(error));
  }

  /** Carries out a request of the protocol of the engine. */
  async request(request) {
    await this.#ready();
    return this.#post(this.#worker, request);
  }

  /** Stops what a machine runs: at once, or by a new worker. Returns after it has stopped. */
  async stop(machine, running) {
    const worker = this.#worker;
    worker?.postMessage({ do: "stop", machine });
    let timer;
    const late = new Promise(done => { timer = setTimeout(() => done("late"), PATIENCE); });
    const first = await Promise.race([running.then(() => "ended", () => "ended"), late]);
    clearTimeout(timer);
    if (first === "late" && worker === this.#worker) {
      this.#lose({ kind: "stopped", text: "the machine was stopped and started again" });
    }
  }

  /** A new machine; see `MachineOptions`. */
  async machine(options = {}) {
    const machine = new Machine(this, options);
    await machine.ready();
    return machine;
  }

  /** Passes the output of a machine on. */
  attach(number, machine) {
    this.#machines.set(number, machine);
  }

  detach(number) {
    this.#machines.delete(number);
  }

  /** The classes of the tokens of a program text. */
  async highlight(text) {
    return (await this.request({ do: "highlight", text })).tokens;
  }

  /** Ends the worker. */
  end() {
    this.#lose({ kind: "lost", text: "the engine was ended" });
  }
}

/** A machine: a program, and one query at a time. */
export class Machine {
  #horn;
  #options;
  #number = 0;
  #generation = -1;
  #making = null;
  #running = Promise.resolve();
  #programs = new Map();
  onoutput;
  onfile;

  constructor(horn, { onoutput, onfile, ...options }) {
    this.#horn = horn;
    this.#options = { seed: Math.floor(Math.random() * 2 ** 52), ...options };
    this.onoutput = onoutput;
    this.onfile = onfile;
  }

  /** Makes the machine, with its programs, if there is none yet or it was lost. */
  async ready() {
    if (this.#generation === this.#horn.generation && this.#number) return;
    this.#making ??= this.#make().finally(() => { this.#making = null; });
    await this.#making;
  }

  async #make() {
    const { machine } = await this.#horn.request({ ...this.#options, do: "new" });
    this.#number = machine;
    this.#generation = this.#horn.generation;
    for (const [name, text] of this.#programs) await this.#horn.request({ do: "consult", machine, name, text });
    this.#horn.attach(machine, this);
  }

  async #ask(request) {
    await this.ready();
    const answer = this.#horn.request({ ...request, machine: this.#number });
    this.#running = answer;
    return answer;
  }

  /** Loads a program text, in place of an earlier one of the same name. */
  async consult(text, name = "program.pl") {
    const { messages, error } = await this.#ask({ do: "consult", name, text });
    this.#programs.set(name, text);
    return { messages, error: error ? new HornError(error) : null };
  }

  /** The answers of a query. */
  query(text, options = {}) {
    return new Query(this, text, options);
  }

  /** Checks quads, one after the other. */
  async *check(text, name = "quads.pl") {
    const { quads } = await this.#ask({ do: "quads", text });
    for (const { line, query } of quads) {
      const { checked, failures } = await this.#ask({ do: "check", name, text, line });
      yield { line, query, holds: checked > 0 && failures.length === 0, failure: failures[0] ?? null };
    }
  }

  /** Changes limits, for the queries and loads that follow. */
  async limit(limits) {
    Object.assign(this.#options, limits);
    await this.#ask({ ...limits, do: "limit" });
  }

  /** Sets the text that the program reads from `user_input`. */
  async input(text) {
    await this.#ask({ do: "input", text });
  }

  /** Stops what runs. */
  async stop() {
    if (this.#number) await this.#horn.stop(this.#number, this.#running);
  }

  /** Frees the machine. */
  async end() {
    const machine = this.#number;
    if (!machine || this.#generation !== this.#horn.generation) return;
    this.#number = 0;
    this.#horn.detach(machine);
    await this.#horn.request({ do: "drop", machine });
  }

  /** @internal */
  async ask(request) {
    return this.#ask(request);
  }

  /** @internal */
  get isLost() {
    return this.#generation !== this.#horn.generation;
  }

  /** @internal */
  get generation() {
    return this.#generation;
  }
}

/** The answers of a query: an asynchronous iterator, which computes one when it is asked for. */
export class Query {
  #machine;
  #text;
  #values;
  #open = false;
  #ended = false;
  #generation = -1;
  #stopped = false;
  /** The resources that the query has used. */
  spent = { inferences: 0, propagations: 0, milliseconds: 0 };
  /** The messages about texts that the query has loaded. */
  messages = [];

  constructor(machine, text, { values = true } = {}) {
    this.#machine = machine;
    this.#text = text;
    this.#values = values;
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  async next() {
    if (this.#ended) return { done: true, value: undefined };
    this.#stopped = false;
    try {
      if (!this.#open) {
        const { error } = await this.#machine.ask({ do: "query", text: this.#text, values: this.#values });
        if (error) throw new HornError(error);
        this.#open = true;
        this.#generation = this.#machine.generation;
      }
      // A stop that came before the query ran.
      if (this.#stopped) throw new HornError({ kind: "stopped", text: "the query was stopped" });
      const event = await this.#machine.ask({ do: "next" });
      this.spent = event.spent ?? this.spent;
      this.messages.push(...(event.messages ?? []));
      switch (event.state) {
        case "answer": {
          const { text, last, shortened, end, bindings, goals } = event;
          this.#ended = last;
          return { done: false, value: { text, last, shortened, end, bindings, goals } };
        }
        case "stopped":
          throw new HornError({ kind: "stopped", text: "the query was stopped" });
        case "error":
          throw new HornError(event.error);
        default:
          this.#ended = true;
          return { done: true, value: undefined };
      }
    } catch (error) {
      this.#ended = true;
      throw error;
    }
  }

  /** After an error of a limit: grants as much more. Returns true if the query goes on with the next call. */
  async extend(limits) {
    const { goesOn } = await this.#machine.ask({ ...limits, do: "extend" });
    if (goesOn) this.#ended = false;
    return goesOn;
  }

  /** The whole text of the newest answer. */
  async whole() {
    return (await this.#machine.ask({ do: "whole" })).text;
  }

  /** Stops the query. It can go on with `resume`. */
  async stop() {
    this.#stopped = true;
    await this.#machine.stop();
  }

  /** After a stop: lets the query go on with the next call, if its machine was not lost. */
  resume() {
    this.#ended = this.#open && this.#isLost;
    return !this.#ended;
  }

  get #isLost() {
    return this.#machine.isLost || this.#generation !== this.#machine.generation;
  }

  /** Ends the query: its bindings are undone. */
  async return() {
    if (this.#open && !this.#isLost) await this.#machine.ask({ do: "close" });
    this.#ended = true;
    this.#open = false;
    return { done: true, value: undefined };
  }
}
