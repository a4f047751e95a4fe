// Where answers come from: the server beside this page, or what an exported page carries in itself.

const carried = document.getElementById("carried");
export const exported = carried ? JSON.parse(carried.textContent) : null;

export function address(view, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters || {})) {
    if (value !== null && value !== undefined && value !== "" && value !== false) query.set(name, value === true ? "1" : value);
  }
  const text = query.toString();
  return text ? `${view}?${text}` : view;
}

export class Failure extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

// The same question is answered under the same name, whatever order its parameters came in.
function key(name, parameters) {
  const known = Object.fromEntries(Object.entries(parameters || {}).filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false).sort());
  return address(name, known);
}

export async function ask(name, parameters, signal) {
  if (exported) {
    if (name === "lines") return held(parameters);
    const answer = exported.answers[key(name, parameters)];
    if (answer) return answer;
    throw new Failure("This file does not hold that.", "It was exported from ctx; the rest is where it came from.");
  }
  let response;
  try {
    response = await fetch(`api/${address(name, parameters)}`, { signal, credentials: "omit", redirect: "error" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure("ctx web does not answer.", "Start it again with `ctx web`, and open the address that it prints.");
  }
  if (response.status === 204) return null;
  return answered(response);
}

// An exported page holds lines by their numbers, and of a large text not all of them.
function held({ ref, from, to }) {
  const lines = (exported.lines[ref] || []).filter(([number]) => number >= from && number <= to);
  return { from: lines.length ? lines[0][0] : null, numbers: lines.map(([number]) => number), text: lines.map(([, text]) => `${text}\n`).join("") };
}

export async function change(name, fields) {
  const response = await fetch(`api/${name}`, { method: "POST", headers: { "X-Ctx": "1", "Content-Type": "application/json" }, body: JSON.stringify(fields), credentials: "omit" });
  return answered(response);
}

async function answered(response) {
  const text = await response.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(text.replace(/^ctx: /, "").trim() || `the answer was ${response.status}`);
  }
  if (!response.ok) throw new Failure(value.error, value.hint);
  return value;
}

export const links = {
  entry: (ref, line) => `#/${address(`entry/${ref.split("/").map(encodeURIComponent).join("/")}`, { line })}`,
  session: (name, project) => `#/${address(`session/${encodeURIComponent(name)}`, { project })}`,
  command: (command, project) => `#/${address("command", { command, project })}`,
  view: (name, parameters) => `#/${address(name, parameters)}`,
};
