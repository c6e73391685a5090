"""An animation as one HTML file that needs no server: a canvas and a short script."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import numpy as np

from .scene import Scene

DIGITS = 5
"""The number of digits written, relative to the size of the scene."""

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 0; background: #fff; color: #222; }
#all { max-width: 760px; margin: 0 auto; padding: 8px; }
canvas { width: 100%; height: auto; border: 1px solid #ddd; touch-action: none; cursor: grab; }
#bar { display: flex; gap: 10px; align-items: center; margin-top: 6px; flex-wrap: wrap; }
#time { flex: 1; min-width: 120px; } output { font-variant-numeric: tabular-nums; width: 7em; }
button { min-width: 5em; } label { user-select: none; } h1 { font-size: 16px; margin: 4px 0; }
</style></head><body><div id="all">
<h1>@TITLE@</h1>
<canvas id="view" width="1440" height="1080" aria-label="animation of @TITLE@"></canvas>
<div id="bar"><button id="play">Pause</button><input id="time" type="range" min="0" value="0">
<output id="now"></output>
<label><input type="checkbox" id="names"> names</label>
<label><input type="checkbox" id="frames" checked> frames</label>
<label><input type="checkbox" id="trails" checked> trails</label></div>
</div><script>
"use strict";
const scene = @DATA@;
const canvas = document.getElementById("view"), pen = canvas.getContext("2d");
const get = id => document.getElementById(id), slider = get("time"), colours = [
  "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2"];
let view = scene.view.map(row => row.slice()), at = 0, playing = true, last = null, clock = 0;
slider.max = scene.times.length - 1;
function place(p) {
  const d = p.map((x, i) => x - scene.centre[i]);
  const seen = view.map(row => row[0]*d[0] + row[1]*d[1] + row[2]*d[2]);
  const scale = 0.42*Math.min(canvas.width, canvas.height)/scene.radius;
  return [canvas.width/2 + scale*seen[0], canvas.height/2 - scale*seen[1]];
}
function line(corners, colour, width) {
  pen.strokeStyle = colour; pen.lineWidth = width; pen.beginPath();
  corners.forEach((c, i) => { const [x, y] = place(c); i ? pen.lineTo(x, y) : pen.moveTo(x, y); });
  pen.stroke();
}
function dot(p, colour, size) {
  const [x, y] = place(p); pen.fillStyle = colour; pen.beginPath();
  pen.arc(x, y, size, 0, 2*Math.PI); pen.fill();
}
function axes(origin, turn, size, width) {
  ["#c33", "#393", "#35c"].forEach((colour, k) => {
    const tip = origin.map((x, i) => x + size*turn[3*i + k]);
    line([origin, tip], colour, width); });
}
function text(p, words) {
  const [x, y] = place(p); pen.fillStyle = "#444"; pen.font = "22px system-ui, sans-serif";
  pen.fillText(words, x + 10, y - 10);
}
function draw() {
  pen.fillStyle = "#fff"; pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.lineCap = pen.lineJoin = "round";
  axes([0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], scene.radius*0.16, 2);
  if (get("trails").checked) scene.masses.forEach((m, k) => {
    const shown = m.at.slice(Math.max(0, at - 60), at + 1);
    pen.globalAlpha = 0.35; line(shown, colours[k % colours.length], 3); pen.globalAlpha = 1; });
  scene.ways.forEach(corners => line(corners.map(c => c[at]), "#bbb", 2));
  scene.lines.forEach(corners => line(corners.map(c => c[at]), "#555", 6));
  if (get("frames").checked) scene.frames.forEach(f =>
    axes(f.origin[at], f.turn[at], scene.radius*0.13, 4));
  scene.points.forEach(p => dot(p.at[at], "#555", 5));
  scene.masses.forEach((m, k) => dot(m.at[at], colours[k % colours.length], 13));
  if (get("names").checked) {
    scene.points.forEach(p => text(p.at[at], p.name));
    scene.frames.forEach(f => text(f.origin[at].map((x, i) => x - 0.03*scene.radius), f.name)); }
  get("now").textContent = "t = " + scene.times[at].toPrecision(4); slider.value = at;
}
function step(now) {
  if (playing && last !== null) {
    clock += (now - last)/1000*scene.speed;
    const end = scene.times[scene.times.length - 1], start = scene.times[0];
    if (clock > end - start) clock = 0;
    while (at < scene.times.length - 1 && scene.times[at + 1] - start <= clock) at++;
    while (at > 0 && scene.times[at] - start > clock) at--;
    draw();
  }
  last = now; requestAnimationFrame(step);
}
function turn(axis, angle) {
  const c = Math.cos(angle), s = Math.sin(angle), [i, j] = axis;
  const a = view[i].map((x, k) => c*x - s*view[j][k]);
  const b = view[j].map((x, k) => s*view[i][k] + c*x);
  view[i] = a; view[j] = b;
}
get("play").onclick = e => {
  playing = !playing; e.target.textContent = playing ? "Pause" : "Play"; };
slider.oninput = () => { at = +slider.value; clock = scene.times[at] - scene.times[0]; draw(); };
for (const id of ["names", "frames", "trails"]) get(id).onchange = draw;
let held = null;
canvas.onpointerdown = e => {
  held = [e.clientX, e.clientY]; canvas.setPointerCapture(e.pointerId); };
canvas.onpointerup = () => { held = null; };
canvas.onpointermove = e => { if (!held) return;
  turn([0, 2], (e.clientX - held[0])/150); turn([1, 2], (e.clientY - held[1])/150);
  held = [e.clientX, e.clientY]; draw(); };
canvas.ondblclick = () => { view = scene.view.map(row => row.slice()); draw(); };
if (location.hash) { at = Math.min(+location.hash.slice(1) || 0, scene.times.length - 1);
  clock = scene.times[at] - scene.times[0]; playing = false; get("play").textContent = "Play"; }
draw(); requestAnimationFrame(step);
</script></body></html>
"""


def html_page(scene: Scene, title: str, speed: float) -> str:
    """The page: it plays at `speed` units of time per second, and turns with the mouse."""
    data = json.dumps(_data(scene, speed), separators=(",", ":")).replace("</", "<\\/")
    return PAGE.replace("@TITLE@", escape(title)).replace("@DATA@", data)


def _data(scene: Scene, speed: float) -> dict[str, Any]:
    low, high = scene.bounds
    size = scene.size
    digits = max(0, DIGITS - int(np.floor(np.log10(size))))

    def listed(a: Any) -> Any:
        return np.round(np.asarray(a, dtype=float), digits).tolist()

    across, upwards = (np.abs(scene.view[:2]) @ (high - low)) / 2
    radius = 1.08 * max(float(upwards), 0.75 * float(across), size * 0.1)
    masses = [{"name": name, "at": listed(at)} for name, at in scene.masses.items()]
    return {
        "times": [float(f"{t:.9g}") for t in scene.times],
        "speed": speed,
        "centre": listed((low + high) / 2),
        "radius": radius,
        "view": np.round(scene.view, 9).tolist(),
        "points": [{"name": name, "at": listed(at)} for name, at in scene.points.items()],
        "masses": masses,
        "lines": [[listed(corner) for corner in line] for line in scene.lines],
        "ways": [[listed(corner) for corner in line] for line in scene.ways],
        "frames": [
            {"name": name, "origin": listed(o), "turn": np.round(r.reshape(-1, 9), 5).tolist()}
            for name, (o, r) in scene.frames.items()
        ],
    }
