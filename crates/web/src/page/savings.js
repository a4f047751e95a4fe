// Savings: bytes by day, command and kind, what was fetched again, and whose digests that was.
import { el, empty, show, svg } from "./dom.js";
import { count, short, size } from "./format.js";
import { ask, links } from "./data.js";
import { days, legend } from "./plot.js";
import { figures, share } from "./list.js";

export async function savings(main, route) {
  const data = await ask("savings", { project: route.project }, route.signal);
  const head = el("div", { class: "head" }, el("h1", null, "Savings"), el("span", { class: "soft" }, route.project ? "this project" : "all projects"));
  if (!data.outputs) {
    show(main, head, empty("Nothing has gone through ctx here yet.", el("p", null, "What was kept out of the context window is counted from the first ", el("code", null, "ctx run"), ".")));
    return null;
  }
  const tile = (figure, word) => el("div", { class: "tile" }, el("b", null, figure), el("span", null, word));
  const again = data.retries;
  show(main, head,
    el("div", { class: "tiles" },
      tile(size(data.saved), `saved, about ${data.tokens_estimate.toLocaleString("en")} tokens`),
      tile(size(data.raw), `raw, ${count(data.outputs, "output")}`),
      tile(size(data.printed), "printed"),
      tile(size(data.fetched), "fetched again"),
      tile(size(data.stored), "on disk"),
      tile(`${(again.share * 100).toFixed(0)} %`, "run again or fetched whole")),
    el("p", { class: "soft small" }, `saved per output = min(raw, what the host shows) − printed − fetched later; an unknown host shows ${data.host_cap.toLocaleString("en")} bytes. Tokens are an estimate: ${data.bytes_a_token} bytes each. Looking at this page costs nothing and is not counted.`),
    el("h2", null, "By day"), days(data.days),
    legend([[svg("rect", { class: "accent", x: 1, y: 2, width: 12, height: 10 }), "saved"], [svg("rect", { class: "bad", x: 1, y: 2, width: 12, height: 10 }), "fetched again"], [svg("rect", { class: "warn", x: 1, y: 2, width: 12, height: 10 }), "printed"]]),
    el("details", null, el("summary", null, "The days as a table"), sums("Day", "day", [...data.days].reverse())),
    data.projects?.length > 1 ? [el("h2", null, "By project"), sums("Project", "project", data.projects.slice(0, 50))] : null,
    el("h2", null, "Asked for again"),
    again.groups.length ? [el("p", { class: "soft small" }, "Run again, or fetched whole, within five minutes: a digest that may have hidden too much. These are bugs of ctx."), readers(again.groups)] : el("p", { class: "soft" }, "No output was run again or fetched whole within five minutes."),
    el("h2", null, "By command"), sums("Command", "command", data.commands.slice(0, 50)),
    data.commands.length > 50 ? el("p", { class: "notice" }, `${data.commands.length - 50} more: `, el("code", null, "ctx stats --by command")) : null,
    el("h2", null, "By kind"), sums("Kind", "kind", data.kinds));
  return null;
}

const KINDS = { run: "commands (run)", store: "pipes (store)", file: "files (read)" };

function sums(title, key, rows) {
  const most = Math.max(...rows.map((row) => row.saved), 1);
  return figures([[title, "name"], ["Outputs", "num wide"], ["Raw", "num"], ["Printed", "num wide"], ["Fetched", "num wide"], ["Saved", "num"], ["", "bars"]],
    rows.map((row) => [el("td", { class: "name" }, key === "project" ? el("a", { href: links.view("savings", { project: row.project }), title: row.project }, short(row.project) || "elsewhere") : el("span", { title: row[key] }, KINDS[row[key]] || row[key])), row.outputs.toLocaleString("en"), size(row.raw), size(row.printed), size(row.fetched), size(row.saved), share(row.saved, most)]));
}

function readers(groups) {
  const most = Math.max(...groups.map((group) => group.either), 1);
  return figures([["Command", "name"], ["Reader", "wide"], ["Outputs", "num wide"], ["Run again", "num"], ["Fetched whole", "num wide"], ["Share", "num"], ["", "bars"]],
    groups.slice(0, 40).map((group) => [el("td", { class: "name" }, el("span", { title: group.command }, group.command)), group.reader, group.outputs.toLocaleString("en"), group.run_again, group.fetched_whole, `${(group.share * 100).toFixed(0)} %`, share(group.either, most, "warn-bar")]));
}
