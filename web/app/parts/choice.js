// Choosing one of several: as a list that folds out, as chips in a row that are links, or as a switch.
import { html } from "../h.js";
import { number, text } from "../text.js";

// choices: [[value, label]]
export const Choice = ({ label, away = false, value, choices, onChoose }) => html`<label>
  <span class=${away ? "away" : ""}>${label}</span>${" "}
  <select value=${value} onChange=${(event) => onChoose(event.currentTarget.value)}>
    ${choices.map(([name, shown]) => html`<option key=${name} value=${name}>${shown ?? name}</option>`)}
  </select>
</label>`;

// choices: [[value, count]]; the value "" stands for all.
export const Chips = ({ value = "", choices, linkTo }) => html`<p class="chosen">
  ${[["", undefined], ...choices].map(([name, count]) => html`
    <a class="chip" key=${name} href=${linkTo(name)} aria-current=${value === name ? "true" : undefined}>
      ${text(name) || "all"}${count === undefined ? "" : html` <span class="soft">${number(count)}</span>`}</a>`)}
</p>`;

// Two or three views of the same list side by side; items: [[label, address, current]]
export const Switch = ({ label, items }) => html`<span class="switch" role="group" aria-label=${label}>
  ${items.map(([name, address, current]) => html`<a key=${name} href=${address} aria-current=${current ? "true" : undefined}>${name}</a>`)}
</span>`;
