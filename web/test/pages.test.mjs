// The pages in a real browser. `HORN` names the program that makes them; without it and a browser, they are left out.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Browser, chromium } from "./chromium.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const horn = process.env.HORN;
const engine = join(root, "web/dist/horn.wasm.gz");
const skip = !horn || !chromium;

describe("pages in a browser", { skip }, () => {
  let browser, folder;
  const make = (...words) => execFileSync(horn, [...words, "--engine", engine], { cwd: root });
  const address = (name, hash = "") => `${pathToFileURL(join(folder, name))}${hash}`;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "horn-pages-"));
    make("playground", "-o", join(folder, "playground.html"));
    make("lesson", "docs/lesson.md", "-o", join(folder, "lesson.html"));
    browser = await Browser.start();
  });
  after(async () => {
    await browser?.end();
    await rm(folder, { recursive: true, force: true });
  });

  /** Does something with a page, which must have fetched nothing and have no errors. */
  async function using(page, body) {
    await body(page);
    assert.deepEqual(page.errors, []);
    assert.equal(page.requests.length, 1, `${page.requests}`);
    await page.close();
  }

  const set = (page, selector, text) => page.evaluate(`{ const e = document.querySelector(${JSON.stringify(selector)});
    e.value = ${JSON.stringify(text)}; e.dispatchEvent(new Event("input")); }`);
  const click = (page, label) => page.evaluate(`[...document.querySelectorAll("button")].find(b => b.textContent === ${JSON.stringify(label)} && !b.hidden).click()`);
  const has = label => `[...document.querySelectorAll("button")].some(b => b.textContent === ${JSON.stringify(label)} && !b.hidden)`;
  const stream = "document.querySelector('.run .stream').textContent";
  const ask = async (page, program, query) => {
    await set(page, "#left textarea", program);
    await set(page, "#query", query);
    await click(page, "Ask");
  };

  test("the playground gives answers one at a time", async () => {
    await using(await browser.open(address("playground.html")), async page => {
      await ask(page, "p(1). p(2). p(3). p(4).\n", "p(X)");
      await page.until(has("Next"));
      assert.equal(await page.evaluate(stream), "   X = 1");
      await click(page, "Next");
      await page.until(`${stream}.includes("X = 2")`);
      await click(page, "All");
      await page.until(`${stream}.endsWith("X = 4.")`);
      assert.equal(await page.evaluate(stream), "   X = 1\n;  X = 2\n;  X = 3\n;  X = 4.");
    });
  });

  test("a loop does not freeze the page, and is stopped", async () => {
    await using(await browser.open(address("playground.html")), async page => {
      await ask(page, "p :- p.\n", "p");
      await page.until(has("Stop"));
      const frames = "new Promise(done => { let n = 0; const end = performance.now() + 300; const f = () => performance.now() > end ? done(n) : (n++, requestAnimationFrame(f)); f(); })";
      assert.ok(await page.evaluate(frames) > 3);
      await click(page, "Stop");
      await page.until(has("Go on"));
      await set(page, "#query", "X = 1");
      await click(page, "Ask");
      await page.until(`${stream}.includes("X = 1.")`);
    });
  });

  test("what cannot be sliced is ended with its worker, and the page goes on", async () => {
    await using(await browser.open(address("playground.html")), async page => {
      await ask(page, "q(7).\n:- initialization((repeat, fail)).\n", "q(X)");
      await page.until(has("Stop"), 5000).catch(() => {});
      await page.evaluate("document.querySelector('.run header button').click()");
      await ask(page, "q(8).\n", "q(X)");
      await page.until(`${stream}.includes("X = 8.")`, 45000);
    });
  });

  test("memory has a limit", async () => {
    await using(await browser.open(address("playground.html")), async page => {
      await ask(page, "grow(L) :- grow([x|L]).\n", "grow([])");
      await page.until(`${stream}.includes("resource_error(memory)")`, 30000);
      await set(page, "#query", "X is 2**100");
      await click(page, "Ask");
      await page.until(`${stream}.includes("X = 1267650600228229401496703205376.")`);
    });
  });

  test("messages stand below the program, and mark their lines", async () => {
    await using(await browser.open(address("playground.html")), async page => {
      await ask(page, "p(1).\np(2) :- .\n", "p(X)");
      await page.until("document.querySelector('#messages .error')");
      assert.match(await page.evaluate("document.querySelector('#messages').textContent"), /program\.pl:2:/);
      assert.equal(await page.evaluate("document.querySelector('.numbers .error').textContent"), "2");
    });
  });

  test("boards, box trees and search trees are shown inline", async () => {
    await using(await browser.open(address("playground.html", "#example=triska_queens.pl&run")), async page => {
      await page.until("document.querySelector('.page img')?.naturalWidth > 0");
    });
    await using(await browser.open(address("playground.html", "#example=boxes.pl&run")), async page => {
      await page.until("document.querySelector('.page iframe')?.srcdoc.includes('DOCTYPE')");
      await page.until(has("Next"));
    });
    await using(await browser.open(address("playground.html", "#example=send.pl&run")), async page => {
      await page.until("document.querySelector('.page iframe')?.srcdoc.includes('DOCTYPE')");
    });
  });

  test("every example runs", async () => {
    await using(await browser.open(address("playground.html")), async page => {
      const names = await page.evaluate("JSON.parse(document.getElementById('data').textContent).map(e => e.name)");
      assert.ok(names.length >= 11);
      for (const name of names) {
        await page.evaluate(`{ document.getElementById('runs').replaceChildren(); location.hash = "#example=${name}&run"; }`);
        await page.until("document.querySelector('.run .tools small') && !document.querySelector('.run .tools small').textContent.includes('running')");
        const text = await page.evaluate(stream);
        const expected = name === "mistakes.pl" ? /N = 0\+1\+1/ : /^(?!.*error\()/s;
        assert.match(text, expected, `${name}: ${text}`);
        assert.ok(text.length > 3, name);
      }
    });
  });

  test("a link holds the program and the query", async () => {
    let link;
    await using(await browser.open(address("playground.html")), async page => {
      await set(page, "#left textarea", "grüße(wölt).\n");
      await set(page, "#query", "grüße(X)");
      await click(page, "Copy link");
      link = await page.until("location.hash.startsWith('#p=') && location.href");
    });
    await using(await browser.open(`${link}&run`), async page => {
      await page.until(`document.querySelector('.run .stream')?.textContent === "   X = wölt."`);
    });
    await using(await browser.open(address("playground.html", "#p=damaged")), async page => {
      await page.until("document.getElementById('state').textContent.includes('damaged')");
    });
  });

  test("the blocks of a lesson run, and an exercise checks itself", async () => {
    await using(await browser.open(address("lesson.html")), async page => {
      await click(page, "Run");
      await page.until("document.querySelectorAll('.program .run').length === 2 && document.querySelectorAll('.program .run')[1].textContent.includes('Xs = [c]')");
      await click(page, "Check");
      await page.until("document.querySelectorAll('.checks li.no').length === 1 || document.querySelectorAll('.checks li.no').length === 2");
      assert.match(await page.evaluate("document.querySelector('.checks').innerText"), /but your program answers/);
      assert.match(await page.evaluate("document.getElementById('progress').textContent"), /0 of 1/);
      await set(page, ".exercise textarea", "total([], 0).\ntotal([N|Ns], T) :- total(Ns, T0), T is T0+N.\n");
      await click(page, "Check");
      await page.until("document.querySelector('.exercise.done')");
      assert.match(await page.evaluate("document.getElementById('progress').textContent"), /1 of 1/);
    });
    // What the reader has written is still there.
    await using(await browser.open(address("lesson.html")), async page => {
      assert.match(await page.evaluate("document.querySelector('.exercise textarea').value"), /T is T0\+N/);
    });
  });

  test("a search tree fits the window, also after a change of its size, and no edge crosses a label", async () => {
    const goal = `forall(( n_queens(6, Qs), search_tree(labeling([ff], Qs), '${join(folder, "tree.html")}') ), true)`;
    execFileSync(horn, ["-q", "-g", goal, "programs/triska_queens.pl"], { cwd: root, input: "" });
    const fits = `(() => {
      const outer = document.querySelector("#svg").getBoundingClientRect();
      const inner = [...document.querySelectorAll("#world path, #world text")].map(e => e.getBoundingClientRect()).filter(r => r.width);
      return inner.length > 5 && inner.every(r => r.left >= outer.left && r.right <= outer.right && r.top >= outer.top && r.bottom <= outer.bottom);
    })()`;
    const crossed = `(() => {
      const labels = [...document.querySelectorAll("#labels text")], edges = document.querySelector("#edges");
      const boxes = labels.map(t => t.getBoundingClientRect()), { a, d, e, f } = edges.getScreenCTM(), found = [];
      for (const [x0, y0, x1, y1] of [...edges.getAttribute("d").matchAll(/M([^ ]+) ([^L]+)L([^ ]+) ([^M]+)/g)].map(m => m.slice(1).map(Number)))
        for (let k = 0; k <= 200; k++) {
          const x = a * (x0 + (x1 - x0) * k / 200) + e, y = d * (y0 + (y1 - y0) * k / 200) + f;
          labels.forEach((t, i) => { const r = boxes[i]; if (x > r.left && x < r.right && y > r.top + 2 && y < r.bottom - 2) found.push(t.textContent); });
        }
      return labels.length > 20 ? [...new Set(found)].join() : "no labels";
    })()`;
    await using(await browser.open(address("tree.html")), async page => {
      for (const [width, height] of [[1280, 800], [700, 800], [1600, 500], [1280, 800]]) {
        await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await page.until(`innerWidth === ${width} && ${fits}`);
        assert.equal(await page.evaluate(crossed), "", `${width}`);
      }
    });
  });

  test("the first answer comes soon, and the page fits a phone", async () => {
    await using(await browser.open(address("playground.html", "#run"), { width: 390, height: 844, phone: true }), async page => {
      await page.until(has("Next"));
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
      console.log(`the first answer ${Math.round(await page.evaluate("performance.now()"))} ms after the page was opened`);
    });
    await using(await browser.open(address("lesson.html"), { width: 390, height: 844, phone: true }), async page => {
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    });
  });
});
