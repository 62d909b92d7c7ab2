// Programs that judge, optbug and mirror made and ran, what the language models cost, and the papers' tables beside ours.
import { html } from "../h.js";
import { useAnswer } from "../data.js";
import { go, to } from "../route.js";
import { number, text } from "../text.js";
import { Await, Empty, Note, Running, Section } from "../parts/basics.js";
import { Chips } from "../parts/choice.js";
import { Pager } from "../parts/pager.js";
import { ProgramTable } from "../parts/program_table.js";
import { SearchBox } from "../parts/search_box.js";
import { Grid, Table } from "../parts/table.js";
import { Tabs } from "../parts/tabs.js";

const kSize = 50;
export const pipelines = [
  ["judge", "Judge", "APIs checked against their documentation", "assay judge --api torch.nn.functional.pad --store assay.db"],
  ["optbug", "Optbug", "programs that optimise models", "assay optbug run --framework torch --store assay.db"],
  ["mirror", "Mirror", "programs translated from one framework to another", "assay mirror run --pool --to jax --store assay.db"],
];

export function Programs({ pipeline, query }) {
  const [name, , about, command] = pipelines.find(([one]) => one === pipeline) ?? pipelines[0];
  const page = Math.max(1, Math.floor(Number(query.page)) || 1);
  const offset = page > 1 ? (page - 1) * kSize : undefined;
  const list = useAnswer("/api/programs", { pipeline: name, q: query.q, status: query.status, limit: kSize, offset });
  const linkTo = (change) => to(["programs", name], { ...query, page: "", ...change });
  return html`<div class="head"><h1>Programs</h1>
      <${SearchBox} label="Search programs" value=${query.q} onSearch=${(q) => go(linkTo({ q }), { replace: true })} /></div>
    <${Tabs} label="Pipelines" items=${pipelines.map(([one, label]) => [label, to(["programs", one]), one === name])} />
    <p class="note">${about}</p>
    <${Await} of=${list}>${(answer) => html`
      ${answer.note ? html`<p class="banner"><${Running}>${answer.note}<//></p>` : null}
      ${several(answer.statuses) ? html`<${Chips} value=${query.status} choices=${Object.entries(answer.statuses).filter(([one]) => one)}
        linkTo=${(status) => linkTo({ status })} />` : null}
      ${answer.total ? html`<${ProgramTable} pipeline=${name} programs=${answer.programs} unit=${answer.unit} />
        <${Pager} page=${page} size=${kSize} total=${answer.total} what=${text(answer.unit) || "programs"} linkTo=${(goal) => linkTo({ page: goal > 1 ? goal : "" })} />`
        : query.q || query.status ? html`<${Empty}>Nothing matches. <a href=${to(["programs", name])}>Show all</a><//>`
        : html`<${Empty} command=${command}>No program was kept. This makes some:<//>`}
      <${Usage} usage=${answer.usage} />
      ${(answer.table ?? []).map((table, i) => html`<${PaperTable} key=${i} table=${table} i=${i} />`)}`}<//>`;
}

const several = (statuses) => Object.keys(statuses ?? {}).filter(Boolean).length > 1;

function Usage({ usage = [] }) {
  if (usage.length === 0) return null;
  return html`<${Section} title="Language models" id="usage"><${Table} cards caption="What the language models answered" rows=${usage} columns=${[
    { name: "provider", label: "Provider" },
    { name: "model", label: "Model", wide: true },
    { name: "answers", tag: "answers", label: "Answers", figure: true },
    { name: "tokens", tag: "tokens", label: "Tokens", figure: true },
    { name: "cost", tag: "cost", label: "Cost", figure: true, cell: (row) => (row.cost === undefined || row.cost === null ? "–" : number(row.cost)) },
  ]} /><//>`;
}

// Rows as lists of texts, or as {name, ours, paper}.
function PaperTable({ table, i }) {
  const asLists = (table.rows ?? []).map((row) => (Array.isArray(row) ? row : [row.name, row.ours, row.paper]));
  return html`<${Section} title=${text(table.title)} id=${`table-${i}`}>
    <${Grid} title=${text(table.title)} header=${table.header ?? ["", "ours", "paper"]} rows=${asLists} /><${Note} of=${table.note} />
  <//>`;
}
