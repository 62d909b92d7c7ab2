// One search method at a given CPU time, its findings judged again by the certified reference, so
// that methods with and without one are counted alike.
#pragma once

#include <string>
#include <vector>

#include "study/part.h"

namespace assay::study {

struct SearchOptions {
  std::string method;
  std::vector<lab::Target> targets;
  double cpu_seconds = 0;  // of the search, all processes together
  int resources = 0;       // one case in so many is looked at for time and memory; 0: none
  std::string store;       // file; made anew
  // Ends the search at the first defect of this target; "": goes on to the end.
  std::string wanted;
  std::string seeds;     // "": those of the settings
  bool literal = false;  // the method as the literature has it (campaign::Config::literal)
  // A confirmed difference between targets counts as the wanted defect, whatever the reference
  // says: the two differ by nothing else.
  bool differential = false;
};

// {"method", "literal", "cases", "illegal_percent": by the study's rule in the literal form, by
// ours otherwise, "nan_percent": cases of which a target gave NaN or infinity, "coverage",
// "seconds", "cpu_seconds", "reported": hits, "groups": findings by the method's own signature,
// "unconfirmed", "not_judged": for lack of CPU time, "findings": [{"id", "kind", "target", "count",
// "order", "generated", "outcome": "defect", "false alarm" or "undecided", "defects": […],
// "cause": of AUDEE's literal form, {"op", "tensor", "parameters"}}]}
Result<nlohmann::json> SearchAndJudge(const SearchOptions& options, const Context& context);

}  // namespace assay::study
