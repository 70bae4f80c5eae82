// A browser for tests: Chromium without a window, driven through a pipe by its own protocol.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The browser of this computer, if there is one; `CHROMIUM` names another. */
export const chromium = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  .find(path => path && existsSync(path));

export class Browser {
  #process;
  #folder;
  #waiting = new Map();
  #last = 0;
  #pages = new Map();

  static async start() {
    const browser = new Browser();
    browser.#folder = await mkdtemp(join(tmpdir(), "horn-chromium-"));
    browser.#process = spawn(chromium, ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage",
      "--no-first-run", "--hide-scrollbars", `--user-data-dir=${browser.#folder}`, "--remote-debugging-pipe", "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let rest = "";
    browser.#process.stdio[4].on("data", data => {
      const parts = (rest + data).split("\0");
      rest = parts.pop();
      for (const part of parts) browser.#receive(JSON.parse(part));
    });
    return browser;
  }

  #receive({ id, result, error, method, params, sessionId }) {
    if (id === undefined) return this.#pages.get(sessionId)?.event(method, params);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }

  send(method, params = {}, sessionId) {
    const id = ++this.#last;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** A new page at an address, once it is loaded. */
  async open(url, { width = 1280, height = 800, dark = false, phone = false } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new BrowserPage((method, params) => this.send(method, params, sessionId), targetId);
    this.#pages.set(sessionId, page);
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: phone ? 2 : 1, mobile: phone });
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await page.go(url);
    return page;
  }

  async end() {
    await this.send("Browser.close").catch(() => {});
    await new Promise(done => { this.#process.exitCode !== null ? done() : this.#process.on("exit", done); });
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

export class BrowserPage {
  /** What the page fetched besides itself, and the errors of its scripts. */
  requests = [];
  errors = [];
  #loaded = null;

  constructor(send, targetId) {
    this.send = send;
    this.targetId = targetId;
  }

  event(method, params) {
    if (method === "Page.loadEventFired") this.#loaded?.();
    if (method === "Network.requestWillBeSent" && !/^(data|blob):/.test(params.request.url)) this.requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error") this.errors.push(params.entry.text);
  }

  async go(url) {
    const loaded = new Promise(done => { this.#loaded = done; });
    await this.send("Page.navigate", { url });
    await loaded;
  }

  /** The value of an expression in the page, which may be a promise. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression in the page is true. Returns its value. */
  async until(expression, milliseconds = 20000) {
    const end = Date.now() + milliseconds;
    for (;;) {
      const value = await this.evaluate(expression);
      if (value) return value;
      if (Date.now() > end) throw new Error(`not within ${milliseconds} ms: ${expression}\n${await this.evaluate("document.body.innerText.slice(0, 2000)")}`);
      await new Promise(done => setTimeout(done, 20));
    }
  }

  /** The picture of the page, as PNG. */
  async picture(options = {}) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png", ...options });
    return Buffer.from(data, "base64");
  }

  close() {
    return this.send("Target.closeTarget", { targetId: this.targetId });
  }
}
