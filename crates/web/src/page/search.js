// Search as one types, with the ranking and the filters of `ctx search`.
import { announce, el, empty, failed, show } from "./dom.js";
import { count, middle, statusOf, time } from "./format.js";
import { ask, links } from "./data.js";

const KINDS = [["", "everything"], ["run", "commands"], ["note", "notes"], ["doc", "documents"], ["file", "files"], ["import", "transcripts"]];
const AGES = [["", "any time"], ["3600000", "last hour"], ["86400000", "last day"], ["604800000", "last week"], ["2592000000", "last month"]];
const PAUSE = 120;
const PAGE = 20;
// A search that waits for the index says so after this.
const SLOW = 700;

export async function search(main, route) {
  const { params, project } = route;
  const choice = (name, label, options) => el("select", { "aria-label": label, name }, options.map(([value, word]) => el("option", { value, selected: (params.get(name) || "") === value }, word)));
  const asked = el("input", { class: "ask", type: "search", id: "ask", "aria-label": "Search", placeholder: "words, \"exact text\", -not, parts of names, E0308", value: params.get("q") || "", autocomplete: "off", spellcheck: "false" });
  const kind = choice("kind", "Kind", KINDS);
  const since = choice("since", "Age", AGES);
  const onlyFailed = el("input", { type: "checkbox", checked: Boolean(params.get("failed")) });
  const cmd = el("input", { "aria-label": "Only commands like", placeholder: "command, e.g. npm*", value: params.get("cmd") || "", size: 16 });
  const hits = el("div");
  let running = null;
  let timer = 0;
  let limit = PAGE;

  const wish = () => ({ q: asked.value.trim(), kind: kind.value, since: since.value, failed: onlyFailed.checked, cmd: cmd.value.trim(), project });

  async function find() {
    const question = wish();
    history.replaceState(null, "", links.view("search", question));
    if (running) running.abort();
    if (!question.q) {
      show(hits, empty("Type what you are looking for.", "Any word may match; lines with all of them close together come first. A typo is corrected and the answer says so."));
      return;
    }
    running = new AbortController();
    const waiting = setTimeout(() => show(hits, empty("Searching …", "What came since the last search is indexed first.")), SLOW);
    try {
      const answer = await ask("search", { ...question, limit }, running.signal);
      show(hits, answered(answer, question));
      announce(count(answer.hits.length, "hit"));
    } catch (error) {
      if (error.name !== "AbortError") show(hits, failed(error));
    } finally {
      clearTimeout(waiting);
    }
  }

  function answered(answer, question) {
    const corrected = Object.entries(answer.corrected);
    const words = [...question.q.matchAll(/"([^"]+)"|([^\s"]+)/g)].map((found) => found[1] || found[2]).filter((word) => !word.startsWith("-")).concat(corrected.map(([, to]) => to));
    if (!answer.hits.length) {
      return empty("Nothing was found.",
        answer.nearest && answer.nearest.length ? el("p", null, "Words there are: ", answer.nearest.map((word) => [el("a", { href: links.view("search", { ...question, q: word }) }, word), " "])) : null,
        el("p", null, `Looked at ${answer.tried.join(", ")}.`), project ? el("p", null, el("a", { href: links.view("search", { ...question, project: null }) }, "Search all projects")) : null);
    }
    return [
      answer.not_indexed ? el("p", { class: "notice" }, `${count(answer.not_indexed, "older entry", "older entries")} not searched: they are being indexed.`) : null,
      corrected.length ? el("p", { class: "notice" }, "corrected: ", corrected.map(([from, to]) => `${from} → ${to}`).join(", ")) : null,
      el("div", { role: "list", "aria-label": "Hits" }, answer.hits.map((hit) => found(hit, words))),
      answer.more > 0 ? el("p", null, limit < 100 ? el("button", { type: "button", onclick: () => { limit = Math.min(100, limit + 40); find(); } }, "Show more") : null, ` ${answer.more}${answer.open_end ? "+" : ""} more`) : null,
    ];
  }

  function found(hit, words) {
    const lines = hit.start === hit.end ? `${hit.start}` : `${hit.start}-${hit.end}`;
    return el("div", { class: "hit", role: "listitem" },
      el("div", { class: "where" },
        el("a", { class: "go", href: links.entry(hit.ref, hit.start), title: hit.source.length > 80 ? hit.source : null }, middle(hit.source, 80)),
        hit.status ? statusOf(hit) : el("span", { class: "soft" }, hit.kind),
        el("span", { class: "soft small" }, `[ctx:${hit.ref}]:${lines}`),
        hit.started_at_ms ? el("span", { class: "soft small" }, time(hit.started_at_ms, Date.now())) : null,
        hit.older ? el("span", { class: "tag" }, `+${hit.older} older`) : null,
        hit.superseded_by ? el("span", { class: "tag" }, "superseded") : null),
      hit.title && hit.title !== hit.source && !hit.snippet.includes(hit.title) ? el("div", { class: "soft small" }, middle(hit.title, 120)) : null,
      el("pre", null, hit.snippet.split("\n").map((line) => el("bdi", null, marked(line, words)))));
  }

  const later = () => { clearTimeout(timer); limit = PAGE; timer = setTimeout(find, PAUSE); };
  asked.addEventListener("input", later);
  asked.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(timer);
    await find();
    const first = hits.querySelector("a.go");
    if (first) first.focus();
  });
  cmd.addEventListener("input", later);
  for (const one of [kind, since, onlyFailed]) one.addEventListener("change", later);
  show(main, el("h1", { class: "unseen" }, "Search"),
    el("form", { role: "search", onsubmit: (event) => event.preventDefault() },
      el("div", { class: "row" }, asked), el("div", { class: "row", id: "filters" }, kind, since, cmd, el("label", { class: "check" }, onlyFailed, "failed only"))),
    hits);
  asked.focus();
  asked.setSelectionRange(asked.value.length, asked.value.length);
  await find();
  return () => { clearTimeout(timer); if (running) running.abort(); };
}

// The words that were asked for, marked where they stand.
function marked(line, words) {
  const parts = words.filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!parts.length) return [line || "\u200b"];
  return line.split(new RegExp(`(${parts.join("|")})`, "gi")).map((part, at) => (at % 2 ? el("mark", null, part) : part));
}
