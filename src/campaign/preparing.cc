#include "campaign/preparing.h"

#include <chrono>

namespace assay::campaign {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kLookEvery = std::chrono::milliseconds(100);
constexpr auto kKeepEvery = std::chrono::seconds(store::kLeaseSeconds / 5);

}  // namespace

Preparing::Preparing(store::Store& store, const Membership* member, lab::Lab& lab,
                     const Hooks& hooks)
    : store_(store), member_(member), lab_(lab), hooks_(hooks), thread_([this] { Watch(); }) {}

void Preparing::Watch() {
  Clock::time_point kept = Clock::now();
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kLookEvery, [this] { return ended_; })) {
    if (ToldToEnd() && !stopped_) {
      stopped_ = true;
      lab_.Abandon();
    }
    if (member_ == nullptr || Clock::now() - kept < kKeepEvery) continue;
    kept = Clock::now();
    lock.unlock();
    // One that fails is met again by the next; a lane that has gone, by the first step.
    (void)store_.KeepLane(member_->lane, member_->agent);
    lock.lock();
  }
}

bool Preparing::End() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  stopped_ = stopped_ || ToldToEnd();
  return stopped_;
}

}  // namespace assay::campaign
