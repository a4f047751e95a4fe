// Sessions, and the story of one: requests, decisions, edits, errors and their ends on one line of time.
import { el, empty, show, svg } from "./dom.js";
import { count, linked, middle, moment, short, time } from "./format.js";
import { ask, exported, links } from "./data.js";
import { MARKS, legend, timeline } from "./plot.js";
import { figures, table } from "./list.js";

const PAGE = 100;

export async function sessions(main, route) {
  const data = await ask("sessions", { project: route.project, limit: route.params.get("limit") }, route.signal);
  if (!data.sessions.length) {
    show(main, el("div", { class: "head" }, el("h1", null, "Sessions")), empty("No sessions here.", el("p", null, "A session is one conversation with an agent, or a day of work on a branch. ", el("code", null, "ctx store --import"), " reads what agents did before.")));
    return null;
  }
  const rows = data.sessions.map((session) => [
    el("td", { class: "name" }, el("a", { class: "go", href: links.session(session.session, session.project), title: session.session }, middle(session.last_request || session.title || session.session, 100))),
    session.agent || "–", session.branch || "–", session.project ? el("span", { title: session.project }, short(session.project)) : "–", session.entries.toLocaleString("en"), time(session.last_at_ms, Date.now())]);
  const head = [["Last request"], ["Agent", "wide"], ["Branch", "wide"], ["Project", "wide"], ["Entries", "num"], ["Last", "num"]];
  // A column that says the same of every session, or nothing, is left out.
  const kept = head.map((_, at) => !(at === 3 && route.project) && !([1, 2].includes(at) && rows.every((row) => row[at] === "–")));
  const list = figures(head.filter((_, at) => kept[at]), rows.map((row) => row.filter((_, at) => kept[at])));
  for (const row of list.querySelectorAll("tbody tr")) row.classList.add("pick");
  show(main, el("div", { class: "head" }, el("h1", null, "Sessions")), list,
    data.more ? el("p", null, el("a", { href: links.view("sessions", { project: route.project, limit: 1000 }) }, "Show up to 1,000")) : null);
  return null;
}

export async function session(main, route) {
  const name = decodeURIComponent(route.rest.join("/"));
  const data = await ask("session", { name, project: route.project }, route.signal);
  const marks = [];
  const add = (kind, list) => { for (const one of list) marks.push({ kind, at: one.at_ms, text: one.text, ref: one.ref }); };
  add("request", data.asked);
  add("decision", data.decisions);
  add("edit", data.files);
  add("git", data.git);
  add("note", data.notes);
  for (const error of data.errors) marks.push({ kind: "error", at: error.first_at_ms, end: error.closed_at_ms, text: error.text, ref: error.ref });
  const from = Math.min(data.first_at_ms || Infinity, ...marks.map((mark) => mark.at));
  const to = Math.max(data.last_at_ms, ...marks.map((mark) => Math.max(mark.at, mark.end || 0)));
  const about = data.session;
  const commands = el("div");
  show(main,
    el("div", { class: "head" }, el("h1", null, el("bdi", null, middle(about.title || about.last_request || name, 160)))),
    el("div", { class: "chips" },
      el("span", null, `${moment(data.first_at_ms)} to ${moment(data.last_at_ms)}`),
      el("span", null, `${count(data.commands, "command")}, ${data.failed} failed`),
      el("span", null, `${count(data.files.length, "file")} changed`),
      about.agent ? el("span", null, about.agent) : null, about.branch ? el("span", null, about.branch) : null,
      about.project ? el("span", { title: about.project }, short(about.project)) : null,
      exported || !["claude-code", "codex"].includes(about.agent) ? null : el("a", { href: links.view(`context/${encodeURIComponent(name)}`, { project: route.project }) }, "context over its calls"),
      el("span", { class: "mono small", title: name }, middle(name, 40))),
    marks.length ? [timeline(from, to, marks, links), legend(Object.entries(MARKS).filter(([kind]) => marks.some((mark) => mark.kind === kind)).map(([kind, [, shape]]) => [shape(7, 7), kind]).concat(marks.some((mark) => mark.end) ? [[svg("circle", { class: "ring", cx: 7, cy: 7, r: 4 }), "passed again"]] : []))]
      : empty("No requests, decisions or errors are known of this session.", "They come from hooks (ctx init) and transcripts (ctx store --import); the commands below are all there is."),
    el("div", { class: "story" },
      chapter("Asked", data.asked), chapter("Not known to be done", data.open_errors.concat(data.open_tasks)), chapter("Decided", data.decisions),
      chapter("Failed, then passed", data.resolved_errors, (one) => (one.closed_by ? [" → ", el("a", { href: links.entry(one.closed_by) }, `passed in [ctx:${one.closed_by}]`)] : null)),
      chapter("Files changed", data.files), chapter("Git", data.git), ran(data.attempts), chapter("Noted", data.notes), chapter("Compacted", data.summaries), chapter("Helped by", data.helpers)),
    el("h2", null, "Commands"), commands);
  await more(commands, { session: name, project: route.project }, null, route);
  return null;
}

function chapter(title, list, after) {
  if (!list.length) return null;
  const item = (one) => el("li", null, el("span", null, linked(one.text, links.entry), one.count > 1 ? ` ×${one.count}` : null, after ? after(one) : null),
    el("span", { class: "soft small" }, one.ref ? el("a", { href: links.entry(one.ref), title: one.ref }, time(one.at_ms, Date.now())) : time(one.at_ms, Date.now())));
  const rest = list.slice(12);
  return el("section", { "aria-label": title }, el("h2", null, `${title} `, el("span", { class: "soft small" }, list.length)),
    el("ul", { class: "items" }, list.slice(0, 12).map(item)),
    rest.length ? el("details", null, el("summary", null, `${rest.length} more`), el("ul", { class: "items" }, rest.map(item))) : null);
}

function ran(attempts) {
  if (!attempts.length) return null;
  return el("section", { "aria-label": "Ran" }, el("h2", null, "Ran"), el("ul", { class: "items" }, attempts.slice(0, 12).map((one) => el("li", null,
    el("span", { class: "mono", title: one.command.length > 70 ? one.command : null }, middle(one.command, 70)),
    el("span", { class: "soft small" }, [one.runs > 1 ? `×${one.runs}` : "", one.failed ? (one.runs > 1 ? `${one.failed} failed` : "failed") : ""].filter(Boolean).join(", "))))));
}

async function more(box, within, until, route) {
  const page = await ask("history", { ...within, until, limit: exported ? 500 : PAGE }, route.signal);
  if (!page.entries.length) { if (!until) show(box, el("p", { class: "soft" }, "None.")); return; }
  if (until) box.querySelector("tbody").append(...table(page.entries, Date.now()).querySelectorAll("tbody tr"));
  else show(box, table(page.entries, Date.now(), { caption: "Commands of this session, newest first" }));
  if (page.more && !exported) {
    const last = page.entries[page.entries.length - 1].started_at_ms;
    const button = el("button", { type: "button", onclick: async () => { button.remove(); await more(box, within, last, route); } }, "Older");
    box.append(button);
  } else if (page.more) box.append(el("p", { class: "notice" }, "Older ones were not exported."));
}
