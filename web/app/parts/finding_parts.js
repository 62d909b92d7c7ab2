// Parts of the page of a finding that are about its model and its target.
import { html, useState } from "../h.js";
import { number, text } from "../text.js";
import { Badge, Link, Note, Pairs, Running, Section } from "./basics.js";
import { Blocks } from "./blocks.js";
import { Code } from "./copy.js";
import { Graph } from "./graph.js";
import { Claimed } from "./program_parts.js";
import { Timeline } from "./timeline.js";

const figure = (value) => (typeof value === "number" ? String(value) : text(value));
const code = (value, tone = "") => (value === undefined || value === null || value === "" ? null : html`<code class=${tone}>${figure(value)}</code>`);

// What the figures above the proof tell already.
const kToldAbove = ["output", "element", "got", "truth"];
const allowed = (wrong) => (wrong.exact ? "none: the result must be exact here" : code(wrong.bound));
const withoutTold = (block) => (block.type === "pairs" ? { ...block, rows: block.rows.filter(([label]) => !kToldAbove.includes(label)) } : block);

// The proof: what came out, what is true, how far apart they may be, and why that is certain.
export function WrongElement({ wrong, proof, calls }) {
  if ((!wrong || Object.keys(wrong).length === 0) && !proof) return null;
  const hasFigures = wrong?.got !== undefined;
  return html`<${Section} title="Who is wrong, and the proof" id="wrong">
    ${wrong?.sentence && !hasFigures ? html`<p><${Running}>${wrong.sentence}<//></p>` : null}
    ${hasFigures ? html`<${Pairs} rows=${[
      ["Wrong", text(wrong.who)],
      ["Output", code(wrong.output)],
      ["First wrong tensor", code(wrong.tensor)],
      ["Operator", code(wrong.operator)],
      ["Element", text(wrong.element)],
      ["Got", code(wrong.got, "bad")],
      ["Truth", code(wrong.truth)],
      ["Error", code(wrong.error)],
      ["Allowed error", allowed(wrong)],
    ]} />` : null}
    <${Note} of=${wrong?.note} />
    ${proof ? html`<${Blocks} blocks=${hasFigures ? proof.blocks.map(withoutTold) : proof.blocks} title="Proof" />` : null}
    <${Calls} calls=${calls} />
  <//>`;
}

// A framework that reads no ONNX was run by its own calls: these, and no model, are what it answers for.
function Calls({ calls }) {
  if (!calls?.text && !calls?.note) return null;
  return html`<h3>Run as</h3><${Note} of=${calls.note} />
    ${calls.text ? html`<p class="note">The calls of ${text(calls.framework)} that the importer makes for this model, out of the stand-alone file:</p>
      <${Code} value=${calls.text} of=${`calls of ${text(calls.framework)}`} />` : null}`;
}

const kMostBeside = 200; // nodes of a full model that is drawn without being asked for

// The reduced model, and beside it the one that it came from.
export function Models({ finding }) {
  const { reduced, full } = finding.graph ?? {};
  const [both, showBoth] = useState(matchMedia("(min-width: 56rem)").matches && (full?.nodes?.length ?? 0) <= kMostBeside);
  if (!reduced && !full) return null;
  const beside = Boolean(both && reduced && full);
  const toggle = reduced && full
    ? html`<button type="button" aria-pressed=${both} onClick=${() => showBoth(!both)}>Full model${full.nodes ? ` (${number(full.nodes.length)} nodes)` : ""}</button>`
    : null;
  return html`<${Section} title=${reduced && !beside ? "Reduced model" : "Model"} id="model" actions=${toggle}>
    <div class=${beside ? "models beside" : "models"}>
      <div>${beside ? html`<h3>Reduced</h3>` : null}<${Graph} key=${`${finding.id} ${beside}`} graph=${reduced ?? full} name=${reduced ? "reduced model" : "model"} /></div>
      ${beside ? html`<div><h3>Full</h3><${Graph} key=${finding.id} graph=${full} name="full model" /></div>` : null}
    </div>
  <//>`;
}

// What the sentence has not told already; `words`: how it would tell it.
const untold = (location, value, words = value) => (value && !text(location.sentence).includes(text(words)) ? value : "");

export function Location({ location, version }) {
  const known = location && ["pass", "mode", "tensor", "sentence", "note"].some((name) => location[name]);
  if (!known && (location?.versions?.length ?? 0) < 2) return null;
  return html`<${Section} title="Where it comes from" id="location">
    ${location.sentence ? html`<p><${Running}>${location.sentence}<//></p>` : null}
    <${Pairs} rows=${[
      ["Pass", code(location.pass)],
      ["How it was found", text(untold(location, location.pass_how))],
      ["Mode", text(untold(location, location.mode))],
      ["First wrong tensor", code(untold(location, location.tensor, `'${text(location.tensor)}'`))],
      ["Operator", code(untold(location, location.operator, ` of ${text(location.operator)}`))],
      ["Versions", text(untold(location, location.versions_summary))],
    ]} />
    ${location.versions?.length > 1 ? html`<${Timeline} versions=${location.versions} current=${version} />` : null}
    <${Note} of=${location.note} />
  <//>`;
}

export function Reproduction({ repro }) {
  if (!repro?.text) return repro?.note ? html`<${Section} title="Stand-alone file" id="repro"><${Note} of=${repro.note} /><//>` : null;
  const checked = repro.checked
    ? html`<${Badge} kind="good">${typeof repro.checked === "string" ? repro.checked : "was run, shows the failure"}<//>`
    : html`<${Badge} kind="warn">not run yet<//>`;
  return html`<${Section} title="Stand-alone file" id="repro">
    <p class="note"><code>${text(repro.file)}</code> ${checked}</p>
    <${Claimed} value=${repro.text} line=${repro.claim_line} of="stand-alone file" id="copy-repro" />
    ${repro.command ? html`<${Code} value=${repro.command} of="command" small />` : null}
    ${repro.output ? html`<details><summary>What it prints</summary><${Code} value=${repro.output} of="output of the file" wrap /></details>` : null}
  <//>`;
}

const problemText = (problem) => (typeof problem === "object" ? [problem.text, problem.cure].filter(Boolean).map(text).join(": ") : text(problem));

export function Maintainer({ maintainer }) {
  if (!maintainer?.text) return null;
  const problems = maintainer.problems ?? [], reminders = maintainer.reminders ?? [];
  return html`<${Section} title=${maintainer.project ? `For the maintainers of ${text(maintainer.project)}` : "For the maintainers"} id="maintainer">
    ${problems.length ? html`<div class="banner warn"><strong>Not ready to send</strong>
      <ul>${problems.map((problem) => html`<li><${Running}>${problemText(problem)}<//></li>`)}</ul></div>` : null}
    ${reminders.length ? html`<ul class="note">${reminders.map((reminder) => html`<li><${Running}>${text(reminder)}<//></li>`)}</ul>` : null}
    <${Note} of=${maintainer.note} />
    ${maintainer.title ? html`<p><strong>${text(maintainer.title)}</strong> <${Link} to=${maintainer.where}>where to report<//></p>` : null}
    <details open=${problems.length === 0}><summary>Text of the report</summary><${Code} value=${maintainer.text} of="text for the maintainers" wrap /></details>
  <//>`;
}
