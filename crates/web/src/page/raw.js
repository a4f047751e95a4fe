// The raw text of an entry: a window of numbered lines that follows the scrolling, whatever its size.
import { el, show } from "./dom.js";
import { ask } from "./data.js";

const STEP = 300;
const HELD = 1500;
const TONES = { error: "bad", warning: "warn", info: "none" };

export function rawText(entry, findings, open) {
  const list = el("ol");
  const box = el("div", { class: "text", tabindex: "0", role: "region", "aria-label": "Raw text with line numbers" }, list);
  const total = entry.lines || 0;
  const found = new Map();
  for (const finding of findings) for (let line = finding.lines[0]; line <= Math.min(finding.lines[1], finding.lines[0] + 60); line += 1) if (found.get(line) !== "bad") found.set(line, TONES[finding.severity]);
  let hits = new Set();
  // What is looked for waits until the first lines are there.
  let begun;
  const ready = new Promise((resolve) => { begun = resolve; });
  let range = null;
  let first = 1;
  let last = 0;
  let busy = false;

  function line(number, text) {
    const marks = [found.has(number) ? `found ${found.get(number)}` : null, hits.has(number) ? "hit-line" : null, range && number >= range[0] && number <= range[1] ? "at" : null].filter(Boolean);
    return el("li", { id: `L${number}`, class: marks.length ? marks.join(" ") : null },
      el("a", { class: "no", href: open(number), tabindex: "-1" }, number), el("bdi", null, text || "\u200b"));
  }

  async function lines(from, to) {
    const answer = await ask("lines", { ref: entry.ref, from, to });
    if (answer.from === null) return answer.numbers && from <= total ? [gap(Math.min(to, total) - from + 1)] : [];
    const texts = answer.text.split("\n");
    texts.pop();
    const items = [];
    texts.forEach((text, at) => {
      const number = answer.numbers ? answer.numbers[at] : answer.from + at;
      const before = at > 0 ? answer.numbers && answer.numbers[at - 1] : from - 1;
      if (answer.numbers && number > before + 1) items.push(gap(number - before - 1));
      items.push(line(number, text));
    });
    const left = answer.numbers ? Math.min(to, total) - answer.numbers[answer.numbers.length - 1] : 0;
    if (left > 0) items.push(gap(left));
    return items;
  }

  function gap(count) {
    return el("li", { class: "gap" }, el("span", { class: "no" }, "…"), el("bdi", null, `${count.toLocaleString("en")} lines are not in this file`));
  }

  async function start(number) {
    busy = true;
    const from = Math.max(1, number - 40);
    try {
      const items = await lines(from, from + STEP);
      show(list, items.length ? items : el("li", { class: "gap" }, el("span", { class: "no" }), el("bdi", null, total ? "There is no such line." : "It printed nothing.")));
      first = from;
      last = Math.min(total, from + STEP);
    } finally {
      busy = false;
    }
  }

  // Only so many lines are held; those farthest away go.
  function trim(edge, reached) {
    while (list.childElementCount > HELD) edge().remove();
    const number = edge() && Number(edge().id.slice(1));
    if (number) reached(number);
  }

  // Brings a line into view and marks it, or all lines up to `until`.
  async function to(number, focus, until) {
    range = [number, until || number];
    if (number < first || number > last) await start(number);
    for (const old of list.querySelectorAll(".at")) old.classList.remove("at");
    const item = list.querySelector(`#L${number}`);
    if (!item) return;
    for (let line = range[0]; line <= Math.min(range[1], range[0] + HELD); line += 1) list.querySelector(`#L${line}`)?.classList.add("at");
    const room = box.clientHeight;
    box.scrollTop += item.getBoundingClientRect().top - box.getBoundingClientRect().top - room / 3;
    if (focus) box.focus({ preventScroll: true });
  }

  // Marks the lines that hold what was looked for.
  function mark(lines) {
    hits = new Set(lines);
    for (const item of list.children) item.classList.toggle("hit-line", hits.has(Number(item.id.slice(1))));
  }

  box.addEventListener("scroll", async () => {
    if (busy) return;
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (below < 400 && last < total) {
      busy = true;
      try {
        const items = await lines(last + 1, last + STEP);
        list.append(...items);
        last = Math.min(total, last + STEP);
        trim(() => list.firstChild, (number) => { first = number; });
      } finally { busy = false; }
    } else if (box.scrollTop < 400 && first > 1) {
      busy = true;
      try {
        const from = Math.max(1, first - STEP);
        const items = await lines(from, first - 1);
        const tall = box.scrollHeight;
        list.prepend(...items);
        first = from;
        box.scrollTop += box.scrollHeight - tall;
        trim(() => list.lastChild, (number) => { last = number; });
      } finally { busy = false; }
    }
  });
  return { box, start, to, mark, begun, ready };
}
