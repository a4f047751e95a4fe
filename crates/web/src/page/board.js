// What fails on and off, and what takes time, over all commands: the first half of the view of work.js.
import { el, empty, sign } from "./dom.js";
import { duration, middle, short } from "./format.js";
import { ask, links } from "./data.js";
import { figures, share } from "./list.js";

export async function commands(route) {
  const data = await ask("board", { project: route.project }, route.signal);
  const command = (row, kind) => el("td", { class: kind || "name" }, el("a", { class: "go", href: links.command(row.command, row.project), title: row.command }, middle(row.command, 60)));
  const place = (row) => (route.project ? [] : [el("span", { title: row.project }, short(row.project))]);
  const where = route.project ? [] : [["Project", "wide"]];
  const most = Math.max(1, ...data.slow.map((row) => row.total_ms));
  return [
    el("h2", null, "Fails on and off"),
    data.flaky.length ? figures([["Failure"], ["Command", "wide"], ...where, ["Came back", "num"], ["Failed", "num"]], data.flaky.map((row) => [
      el("td", { class: "name", title: row.message }, el("span", null, row.location ? el("b", null, `${row.location} `) : null, middle(row.message, 90))),
      command(row, "tight wide mono"), ...place(row), el("span", { class: "status warn" }, sign("warn"), `${row.on_and_off}×`), `${row.times} of ${row.runs}`]))
      : empty("Nothing failed, passed and failed again.", "A failure is listed here when it came back after a run without it."),
    el("h2", null, "Takes most time"),
    data.slow.length ? figures([["Command"], ...where, ["Runs", "num"], ["Failed", "num wide"], ["Median", "num wide"], ["Longest", "num wide"], ["All runs", "num"], ["", "bars"]], data.slow.map((row) => [
      command(row), ...place(row), row.runs, row.failed || "", duration(row.median_ms), duration(row.longest_ms), duration(row.total_ms), share(row.total_ms, most)]))
      : empty("No command ran here yet.", el("p", null, "Run one: ", el("code", null, "ctx run -- cargo test"), "; ", el("code", null, "ctx store --import"), " reads the sessions of your agents.")),
  ];
}
