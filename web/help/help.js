// The documentation's script: colours and search. Without it every page can be read all the same.
"use strict";
(() => {
  const kTheme = "assay-theme", kMost = 30, kBefore = 50, kAfter = 110; // the dashboard keeps its colours under the same name
  const root = document.documentElement;
  const stored = () => {
    try {
      return localStorage.getItem(kTheme) ?? "system";
    } catch {
      return "system"; // storage is switched off
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(stored()); // before anything is painted

  const make = (name, properties = {}, ...inside) => {
    const out = Object.assign(document.createElement(name), properties);
    out.append(...inside);
    return out;
  };

  function addColours() {
    const select = make("select", { ariaLabel: "Colours" }, ...["system", "light", "dark"].map((name) => make("option", {}, name)));
    select.value = stored();
    select.onchange = () => {
      try {
        localStorage.setItem(kTheme, select.value);
      } catch {
        // for this page only
      }
      apply(select.value);
    };
    document.querySelector(".tools").append(select);
  }

  // --- search: the index is a script, since browsers read nothing else from a disk; loaded when it is first needed ---
  let sections = null, waiting = null;
  window.assayHelp = {
    take(rows) {
      sections = rows.map(([path, anchor, title, heading, words]) => ({
        address: root.dataset.root + path + (anchor && `#${anchor}`), title, heading, words,
        low: { title: title.toLowerCase(), heading: heading.toLowerCase(), words: words.toLowerCase() },
      }));
      waiting?.();
    },
  };
  function load(then) {
    if (sections) return then();
    if (!waiting) document.head.append(make("script", { src: `${root.dataset.root}search.js` }));
    waiting = then;
  }

  // Every word must occur; in headings it counts more, and where a word begins more than within one.
  function score(section, words) {
    let sum = 0;
    for (const word of words) {
      const begins = (text) => text.startsWith(word) || text.includes(` ${word}`) || text.includes(`-${word}`);
      let points = 0;
      if (section.low.heading.includes(word)) points += begins(section.low.heading) ? 12 : 6;
      if (section.low.title.includes(word)) points += begins(section.low.title) ? 6 : 3;
      const times = section.low.words.split(word).length - 1;
      points += Math.min(times, 5) * (begins(section.low.words) ? 1 : 0.5);
      if (!points) return 0;
      sum += points;
    }
    return sum;
  }

  function find(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return { words, hits: [] };
    const hits = sections.map((section) => [score(section, words), section]).filter(([points]) => points > 0);
    return { words, hits: hits.sort((a, b) => b[0] - a[0]).map(([, section]) => section) };
  }

  function snippet(section, words) {
    const at = Math.max(0, ...words.slice(0, 1).map((word) => section.low.words.indexOf(word)));
    const begin = Math.max(0, at - kBefore), text = section.words.slice(begin, at + kAfter);
    const out = make("small", {}, begin ? "… " : "");
    const low = text.toLowerCase();
    for (let i = 0; i < text.length;) {
      const word = words.find((one) => low.startsWith(one, i));
      if (word) out.append(make("mark", {}, text.slice(i, i + word.length)));
      else out.append(text[i]);
      i += word?.length ?? 1;
    }
    out.normalize();
    return out;
  }

  function addSearch() {
    const place = document.querySelector(".search");
    const box = make("input", { type: "search", placeholder: "Search", ariaLabel: "Search the documentation", autocomplete: "off" });
    const list = make("div", { className: "hits", hidden: true });
    const said = make("p", { role: "status" });
    const show = () => {
      if (box.value.trim() === "") {
        list.hidden = true;
        return;
      }
      const { words, hits } = find(box.value);
      const shown = hits.slice(0, kMost);
      said.textContent = hits.length ? `${hits.length} ${hits.length === 1 ? "section" : "sections"}` : "Nothing found";
      list.replaceChildren(said, make("ul", {}, ...shown.map((section) => {
        const name = section.heading && section.heading !== section.title ? `${section.title}: ${section.heading}` : section.title;
        const link = make("a", { href: section.address }, make("strong", {}, name), snippet(section, words));
        link.onclick = () => { list.hidden = true; };
        return make("li", {}, link);
      })));
      list.hidden = false;
    };
    box.onfocus = () => load(show);
    box.oninput = () => load(show);
    box.onkeydown = (event) => {
      if (event.key === "Enter") list.querySelector("a")?.click();
      if (event.key === "ArrowDown") list.querySelector("a")?.focus();
      if (event.key === "Escape") list.hidden = true;
    };
    list.onkeydown = (event) => {
      if (event.key === "Escape") box.focus(), (list.hidden = true);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const links = [...list.querySelectorAll("a")];
      (links[links.indexOf(document.activeElement) + step] ?? box).focus();
    };
    place.append(box, list);
    place.hidden = false;
    addEventListener("click", (event) => { if (!place.contains(event.target)) list.hidden = true; });
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
      event.preventDefault();
      box.focus();
    });
  }

  addEventListener("DOMContentLoaded", () => {
    addColours();
    addSearch();
  });
})();
