// Which mutation operator to use next: Thompson sampling, as in TitanFuzz.
//
// Every operator has a Beta distribution over how often its mutants are new programs that run to
// their end. The one whose draw is highest is taken, so that what works comes often and what has
// hardly been tried still gets its turn.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"

namespace assay::judge::model {

class Bandit {
 public:
  // One of `names`, which is not empty.
  std::string_view Pick(std::span<const std::string_view> names, Rng& rng) const;
  void Tell(std::string_view name, bool success);

  struct Arm {
    size_t successes = 0, failures = 0;
  };
  const std::map<std::string, Arm, std::less<>>& arms() const { return arms_; }

 private:
  std::map<std::string, Arm, std::less<>> arms_;
};

}  // namespace assay::judge::model
