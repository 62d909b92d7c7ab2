// Findings, one row each.
import { html } from "../h.js";
import { to } from "../route.js";
import { number, text } from "../text.js";
import { Badge, Time, Word } from "./basics.js";
import { Table } from "./table.js";
import { classText } from "./words.js";

const what = (linkTo) => (row) => html`<a class="what" href=${linkTo(row)}>${text(row.title || row.message || row.id)}</a>
  <div class="under"><code>${text(row.id)}</code>
    ${row.producer ? html` <span>${text(row.producer)}</span>` : null}
    ${row.class ? html` <span>${classText(row)}</span>` : null}
    ${row.label ? html` <${Badge} kind="accent">${text(row.label)}<//>` : null}
    ${row.known ? html` <${Badge} kind="dim" title=${text(row.known)}>known<//>` : null}
    ${row.members > 1 ? html` <a href=${to(["findings"], { grouping: row.grouping || row.id })}>${number(row.members)} findings of this bug</a>` : null}</div>`;

const columnsOf = (linkTo) => [
  { name: "title", label: "Finding", wide: true, cell: what(linkTo) },
  { name: "kind", label: "Kind", cell: (row) => html`<${Word} of=${row.kind} title=${row.stage ? `while: ${row.stage}` : undefined} />` },
  { name: "target", label: "Target", sort: "target", cell: (row) => html`<span class="target">${text(row.target)}</span> <span class="note version">${text(row.version)}</span>` },
  { name: "state", label: "State", cell: (row) => html`<${Word} of=${row.state} />` },
  { name: "severity", label: "Severity", figure: true, sort: "severity", hide: "phone" },
  { name: "realism", label: "Realism", figure: true, sort: "realism", hide: "phone" },
  { name: "nodes", label: "Nodes", figure: true, hide: "phone", cell: (row) => (row.nodes ? number(row.nodes) : "") },
  { name: "count", label: "Seen", figure: true, sort: "count", hide: "phone", cell: (row) => number(row.hits ?? row.count) },
  { name: "first_seen", label: "Found", sort: "newest", cell: (row) => html`<${Time} at=${row.first_seen} />` },
];

export function FindingList({ findings, caption, sort, onSort, selected = -1, linkTo = (row) => to(["findings", row.id]) }) {
  return html`<${Table} cards caption=${caption} columns=${columnsOf(linkTo)} rows=${findings} rowKey=${(row) => row.id} sort=${sort} onSort=${onSort}
    rowClass=${(_, i) => (i === selected ? "selected" : "")} rowProps=${(row) => ({ "data-id": row.id })} />`;
}
