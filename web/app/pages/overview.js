// The first page: what there is, what runs now, what is new.
import { html, useState } from "../h.js";
import { useAnswer } from "../data.js";
import { useCalm, useNews, useRefresh } from "../live.js";
import { to } from "../route.js";
import { number, shortNumber } from "../text.js";
import { Await, Empty, Section, Tiles } from "../parts/basics.js";
import { Bars } from "../parts/bars.js";
import { CampaignTable } from "../parts/campaign_table.js";
import { FindingList } from "../parts/finding_list.js";

export function Overview() {
  const overview = useAnswer("/api/overview", {}, { keep: true });
  const campaigns = useAnswer("/api/campaigns", {}, { keep: true });
  const newest = useAnswer("/api/findings", { limit: 8, sort: "newest", facets: 0 }, { keep: true });
  const [live, setLive] = useState(null);
  const foundMore = useCalm(() => (newest.again(), overview.again()));
  useNews((type, news) => {
    if (type === "progress" && news.totals) setLive(news.totals);
    if (type === "finding") foundMore();
  }, []);

  useRefresh(Boolean(campaigns.answer?.campaigns?.some((campaign) => campaign.running)), () => (campaigns.again(), overview.again()));

  return html`<h1>Overview</h1>
    <${Await} of=${overview}>${(answer) => {
      const totals = { ...answer.totals, ...live };
      if (!totals.cases && !totals.findings && !totals.campaigns)
        return html`<${Empty} command=${`assay fuzz --store ${answer.store ?? "assay.db"}`}>Nothing is in this store yet. A campaign fills it while these pages watch:<//>`;
      return html`
        <${Tiles} items=${[
          ["Cases", shortNumber(totals.cases), shortNumber(totals.cases) === number(totals.cases) ? "" : number(totals.cases)],
          ["Distinct bugs found", html`<a href=${to(["findings"])}>${number(totals.bugs)}</a>`, "groups of findings that look like one bug"],
          ["Findings", html`<a href=${to(["findings"], { group: 0 })}>${number(totals.findings)}</a>`, `${number(totals.open)} open: not fixed, not flaky`],
          ["Campaigns", totals.campaigns, answer.running?.length ? `${answer.running.length} running` : "none running"],
          answer.pages?.bugs && ["Bug database", html`<a href=${to(["bugs"])}>Browse</a>`, "reproducible bugs that tools are tried on"],
        ]} />
        <div class="columns">
          ${["kind", "target", "state", "producer"].map((name) => html`<${Bars} key=${name} title=${`Findings by ${name}`} counts=${answer[`by_${name}`]} most=${6}
            linkTo=${(value) => to(["findings"], { [name]: value, group: 0 })} />`)}
        </div>`;
    }}<//>
    <${Section} title="Newest findings" id="newest" actions=${html`<a href=${to(["findings"])}>All findings</a>`}>
      <${Await} of=${newest}>${(answer) => answer.findings.length
        ? html`<${FindingList} findings=${answer.findings} caption="Newest findings" />`
        : html`<p class="note">None so far.</p>`}<//>
    <//>
    <${Section} title="Campaigns" id="campaigns" actions=${html`<a href=${to(["campaigns"])}>All campaigns</a>`}>
      <${Await} of=${campaigns}>${(answer) => answer.campaigns.length
        ? html`<${CampaignTable} campaigns=${answer.campaigns.slice(0, 6)} />`
        : html`<${Empty} command="assay fuzz --targets onnxruntime">No campaign has written to this store.<//>`}<//>
    <//>`;
}
