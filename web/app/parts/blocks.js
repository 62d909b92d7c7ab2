// Sections of a report, as src/report makes them: paragraphs, bullets, pairs, grids, code.
import { html } from "../h.js";
import { text } from "../text.js";
import { Pairs, Running } from "./basics.js";
import { Code } from "./copy.js";
import { Grid } from "./table.js";

const pairOf = (row) => (Array.isArray(row) ? row : [row.label ?? row.name, row.value]);

const show = {
  paragraph: (block) => html`<p><${Running}>${block.text}<//></p>`,
  bullets: (block) => html`<ul>${(block.items ?? []).map((item) => html`<li><${Running}>${item}<//></li>`)}</ul>`,
  pairs: (block) => html`<${Pairs} rows=${(block.rows ?? []).map(pairOf).map(([label, value]) => [text(label), text(value)])} />`,
  grid: (block, title) => html`<${Grid} title=${title} header=${block.header} rows=${block.rows} />`,
  // Without a language it is what somebody said, in lines of any length; a program keeps its lines.
  code: (block, title) => html`<${Code} value=${block.text} of=${title} wrap=${!block.language} />`,
  // The page draws models itself; the letters are for those who want to copy them.
  drawing: (block, title) => (block.text ? html`<details><summary>As text</summary><${Code} value=${block.text} of=${`${title} as text`} /></details>` : null),
};

export const Blocks = ({ blocks, title }) => (blocks ?? []).map((block) => show[block.type]?.(block, title) ?? null);
