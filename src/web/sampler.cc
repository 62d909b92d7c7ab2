#include "web/sampler.h"

#include <chrono>

#include "base/json.h"
#include "base/strings.h"
#include "web/campaign_json.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr size_t kKept = 256;  // messages; at one a second nobody who reads falls behind so far
constexpr size_t kMostViewers = 100;

constexpr double kEverySeconds = 1;
constexpr int kSampledSeconds = 60;
constexpr int64_t kMostNew = 100;  // findings at a time

}  // namespace

void Events::Publish(std::string_view event, int64_t campaign, const nlohmann::json& data) {
  const std::string json = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::lock_guard lock(mutex_);
  messages_.push_back(
      {++newest_, campaign, StrCat("id: ", newest_, "\nevent: ", event, "\ndata: ", json, "\n\n")});
  if (messages_.size() > kKept) messages_.pop_front();
  changed_.notify_all();
}

std::string Events::Wait(uint64_t& last, int64_t campaign, double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [&] { return closed_ || newest_ > last; });
  std::string out;
  for (const Message& message : messages_)
    if (message.number > last &&
        (campaign == 0 || message.campaign == 0 || message.campaign == campaign))
      out += message.text;
  last = newest_;
  return out;
}

uint64_t Events::Newest() const {
  const std::lock_guard lock(mutex_);
  return newest_;
}

bool Events::Enter() {
  const std::lock_guard lock(mutex_);
  if (viewers_ == kMostViewers || closed_) return false;
  ++viewers_;
  changed_.notify_all();
  return true;
}

void Events::Leave() {
  const std::lock_guard lock(mutex_);
  --viewers_;
}

bool Events::WaitForViewers(double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [&] { return closed_ || viewers_ > 0; });
  return viewers_ > 0;
}

void Events::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool Events::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

void Sampler::Run() {
  while (!events_.closed()) {
    if (!events_.WaitForViewers(60)) {
      store_.reset();  // nobody watches; the first to come begins with the state of that moment
      continue;
    }
    Look();
    uint64_t none = UINT64_MAX;  // behind every number: waits for the end alone
    (void)events_.Wait(none, 0, kEverySeconds);
  }
}

void Sampler::Look() {
  try {
    if (!Read().ok()) store_.reset();
  } catch (const std::exception&) {  // JSON of strangers: the next sample may be better
  }
}

Status Sampler::Begin() {
  ASSAY_ASSIGN(store_, sources_.OpenStore());
  ASSAY_ASSIGN(newest_, store_->Now());
  ASSAY_ASSIGN(const store::FindingCounts counts,
               sources_.WithLists([](const store::Store& lists) { return lists.Count({}); }));
  findings_ = counts.total;
  ASSAY_ASSIGN(checks_, store_->CountChecks());
  ASSAY_ASSIGN(cases_, CasesByCampaign(*store_));
  ASSAY_ASSIGN(const auto there, store_->FindingsSince(newest_, kMostNew));
  told_.clear();
  for (const store::FindingRow& row : there) told_.insert(row.id);
  last_.clear();
  mark_ = -1;
  return {};
}

Status Sampler::Read() {
  const std::optional<FileId> file = FileIdOf(sources_.store);
  if (!store_.has_value() || file != file_) ASSAY_RETURN_IF_ERROR(Begin());
  file_ = file;
  ASSAY_ASSIGN(const int64_t mark, store_->ChangeMark());
  if (mark == mark_) return {};
  mark_ = mark;
  ASSAY_RETURN_IF_ERROR(TellFindings());
  ASSAY_ASSIGN(const auto recent, store_->RecentProgress(kSampledSeconds));
  for (const store::ProgressRow& row : recent) TellProgress(row);
  return {};
}

void Sampler::TellProgress(const store::ProgressRow& row) {
  const auto before = last_.find(row.campaign);
  if (before != last_.end() && before->second.seconds == row.seconds &&
      before->second.sample == row.sample)
    return;
  cases_[row.campaign] = row.cases;
  int64_t cases = checks_;
  for (const auto& [campaign, count] : cases_) cases += count;
  events_.Publish("progress", row.campaign,
                  {{"campaign", row.campaign},
                   {"point", PointJson(row, before == last_.end() ? nullptr : &before->second)},
                   {"state", StateJson(row)},
                   {"totals", {{"cases", cases}, {"findings", findings_}}}});
  last_[row.campaign] = row;
}

Status Sampler::TellFindings() {
  // Those of the newest second that were told are among them.
  const int64_t limit = kMostNew + static_cast<int64_t>(told_.size());
  ASSAY_ASSIGN(const auto rows, store_->FindingsSince(newest_, limit));
  if (static_cast<int64_t>(rows.size()) == limit) mark_ = -1;  // there may be more
  for (const store::FindingRow& row : rows) {
    if (told_.contains(row.id)) continue;
    if (row.first_seen != newest_) {
      newest_ = row.first_seen;
      told_.clear();
    }
    told_.insert(row.id);
    ++findings_;
    events_.Publish("finding", row.campaign,
                    With(ASSAY_FIELDS(row, id, kind, target, campaign),
                         {{"message", row.message.substr(0, 300)}}));
  }
  return {};
}

}  // namespace assay::web
