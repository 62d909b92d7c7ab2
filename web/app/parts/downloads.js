// Files of a finding, and how to look at its model in Netron.
import { html } from "../h.js";
import { ask, fileLink, inReport, useAnswer } from "../data.js";
import { text } from "../text.js";

export function Downloads({ finding }) {
  const overview = useAnswer("/api/overview");
  const path = `/api/findings/${encodeURIComponent(finding.id)}`;
  const { reduced, full } = finding.graph ?? {};
  const model = (which, label) => html`<${File} path=${`${path}/model`} query=${{ which }} name=${`${finding.id}-${which}.onnx`} label=${`${label} (ONNX)`} />`;
  return html`<p class="downloads">
    ${reduced ? model("reduced", "Reduced model") : null}
    ${full ? model("full", reduced ? "Full model" : "Model") : null}
    ${[["markdown", "Markdown", "md"], ["html", "HTML", "html"], ["json", "JSON", "json"]].map(([format, label, ending]) =>
      html`<${File} path=${`${path}/text`} query=${{ format }} name=${`${finding.id}.${ending}`} label=${label} />`)}
    ${(reduced || full) && overview.answer?.netron ? html`<span class="note">In Netron: <code>netron ${text(finding.id)}-reduced.onnx</code></span>` : null}
  </p>`;
}

// From the server: a link. A report holds some files as text or base64, which the browser saves.
function File({ path, query, name, label }) {
  const address = fileLink(path, query);
  if (!inReport) return html`<a class="button" href=${address} download=${name}>${label}</a>`;
  if (!Object.hasOwn(window.assay.files, `/${address}`)) return null;
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
