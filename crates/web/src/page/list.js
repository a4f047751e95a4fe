// Lists of entries: a row each, its name leads to the entry.
import { el } from "./dom.js";
import { cut, duration, moment, size, statusOf, time } from "./format.js";
import { links } from "./data.js";

export function rowOf(entry, now, options) {
  const name = el("a", { class: "go", href: links.entry(entry.ref), title: entry.name.length > 36 ? entry.name : null }, cut(entry.name));
  const origin = options && options.origin && entry.ref.includes("/") ? entry.ref.split("/")[0] : null;
  const tags = [entry.pinned ? "pinned" : null, entry.expired ? "bytes expired" : null, entry.superseded_by ? "superseded" : null, origin].filter(Boolean);
  // What somebody wrote has no other result than its own words.
  const result = options && options.result && entry.result && !entry.name.startsWith(entry.result.slice(0, 24)) ? entry.result : "";
  const row = el("tr", { class: "pick" },
    el("td", { class: "tight" }, statusOf(entry)),
    el("td", { class: "name" }, tags.length ? el("span", { class: "tagged" }, name, tags.map((word) => el("span", { class: "tag wide" }, word))) : name,
      result ? el("span", { class: "under" }, result) : null),
    options && options.result ? el("td", { class: "result wide", title: result || null }, result) : null,
    el("td", { class: "num wide" }, duration(entry.duration_ms)),
    el("td", { class: "num wide", title: entry.lines === null ? null : `${entry.lines} lines` }, size(entry.bytes)),
    el("td", { class: "num", title: moment(entry.started_at_ms) }, time(entry.started_at_ms, now)));
  row.addEventListener("click", (event) => {
    if (!event.target.closest("a") && !String(getSelection())) name.click();
  });
  return row;
}

export function table(entries, now, options) {
  const body = el("tbody", null, entries.map((entry) => rowOf(entry, now, options)));
  return el("table", { class: "entries" },
    el("caption", { class: "unseen" }, (options && options.caption) || "Entries, newest first"),
    el("thead", null, el("tr", null,
      el("th", { scope: "col" }, "Ended"), el("th", { scope: "col" }, "Command"), options && options.result ? el("th", { scope: "col", class: "wide" }, "Result") : null,
      el("th", { scope: "col", class: "num wide" }, "Took"), el("th", { scope: "col", class: "num wide" }, "Raw"), el("th", { scope: "col", class: "num" }, "When"))),
    body);
}

export function figures(head, rows) {
  return el("div", { class: "scroll" }, el("table", null,
    el("thead", null, el("tr", null, head.map(([word, kind]) => el("th", { scope: "col", class: kind || null }, word)))),
    el("tbody", null, rows.map((row) => el("tr", null, row.map((cell, at) => cell instanceof Node && cell.tagName === "TD" ? cell : el("td", { class: head[at][1] || null }, cell)))))));
}

export function share(value, most, kind) {
  if (value <= 0) return el("td", { class: "bars", "aria-hidden": "true" });
  const bar = el("span", { class: "bar" });
  bar.style.width = `${Math.min(100, (value / Math.max(1, most)) * 100).toFixed(1)}%`;
  if (kind) bar.style.background = `var(--${kind})`;
  return el("td", { class: "bars", "aria-hidden": "true" }, bar);
}
