// Views of one thing side by side: links, since each has its address.
import { html } from "../h.js";

// items: [[label, address, current, count]]
export const Tabs = ({ label, items }) => html`<nav class="tabs" aria-label=${label}>
  ${items.map(([name, address, current, count]) => html`<a href=${address} aria-current=${current ? "page" : undefined}>
    ${name}${count !== undefined ? html` <span class="count">${count}</span>` : null}</a>`)}
</nav>`;
