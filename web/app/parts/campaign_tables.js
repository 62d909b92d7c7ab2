// What a campaign did, target by target and mutator by mutator.
import { html } from "../h.js";
import { to } from "../route.js";
import { duration, number, percent, plural, text } from "../text.js";
import { Pairs, Section, Share } from "./basics.js";
import { Code } from "./copy.js";
import { Table } from "./table.js";

// "wrong 12, crash 1": whatever has no column of its own
const statusText = (row) => Object.entries(row.statuses ?? {})
  .filter(([name]) => name !== "ok" && name !== "unsupported")
  .sort((a, b) => b[1] - a[1])
  .map(([name, count]) => `${name} ${number(count)}`)
  .join(", ");

export function TargetTable({ targets = [] }) {
  if (targets.length === 0 || typeof targets[0] !== "object") return html`<p class="note">${targets.map(text).join(", ") || "No target has answered yet."}</p>`;
  return html`<${Table} cards caption="Targets of this campaign" rows=${targets} rowKey=${(row) => row.name} columns=${[
    { name: "name", label: "Target", cell: (row) => html`<a href=${to(["findings"], { target: row.name })}>${text(row.name)}</a>` },
    { name: "cases", tag: "cases", label: "Cases", figure: true },
    { name: "cases_per_second", tag: "per second", label: "Cases/s", figure: true },
    { name: "ok", tag: "right", label: "Right", figure: true },
    { name: "unsupported", tag: "not supported", label: "Not supported", figure: true },
    { name: "statuses", label: "Otherwise", wide: true, cell: statusText },
    { name: "seconds", tag: "time", label: "Time", figure: true, cell: (row) => duration(row.seconds) },
    { name: "share", label: "Share of time", hide: "phone", cell: (row) => (row.share === undefined ? "" : html`<${Share} value=${row.share} label=${percent(row.share)} />`) },
  ]} />`;
}

// What a mutator promises of its result, in words.
const promises = { "same bits": "the result must stay the same to the bit", close: "the result must stay the same up to rounding", changes: "it is another function" };

const mutatorColumns = [
  { name: "name", label: "Mutator", cell: (row) => html`<code>${text(row.name)}</code>` },
  { name: "meaning", label: "What it does", wide: true },
  { name: "promise", label: "Result", cell: (row) => (row.promise ? html`<span title=${promises[row.promise]}>${text(row.promise)}</span>` : "") },
  { name: "applied", tag: "applied", label: "Applied", figure: true },
  { name: "refused", tag: "refused", label: "Refused", figure: true },
  { name: "invalid", tag: "invalid", label: "Invalid", figure: true },
];

export function MutatorTable({ mutators = [] }) {
  if (mutators.length === 0) return null;
  const times = mutators.reduce((sum, row) => sum + (row.applied ?? 0), 0);
  const rows = [...mutators].sort((a, b) => (b.applied ?? 0) - (a.applied ?? 0));
  return html`<${Section} title="Mutators" id="mutators">
    <details><summary>${plural(mutators.length, "mutator")}, ${number(times)} times applied</summary>
      <p class="note">Each changes one place of a model. Result: ${Object.entries(promises).map(([name, words]) => `${name}, ${words}`).join("; ")}.
        ${" "}Refused: by the rules for legal models or the official checker. Invalid: no result, or one beyond the range that can be judged.</p>
      <${Table} cards caption="Mutators" rows=${rows} rowKey=${(row) => row.name} columns=${mutatorColumns} /></details><//>`;
}

// Reasons are kept without what differs from case to case: numbers as #, quoted names as ''. Targets with the same reason share a row.
export function gapsByReason(gaps) {
  const rows = new Map();
  for (const gap of gaps) {
    const why = text(gap.why).replace(/(['"`])\1/g, "$1…$1").replace(/#/g, "…");
    const row = rows.get(why) ?? { why, targets: [], count: 0 };
    row.targets.push(text(gap.target));
    row.count += gap.count ?? 0;
    rows.set(why, row);
  }
  return [...rows.values()].sort((a, b) => b.count - a.count);
}

function workText(item) {
  if (typeof item !== "object") return text(item);
  const parts = [item.target, item.case !== undefined && `case ${item.case}`, item.recipe, item.stage, item.seconds !== undefined && duration(item.seconds)];
  return parts.filter(Boolean).map(text).join(" · ");
}

export function CurrentWork({ work = [] }) {
  if (!Array.isArray(work) || work.length === 0) return null;
  return html`<${Section} title="Running now" id="now"><ul class="plain">${work.map((item) => html`<li>${workText(item)}</li>`)}</ul><//>`;
}

export function Config({ campaign }) {
  const gaps = campaign.gaps ?? [];
  return html`<${Section} title="Settings" id="settings">
    <${Pairs} rows=${[
      ["Producer", text(campaign.producer)],
      ["Method", text(campaign.method)],
      ["Seed", text(campaign.seed)],
      ["Started", campaign.started && `${campaign.started} UTC`],
      ["Last sign", campaign.last && `${campaign.last} UTC`],
    ]} />
    ${campaign.config ? html`<details><summary>All settings</summary><${Code} value=${JSON.stringify(campaign.config, null, 1)} of="settings" /></details>` : null}
    ${gaps.length ? html`<details><summary>What targets did not support</summary>
      <p class="note">The most frequent reasons; … stands for numbers and names that differ from case to case.</p>
      <${Table} cards caption="What targets did not support" rows=${gapsByReason(gaps)} columns=${[
        { name: "why", label: "Why", wide: true },
        { name: "targets", tag: "of", label: "Targets", clip: true, cell: (row) => html`<span title=${row.targets.join(", ")}>${row.targets.join(", ")}</span>` },
        { name: "count", tag: "cases", label: "Cases, all together", figure: true },
      ]} /></details>` : null}
  <//>`;
}
