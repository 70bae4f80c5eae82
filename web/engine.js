// The engine: one WebAssembly module, whose exports take a request as JSON and give a response as JSON.
//
// A request runs to its end in the thread that makes it. `horn.js` runs it in a worker.

/** The module that bytes hold, compressed with gzip or not. What is compressed is compiled while it is unpacked. */
async function compiledBytes(bytes) {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  if (view[0] !== 0x1f || view[1] !== 0x8b) return WebAssembly.compile(view);
  const stream = new Blob([view]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

/** The module that a source holds: a module, its bytes (compressed with gzip or not), or where to fetch them. */
export async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) {
    const url = new URL(source, globalThis.location?.href);
    if (url.protocol === "file:") {
      const { readFile } = await import("node:fs/promises");
      return compiled(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return compiled(await response.arrayBuffer());
  }
  return compiledBytes(source);
}

/** A fault of the engine itself, after which it is of no use. */
export class Panic extends Error {
  constructor(message) {
    super(message);
    this.name = "Panic";
  }
}

export class Engine {
  #exports;
  #panic = null;

  /** An engine from a compiled module. */
  static async start(module) {
    const engine = new Engine();
    const now = () => performance.timeOrigin + performance.now();
    const panicked = (at, length) => {
      engine.#panic = new TextDecoder().decode(new Uint8Array(engine.#exports.memory.buffer, at, length));
    };
    const instance = await WebAssembly.instantiate(module, { horn: { now, panicked } });
    engine.#exports = instance.exports;
    return engine;
  }

  /** Carries out a request. Throws an error if the request does not follow the protocol, and a panic if the engine fails. */
  request(request) {
    if (this.#panic !== null) throw new Panic(this.#panic);
    const { memory, horn_request, horn_respond, horn_response } = this.#exports;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    let response;
    try {
      const at = horn_request(bytes.length) >>> 0;
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = horn_respond() >>> 0;
      response = new Uint8Array(memory.buffer, horn_response() >>> 0, length);
    } catch (error) {
      // A trap, or the end of the stack of the thread: the state of the module is lost.
      this.#panic ??= `${error.message ?? error}`;
      throw new Panic(this.#panic);
    }
    const found = JSON.parse(new TextDecoder().decode(response));
    if (found.fault !== undefined) throw new Error(found.fault);
    return found;
  }

  /** The bytes of memory that the engine has. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }
}
