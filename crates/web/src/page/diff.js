// Two runs side by side: their masked text, line by line.
import { el, empty, show } from "./dom.js";
import { moment } from "./format.js";
import { ask, links } from "./data.js";

// Lines of each text that are compared, and equal lines that stay around a change.
const MOST = 3000;
const AROUND = 3;

export async function diff(main, route) {
  const refs = [route.params.get("old"), route.params.get("new")];
  const [old, fresh] = await Promise.all(refs.map((ref) => ask("entry", { ref }, route.signal)));
  const [left, right] = await Promise.all([old, fresh].map((data) => whole(data, route.signal)));
  const rows = besides(paired(left, right));
  const changed = rows.filter((row) => row.changed).length;
  const cut = [old, fresh].some((data) => data.lines > MOST);
  const title = (data) => el("header", null, el("h2", null, el("a", { href: links.entry(data.ref) }, `[ctx:${data.ref}]`)), el("span", { class: "soft small" }, `${data.status} · ${moment(data.started_at_ms)}`));
  // Two texts do not fit beside each other on a phone.
  const sides = matchMedia("(max-width: 640px)").matches
    ? el("div", { class: "sides one" }, title(old), title(fresh), side(stacked(rows), null))
    : el("div", { class: "sides" }, el("div", null, title(old), side(rows, 0)), el("div", null, title(fresh), side(rows, 1)));
  show(main, el("div", { class: "head" }, el("h1", { class: "mono" }, el("bdi", null, fresh.name))),
    cut ? el("p", { class: "notice" }, `The first ${MOST.toLocaleString("en")} lines of each text are compared.`) : null,
    changed ? el("section", { class: "panel", "aria-label": "Both texts" }, sides)
      : empty("Both texts are the same."));
  return null;
}

async function whole(data, signal) {
  const lines = [];
  for (let from = 1; from <= Math.min(data.lines || 0, MOST); from += 1000) {
    const answer = await ask("lines", { ref: data.ref, from, to: Math.min(from + 999, MOST) }, signal);
    if (answer.from === null) break;
    const texts = answer.text.split("\n");
    texts.pop();
    lines.push(...texts);
  }
  return lines;
}

// Pairs of line numbers, null where a line has no partner: equal ends first, then the longest common part between them.
function paired(left, right) {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < left.length - head && tail < right.length - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  const rows = [];
  for (let at = 0; at < head; at += 1) rows.push([at, at]);
  rows.push(...middleOf(left.slice(head, left.length - tail), right.slice(head, right.length - tail)).map(([a, b]) => [a === null ? null : a + head, b === null ? null : b + head]));
  for (let at = tail; at > 0; at -= 1) rows.push([left.length - at, right.length - at]);
  rows.left = left;
  rows.right = right;
  return rows;
}

// Removed lines stand beside the added ones that follow them.
function besides(rows) {
  const out = [];
  for (let at = 0; at < rows.length;) {
    if (rows[at][0] !== null && rows[at][1] !== null) { out.push(rows[at]); at += 1; continue; }
    const [gone, came] = [[], []];
    for (; at < rows.length && (rows[at][0] === null || rows[at][1] === null); at += 1) (rows[at][1] === null ? gone : came).push(rows[at][1] ?? rows[at][0]);
    for (let n = 0; n < Math.max(gone.length, came.length); n += 1) out.push(Object.assign([gone[n] ?? null, came[n] ?? null], { changed: true }));
  }
  return Object.assign(out, { left: rows.left, right: rows.right });
}

// Greedy by Myers: the fewest removed and added lines; beyond 1,500 of them all count as changed.
function middleOf(a, b) {
  const limit = Math.min(a.length + b.length, 1500);
  const reach = new Map([[1, 0]]);
  const trace = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(new Map(reach));
    for (let k = -edits; k <= edits; k += 2) {
      let x = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1)) ? reach.get(k + 1) ?? 0 : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return walked(trace, a.length, b.length);
    }
  }
  return [...a.map((_, at) => [at, null]), ...b.map((_, at) => [null, at])];
}

function walked(trace, x, y) {
  const rows = [];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits];
    const k = x - y;
    const before = k === -edits || (k !== edits && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1)) ? k + 1 : k - 1;
    const fromX = edits === 0 ? 0 : reach.get(before) ?? 0;
    const fromY = edits === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) { x -= 1; y -= 1; rows.push([x, y]); }
    if (edits > 0) { if (x === fromX) { y -= 1; rows.push([null, y]); } else { x -= 1; rows.push([x, null]); } }
  }
  return rows.reverse();
}

// The removed lines of a change, then the added ones.
function stacked(rows) {
  const out = [];
  for (let at = 0; at < rows.length;) {
    let end = at;
    while (end < rows.length && rows[end].changed) end += 1;
    const run = rows.slice(at, end);
    for (const which of [0, 1]) for (const row of run) if (row[which] !== null) out.push(Object.assign(which ? [null, row[1]] : [row[0], null], { changed: true }));
    if (end < rows.length) out.push(rows[end]);
    at = end + 1;
  }
  return Object.assign(out, { left: rows.left, right: rows.right });
}

// One of the two texts, or both in one; lines far from any change are counted.
function side(rows, which) {
  const near = rows.map(() => false);
  rows.forEach((row, at) => { if (row.changed) for (let by = -AROUND; by <= AROUND; by += 1) if (near[at + by] !== undefined) near[at + by] = true; });
  const items = [];
  for (let at = 0; at < rows.length; at += 1) {
    if (!near[at]) {
      let end = at;
      while (end < rows.length && !near[end]) end += 1;
      items.push(el("li", { class: "gap" }, el("span", { class: "no" }, "…"), el("bdi", null, `${(end - at).toLocaleString("en")} equal lines`)));
      at = end - 1;
      continue;
    }
    const from = which ?? (rows[at][1] === null ? 0 : 1);
    const text = from ? rows.right : rows.left;
    const number = rows[at][from];
    const alone = rows[at].changed;
    items.push(el("li", { class: number === null ? "void" : alone ? (from ? "came" : "gone") : null }, el("span", { class: "no" }, number === null ? "" : number + 1), el("bdi", null, number === null ? "\u200b" : text[number] || "\u200b")));
  }
  return el("div", { class: "text" }, el("ol", null, items));
}
