// Optimisations of models: one entry each in data/optbug/<framework>/optimisers.toml, with what the
// documentation promises of them and what it excludes.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::optbug {

// What may change of the results.
enum class Loss {
  kRounding,  // no more than rounding explains
  kGradient,  // the same, and of the gradients too
  kInt8,      // what eight bits explain
  kFloat16,   // what half precision explains
  kMasked,    // nothing, once the masks are applied to a copy
};

struct Optimiser {
  std::string name, api, technique;
  std::string imports;               // further lines
  std::string prepare;               // before the claim: failing here accuses nobody
  std::string apply;                 // makes `optimised` of `model`
  std::string check;                 // further checks
  std::string expect;                // in place of the usual `expected` and `exact`
  std::string place;                 // folder of its code
  std::string sentence;              // the documentation's words
  std::string environment;           // "": the framework's own
  std::vector<std::string> preload;  // modules that a lab imports before
  Loss loss = Loss::kRounding;
  bool copies = false;  // the model itself must stay as it is
  bool slow = false;
  int runs = 1;
  std::set<std::string> only, one_of, refuses;  // layers, layers, tags
};

// In the order of the file. An error names the entry and what is wrong.
Result<std::vector<Optimiser>> LoadOptimisers(const std::string& framework);

}  // namespace assay::optbug
