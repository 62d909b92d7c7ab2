// Cases that wait for a target that takes many at once (lab::Mode::pack).
//
// Only cases of one opset fit in one model, unless its worker knows better. The first packs of a
// target are small, so that something is known of it soon.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "campaign/examine.h"

namespace assay::campaign {

struct Waiting {
  int64_t index = 0;  // of the case
  std::shared_ptr<const Prepared> prepared;
  ExamineOptions options;
};

struct Pack {
  size_t target = 0;
  int64_t number = 0;  // of the target's packs before it
  std::vector<Waiting> cases;
};

// Thread-safe.
class Packs {
 public:
  // Whether this case can wait for others at all: models of many nodes are work enough.
  static bool Fits(const lab::Target& target, const Prepared& prepared);
  // A pack when this case makes it full; otherwise one without cases.
  Pack Add(size_t target, int size, bool mixed_opsets, Waiting waiting);
  // All that are not full.
  std::vector<Pack> TakeAll();

 private:
  std::mutex mutex_;
  std::map<std::pair<size_t, int>, Pack> open_;  // by target and opset; 0: any
  std::map<size_t, int> sizes_;                  // of the next pack, by target
  std::map<size_t, int64_t> full_;               // packs so far, by target
};

}  // namespace assay::campaign
