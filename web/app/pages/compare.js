// Campaigns side by side: the same curves over the time of each.
import { html, useMemo } from "../h.js";
import { useAnswer } from "../data.js";
import { to } from "../route.js";
import { onOneAxis } from "../series.js";
import { number, percent, text } from "../text.js";
import { Await, Empty } from "../parts/basics.js";
import { CampaignTable } from "../parts/campaign_table.js";
import { Chart } from "../parts/chart.js";

export function Compare({ query }) {
  const ids = query.ids ?? "";
  const answer = useAnswer(ids ? "/api/compare" : null, { ids });
  if (!ids) return html`<h1>Compare campaigns</h1><${Empty}>Choose some on the <a href=${to(["campaigns"])}>list of campaigns</a>.<//>`;
  return html`<div class="head"><h1>Compare campaigns</h1><a href=${to(["campaigns"])}>Choose others</a></div>
    <${Await} of=${answer}>${({ campaigns, series }) => html`
      <${CampaignTable} campaigns=${campaigns} />
      <div class="charts">
        ${[["Findings seen", "findings", number], ["Cases", "cases", number], ["Cases per second", "rate", number], ["Coverage", "coverage", number], ["Legal models", "legal", percent]].map(
          ([title, field, format]) => html`<${Together} key=${field} ...${{ title, field, format, campaigns, series }} />`)}
      </div>`}<//>`;
}

function Together({ title, field, format, campaigns, series }) {
  const { times, lines } = useMemo(() => {
    const both = onOneAxis(series, field);
    const nameOf = (id) => {
      const campaign = campaigns.find((one) => String(one.id) === String(id));
      return `${id} ${text(campaign?.title || campaign?.producer)}`.trim();
    };
    return { times: both.times, lines: both.lines.map((line) => ({ name: nameOf(line.id), values: line.values })) };
  }, [series, field]);
  if (times.length < 2 || !lines.some((line) => line.values.some((value) => value !== null))) return null;
  return html`<${Chart} title=${title} times=${times} lines=${lines} format=${format} top=${field === "legal" ? 1 : 0} sync="compare" />`;
}
