// Small plots as inline SVG. Each is a picture with a name; the table that says the same stands below it.
import { el, svg } from "./dom.js";
import { clock, day, duration, moment, size, tone } from "./format.js";

const STEPS = [1 / 12, 1 / 4, 1 / 2, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10080, 20160, 43200].map((minutes) => minutes * 60000);

// Draws again when the room for it changes.
export function drawn(label, draw) {
  const box = el("div", { class: "picture" });
  let width = 0;
  const paint = () => {
    const room = Math.floor(box.clientWidth);
    if (!room || room === width) return;
    width = room;
    box.replaceChildren(draw(room));
    box.firstChild.setAttribute("role", "img");
    box.firstChild.setAttribute("aria-label", label);
  };
  new ResizeObserver(paint).observe(box);
  return box;
}

function ticks(from, to, room) {
  const most = Math.max(2, Math.floor(room / 90));
  const step = STEPS.find((one) => (to - from) / one <= most) || STEPS[STEPS.length - 1];
  const zone = new Date(from).getTimezoneOffset() * 60000;
  const marks = [];
  for (let at = Math.ceil((from - zone) / step) * step + zone; at <= to; at += step) marks.push(at);
  return { marks, step };
}

function axis(picture, from, to, left, right, height) {
  const x = (at) => left + ((at - from) / Math.max(1, to - from)) * (right - left);
  const { marks, step } = ticks(from, to, right - left);
  let lastDay = "";
  for (const at of marks) {
    const today = day(at);
    const label = step >= 86400000 ? today : today !== lastDay ? `${today} ${clock(at, step < 60000)}` : clock(at, step < 60000);
    lastDay = today;
    const near = Math.min(Math.max(x(at), left), right);
    picture.append(svg("line", { class: "axis", x1: near, x2: near, y1: 16, y2: height }));
    picture.append(svg("text", { x: near, y: 11, "text-anchor": near < left + 30 ? "start" : near > right - 40 ? "end" : "middle" }, label));
  }
  return x;
}

function linkTo(href, ...inner) {
  // The table below has the same links for the keyboard.
  return svg("a", { href, class: "link", tabindex: "-1" }, ...inner);
}

const PLAIN = { ok: 8, none: 4, run: 12, bad: 16 };

// Sessions as lanes, commands as bars: their height says how they ended, as their colour does.
export function lanes(data, link) {
  const { from_ms: from, to_ms: to } = data;
  const groups = new Map();
  for (const entry of data.entries) {
    const name = entry.session || "";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(entry);
  }
  const rows = [...groups.entries()].slice(0, 24);
  const label = `${data.entries.length} entries in ${groups.size} sessions from ${moment(from)} to ${moment(to)}`;
  return drawn(label, (width) => {
    const narrow = width < 640;
    const left = narrow ? 0 : 210;
    const lane = narrow ? 42 : 32;
    const height = 22 + rows.length * lane + 4;
    const picture = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, height });
    const stripes = svg("g");
    picture.append(stripes);
    const x = axis(picture, from, to, left, width, height);
    rows.forEach(([name, entries], at) => {
      const top = 20 + at * lane;
      stripes.append(svg("rect", { class: "stripe", x: 0, y: top, width, height: lane, fill: at % 2 ? "transparent" : "var(--panel)" }));
      const session = data.sessions.find((one) => one.session === name);
      const words = session ? session.last_request || session.title || [session.agent, session.branch, name].filter(Boolean).join(" · ") : name || "no session";
      const room = Math.floor((narrow ? width : left - 12) / 6.6);
      const letters = [...words];
      const text = svg("text", { class: "lane", x: 6, y: narrow ? top + 13 : top + lane / 2 + 4 }, letters.length > room ? `${letters.slice(0, room - 1).join("")}…` : words, svg("title", null, `${words}\n${name}`));
      picture.append(name ? linkTo(link.session(name, session && session.project), text) : text);
      const middle = narrow ? top + 28 : top + lane / 2;
      for (const entry of [...entries].reverse()) {
        const kind = tone(entry);
        const start = Math.max(entry.started_at_ms, from);
        const end = kind === "run" ? data.now_ms : entry.started_at_ms + (entry.duration_ms || 0);
        const x1 = Math.min(x(start), width - 3);
        const wide = Math.max(3, Math.min(x(end), width) - x1);
        const tall = PLAIN[kind];
        const about = `${entry.status === "piped" ? entry.kind : entry.status} · ${duration(entry.duration_ms)} · ${moment(entry.started_at_ms)}\n${entry.name.slice(0, 300)}`;
        const shape = entry.kind === "note"
          ? svg("path", { class: "seen", d: `M${Math.min(x1, width - 7)} ${middle - 6}l6 6-6 6-6-6z` }, svg("title", null, about))
          : svg("rect", { class: kind, x: x1, y: middle - tall / 2, width: wide, height: tall, rx: Math.min(2, wide / 2) }, svg("title", null, about));
        picture.append(linkTo(link.entry(entry.ref), shape));
      }
    });
    if (data.now_ms <= to + 60000) picture.append(svg("line", { class: "now", x1: x(Math.min(data.now_ms, to)), x2: x(Math.min(data.now_ms, to)), y1: 16, y2: height }));
    return picture;
  });
}

