// What the APIs of an installed framework do with small inputs: kept, or found out by calling them.
#pragma once

#include <vector>

#include "knowledge/api/documentation.h"
#include "knowledge/pairs/behaviour.h"
#include "knowledge/pairs/comparable.h"

namespace assay::knowledge {

// The file that keeps them for this version, documentation and script. An error where the framework
// is not installed.
Result<std::string> BehaviourPath(const DocumentedFramework& subject,
                                  const std::vector<Comparable>& apis, const PairRules& rules);
// What that file keeps.
Result<Behaviours> KeptBehaviours(const std::string& path);

// Calls every one of `apis` whose topic is in `rules.by_meaning`, all in one warm process in the
// sandbox (workers/python/probe_apis.py), and keeps the answers. An API that ends the process
// answers nothing, and the next one begins another. Minutes.
Status FindBehaviours(const DocumentedFramework& subject, const std::vector<Comparable>& apis,
                      const PairRules& rules, const TellProgress& tell);

// What probe_apis.py printed, added to `answers` by API; the number of the API that it had begun
// last and did not end, or of the first that it never began.
size_t ReadProbe(const std::string& lines, size_t first, nlohmann::json& answers);

}  // namespace assay::knowledge
