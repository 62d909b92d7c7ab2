// Files of a finding, and how to look at its model in Netron.
import { html } from "../h.js";
import { ask, fileLink, inReport, useAnswer } from "../data.js";
import { text } from "../text.js";
import { Copy } from "./copy.js";

// The name that the server gives a file (src/web/pages/finding_files.cc): what is saved and what a command names must be the same.
export const modelFile = (id, which) => `${text(id).replace(/[^0-9A-Za-z-]/g, "_")}${which === "reduced" ? "-reduced" : ""}.onnx`;

export function Downloads({ finding }) {
  const overview = useAnswer("/api/overview");
  const path = `/api/findings/${encodeURIComponent(finding.id)}`;
  const { reduced, full } = finding.graph ?? {};
  const which = reduced ? "reduced" : "full";
  const isThere = (reduced || full) && holds(fileLink(`${path}/model`, { which }));
  const model = (one, label) => html`<${File} path=${`${path}/model`} query=${{ which: one }} name=${modelFile(finding.id, one)} label=${`${label} (ONNX)`} />`;
  return html`<p class="downloads">
      ${reduced ? model("reduced", "Reduced model") : null}
      ${full ? model("full", reduced ? "Full model" : "Model") : null}
      ${[["markdown", "Markdown", "md"], ["html", "HTML", "html"], ["json", "JSON", "json"]].map(([format, label, ending]) =>
        html`<${File} path=${`${path}/text`} query=${{ format }} name=${`${finding.id}.${ending}`} label=${label} />`)}
    </p>
    ${isThere && overview.answer ? html`<${Netron} finding=${finding} installed=${overview.answer.netron === true} />` : null}`;
}

// Netron's own pages with one model of the finding, where the server has them (src/web/netron.h). The # ends the model's address: Netron adds a parameter
// against old copies to whatever it loads, and the server takes no parameters that it does not know.
export const netronLink = (id, which) =>
  `netron/?${new URLSearchParams({ identifier: modelFile(id, which), url: `../${fileLink(`/api/findings/${encodeURIComponent(id)}/model`, { which })}#` })}`;

function Netron({ finding, installed }) {
  const { reduced, full } = finding.graph;
  if (!installed) return html`<${NetronCommand} file=${modelFile(finding.id, reduced ? "reduced" : "full")} />`;
  const open = (which, label) => html`<a class="button" href=${netronLink(finding.id, which)} target="_blank" rel="noopener noreferrer">${label}</a>`;
  return html`<p class="downloads">
      ${reduced ? open("reduced", full ? "Open reduced model in Netron" : "Open in Netron") : null}
      ${full ? open("full", reduced ? "Open full model in Netron" : "Open in Netron") : null}
    </p>`;
}

// A report has no server behind it: there the file must be saved first.
function NetronCommand({ file }) {
  const command = inReport ? `pip install netron && netron ${file}` : "assay targets add netron";
  const why = inReport ? "Everything in it, once it is saved:" : "Everything in it, opened from here: install Netron and start assay serve again:";
  return html`<p class="downloads note">${why} <code class="command">${command}</code> <${Copy} value=${command} of="command for Netron" /></p>`;
}

// Whether these pages can give the file at `address`: a report holds only some.
const holds = (address) => !inReport || Object.hasOwn(window.assay.files, `/${address}`);

// From the server: a link. A report holds some files as text or base64, which the browser saves.
function File({ path, query, name, label }) {
  const address = fileLink(path, query);
  if (!inReport) return html`<a class="button" href=${address} download=${name}>${label}</a>`;
  if (!holds(address)) return null;
  return html`<button type="button" onClick=${async () => save(name, await ask(path, query))}>${label}</button>`;
}

function save(name, answer) {
  const bytes = answer.base64 === undefined ? answer.text : Uint8Array.from(atob(answer.base64), (letter) => letter.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
