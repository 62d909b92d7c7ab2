// Filters of a list with the number of rows behind each choice.
import { html, useState } from "../h.js";
import { number, text, words } from "../text.js";

const kFew = 7;

// `named`: {facet: {value: its name}}, for values that say little by themselves.
export function Facets({ names, facets, named = {}, query, linkTo }) {
  const shown = names.filter(([name]) => query[name] || Object.keys(facets?.[name] ?? {}).length > 0);
  return html`<div class="facets">${shown.map(([name, label]) => html`
    <${Facet} key=${name} name=${name} label=${label} counts=${facets?.[name] ?? {}} meanings=${named[name] ?? {}} chosen=${query[name]} linkTo=${linkTo} />`)}</div>`;
}

function Facet({ name, label, counts, meanings, chosen, linkTo }) {
  const [all, showAll] = useState(false);
  const items = Object.entries(counts).filter(([value]) => value !== "").sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (chosen && !Object.hasOwn(counts, chosen)) items.unshift([chosen, 0]);
  // The chosen one is always in sight.
  const few = items.filter(([value], i) => all || i < kFew || value === chosen);
  return html`<div class="facet" role="group" aria-label=${label}>
    <h2>${label}</h2>
    <ul>${few.map(([value, count]) => html`<li key=${value}>
      <a href=${linkTo({ [name]: value === chosen ? "" : value })} aria-current=${value === chosen ? "true" : undefined}
        title=${value === chosen ? "Remove this filter" : undefined}>
        <span class="name">${words(value)}${Object.hasOwn(meanings, value) ? `: ${text(meanings[value])}` : ""}</span><span class="figure">${value === chosen ? "×" : number(count)}</span>
      </a></li>`)}</ul>
    ${items.length > kFew ? html`<button type="button" class="quiet" onClick=${() => showAll(!all)}>${all ? "Fewer" : `${items.length - few.length} more`}</button>` : null}
  </div>`;
}
