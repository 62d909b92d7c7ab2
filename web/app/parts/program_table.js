// The programs of a pipeline, one row each: what it is and its details first, then the columns that the pipeline has something to say in.
import { html, useState } from "../h.js";
import { to } from "../route.js";
import { number, text } from "../text.js";
import { Link, Running, Word } from "./basics.js";
import { Program } from "./program_parts.js";
import { Grid, Table } from "./table.js";

// "jax-ml/jax#11467", as reports of programs name issues, or an address.
export function issueAddress(issue) {
  const named = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(text(issue));
  return named ? `https://github.com/${named[1]}/issues/${named[2]}` : text(issue);
}

const issue = (row) => (row.issue ? html`<${Link} to=${issueAddress(row.issue)}>${text(row.issue)}<//>` : "");

const headings = {
  judge: (row) => text(row.api),
  optbug: (row) => text(row.api),
  mirror: (row) => text(row.source || row.api),
};
// What stands below the name, beside the number.
const aboutOf = {
  judge: (row) => [row.framework],
  optbug: (row) => [row.model && `model ${row.model}`],
  mirror: (row) => [row.source && row.api],
};

// Columns of figures and words, chosen for each pipeline. `status` is left to the chips above where it is the same for all.
const columnsOf = {
  judge: [
    { name: "verdict", label: "Verdicts" },
    { name: "oracle", label: "Oracles", clip: true },
    { name: "status", label: "Status" },
    { name: "confidence", tag: "confidence", label: "Confidence", figure: true },
    { name: "programs", tag: "programs", label: "Programs", figure: true },
    { name: "trials", tag: "trials", label: "Trials", figure: true },
    { name: "problem", label: "Problem", clip: true },
  ],
  optbug: [
    { name: "verdict", label: "Verdict" },
    { name: "status", label: "Status" },
    { name: "oracle", tag: "kind", label: "Kind of bug looked for" },
    { name: "rule", tag: "rule", label: "Rule" },
    { name: "relevant", tag: "relevant", label: "Relevant" },
    { name: "message", label: "Message", clip: true },
  ],
  mirror: [
    { name: "verdict", label: "Verdict" },
    { name: "status", label: "Status" },
    { name: "oracle", tag: "here", label: "Symptom here" },
    { name: "expected", tag: "there", label: "Symptom at the source" },
    { name: "issue", tag: "issue", label: "Issue", cell: issue },
    { name: "programs", tag: "programs", label: "Programs", figure: true },
    { name: "trials", tag: "trials", label: "Trials", figure: true },
    { name: "tokens", tag: "tokens", label: "Tokens", figure: true },
    { name: "cost", tag: "cost", label: "Cost", figure: true },
    { name: "why", label: "Why not", clip: true },
    { name: "message", label: "Message", clip: true },
    { name: "problem", label: "Problem", clip: true },
  ],
};

const says = (value) => value !== undefined && value !== null && value !== "" && value !== 0;

// A column in which every row says nothing, or 0, is left out.
export const columnsFor = (pipeline, programs) => (columnsOf[pipeline] ?? []).filter((column) => programs.some((row) => says(row[column.name])));

function cellOf(column) {
  if (column.cell) return column.cell;
  if (column.name === "verdict") return (row) => (/^\d/.test(text(row.verdict)) ? text(row.verdict) : html`<${Word} of=${row.verdict} />`);
  if (column.clip) return (row) => html`<span title=${text(row[column.name])}>${text(row[column.name])}</span>`;
  return (row) => (typeof row[column.name] === "number" ? number(row[column.name]) : text(row[column.name]));
}

// What rules tried of an API: each oracle with what it holds against what.
const Tried = ({ tried }) => html`<${Grid} title="What was tried" header=${["oracle", "what is compared", "verdicts"]}
  rows=${tried.map((one) => [text(one.oracle), text(one.meaning), text(one.verdicts)])} />`;

// The programs that are kept of an API, each with the documentation that it stands beside. Of another API than the row's only the sentence is known.
export const keptPrograms = (row) => (row.kept?.programs ?? []).map((one) => ({
  ...one, api: one.documentation?.api || row.api, documentation: { ...one.documentation, text: one.documentation?.own ? row.kept.documentation : "" },
}));

// Made when it is opened: a page has hundreds of these.
function Folded({ summary, children }) {
  const [open, setOpen] = useState(false);
  return html`<details class="row" onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${summary}</summary>${open ? children() : null}</details>`;
}

const Kept = ({ program }) => html`<${Folded} summary=${html`<code>${text(program.oracle)}</code> <${Word} of=${text(program.verdict)} />
    <span class="note"><${Running}>${program.expected}<//></span>`}>${() => html`
  ${program.finding ? html`<p><a href=${to(["findings", program.finding])}>finding ${text(program.finding)}</a></p>` : null}<${Program} program=${program} />`}<//>`;

function KeptPrograms({ row }) {
  const programs = keptPrograms(row), left = row.kept.left_out;
  return html`<${Folded} summary="Programs and evidence">${() => html`
    ${row.problem ? html`<p class="said"><${Running}>${text(row.problem)}<//></p>` : null}
    ${row.tried?.length ? html`<${Tried} tried=${row.tried} />` : null}
    ${programs.map((program, i) => html`<${Kept} key=${i} program=${program} />`)}
    ${left ? html`<p class="note">${number(left)} more that show less were too long to be kept.</p>` : null}`}<//>`;
}

function Details({ row }) {
  if (row.kept?.programs?.length) return html`<${KeptPrograms} row=${row} />`;
  if (row.text) return html`<details class="row"><summary>Program${row.documentation?.sentence ? " and evidence" : ""}</summary><${Program} program=${row} /></details>`;
  const said = [row.reason, row.problem, row.message].filter(Boolean).map(text);
  if (!row.tried?.length && said.length === 0) return null;
  return html`<details class="row"><summary>Details</summary>${said.map((one) => html`<p class="said"><${Running}>${one}<//></p>`)}
    ${row.tried?.length ? html`<${Tried} tried=${row.tried} />` : null}</details>`;
}

const findingsOf = (row) => (row.findings?.length ? row.findings : [row.finding].filter(Boolean));

const first = (pipeline) => (row) => html`<code class="subject">${headings[pipeline](row) || text(row.id)}</code>
  <div class="under"><span>${text(row.id)}</span>
    ${aboutOf[pipeline](row).filter(Boolean).map((one) => html` <span>${text(one)}</span>`)}
    ${findingsOf(row).map((id) => html` <a key=${id} href=${to(["findings", id])}>finding ${text(id)}</a>`)}</div>
  <${Details} row=${row} />`;

const unitNames = { APIs: "API", "pairs of APIs": "Pair of APIs" };

export function ProgramTable({ pipeline, programs, unit = "programs" }) {
  const columns = [
    { name: "first", label: unitNames[unit] ?? "Program", wide: true, cell: first(pipeline) },
    ...columnsFor(pipeline, programs).map((column) => ({ ...column, cell: cellOf(column) })),
  ];
  return html`<${Table} cards caption="Programs" columns=${columns} rows=${programs} rowKey=${(row) => row.id} />`;
}
