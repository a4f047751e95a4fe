// The context of a session over its calls: what each request holds by kind if it is folded, and what it held in fact.
import { el, empty, show, svg } from "./dom.js";
import { count, middle, size } from "./format.js";
import { ask, links } from "./data.js";
import { drawn, legend } from "./plot.js";
import { figures } from "./list.js";

// From the bottom up, with the colour of each.
const STACK = [["said", "--accent"], ["thinking", "--seen"], ["read", "--ok-bar"], ["run", "--warn-bar"], ["change", "--bad-bar"], ["other", "--none-bar"], ["folded", "--ink"]];
const WORDS = { said: "words", thinking: "thinking", read: "files read", run: "shell", change: "edits", other: "other tools", folded: "stubs and digests" };

export async function context(main, route) {
  const name = decodeURIComponent(route.rest.join("/"));
  const data = await ask("context", { name }, route.signal);
  const calls = data.context;
  const head = el("div", { class: "head" }, el("h1", null, "Context"), el("a", { href: links.session(name, route.project), title: name }, middle(name, 40)));
  if (!calls.length) {
    show(main, head, empty("No call of this session is known.", "Its transcript holds no answer of a model."));
    return null;
  }
  const held = (call) => STACK.reduce((sum, [kind]) => sum + call[kind], 0);
  const sent = calls.reduce((sum, call) => sum + held(call), 0);
  const plain = calls.reduce((sum, call) => sum + call.plain, 0);
  const folds = data.folds.reduce((sum, rule) => sum + rule.folds, 0);
  const tile = (figure, word) => el("div", { class: "tile" }, el("b", null, figure), el("span", null, word));
  const dollars = (value) => (value === null ? "–" : `$${value.toFixed(2)}`);
  show(main, head,
    el("div", { class: "tiles" },
      tile(String(data.calls), "calls"), tile(size(plain), "sent over all calls"), tile(`${Math.round((100 * sent) / Math.max(1, plain))} %`, "of that, folded"),
      tile(dollars(data.paid_dollars), "paid"), tile(dollars(data.folded_dollars), "folded, estimated"), tile(String(data.fetched_again), "calls that name something folded")),
    el("p", { class: "soft small" }, "A replay: what ctx agent --fold sends at each call, without the system prompt and the tools. The line is what was sent in fact. ", el("code", null, "ctx stats --fold"), " says the same of all sessions."),
    data.live?.requests ? el("p", { class: "soft small" }, `Live, by the provider's own counts: ${count(data.live.requests, "request")} went through ctx agent --fold; their input cost ${Math.round(100 * data.live.input_cost_share)} % of what it would have.`) : null,
    stacked(calls),
    legend(STACK.filter(([kind]) => calls.some((call) => call[kind])).map(([kind, colour]) => [svg("rect", { fill: `var(${colour})`, x: 1, y: 2, width: 12, height: 10 }), WORDS[kind]])
      .concat([[svg("path", { d: "M1 7h12", stroke: "var(--ink)", "stroke-width": 1.5, "stroke-dasharray": "3 2" }), "without folding"]])),
    el("h2", null, "Folds ", el("span", { class: "soft small" }, String(folds))),
    data.folds.length ? figures([["Rule", "name"], ["Folds", "num"], ["Fetched again soon", "num"]], data.folds.map((rule) => [rule.rule, rule.folds, rule.misses])) : el("p", { class: "soft" }, "Nothing is folded in this session: it is short, or it does not pay."),
    el("details", null, el("summary", null, "The calls as a table"), figures([["Call", "num"], ["Without folding", "num"], ["Folded", "num"]].concat(STACK.map(([kind]) => [WORDS[kind], "num wide"])),
      sampled(calls).map(([at, call]) => [at, size(call.plain), size(held(call))].concat(STACK.map(([kind]) => size(call[kind])))))));
  return null;
}

// At most 200 calls, spread evenly, the last among them.
function sampled(calls) {
  const step = Math.ceil(calls.length / 200);
  return calls.map((call, at) => [at, call]).filter(([at]) => at % step === 0 || at === calls.length - 1);
}

function stacked(calls) {
  const most = Math.max(1, ...calls.map((call) => Math.max(call.plain, STACK.reduce((sum, [kind]) => sum + call[kind], 0))));
  const label = `Bytes of the conversation in ${count(calls.length, "request")}, stacked by kind; at most ${size(most)}`;
  return drawn(label, (width) => {
    const height = 260;
    const [top, bottom] = [16, height - 18];
    const x = (at) => (at / Math.max(1, calls.length - 1)) * width;
    const y = (bytes) => bottom - (bytes / most) * (bottom - top);
    const picture = svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, height });
    const base = calls.map(() => 0);
    for (const [kind, colour] of STACK) {
      const from = base.slice();
      calls.forEach((call, at) => { base[at] += call[kind]; });
      if (!calls.some((call) => call[kind])) continue;
      const over = base.map((bytes, at) => `${x(at).toFixed(1)} ${y(bytes).toFixed(1)}`);
      const under = from.map((bytes, at) => `${x(at).toFixed(1)} ${y(bytes).toFixed(1)}`).reverse();
      picture.append(svg("path", { d: `M${over.join("L")}L${under.join("L")}Z`, fill: `var(${colour})` }, svg("title", null, WORDS[kind])));
    }
    const plain = calls.map((call, at) => `${x(at).toFixed(1)} ${y(call.plain).toFixed(1)}`).join("L");
    picture.append(svg("path", { d: `M${plain}`, fill: "none", stroke: "var(--ink)", "stroke-width": 1.5, "stroke-dasharray": "3 2" }));
    picture.append(svg("text", { x: 0, y: 11 }, size(most)), svg("text", { x: 0, y: height - 4 }, "call 0"), svg("text", { x: width, y: height - 4, "text-anchor": "end" }, `call ${calls.length - 1}`));
    return picture;
  });
}
