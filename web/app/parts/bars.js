// Counts by name as bars, largest first; each leads to the findings of that name.
import { html, useState } from "../h.js";
import { number, words } from "../text.js";

export function Bars({ title, counts, linkTo, most = 8 }) {
  const [all, showAll] = useState(false);
  const items = Object.entries(counts ?? {}).filter(([name]) => name !== "").sort((a, b) => b[1] - a[1]);
  if (items.length === 0) return null;
  const largest = items[0][1] || 1;
  const shown = all ? items : items.slice(0, most);
  return html`<div class="bars">
    <h2>${title}</h2>
    <ul>
      ${shown.map(([name, count]) => html`<li key=${name}>
        <a href=${linkTo(name)}><span class="name">${words(name)}</span><span class="figure">${number(count)}</span>
          <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width=${(100 * count) / largest} height="1" /></svg>
        </a></li>`)}
    </ul>
    ${items.length > most ? html`<button type="button" class="quiet" onClick=${() => showAll(!all)}>${all ? "Fewer" : `All ${items.length}`}</button>` : null}
  </div>`;
}
