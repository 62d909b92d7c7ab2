// The frameworks that `assay fuzz` does not wait for: their environments are made while it runs.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "lab/environment_queue.h"
#include "lab/registry.h"

namespace assay::campaign {

class MissingFrameworks {
 public:
  // The default environments (envs/default.txt) that are missing, one after the other. nullptr when
  // none is. `present`: who takes part already.
  static std::unique_ptr<MissingFrameworks> Start(const std::vector<std::string>& backend_dirs,
                                                  const std::vector<lab::Target>& present);

  // Who has become ready since the last call.
  Newcomers Take();
  // Those that were not made yet, for the summary.
  std::vector<std::string> Left() const { return queue_.Left(); }

 private:
  MissingFrameworks(std::vector<std::string> missing, std::vector<std::string> backend_dirs,
                    std::set<std::string> present);

  const std::vector<std::string> backend_dirs_;
  std::set<std::string> present_;
  lab::EnvironmentQueue queue_;
};

}  // namespace assay::campaign
