// All campaigns, with a way to compare some.
import { html, useEffect, useState } from "../h.js";
import { useAnswer } from "../data.js";
import { useNews } from "../live.js";
import { to } from "../route.js";
import { Await, Empty } from "../parts/basics.js";
import { CampaignTable } from "../parts/campaign_table.js";

const kMost = 6; // lines that a chart can tell apart

// The stream is ahead of the list.
function latest(campaign, news) {
  if (!news) return campaign;
  const { point, state } = news;
  return {
    ...campaign,
    running: state?.running ?? true,
    dried_up: state?.dried_up ?? campaign.dried_up,
    cases: point.cases ?? campaign.cases,
    cases_per_second: point.rate ?? campaign.cases_per_second,
    legal_rate: point.legal ?? campaign.legal_rate,
    findings: point.findings ?? campaign.findings,
    seconds: point.t ?? campaign.seconds,
  };
}

export function Campaigns() {
  const list = useAnswer("/api/campaigns", {}, { keep: true });
  const [news, setNews] = useState({});
  const [chosen, choose] = useState([]);
  useNews((type, event) => {
    if (type === "progress" && event.point) setNews((old) => ({ ...old, [event.campaign]: event }));
  }, []);
  // A campaign that began after this page was opened.
  const known = list.answer?.campaigns?.map((campaign) => String(campaign.id)) ?? [];
  const unknown = list.answer && Object.keys(news).some((id) => !known.includes(id));
  useEffect(() => unknown && list.again(), [unknown]);

  const toggle = (id) => choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-kMost));
  const compare = chosen.length > 1
    ? html`<a class="button primary" href=${to(["compare"], { ids: chosen.join(",") })}>Compare ${chosen.length}</a>`
    : html`<span class="note">Tick two or more to compare them.</span>`;
  return html`<div class="head"><h1>Campaigns</h1>${compare}</div>
    <${Await} of=${list}>${(answer) => answer.campaigns.length
      ? html`<${CampaignTable} campaigns=${answer.campaigns.map((campaign) => latest(campaign, news[campaign.id]))} chosen=${chosen} onChoose=${toggle} />`
      : html`<${Empty} command="assay fuzz --targets onnxruntime">No campaign has written to this store. This starts one:<//>`}<//>`;
}
