#!/usr/bin/env node
// Starts the program of this platform with the same arguments, streams and ending. `ctx init` notes the program itself,
// so that agents' shells do not start Node.
"use strict";
const { spawn } = require("node:child_process");

const name = `ctx-run-${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/ctx`);
} catch {
  console.error(`ctx: the package ${name} is not installed`);
  console.error("  ctx runs on Linux and macOS, x64 and arm64; on Windows, use WSL. Was npm told to leave out optional packages?");
  process.exit(125);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
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
