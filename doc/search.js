"use strict";
/* SPDX-License-Identifier: BSD-3-Clause */
/* The search of the documentation's site, over index.js; it needs no server. #q=WORDS in the address
 * is a search, too. */
(function () {
    const search = document.getElementById("search"), found = document.getElementById("found");
    const article = document.querySelector("article");
    const MOST = 30, AROUND = 80;

    /* How well a section fits; 0: a word is missing. */
    function fit(section, words) {
        const title = section.title.toLowerCase(), text = section.text.toLowerCase();
        let sum = 0;
        for (const word of words) {
            if (!text.includes(word) && !title.includes(word))
                return 0;
            sum += 1 + 10 * title.includes(word) + 5 * section.page.toLowerCase().includes(word);
        }
        return sum + 8 * text.includes(words.join(" "));
    }

    /* The text around the words where they stand together, or else around the first of them. */
    function around(section, words) {
        const text = section.text, phrase = words.join(" ");
        const whole = text.toLowerCase().includes(phrase) ? phrase : words[0];
        const at = text.toLowerCase().indexOf(whole);
        if (at < 0)
            return [text.slice(0, 3 * AROUND)];
        const start = Math.max(0, at - AROUND), end = at + whole.length;
        const mark = document.createElement("mark");
        mark.textContent = text.slice(at, end);
        return [(start ? "... " : "") + text.slice(start, at), mark,
            text.slice(end, end + 2 * AROUND) + " ..."];
    }

    function show() {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const hits = !words.length ? [] : SECTIONS.map((section) => [fit(section, words), section])
            .filter((hit) => hit[0]).sort((a, b) => b[0] - a[0]).slice(0, MOST);
        found.replaceChildren(...hits.map(([, section]) => {
            const item = document.createElement("li"), link = document.createElement("a");
            link.href = section.at;
            link.textContent = section.title === section.page ? section.page
                : section.page + ": " + section.title;
            item.append(link, document.createElement("br"), ...around(section, words));
            return item;
        }));
        if (words.length && !hits.length)
            found.append("Nothing has all of these words.");
        found.hidden = !words.length;
        article.hidden = words.length > 0;
    }

    search.addEventListener("input", show);
    found.addEventListener("click", () => {
        search.value = "";
        show();
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "/" && document.activeElement !== search) {
            event.preventDefault();
            search.focus();
        }
    });
    /* Where the window is narrow the list of pages would hide the page. */
    if (matchMedia("(max-width: 50rem)").matches)
        document.getElementById("menu").open = false;
    if (location.hash.startsWith("#q=")) {
        search.value = decodeURIComponent(location.hash.slice(3));
        show();
    }
})();
