// All findings: search, filters, groups, order, pages. Everything chosen is in the address.
import { html, useEffect, useRef, useState } from "../h.js";
import { useAnswer } from "../data.js";
import { useKeys } from "../keys.js";
import { useNews } from "../live.js";
import { go, to } from "../route.js";
import { plural, words } from "../text.js";
import { Await, Empty } from "../parts/basics.js";
import { Choice, Switch } from "../parts/choice.js";
import { Facets } from "../parts/facets.js";
import { FindingList } from "../parts/finding_list.js";
import { Pager } from "../parts/pager.js";
import { SearchBox } from "../parts/search_box.js";
import { rememberList } from "../list_memory.js";

const kSize = 50;
const facetNames = [
  ["kind", "Kind"], ["state", "State"], ["target", "Target"], ["framework", "Framework"], ["version", "Version"], ["class", "Class"], ["producer", "Producer"],
];
const filterNames = [...facetNames.map(([name]) => name), "label", "campaign", "grouping"];
const sorts = [["realism", "realism"], ["severity", "severity"], ["newest", "newest"], ["count", "most seen"], ["target", "target"]];
const labels = [["", "any"], ["none"], ["true"], ["known"], ["unsure"], ["false"]];
const firstOrder = (sort) => (sort === "target" ? "asc" : "desc");

// One row per bug unless every finding is asked for (`group=0`); of one bug all findings.
export const isGrouped = (query) => (query.group ? query.group === "1" : !query.grouping);

const asked = (query) => {
  const page = Math.max(1, Math.floor(Number(query.page)) || 1);
  const { page: _, ...rest } = query;
  const known = Object.fromEntries(Object.entries(rest).filter(([name]) => [...filterNames, "q", "sort", "order", "group"].includes(name)));
  return { page, query: { ...known, group: isGrouped(query) ? "1" : "0", limit: kSize, offset: page > 1 ? (page - 1) * kSize : undefined } };
};

export function Findings({ query }) {
  const { page, query: ask } = asked(query);
  const list = useAnswer("/api/findings", ask, { keep: true });
  const linkTo = (change) => to(["findings"], { ...query, page: "", ...change });
  const sort = { by: query.sort ?? "realism", order: query.order ?? firstOrder(query.sort ?? "realism") };
  const onSort = (by) => go(linkTo({ sort: by, order: by === sort.by && sort.order === firstOrder(by) ? (firstOrder(by) === "asc" ? "desc" : "asc") : "" }));
  const rows = list.answer?.findings ?? [];
  const grouped = isGrouped(query);
  const selected = useRowKeys(rows, list.answer, page, linkTo);
  const [fresh, setFresh] = useState(0);
  useNews((type) => type === "finding" && setFresh((count) => count + 1), []);
  useEffect(() => list.answer && rememberList(rows.map((row) => row.id), location.hash), [list.answer]);

  return html`<div class="head"><h1>Findings</h1>
      <${SearchBox} label="Search findings" placeholder="Search: title, message, target, id" value=${query.q} onSearch=${(q) => go(linkTo({ q }), { replace: true })} /></div>
    <${Chosen} query=${query} linkTo=${linkTo} />
    ${fresh ? html`<p class="banner" role="status">${plural(fresh, "new finding")} since this list was made.
      ${" "}<button type="button" onClick=${() => (setFresh(0), list.again())}>Show</button></p>` : null}
    <div class="with-side">
      <details class="side-box" open=${matchMedia("(min-width: 56rem)").matches}>
        <summary>Filters</summary>
        <${Facets} names=${facetNames} facets=${list.answer?.facets} named=${{ class: list.answer?.class_names }} query=${query} linkTo=${linkTo} />
        ${grouped ? html`<p class="note">The numbers count findings; the list shows each bug once, by its finding that was seen most often.</p>` : null}
      </details>
      <div class="main-box" aria-busy=${list.loading}>
        <div class="list-tools">
          <${Choice} label="Sort" value=${sort.by} choices=${sorts} onChoose=${(by) => go(linkTo({ sort: by, order: "" }))} />
          <${Choice} label="Label" value=${query.label ?? ""} choices=${labels} onChoose=${(label) => go(linkTo({ label }))} />
          <${Switch} label="Rows" items=${[["One per bug", linkTo({ group: query.grouping ? "1" : "" }), grouped], ["Every finding", linkTo({ group: query.grouping ? "" : "0" }), !grouped]]} />
        </div>
        <${Await} of=${list}>${(answer) => answer.total === 0 ? html`<${Nothing} query=${query} />` : html`
          <${FindingList} findings=${answer.findings} caption="Findings" sort=${sort} onSort=${onSort} selected=${selected} />
          <${Pager} page=${page} size=${kSize} total=${answer.total} what=${grouped ? "distinct bugs" : "findings"} linkTo=${(goal) => linkTo({ page: goal > 1 ? goal : "" })} />`}<//>
      </div>
    </div>`;
}

// j and k walk through the rows, Enter opens one; n and p turn pages.
function useRowKeys(rows, answer, page, linkTo) {
  const [selected, select] = useState(-1);
  const now = useRef(-1);
  const move = (step) => {
    now.current = Math.max(0, Math.min(rows.length - 1, now.current + step));
    select(now.current);
    const links = document.querySelectorAll("tr[data-id] a.what");
    links[now.current]?.focus();
    links[now.current]?.scrollIntoView({ block: "nearest" });
  };
  const turn = (goal) => goal >= 1 && answer && (goal - 1) * kSize < answer.total && go(linkTo({ page: goal > 1 ? goal : "" }));
  useEffect(() => {
    now.current = -1;
    select(-1);
  }, [answer?.offset, answer?.total]);
  useKeys({ j: () => move(1), k: () => move(-1), n: () => turn(page + 1), p: () => turn(page - 1) }, [rows, page]);
  return selected;
}

function Chosen({ query, linkTo }) {
  const chosen = filterNames.filter((name) => query[name]);
  if (chosen.length === 0) return null;
  return html`<p class="chosen">${chosen.map((name) => html`<a class="chip" href=${linkTo({ [name]: "" })} aria-label=${`Remove filter ${name}: ${words(query[name])}`}>
    <span class="soft">${name}</span> ${words(query[name])} <span aria-hidden="true">×</span></a>`)}
    ${chosen.length > 1 ? html`<a href=${to(["findings"], { q: query.q, sort: query.sort, group: query.group })}>Clear all</a>` : null}</p>`;
}

function Nothing({ query }) {
  const narrowed = query.q || filterNames.some((name) => query[name]);
  return narrowed
    ? html`<${Empty}>No finding matches. <a href=${to(["findings"])}>Show all</a><//>`
    : html`<${Empty} command="assay fuzz --targets onnxruntime">No findings so far.
        ${" "}Campaigns, <code>assay check</code>, <code>assay judge</code> and the like fill this page when they write to this store:<//>`;
}
