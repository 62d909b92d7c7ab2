// Inspector: looks at time and memory of some cases of a campaign. Thread-safe: one case at a time,
// as two measurements would disturb each other.
#pragma once

#include <mutex>
#include <vector>

#include "campaign/examine.h"
#include "resources/inspect.h"

namespace assay::campaign {

class Inspector {
 public:
  // One case in `every` is looked at; 0: none.
  explicit Inspector(int every) : every_(every) {}

  // Adds what it finds to the hits of `examined`, for targets that ran the case well.
  void Look(int64_t index, const Prepared& prepared, const std::vector<lab::Target>& targets,
            Examined& examined);

 private:
  const int every_;
  std::mutex mutex_;
  resources::Desk desk_;
};

}  // namespace assay::campaign
