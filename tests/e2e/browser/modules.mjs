// The pages' modules without a browser: figures, addresses, curves, and the lists that a report makes for itself.
import assert from "node:assert/strict";
import { test } from "node:test";

const from = (name) => import(`${process.env.ASSAY_WEB_FILES}/app/${name}`);

globalThis.window = globalThis;
const program = (id, more) => ({ id, api: "torch → jax", status: "valid", verdict: "same", text: "import jax  # NEEDLE", ...more });
const row = (id, more) => ({ id, title: `title of ${id}`, target: "t", framework: "t", kind: "wrong", state: "new", class: "", version: "1", producer: "fuzz", realism: 0.5, severity: 1, count: 1, first_seen: "2026-01-01 00:00:00", grouping: "", label: "", ...more });
globalThis.assay = {
  data: {
    "/api/findings": {
      findings: [
        row("a", { severity: 3, grouping: "g", label: "messy-codes", count: 4 }), row("b", { kind: "crash", realism: 0.9, grouping: "g" }),
        row("c", { target: "__proto__", first_seen: "2026-01-02 00:00:00" }), row("d", { kind: "crash", message: "Needle", campaign: 2 }),
      ],
      labels: { false: ["false", "messy-codes"], true: ["true"] },
    },
    "/api/programs?pipeline=mirror": {
      programs: [program("1", { issue: "jax-ml/jax#7", source: "jax/issue_7" }), program("2", { status: "not valid", why: "Two Words" })], total: 9, note: "A note.", statuses: {}, table: [],
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
  assert.deepEqual(await ids({ sort: "newest" }), ["c", "b", "a", "d"]); // of the same, the most realistic first
  assert.deepEqual(await ids({ sort: "target" }), ["c", "b", "a", "d"]);
  assert.deepEqual(await ids({ kind: "crash" }), ["b", "d"]);
  assert.deepEqual(await ids({ q: "needle" }), ["d"]);
  assert.deepEqual(await ids({ campaign: "2" }), ["d"]);
  assert.deepEqual(await ids({ label: "none" }), ["b", "c", "d"]);
  assert.deepEqual(await ids({ label: "false" }), ["a"]); // by one of its kinds
  assert.deepEqual(await ids({ label: "true" }), []);
  assert.deepEqual(await ids({ q: "needle title" }), ["d"]); // the words of one row, in whichever of its texts
  assert.deepEqual(await ids({ q: "fuzz" }), []); // nor does the server look at the producer
  assert.deepEqual(await ids({ grouping: "c" }), ["c"]);
  assert.deepEqual(await ids({ sort: "constructor" }), ["b", "a", "c", "d"]);
  assert.deepEqual(await ids({ limit: "2", offset: "1" }), ["a", "c"]);
  const grouped = await askReport("/api/findings", { group: "1" });
  // The bug is shown by the finding that was seen most often, whatever the order.
  assert.deepEqual(grouped.findings.map((one) => [one.id, one.members, one.hits]), [["a", 2, 5], ["c", 1, 1], ["d", 1, 1]]);
  assert.deepEqual(await ids({ group: "1", sort: "newest", order: "asc" }), ["a", "d", "c"]);
  assert.deepEqual(await ids({ group: "1", sort: "count" }), ["a", "c", "d"]);
  const { facets, total } = await askReport("/api/findings", { kind: "crash" });
  assert.deepEqual([{ ...facets.kind }, total], [{ wrong: 2, crash: 2 }, 2]);
  assert.equal((await askReport("/api/findings", {})).facets.target.__proto__, 1);
  await assert.rejects(askReport("/api/study", {}), /does not hold that/);
});

test("a report searches programs where the server does", async () => {
  const { askReport } = await from("report_data.js");
  const ask = (query) => askReport("/api/programs", { pipeline: "mirror", ...query });
  const ids = async (query) => (await ask(query)).programs.map((one) => one.id);
  assert.deepEqual(await ids({}), ["1", "2"]);
  assert.deepEqual(await ids({ q: "JAX#7" }), ["1"]);
  assert.deepEqual(await ids({ q: "two words" }), ["2"]);
  assert.deepEqual(await ids({ q: "words two" }), []); // as one text
  assert.deepEqual(await ids({ q: "needle" }), []); // not in programs
  assert.deepEqual(await ids({ status: "not valid" }), ["2"]);
  assert.match((await ask({})).note, /^A note\. This report holds 2 of 9/);
});

test("whichever is newer tells of a campaign, the stream or the answer", async () => {
  const { isNewer, latest } = await from("newest.js");
  const kept = { id: 1, running: true, last: "2026-11-16 10:00:10", seconds: 10, cases: 100, findings: 3 };
  const news = (time, t, at, running = true) => ({ campaign: 1, at, point: { time, t, cases: 200, findings: 50 }, state: { running } });
  assert.equal(isNewer(news("2026-11-16 10:00:12", 12, 1), kept, 5), true);
  assert.equal(isNewer(news("2026-11-16 10:00:08", 8, 9), kept, 5), false);
  assert.equal(isNewer(news("2026-11-16 10:00:10", 10.5, 1), kept, 5), true); // two samples within a second
  // Killed: no sample follows, and the next answer says that it has ended.
  const last = news("2026-11-16 10:00:10", 10, 1);
  assert.equal(latest({ ...kept, running: false }, 5, last).running, false);
  // Over: the last sample says so after the answer came.
  assert.equal(latest(kept, 5, news("2026-11-16 10:00:10", 10, 9, false)).running, false);
  const ahead = latest(kept, 5, news("2026-11-16 10:00:20", 20, 9));
  assert.deepEqual([ahead.cases, ahead.seconds, ahead.cases_per_second, ahead.findings], [200, 20, 10, 3]);
  assert.equal(latest(kept, 5, undefined), kept);
});

test("many lines are told as a few and their rest", async () => {
  const { topLines } = await from("series.js");
  const lines = [1, 5, 2, 4, 3].map((value) => ({ name: `t${value}`, values: [value, null, value] }));
  assert.deepEqual(topLines(lines, 2), [lines[1], lines[3], { name: "3 others together", values: [6, null, 6] }]);
  assert.equal(topLines(lines, 4), lines); // one more than asked for needs no fold
});

test("reasons of targets read as sentences, each once", async () => {
  const { gapsByReason } = await from("parts/campaign_tables.js");
  const why = "opset #; no kernel for '' in \"\"";
  assert.deepEqual(gapsByReason([{ target: "a", why: "rare", count: 2 }, { target: "a", why, count: 2 }, { target: "b", why, count: 1 }]),
    [{ why: "opset …; no kernel for '…' in \"…\"", targets: ["a", "b"], count: 3 }, { why: "rare", targets: ["a"], count: 2 }]);
});

test("programs have the columns that say something, and links to issues", async () => {
  const { columnsFor, issueAddress } = await from("parts/program_table.js");
  const names = (pipeline, rows) => columnsFor(pipeline, rows).map((column) => column.name);
  assert.deepEqual(names("mirror", [{ verdict: "same", status: "valid", tokens: 0, cost: 0, why: "", issue: "a/b#1" }]), ["verdict", "status", "issue"]);
  assert.deepEqual(names("judge", [{ verdict: "3 holds", trials: 3 }, { verdict: "", trials: 0, problem: "none" }]), ["verdict", "trials", "problem"]);
  assert.equal(issueAddress("jax-ml/jax#11467"), "https://github.com/jax-ml/jax/issues/11467");
  assert.equal(issueAddress("javascript:alert(1)//a/b#1"), "javascript:alert(1)//a/b#1"); // which Link makes no link of
});

test("programs that are kept of an API stand beside its documentation", async () => {
  const { keptPrograms } = await from("parts/program_table.js");
  const own = { oracle: "default", text: "import torch", documentation: { api: "torch.abs", sentence: "p is 1.", own: true } };
  const other = { oracle: "twin", text: "import jax", documentation: { api: "jax.numpy.abs", sentence: "Absolute.", own: false } };
  const shown = keptPrograms({ api: "torch.abs", kept: { programs: [own, other], documentation: "all of it" } });
  assert.deepEqual(shown.map((one) => [one.api, one.text, one.documentation.sentence, one.documentation.text]),
    [["torch.abs", "import torch", "p is 1.", "all of it"], ["jax.numpy.abs", "import jax", "Absolute.", ""]]);
  assert.deepEqual(keptPrograms({ api: "torch.abs" }), []); // of an older assay
});

test("the scoreboard says how long tools had, the list which rows it has", async () => {
  const { boardText } = await from("parts/scoreboard.js");
  const cell = (limit_seconds) => ({ limit_seconds, when: "2026-11-16" });
  assert.equal(boardText({ bugs: [1, 2], cells: [cell(45), cell(45)] }), "2 bugs. A tool has 45 s for each. Last tried 2026-11-16.");
  assert.equal(boardText({ bugs: [1], cells: [cell(45), cell(30), { limit_seconds: 0 }] }), "1 bug. A tool has 30 s to 45 s for each. Last tried 2026-11-16.");
  const { isGrouped } = await from("pages/findings.js");
  assert.deepEqual([{}, { group: "1" }, { group: "0" }, { grouping: "g" }, { grouping: "g", group: "1" }].map(isGrouped), [true, true, false, false, true]);
});

test("a report counts and filters versions by release", async (t) => {
  const { askReport } = await from("report_data.js");
  const rows = [row("a", { version: "2.13.0" }), row("b", { version: "2.13.0+cpu" }), row("c", { version: "2.13.1" })];
  const kept = globalThis.assay.data["/api/findings"];
  t.after(() => { globalThis.assay.data["/api/findings"] = kept; });
  globalThis.assay.data["/api/findings"] = { findings: rows, total: 3, class_names: { F1: "output inconsistency" } };
  const all = await askReport("/api/findings", {});
  assert.deepEqual({ ...all.facets.version }, { "2.13.0": 2, "2.13.1": 1 });
  assert.deepEqual(all.class_names, { F1: "output inconsistency" });
  for (const version of ["2.13.0", "2.13.0+cpu"])
    assert.deepEqual((await askReport("/api/findings", { version })).findings.map((one) => [one.id, one.version]), [["a", "2.13.0"], ["b", "2.13.0+cpu"]]);
});

test("Netron gets the address of a model, and its name", async () => {
  const { netronLink } = await from("parts/downloads.js");
  const [page, query] = netronLink("f1", "reduced").split("?");
  const asked = new URLSearchParams(query);
  assert.deepEqual([page, asked.get("identifier"), asked.get("url")], ["netron/", "f1-reduced.onnx", "../api/findings/f1/model?which=reduced#"]);
  // Names of strangers stay within their parameter.
  const evil = new URLSearchParams(netronLink("a&url=//x/#", "full").split("?").slice(1).join("?"));
  assert.deepEqual([evil.getAll("url").length, evil.get("identifier")], [1, "a_url___x__.onnx"]);
  assert.equal(evil.get("url"), "../api/findings/a%26url%3D%2F%2Fx%2F%23/model?which=full#");
});

test("versions that differ in how they were built are one release", async () => {
  const { sameVersion } = await from("text.js");
  assert.deepEqual([["2.13.0+cpu", "2.13.0"], ["2.13.0", "2.13.1"], ["2.13.0+cpu", "2.13.0+cu128"]].map(([a, b]) => sameVersion(a, b)), [true, false, true]);
});

test("operands keep their order in the drawing and in the list", async () => {
  const { layOut } = await from("parts/graph_layout.js");
  const { documentationOf, operandsText } = await from("parts/graph_list.js");
  const div = { id: "n0", op: "Div", domain: "", attributes: {}, operands: [{ name: "x" }, { name: "x" }], results: [{ name: "a" }] };
  const clip = { id: "n1", op: "Clip", domain: "", attributes: { hi: "1" }, operands: [{ name: "a" }, { name: "" }, { name: "hi", attribute: "hi" }], wrong: true };
  const edge = (from_, to, operand) => ({ from: from_, to, tensor: "x", ...(operand === undefined ? {} : { operand }) });
  const drawing = layOut({ inputs: [{ id: "i0", name: "x" }], nodes: [div, clip], outputs: [{ id: "o0", name: "y" }], edges: [edge("i0", "n0", 0), edge("i0", "n0", 1), edge("n0", "n1", 0), edge("n1", "o0")] });
  assert.deepEqual(drawing.lines.map((line) => line.operand?.text), ["0", "1", "0", undefined]);
  const box = drawing.boxes.find((one) => one.id === "n1");
  assert.deepEqual(box.lines, ["2 · hi: 1"]);
  assert.ok(drawing.boxes.every((one) => one.x + one.width / 2 <= drawing.width && one.y + one.height / 2 <= drawing.height)); // nothing is clipped
  assert.deepEqual([div, clip].map(operandsText), ["x, x", "a, –, hi"]);
  assert.equal(documentationOf(div), "https://onnx.ai/onnx/operators/onnx__Div.html");
  assert.deepEqual([{ ...div, domain: "com.microsoft" }, { ...div, op: "../<x>" }].map(documentationOf), ["", ""]);
});

test("a drawing fits its room and begins at what is wrong", async () => {
  const { firstWrong, fitting } = await from("parts/graph.js");
  assert.deepEqual([[408, 400], [208, 400], [40, 4000], [0, 400]].map(([room, width]) => fitting(room, width)), [1, 0.5, 0.45, 1]);
  const boxes = [{ id: "x", kind: "output", wrong: true }, { id: "n", kind: "node", wrong: true }];
  assert.deepEqual([boxes, boxes.slice(0, 1), []].map((list) => firstWrong(list)?.id), ["n", "x", undefined]);
});

test("where no error is allowed, none is counted in bounds", async () => {
  const { mustBeExact, worstText } = await from("parts/heat.js");
  const output = (more) => ({ worst: 12, heat: { values: [-6, 12, null] }, ...more });
  assert.equal(worstText(output({ exact: true, error: 1 })), "no error is allowed here; error 1");
  assert.equal(worstText(output({})), "beyond any bound");
  assert.equal(worstText({ worst: 2 }), "100 × the bound");
  assert.deepEqual([output({ exact: true }), output({}), output({ exact: true, heat: { values: [0.5, 12] } })].map(mustBeExact), [true, false, false]);
});

test("one line of a program is marked, and its text stays the same", async () => {
  const { aroundLine } = await from("parts/copy.js");
  assert.deepEqual(aroundLine("a\nb\nc\n", 2), ["a\n", "b", "\nc\n"]);
  for (const line of [0, 9, 2147483647, "2", undefined]) assert.equal(aroundLine("a\nb\n", line), null);
  const { modelFile } = await from("parts/downloads.js");
  assert.deepEqual(["reduced", "full"].map((which) => modelFile("f1/<x>", which)), ["f1__x_-reduced.onnx", "f1__x_.onnx"]);
});
