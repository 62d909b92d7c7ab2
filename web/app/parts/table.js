// Tables: on a wide screen as usual, on a phone they scroll sideways in their own frame.
import { html } from "../h.js";
import { number, text } from "../text.js";
import { Running } from "./basics.js";

// columns: [{name, label, cell(row), figure (right, tabular), wide (takes the room), clip, hide: "phone", tag}]
// `cards`: on a phone each row is a small card instead, without heads; a column's `tag` is the word that stands before its value there.
export function Table({ caption, columns, rows, rowKey, rowClass, sort, onSort, rowProps, cards = false }) {
  return html`<div class="frame" tabindex="0" role="group" aria-label=${caption}>
    <table class=${[columns.some((column) => column.wide) && "full", cards && "cards"].filter(Boolean).join(" ")}>
      <caption class="away">${caption}</caption>
      <thead><tr>${columns.map((column) => html`<${Head} key=${column.name} ...${{ column, sort, onSort }} />`)}</tr></thead>
      <tbody>
        ${rows.map((row, i) => html`<tr key=${rowKey?.(row) ?? i} class=${rowClass?.(row, i)} ...${rowProps?.(row, i)}>
          ${columns.map((column) => html`<td class=${classOf(column)} key=${column.name} data-tag=${column.tag}>${cellOf(column, row)}</td>`)}
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

const classOf = (column) =>
  [column.figure && "figure", column.wide && "wide", column.hide && `hide-${column.hide}`, column.clip && "clip"].filter(Boolean).join(" ");

function cellOf(column, row) {
  if (column.cell) return column.cell(row);
  const value = row[column.name];
  return typeof value === "number" ? number(value) : text(value);
}

// A column with `sort` can be ordered by: {by, order} and `onSort(by)`.
function Head({ column, sort, onSort }) {
  const here = column.sort && sort?.by === column.sort;
  const label = column.label ?? column.name;
  const arrow = !here ? "" : sort.order === "asc" ? " ↑" : " ↓";
  return html`<th scope="col" class=${classOf(column)} aria-sort=${here ? (sort.order === "asc" ? "ascending" : "descending") : undefined}>
    ${column.sort && onSort
      ? html`<button type="button" class="sort" onClick=${() => onSort(column.sort)}>${label}<span aria-hidden="true">${arrow}</span></button>`
      : label}
  </th>`;
}

// 12, 1.5 s, 12 (100.0 %)
const kFigure = /^$|^[–-]$|^[-+]?[\d., ]+( ?[%×sMkG]B?)?( \([\d.]+ %\))?$/;
const isFigures = (cells) => cells.every((cell) => kFigure.test(cell)) && cells.some((cell) => cell !== "");

// A grid of texts as reports have them: {header, rows}. Columns of figures are set to the right.
export function Grid({ title, header = [], rows = [] }) {
  const figures = header.map((_, i) => isFigures(rows.map((row) => text(row[i]))));
  return html`<div class="frame" tabindex="0" role="group" aria-label=${title}>
    <table class="texts">
      <caption class="away">${title}</caption>
      ${header.length ? html`<thead><tr>${header.map((name, i) => html`<th scope="col" class=${figures[i] ? "figure" : ""}>${text(name)}</th>`)}</tr></thead>` : null}
      <tbody>
        ${rows.map((row) => html`<tr>${row.map((cell, i) => html`
          <td class=${figures[i] ? "figure" : ""}><${Running}>${typeof cell === "number" ? number(cell) : text(cell)}<//></td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}
