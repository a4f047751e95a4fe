// The frame around the views: which one is shown, the keys, the theme, the project.
import { el, failed, show } from "./dom.js";
import { short } from "./format.js";
import { ask, exported, links } from "./data.js";
import { now } from "./now.js";
import { entry } from "./entry.js";
import { command } from "./command.js";
import { search } from "./search.js";
import { session, sessions } from "./session.js";
import { context } from "./context.js";
import { savings } from "./savings.js";
import { work } from "./work.js";
import { brief } from "./brief.js";
import { diff } from "./diff.js";

const VIEWS = { now, entry, command, search, session, sessions, context, savings, work, brief, diff };
const NAV = [["now", "Now"], ["search", "Search"], ["sessions", "Sessions"], ["work", "Time and cost"], ["savings", "Savings"], ["brief", "Brief"]];
const PARENT = { entry: "now", command: "now", diff: "now", session: "sessions", context: "sessions" };
const KEYS = [["/", "search"], ["j  k", "next, previous"], ["Enter", "open"], ["u", "back"], ["g n", "now"], ["g s", "sessions"], ["g v", "savings"], ["g w", "time and cost"], ["g b", "brief"], ["n  N", "next, previous match in the raw text"], ["t", "light or dark"], ["?", "this help"]];

const main = document.getElementById("main");
const nav = document.getElementById("nav");
const tools = document.getElementById("tools");
let about = null;
let leave = null;
let running = null;
let first = true;
let lastProject = "";

function theme(choice) {
  const dark = choice ? choice === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

// A browser may keep nothing for a page from a file; then the theme is the system's.
function remembered(value) {
  try {
    if (value) localStorage.setItem("ctx-theme", value);
    return localStorage.getItem("ctx-theme");
  } catch {
    return null;
  }
}

function turn() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  remembered(next);
  theme(next);
}

function route() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/");
  const params = new URLSearchParams(query || "");
  const project = params.get("project") || "";
  return { name: name || "now", rest, params, project };
}

function frame(current) {
  const here = PARENT[current.name] || current.name;
  // An entry belongs to whatever was looked at before it.
  const project = current.name === "entry" ? lastProject : current.project;
  lastProject = project;
  show(nav, exported ? [] : NAV.map(([name, word]) => el("a", { href: links.view(name, { project }), "aria-current": name === here ? "page" : null }, word)));
  const choose = about && !exported ? el("select", { "aria-label": "Project", onchange: (event) => { const params = Object.fromEntries(current.params); location.hash = links.view(["now", "search", "sessions", "savings", "work", "brief"].includes(current.name) ? current.name : "now", { ...(current.name === "search" ? params : {}), project: event.target.value }); } },
    about.hub ? null : el("option", { value: "" }, "all projects"),
    about.projects.filter((one) => one.project).map((one) => el("option", { value: one.project, selected: one.project === project, title: one.project }, short(one.project)))) : null;
  const isDark = document.documentElement.dataset.theme === "dark";
  show(tools, exported ? el("span", { class: "exported" }, exported.told) : null, about && about.hub ? el("span", { class: "tag" }, "hub") : null, choose,
    el("button", { type: "button", "aria-label": isDark ? "Light theme" : "Dark theme", title: "Light or dark (t)", onclick: () => { turn(); frame(current); } }, isDark ? "☀" : "☾"),
    el("button", { type: "button", "aria-label": "Keys", title: "Keys (?)", class: "wide", onclick: help }, "?"));
}

async function go() {
  if (running) running.abort();
  if (leave) leave();
  leave = null;
  running = new AbortController();
  const { signal } = running;
  const current = { ...route(), signal, hub: Boolean(about && about.hub) };
  const view = VIEWS[current.name];
  frame(current);
  const before = main.firstChild;
  const waiting = setTimeout(() => { if (main.firstChild === before) show(main, el("p", { class: "loading" }, "One moment…")); }, 250);
  main.setAttribute("aria-busy", "true");
  try {
    if (!view) throw Object.assign(new Error("There is no such view."), { hint: "The views are in the line above." });
    const stop = await view(main, current);
    if (signal.aborted) { if (stop) stop(); return; }
    leave = stop;
    const title = main.querySelector("h1");
    document.title = title ? `${title.textContent.slice(0, 80)} · ctx` : "ctx";
    if (!first && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
    if (!current.params.get("line")) scrollTo(0, 0);
  } catch (error) {
    if (error.name === "AbortError" || signal.aborted) return;
    show(main, el("h1", { class: "unseen" }, "Not found"), failed(error));
    document.title = "ctx";
  } finally {
    clearTimeout(waiting);
    if (!signal.aborted) { first = false; main.removeAttribute("aria-busy"); document.documentElement.dataset.ready = location.hash; }
  }
}

function help() {
  const box = el("dialog", { "aria-label": "Keys" }, el("h2", null, "Keys"),
    el("table", { class: "keys" }, el("tbody", null, KEYS.map(([key, word]) => el("tr", null, el("td", null, key.split("  ").map((one) => [el("kbd", null, one), " "])), el("td", null, word))))),
    about ? el("p", { class: "soft small" }, `ctx ${about.version}. This page is served to this machine only and loads nothing from elsewhere. Secrets are masked as in a terminal.`) : null,
    el("div", { class: "row" }, el("button", { type: "button", autofocus: true, onclick: () => box.close() }, "Close")));
  document.body.append(box);
  box.addEventListener("close", () => box.remove());
  box.showModal();
}

function step(by) {
  const all = [...main.querySelectorAll("a.go")].filter((link) => link.offsetParent !== null);
  if (!all.length) return;
  const at = all.indexOf(document.activeElement);
  const next = all[Math.max(0, Math.min(all.length - 1, at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by))];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

let waitsForView = false;
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const writing = event.target.matches("input:not([type=checkbox]), textarea, select");
  if (writing) {
    if (event.key === "Escape") event.target.blur();
    if (event.key === "ArrowDown" && event.target.id === "ask") { step(1); event.preventDefault(); }
    return;
  }
  const project = lastProject;
  if (waitsForView) {
    waitsForView = false;
    const view = { n: "now", s: "sessions", v: "savings", w: "work", b: "brief" }[event.key];
    if (view && !exported) location.hash = links.view(view, { project });
    return;
  }
  const keys = {
    "/": () => { const asked = document.getElementById("ask"); if (asked) { asked.focus(); asked.select(); } else if (!exported) location.hash = links.view("search", { project }); },
    j: () => step(1), k: () => step(-1), "?": help, t: () => { turn(); frame({ ...route() }); }, u: () => history.back(), g: () => { waitsForView = true; },
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});

theme(remembered());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { theme(remembered()); frame(route()); });
addEventListener("hashchange", go);

try {
  about = exported ? null : await ask("about");
  if (about && (about.hub || about.projects.some(({ project }) => project === about.here))) lastProject = about.here;
  if (!location.hash) history.replaceState(null, "", exported ? exported.start : links.view("now", { project: lastProject }));
  await go();
} catch (error) {
  show(main, failed(error));
}
