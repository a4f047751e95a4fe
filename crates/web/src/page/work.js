// Time and cost: what fails on and off, what takes time, what models took, which files were changed, which tools were called.
import { el, show } from "./dom.js";
import { count, duration, size } from "./format.js";
import { ask } from "./data.js";
import { commands } from "./board.js";
import { figures, share } from "./list.js";

const number = (value) => value.toLocaleString("en");
const dollars = (value) => `$${value.toFixed(2)}`;
const MOST = 20;

export async function work(main, route) {
  const head = el("div", { class: "head" }, el("h1", null, "Time and cost"), el("span", { class: "soft" }, route.project ? "this project" : "all projects"));
  const ran = await commands(route);
  // Bills, files and tools are known of this machine only.
  if (route.hub) {
    show(main, head, ran);
    return null;
  }
  const { cost, files, tools } = await ask("work", { project: route.project }, route.signal);
  const tile = (figure, word) => el("div", { class: "tile" }, el("b", null, figure), el("span", null, word));
  show(main, head, ran,
    cost.answers ? [
      el("div", { class: "tiles" },
        tile(dollars(cost.dollars), `at list prices, ${count(cost.answers, "answer")}`),
        tile(dollars(cost.cache_saved_dollars), "saved by the cache"),
        tile(number(cost.input), "input tokens"),
        tile(number(cost.cache_read), "read from the cache"),
        tile(number(cost.cache_write), "written to the cache"),
        tile(number(cost.output), "output tokens")),
      cost.answers_without_a_price ? el("p", { class: "notice" }, `${count(cost.answers_without_a_price, "answer")} of models without a known price are not in it: set `, el("code", null, "[prices.\"MODEL\"]"), " in ctx.toml.") : null,
      el("h2", null, "Cost by model"), bill("Model", "model", cost.models),
      el("h2", null, "Cost by session"), bill("Session", "session", cost.sessions),
      el("h2", null, "Cost by day"), bill("Day", "day", [...cost.days].reverse())] : null,
    el("h2", null, "Files"), changed(files),
    el("h2", null, "Tools"), calls("Tool", "tool", tools, "calls"));
  return null;
}

const none = () => el("p", { class: "soft" }, "None is recorded.");
const name = (word) => el("td", { class: "name" }, el("span", { title: word }, word));

function bill(title, key, rows) {
  const most = Math.max(...rows.map((row) => row.dollars), 0.01);
  return figures([[title, "name"], ["Answers", "num wide"], ["Input", "num wide"], ["Cache read", "num wide"], ["Output", "num wide"], ["Cost", "num"], ["", "bars"]],
    rows.slice(0, MOST).map((row) => [name(row[key]), number(row.answers), number(row.input), number(row.cache_read), number(row.output), dollars(row.dollars), share(row.dollars, most)]));
}

function changed(rows) {
  if (!rows.length) return none();
  const most = Math.max(...rows.map((row) => row.changed), 1);
  return figures([["File", "name"], ["Changed", "num"], ["Read", "num"], ["Sessions", "num wide"], ["", "bars"]],
    rows.slice(0, MOST).map((row) => [name(row.file), number(row.changed), number(row.read), number(row.sessions), share(row.changed, most)]));
}

function calls(title, key, rows, drawn) {
  if (!rows.length) return none();
  const most = Math.max(...rows.map((row) => row[drawn]), 1);
  return figures([[title, "name"], ["Calls", "num"], ["Failed", "num wide"], ["Output", "num wide"], ["Time", "num"], ["Longest", "num wide"], ["", "bars"]],
    rows.slice(0, MOST).map((row) => [name(row[key]), number(row.calls), number(row.failed), size(row.bytes), duration(row.time), duration(row.longest), share(row[drawn], most)]));
}
