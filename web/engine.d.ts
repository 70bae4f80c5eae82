// Types of the engine without a worker: a request runs to its end in the thread that makes it.

import type { EngineSource } from "./index.js";

export function compiled(source: EngineSource): Promise<WebAssembly.Module>;

/** A fault of the engine itself, after which it is of no use. */
export class Panic extends Error {}

export class Engine {
  static start(module: WebAssembly.Module): Promise<Engine>;
  /** Carries out a request of the protocol; `engine/tests/requests.rs` shows the requests. */
  request(request: { do: string; [field: string]: unknown }): any;
  /** The bytes of memory that the engine has. */
  readonly memory: number;
}
