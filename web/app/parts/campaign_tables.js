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
  return html`<${Table} caption="Targets of this campaign" rows=${targets} rowKey=${(row) => row.name} columns=${[
    { name: "name", label: "Target", cell: (row) => html`<a href=${to(["findings"], { target: row.name })}>${text(row.name)}</a>` },
    { name: "cases", label: "Cases", figure: true },
    { name: "cases_per_second", label: "Cases/s", figure: true },
    { name: "ok", label: "Right", figure: true },
    { name: "unsupported", label: "Unsupported", figure: true },
    { name: "statuses", label: "Otherwise", wide: true, cell: statusText },
    { name: "seconds", label: "Time", figure: true, cell: (row) => duration(row.seconds) },
    { name: "share", label: "Share of time", cell: (row) => (row.share === undefined ? "" : html`<${Share} value=${row.share} label=${percent(row.share)} />`) },
  ]} />`;
}

export function MutatorTable({ mutators = [] }) {
  if (mutators.length === 0) return null;
  return html`<${Section} title="Mutators" id="mutators">
    <details><summary>${plural(mutators.length, "mutator")}, ${number(mutators.reduce((sum, row) => sum + (row.applied ?? 0), 0))} times applied</summary><${Table} caption="Mutators" rows=${mutators} rowKey=${(row) => row.name} columns=${[
      { name: "name", label: "Mutator" },
      { name: "applied", label: "Applied", figure: true },
      { name: "refused", label: "Refused", figure: true },
      { name: "invalid", label: "Invalid", figure: true },
    ]} /></details><//>`;
}

function workText(item) {
  if (typeof item !== "object") return text(item);
  const parts = [item.target, item.case !== undefined && `case ${item.case}`, item.recipe, item.stage, item.seconds !== undefined && duration(item.seconds)];
  return parts.filter(Boolean).map(text).join(" · ");
}

export function CurrentWork({ work = [] }) {
  if (!Array.isArray(work) || work.length === 0) return null;
  return html`<${Section} title="At work now" id="now"><ul class="plain">${work.map((item) => html`<li>${workText(item)}</li>`)}</ul><//>`;
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
    ${gaps.length ? html`<details><summary>What targets did not support</summary><${Table} caption="What targets did not support" rows=${gaps} columns=${[
      { name: "target", label: "Target" }, { name: "count", label: "Cases", figure: true }, { name: "why", label: "Why", wide: true },
    ]} /></details>` : null}
  <//>`;
}
