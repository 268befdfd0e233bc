// Start the scripts of the studio as soon as viser shows its scene. What a script does not find, it leaves as it is.
"use strict";

(function start() {
  const viewer = window.__viserMutable;
  if (!viewer?.scene?.__r3f) return void setTimeout(start, 100);
  sendDragsAtEveryFrame(viewer);
  dropShadowsOfSlowFrames(viewer);
  labelPartsUnderCursor(viewer);
})();
