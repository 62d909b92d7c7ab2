// Campaigns, one row each.
import { html } from "../h.js";
import { to } from "../route.js";
import { duration, number, percent, text } from "../text.js";
import { Badge, Time } from "./basics.js";
import { Table } from "./table.js";

export const CampaignState = ({ campaign }) =>
  campaign.running ? html`<${Badge} kind="live">running<//>${campaign.dried_up ? html` <${Badge} kind="warn">dried up<//>` : null}`
  : campaign.dried_up ? html`<${Badge} kind="warn">dried up<//>` : html`<${Badge} kind="dim">ended<//>`;

const targetsText = (row) => (row.targets ?? []).map(text).join(", ");

const columns = [
  { name: "id", label: "Campaign", wide: true, cell: (row) => html`<a href=${to(["campaigns", row.id])}><strong>${text(row.id)}</strong> ${text(row.title || row.producer)}</a>` },
  { name: "state", label: "State", cell: (row) => html`<${CampaignState} campaign=${row} />` },
  { name: "targets", label: "Targets", clip: true, hide: "phone", cell: (row) => html`<span title=${targetsText(row)}>${targetsText(row)}</span>` },
  { name: "cases", tag: "cases", label: "Cases", figure: true },
  { name: "cases_per_second", tag: "per second", label: "Cases/s", figure: true },
  { name: "legal_rate", tag: "legal", label: "Legal", figure: true, cell: (row) => percent(row.legal_rate) },
  { name: "findings", tag: "new findings", label: "New findings", figure: true, cell: (row) => row.findings ? html`<a href=${to(["findings"], { campaign: row.id, group: 0 })}>${number(row.findings)}</a>` : "0" },
  { name: "seconds", tag: "time", label: "Time", figure: true, cell: (row) => duration(row.seconds) },
  { name: "started", tag: "started", label: "Started", cell: (row) => html`<${Time} at=${row.started} />` },
];

// `chosen`, `onChoose(id)`: with boxes to tick, for comparing.
export function CampaignTable({ campaigns, chosen, onChoose }) {
  const box = {
    name: "choose", label: html`<span class="away">Compare</span>`,
    cell: ({ id }) => html`<input type="checkbox" checked=${chosen.includes(String(id))} onChange=${() => onChoose(String(id))} aria-label=${`Compare campaign ${text(id)}`} />`,
  };
  return html`<${Table} cards caption="Campaigns" columns=${chosen ? [box, ...columns] : columns} rows=${campaigns} rowKey=${(row) => row.id} />`;
}
