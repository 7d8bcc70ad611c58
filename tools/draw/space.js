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
    const named = document.getElementById("plane-told"), weights = " " + told.dataset.weights;
    const VIRIDIS = [[68, 1, 84], [71, 45, 123], [59, 82, 139], [44, 114, 142], [33, 145, 140],
        [40, 174, 128], [94, 201, 98], [173, 220, 48], [253, 231, 37]];
    const links = report.links, places = links.places, ends = links.ends;
    const middle = [0, 1, 2].map((d) => {
        let low = Infinity, high = -Infinity;
        const include = (value) => {
            low = Math.min(low, value);
            high = Math.max(high, value);
        };
        for (let i = d; i < at.length; i += 3)
            include(at[i]);
        ends.forEach((end) => include(places[3 * end + d]));
        return { low, high, middle: (low + high) / 2 };
    });
    const size = Math.hypot(...middle.map((m) => m.high - m.low)) || 1;
    const planes = Array.from(new Set(at.filter((_, i) => i % 3 === 2))).sort((a, b) => a - b);
    const most = (links.after || []).concat(links.before).reduce((a, b) => Math.max(a, b), 0);
    const wished = document.getElementById("with-links");
    const on = { before: group("before"), after: ranks.after_host ? group("after") : null };
    const drawn = gather();
    let yaw = 0.6, pitch = 0.5, points = [], lines = [], queued = false, held = null;

    /* Where nodes are drawn: those that share a router close to it, so that none lies on the way to
     * the next one. */
    function gather() {
        const lines = new Map(), drawn = at.slice();
        for (let i = 0; i < places.length; i += 3) {
            const line = places[i + 1] + "," + places[i + 2];
            lines.set(line, (lines.get(line) || []).concat(places[i]));
        }
        for (let i = 0; i < at.length; i += 3) {
            const before = (lines.get(at[i + 1] + "," + at[i + 2]) || []).filter((x) => x <= at[i]);
            if (before.length) {
                const router = Math.max(...before);
                drawn[i] = router + (at[i] - router) * 0.35;
            }
        }
        return drawn;
    }

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

    /* Means and shares of bytes have fractions that tell nothing. */
    function amount(value) {
        return value >= 100 ? Math.round(value) : Number(value.toPrecision(4));
    }

    /* The scale of colours, which nodes and links have in common. */
    function drawKey() {
        const key = document.getElementById("space-key"), strip = key.getContext("2d");
        for (let x = 0; x < key.width; x++) {
            strip.fillStyle = colour(x / (key.width - 1));
            strip.fillRect(x, 0, 1, key.height);
        }
        document.getElementById("space-scale").textContent = "nodes: rank 0 to " +
            (report.ranks - 1) + ", the mean of their ranks" + (lines.length
            ? "; links: 0 to " + amount(most) + weights : most ? "" : "; loads of links: not known");
    }

    /* The ends of a link, of which one that closes a ring shows what is next to them. */
    function strokes(link, project) {
        const from = project(places, ends[2 * link]), to = project(places, ends[2 * link + 1]);
        if (!links.wraps[link])
            return [[from, to]];
        const part = 0.4 / Math.max(1, Math.hypot(...[0, 1, 2].map((d) =>
            places[3 * ends[2 * link + 1] + d] - places[3 * ends[2 * link] + d])));
        const dx = (to.x - from.x) * part, dy = (to.y - from.y) * part;
        return [[from, { x: from.x - dx, y: from.y - dy }], [to, { x: to.x + dx, y: to.y + dy }]];
    }

    /* The links, the busiest last. */
    function drawLinks(project, shown) {
        const load = links[side.value], order = [];
        lines = [];
        for (let link = 0; wished.checked && link < load.length; link++) {
            if (load[link] && shown(ends[2 * link]) && shown(ends[2 * link + 1]))
                order.push(link);
        }
        order.sort((a, b) => load[a] - load[b]);
        for (const link of order) {
            const part = load[link] / most;
            pen.strokeStyle = colour(part);
            pen.globalAlpha = 0.4 + 0.6 * part;
            pen.lineWidth = 0.8 + 3.7 * part;
            for (const [from, to] of strokes(link, project)) {
                pen.beginPath();
                pen.moveTo(from.x, from.y);
                pen.lineTo(to.x, to.y);
                pen.stroke();
                lines.push({ link, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
            }
        }
        pen.globalAlpha = 1;
    }

    function draw() {
        const lists = on[side.value], chosen = Number(plane.value);
        const width = canvas.width, height = canvas.height;
        const step = Math.min(width, height) / size * 0.95;
        const dot = Math.max(2, Math.min(16, step * (wished.checked ? 0.3 : 0.55)));
        const sy = Math.sin(yaw), cy = Math.cos(yaw), sp = Math.sin(pitch), cp = Math.cos(pitch);
        const project = (list, i) => {
            const [x, y, z] = [0, 1, 2].map((d) => list[3 * i + d] - middle[d].middle);
            const right = x * cy + z * sy, away = -x * sy + z * cy;
            return { x: width / 2 + right * step, y: height / 2 + (y * cp + away * sp) * step,
                depth: away * cp - y * sp };
        };
        queued = false;
        points = [];
        for (let i = 0; i < hosts.length; i++) {
            if (chosen && at[3 * i + 2] !== planes[chosen - 1])
                continue;
            points.push({ node: i, ...project(drawn, i) });
        }
        points.sort((a, b) => b.depth - a.depth);
        pen.clearRect(0, 0, width, height);
        drawLinks(project, (place) => !chosen || places[3 * place + 2] === planes[chosen - 1]);
        for (const p of points) {
            const list = lists[p.node];
            const mean = list.reduce((sum, rank) => sum + rank, 0) / (list.length || 1);
            pen.fillStyle = list.length ? colour(mean / Math.max(1, report.ranks - 1)) : "#888";
            pen.fillRect(p.x - dot / 2, p.y - dot / 2, dot, dot);
        }
        drawKey();
        named.textContent = chosen ? String(planes[chosen - 1]) : "all";
    }

    function later() {
        if (queued)
            return;
        queued = true;
        requestAnimationFrame(draw);
    }

    /* Say what is below the pointer: the nearest to the reader comes last. */
    function look(event) {
        const box = canvas.getBoundingClientRect();
        const x = (event.clientX - box.left) * canvas.width / box.width;
        const y = (event.clientY - box.top) * canvas.height / box.height;
        const found = points.filter((p) => Math.hypot(p.x - x, p.y - y) < 9).pop();
        if (!found) {
            const line = lines.filter((l) => Math.hypot(l.x - x, l.y - y) < 7).pop();
            const place = (end) => "(" + places.slice(3 * end, 3 * end + 3).join(", ") + ")";
            told.textContent = line ? "link " + place(ends[2 * line.link]) + " - " +
                place(ends[2 * line.link + 1]) + ": " + amount(links[side.value][line.link]) +
                weights + " on its busier direction" : "";
            return;
        }
        const list = on[side.value][found.node], name = side.value + "_hop_bytes";
        const more = list.length > 24 ? ", ..." : "";
        told.textContent = hosts[found.node] + ": ranks " + list.slice(0, 24).join(", ") + more +
            "; hop-bytes of what they send: " +
            amount(list.reduce((sum, rank) => sum + ranks[name][rank], 0));
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
    wished.addEventListener("change", later);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later);
    draw();
})();
