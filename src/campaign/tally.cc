#include "campaign/tally.h"

#include <nlohmann/json.hpp>

namespace assay::campaign {

// Stores of earlier versions have no peak_mb.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TargetTally, cases, unsupported, statuses, seconds,
                                                peak_mb, gaps)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MutatorTally, applied, refused, invalid)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OpenTally, elements, open, inherited)
// … nor refused_by_all, nor outliers, nor unmade, nor special_values, nor open.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Tally, cases, illegal, refused_by_all, out_of_range,
                                                outliers, retried, unmade, nodes, hits,
                                                special_values, corpus_hash, seconds, cpu_seconds,
                                                target_cpu_seconds, targets, mutators, open)

std::string Tally::Save() const { return nlohmann::json(*this).dump(); }

Result<Tally> Tally::Load(const std::string& text) {
  try {
    return nlohmann::json::parse(text).get<Tally>();
  } catch (const nlohmann::json::exception& error) {
    return Invalid(std::string("the counts in the store are damaged: ") + error.what());
  }
}

}  // namespace assay::campaign
