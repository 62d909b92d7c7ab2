// The pages' modules without a browser: figures, addresses, curves, and the lists that a report makes for itself.
import assert from "node:assert/strict";
import { test } from "node:test";

const from = (name) => import(`${process.env.ASSAY_WEB_FILES}/app/${name}`);

globalThis.window = globalThis;
const row = (id, more) => ({ id, title: `title of ${id}`, target: "t", framework: "t", kind: "wrong", state: "new", class: "", version: "1", producer: "fuzz", realism: 0.5, severity: 1, count: 1, first_seen: "2026-01-01 00:00:00", grouping: "", label: "", ...more });
globalThis.assay = {
  data: {
    "/api/findings": {
      findings: [
        row("a", { severity: 3, grouping: "g", label: "true" }), row("b", { kind: "crash", realism: 0.9, grouping: "g" }),
        row("c", { target: "__proto__", first_seen: "2026-01-02 00:00:00" }), row("d", { kind: "crash", message: "Needle", campaign: 2 }),
      ],
    },
  },
  async load(path) { return this.data[path]; },
};

test("figures read as people write them", async () => {
  const { ago, duration, factor, number, percent, shortNumber, text } = await from("text.js");
  assert.deepEqual([1234567, 0.01234, 0, 0.00001, undefined].map(number), ["1,234,567", "0.0123", "0", "1.0e-5", "–"]);
  assert.deepEqual([0, 0.123, 0.9999, 1, null].map(percent), ["0 %", "12.3 %", "100 %", "100 %", "–"]);
  assert.deepEqual([0.42, 59.6, 60, 200, 7500, 90000].map(duration), ["0.4 s", "1 min", "1 min", "3 min 20 s", "2 h 5 min", "1 d 1 h"]);
  assert.equal(shortNumber(1234567), "1.23 M");
  assert.equal(factor(1.1e15), "1.1 · 10^15 ×");
  assert.equal(ago("2026-01-01 00:00:00", Date.parse("2026-01-01T02:00:00Z")), "2 h ago");
  assert.equal(text({ toString: "no" }), '{"toString":"no"}');
});

test("addresses keep what was chosen, whatever it is", async () => {
  const { parse, to } = await from("route.js");
  const address = to(["findings", "a/b?c"], { q: "x&y=<z>", kind: "", page: 2 });
  assert.deepEqual(parse(address), { parts: ["findings", "a/b?c"], query: { q: "x&y=<z>", page: "2" } });
  assert.deepEqual(parse("#/%E0%A4%A"), { parts: ["%E0%A4%A"], query: {} });
  assert.deepEqual(parse(""), { parts: [], query: {} });
});

test("curves take new points in order and stay short", async () => {
  const { linesBy, onOneAxis, withPoint } = await from("series.js");
  let points = [];
  for (let t = 0; t < 2000; t += 1) points = withPoint(points, { t, cases: t });
  assert.ok(points.length <= 601 && points.at(-1).t === 1999 && points[0].t === 0);
  assert.equal(withPoint(points, { t: 5 }), points);
  assert.equal(withPoint(points, undefined), points);
  assert.deepEqual(linesBy([{ by: { a: 1, b: 0 } }, { by: { a: 2 } }], "by"), [{ name: "a", values: [1, 2] }]);
  assert.deepEqual(onOneAxis({ 1: [{ t: 0, n: 1 }, { t: 2, n: 3 }], 2: [{ t: 1, n: 5 }] }, "n"),
    { times: [0, 1, 2], lines: [{ id: "1", values: [1, null, 3] }, { id: "2", values: [null, 5, null] }] });
});

test("a report filters, orders, groups and counts as the server does", async () => {
  const { askReport } = await from("report_data.js");
  const ids = async (query) => (await askReport("/api/findings", query)).findings.map((one) => one.id);
  assert.deepEqual(await ids({}), ["b", "a", "c", "d"]);
  assert.deepEqual(await ids({ sort: "severity" }), ["a", "b", "c", "d"]);
  assert.deepEqual(await ids({ sort: "newest" }), ["c", "a", "b", "d"]);
  assert.deepEqual(await ids({ sort: "target" }), ["c", "a", "b", "d"]);
  assert.deepEqual(await ids({ kind: "crash" }), ["b", "d"]);
  assert.deepEqual(await ids({ q: "needle" }), ["d"]);
  assert.deepEqual(await ids({ campaign: "2" }), ["d"]);
  assert.deepEqual(await ids({ label: "none" }), ["b", "c", "d"]);
  assert.deepEqual(await ids({ limit: "2", offset: "1" }), ["a", "c"]);
  const grouped = await askReport("/api/findings", { group: "1" });
  assert.deepEqual(grouped.findings.map((one) => [one.id, one.members]), [["b", 2], ["c", 1], ["d", 1]]);
  const { facets, total } = await askReport("/api/findings", { kind: "crash" });
  assert.deepEqual([{ ...facets.kind }, total], [{ wrong: 2, crash: 2 }, 2]);
  assert.equal((await askReport("/api/findings", {})).facets.target.__proto__, 1);
  await assert.rejects(askReport("/api/study", {}), /does not hold that/);
});
