// The life of a finding: history, labels, state, and its relatives.
import { html } from "../h.js";
import { useAnswer } from "../data.js";
import { to } from "../route.js";
import { text } from "../text.js";
import { Section } from "./basics.js";
import { Forms } from "./label_form.js";
import { History } from "./timeline.js";

export function Life({ finding, again }) {
  const overview = useAnswer("/api/overview");
  return html`<${Section} title="Life" id="life">
    <div class="life">
      ${finding.history?.length
        ? html`<${History} events=${finding.history} />`
        : html`<p class="note">First seen ${text(finding.first_seen)} UTC, last seen ${text(finding.last_seen)} UTC.</p>`}
      ${overview.answer ? html`<${Changes} finding=${finding} again=${again} readonly=${overview.answer.readonly !== false} />` : null}
    </div>
  <//>`;
}

function Changes({ finding, again, readonly }) {
  const label = finding.labels?.current ? ` Label: ${text(finding.labels.current)}.` : "";
  if (readonly) return html`<p class="note">These pages are read-only.${label}</p>`;
  return html`<${Forms} finding=${finding} onDone=${again} />`;
}

export function Related({ related }) {
  if (!related?.length) return null;
  return html`<${Section} title="Related findings" id="related"><ul class="plain">
    ${related.map((other) => html`<li><a href=${to(["findings", other.id])}>${text(other.title || other.id)}</a> <span class="note">${text(other.why)}</span></li>`)}
  </ul><//>`;
}
