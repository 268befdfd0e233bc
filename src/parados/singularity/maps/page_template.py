"""HTML template of a map's page: elements, style sheet, and a content policy that allows only the page's own script."""

from __future__ import annotations

__all__ = ["PAGE", "SHEET"]

SHEET = """
 body {font: 14px/1.45 system-ui, sans-serif; color: #22282e; margin: 1.2rem auto; max-width: 74rem; padding: 0 1rem}
 h1 {font-size: 1.25rem; margin: 0 0 .2rem} p {margin: .2rem 0 .8rem; color: #4d555d}
 label {margin-right: 1rem} select, input {font: inherit}
 .row {display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; margin-top: .8rem}
 canvas {border: 1px solid #cdd2d6; touch-action: none; max-width: 100%}
 #readout {min-width: 17rem; font-variant-numeric: tabular-nums} #readout td {padding: 0 .8rem 0 0} #legend {margin-top: 1.4rem}
 .key {display: inline-block; width: 1.5rem; height: .8rem; border: 1px solid #9aa0a6; margin-right: .4rem; vertical-align: -1px}
 [hidden] {display: none !important}
"""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="@POLICY@">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
<style>@SHEET@</style>
</head>
<body>
<h1>@TITLE@</h1>
<p>@SUBTITLE@</p>
<div>
 <label>Working mode <select id="mode"></select></label>
 <label>Quantity <select id="quantity"></select></label>
 <label id="planeLabel" hidden><span id="planeName"></span> <input id="plane" type="range" min="0" value="0"></label>
</div>
<div class="row">
 <canvas id="map" width="640" height="600"></canvas>
 <div><table id="readout"></table><div id="legend"></div></div>
</div>
<div class="row" id="space" hidden>
 <canvas id="surface" width="640" height="560"></canvas>
 <div>Drag to rotate, scroll to zoom.<br>Orange: det = 0. Grey: border of the reach.</div>
</div>
<script id="data" type="application/json">@DATA@</script>
<script>@SCRIPT@</script>
</body>
</html>
"""
