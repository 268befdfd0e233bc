// Start the scripts of the studio as soon as viser shows its scene. What a script does not find, it leaves as it is, and a
// script that fails does not stop the others.
"use strict";

(function start(tries) {
  const EVERY = 100; // time between two looks at the page [ms]
  const MOST = 600; // number of looks, a minute of a page that is visible
  const viewer = window.__viserMutable;
  if (!viewer?.scene?.__r3f) {
    if (tries < MOST) setTimeout(start, EVERY, document.hidden ? tries : tries + 1);
    return;
  }
  for (const run of [sendDragsAtEveryFrame, dropShadowsOfSlowFrames, labelPartsUnderCursor]) {
    try {
      run(viewer);
    } catch (error) {
      console.warn(`parados: ${run.name} does not work with this viser`, error);
    }
  }
})(0);
