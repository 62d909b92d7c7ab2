// All campaigns, with a way to compare some.
import { html, useEffect, useState } from "../h.js";
import { useAnswer } from "../data.js";
import { useNews, useRefresh } from "../live.js";
import { latest } from "../newest.js";
import { to } from "../route.js";
import { Await, Empty } from "../parts/basics.js";
import { CampaignTable } from "../parts/campaign_table.js";

const kMost = 6; // lines that a chart can tell apart

export function Campaigns() {
  const list = useAnswer("/api/campaigns", {}, { keep: true });
  const [news, setNews] = useState({});
  const [chosen, choose] = useState([]);
  useNews((type, event) => {
    if (type === "progress" && event.point) setNews((old) => ({ ...old, [event.campaign]: { ...event, at: Date.now() } }));
  }, []);
  // A campaign that began after this page was opened.
  const known = list.answer?.campaigns?.map((campaign) => String(campaign.id)) ?? [];
  const unknown = list.answer && Object.keys(news).some((id) => !known.includes(id));
  useEffect(() => unknown && list.again(), [unknown]);
  const campaigns = (list.answer?.campaigns ?? []).map((campaign) => latest(campaign, list.at, news[campaign.id]));
  useRefresh(campaigns.some((campaign) => campaign.running), list.again);

  const toggle = (id) => choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-kMost));
  const compare = chosen.length > 1
    ? html`<a class="button primary" href=${to(["compare"], { ids: chosen.join(",") })}>Compare ${chosen.length}</a>`
    : html`<span class="note">Tick two or more to compare them.</span>`;
  return html`<div class="head"><h1>Campaigns</h1>${compare}</div>
    <${Await} of=${list}>${(answer) => answer.campaigns.length
      ? html`<${CampaignTable} campaigns=${campaigns} chosen=${chosen} onChoose=${toggle} />`
      : html`<${Empty} command="assay fuzz --targets onnxruntime">No campaign has written to this store. This starts one:<//>`}<//>`;
}
