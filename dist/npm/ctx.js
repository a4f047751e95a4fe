#!/usr/bin/env node
// Starts the program of this platform with the same arguments, streams and ending, and puts it in this file's place: from
// the second call on, no Node is started. `ctx init` notes the program itself in any case.
"use strict";
const { spawn } = require("node:child_process");
const { existsSync, linkSync, lstatSync, realpathSync, renameSync, rmSync } = require("node:fs");
const { delimiter, join } = require("node:path");

if (process.platform === "win32") {
  console.error("ctx: runs on Linux and macOS, not on Windows itself");
  console.error("  install it inside WSL (wsl --install), where your agent runs, too: npm install -g ctx-run");
  process.exit(125);
}
// A program for glibc does not run with musl; the loader's name tells which one is here.
const loader = { x64: "x86_64", arm64: "aarch64" }[process.arch];
const musl = process.platform === "linux" && existsSync(`/lib/ld-musl-${loader}.so.1`) ? "-musl" : "";
const name = `ctx-run-${process.platform}-${process.arch}${musl}`;
let program;
try {
  program = require.resolve(`${name}/bin/ctx`);
} catch {
  console.error(`ctx: the package ${name} is not installed`);
  console.error("  ctx runs on Linux and macOS, x64 and arm64; it needs npm's optional packages (no --omit=optional)");
  process.exit(125);
}
// Only where `ctx` on PATH is a link to this file: the scripts that pnpm and yarn write start it with Node.
const next = `${__filename}.${process.pid}`;
try {
  const folder = (process.env.PATH || "").split(delimiter).find((folder) => existsSync(join(folder, "ctx")));
  const command = join(folder, "ctx");
  if (lstatSync(command).isSymbolicLink() && realpathSync(command) === __filename) {
    linkSync(program, next);
    renameSync(next, __filename);
  }
} catch {
  // Another user's folder, or another file system: it stays as it is.
  rmSync(next, { force: true });
}
// `ctx doctor` looks whether the ctx on PATH is the one that runs.
const env = { ...process.env, CTX_LAUNCHER: `${__filename}:${program}` };
const child = spawn(program, process.argv.slice(2), { stdio: "inherit", env });
// The terminal sends its signals to both; those that were sent to this process alone are passed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`ctx: ${program} cannot be started: ${error.message}`);
  process.exit(126);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
