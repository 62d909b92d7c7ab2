// The database of bugs: what is known of each, whether both sides were seen, and which testing tools find them.
import { html } from "../h.js";
import { useAnswer } from "../data.js";
import { go, to } from "../route.js";
import { text } from "../text.js";
import { Await, Badge, Empty, Link, Running } from "../parts/basics.js";
import { Chips } from "../parts/choice.js";
import { Pager } from "../parts/pager.js";
import { Scoreboard } from "../parts/scoreboard.js";
import { SearchBox } from "../parts/search_box.js";
import { Table } from "../parts/table.js";
import { Tabs } from "../parts/tabs.js";

const kSize = 100;

export function Bugs({ view, query }) {
  const here = view === "scoreboard" ? ["bugs", "scoreboard"] : ["bugs"];
  return html`<div class="head"><h1>Bug database</h1>
      <${SearchBox} label="Search bugs" value=${query.q} onSearch=${(q) => go(to(here, { ...query, q, page: "" }), { replace: true })} /></div>
    <${Tabs} label="Views" items=${[["Database", to(["bugs"]), here.length === 1], ["Scoreboard", to(["bugs", "scoreboard"]), here.length === 2]]} />
    ${here.length === 2 ? html`<${Scoreboard} query=${query} />` : html`<${Database} query=${query} />`}`;
}

// The bug was seen on the version that has it, and gone on the one that mends it.
function sides(row) {
  const seen = row.verified;
  if (!seen) return html`<span class="note" title=${text(row.unavailable) || "`assay bugs verify` runs both sides"}>${row.unavailable ? "not available" : "not tried"}</span>`;
  if (seen.holds === false || seen.buggy === false || seen.fixed === false)
    return html`<${Badge} kind="bad" title=${text(seen.reason)}>does not hold<//>`;
  const messages = seen.messages ?? {};
  const title = [messages.buggy && `buggy: ${text(messages.buggy)}`, messages.fixed && `fixed: ${text(messages.fixed)}`, seen.when].filter(Boolean).join("\n");
  return html`<${Badge} kind="good" title=${title}>shows, then gone<//>`;
}

const columns = [
  { name: "id", label: "Bug", clip: true, cell: (row) => html`<${Link} to=${row.link}><strong>${text(row.id)}</strong><//> <span class="note">${text(row.library)}</span>` },
  { name: "title", label: "What", wide: true },
  { name: "type", label: "Type" },
  { name: "api", label: "API", clip: true, cell: (row) => html`<code title=${text(row.api)}>${text(row.api)}</code>` },
  { name: "device", label: "Device", hide: "phone" },
  { name: "version", label: "Buggy" },
  { name: "fixed", label: "Fixed" },
  { name: "sides", label: "Both sides", cell: sides },
];

function Database({ query }) {
  const list = useAnswer("/api/bugs", { library: query.library }, { keep: true });
  const page = Math.max(1, Math.floor(Number(query.page)) || 1);
  const linkTo = (change) => to(["bugs"], { ...query, page: "", ...change });
  return html`<${Await} of=${list}>${(answer) => {
    if (!answer.bugs?.length && !query.library)
      return html`<${Empty} command="assay serve --db FOLDER">${answer.note ? html`<${Running}>${answer.note}<//>` : "There is no bug database here. This shows one:"}<//>`;
    const wanted = (query.q ?? "").toLowerCase();
    const rows = answer.bugs.filter((row) => [row.id, row.title, row.type, row.api, row.library].join(" ").toLowerCase().includes(wanted));
    return html`
      <${Chips} value=${query.library} choices=${(answer.libraries ?? []).map((one) => [one.name, one.bugs])} linkTo=${(library) => linkTo({ library })} />
      ${rows.length ? html`<${Table} cards caption="Bugs" columns=${columns} rows=${rows.slice((page - 1) * kSize, page * kSize)} rowKey=${(row) => `${row.library}/${row.id}`} />
        <${Pager} page=${page} size=${kSize} total=${rows.length} what="bugs" linkTo=${(goal) => linkTo({ page: goal > 1 ? goal : "" })} />`
        : html`<${Empty}>No bug matches.<//>`}`;
  }}<//>`;
}
