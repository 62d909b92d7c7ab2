// A table of small cells: operators by targets, tools by bugs. Its heads stay in sight.
import { html } from "../h.js";

// rows: [[name, [cell, …]]], cell: {sign, tone, title} or null; columns: [{name, title}]
export function Matrix({ caption, corner, columns, rows, link }) {
  return html`<div class="frame matrix" tabindex="0" role="group" aria-label=${caption}>
    <table>
      <caption class="away">${caption}</caption>
      <thead><tr><th scope="col" class="corner">${corner}</th>${columns.map((column) => html`<th scope="col" title=${column.title}><span>${column.name}</span></th>`)}</tr></thead>
      <tbody>${rows.map(([name, cells, title]) => html`<tr key=${name}>
        <th scope="row" title=${title}>${link ? link(name) : name}</th>
        ${cells.map((cell) => html`<td class=${cell?.tone ?? ""} title=${cell?.title}>${cell?.sign ?? ""}</td>`)}
      </tr>`)}</tbody>
    </table>
  </div>`;
}
