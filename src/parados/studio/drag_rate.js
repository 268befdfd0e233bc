// Send the pose of a dragged gizmo at every frame. viser sends it at most every 50 ms, which is 20 times a second.
//
// viser writes each new pose of a gizmo into nodePoseData. While a gizmo is dragged, this script looks there once a frame, and
// sends what is new. viser's own message with the same pose is then left out, so that every pose is sent once, in order,
// between the messages of the start and of the end. Poses are compared by their numbers: viser may use an array again.
"use strict";

function sendDragsAtEveryFrame(viewer) {
  if (typeof viewer.sendMessage !== "function" || !viewer.nodePoseData) return;
  let send = viewer.sendMessage;
  let looking = false;
  const held = new Map(); // name of a dragged gizmo -> its owner, and the numbers of the last pose that was sent or known

  function numbers(pose) {
    return [...(pose?.position ?? []), ...(pose?.wxyz ?? [])];
  }

  function isNew(pose, drag) {
    const given = numbers(pose);
    if (given.length === drag.known.length && given.every((value, k) => value === drag.known[k])) return false;
    drag.known = given;
    return true;
  }

  function sendNewPoses() {
    for (const [name, drag] of held) {
      const pose = viewer.nodePoseData[name];
      if (!pose || typeof send !== "function" || !isNew(pose, drag)) continue;
      const { wxyz, position } = pose;
      send({ type: "TransformControlsUpdateMessage", name, wxyz, position, owner: drag.owner });
    }
    looking = held.size > 0;
    if (looking) requestAnimationFrame(sendNewPoses);
  }

  function sendOnce(message) {
    const drag = held.get(message.name);
    if (message.type === "TransformControlsDragStartMessage") {
      held.set(message.name, { owner: message.owner, known: numbers(viewer.nodePoseData[message.name]) });
      if (!looking) requestAnimationFrame(sendNewPoses);
      looking = true;
    } else if (message.type === "TransformControlsDragEndMessage") {
      held.delete(message.name);
    } else if (message.type === "TransformControlsUpdateMessage" && drag && !isNew(message, drag)) {
      return;
    }
    send(message);
  }

  // a gizmo that is removed while it is held sends no end; all others have sent theirs when this timer runs
  const release = () => setTimeout(() => held.clear(), 0);
  for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, release, true);

  // viser sets sendMessage again with every connection, and may leave it empty between two
  const current = () => (typeof send === "function" ? sendOnce : send);
  Object.defineProperty(viewer, "sendMessage", { configurable: true, get: current, set: (own) => (send = own) });
}
