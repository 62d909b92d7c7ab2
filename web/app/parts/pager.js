// "51–100 of 1,234" with links to the neighbours.
import { html } from "../h.js";
import { number } from "../text.js";

// `linkTo(page)`: the address of a page; pages count from 1.
export function Pager({ page, size, total, linkTo, what }) {
  const last = Math.max(1, Math.ceil(total / size));
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  const step = (goal, label, rel) =>
    goal >= 1 && goal <= last && goal !== page
      ? html`<a class="button" href=${linkTo(goal)} rel=${rel} aria-label=${`${label} page`}>${label}</a>`
      : html`<span class="button off" aria-hidden="true">${label}</span>`;
  return html`<nav class="pager" aria-label=${`Pages of ${what}`}>
    <span class="count" role="status">${number(from)}–${number(Math.min(total, page * size))} of ${number(total)} ${what}</span>
    ${last > 1 ? html`<span class="steps">
      ${step(1, "First")}${step(page - 1, "Previous", "prev")}
      <span class="where">${number(page)} / ${number(last)}</span>
      ${step(page + 1, "Next", "next")}${step(last, "Last")}
    </span>` : null}
  </nav>`;
}
