// One entry: what was shown of it beside its raw text, its findings, and the runs before and after.
import { announce, copyable, el, empty, failed, show, sign } from "./dom.js";
import { count, duration, linked, middle, moment, short, size, statusOf, time, tone } from "./format.js";
import { ask, change, exported, links } from "./data.js";
import { rawText } from "./raw.js";

const POLL = 2000;
const SEVERITY = { error: "bad", warning: "warn", info: "none" };

export async function entry(main, route) {
  const ref = route.rest.map(decodeURIComponent).join("/");
  const data = await ask("entry", { ref }, route.signal);
  // `line=13` or a range, `line=13-20`.
  const [wanted, until] = (route.params.get("line") || "").split("-").map((part) => Number(part) || null);
  const here = (line) => links.entry(data.ref, line);
  const raw = rawText(data, data.findings, here);
  const summary = summed(data, raw);

  show(main,
    el("div", { class: "head" },
      el("h1", { class: "mono", title: data.name.length > 200 ? data.name : null }, el("bdi", null, middle(data.name, 240))),
      exported ? null : el("div", { class: "row" }, actions(data))),
    el("div", { class: "chips" },
      statusOf(data),
      data.duration_ms === null ? null : el("span", null, duration(data.duration_ms)),
      el("span", null, time(data.started_at_ms, Date.now()), ` · ${moment(data.started_at_ms)}`),
      el("span", null, `${count(data.lines || 0, "line")} · ${size(data.bytes || 0)}`),
      data.session && !exported ? el("a", { href: links.session(data.session, data.project), title: data.session }, "session") : null,
      data.agent ? el("span", null, data.agent) : null,
      data.branch ? el("span", null, data.branch) : null,
      data.project ? el("span", { title: data.project }, short(data.project)) : null,
      data.ref.includes("/") ? el("span", { class: "tag" }, `from ${data.ref.split("/")[0]}`) : null,
      data.pinned ? el("span", { class: "tag" }, "pinned") : null,
      data.superseded_by ? el("a", { href: links.entry(data.superseded_by) }, `superseded by [ctx:${data.superseded_by}]`) : null),
    runs(data),
    el("div", { class: "two" },
      el("div", null, notesPanel(data), summary.panel, foundPanel(data, raw), copies(data)),
      rawPanel(data, raw, route.params.get("find"))));

  if (!data.expired && !data.binary && data.lines) {
    const at = wanted || (data.findings.length ? data.findings[0].lines[0] : 1);
    raw.start(at).then(() => (wanted || data.findings.length ? raw.to(at, false, until) : null)).then(raw.begun).catch((error) => show(raw.box, failed(error)));
    summary.link();
  }
  return data.status === "running" && !exported ? watched(data, route) : null;
}

// An entry that runs is asked for again until it has ended; then the view is drawn anew.
function watched(data, route) {
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const fresh = await ask("entry", { ref: data.ref }, route.signal);
      if (fresh.status === "running") return;
      clearInterval(timer);
      announce(`ended: ${fresh.status}`);
      dispatchEvent(new HashChangeEvent("hashchange"));
    } catch (error) {
      if (error.name !== "AbortError") announce(error.message);
    }
  }, POLL);
  return () => clearInterval(timer);
}

function notesPanel(data) {
  if (!data.notes || !data.notes.length) return null;
  return el("section", { class: "panel", "aria-label": "Notes" }, el("header", null, el("h2", null, count(data.notes.length, "note"))),
    el("div", { class: "inside" }, el("ul", { class: "items" }, data.notes.map((note) => el("li", null, el("span", null, linked(note.text, links.entry)), el("a", { class: "small", href: links.entry(note.ref) }, time(note.at_ms, Date.now())))))));
}

