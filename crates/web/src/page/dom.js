// Elements out of names, attributes and text. Text is only ever set as text: nothing that was stored becomes markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(4)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export function show(parent, ...children) {
  parent.replaceChildren(...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false));
}

// A signs' shape says what its colour says.
const SHAPES = {
  ok: "M2 6.5 5 9.5 10 3",
  bad: "M2.5 2.5l7 7M9.5 2.5l-7 7",
  run: "M6 1.5a4.5 4.5 0 1 1-4.5 4.5",
  none: "M3 6h6",
  warn: "M6 2v5M6 9.4v.6",
};

export function sign(tone) {
  return svg("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" },
    svg("path", { d: SHAPES[tone] || SHAPES.none, fill: "none", stroke: "currentColor", "stroke-width": "1.8", "stroke-linecap": "round", "stroke-linejoin": "round" }));
}

export function announce(text) {
  document.getElementById("live").textContent = text;
}

export function empty(title, ...rest) {
  return el("div", { class: "empty" }, el("strong", null, title), ...rest);
}

export function failed(error) {
  return el("div", { class: "failed-box", role: "alert" },
    el("strong", null, error.message || String(error)),
    error.hint ? el("p", null, error.hint) : null);
}

export function copyable(line) {
  const button = el("button", { type: "button", "aria-label": `Copy ${line}` }, "Copy");
  button.addEventListener("click", async () => {
    const done = await copied(line);
    button.textContent = done ? "Copied" : "Select it";
    announce(done ? `copied: ${line}` : "this browser does not let a page copy");
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  return el("div", null, el("code", { tabindex: "0" }, line), button);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
