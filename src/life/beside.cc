#include "life/beside.h"

#include <algorithm>
#include <chrono>

#include "base/clock.h"
#include "base/strings.h"
#include "dossier/facts.h"
#include "life/triage_all.h"
#include "store/shared.h"
#include "triage/group.h"

namespace assay::life {
namespace {

constexpr std::chrono::seconds kPause{1};
// How often the store is looked at while there is no time for more.
constexpr double kLookEveryMs = 5000;
// As many findings as are worked on before newer ones are looked for.
constexpr size_t kAtOnce = 8;

}  // namespace

Result<std::unique_ptr<Beside>> Beside::Start(const std::string& store, BesideOptions options) {
  ASSAY_ASSIGN(auto own, store::Store::OpenExisting(store));
  return std::unique_ptr<Beside>(new Beside(std::move(own), std::move(options)));
}

Beside::Beside(store::Store store, BesideOptions options)
    : store_(std::move(store)), options_(std::move(options)), began_ms_(NowMs()) {
  PipelineOptions each = options_.each;
  each.should_stop = [this] { return stop_.load(); };
  each.agent = store::NewAgent();
  pipeline_ = std::make_unique<Pipeline>(store_, lab_, std::move(each));
  thread_ = std::thread([this] { Loop(); });
}

Beside::~Beside() {
  stop_ = true;
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

BesideFigures Beside::figures() const {
  const std::lock_guard lock(mutex_);
  return figures_;
}

Status Beside::End() {
  stop_ = true;
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  // The last look: what the campaign wrote at its end.
  ASSAY_RETURN_IF_ERROR(Refill());
  return dossier::KeepGroups(store_);
}

bool Beside::HasTime() const {
  return spent_ms_ <= options_.share * options_.jobs * (NowMs() - began_ms_);
}

Status Beside::Refill() {
  ASSAY_ASSIGN(auto members, dossier::Members(store_));
  std::ranges::stable_sort(members, TeachesBefore);
  todo_.clear();
  size_t left = 0;
  for (const triage::Member& member : members) {
    if (!Pipeline::Open(member.row)) {
      if (!taught_) pipeline_->Teach(member.row, member.cause);
      continue;
    }
    if (given_up_.contains(member.row.id)) continue;
    ++left;
    if (todo_.size() < kAtOnce) todo_.push_back(member.row);
  }
  taught_ = true;
  looked_ms_ = NowMs();
  std::ranges::reverse(todo_);
  const size_t bugs = triage::GroupFindings(std::move(members)).size();
  const std::lock_guard lock(mutex_);
  figures_.left = left;
  figures_.bugs = bugs;
  return {};
}

Status Beside::WorkOnNext() {
  const store::FindingRow row = std::move(todo_.back());
  todo_.pop_back();
  const auto outcome = pipeline_->Work(row);
  if (stop_) return {};
  if (!outcome.ok()) return outcome.error();
  // Another time would end the same way.
  if (!outcome->problem.empty() || outcome->elsewhere) given_up_.insert(row.id);
  const std::lock_guard lock(mutex_);
  if (!outcome->elsewhere) ++figures_.worked_on;
  figures_.left -= std::min<size_t>(figures_.left, 1);
  return {};
}

void Beside::Loop() {
  Status done;
  while (!stop_ && done.ok()) {
    const double begin = NowMs();
    if (todo_.empty() || begin - looked_ms_ > kLookEveryMs) done = Refill();
    const double looked = NowMs();
    spent_ms_ += looked - begin;
    const bool works = done.ok() && !todo_.empty() && HasTime();
    if (works) done = WorkOnNext();
    spent_ms_ += NowMs() - looked;
    std::unique_lock lock(mutex_);
    if (!works) wake_.wait_for(lock, kPause, [this] { return stop_.load(); });
  }
  if (done.ok()) return;
  const std::lock_guard lock(mutex_);
  figures_.trouble = done.error().message;
}

}  // namespace assay::life
