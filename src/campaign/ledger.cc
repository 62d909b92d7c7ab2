#include "campaign/ledger.h"

#include <algorithm>
#include <iterator>

namespace assay::campaign {
namespace {

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
  next_ = block * block_size_;
  saved_block_ = block;
  for (Report& report : reports) {
    const int64_t index = report.index;
    reports_[BlockOf(index)][index] = std::move(report);
  }
  Advance();
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
    std::move(others_.begin(), others_.end(), std::back_inserter(folded));
    others_.clear();
    states_[block] = method_.Fold(*states_.rbegin()->second, folded);
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
  step.block = low_;
  step.forget_before = std::max<int64_t>(0, (low_ + 1 - lag_) * block_size_);
  if (saved_block_ != low_) step.state = method_.Save(*states_.at(low_));
  saved_block_ = low_;
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

}  // namespace assay::campaign
