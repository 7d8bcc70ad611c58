"use strict";
/* The nodes where the network has them, to turn and to look through plane by plane. */
(function () {
    const canvas = document.getElementById("space");
    if (!canvas)
        return;
    const report = JSON.parse(document.getElementById("report").textContent);
    const ranks = report.per_rank, hosts = report.hosts, at = report.positions;
    const pen = canvas.getContext("2d"), plane = document.getElementById("plane");
    const side = document.getElementById("side"), told = document.getElementById("space-told");
    const named = document.getElementById("plane-told");
    const VIRIDIS = [[68, 1, 84], [71, 45, 123], [59, 82, 139], [44, 114, 142], [33, 145, 140],
        [40, 174, 128], [94, 201, 98], [173, 220, 48], [253, 231, 37]];
    const middle = [0, 1, 2].map((d) => {
        let low = Infinity, high = -Infinity;
        for (let i = d; i < at.length; i += 3) {
            low = Math.min(low, at[i]);
            high = Math.max(high, at[i]);
        }
        return { low, high, middle: (low + high) / 2 };
    });
    const size = Math.hypot(...middle.map((m) => m.high - m.low)) || 1;
    const planes = Array.from(new Set(at.filter((_, i) => i % 3 === 2))).sort((a, b) => a - b);
    const on = { before: group("before"), after: ranks.after_host ? group("after") : null };
    let yaw = 0.6, pitch = 0.5, points = [], queued = false, held = null;

    /* The ranks of each node. */
    function group(name) {
        const lists = hosts.map(() => []);
        ranks[name + "_host"].forEach((host, rank) => lists[host].push(rank));
        return lists;
    }

    function colour(part) {
        const dark = matchMedia("(prefers-color-scheme: dark)").matches;
        const place = (dark ? 0.07 + 0.93 * part : 0.93 * (1 - part)) * 8;
        const stop = Math.min(7, Math.floor(place)), rest = place - stop;
        return "rgb(" + VIRIDIS[stop].map((c, i) =>
            Math.round(c * (1 - rest) + VIRIDIS[stop + 1][i] * rest)).join(",") + ")";
    }

    function draw() {
        const lists = on[side.value], chosen = Number(plane.value);
        const width = canvas.width, height = canvas.height;
        const step = Math.min(width, height) / size * 0.95;
        const dot = Math.max(2, Math.min(16, step * 0.55));
        const sy = Math.sin(yaw), cy = Math.cos(yaw), sp = Math.sin(pitch), cp = Math.cos(pitch);
        queued = false;
        points = [];
        for (let i = 0; i < hosts.length; i++) {
            if (chosen && at[3 * i + 2] !== planes[chosen - 1])
                continue;
            const [x, y, z] = [0, 1, 2].map((d) => at[3 * i + d] - middle[d].middle);
            const right = x * cy + z * sy, away = -x * sy + z * cy;
            points.push({ node: i, x: width / 2 + right * step,
                y: height / 2 + (y * cp + away * sp) * step, depth: away * cp - y * sp });
        }
        points.sort((a, b) => b.depth - a.depth);
        pen.clearRect(0, 0, width, height);
        for (const p of points) {
            const list = lists[p.node];
            const mean = list.reduce((sum, rank) => sum + rank, 0) / (list.length || 1);
            pen.fillStyle = list.length ? colour(mean / Math.max(1, report.ranks - 1)) : "#888";
            pen.fillRect(p.x - dot / 2, p.y - dot / 2, dot, dot);
        }
        named.textContent = chosen ? String(planes[chosen - 1]) : "all";
    }

    function later() {
        if (!queued)
            requestAnimationFrame(draw);
        queued = true;
    }

    /* Say what is below the pointer: the nearest to the reader comes last. */
    function look(event) {
        const box = canvas.getBoundingClientRect();
        const x = (event.clientX - box.left) * canvas.width / box.width;
        const y = (event.clientY - box.top) * canvas.height / box.height;
        const found = points.filter((p) => Math.hypot(p.x - x, p.y - y) < 9).pop();
        if (!found) {
            told.textContent = "";
            return;
        }
        const list = on[side.value][found.node], name = side.value + "_hop_bytes";
        const more = list.length > 24 ? ", ..." : "";
        told.textContent = hosts[found.node] + ": ranks " + list.slice(0, 24).join(", ") + more +
            "; hop-bytes of what they send: " +
            list.reduce((sum, rank) => sum + ranks[name][rank], 0);
    }

    canvas.addEventListener("pointerdown", (event) => {
        held = event;
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointerup", () => { held = null; });
    canvas.addEventListener("pointermove", (event) => {
        if (!held) {
            look(event);
            return;
        }
        yaw += (event.clientX - held.clientX) / 150;
        pitch += (event.clientY - held.clientY) / 150;
        held = event;
        later();
    });
    canvas.addEventListener("keydown", (event) => {
        const turn = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1],
            ArrowDown: [0, 0.1] }[event.key];
        if (!turn)
            return;
        event.preventDefault();
        yaw += turn[0];
        pitch += turn[1];
        later();
    });
    plane.max = planes.length > 1 ? planes.length : 0;
    plane.addEventListener("input", later);
    side.addEventListener("change", later);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later);
    draw();
})();
