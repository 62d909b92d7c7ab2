// A campaign over time.
import { html, useMemo, useState } from "../h.js";
import { lineOf, linesBy, timesOf, topLines } from "../series.js";
import { number, percent } from "../text.js";
import { Chart } from "./chart.js";

const kMostTargets = 6; // with a line of their own: two more and colours repeat

export function CampaignCharts({ points }) {
  const [all, showAll] = useState(false);
  const { times, targets, kinds, found, legal, coverage, cpu } = useMemo(() => ({
    times: timesOf(points),
    targets: linesBy(points, "targets"),
    kinds: linesBy(points, "by_kind"),
    found: [lineOf(points, "all kinds", "findings")],
    legal: [lineOf(points, "legal", "legal")],
    coverage: [lineOf(points, "coverage", "coverage")],
    cpu: [lineOf(points, "inside targets", "cpu_share")],
  }), [points]);
  const speed = useMemo(() => {
    if (targets.length === 0) return [lineOf(points, "all", "rate")];
    return all ? targets : topLines(targets, kMostTargets);
  }, [points, targets, all]);
  if (points.length < 2) return html`<p class="note">No progress was kept yet: curves begin with the second sample.</p>`;
  const has = (lines) => lines.some((line) => line.values.some((value) => value !== null));
  const folds = topLines(targets, kMostTargets) !== targets;
  return html`<div class="charts">
    <${Chart} title="Cases per second, by target" times=${times} lines=${speed} sync="campaign"
      actions=${folds ? html`<button type="button" class="quiet" aria-pressed=${all} onClick=${() => showAll(!all)}>All ${targets.length} targets</button>` : null} />
    <${Chart} title="Findings seen, by kind" times=${times} lines=${kinds.length ? kinds : found} format=${number} sync="campaign" />
    ${has(coverage) ? html`<${Chart} title="Coverage" times=${times} lines=${coverage} sync="campaign" />` : null}
    ${has(cpu) ? html`<${Chart} title="Share of CPU time inside targets" times=${times} lines=${cpu} format=${percent} top=${1} sync="campaign" />` : null}
    ${has(legal) ? html`<${Chart} title="Legal models" times=${times} lines=${legal} format=${percent} top=${1} sync="campaign" />` : null}
  </div>`;
}
