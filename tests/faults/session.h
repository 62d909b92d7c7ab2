// What a planted worker keeps between runs, and how it harms its own process. One per process.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "bound/known.h"
#include "graph/graph.h"

namespace assay::faults {

enum class Harm { kAbort, kSegfault, kHang };

struct Session {
  // Does the harm and does not come back. The worker's own really ends the process; tools that only
  // count how often a fault acts throw instead.
  std::function<void(Harm)> harm;
  // Earlier runs of the model that is loaded, and of all models.
  int runs_of_model = 0;
  uint64_t runs = 0;
  // Stands for what uninitialised memory holds: other numbers in each run of a process, the same in
  // each process.
  Rng garbage{1};
  // Weights as they were first seen, by name and type.
  std::map<std::string, Tensor> weights;
  // Values that a kernel keeps from one run of a model to the next.
  std::map<ValueId, Known> kept;
  std::vector<std::vector<char>> leaked;
  // Results that a run should have released.
  std::vector<Known> held;
};

}  // namespace assay::faults
