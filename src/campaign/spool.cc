#include "campaign/spool.h"

#include <iterator>

namespace assay::campaign {
namespace {

constexpr size_t kMostBytes = size_t{64} << 20;

// What `older` holds goes first.
store::CampaignStep Joined(store::CampaignStep newer, store::CampaignStep older) {
  const auto join = [](auto& now, auto& before) {
    before.insert(before.end(), std::make_move_iterator(now.begin()),
                  std::make_move_iterator(now.end()));
    now = std::move(before);
  };
  join(newer.reports, older.reports);
  join(newer.findings, older.findings);
  join(newer.sightings, older.sightings);
  join(newer.progress, older.progress);
  if (newer.state.empty()) newer.state = std::move(older.state);
  return newer;
}

size_t SizeOf(const store::CampaignStep& step) {
  size_t out = step.state.size() + step.tally.size();
  for (const store::ReportRow& row : step.reports) out += row.report.size();
  for (const store::FindingRow& row : step.findings) out += row.message.size();
  for (const store::SightingRow& row : step.sightings) out += row.model.size() + row.inputs.size();
  for (const store::ProgressRow& row : step.progress) out += row.sample.size();
  return out;
}

}  // namespace

Spool::Spool(const Membership* member)
    : agent_(member == nullptr ? "" : member->agent),
      written_(member == nullptr ? 0 : member->lane.steps) {}

void Spool::Add(store::CampaignStep step) {
  step.agent = agent_;
  // Without numbers nothing can be sent twice, so what failed may grow itself.
  std::optional<store::CampaignStep>& last = agent_.empty() && sent_.has_value() ? sent_ : waiting_;
  last = last.has_value() ? Joined(std::move(step), std::move(*last)) : std::move(step);
}

Status Spool::WriteOne(store::Store& store) {
  if (!sent_.has_value()) {
    sent_ = std::move(waiting_);
    waiting_.reset();
    sent_->number = written_ + 1;
  }
  ASSAY_RETURN_IF_ERROR(store.Commit(*sent_));
  sent_.reset();
  ++written_;
  return {};
}

Status Spool::Write(store::Store& store) {
  while (sent_.has_value() || waiting_.has_value()) ASSAY_RETURN_IF_ERROR(WriteOne(store));
  return {};
}

bool Spool::full() const { return waiting_.has_value() && SizeOf(*waiting_) > kMostBytes; }

}  // namespace assay::campaign
