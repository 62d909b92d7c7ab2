// What each target takes, so that it is asked for nothing else: what the survey found out, and, of
// slow and narrow targets, what was learnt since. Decides who is asked, never which cases are made.
// Which cases the other targets run depends on the survey alone: a campaign that was killed and
// taken up again finds the same.
//
// A use of an operator (its element types; its shape class and which of its inputs are constants)
// that was part of some refused cases and of none that ran is taken to be the cause. One such case
// in many is asked all the same: a use that was in bad company gets another chance.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graph/graph.h"
#include "lab/lab.h"

namespace assay::campaign {

// The keys of all uses in a model, bodies of control flow included.
std::vector<uint64_t> UsesOf(const Model& model);

// Whether a model is within the bounds that a narrow framework states (lab::Manifest::narrow).
bool PlainEnough(const Model& model, const lab::Manifest& manifest);

// Thread-safe.
class Reach {
 public:
  // `gaps`: of targets by name, as the survey found them (generate::SupportKey).
  explicit Reach(std::map<std::string, std::vector<uint64_t>> gaps = {});

  // For each target whether this model is something for it.
  std::vector<bool> Takes(const Model& model, const std::vector<uint64_t>& uses,
                          const std::vector<lab::Target>& targets);
  void Saw(const lab::Target& target, const std::vector<uint64_t>& uses, bool supported);

 private:
  struct Known {
    std::unordered_set<uint64_t> gaps;  // by the survey
    std::unordered_set<uint64_t> taken;
    std::unordered_map<uint64_t, int> refused;
    int passed_over = 0;
  };
  static bool Doubtful(const Known& known, const std::vector<uint64_t>& uses, int refusals);

  std::mutex mutex_;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace assay::campaign