function summed(data, raw) {
  const list = el("ol");
  const lines = (data.summary || "").replace(/\n$/, "").split("\n");
  const items = lines.map((line, at) => {
    const gap = /^(… |more: |since \[ctx:)/.test(line);
    return el("li", { class: at === 0 ? "head1" : gap ? "gap" : null }, el("span", { class: "no" }), el("bdi", null, at === 0 || gap ? linked(line, links.entry) : line || "\u200b"));
  });
  const nothing = el("div", { class: "inside soft" }, data.kind === "note" || data.kind === "doc" || data.kind === "file" ? "Kept as it is; nothing was shown of it." : data.kind === "import" ? "From an agent's transcript: ctx showed nothing of it." : "Nothing was shown of it.");
  const panel = el("section", { class: "panel", "aria-label": "What was shown" },
    el("header", null, el("h2", null, "What was shown"), data.summary ? el("span", { class: "soft small" }, `${size(new Blob([data.summary]).size)} shown, ${size(data.bytes || 0)} raw`) : null),
    data.summary ? el("div", { class: "text", tabindex: "0", role: "region", "aria-label": "What was shown, line by line" }, list) : nothing);
  show(list, items);
  // Where the shown lines stand in the text is found out behind the page's back.
  async function link() {
    if (!data.summary) return;
    const { places } = await ask("places", { ref: data.ref }).catch(() => ({ places: [] }));
    places.forEach((place, at) => {
      const item = items[at + 1];
      if (!place || !item) return;
      const button = el("a", { class: "no", href: links.entry(data.ref, place), title: `line ${place} of the raw text`, onclick: (event) => { event.preventDefault(); history.replaceState(null, "", links.entry(data.ref, place)); raw.to(place); } }, place);
      item.firstChild.replaceWith(button);
    });
  }
  return { panel, link };
}

function foundPanel(data, raw) {
  if (!data.findings.length) return null;
  const items = data.findings.map((finding) => {
    const [from, to] = finding.lines;
    const jump = (event) => { event.preventDefault(); history.replaceState(null, "", links.entry(data.ref, from)); raw.to(from, true); };
    return el("li", null,
      el("span", { class: `status ${SEVERITY[finding.severity]}` }, sign(SEVERITY[finding.severity]), finding.severity),
      el("span", { class: "msg" }, finding.location ? el("b", null, `${finding.location} `) : null, finding.message),
      el("a", { class: "go small", href: links.entry(data.ref, from), onclick: jump }, from === to ? `line ${from}` : `${from}–${to}`));
  });
  const rest = data.all_findings - data.findings.length;
  return el("section", { class: "panel", style: null, "aria-label": "Findings" },
    el("header", null, el("h2", null, count(data.all_findings, "finding"))),
    el("div", { class: "inside" }, el("ul", { class: "found-list" }, items), rest > 0 ? el("p", { class: "notice" }, `${rest} more: `, el("code", null, `ctx get ${data.ref} --findings --all`)) : null));
}

// Find in the raw text: Enter or n goes to the next line, N to the one before. What is looked for is in the address.
function finder(data, raw, asked) {
  const field = el("input", { type: "search", "aria-label": "Find in the raw text", placeholder: "find", size: 12, value: asked || null });
  const state = el("span", { class: "soft small", role: "status" });
  let lines = [];
  let at = -1;
  let looked = null;
  async function look() {
    looked = field.value;
    const answer = looked ? await ask("find", { ref: data.ref, text: looked }) : { lines: [], more: false };
    lines = answer.lines;
    at = -1;
    raw.mark(lines);
    const params = new URLSearchParams(location.hash.split("?")[1] || "");
    if (looked) params.set("find", looked); else params.delete("find");
    history.replaceState(null, "", `${links.entry(data.ref)}${params.toString() ? `?${params}` : ""}`);
    state.textContent = !looked ? "" : lines.length ? `${lines.length.toLocaleString("en")}${answer.more ? " or more" : ""} lines` : "not found";
  }
  async function go(by) {
    if (!lines.length) return;
    at = at < 0 ? (by > 0 ? 0 : lines.length - 1) : (at + by + lines.length) % lines.length;
    await raw.to(lines[at], false);
    state.textContent = `${at + 1} of ${lines.length.toLocaleString("en")}`;
  }
  const run = async (by) => { try { if (field.value !== looked) await look(); await go(by); } catch (error) { announce(error.message); } };
  raw.box.addEventListener("keydown", (event) => {
    if ((event.key === "n" || event.key === "N") && lines.length) { event.preventDefault(); event.stopPropagation(); run(event.key === "n" ? 1 : -1); }
  });
  if (asked) raw.ready.then(() => run(1));
  return el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); run(1).then(() => raw.box.focus({ preventScroll: true })); } }, field,
    el("button", { "aria-label": "Next match (n)", title: "Next (n)" }, "▼"), el("button", { type: "button", "aria-label": "Previous match (N)", title: "Previous (N)", onclick: () => run(-1) }, "▲"), state);
}

function rawPanel(data, raw, asked) {
  const jump = el("input", { type: "number", min: 1, max: data.lines || 1, "aria-label": "Go to line", placeholder: "line", size: 7 });
  const form = el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); if (jump.value) raw.to(Number(jump.value), true).catch((error) => announce(error.message)); } }, jump, el("button", null, "Go"));
  const inside = data.expired ? el("div", { class: "inside" }, empty("The bytes have expired.", "What was shown then is left. ctx.toml sets how long bytes are kept; a pinned entry keeps them."))
    : data.binary ? el("div", { class: "inside" }, empty(`This is not text: ${data.binary}.`, el("p", null, "The bytes: ", el("code", null, `ctx get ${data.ref} --raw`))))
    : data.lines ? raw.box : el("div", { class: "inside soft" }, "It printed nothing.");
  return el("section", { class: "panel", "aria-label": "Raw text" },
    el("header", null, el("h2", null, "Raw text"), data.lines && !data.expired && !data.binary ? el("div", { class: "row" }, exported ? null : finder(data, raw, asked), form) : null), inside);
}

