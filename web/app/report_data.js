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

// The server makes A to Z small and leaves all other letters as they are.
const lower = (value) => String(value ?? "").replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const kMostWords = 8; // as the server: what stands behind them does not count

const wordsOf = (query) => lower(query.q).split(" ").filter(Boolean).slice(0, kMostWords);

// Each word in the id, title, target or message; none goes across two of them.
const holdsWords = (row, words) => {
  const all = [row.id, row.title, row.target, row.message].map(lower).join("\0");
  return words.every((word) => all.includes(word));
};

// Programs are searched in anything that the list says of them (source, issue, model, rule, status, verdict, …), but for the long texts.
const saysOf = (row, wanted) =>
  wanted === "" || Object.entries(row).some(([name, value]) => name !== "text" && typeof value === "string" && lower(value).includes(wanted));

const order = {
  realism: (row) => row.realism ?? 0,
  severity: (row) => row.severity ?? 0,
  newest: (row) => row.first_seen,
  count: (row) => row.hits ?? row.count ?? 0,
  target: (row) => row.target,
};

function sorted(rows, sort = "realism", direction = "") {
  const key = Object.hasOwn(order, sort) ? order[sort] : order.realism;
  const sign = (direction || (sort === "target" ? "asc" : "desc")) === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => {
    const x = key(a), y = key(b);
    if (x !== y) return x < y ? -sign : sign;
    const more = (b.realism ?? 0) - (a.realism ?? 0);
    return more !== 0 ? more : a.id < b.id ? -1 : 1;
  });
}

// Whether `row` stands for the bug rather than `other`: the one seen most often, of those the most realistic.
function represents(row, other) {
  const seen = (row.count ?? 0) - (other.count ?? 0), real = (row.realism ?? 0) - (other.realism ?? 0);
  return seen !== 0 ? seen > 0 : real !== 0 ? real > 0 : row.id < other.id;
}

// One row of each group, with the number of its members and the hits of all.
function grouped(rows) {
  const groups = new Map();
  for (const row of rows) {
    const name = groupOf(row);
    const { lead, members, hits } = groups.get(name) ?? { lead: row, members: 0, hits: 0 };
    groups.set(name, { lead: represents(row, lead) ? row : lead, members: members + 1, hits: hits + (row.count ?? 0) });
  }
  return [...groups.values()].map(({ lead, members, hits }) => ({ ...lead, members, hits }));
}

// What a facet counts and filters by: of a version the release, as the server does (src/store/listing_table.h).
const facetValue = (name, value) => (name === "version" ? String(value ?? "").split("+")[0] : String(value ?? ""));

// With each value and all other conditions, so that the alternatives to what is chosen are counted, too.
function facetsOf(rows, query, labels) {
  const facets = {};
  for (const name of facetNames) {
    facets[name] = Object.create(null); // values are anybody's words
    for (const row of rows) {
      if (!row[name] || !fits(row, query, labels, name)) continue;
      const value = facetValue(name, row[name]);
      facets[name][value] = (facets[name][value] ?? 0) + 1;
    }
  }
  return facets;
}

// Labels that the filter lets through: one with all of its kinds, or none at all; null: any.
function labelsOf(table, wanted) {
  if (!wanted) return null;
  if (wanted === "none") return [""];
  return Object.hasOwn(table.labels ?? {}, wanted) ? table.labels[wanted] : [wanted];
}

const groupOf = (row) => row.grouping || row.id; // one that is alone goes by its id

const fits = (row, query, labels, but = "") =>
  [...facetNames, "campaign"].every((name) => name === but || !query[name] || facetValue(name, row[name]) === facetValue(name, query[name])) &&
  (!query.grouping || groupOf(row) === query.grouping) && (!labels || labels.includes(row.label ?? ""));

function findings(table, query) {
  const words = wordsOf(query), labels = labelsOf(table, query.label);
  const found = table.findings.filter((row) => holdsWords(row, words));
  const facets = facetsOf(found, query, labels);
  let rows = found.filter((row) => fits(row, query, labels));
  if (String(query.group) === "1") rows = grouped(rows);
  rows = sorted(rows, query.sort, query.order);
  const offset = Number(query.offset ?? 0), limit = Number(query.limit ?? 50);
  return { findings: rows.slice(offset, offset + limit), total: rows.length, offset, limit, facets, class_names: table.class_names };
}

function programs(table, query) {
  const wanted = lower(query.q);
  const rows = table.programs.filter((row) => (!query.status || row.status === query.status) && saysOf(row, wanted));
  const offset = Number(query.offset ?? 0), limit = Number(query.limit ?? 50);
  const kept = table.programs.length;
  const cut = kept < (table.total ?? 0) ? `This report holds ${kept} of ${table.total}; \`assay serve\` shows all.` : "";
  return { ...table, note: [table.note, cut].filter(Boolean).join(" "), programs: rows.slice(offset, offset + limit), total: rows.length, offset, limit };
}

async function compare(query) {
  const ids = (query.ids ?? "").split(",").filter(Boolean);
  const all = (await need("/api/campaigns")).campaigns;
  const series = {};
  for (const id of ids) series[id] = (await need(`/api/campaigns/${id}/series`)).points;
  return { campaigns: ids.map((id) => all.find((campaign) => String(campaign.id) === id)).filter(Boolean), series };
}
