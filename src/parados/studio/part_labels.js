// Show name, kind and leg of the part on which the cursor rests. viser sends no event for this.
//
// The server writes the labels into a hidden element; here they are only ever set as text. The part is found by a ray from the
// camera through the cursor, so that the label works on saved pages too, where nothing can be clicked.
"use strict";

function labelPartsUnderCursor(viewer) {
  const RESTS = 80; // time after which a cursor rests [ms]
  const AGAIN = 400; // time after which a shown label is checked again: the robot may move [ms]
  const state = viewer.scene?.__r3f?.root?.getState?.();
  if (!state?.raycaster || !viewer.nodeRefFromName || !viewer.canvas) return;
  const box = document.createElement("div");
  box.id = "part-label";
  box.hidden = true;
  box.style.cssText = `position:fixed;z-index:50;pointer-events:none;padding:0.25em 0.6em;border-radius:4px;max-width:26em;
    overflow-wrap:anywhere;font:13px system-ui,sans-serif;color:var(--mantine-color-text,#222);
    background:var(--mantine-color-body,#fff);border:1px solid var(--mantine-color-default-border,#bbb)`;
  document.body.append(box);
  let written = null; // text of the element that `labels` were read from
  let labels = {};
  let cursor = null;
  let timer = 0;

  function readLabels() {
    const text = document.querySelector("[data-part-labels]")?.dataset.partLabels ?? written;
    if (text !== written) labels = JSON.parse(text);
    written = text;
  }

  function isShown(node) {
    return node === null || (node.visible && isShown(node.parent));
  }

  function isInside(node, nodes) {
    return node !== null && (nodes.includes(node) || isInside(node.parent, nodes));
  }

  function labelAt({ x, y }) {
    const nodes = Object.keys(labels).filter((name) => viewer.nodeRefFromName[name] && isShown(viewer.nodeRefFromName[name]));
    const objects = nodes.map((name) => viewer.nodeRefFromName[name]);
    const above = [...(state.internal?.hovered?.values() ?? [])].map((hit) => hit.object);
    if (!above.every((object) => isInside(object, objects))) return null; // an arrow to drag is in front of all parts
    const { left, top, width, height } = viewer.canvas.getBoundingClientRect();
    state.raycaster.setFromCamera({ x: (2 * (x - left)) / width - 1, y: 1 - (2 * (y - top)) / height }, viewer.camera);
    let nearest = { distance: Infinity, label: null };
    objects.forEach((object, k) => {
      for (const { distance, instanceId } of state.raycaster.intersectObject(object, true)) {
        const own = labels[nodes[k]];
        const label = Array.isArray(own) ? own[instanceId] : own;
        if (label !== undefined && distance < nearest.distance) nearest = { distance, label };
      }
    });
    return nearest.label;
  }

  function update() {
    readLabels();
    const free = cursor !== null && cursor.buttons === 0 && document.elementFromPoint(cursor.x, cursor.y) === viewer.canvas;
    const label = free ? labelAt(cursor) : null;
    box.hidden = label === null;
    if (label === null) return;
    box.textContent = label;
    const right = cursor.x + 14 + box.offsetWidth > window.innerWidth;
    box.style.left = `${right ? cursor.x - 8 - box.offsetWidth : cursor.x + 14}px`;
    box.style.top = `${Math.min(cursor.y + 14, window.innerHeight - box.offsetHeight)}px`;
    timer = setTimeout(update, AGAIN);
  }

  function moved(event) {
    cursor = event.type === "pointerleave" ? null : { x: event.clientX, y: event.clientY, buttons: event.buttons };
    if (cursor === null || cursor.buttons !== 0) box.hidden = true;
    if (event.type === "pointerdown") readLabels(); // this click may fold the panel away, and the element with it
    clearTimeout(timer);
    timer = setTimeout(update, RESTS);
  }

  for (const kind of ["pointermove", "pointerdown", "pointerup"]) window.addEventListener(kind, moved, true);
  document.documentElement.addEventListener("pointerleave", moved);
}
