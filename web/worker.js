// The worker: runs the engine, slice by slice, so that it hears of a stop between two slices.

import { Engine, Panic, compiled } from "./engine.js";

// The time of a slice in milliseconds that is aimed at.
const SLICE = 15;

function serve(port) {
  let engine = null;
  // The machines whose query is to stop, and the inferences of a slice.
  const stopped = new Set();
  let slice = 20000;

  // A turn of the event loop, in which messages are received.
  let turn;
  if (typeof setImmediate === "function") {
    // A channel of Node.js passes on up to a thousand messages before others have their turn.
    turn = () => new Promise(done => setImmediate(done));
  } else {
    // A timer would wait for some milliseconds.
    const channel = new MessageChannel();
    let resume = null;
    channel.port1.onmessage = () => resume();
    turn = () => new Promise(done => { resume = done; channel.port2.postMessage(0); });
  }

  function passOn(machine, event) {
    const { output, files, messages } = event;
    if (output || files?.length) port.postMessage({ machine, output, files, messages: event.state ? messages : undefined });
  }

  async function next(request) {
    const { machine } = request;
    for (;;) {
      if (stopped.delete(machine)) return { state: "stopped" };
      const start = performance.now();
      const event = engine.request({ do: "step", machine, slice });
      const time = performance.now() - start;
      passOn(machine, event);
      if (event.state !== "running") return event;
      if (time < SLICE / 2) slice = Math.min(slice * 2, 1e7);
      else if (time > SLICE * 2) slice = Math.max(slice / 2, 1000);
      slice = Math.round(slice);
      await turn();
    }
  }

  async function carryOut(request) {
    switch (request.do) {
      case "load":
        engine = await Engine.start(await compiled(request.module));
        return engine.request({ do: "version" });
      case "next":
        stopped.delete(request.machine);
        return next(request);
      default: {
        const response = engine.request(request);
        passOn(request.machine, response);
        return response;
      }
    }
  }

  port.onmessage = async ({ data: request }) => {
    if (request.do === "stop") {
      stopped.add(request.machine);
      return;
    }
    try {
      port.postMessage({ id: request.id, response: await carryOut(request) });
    } catch (error) {
      port.postMessage({ id: request.id, error: { message: `${error.message ?? error}`, panic: error instanceof Panic } });
    }
  };
}

if (typeof process === "object" && process.versions?.node) {
  import("node:worker_threads").then(({ parentPort }) => {
    const port = { postMessage: message => parentPort.postMessage(message) };
    serve(port);
    parentPort.on("message", data => port.onmessage({ data }));
  });
} else {
  serve(self);
}
