// The targets of a campaign while it runs: more may join, none leaves, and a target keeps its
// number.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "lab/lab.h"

namespace assay::campaign {

// Thread-safe.
class Roster {
 public:
  using List = std::shared_ptr<const std::vector<lab::Target>>;

  explicit Roster(std::vector<lab::Target> targets)
      : list_(std::make_shared<const std::vector<lab::Target>>(std::move(targets))) {}

  // As they are now. A case keeps the list that it began with.
  List now() const {
    const std::lock_guard lock(mutex_);
    return list_;
  }

  void Join(const std::vector<lab::Target>& more) {
    const std::lock_guard lock(mutex_);
    std::vector<lab::Target> all = *list_;
    all.insert(all.end(), more.begin(), more.end());
    list_ = std::make_shared<const std::vector<lab::Target>>(std::move(all));
  }

 private:
  mutable std::mutex mutex_;
  List list_;
};

}  // namespace assay::campaign
