#include "campaign/ledger.h"

#include <algorithm>
#include <iterator>

#include "campaign/cpu_time.h"

namespace assay::campaign {
namespace {

// About as much as a report takes in the store.
size_t WeightOf(const Report& report) {
  constexpr size_t kNumbers = 40, kKey = 9;
  return kNumbers + report.recipe.size() + kKey * report.keys.size();
}

int64_t Smaller(int64_t a, int64_t b) { return a < 0 ? b : b < 0 ? a : std::min(a, b); }

}  // namespace

Ledger::Ledger(const Method& method, int64_t cases)
    : method_(method),
      block_size_(method.block()),
      lag_(method.lag()),
      limit_(Smaller(cases, method.limit())) {
  states_[0] = method.Start();
  Advance();  // the first blocks depend on no reports
}

Status Ledger::Restore(int64_t block, std::string_view state, std::vector<Report> reports) {
  const std::lock_guard lock(mutex_);
  if (!state.empty()) {
    ASSAY_ASSIGN(StatePtr loaded, method_.Load(state));
    states_.clear();
    states_[block] = std::move(loaded);
  }
  low_ = block;
  saved_block_ = block;
  saved_bytes_ = state.size();
  for (Report& report : reports) {
    const int64_t index = report.index;
    bytes_since_ += WeightOf(report);
    reports_[BlockOf(index)][index] = std::move(report);
  }
  Advance();
  next_ = low_ * block_size_;  // blocks that were complete are not begun again
  return {};
}

bool Ledger::Complete(int64_t block) const {
  const auto it = reports_.find(block);
  return it != reports_.end() && static_cast<int64_t>(it->second.size()) == block_size_;
}

void Ledger::Advance() {
  // States follow as far as complete blocks allow; a state for block b needs block b - lag.
  for (int64_t block = states_.rbegin()->first + 1;; ++block) {
    const int64_t needed = block - lag_;
    if (needed >= 0 && !Complete(needed)) break;
    std::vector<Report> folded;
    if (needed >= 0)
      for (const auto& [index, report] : reports_[needed]) folded.push_back(report);
    const double own = static_cast<double>(folded.size());
    std::move(others_.begin(), others_.end(), std::back_inserter(folded));
    others_.clear();
    double spent = 0;
    {
      const CpuMeter meter(spent);
      states_[block] = method_.Fold(*states_.rbegin()->second, folded);
    }
    if (!folded.empty()) learning_ += spent * (1 - own / static_cast<double>(folded.size()));
  }
  while (Complete(low_)) ++low_;
  // Reports of block low + 1 - lag are still needed for the state of block low + 1.
  reports_.erase(reports_.begin(), reports_.lower_bound(low_ + 1 - lag_));
  states_.erase(states_.begin(), states_.lower_bound(low_));
}

std::optional<Ticket> Ledger::Next() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(
        lock, [&] { return stopped_ || (!paused_ && states_.rbegin()->first >= BlockOf(next_)); });
    if (stopped_ || (limit_ >= 0 && next_ >= limit_)) return std::nullopt;
    const int64_t index = next_++;
    const auto block = reports_.find(BlockOf(index));
    if (block != reports_.end() && block->second.contains(index)) continue;  // done before
    return Ticket{index, states_.at(BlockOf(index))};
  }
}

void Ledger::Done(Report report) {
  {
    const std::lock_guard lock(mutex_);
    const int64_t index = report.index;
    bytes_since_ += WeightOf(report);
    fresh_.push_back(report);
    reports_[BlockOf(index)][index] = std::move(report);
    if (Complete(BlockOf(index))) Advance();
  }
  changed_.notify_all();
}

void Ledger::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

bool Ledger::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

void Ledger::Pause(bool paused) {
  {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
  }
  changed_.notify_all();
}

void Ledger::Learn(std::vector<Report> others) {
  const std::lock_guard lock(mutex_);
  std::move(others.begin(), others.end(), std::back_inserter(others_));
}

LedgerStep Ledger::Take() {
  const std::lock_guard lock(mutex_);
  LedgerStep step;
  if (saved_block_ < 0 || (saved_block_ != low_ && bytes_since_ >= saved_bytes_)) {
    step.state = method_.Save(*states_.at(low_));
    saved_block_ = low_;
    saved_bytes_ = step.state.size();
    bytes_since_ = 0;
  }
  step.block = saved_block_;
  step.forget_before = std::max<int64_t>(0, (saved_block_ + 1 - lag_) * block_size_);
  step.done = low_ * block_size_;
  for (const auto& [block, reports] : reports_)
    if (block >= low_) step.done += static_cast<int64_t>(reports.size());
  for (Report& report : fresh_)
    if (report.index >= step.forget_before) step.reports.push_back(std::move(report));
  fresh_.clear();
  return step;
}

StatePtr Ledger::newest_state() const {
  const std::lock_guard lock(mutex_);
  return states_.rbegin()->second;
}

double Ledger::learning() const {
  const std::lock_guard lock(mutex_);
  return learning_;
}

}  // namespace assay::campaign
