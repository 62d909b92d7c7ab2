#include "lab/environment_queue.h"

#include <utility>

#include "base/strings.h"

namespace assay::lab {

EnvironmentQueue::EnvironmentQueue(std::vector<std::string> names, Make make)
    : names_(std::move(names)), make_(std::move(make)), thread_([this] { Work(); }) {}

EnvironmentQueue::~EnvironmentQueue() {
  stop_ = true;
  thread_.join();
}

void EnvironmentQueue::Work() {
  for (const std::string& name : names_) {
    if (stop_) return;
    const Status status = make_(name, stop_);
    const std::lock_guard lock(mutex_);
    if (stop_ && !status.ok()) return;
    ++done_;
    (status.ok() ? made_ : failed_).push_back(name);
  }
}

std::vector<std::string> EnvironmentQueue::TakeMade() {
  const std::lock_guard lock(mutex_);
  return std::exchange(made_, {});
}

std::string EnvironmentQueue::Words() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> out;
  if (done_ < names_.size())
    out.push_back(StrCat("making ", names_[done_], " (", done_ + 1, " of ", names_.size(), ")"));
  if (!failed_.empty()) out.push_back(StrCat("could not make ", Join(failed_, ", ")));
  return Join(out, "; ");
}

std::vector<std::string> EnvironmentQueue::Left() const {
  const std::lock_guard lock(mutex_);
  return {names_.begin() + static_cast<std::ptrdiff_t>(done_), names_.end()};
}

}  // namespace assay::lab
