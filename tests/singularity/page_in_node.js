// Runs the script of a map's page in Node with just enough of a browser: elements by name, canvases that record what is drawn.
// node page_in_node.js page.html X Y  ->  JSON on stdout: options, the read-out at the pixel X, Y of the map, the legend, the calls of
// each canvas. What is put into elements is text or other elements: there is no innerHTML here, and setting it fails.
"use strict";
const fs = require("fs");
const page = fs.readFileSync(process.argv[2], "utf8");
const script = page.match(/<script>\n([\s\S]*?)\n<\/script>/)[1];
const data = page.match(/<script id="data" type="application\/json">([\s\S]*?)<\/script>/)[1];

const calls = {};
function context(name) {
  calls[name] = [];
  const state = {};
  return new Proxy(state, {
    get: (target, key) => key in target ? target[key] : (...values) => {
      const {fillStyle, strokeStyle, lineWidth, textAlign} = target;
      calls[name].push([key, values, {fillStyle, strokeStyle, lineWidth, textAlign}]);
    },
    set: (target, key, value) => { target[key] = value; return true; },
  });
}

function node(tag) {
  const made = {tag, style: {}, children: [], listeners: {}, textContent: "",
    append(...parts) { this.children.push(...parts); this.textContent = this.children.map(c => c.textContent ?? c).join(""); },
    replaceChildren(...parts) { this.children = []; this.append(...parts); },
    addEventListener(kind, f) { this.listeners[kind] = f; },
  };
  for (const key of ["innerHTML", "outerHTML"])
    Object.defineProperty(made, key, {set() { throw new Error(`${key} is set`); }, get() { throw new Error(`${key} is read`); }});
  return made;
}

const elements = {};
function element(id) {
  if (!elements[id]) {
    const tag = page.match(new RegExp(`<canvas id="${id}" width="(\\d+)" height="(\\d+)"`));
    const drawn = tag ? context(id) : null;
    elements[id] = Object.assign(node(""), {
      id, width: tag ? Number(tag[1]) : 0, height: tag ? Number(tag[2]) : 0, textContent: id === "data" ? data : "",
      getContext: () => drawn,
    });
    if (!page.includes(`id="${id}"`)) throw new Error(`the page has no element ${id}`);
  }
  return elements[id];
}

const document = {getElementById: element, createElement: node};
const run = new Function("document", script + "\nreturn {ready, readout, view, redraw, modeChanged};");
(async () => {
  const made = run(document);
  await made.ready;
  const read = await made.readout(Number(process.argv[3]), Number(process.argv[4]));
  const shown = {};
  elements.map.listeners.pointermove({offsetX: Number(process.argv[3]), offsetY: Number(process.argv[4])});
  const options = [...elements.quantity.children];
  for (const {value} of options) {
    const before = calls.map.length;
    elements.quantity.listeners.change({target: {value}});
    await made.redraw();
    shown[value] = calls.map.slice(before).filter(c => c[0] === "fillRect").length;
  }
  if (elements.surface && elements.surface.listeners.pointermove) {
    elements.surface.listeners.pointerdown({clientX: 0, clientY: 0});
    elements.surface.listeners.pointermove({clientX: 40, clientY: 10});
  }
  const texts = id => elements[id].children.map(c => c.textContent);
  const told = {modes: texts("mode"), read, table: texts("readout"), legend: texts("legend"), hidden: elements.space?.hidden ?? true};
  process.stdout.write(JSON.stringify({...told, shown, calls: process.argv[5] ? calls : {}}));
})().catch(error => { console.error(error); process.exit(1); });
