// ResourceCheck: one way in which a target can waste time or memory. One file each in checks/, one
// line each in checks.def.
//
// A check measures one case on one target and says what is wrong, or nothing. What it says first is
// not believed: the driver (inspect.h) asks it once more with new processes. A check must therefore
// begin its message with words that do not change from run to run: the operator, the kind of
// trouble.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/strings.h"
#include "graph/model_case.h"
#include "oracle/oracle.h"
#include "resources/bench.h"
#include "resources/work.h"

namespace assay::resources {

// Processes for measuring, and what is known of the speed of targets. Not thread-safe: two
// measurements at a time would disturb each other.
class Desk {
 public:
  // Made on first use. `copy`: another process of the same target, to see how equal ones differ.
  Bench& BenchOf(const lab::Target& target, int copy = 0);
  // Nothing when the target could not run the simple models.
  const std::optional<CostModel>& CostOf(const lab::Target& target);
  // All processes are new next time; what was learnt of speed stays.
  void Restart();

 private:
  std::map<std::string, std::unique_ptr<Bench>> benches_;
  std::map<std::string, std::optional<CostModel>> costs_;
};

struct Scene {
  const ModelCase& whole;
  const oracle::Subject& subject;  // of `whole`
  const lab::Target& target;
  Desk& desk;
  uint64_t seed = 0;      // which nodes and axes are looked at where not all are
  bool thorough = false;  // look at all of them
};

struct Said {
  std::string message;
  std::optional<ModelCase> shown;  // a smaller or larger case that shows it best
};

struct CheckDef {
  std::string_view name;     // "leak": the kind of a finding
  std::string_view meaning;  // one line for people
  oracle::CaseStatus status;
  std::optional<Said> (*look)(const Scene& scene);
};

std::span<const CheckDef> AllChecks();
const CheckDef* FindCheck(std::string_view name);  // nullptr when there is none

// The nodes of a case, each as a model of its own with the values that it has there. Nodes with
// subgraphs and those whose inputs cannot be had are left out, and of equal operators with equal
// types all but one.
std::vector<ModelCase> NodesOf(const ModelCase& whole);
// "Relu of float32[2,3]"
std::string Describe(const ModelCase& one_node);
std::string Milliseconds(double ms);  // "12.3 ms"
std::string Megabytes(double mb);     // "12.3 MB"

}  // namespace assay::resources
