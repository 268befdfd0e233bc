"""Script of a map's page: plain JavaScript on two canvases, without network access.

Names are shown as text of elements, never as HTML.
"""

from __future__ import annotations

__all__ = ["SCRIPT"]

SCRIPT = r"""
"use strict";
const LEFT = 64, BOTTOM = 46, TOP = 12, RIGHT = 84;
const BEYOND = "rgba(70, 76, 82, 0.72)";  // drawn over poses at which a joint is beyond its limits
let data, view = {mode: 0, quantity: "aspect", plane: 0, yaw: -0.9, pitch: 0.4, zoom: 1};
const known = {};

function make(tag, ...parts) {  // return an element; parts are other elements, or plain text
  const made = document.createElement(tag);
  made.append(...parts);
  return made;
}

function keyed(shade, text) {  // return a line of the legend
  const key = make("span");
  key.className = "key"; key.style.background = shade;
  return make("div", key, text);
}

async function bytes(text) {
  const raw = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).arrayBuffer();
}

async function numbers(packed) {  // return a Float64Array, with NaN for unknown values
  const whole = new Uint16Array(await bytes(packed.data)), out = new Float64Array(whole.length);
  for (let k = 0; k < whole.length; k++) out[k] = whole[k] === 65535 ? NaN : packed.offset + packed.scale * whole[k];
  return out;
}

async function field(mode, name) {
  const key = mode + name;
  if (!known[key]) known[key] = await numbers(data.modes[mode].fields[name]);
  return known[key];
}

function at(i, j) {  // return the index of a node in the arrays; the last coordinate changes fastest
  const [, m, l] = [...data.axes.map(a => a.count), 1];
  return (i * m + j) * l + (data.axes.length === 3 ? view.plane : 0);
}

function colour(name, value, top) {
  if (Number.isNaN(value) || value < 0 && name !== "determinant") return null;
  if (name === "aspect") return data.modes[view.mode].aspects[value].colour;
  if (name === "kind") return data.kinds[value].colour;
  const part = name === "determinant" ? 0.5 + value / (2 * top) : value / top;
  return data.shades[Math.max(0, Math.min(data.shades.length - 1, Math.floor(part * data.shades.length)))];
}

function frame(canvas) {  // return maps from coordinates to pixels and back; equal units have one scale
  const [a, b] = data.axes, wide = canvas.width - LEFT - RIGHT, high = canvas.height - TOP - BOTTOM;
  let sx = wide / (a.upper - a.lower), sy = high / (b.upper - b.lower);
  if (a.unit === b.unit) sx = sy = Math.min(sx, sy);
  return {
    sx, sy, x: v => LEFT + (v - a.lower) * sx, y: v => TOP + (b.upper - v) * sy,
    a: p => a.lower + (p - LEFT) / sx, b: p => b.upper - (p - TOP) / sy,
  };
}

function ticks(lower, upper) {
  const raw = (upper - lower) / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(s => s * power).find(s => s >= raw), out = [];
  for (let k = Math.ceil(lower / step); k * step <= upper + 1e-9 * step; k++) out.push(Number((k * step).toPrecision(10)));
  return out;
}

async function drawMap() {
  const canvas = document.getElementById("map"), g = canvas.getContext("2d"), to = frame(canvas);
  const mode = view.mode, name = view.quantity, values = await field(mode, name);
  const margin = data.modes[mode].fields.limits ? await field(mode, "limits") : null;
  if (mode !== view.mode || name !== view.quantity) return;  // the user has made another choice meanwhile
  const top = data.modes[mode].fields[name].top, [a, b] = data.axes;
  g.clearRect(0, 0, canvas.width, canvas.height);
  const dx = (a.upper - a.lower) / (a.count - 1), dy = (b.upper - b.lower) / (b.count - 1);
  g.fillStyle = "#eef0f2";
  g.fillRect(to.x(a.lower), to.y(b.upper), (a.upper - a.lower) * to.sx, (b.upper - b.lower) * to.sy);
  for (let i = 0; i < a.count; i++) for (let j = 0; j < b.count; j++) {
    const shades = [colour(name, values[at(i, j)], top), margin && margin[at(i, j)] < 0 ? BEYOND : null].filter(s => s);
    if (!shades.length) continue;
    const x0 = Math.max(a.lower, a.lower + (i - 0.5) * dx), x1 = Math.min(a.upper, a.lower + (i + 0.5) * dx);
    const y0 = Math.max(b.lower, b.lower + (j - 0.5) * dy), y1 = Math.min(b.upper, b.lower + (j + 0.5) * dy);
    const [left, right, low, high] = [to.x(x0), to.x(x1), to.y(y0), to.y(y1)].map(Math.round);  // whole pixels: no seams
    for (const shade of shades) {
      g.fillStyle = shade;
      g.fillRect(left, high, Math.max(1, right - left), Math.max(1, low - high));
    }
  }
  drawCurves(g, to);
  drawAxes(g, to);
  drawLegend(name, top);
}

function drawCurves(g, to) {
  for (const curve of data.modes[view.mode].curves) {
    const style = data.curves[curve.kind];
    g.strokeStyle = style.colour; g.lineWidth = curve.border ? 1.2 : style.width; g.setLineDash(style.dash);
    g.beginPath();
    for (let k = 0; k < curve.points.length; k += 2) {
      const p = [to.x(curve.points[k]), to.y(curve.points[k + 1])];
      if (k) g.lineTo(...p); else g.moveTo(...p);
    }
    g.stroke();
  }
  g.setLineDash([]);
}

function drawAxes(g, to) {
  const [a, b] = data.axes;
  g.strokeStyle = "#22282e"; g.fillStyle = "#22282e"; g.lineWidth = 1; g.font = "12px system-ui, sans-serif";
  g.strokeRect(to.x(a.lower), to.y(b.upper), (a.upper - a.lower) * to.sx, (b.upper - b.lower) * to.sy);
  g.textAlign = "center";
  for (const v of ticks(a.lower, a.upper)) {
    g.fillRect(to.x(v), to.y(b.lower), 1, 4); g.fillText(String(v), to.x(v), to.y(b.lower) + 17);
  }
  g.fillText(a.label, to.x((a.lower + a.upper) / 2), to.y(b.lower) + 36);
  g.textAlign = "right";
  for (const v of ticks(b.lower, b.upper)) {
    g.fillRect(to.x(a.lower) - 4, to.y(v), 4, 1); g.fillText(String(v), to.x(a.lower) - 7, to.y(v) + 4);
  }
  g.save(); g.translate(14, to.y((b.lower + b.upper) / 2)); g.rotate(-Math.PI / 2); g.textAlign = "center";
  g.fillText(b.label, 0, 0); g.restore();
  if (data.home) {
    g.lineWidth = 2; g.strokeRect(to.x(data.home[0]) - 4, to.y(data.home[1]) - 4, 8, 8);
    g.textAlign = "left"; g.fillText("home", to.x(data.home[0]) + 8, to.y(data.home[1]) + 4);
  }
}

function drawLegend(name, top) {
  const mode = data.modes[view.mode], lines = [];
  if (name === "kind") lines.push(...data.kinds.map(k => keyed(k.colour, "nearest: " + k.name)));
  else if (name === "aspect") lines.push(keyed("#BFDDF2", "det > 0"), keyed("#E9A15B", "det < 0"), keyed("#A9D8C4", "no det"));
  else {
    const low = name === "determinant" ? -top : 0;
    for (const value of [0, 1, 2, 3, 4].map(k => low + (top - low) * k / 4))
      lines.push(keyed(colour(name, value, top), value.toPrecision(3)));
  }
  for (const kind of new Set(mode.curves.map(c => c.kind)))
    lines.push(keyed(data.curves[kind].colour, "curve: " + data.curves[kind].name));
  if (mode.fields.limits) lines.push(keyed(BEYOND, "beyond joint limits"));
  document.getElementById("legend").replaceChildren(...lines, keyed("#eef0f2", "out of reach"));
}

async function readout(px, py) {  // return rows [name, value] for a place on the canvas, no rows outside the map
  const to = frame(document.getElementById("map")), [a, b] = data.axes;
  const i = Math.round((to.a(px) - a.lower) / (a.upper - a.lower) * (a.count - 1));
  const j = Math.round((to.b(py) - b.lower) / (b.upper - b.lower) * (b.count - 1));
  if (i < 0 || j < 0 || i >= a.count || j >= b.count) return [];
  const place = at(i, j), mode = view.mode, fields = data.modes[mode].fields;
  const node = (axis, k) => (axis.lower + (axis.upper - axis.lower) * k / (axis.count - 1)).toPrecision(5) + " " + axis.unit;
  const rows = [[a.name, node(a, i)], [b.name, node(b, j)]];
  if (data.axes.length === 3) rows.push([data.axes[2].name, node(data.axes[2], view.plane)]);
  const kind = (await field(mode, "kind"))[place], aspect = (await field(mode, "aspect"))[place];
  if (Number.isNaN(kind)) return [...rows, ["", "out of reach"]];
  rows.push(["nearest", data.kinds[kind].name], ["aspect", Number.isNaN(aspect) ? "singular" : String(aspect + 1)]);
  if (fields.limits) rows.push(["joint limits", (await field(mode, "limits"))[place] < 0 ? "BEYOND" : "within"]);
  for (const [name, label] of data.quantities)
    if (name !== "kind" && name !== "aspect" && fields[name]) rows.push([label, (await field(mode, name))[place].toPrecision(4)]);
  return rows;
}

function turned(p) {  // return (x, y, depth) of a point in [-0.5, 0.5]^3
  const c = Math.cos(view.yaw), s = Math.sin(view.yaw), d = Math.cos(view.pitch), e = Math.sin(view.pitch);
  const x = c * p[0] - s * p[1], y = s * p[0] + c * p[1];
  return [x, -(d * p[2] - e * y), d * y + e * p[2]];
}

function triangles(surface, look) {  // return triangles with depth and brightness, to be painted from far to near
  const v = surface.vertices, out = [];
  for (let k = 0; k < surface.triangles.length; k += 3) {
    const p = [0, 1, 2].map(c => turned([0, 1, 2].map(d => v[3 * surface.triangles[k + c] + d])));
    const u = p[1].map((q, d) => q - p[0][d]), w = p[2].map((q, d) => q - p[0][d]);
    const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    const light = 0.5 + 0.5 * Math.abs(n[2]) / (Math.hypot(...n) || 1);
    out.push({p, depth: p[0][2] + p[1][2] + p[2][2], shade: look.map((q, d) => d < 3 ? Math.round(q * light) : q)});
  }
  return out;
}

const SOLID = {type2: [213, 94, 0, 1], border: [150, 168, 184, 0.12]};

function drawSurface() {
  const canvas = document.getElementById("surface"), g = canvas.getContext("2d"), all = [];
  for (const surface of data.modes[view.mode].surfaces) all.push(...triangles(surface, SOLID[surface.name]));
  all.sort((one, other) => other.depth - one.depth);
  const size = view.zoom * 0.62 * Math.min(canvas.width, canvas.height);
  const to = p => [canvas.width / 2 + size * p[0], canvas.height / 2 + size * p[1]];
  g.clearRect(0, 0, canvas.width, canvas.height);
  drawBox(g, to);
  for (const t of all) {
    g.fillStyle = `rgba(${t.shade.join(",")})`;
    g.beginPath(); g.moveTo(...to(t.p[0])); g.lineTo(...to(t.p[1])); g.lineTo(...to(t.p[2])); g.closePath(); g.fill();
  }
}

function drawBox(g, to) {
  const e = data.extent;
  g.strokeStyle = "#9aa0a6"; g.fillStyle = "#22282e"; g.lineWidth = 1;
  g.font = "12px system-ui, sans-serif"; g.textAlign = "center";
  for (let axis = 0; axis < 3; axis++) for (const s of [-1, 1]) for (const t of [-1, 1]) {
    const p = [0, 0, 0], q = [0, 0, 0], others = [0, 1, 2].filter(k => k !== axis);
    p[others[0]] = q[others[0]] = s * e[others[0]] / 2; p[others[1]] = q[others[1]] = t * e[others[1]] / 2;
    p[axis] = -e[axis] / 2; q[axis] = e[axis] / 2;
    g.beginPath(); g.moveTo(...to(turned(p))); g.lineTo(...to(turned(q))); g.stroke();
    if (s < 0 && t < 0) {
      const a = data.axes[axis], out = v => v.map((w, k) => k === axis ? w : w * 1.12);
      g.fillText(a.lower.toPrecision(3), ...to(turned(out(p)))); g.fillText(a.upper.toPrecision(3), ...to(turned(out(q))));
      g.fillText(a.label, ...to(turned(out(p.map((w, k) => k === axis ? 0 : w * 1.08)))));
    }
  }
}

function choices(id, pairs, chosen) {
  const select = document.getElementById(id);
  select.replaceChildren(...pairs.map(([value, text]) => {
    const option = make("option", text);
    option.value = value;
    return option;
  }));
  select.value = chosen;
  return select;
}

function modeChanged(mode) {
  view.mode = mode;
  const own = data.quantities.filter(([name]) => data.modes[mode].fields[name]);
  if (!data.modes[mode].fields[view.quantity]) view.quantity = "aspect";
  choices("quantity", own, view.quantity);
}

async function redraw() {
  await drawMap();
  if (data.axes.length === 3) drawSurface();
}

async function unpackSurfaces() {
  for (const mode of data.modes) for (const surface of mode.surfaces) {
    surface.vertices = new Float32Array(await bytes(surface.vertices));
    surface.triangles = new Uint32Array(await bytes(surface.triangles));
  }
}

function turnWithMouse() {
  const canvas = document.getElementById("surface");
  let from = null;
  canvas.addEventListener("pointerdown", e => { from = [e.clientX, e.clientY]; });
  canvas.addEventListener("pointermove", e => {
    if (!from) return;
    view.yaw += (e.clientX - from[0]) * 0.01;
    view.pitch = Math.max(-1.5, Math.min(1.5, view.pitch + (e.clientY - from[1]) * 0.01));
    from = [e.clientX, e.clientY];
    drawSurface();
  });
  for (const end of ["pointerup", "pointerleave"]) canvas.addEventListener(end, () => { from = null; });
  canvas.addEventListener("wheel", e => {
    e.preventDefault(); view.zoom = Math.max(0.4, Math.min(6, view.zoom * Math.exp(-e.deltaY / 700))); drawSurface();
  });
}

async function start() {
  data = JSON.parse(document.getElementById("data").textContent);
  view.mode = data.first;
  choices("mode", data.modes.map((m, k) => [k, m.name]), view.mode)
    .addEventListener("change", e => { modeChanged(Number(e.target.value)); redraw(); });
  modeChanged(view.mode);
  document.getElementById("quantity").addEventListener("change", e => { view.quantity = e.target.value; redraw(); });
  const map = document.getElementById("map"), table = document.getElementById("readout");
  map.addEventListener("pointermove", async e => {
    const rows = await readout(e.offsetX, e.offsetY);
    table.replaceChildren(...rows.map(([name, value]) => make("tr", make("td", name), make("td", value))));
  });
  if (data.axes.length === 3) {
    const third = data.axes[2], slider = document.getElementById("plane"), label = document.getElementById("planeName");
    const tell = () => {
      const value = third.lower + (third.upper - third.lower) * view.plane / (third.count - 1);
      label.textContent = `${third.name} = ${value.toPrecision(4)} ${third.unit}`;
    };
    view.plane = Math.floor(third.count / 2); slider.max = third.count - 1; slider.value = view.plane; tell();
    slider.addEventListener("input", e => { view.plane = Number(e.target.value); tell(); drawMap(); });
    document.getElementById("planeLabel").hidden = false; document.getElementById("space").hidden = false;
    await unpackSurfaces();
    turnWithMouse();
  }
  await redraw();
}

const ready = start();
"""
