// What assay tests: versions, readiness, speed; which operators each target gets right.
import { html } from "../h.js";
import { useAnswer } from "../data.js";
import { go, to } from "../route.js";
import { number, text } from "../text.js";
import { Await, Badge, Empty, Note, Running, Section } from "../parts/basics.js";
import { Matrix } from "../parts/matrix.js";
import { SearchBox } from "../parts/search_box.js";
import { Table } from "../parts/table.js";

function ready(row) {
  if (row.ready) return html`<${Badge} kind="good">ready<//>`;
  return html`<${Badge} kind="dim">not ready<//> <span class="note"><${Running}>${[row.why, row.remedy].filter(Boolean).join("; ")}<//></span>`;
}

const figure = (name) => (row) => (row[name] ? number(row[name]) : "");

const version = (row) => (row.version_from === "last run"
  ? html`<span title="as it ran here last; not known without starting it">${text(row.version)}</span>` : text(row.version));

const columns = [
  { name: "name", label: "Target", cell: (row) => html`<a href=${to(["findings"], { target: row.name })}>${text(row.name)}</a>` },
  { name: "version", label: "Version", cell: version },
  { name: "ready", label: "State", wide: true, cell: ready },
  { name: "device", hide: "phone", label: "Device" },
  { name: "opset", hide: "phone", label: "Opsets", cell: (row) => (Array.isArray(row.opset) ? row.opset.join("–") : text(row.opset)) },
  { name: "cases", tag: "cases", label: "Cases", figure: true, cell: figure("cases") },
  { name: "unsupported", hide: "phone", label: "Not supported", figure: true, cell: figure("unsupported") },
  { name: "cases_per_second", tag: "per second inside", label: "Cases per second inside", figure: true, cell: figure("cases_per_second") },
  { name: "run_ms", tag: "ms a case", label: "ms a case", figure: true, cell: figure("run_ms") },
  { name: "peak_mb", tag: "MB at most", label: "MB at most", figure: true, cell: figure("peak_mb") },
];

const meaning = `Cases per second inside: of the time that passed in the target, all its processes together and whatever else the machine did; without cases that it does not support.
 ms a case: the median of single checks, or the mean of campaigns.`;

export function Targets({ query }) {
  const targets = useAnswer("/api/targets");
  const conformance = useAnswer("/api/conformance");
  const search = (op) => go(to(["targets"], { ...query, op }), { replace: true });
  return html`<h1>Targets</h1>
    <${Await} of=${targets}>${(answer) => answer.targets.length
      ? html`<${Table} cards caption="Targets" columns=${columns} rows=${[...answer.targets].sort((a, b) => Number(b.ready) - Number(a.ready))} rowKey=${(row) => row.name} />
        ${answer.targets.some((row) => row.cases) ? html`<p class="note">${meaning}</p>` : null}`
      : html`<${Empty} command="assay targets">No manifest was found.<//>`}<//>
    <${Section} title="Conformance" id="conformance" actions=${html`<${SearchBox} label="Find an operator" value=${query.op} onSearch=${search} />`}>
      <${Await} of=${conformance}>${(answer) => html`<${Conformance} answer=${answer} query=${query} />`}<//>
    <//>`;
}

function Conformance({ answer, query }) {
  if (!answer.operators?.length) return html`<${Empty} command="assay conform --store assay.db">The official ONNX node tests were not run on any target yet.<//>`;
  const wanted = (query.op ?? "").toLowerCase();
  const failing = query.only === "failing";
  const rows = answer.operators.filter(
    (row) => text(row.op).toLowerCase().includes(wanted) && (!failing || answer.targets.some((name) => row.results?.[name]?.failed)));
  return html`
    <${Note} of=${answer.note} />
    <p class="note">The official ONNX node tests, operator by target.
      <span class="scale"><i class="good"></i> all pass <i class="part"></i> some pass, the rest is not supported <i class="bad"></i> some fail <i class="none"></i> not supported</span>
      ${" "}<a href=${to(["targets"], { ...query, only: failing ? "" : "failing" })}>${failing ? "Show all operators" : "Only operators that fail somewhere"}</a></p>
    ${rows.length === 0 ? html`<p class="note">No operator matches.</p>` : html`<${Matrix} caption="Conformance by operator and target" corner="Operator"
      columns=${answer.targets.map((name) => ({ name, title: measuredText(answer.measured?.[name]) }))}
      rows=${rows.map((row) => [text(row.op), answer.targets.map((name) => cellOf(row.results?.[name], name))])} />`}`;
}

const measuredText = (measured) => measured && [measured.version, measured.when].filter(Boolean).join(", ");

function cellOf(result, target) {
  if (!result) return null;
  const { passed = 0, failed = 0, unsupported = 0 } = result;
  const title = `${target}: ${passed} passed, ${failed} failed, ${unsupported} not supported`;
  if (failed) return { sign: `✗${failed}`, tone: "bad", title };
  if (passed && unsupported) return { sign: `${passed}/${passed + unsupported}`, tone: "part", title };
  if (passed) return { sign: "✓", tone: "good", title };
  return { sign: "–", tone: "none", title };
}
