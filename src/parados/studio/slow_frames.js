// Leave out shadows while a slow browser draws a moving scene; they come back as soon as the scene rests.
//
// Without a graphics card, shadows are about half of the work of a picture. viser draws them with several lights of one
// direction; meanwhile one light takes the place of all of them. Pictures that are saved always have shadows.
"use strict";

function dropShadowsOfSlowFrames(viewer) {
  const SLOW = 36; // time between two frames above which the browser is slow [ms]
  const PAUSE = 500; // a longer time between two frames is a rest [ms]
  const PATIENCE = 300; // time for which frames must be slow [ms]
  const state = viewer.scene?.__r3f?.root?.getState?.();
  if (!state?.invalidate || !viewer.scene.onBeforeRender || !viewer.scene.traverseVisible) return;
  const scene = viewer.scene;
  const before = scene.onBeforeRender;
  let last = -Infinity;
  let slowSince = null;
  let changed = []; // lights with their own values, while shadows are left out
  let rest = 0;

  function drop() {
    const lights = [];
    scene.traverseVisible((node) => node.isDirectionalLight && node.castShadow && lights.push(node));
    const intensity = lights.reduce((sum, light) => sum + light.intensity, 0);
    changed = lights.map((light) => ({ light, intensity: light.intensity }));
    lights.forEach((light, k) => Object.assign(light, { castShadow: false, visible: k === 0, intensity }));
  }

  function restore() {
    changed.forEach(({ light, intensity }) => Object.assign(light, { castShadow: true, visible: true, intensity }));
    changed = [];
    slowSince = null;
  }

  function rested() {
    if (changed.length === 0) return;
    restore();
    state.invalidate(); // one frame, which is not taken for a slow motion
  }

  scene.onBeforeRender = function (...given) {
    before.apply(this, given);
    const now = performance.now();
    const passed = now - last;
    last = now;
    if (passed > PAUSE || passed < SLOW) slowSince = null;
    else slowSince ??= now;
    if (viewer.getRenderRequestState !== "ready") restore();
    else if (changed.length === 0 && slowSince !== null && now - slowSince > PATIENCE) drop();
    clearTimeout(rest);
    rest = setTimeout(rested, PAUSE);
  };
}
