// The frame around every page: name, ways to the pages, colours, help.
import { html, useEffect, useRef } from "./h.js";
import { inReport, useAnswer } from "./data.js";
import { allKeys, useKeys } from "./keys.js";
import { go } from "./route.js";
import { text } from "./text.js";
import { themes, useTheme } from "./theme.js";
import { Choice } from "./parts/choice.js";

// [address, label, key after g, names of the pages under it]
export const places = [
  ["#/", "Overview", "o", [""]],
  ["#/campaigns", "Campaigns", "c", ["campaigns", "compare"]],
  ["#/findings", "Findings", "f", ["findings"]],
  ["#/targets", "Targets", "t", ["targets"]],
  ["#/programs", "Programs", "p", ["programs"]],
  ["#/bugs", "Bug database", "b", ["bugs"]],
  ["#/study", "Study", "s", ["study"]],
];

function useGoKeys() {
  const waiting = useRef(0);
  useEffect(() => {
    const pressed = (event) => {
      if (Date.now() - waiting.current > 1500) return;
      waiting.current = 0;
      const place = places.find(([, , key]) => key === event.key);
      if (!place) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      go(place[0]);
    };
    addEventListener("keydown", pressed, true);
    return () => removeEventListener("keydown", pressed, true);
  }, []);
  return () => { waiting.current = Date.now(); };
}

function Help({ dialog }) {
  return html`<dialog ref=${dialog} aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="pairs">${allKeys.map(([key, meaning]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${meaning}</dd></div>`)}</dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>`;
}

export function Shell({ route, children }) {
  const overview = useAnswer("/api/overview");
  const [theme, setTheme] = useTheme();
  const dialog = useRef(null);
  const main = useRef(null);
  const waitForPlace = useGoKeys();
  useKeys({ "?": () => dialog.current.showModal(), g: waitForPlace }, []);
  const here = route.parts[0] ?? "";
  useFocusOnChange(route.parts.join("/"), main);

  return html`
    <a class="skip" href="#main" onClick=${(event) => (event.preventDefault(), main.current.focus())}>Skip to the content</a>
    <header class="top">
      <a class="name" href="#/">assay</a>
      <nav aria-label="Pages"><ul>${places.map(([address, label, , names]) => html`
        <li><a href=${address} aria-current=${names.includes(here) ? "page" : undefined}>${label}</a></li>`)}
        ${!inReport && html`<li><a href="help/">Help</a></li>`}</ul></nav>
      <span class="tools">
        <${Choice} label="Colours" away value=${theme} choices=${themes.map((name) => [name])} onChoose=${setTheme} />
        <button type="button" class="quiet" aria-label="Keys" onClick=${() => dialog.current.showModal()}>?</button>
      </span>
    </header>
    <main id="main" tabindex="-1" ref=${main}>${children}</main>
    <footer class="bottom"><${Foot} overview=${overview.answer} /></footer>
    <${Help} dialog=${dialog} />`;
}

function Foot({ overview }) {
  if (!overview) return "";
  const remark = inReport ? ` · written ${text(overview.now)} UTC` : overview.readonly ? " · read-only" : "";
  return html`assay ${text(overview.version)} · <code>${inReport ? text(overview.store).split("/").pop() : text(overview.store)}</code>${remark}`;
}

// A new page begins at its top, for eyes and for screen readers; the first one is left as the browser shows it.
function useFocusOnChange(page, main) {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    scrollTo(0, 0);
    main.current.focus({ preventScroll: true });
  }, [page]);
}