function copies(data) {
  const lines = [`ctx get ${data.ref}`];
  if (data.findings.length) {
    const [from, to] = data.findings[0].lines;
    lines.push(`ctx get ${data.ref} --findings`, `ctx get ${data.ref} --lines ${from}:${to}`);
  }
  if (data.since) lines.push(`ctx diff ${data.since.old} ${data.since.new}`);
  return el("section", { class: "panel", "aria-label": "Commands" }, el("header", null, el("h2", null, "In a terminal, or for an agent")), el("div", { class: "inside copies" }, lines.map(copyable)));
}

function runs(data) {
  if (!data.runs || data.runs.length < 2) return null;
  const boxes = [...data.runs].reverse().map((run) => el("a", { class: tone(run), href: links.entry(run.ref), title: `${run.status} · ${duration(run.duration_ms)} · ${moment(run.started_at_ms)}`, "aria-label": `${run.status}, ${moment(run.started_at_ms)}`, "aria-current": run.ref === data.ref ? "true" : null }, sign(tone(run))));
  const since = data.since;
  const list = (word, findings, kind) => findings.length ? el("div", null, el("h3", null, `${findings.length} ${word}`), el("ul", { class: "found-list" }, findings.slice(0, 20).map((finding) => el("li", null, el("span", { class: `status ${kind}` }, sign(kind), word), el("span", { class: "msg" }, finding.location ? el("b", null, `${finding.location} `) : null, finding.message))))) : null;
  const changed = since && since.fixed.length + since.added.length + since.same.length > 0;
  return el("section", { class: "panel", "aria-label": "Runs of this command" },
    el("header", null, el("h2", null, "Runs of this command"), data.command && !exported ? el("a", { href: links.command(data.command, data.project) }, "over time") : null),
    el("div", { class: "inside" }, el("div", { class: "runs" }, boxes),
      since ? el("p", null, exported ? null : el("a", { href: links.view("diff", { old: since.old, new: since.new }) }, "side by side"), exported ? null : " · ", "since ", el("a", { href: links.entry(since.old) }, `[ctx:${since.old}]`), changed ? `: ${since.fixed.length} fixed, ${since.added.length} new, ${since.same.length} same` : ": no findings in either") : null,
      changed ? el("details", null, el("summary", null, "What changed"), list("fixed", since.fixed, "ok"), list("new", since.added, "bad"), list("same", since.same, "none")) : null));
}

function actions(data) {
  if (data.ref.includes("/")) return [];
  const pin = el("button", { type: "button", "aria-pressed": String(data.pinned) }, data.pinned ? "Pinned" : "Pin");
  pin.addEventListener("click", async () => {
    try {
      const done = await change("pin", { ref: data.ref, pinned: pin.getAttribute("aria-pressed") !== "true" });
      pin.setAttribute("aria-pressed", String(done.pinned));
      pin.textContent = done.pinned ? "Pinned" : "Pin";
      announce(done.pinned ? "pinned: retention keeps it" : "no longer pinned");
    } catch (error) { announce(error.message); }
  });
  return [pin, el("button", { type: "button", onclick: () => noteOn(data) }, "Note…"), el("button", { type: "button", class: "bad", onclick: () => forget(data) }, "Forget…")];
}

function noteOn(data) {
  const text = el("textarea", { "aria-label": "The note", required: true });
  const status = el("p", { class: "soft", role: "status" });
  const box = el("dialog", { "aria-label": "Write a note" }, el("h2", null, `A note about [ctx:${data.ref}]`), text, status,
    el("div", { class: "row" }, el("button", { type: "button", onclick: keep }, "Keep"), el("button", { type: "button", onclick: () => box.close() }, "Cancel")));
  async function keep() {
    try {
      const done = await change("note", { text: text.value, ref: data.ref });
      box.close();
      announce(`kept as [ctx:${done.ref}]`);
      location.hash = links.entry(done.ref);
    } catch (error) { status.textContent = error.message; }
  }
  opened(box);
}

function forget(data) {
  const status = el("p", { class: "soft", role: "status" });
  const box = el("dialog", { "aria-label": "Forget an entry" }, el("h2", null, "Forget this entry for good?"),
    el("p", { class: "mono" }, el("bdi", null, middle(data.name, 160))),
    el("p", null, `[ctx:${data.ref}], ${count(data.lines || 0, "line")}, ${size(data.bytes || 0)}: its row and its bytes are overwritten. Nothing brings them back.`), status,
    el("div", { class: "row" }, el("button", { type: "button", class: "bad", id: "forget-it", onclick: gone }, "Forget it"), el("button", { type: "button", autofocus: true, onclick: () => box.close() }, "Keep it")));
  async function gone() {
    try {
      await change("forget", { ref: data.ref, confirm: data.ref });
      box.close();
      announce(`forgot [ctx:${data.ref}]`);
      location.hash = links.view("now", { project: data.project });
    } catch (error) { status.textContent = error.message; }
  }
  opened(box);
}

function opened(box) {
  document.body.append(box);
  box.addEventListener("close", () => box.remove());
  box.showModal();
}
