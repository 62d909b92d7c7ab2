// A table of small cells: operators by targets, tools by bugs. Its heads stay in sight.
import { html } from "../h.js";

// "onnxruntime:opt=off" on two lines, broken where a name has its joint.
const headOf = (name) => {
  const at = name.indexOf(":");
  return at < 0 ? html`<span>${name}</span>` : html`<span>${name.slice(0, at + 1)}</span> <span>${name.slice(at + 1)}</span>`;
};

// rows: [[name, [cell, …]]], cell: {sign, tone, title} or null; columns: [{name, title}]
// `roomy`: names of rows are long, and cells hold words.
export function Matrix({ caption, corner, columns, rows, link, roomy = false }) {
  return html`<div class=${`frame matrix${roomy ? " roomy" : ""}`} tabindex="0" role="group" aria-label=${caption}>
    <table>
      <caption class="away">${caption}</caption>
      <thead><tr><th scope="col" class="corner">${corner}</th>${columns.map((column) => html`<th scope="col" title=${column.title}>${headOf(column.name)}</th>`)}</tr></thead>
      <tbody>${rows.map(([name, cells, title]) => html`<tr key=${name}>
        <th scope="row" title=${title}>${link ? link(name) : name}</th>
        ${cells.map((cell) => html`<td class=${cell?.tone ?? ""} title=${cell?.title}>${cell?.sign ?? ""}</td>`)}
      </tr>`)}</tbody>
    </table>
  </div>`;
}
