// One command over its runs: how long it took, what failed in which run, and what failed on and off.
import { el, empty, show, sign, svg } from "./dom.js";
import { count, duration, middle, moment, tone } from "./format.js";
import { ask, links } from "./data.js";
import { durations, legend } from "./plot.js";
import { table } from "./list.js";

export async function command(main, route) {
  const words = route.params.get("command") || "";
  const data = await ask("command", { command: words, project: route.project }, route.signal);
  const runs = data.runs;
  const title = el("h1", { class: "mono", title: words.length > 200 ? words : null }, el("bdi", null, middle(words, 240)));
  if (!runs.length) {
    show(main, el("div", { class: "head" }, title), empty("This command has not run here.", `Looked through the last ${data.reach.toLocaleString("en")} entries of this project.`));
    return null;
  }
  const bad = runs.filter((run) => tone(run) === "bad").length;
  const timed = runs.map((run) => run.duration_ms).filter((ms) => ms !== null).sort((a, b) => a - b);
  const flaky = data.failures.filter((failure) => failure.on_and_off > 0);
  const tile = (figure, word) => el("div", { class: "tile" }, el("b", null, figure), el("span", null, word));
  show(main, el("div", { class: "head" }, title),
    el("div", { class: "tiles" },
      tile(runs.length.toLocaleString("en"), "runs"),
      tile(`${bad} · ${Math.round((bad / runs.length) * 100)} %`, "failed"),
      tile(timed.length ? duration(timed[Math.floor(timed.length / 2)]) : "–", "median time"),
      tile(timed.length ? duration(timed[timed.length - 1]) : "–", "longest"),
      tile(String(flaky.length), "failed on and off")),
    timed.length ? [el("h2", null, "How long it took"), durations(runs, links), legend([[svg("circle", { class: "ok", cx: 7, cy: 7, r: 4 }), "ok"], [svg("path", { d: "M3 3l8 8M11 3l-8 8", stroke: "var(--bad-bar)", "stroke-width": 2.2 }), "failed"]])] : null,
    el("h2", null, "Failures by run ", el("span", { class: "soft small" }, `the last ${data.compared.length}, oldest on the left`)), grid(data),
    el("h2", null, "Runs"), table(runs, Date.now(), { caption: "Runs of this command, newest first" }));
  return null;
}

function grid(data) {
  if (!data.failures.length) return empty("No failure was found in these runs.", "Only what ctx found in the output counts here: errors and failed tests.");
  const runs = data.compared;
  const head = el("tr", null, el("th", { scope: "col" }, "Failure"), el("th", { scope: "col" }, ""), el("th", { scope: "col", class: "num" }, "Times"),
    runs.map((ref, at) => {
      const run = data.runs.find((one) => one.ref === ref);
      return el("th", { scope: "col", class: "cell" }, el("a", { class: `status ${tone(run)}`, href: links.entry(ref), title: `${run.status} · ${moment(run.started_at_ms)} · ${ref}`, "aria-label": `run ${at + 1}, ${run.status}` }, sign(tone(run))));
    }));
  const rows = data.failures.map((failure) => {
    const name = `${failure.location ? `${failure.location} ` : ""}${failure.message}`;
    return el("tr", null,
      el("td", { class: "name", title: name }, el("span", null, middle(name, 90))),
      el("td", { class: "tight" }, failure.on_and_off ? el("span", { class: "status warn", title: "on and off" }, sign("warn"), el("span", { class: "wide" }, "on and off")) : null),
      el("td", { class: "num" }, `${failure.times}/${runs.length}`),
      failure.there.map((there, at) => el("td", { class: there ? "cell bad" : "cell" }, there ? el("a", { href: links.entry(runs[at]), "aria-label": `failed in run ${at + 1}`, class: "status bad" }, sign("bad")) : null)));
  });
  const rest = data.all_failures - data.failures.length;
  return el("div", null,
    el("div", { class: "grid", tabindex: "0", role: "region", "aria-label": `Failures in ${count(runs.length, "run")}, oldest on the left` }, el("table", null, el("thead", null, head), el("tbody", null, rows))),
    rest > 0 ? el("p", { class: "notice" }, `${rest} rarer ones are not shown.`) : null);
}
