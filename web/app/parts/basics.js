// Small things that every page uses.
import { html } from "../h.js";
import { ago, number, text } from "../text.js";

// Running text of a report: what stands between backquotes is code.
export function Running({ children }) {
  const parts = text(children).split("`");
  if (parts.length % 2 === 0) return parts.join("`"); // a backquote without its partner
  return parts.map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`));
}

export const Badge = ({ kind = "", title, children }) => html`<span class=${`badge ${kind}`} title=${title}>${children}</span>`;

// The colour says how bad, the word says it too.
const tones = {
  wrong: "bad", crash: "bad", hang: "bad", reported: "accent", fixed: "good", regressed: "bad", flaky: "dim", disputed: "dim", dismissed: "dim",
};
export const Word = ({ of, title }) => of ? html`<${Badge} kind=${tones[of] ?? ""} title=${title}>${text(of)}<//>` : null;

export const Time = ({ at }) => (at ? html`<time datetime=${`${at.replace(" ", "T")}Z`} title=${`${at} UTC`}>${ago(at)}</time>` : "–");

// Key figures of a page: [[label, value, hint]]
export function Tiles({ items }) {
  return html`<dl class="tiles">
    ${items.filter(Boolean).map(([label, value, hint]) => html`<div key=${label}>
      <dt>${label}</dt>
      <dd class="figure">${typeof value === "number" ? number(value) : value}</dd>
      ${hint ? html`<dd class="hint">${hint}</dd>` : null}
    </div>`)}
  </dl>`;
}

// A page or part without anything to show says which command fills it.
export const Empty = ({ command, children }) => html`<div class="empty">
  <p>${children}</p>
  ${command ? html`<p><code class="command">${command}</code></p>` : null}
</div>`;

// A remark for people; nothing when there is none.
export const Note = ({ of }) => (of ? html`<p class="note"><${Running}>${text(of)}<//></p>` : null);

// Out of these pages, but only to an address of the web: the text may be anybody's.
export const Link = ({ to, children }) =>
  /^https?:\/\//.test(text(to)) ? html`<a href=${to} rel="noopener noreferrer" target="_blank">${children}</a>` : html`${children}`;

export const Loading = () => html`<p class="loading" role="status">Loading …</p>`;

export const Failure = ({ error, again }) => html`<div class="failure" role="alert">
  <p><${Running}>${error.message}<//></p>
  ${again ? html`<button type="button" onClick=${again}>Try again</button>` : null}
</div>`;

// The usual three states of an answer that a page waits for; otherwise `children(answer)`.
export function Await({ of, children }) {
  if (of.answer) return html`${of.error ? html`<${Failure} error=${of.error} again=${of.again} />` : null}${children(of.answer)}`;
  return of.error ? html`<${Failure} error=${of.error} again=${of.again} />` : html`<${Loading} />`;
}

export const Section = ({ title, id, children, actions }) => html`<section class="section" aria-labelledby=${id}>
  <div class="section-head"><h2 id=${id}>${title}</h2>${actions}</div>
  ${children}
</section>`;

// [[label, value]] side by side
export const Pairs = ({ rows }) => html`<dl class="pairs">
  ${rows.filter((row) => row && row[1] !== undefined && row[1] !== null && row[1] !== "").map(
    ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
</dl>`;

// A share between 0 and 1 as a thin bar with its figure.
export const Share = ({ value, label }) => html`<span class="share">
  <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * value} height="1" /></svg><span>${label}</span>
</span>`;
