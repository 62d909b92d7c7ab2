// A report that was written to files has no server: what the server would compute is computed here, from all rows.
import { search } from "./route.js";

export const inReport = typeof window !== "undefined" && typeof window.assay === "object";

const facetNames = ["target", "framework", "kind", "state", "class", "version", "producer"];

export async function askReport(path, query) {
  const report = window.assay;
  if (path === "/api/findings") return findings(await need("/api/findings"), query);
  if (path === "/api/compare") return compare(query);
  if (path === "/api/programs") return programs(await need(`/api/programs?pipeline=${query.pipeline}`), query);
  const exact = await report.load(path + search(query));
  return exact ?? need(path);
}

async function need(path) {
  const answer = await window.assay.load(path);
  if (answer === undefined) throw new Error("This report does not hold that; `assay serve` shows everything in the store.");
  return answer;
}

const contains = (row, words) => {
  const all = [row.id, row.title, row.target, row.message, row.api].join("\n").toLowerCase();
  return words.every((word) => all.includes(word));
};

const order = {
  realism: (row) => row.realism ?? 0,
  severity: (row) => row.severity ?? 0,
  newest: (row) => row.first_seen,
  count: (row) => row.count ?? 0,
  target: (row) => row.target,
};

function sorted(rows, sort = "realism", direction = "") {
  const key = order[sort] ?? order.realism;
  const sign = (direction || (sort === "target" ? "asc" : "desc")) === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const x = key(a), y = key(b);
    return x < y ? -sign : x > y ? sign : a.id < b.id ? -1 : 1;
  });
}

// Only the first of each group, with the number of its members.
function grouped(rows) {
  const groups = new Map();
  for (const row of rows) {
    const name = row.grouping || row.id;
    const group = groups.get(name);
    if (group) group.members += 1;
    else groups.set(name, { ...row, members: 1 });
  }
  return [...groups.values()];
}

// With each value and all other conditions, so that the alternatives to what is chosen are counted, too.
function facetsOf(rows, query) {
  const facets = {};
  for (const name of facetNames) {
    facets[name] = Object.create(null); // values are anybody's words
    for (const row of rows) {
      if (!row[name] || !fits(row, query, name)) continue;
      facets[name][row[name]] = (facets[name][row[name]] ?? 0) + 1;
    }
  }
  return facets;
}

const fits = (row, query, but = "") =>
  [...facetNames, "campaign", "grouping"].every((name) => name === but || !query[name] || String(row[name] ?? "") === query[name]) &&
  (!query.label || (query.label === "none" ? !row.label : row.label === query.label));

function findings(table, query) {
  const words = (query.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const found = table.findings.filter((row) => contains(row, words));
  const facets = facetsOf(found, query);
  let rows = sorted(found.filter((row) => fits(row, query)), query.sort, query.order);
  if (query.group === "1") rows = grouped(rows);
  const offset = Number(query.offset ?? 0), limit = Number(query.limit ?? 50);
  return { findings: rows.slice(offset, offset + limit), total: rows.length, offset, limit, facets };
}

function programs(table, query) {
  const words = (query.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const rows = table.programs.filter(
    (row) => (!query.status || row.status === query.status) && contains(row, words));
  const offset = Number(query.offset ?? 0), limit = Number(query.limit ?? 50);
  return { ...table, programs: rows.slice(offset, offset + limit), total: rows.length, offset, limit };
}

async function compare(query) {
  const ids = (query.ids ?? "").split(",").filter(Boolean);
  const all = (await need("/api/campaigns")).campaigns;
  const series = {};
  for (const id of ids) series[id] = (await need(`/api/campaigns/${id}/series`)).points;
  return { campaigns: ids.map((id) => all.find((campaign) => String(campaign.id) === id)).filter(Boolean), series };
}
