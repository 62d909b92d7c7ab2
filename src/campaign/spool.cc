#include "campaign/spool.h"

#include "campaign/spool_file.h"

namespace assay::campaign {
namespace {

constexpr size_t kMostBytes = size_t{64} << 20;
// A file grows by every state of the search, of which only the last is needed.
constexpr size_t kSpareBytes = size_t{16} << 20;

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
      written_(member == nullptr ? 0 : member->lane.steps),
      file_(member) {}

void Spool::Add(store::CampaignStep step) {
  step.agent = agent_;
  if (file_.kept()) {
    if (unkept_.has_value()) kept_number_ = -1;
    unkept_ = step;
  }
  // Without numbers nothing can be sent twice, so what failed may grow itself.
  std::optional<store::CampaignStep>& last = agent_.empty() && sent_.has_value() ? sent_ : waiting_;
  last = last.has_value() ? JoinSteps(std::move(step), std::move(*last)) : std::move(step);
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

// A disk that is full, too, is no reason to stop: everything is still in memory.
void Spool::KeepOnDisk() {
  if (!sent_.has_value()) return;
  const size_t needed = SizeOf(*sent_) + (waiting_.has_value() ? SizeOf(*waiting_) : 0);
  if (file_.bytes() > 2 * needed + kSpareBytes) kept_number_ = -1;
  const bool grows = file_.kept() && kept_number_ == sent_->number && unkept_.has_value();
  if (grows) {
    if (file_.Append(*unkept_).ok()) unkept_.reset();
    if (!unkept_.has_value()) return;
  } else if (file_.kept() && kept_number_ == sent_->number) {
    return;
  }
  std::vector<const store::CampaignStep*> steps = {&*sent_};
  if (waiting_.has_value()) steps.push_back(&*waiting_);
  // A file that lacks something in the middle must not grow: the next time it is written anew.
  kept_number_ = file_.Keep(steps).ok() ? sent_->number : -1;
  unkept_.reset();
}

Status Spool::Write(store::Store& store) {
  while (sent_.has_value() || waiting_.has_value())
    if (const Status written = WriteOne(store); !written.ok()) {
      if (!agent_.empty()) KeepOnDisk();
      return written;
    }
  file_.Remove();
  unkept_.reset();
  return {};
}

bool Spool::full() const { return waiting_.has_value() && SizeOf(*waiting_) > kMostBytes; }

}  // namespace assay::campaign
