// The planted faults. Each imitates a defect that shipped frameworks have had, and acts only where
// its condition holds: ordinary models meet it from time to time.
//
// A fault is one function of one of three kinds, listed in faults.def:
//   graph    a wrong optimiser pass: changes the model once its types are known, before it runs
//   kernel   a wrong kernel: changes the results of a node
//   reply    a wrong session: changes the outputs on their way back
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kernel.h"
#include "reply.h"
#include "rewriter.h"

namespace assay::faults {

struct Fault {
  std::string_view name;  // the mode of the target: planted:<name>
  std::string_view what;  // what is wrong, and when
  // Exactly one is set.
  void (*graph)(Rewriter& rewriter) = nullptr;
  void (*kernel)(Kernel& kernel) = nullptr;
  void (*reply)(Reply& reply) = nullptr;
};

std::span<const Fault> AllFaults();
// A second set of the same kinds, written without knowledge of the generator (second_faults.def).
std::span<const Fault> AllSecondFaults();
// Those that waste time or memory and give right results all the same (resource_faults.def).
std::span<const Fault> AllResourceFaults();
// The defects of the study's Table 5 (study_faults.def).
std::span<const Fault> AllStudyFaults();
// Of all these lists.
const Fault* FindFault(std::string_view name);  // nullptr: there is none
// The faults of a mode: "", one name, or several joined by +. An error names what is unknown.
Result<std::vector<const Fault*>> FaultsOfMode(std::string_view mode);

}  // namespace assay::faults
