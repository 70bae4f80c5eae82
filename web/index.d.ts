// Types of Horn in a page or in Node.js.

/** The engine: a compiled module, its bytes (compressed with gzip or not), or where they are. */
export type EngineSource = WebAssembly.Module | ArrayBuffer | Uint8Array | URL | string;

/** A value of a variable, as JSON. */
export type Value =
  | number
  | string
  | Value[]
  | { atom: string }
  | { functor: string; args: Value[] }
  | { variable: string }
  | { integer: string }
  | { rational: string }
  | { float: string };

/** Limits of each query and each load. What is left out is not limited, except memory. */
export interface Limits {
  /** Bytes of the heap and the stacks together; without it, `catchableMemory` of 256 MiB. */
  memory?: number;
  /** The same, but a program can catch that they are exhausted. */
  catchableMemory?: number;
  /** Time while a query or a load runs. */
  milliseconds?: number;
  /** Calls of predicates. */
  inferences?: number;
  /** Runs of propagators of constraints. */
  propagations?: number;
  answers?: number;
  /** Bytes that the program writes. */
  output?: number;
}

export interface MachineOptions extends Limits {
  /** Files that the program can read, by their names. */
  files?: Record<string, string>;
  /** The bytes that files of the program in memory may have together; 64 MiB unless set. */
  fileBytes?: number;
  /** The text that the program reads from `user_input`. */
  input?: string;
  /** The start of the random numbers; a random one unless set. */
  seed?: number;
  /** Writes lists of letters as lists, unless the program or the query has text in double quotes, and lets `clause/2` see all clauses. */
  learn?: boolean;
  /** Receives what the program writes to `user_output` and `user_error`, while it runs. */
  onoutput?: (text: string) => void;
  /** Receives each file that the program has written, after each answer. */
  onfile?: (file: { path: string; text: string }) => void;
}

/** A position in a text: lines and columns from 1, a column is a character; the offset in bytes of UTF-8 from 0. */
export interface Position {
  line: number;
  column: number;
  offset: number;
}

/** A message about a text. */
export interface Diagnostic {
  severity: "note" | "warning" | "error";
  file: string;
  start: Position | null;
  end: Position | null;
  message: string;
  check: string | null;
  syntax_error: string | null;
  label: string | null;
  notes: string[];
  hint: string | null;
  /** The message with the lines that it is about, as the top level prints it. */
  text: string;
}

export type ErrorKind =
  | "syntax" | "uncaught" | "resource" | "interrupted" | "halted" | "other"
  /** The query or load was stopped. */
  | "stopped"
  /** The engine failed or was ended. Machines are made again when they are used next. */
  | "lost";

export class HornError extends Error {
  kind: ErrorKind;
  /** The error as an answer shows it. */
  text: string;
  /** The resource whose limit was reached: "memory", "time", "inferences" … */
  resource?: string;
  /** The exit status of a program that halted. */
  status?: number;
  /** The message of a syntax error. */
  diagnostic: Diagnostic | null;
  /** The goal that threw the error, and why. */
  explanation: Diagnostic | null;
}

export interface Answer {
  /** The bindings and residual goals as Prolog text; `true` if there are none. */
  text: string;
  /** True if there are no more answers. */
  last: boolean;
  /** True if the text leaves out parts of long lists and large terms. */
  shortened: boolean;
  /** What stands after the text at the end: a period, or a blank and a period. */
  end: string;
  /** The values of the variables of the query, unless the query has `values: false`. */
  bindings?: Record<string, Value>;
  /** The residual goals. */
  goals?: Value[];
}

export interface Spent {
  inferences: number;
  propagations: number;
  milliseconds: number;
}

/** The answers of a query; each is computed when it is asked for. */
export class Query implements AsyncIterableIterator<Answer> {
  readonly spent: Spent;
  /** The messages about texts that the query has loaded. */
  readonly messages: Diagnostic[];
  next(): Promise<IteratorResult<Answer, undefined>>;
  /** Ends the query and undoes its bindings. `break` in a loop over the answers does this. */
  return(): Promise<IteratorResult<Answer, undefined>>;
  /** Stops the query while it runs: `next()` throws an error of the kind "stopped". */
  stop(): Promise<void>;
  /** After a stop: lets the query go on with `next()`. Returns false if its machine was lost. */
  resume(): boolean;
  /** After an error of a limit: grants as much more. Returns true if the query goes on with `next()`. */
  extend(limits: Limits): Promise<boolean>;
  /** The whole text of the newest answer. */
  whole(): Promise<string | null>;
  [Symbol.asyncIterator](): AsyncIterableIterator<Answer>;
}

export interface QuadResult {
  /** The line of the query, from 1. */
  line: number;
  query: string;
  holds: boolean;
  failure: { line: number; query: string; expected: string; actual: string; malformed: string | null } | null;
}

/** A machine: a program, and one query at a time. */
export class Machine {
  /** Loads a program text, in place of an earlier one of the same name. */
  consult(text: string, name?: string): Promise<{ messages: Diagnostic[]; error: HornError | null }>;
  query(text: string, options?: { values?: boolean }): Query;
  /** Checks quads: queries with the answers that they must give. */
  check(text: string, name?: string): AsyncGenerator<QuadResult>;
  limit(limits: Limits): Promise<void>;
  input(text: string): Promise<void>;
  /** Stops what the machine runs. A load, or one long operation, is ended with its worker; see `docs/browser.md`. */
  stop(): Promise<void>;
  end(): Promise<void>;
}

/** An engine in a worker. */
export class Horn {
  static start(options?: { engine?: EngineSource; worker?: URL | string | { text: string } }): Promise<Horn>;
  machine(options?: MachineOptions): Promise<Machine>;
  /** The tokens of a program text: start, end (in units of JavaScript's strings), and class. */
  highlight(text: string): Promise<[number, number, string][]>;
  /** Ends the worker. */
  end(): void;
}
