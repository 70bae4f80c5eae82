// What the playground and the lessons share: the engine of the page, editors, and the answers of a query.

// Limits of what a reader runs. A query that reaches its time can go on.
const LIMITS = { milliseconds: 30000, memory: 192 << 20, output: 2 << 20, fileBytes: 64 << 20, learn: true };
// The answers that "All" computes, and the characters of a stream that a page shows.
const MOST_ANSWERS = 1000;
const MOST_SHOWN = 200000;

const $ = id => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** The engine in this page. */
const horn = (async () => {
  const binary = atob($("engine").textContent.trim());
  // A loop, because `Uint8Array.from` with a function takes twenty times as long for two million bytes.
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return Horn.start({ engine: bytes, worker: { text: $("worker").textContent } });
})();

/** An editor of program text in place of an element. */
class Editor {
  #area = element("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" });
  #colours = element("pre", { "aria-hidden": "true" });
  #numbers = element("pre", { class: "numbers", "aria-hidden": "true" });
  #marks = new Map();
  #turn = 0;
  onchange = null;
  onrun = null;

  constructor(place, { label, text = "", numbers = true, grows = false }) {
    this.#area.setAttribute("aria-label", label);
    this.element = element("div", { class: "editor" });
    if (numbers) this.element.append(this.#numbers);
    const texts = element("div", { class: "texts" }, this.#area, this.#colours);
    if (!numbers) texts.style.gridColumn = "1 / 3";
    this.element.append(texts);
    place.replaceWith(this.element);
    this.grows = grows;
    this.#area.addEventListener("input", () => { this.#marks.clear(); this.#show(); this.onchange?.(); });
    this.#area.addEventListener("scroll", () => this.#follow());
    this.#area.addEventListener("keydown", event => this.#key(event));
    this.text = text;
  }

  get text() { return this.#area.value; }
  set text(text) { this.#area.value = text; this.#marks.clear(); this.#show(); this.#area.scrollTop = 0; this.#follow(); }

  focus() { this.#area.focus(); }

  /** Marks the lines of messages. */
  mark(messages) {
    this.#marks.clear();
    for (const { start, severity } of messages) {
      if (start && this.#marks.get(start.line) !== "error") this.#marks.set(start.line, severity);
    }
    this.#show();
  }

  /** Puts the cursor at a line. */
  go(line) {
    const lines = this.text.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    this.#area.focus();
    this.#area.setSelectionRange(at, at + (lines[line - 1]?.length ?? 0));
    this.#area.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(this.#area).lineHeight));
  }

  #key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.onrun?.();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      // A new line starts below the one before.
      const { selectionStart: at, value } = this.#area;
      const indent = /^[ \t]*/.exec(value.slice(value.lastIndexOf("\n", at - 1) + 1, at))[0];
      const deeper = /(:-|-->|\()\s*$/.test(value.slice(0, at)) && indent === "" ? "    " : indent;
      event.preventDefault();
      this.#area.setRangeText(`\n${/\.\s*$/.test(value.slice(0, at)) ? "" : deeper}`, at, this.#area.selectionEnd, "end");
      this.#area.dispatchEvent(new Event("input"));
    }
  }

  #follow() {
    this.#colours.scrollTop = this.#numbers.scrollTop = this.#area.scrollTop;
    this.#colours.scrollLeft = this.#area.scrollLeft;
  }

  #show() {
    const text = this.text, count = text.split("\n").length;
    this.#numbers.replaceChildren();
    for (let n = 1; n <= count; n++) this.#numbers.append(element("span", { class: this.#marks.get(n) ?? "" }, `${n}`), "\n");
    this.#colours.textContent = `${text}\n`;
    if (this.grows) this.element.style.height = `calc(${Math.max(count, 1) * 1.5} * 14px + 1rem + 18px)`;
    const turn = ++this.#turn;
    // The text is drawn in one colour until the engine has found its tokens.
    this.#area.style.color = "";
    horn.then(h => h.highlight(text)).then(tokens => {
      if (turn !== this.#turn) return;
      const pieces = [];
      let at = 0;
      for (const [start, end, kind] of tokens) {
        pieces.push(text.slice(at, start), element("span", { class: kind }, text.slice(start, end)));
        at = end;
      }
      this.#colours.replaceChildren(...pieces, `${text.slice(at)}\n`);
      this.#follow();
    }, () => {});
    this.#follow();
  }
}

/** A page or picture that a program has written. */
function written({ path, text }, places) {
  const name = path.split("/").pop();
  const isPage = /\.html?$/.test(name);
  if (!isPage && !/\.svg$/.test(name)) return null;
  const type = isPage ? "text/html" : "image/svg+xml";
  const url = URL.createObjectURL(new Blob([text], { type }));
  const old = places.get(path);
  if (old) URL.revokeObjectURL(old.url);
  let view;
  if (isPage) {
    // What a page of a program does stays in its frame.
    view = element("iframe", { sandbox: "allow-scripts allow-downloads", title: name });
    view.srcdoc = text;
  } else {
    view = element("div", { class: "svg" }, element("img", { src: url, alt: name }));
  }
  const taller = element("button", { onclick: () => view.classList.toggle("tall") }, "Taller");
  const save = element("a", { href: url, download: name }, "Save");
  const shown = element("div", { class: "page" }, element("header", {}, element("span", {}, name), isPage ? taller : "", save), view);
  if (old) old.shown.replaceWith(shown);
  places.set(path, { url, shown });
  return old ? null : shown;
}

/** One query with its answers, computed one at a time. */
class Run {
  #query;
  #machine;
  #stream = element("pre", { class: "stream", role: "log" });
  #tools = element("div", { class: "tools" });
  #count = 0;
  #busy = false;
  #whole = false;
  #ended = "";
  #stopping = false;
  #pages = new Map();
  #column = 0;
  #shown = 0;
  #stopLoad;

  /** `machine`: a promise of the machine; `text`: the query; `stopLoad`: stops what the promise waits for. */
  constructor(machine, text, stopLoad) {
    this.#stopLoad = stopLoad;
    this.text = text.trim().replace(/^\?-\s*/, "");
    const close = element("button", { title: "Remove", "aria-label": "Remove this query", onclick: () => { this.end(); this.element.remove(); } }, "✕");
    this.element = element("section", { class: "run" }, element("header", {}, element("code", {}, `?- ${this.text.replace(/\.?\s*$/, ".")}`), close), this.#stream, this.#tools);
    this.#machine = machine;
  }

  #write(text, kind) {
    if (!text) return;
    this.#shown += text.length;
    if (this.#shown > MOST_SHOWN) {
      if (this.#shown - text.length <= MOST_SHOWN) this.#stream.append(element("span", { class: "no" }, "\n… what follows is not shown\n"));
      return;
    }
    const last = this.#stream.lastChild;
    if (last && last.className === (kind ?? "") && last.nodeName === "SPAN") last.append(text);
    else this.#stream.append(element("span", { class: kind ?? "" }, text));
    this.#column = text.endsWith("\n") ? 0 : 1;
    this.#stream.scrollTop = this.#stream.scrollHeight;
  }

  #line() {
    if (this.#column) this.#write("\n");
  }

  /** The output of the program of this query. */
  output(text) {
    this.#write(text, "out");
  }

  file(file) {
    const shown = written(file, this.#pages);
    if (shown) this.element.insertBefore(shown, this.#tools);
  }

  #offer(...buttons) {
    this.#tools.replaceChildren(...buttons);
  }

  #button(label, action, main = false) {
    return element("button", { class: main ? "main" : "", onclick: action }, label);
  }

  async #stop() {
    this.#stopping = true;
    await (this.#query ? this.#query.stop() : this.#stopLoad?.());
  }

  #stopButton() {
    const stop = this.#button("Stop", async () => {
      stop.disabled = true;
      await this.#stop();
    });
    return stop;
  }

  /** Computes up to so many answers. */
  async next(most = 1) {
    if (this.#busy) return;
    this.#busy = true;
    this.#stopping = false;
    const start = performance.now();
    const timer = setTimeout(() => this.#offer(this.#stopButton(), element("small", {}, "running…")), 120);
    let ended = "";
    try {
      if (!this.#query) {
        const machine = await this.#machine;
        if (!machine) throw new HornError({ kind: "lost", text: "the program is not loaded" });
        this.#query = machine.query(this.text.replace(/\.\s*$/, ""), { values: false });
      }
      for (let i = 0; i < most && !ended && !this.#stopping; i++) {
        const { done, value } = await this.#query.next();
        this.#line();
        this.#write(this.#count ? ";  " : "   ");
        if (done) {
          this.#write("false.", "no");
          ended = "false";
        } else {
          this.#count++;
          this.#write(value.text + (value.last ? value.end : ""));
          this.#whole = value.shortened;
          if (value.last) ended = "last";
        }
        if (i % 20 === 19) await new Promise(requestAnimationFrame);
      }
      // A stop while the program was loaded.
      if (this.#stopping && !this.#count && !ended) {
        this.#write("% stopped\n", "no");
        ended = "stopped";
      }
    } catch (error) {
      ended = this.#fail(error);
    }
    clearTimeout(timer);
    this.#busy = false;
    this.#ended = ended;
    const time = `${((performance.now() - start) / 1000).toFixed(2)} s`;
    this.#after(ended, time);
    return ended;
  }

  #after(ended, time) {
    const note = element("small", {}, time);
    const whole = this.#whole && (!ended || ended === "last") ? [this.#button("Whole answer", () => this.#showWhole())] : [];
    switch (ended) {
      case "":
        return this.#offer(this.#button("Next", () => this.#more(1), true), this.#button("All", () => this.#more(MOST_ANSWERS)), ...whole, this.#button("Enough", () => this.end()), note);
      case "stopped":
        return this.#offer(this.#button("Go on", () => { if (this.#query.resume()) this.next(); else this.#write("the machine was started again\n", "err"); }), note);
      case "time":
        return this.#offer(this.#button("Go on", async () => { if (await this.#query.extend({ milliseconds: LIMITS.milliseconds })) this.next(); }), note);
      default:
        this.#offer(...whole, note);
    }
  }

  #more(most) {
    this.#whole = false;
    return this.next(most);
  }

  async #showWhole() {
    const text = await this.#query.whole();
    this.#line();
    if (text !== null) this.#write(`   ${text}\n`);
    this.#whole = false;
    this.#after(this.#ended, "");
  }

  #fail(error) {
    if (!(error instanceof HornError)) {
      this.#line();
      this.#write(`${error.message ?? error}\n`, "err");
      return "error";
    }
    this.#line();
    if (error.kind === "stopped") {
      this.#write("% stopped\n", "no");
      return this.#query ? "stopped" : "error";
    }
    if (error.kind !== "syntax") this.#write(`${this.#count ? ";  " : "   "}${error.text}.\n`, error.kind === "halted" ? "no" : "err");
    if (error.explanation || error.diagnostic) this.#write(`${error.message}\n`, "err");
    return error.resource === "time" ? "time" : "error";
  }

  /** Ends the query. */
  async end() {
    if (this.#busy) await this.#stop();
    await this.#query?.return().catch(() => {});
    if (this.#count && this.#tools.querySelector(".main")) this.#write("\n;  ... .", "no");
    this.#offer();
  }
}

/** The text of messages of a load. */
function showMessages(place, messages, error, goTo) {
  const shown = messages.filter(m => m.severity !== "note");
  place.replaceChildren(...shown.map(m => {
    const line = element("pre", { class: `messages ${m.severity}` }, m.text.trimEnd());
    if (m.start && goTo) { line.style.cursor = "pointer"; line.addEventListener("click", () => goTo(m.start.line)); }
    return line;
  }));
  if (error) place.append(element("pre", { class: "messages error" }, error.explanation || error.diagnostic ? error.message : error.text));
}
