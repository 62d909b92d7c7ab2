// The study: its tables, ours beside the paper's, and its plots.
import { html } from "../h.js";
import { useAnswer } from "../data.js";
import { number, text } from "../text.js";
import { Await, Empty, Running, Section } from "../parts/basics.js";
import { Chart } from "../parts/chart.js";
import { Grid } from "../parts/table.js";

export function Study() {
  const study = useAnswer("/api/study");
  return html`<h1>Study</h1>
    <${Await} of=${study}>${(answer) => {
      const tables = answer.tables ?? [], plots = answer.plots ?? [];
      if (tables.length + plots.length === 0)
        return html`<${Empty} command="assay study --quick --out assay-study">
          <${Running}>${answer.note || "The study was not run yet, or its folder was not given (`--study`)."}<//><//>`;
      return html`
        <p class="note">${answer.folder ? html`From <code>${text(answer.folder)}</code>. ` : null}${answer.note ? html`<${Running}>${answer.note}<//>` : null}</p>
        ${tables.length + plots.length > 4 ? html`<${Contents} tables=${tables} plots=${plots} />` : null}
        ${tables.map((table, i) => html`<${Section} key=${`t${i}`} title=${text(table.title)} id=${`table-${i}`}>
          <${Grid} title=${text(table.title)} header=${table.header} rows=${table.rows} />${table.note ? html`<p class="note"><${Running}>${table.note}<//></p>` : null}<//>`)}
        ${plots.map((plot, i) => html`<${Section} key=${`p${i}`} title=${text(plot.title)} id=${`plot-${i}`}><${Plot} plot=${plot} /><//>`)}`;
    }}<//>`;
}

const Contents = ({ tables, plots }) => html`<nav class="contents" aria-label="On this page"><ul>
  ${[...tables.map((one, i) => [one, `table-${i}`]), ...plots.map((one, i) => [one, `plot-${i}`])].map(([one, id]) => html`<li>
    <button type="button" class="link" onClick=${() => document.getElementById(id)?.scrollIntoView()}>${text(one.title)}</button></li>`)}</ul></nav>`;

// A picture as the study wrote it (shown as an image, so that nothing in it can act), or series of points.
function Plot({ plot }) {
  if (plot.svg) return html`<img class="plot-image" alt=${text(plot.title)} src=${`data:image/svg+xml,${encodeURIComponent(plot.svg)}`} />`;
  const series = plot.series ?? [];
  if (series.length === 0) return null;
  const times = [...new Set(series.flatMap((one) => one.x ?? []))].sort((a, b) => a - b);
  const lines = series.map((one) => ({ name: text(one.name), values: times.map((time) => one.y?.[one.x.indexOf(time)] ?? null) }));
  return html`<${Chart} title=${text(plot.kind)} times=${times} lines=${lines} height=${240} across=${number} />`;
}
