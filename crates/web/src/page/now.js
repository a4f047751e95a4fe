// Now: sessions as lanes over time, live while commands run; below it the same as a list.
import { announce, el, empty, show, svg } from "./dom.js";
import { moment, clock, count } from "./format.js";
import { ask, exported, links } from "./data.js";
import { bars, lanes, legend } from "./plot.js";
import { table } from "./list.js";

const SPANS = [["15 min", 900000], ["1 h", 3600000], ["6 h", 21600000], ["24 h", 86400000], ["7 d", 604800000], ["30 d", 2592000000]];
const KINDS = [["", "all but documents"], ["commands", "commands"], ["note", "notes"], ["file", "files"], ["doc", "documents"], ["import", "imported"], ["all", "everything"]];
const POLL = 2000;
const PAGE = 100;

export async function now(main, route) {
  const { params, project } = route;
  const asked = { project, span: params.get("span"), end: params.get("end"), failed: params.get("failed"), kind: params.get("kind") };
  let data = await ask("now", asked, route.signal);
  const controls = el("div", { class: "row" });
  const picture = el("div");
  const list = el("div");
  let rows = PAGE;

  const to = (change) => links.view("now", { project, span: asked.span, end: asked.end, failed: asked.failed, kind: asked.kind, ...change });
  const go = (change) => { location.hash = to(change); };

  function draw() {
    const live = !asked.end && data.now_ms - data.to_ms < data.span_ms;
    show(controls,
      el("div", { class: "group", role: "group", "aria-label": "Stretch of time" }, SPANS.map(([word, span]) =>
        el("button", { type: "button", "aria-pressed": String(data.span_ms === span), onclick: () => go({ span, end: asked.end }) }, word))),
      el("div", { class: "group", role: "group", "aria-label": "Move in time" },
        el("button", { type: "button", disabled: !data.earlier, "aria-label": "Earlier", title: "Earlier", onclick: () => go({ span: data.span_ms, end: data.from_ms }) }, "◀"),
        el("button", { type: "button", disabled: !asked.end, "aria-label": "Later", title: "Later", onclick: () => { const end = data.to_ms + data.span_ms; go({ span: data.span_ms, end: end >= data.now_ms ? null : end }); } }, "▶")),
      el("button", { type: "button", "aria-pressed": String(Boolean(asked.failed)), onclick: () => go({ failed: asked.failed ? null : "1" }) }, "Failed only"),
      el("select", { "aria-label": "Kind", onchange: (event) => go({ kind: event.target.value || null }) }, KINDS.map(([kind, word]) => el("option", { value: kind, selected: kind === (asked.kind || "") }, word))),
      el("span", { class: "soft" }, live ? "live" : `${moment(data.from_ms)} to ${clock(data.to_ms)}`));
    if (!data.entries.length) {
      show(picture);
      show(list, data.earlier
        ? empty("Nothing happened in this stretch of time.", el("a", { href: to({ span: null, end: data.from_ms }) }, "Go to where something did"))
        : asked.failed ? empty("Nothing failed here.", el("a", { href: to({ failed: null }) }, "Show everything"))
        : empty("Nothing has gone through ctx here yet.", el("p", null, "Run something: ", el("code", null, "ctx run -- cargo test"), ", or put ctx beneath your agent: ", el("code", null, "ctx init"), ". It appears here while it runs.")));
      return;
    }
    // Too many to draw each: how many there were in each part of the whole stretch.
    if (data.counts) {
      show(picture, bars(data, (from, span) => to({ span, end: from + span })), legend([
        [svg("rect", { class: "ok", x: 1, y: 2, width: 12, height: 10 }), "entries"],
        [svg("rect", { class: "bad", x: 1, y: 2, width: 12, height: 10 }), "failed"]]));
    } else show(picture, lanes(data, links), legend([
      [svg("rect", { class: "ok", x: 1, y: 4, width: 12, height: 6 }), "ok"],
      [svg("rect", { class: "bad", x: 1, y: 0, width: 12, height: 14 }), "failed"],
      [svg("rect", { class: "run", x: 1, y: 2, width: 12, height: 10 }), "running"],
      [svg("rect", { class: "none", x: 1, y: 5, width: 12, height: 4 }), "no status"],
      [svg("path", { class: "seen", d: "M7 1l6 6-6 6-6-6z" }), "note"]]));
    const shown = data.entries.slice(0, rows);
    show(list, table(shown, data.now_ms, { origin: true, result: shown.some((entry) => entry.result), caption: "What ran in this stretch of time, newest first" }),
      data.hidden_before_ms && shown.length === data.entries.length ? el("p", { class: "notice" }, `The newest ${data.entries.length} are listed; `, el("a", { href: to({ span: data.span_ms, end: data.hidden_before_ms }) }, "earlier ones"), ".") : null,
      shown.length < data.entries.length ? el("p", null, el("button", { type: "button", onclick: () => { rows += 200; draw(); } }, `Show ${Math.min(200, data.entries.length - shown.length)} more of ${data.entries.length}`)) : null);
  }

  show(main, el("div", { class: "head" }, el("h1", null, "Now"), controls), picture, list);
  draw();
  if (exported || asked.end) return null;
  // While a command runs, every poll loads anew; else only when the stamp shows that one began or ended.
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const running = data.entries.some((entry) => entry.status === "running");
      const fresh = await ask("now", { ...asked, stamp: running ? null : data.stamp }, route.signal);
      if (!fresh) return;
      const before = data.entries.length;
      const focused = document.activeElement && document.activeElement.getAttribute("href");
      data = fresh;
      draw();
      if (focused) { const again = [...main.querySelectorAll("a.go")].find((link) => link.getAttribute("href") === focused); if (again) again.focus({ preventScroll: true }); }
      if (data.entries.length > before) announce(count(data.entries.length - before, "new entry", "new entries"));
    } catch (error) {
      if (error.name !== "AbortError") announce(error.message);
    }
  }, POLL);
  return () => clearInterval(timer);
}
