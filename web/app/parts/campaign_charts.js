// A campaign over time.
import { html, useMemo } from "../h.js";
import { lineOf, linesBy, timesOf } from "../series.js";
import { number, percent } from "../text.js";
import { Chart } from "./chart.js";

export function CampaignCharts({ points }) {
  const { times, speed, kinds, found, legal, coverage } = useMemo(() => {
    const perTarget = linesBy(points, "targets");
    return {
      times: timesOf(points),
      speed: perTarget.length ? perTarget : [lineOf(points, "all", "rate")],
      kinds: linesBy(points, "by_kind"),
      found: [lineOf(points, "all kinds", "findings")],
      legal: [lineOf(points, "legal", "legal")],
      coverage: [lineOf(points, "coverage", "coverage")],
    };
  }, [points]);
  if (points.length < 2) return html`<p class="note">No progress was kept yet: curves begin with the second sample.</p>`;
  const has = (lines) => lines.some((line) => line.values.some((value) => value !== null));
  return html`<div class="charts">
    <${Chart} title="Cases per second, by target" times=${times} lines=${speed} sync="campaign" />
    <${Chart} title="Findings seen, by kind" times=${times} lines=${kinds.length ? kinds : found} format=${number} sync="campaign" />
    ${has(coverage) ? html`<${Chart} title="Coverage" times=${times} lines=${coverage} sync="campaign" />` : null}
    ${has(legal) ? html`<${Chart} title="Legal models" times=${times} lines=${legal} format=${percent} top=${1} sync="campaign" />` : null}
  </div>`;
}
