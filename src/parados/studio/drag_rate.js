// Send the pose of a dragged gizmo at every frame. viser sends it at most every 50 ms, which is 20 times a second.
//
// viser writes each new pose of a gizmo into nodePoseData, as a new array. While a gizmo is dragged, this script looks there
// once a frame, and sends what is new. viser's own message with the same pose is then left out, so that every pose is sent
// once, in order, between the messages of the start and of the end.
"use strict";

function sendDragsAtEveryFrame(viewer) {
  if (typeof viewer.sendMessage !== "function" || !viewer.nodePoseData) return;
  let send = viewer.sendMessage;
  const held = new Map(); // name of a dragged gizmo -> its owner, and the last position that was sent or known

  function sendNewPoses() {
    for (const [name, drag] of held) {
      const pose = viewer.nodePoseData[name];
      if (!pose || pose.position === drag.known) continue;
      drag.known = pose.position;
      const { wxyz, position } = pose;
      send({ type: "TransformControlsUpdateMessage", name, wxyz, position, owner: drag.owner });
    }
    if (held.size > 0) requestAnimationFrame(sendNewPoses);
  }

  function sendOnce(message) {
    const drag = held.get(message.name);
    if (message.type === "TransformControlsDragStartMessage") {
      held.set(message.name, { owner: message.owner, known: viewer.nodePoseData[message.name]?.position });
      if (held.size === 1) requestAnimationFrame(sendNewPoses);
    } else if (message.type === "TransformControlsDragEndMessage") {
      held.delete(message.name);
    } else if (message.type === "TransformControlsUpdateMessage" && drag) {
      if (message.position === drag.known) return;
      drag.known = message.position;
    }
    send(message);
  }

  // viser sets sendMessage again with every connection
  Object.defineProperty(viewer, "sendMessage", { configurable: true, get: () => sendOnce, set: (own) => (send = own) });
}
