"use strict";
/* The table of ranks: only the rows that can be seen are in the page, and for printing those that
 * were found, up to PRINTED: of many thousands of ranks a browser would not finish. */
(function () {
    const report = JSON.parse(document.getElementById("report").textContent);
    const ranks = report.per_rank, hosts = report.hosts, ROW = 24, BEYOND = 20, PRINTED = 2000;
    const frame = document.getElementById("window"), body = document.getElementById("rows");
    const search = document.getElementById("search"), told = document.getElementById("told");
    const heads = Array.from(frame.querySelectorAll("th[data-key]"));
    const all = ranks.sent.length;
    let order = new Uint32Array(all).map((_, i) => i), sorted = "rank", rising = true;

    function value(key, rank) {
        if (key === "rank")
            return rank;
        return key.endsWith("host") ? hosts[ranks[key][rank]] : ranks[key][rank];
    }

    /* As many characters as there are numbers would be read: groups of three digits. */
    function shown(key, rank) {
        const v = value(key, rank);
        return typeof v === "number" && !key.endsWith("slot") && key !== "rank"
            ? v.toLocaleString("en-US").replace(/,/g, "\u202f") : String(v);
    }

    function cell(row, kind, text) {
        const c = document.createElement(kind);
        c.textContent = text;
        row.appendChild(c);
    }

    function space(rows) {
        const row = document.createElement("tr"), c = document.createElement("td");
        row.setAttribute("aria-hidden", "true");
        c.colSpan = heads.length;
        c.style.height = rows * ROW + "px";
        c.style.padding = c.style.border = "0";
        row.appendChild(c);
        return row;
    }

    function draw() {
        const first = Math.max(0, Math.floor(frame.scrollTop / ROW) - BEYOND);
        const seen = Math.ceil(frame.clientHeight / ROW) + 2 * BEYOND;
        fill(first, Math.min(order.length, first + seen));
    }

    function fill(first, end, alone) {
        const rows = document.createDocumentFragment();
        if (!alone)
            rows.appendChild(space(first));
        for (let i = first; i < end; i++) {
            const row = document.createElement("tr");
            row.setAttribute("aria-rowindex", i + 2);
            for (const head of heads)
                cell(row, "td", shown(head.dataset.key, order[i]));
            rows.appendChild(row);
        }
        if (!alone)
            rows.appendChild(space(order.length - end));
        body.replaceChildren(rows);
    }

    /* Ranks whose number is the text, or on whose hosts it stands; all for none. */
    function choose() {
        const text = search.value.trim().toLowerCase(), kept = [];
        const named = hosts.map((host) => host.toLowerCase().includes(text));
        for (let rank = 0; rank < all; rank++) {
            if (!text || String(rank) === text || named[ranks.before_host[rank]] ||
                (ranks.after_host && named[ranks.after_host[rank]]))
                kept.push(rank);
        }
        const way = rising ? 1 : -1, keys = kept.map((rank) => value(sorted, rank));
        const places = keys.map((_, i) => i).sort((a, b) =>
            keys[a] < keys[b] ? -way : keys[a] > keys[b] ? way : kept[a] - kept[b]);
        order = Uint32Array.from(places, (i) => kept[i]);
        for (const head of heads)
            head.setAttribute("aria-sort", head.dataset.key !== sorted ? "none"
                : rising ? "ascending" : "descending");
        told.textContent = order.length + " of " + all + " ranks";
        frame.querySelector("table").setAttribute("aria-rowcount", order.length + 1);
        frame.scrollTop = 0;
        draw();
    }

    for (const head of heads)
        head.querySelector("button").addEventListener("click", function () {
            rising = head.dataset.key === sorted ? !rising : true;
            sorted = head.dataset.key;
            choose();
        });
    search.addEventListener("input", choose);
    frame.addEventListener("scroll", draw, { passive: true });
    window.addEventListener("resize", draw);
    window.addEventListener("beforeprint", () => {
        const end = Math.min(order.length, PRINTED);
        fill(0, end, true);
        document.getElementById("printed").textContent = end < order.length
            ? "The first " + end + " of " + order.length + " ranks in this order; a search finds " +
                "others, and this page holds all." : "";
    });
    window.addEventListener("afterprint", draw);
    choose();
})();
