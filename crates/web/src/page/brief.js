// Brief: what the next conversation will be told, and why.
import { copyable, el, empty, show } from "./dom.js";
import { count, linked, short, size, time } from "./format.js";
import { ask, links } from "./data.js";

// Where the room does not suffice for all.
const TIERS = { 0: "stays longest", 1: "stays longest", 2: "goes late", 3: "goes early" };

export async function brief(main, route) {
  const data = await ask("brief", { project: route.project, bytes: route.params.get("bytes") }, route.signal);
  const head = el("div", { class: "head" }, el("h1", null, "Brief"), el("span", { class: "soft", title: data.project }, short(data.project)));
  if (!data.text) {
    show(main, head, empty("Nothing is recorded here yet.", el("p", null, "A new conversation would be told nothing. ", el("code", null, "ctx store --import"), " reads earlier sessions of agents, ", el("code", null, "ctx note --decision '…'"), " writes down what was decided.")));
    return null;
  }
  const lines = data.text.replace(/\n$/, "").split("\n");
  const told = el("section", { class: "panel", "aria-label": "What it will be told" },
    el("header", null, el("h2", null, "What it will be told"), el("span", { class: "soft small" }, `${size(data.bytes)} of ${size(data.max_bytes)}`)),
    el("div", { class: "text", tabindex: "0", role: "region", "aria-label": "The brief" }, el("ol", null, lines.map((line) => el("li", { class: /^[a-z][^:]*:$/.test(line) ? "head1" : null }, el("span", { class: "no" }), el("bdi", null, linked(line, links.entry)))))));
  const why = el("section", { class: "panel", "aria-label": "Why" }, el("header", null, el("h2", null, "Why")),
    el("div", { class: "inside" }, data.sections.map((section) => reason(section, data.now_ms))));
  show(main, head, el("p", { class: "soft" }, "ctx tells this to a conversation that begins or was compacted, the most important first, within its budget. What did not fit is struck through under Why."),
    el("div", { class: "two" }, el("div", null, told, el("div", { class: "copies" }, copyable("ctx context"))), why));
  return null;
}

function reason(section, now) {
  const rest = section.lines.length - section.told;
  return el("div", null, el("h3", null, section.name, " ", el("span", { class: "tag" }, TIERS[section.tier])),
    el("p", { class: "soft small" }, section.why.charAt(0).toUpperCase() + section.why.slice(1), "."),
    section.lines.length ? el("ul", { class: "items" }, section.lines.map((line) => el("li", { class: line.told ? null : "not" }, el("span", null, linked(line.text, links.entry), line.told ? null : el("span", { class: "unseen" }, " (not told)")),
      el("span", { class: "soft small" }, line.ref ? el("a", { href: links.entry(line.ref), title: line.ref }, line.at_ms ? time(line.at_ms, now) : line.ref) : null)))) : el("p", { class: "soft small" }, "Nothing."),
    rest > 0 || section.more > 0 ? el("p", { class: "notice small" }, `${count(rest + section.more, "more line")} not told.`) : null);
}
