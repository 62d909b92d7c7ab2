// A campaign is told of in two ways, by answers and by the stream of news, and neither is always ahead: the stream falls silent with a campaign that is
// killed, and only the next answer says that it has ended. Whichever tells of the later sample counts; of the same sample, whichever came later.

// `kept`: the campaign of an answer that came at `keptAt` (ms); `news`: a progress event with `at`, when it came.
export function isNewer(news, kept, keptAt) {
  const { point } = news;
  const told = point?.time ?? "", known = kept?.last ?? "";
  if (told !== known) return told > known; // "2026-11-16 10:05:00" sorts as the times do
  if (point?.t !== undefined && kept?.seconds !== undefined && point.t !== kept.seconds) return point.t > kept.seconds;
  return (news.at ?? 0) > keptAt;
}

// The row of a list of campaigns with what the news say, where they are newer. New findings stay as they were counted: a sample counts those that were
// known before, too.
export function latest(campaign, keptAt, news) {
  if (!news?.point || !isNewer(news, campaign, keptAt)) return campaign;
  const { point, state } = news;
  return {
    ...campaign,
    running: state?.running ?? true,
    dried_up: state?.dried_up ?? campaign.dried_up,
    cases: point.cases ?? campaign.cases,
    cases_per_second: point.t > 0 ? point.cases / point.t : campaign.cases_per_second,
    legal_rate: point.legal ?? campaign.legal_rate,
    seconds: point.t ?? campaign.seconds,
    last: point.time ?? campaign.last,
  };
}
