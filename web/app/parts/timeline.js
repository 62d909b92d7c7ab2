// Versions in their order: where the failure shows and where not.
import { html } from "../h.js";
import { sameVersion, text } from "../text.js";

const signs = { good: "✓", bad: "✗", unknown: "?", "not installed": "–" };

export function Timeline({ versions, current }) {
  return html`<ol class="timeline" aria-label="Versions">
    ${versions.map(({ version, state }) => html`<li class=${text(state).replace(" ", "-")} aria-current=${sameVersion(version, current) ? "true" : undefined}>
      <span class="sign" aria-hidden="true">${signs[state] ?? "?"}</span>
      <span class="version">${text(version)}</span><span class="state">${text(state)}</span>
    </li>`)}
  </ol>`;
}

// What happened to a finding, newest last.
export function History({ events }) {
  return html`<ol class="history">
    ${events.map((event) => html`<li>
      <time datetime=${`${text(event.time).replace(" ", "T")}Z`}>${text(event.time)}</time>
      <span><strong>${text(event.event)}</strong>
        ${event.target || event.version ? html` <span class="note">${[event.target, event.version, event.machine ? `on ${text(event.machine)}` : ""].filter(Boolean).map(text).join(" ")}</span>` : null}
        ${event.message ? html`<br /><span class="said">${text(event.message)}</span>` : null}</span>
    </li>`)}
  </ol>`;
}