// How many entries began in each part of a stretch, and how many of them failed.
export function bars(data, link) {
  const { from_ms: from, to_ms: to, counts } = data;
  const most = Math.max(1, ...counts.map((part) => part.all));
  const sum = (key) => counts.reduce((all, part) => all + part[key], 0).toLocaleString("en");
  const span = (to - from) / counts.length;
  return drawn(`${sum("all")} entries from ${moment(from)} to ${moment(to)}, ${sum("failed")} failed`, (width) => {
    const height = 150;
    const picture = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, height });
    const x = axis(picture, from, to, 0, width, height);
    const wide = Math.max(1, width / counts.length - 1);
    counts.forEach((part, at) => {
      if (!part.all) return;
      const start = from + at * span;
      const tall = (count) => (count ? Math.max(2, (count / most) * (height - 26)) : 0);
      const about = svg("title", null, `${moment(start)}: ${part.all.toLocaleString("en")} entries, ${part.failed.toLocaleString("en")} failed`);
      picture.append(linkTo(link(Math.round(start), Math.max(60000, Math.round(span))),
        svg("rect", { class: "ok", x: x(start), y: height - tall(part.all), width: wide, height: tall(part.all) }, about),
        svg("rect", { class: "bad", x: x(start), y: height - tall(part.failed), width: wide, height: tall(part.failed) }, about.cloneNode(true))));
    });
    return picture;
  });
}

// Runs over time: how long each took. A failure is a cross, a success a dot.
export function durations(runs, link) {
  const timed = runs.filter((run) => run.duration_ms !== null);
  const first = Math.min(...timed.map((run) => run.started_at_ms));
  const last = Math.max(...timed.map((run) => run.started_at_ms));
  const margin = Math.max((last - first) * 0.03, 5000);
  const [from, to] = [first - margin, last + margin];
  const most = Math.max(...timed.map((run) => run.duration_ms), 1);
  return drawn(`Duration of ${timed.length} runs, at most ${duration(most)}`, (width) => {
    const height = 190;
    const left = 52;
    const picture = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, height });
    const x = axis(picture, from, to, left, width - 10, height - 6);
    const y = (ms) => height - 12 - (ms / most) * (height - 46);
    for (const part of [0, 0.5, 1]) {
      picture.append(svg("line", { class: "axis", x1: left, x2: width, y1: y(most * part), y2: y(most * part) }));
      picture.append(svg("text", { x: left - 8, y: y(most * part) + 4, "text-anchor": "end" }, duration(most * part)));
    }
    for (const run of timed) {
      const [px, py] = [x(run.started_at_ms), y(run.duration_ms)];
      const about = svg("title", null, `${run.status} · ${duration(run.duration_ms)} · ${moment(run.started_at_ms)} · ${run.ref}`);
      const shape = tone(run) === "bad"
        ? svg("path", { d: `M${px - 4} ${py - 4}l8 8M${px + 4} ${py - 4}l-8 8`, stroke: "var(--bad-bar)", "stroke-width": 2.4, fill: "none" }, about)
        : svg("circle", { class: tone(run), cx: px, cy: py, r: 3.6 }, about);
      picture.append(linkTo(link.entry(run.ref), shape));
    }
    return picture;
  });
}

