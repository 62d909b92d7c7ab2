// One campaign, live while it runs.
import { html, useEffect, useMemo, useState } from "../h.js";
import { inReport, useAnswer } from "../data.js";
import { useCalm, useConnected, useNews, useRefresh } from "../live.js";
import { isNewer } from "../newest.js";
import { to } from "../route.js";
import { withPoint } from "../series.js";
import { duration, number, percent, text } from "../text.js";
import { Await, Badge, Running, Section, Tiles, Time } from "../parts/basics.js";
import { CampaignCharts } from "../parts/campaign_charts.js";
import { Config, CurrentWork, MutatorTable, TargetTable } from "../parts/campaign_tables.js";
import { CampaignState } from "../parts/campaign_table.js";
import { FindingList } from "../parts/finding_list.js";

export function Campaign({ id }) {
  const path = `/api/campaigns/${encodeURIComponent(id)}`;
  const campaign = useAnswer(path, {}, { keep: true });
  const series = useAnswer(`${path}/series`);
  const found = useAnswer("/api/findings", { campaign: id, limit: 10, sort: "newest", facets: 0 }, { keep: true });
  const [fresh, setFresh] = useState([]);
  const [news, setNews] = useState(null); // the last event, whose state tells of running, dried_up, current work …
  const connected = useConnected();
  const foundMore = useCalm(found.again);
  const state = news && campaign.answer && isNewer(news, campaign.answer, campaign.at) ? news.state : null;
  const running = Boolean(state?.running ?? campaign.answer?.running);

  useNews((type, event) => {
    if (type === "progress" && String(event.campaign) === String(id)) {
      setFresh((old) => [...old.slice(-1000), event.point]);
      setNews({ ...event, at: Date.now() });
    }
    if (type === "finding" && String(event.campaign ?? id) === String(id)) foundMore();
  }, [id]);
  useRefresh(running, campaign.again, [id]);
  useEffect(() => void (news && !running && campaign.again()), [running]); // the tables as they are at its end

  const points = useMemo(() => fresh.reduce(withPoint, series.answer?.points ?? []), [series.answer, fresh]);
  return html`<${Await} of=${campaign}>${(kept) => html`<${Page} campaign=${{ ...kept, ...state }} ...${{ points, series, found, connected }} />`}<//>`;
}

function Page({ campaign: answer, points, series, found, connected }) {
  return html`
    <div class="head">
      <h1>Campaign ${text(answer.id)} <span class="soft">${text(answer.title || answer.producer)}</span></h1>
      <span class="badges"><${CampaignState} campaign=${answer} />
        ${answer.running && !inReport ? html`<${Badge} kind=${connected ? "live" : "warn"}>${connected ? "live" : "connecting"}<//>` : null}</span>
    </div>
    <${Facts} campaign=${answer} point=${points[points.length - 1]} />
    <${DriedUp} campaign=${answer} />
    ${answer.trouble ? html`<p class="banner warn" role="status"><${Running}>${text(answer.trouble)}<//></p>` : null}
    <${Await} of=${series}>${() => html`<${CampaignCharts} points=${points} />`}<//>
    <${CurrentWork} work=${answer.current} />
    <${Section} title="Targets" id="targets"><${TargetTable} targets=${answer.targets} /><//>
    <${Section} title="Newest findings" id="found" actions=${html`<a href=${to(["findings"], { campaign: answer.id })}>All of this campaign</a>`}>
      <${Await} of=${found}>${({ findings }) => (findings.length
        ? html`<${FindingList} findings=${findings} caption="Newest findings of this campaign" />`
        : html`<p class="note">None so far.</p>`)}<//>
    <//>
    <${MutatorTable} mutators=${answer.mutators} />
    <${Config} campaign=${answer} />`;
}

// The stream is ahead of the tables.
function Facts({ campaign, point }) {
  const now = campaign.running && point ? point : {};
  const cpu = campaign.cpu;
  return html`<${Tiles} items=${[
    ["Cases", number(now.cases ?? campaign.cases)],
    ["Cases/s", number(now.rate ?? campaign.cases_per_second)],
    ["Legal", percent(now.legal ?? campaign.legal_rate), "of generated models"],
    point?.coverage !== undefined && point?.coverage !== null && ["Coverage", number(point.coverage), "operators, types and pairs seen"],
    ["Findings", number(point?.findings ?? campaign.findings), `${number(campaign.findings)} came into this store by it`],
    cpu?.targets !== undefined && ["CPU in targets", percent(shareOf(cpu)), "the rest is assay itself"],
    ["Time", duration(now.t ?? campaign.seconds), html`since <${Time} at=${campaign.started} />`],
  ]} />`;
}

function shareOf(cpu) {
  const all = (cpu.targets ?? 0) + (cpu.assay ?? 0);
  return all > 0 ? cpu.targets / all : undefined;
}

function DriedUp({ campaign }) {
  if (!campaign.dried_up) return null;
  return html`<p class="banner warn" role="status"><strong>Dried up.</strong>
    ${" "}Nothing new for ${duration(campaign.since_new_seconds)}: no new finding, no new coverage. Another seed, method or target will find more than more time.</p>`;
}
