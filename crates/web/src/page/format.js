// Figures as people read them, in the words that ctx uses in a terminal.
import { el, sign } from "./dom.js";

export function size(bytes) {
  if (bytes === null || bytes === undefined) return "";
  let value = Math.abs(bytes);
  const minus = bytes < 0 ? "-" : "";
  if (value < 1000) return `${minus}${value} B`;
  for (const unit of ["KB", "MB", "GB", "TB"]) {
    value /= 1000;
    if (value < 999.95 || unit === "TB") return `${minus}${value.toFixed(1)} ${unit}`;
  }
  return "";
}

export function duration(ms) {
  if (ms === null || ms === undefined) return "";
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  if (seconds < 1) return `${Math.round(ms)}ms`;
  if (seconds < 60) return `${seconds}.${Math.floor((ms % 1000) / 100)}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h${two(Math.floor((seconds % 3600) / 60))}m`;
}

export function ago(at, now) {
  const seconds = Math.max(0, now - at) / 1000;
  if (seconds < 5) return "now";
  if (seconds < 60) return `${Math.floor(seconds)}s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)}h ago`;
  return `${Math.floor(seconds / 86400)}d ago`;
}

const two = (number) => String(number).padStart(2, "0");

export function moment(ms) {
  const date = new Date(ms);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock(ms)}`;
}

export function clock(ms, seconds) {
  const date = new Date(ms);
  return `${two(date.getHours())}:${two(date.getMinutes())}${seconds ? `:${two(date.getSeconds())}` : ""}`;
}

export function day(ms) {
  const date = new Date(ms);
  return `${date.toLocaleString("en", { month: "short" })} ${date.getDate()}`;
}

export function time(ms, now) {
  const date = new Date(ms);
  return el("time", { datetime: Number.isNaN(date.getTime()) ? null : date.toISOString(), title: moment(ms) }, now - ms < 86400000 ? ago(ms, now) : `${day(ms)} ${clock(ms)}`);
}

export function count(number, noun, plural) {
  return number === 1 ? `1 ${noun}` : `${number.toLocaleString("en")} ${plural || `${noun}s`}`;
}

export function tone(entry) {
  const status = entry.status;
  if (status === "ok") return "ok";
  if (status === "running") return "run";
  if (status === "piped" || !status) return "none";
  return "bad";
}

export function statusOf(entry) {
  const kind = tone(entry);
  const word = entry.status === "piped" ? (entry.role && entry.role !== "result" ? entry.role : entry.kind === "store" ? "piped" : entry.kind) : entry.status;
  return el("span", { class: `status ${kind}` }, sign(kind), word);
}

// A long name is cut in its middle: its beginning says what it is, its end which one.
export function middle(text, most) {
  const letters = [...(text || "")];
  if (letters.length <= most) return text || "";
  const head = Math.ceil((most - 1) * 0.62);
  return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (most - 1 - head)).join("")}`;
}

// The same for a place that has its own width: the beginning shrinks, the end stays.
export function cut(text) {
  const line = text.replace(/\s+/g, " ");
  const letters = [...line];
  // Text from right to left is not cut in two: its parts would change places.
  if (letters.length < 36 || /[\u0590-\u08ff\ufb1d-\ufefc]/.test(line)) return el("bdi", null, line);
  return el("span", { class: "cut" }, el("span", null, letters.slice(0, Math.min(letters.length - 14, 400)).join("")), el("span", null, letters.slice(-14).join("")));
}

export function short(path) {
  const parts = (path || "").split("/").filter(Boolean);
  return parts.length > 2 ? `…/${parts.slice(-2).join("/")}` : path || "";
}

// `[ctx:k7f2qa]` in a text leads to that entry.
export function linked(text, link) {
  const parts = [];
  let last = 0;
  for (const found of text.matchAll(/\[ctx:([A-Za-z0-9._/-]+)\](?::(\d+)(?:-\d+)?)?/g)) {
    parts.push(text.slice(last, found.index));
    parts.push(el("a", { href: link(found[1], found[2]) }, found[0]));
    last = found.index + found[0].length;
  }
  parts.push(text.slice(last));
  return parts;
}