// Bytes by day: printed and fetched again, and on top of them the bytes saved.
export function days(rows) {
  const shown = rows.slice(-42);
  const parts = (row) => [["warn", row.printed], ["bad", row.fetched], ["accent", Math.max(0, row.saved)]];
  const total = (row) => parts(row).reduce((sum, [, bytes]) => sum + bytes, 0);
  const most = Math.max(...shown.map(total), 1);
  return drawn(`Bytes by day for ${shown.length} days, at most ${size(most)} a day`, (width) => {
    const height = 180;
    const left = 60;
    const picture = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, height });
    const y = (bytes) => height - 24 - (bytes / most) * (height - 40);
    for (const part of [0, 0.5, 1]) {
      picture.append(svg("line", { class: "axis", x1: left, x2: width, y1: y(most * part), y2: y(most * part) }));
      picture.append(svg("text", { x: left - 8, y: y(most * part) + 4, "text-anchor": "end" }, size(Math.round(most * part))));
    }
    const step = Math.min(56, (width - left) / shown.length);
    const every = Math.ceil(64 / step);
    shown.forEach((row, at) => {
      const px = left + at * step + Math.min(3, step * 0.15);
      let base = 0;
      for (const [kind, bytes] of parts(row)) {
        const tall = y(base) - y(base + bytes);
        if (tall > 0) picture.append(svg("rect", { class: kind, x: px, y: y(base + bytes), width: Math.max(1, step * 0.7), height: tall }, svg("title", null, `${row.day}: printed ${size(row.printed)}, fetched again ${size(row.fetched)}, saved ${size(row.saved)}`)));
        base += bytes;
      }
      if (at % every === 0) picture.append(svg("text", { x: px, y: height - 6 }, row.day.slice(5)));
    });
    return picture;
  });
}

// The events of a session on one timeline; each kind has its own shape.
export const MARKS = {
  request: ["accent", (x, y) => svg("path", { class: "accent", d: `M${x - 6} ${y + 5}h12l-6-11z` })],
  decision: ["seen", (x, y) => svg("path", { class: "seen", d: `M${x} ${y - 6}l6 6-6 6-6-6z` })],
  edit: ["none", (x, y) => svg("rect", { class: "none", x: x - 2, y: y - 6, width: 4, height: 12 })],
  git: ["warn", (x, y) => svg("rect", { class: "warn", x: x - 5, y: y - 5, width: 10, height: 10, rx: 1 })],
  note: ["ok", (x, y) => svg("circle", { class: "ok", cx: x, cy: y, r: 5 })],
  error: ["bad", (x, y) => svg("path", { d: `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`, stroke: "var(--bad-bar)", "stroke-width": 2.6, fill: "none" })],
};

export function timeline(first, last, marks, link) {
  const margin = Math.max((last - first) * 0.02, 5000);
  const [from, to] = [first - margin, last + margin];
  return drawn(`${marks.length} events from ${moment(first)} to ${moment(last)}`, (width) => {
    const kinds = Object.keys(MARKS).filter((kind) => marks.some((mark) => mark.kind === kind));
    const line = 20;
    const height = 30 + kinds.length * line;
    const left = width < 640 ? 8 : 84;
    const picture = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, height });
    const x = axis(picture, from, to, left, width - 12, height);
    kinds.forEach((kind, at) => {
      const y = 32 + at * line;
      if (left > 40) picture.append(svg("text", { x: 0, y: y + 4 }, kind));
      for (const mark of marks.filter((one) => one.kind === kind)) {
        const px = x(mark.at);
        const group = svg("g", null, svg("title", null, `${kind} · ${moment(mark.at)}\n${mark.text}`));
        if (mark.end) group.append(svg("line", { class: "span", x1: px, x2: x(mark.end), y1: y, y2: y }), svg("circle", { class: "ring", cx: x(mark.end), cy: y, r: 4 }));
        group.append(MARKS[kind][1](px, y));
        picture.append(mark.ref ? linkTo(link.entry(mark.ref), group) : group);
      }
    });
    return picture;
  });
}

export function legend(entries) {
  return el("div", { class: "legend", "aria-hidden": "true" }, entries.map(([shape, word]) => el("span", null, svg("svg", { viewBox: "0 0 14 14", class: "plot" }, shape), word)));
}
