"""Test the scripts of the studio in Node.js, with a viser that differs from the installed one."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.node import NODE

import parados

SCRIPTS = Path(parados.__file__).parent / "studio"

DRAG = """
const sent = [], listeners = {}, frames = [], timers = [];
const window = { addEventListener: (kind, run) => { listeners[kind] = run; } };
const requestAnimationFrame = (run) => frames.push(run);
const setTimeout = (run) => timers.push(run);
const frame = () => frames.splice(0).forEach((run) => run());
const pose = { position: [0, 0, 0], wxyz: [1, 0, 0, 0] };
const viewer = { nodePoseData: { "/gizmo": pose }, sendMessage: (message) => sent.push(structuredClone(message)) };
sendDragsAtEveryFrame(viewer);
const say = (what) => viewer.sendMessage({ type: `TransformControls${what}Message`, name: "/gizmo", owner: 7, ...pose });
"""
"""A viser that writes all poses into the same arrays."""


def _node(code, *names):
    """Run scripts of the studio and more code in Node.js; return the last value."""
    text = "\n".join((SCRIPTS / name).read_text(encoding="utf-8") for name in names)
    wrapped = f"const result = (() => {{ {text}\n{code} }})(); console.log(JSON.stringify(result));"
    run = subprocess.run([NODE, "-e", wrapped], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_each_pose_is_sent_once_by_a_viser_that_uses_its_arrays_again():
    code = """
      say("DragStart"); frame();
      pose.position[0] = 1; frame(); say("Update"); frame();
      pose.wxyz[3] = 0.5; say("Update"); frame(); frame();
      pose.position[0] = 2; frame(); say("Update"); say("DragEnd"); frame();
      return [sent.map((one) => [one.type.slice(17, -7), one.position[0], one.wxyz[3], one.owner]), frames.length];
    """
    poses, waiting = _node(DRAG + code, "drag_rate.js")
    assert [tuple(one) for one in poses] == [
        ("DragStart", 0, 0, 7), ("Update", 1, 0, 7), ("Update", 1, 0.5, 7), ("Update", 2, 0.5, 7), ("DragEnd", 2, 0.5, 7)
    ]  # fmt: skip
    assert waiting == 0


@pytest.mark.parametrize("kind", ["pointerup", "pointercancel"])
def test_gizmo_that_is_removed_while_it_is_held_leaves_no_loop(kind):
    code = f"""
      say("DragStart"); frame(); delete viewer.nodePoseData["/gizmo"]; frame();
      const held = frames.length;
      listeners["{kind}"](); timers.splice(0).forEach((run) => run()); frame();
      return [held, frames.length];
    """
    assert _node(DRAG + code, "drag_rate.js") == [1, 0]


STARTS = """
const told = [], timers = [], ran = [], console = { warn: (text) => told.push(text) };
const setTimeout = (run, time, ...rest) => timers.push(() => run(...rest));
const sendDragsAtEveryFrame = function drags() { throw new Error("unknown"); };
const dropShadowsOfSlowFrames = () => ran.push("shadows"), labelPartsUnderCursor = () => ran.push("labels");
const document = { hidden: false };
"""


def test_script_that_fails_does_not_stop_the_others():
    start = (SCRIPTS / "page_start.js").read_text(encoding="utf-8")
    code = STARTS + "const window = { __viserMutable: { scene: { __r3f: {} } } };" + start + "return [ran, told];"
    ran, told = _node(code)
    assert ran == ["shadows", "labels"] and told == ["parados: drags does not work with this viser"]


def test_page_without_viser_is_looked_at_for_a_minute_while_it_is_visible():
    start = (SCRIPTS / "page_start.js").read_text(encoding="utf-8")
    code = f"""{STARTS} const window = {{}}; {start}
      let looks = 0; document.hidden = true;
      for (; looks < 100; looks++) timers.pop()();
      document.hidden = false;
      for (; timers.length > 0 && looks < 2000; looks++) timers.pop()();
      return looks;"""
    assert _node(code) == pytest.approx(700, abs=1)


LIGHTS = """
const light = (visible) => ({ isDirectionalLight: true, castShadow: true, visible, intensity: 1 });
const lights = [light(false), light(true), light(true)];
let now = 0;
const performance = { now: () => now }, setTimeout = () => 0, clearTimeout = () => {};
const scene = { onBeforeRender: () => {}, __r3f: { root: { getState: () => ({ invalidate: () => {} }) } } };
scene.traverse = (visit) => lights.forEach(visit);
scene.traverseVisible = (visit) => lights.filter((one) => one.visible).forEach(visit);
dropShadowsOfSlowFrames({ scene, getRenderRequestState: "ready" });
for (; now < 1000; now += 100) scene.onBeforeRender();
return lights.map((one) => [one.visible, one.castShadow, one.intensity]);
"""


def test_lights_that_are_off_stay_off_while_frames_are_slow():
    assert _node(LIGHTS, "slow_frames.js") == [[False, True, 1], [True, False, 2], [False, False, 2]]
