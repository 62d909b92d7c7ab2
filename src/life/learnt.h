// What the findings that were worked on have taught: causes that others may have, too.
//
// Most findings of a campaign are a few bugs seen again and again, behind other operators. A case
// in which the nodes of a known cause fail by themselves, in the same way and under the same
// conditions, and which is right as soon as they are given the right results, needs no reduction of
// its own: a handful of runs tell what it is.
//
// Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "reduce/first_wrong.h"
#include "triage/cause.h"
#include "triage/probe.h"

namespace assay::life {

// The operators of a case, in graph order.
std::vector<std::string> OpsOf(const ModelCase& model_case);

class Learnt {
 public:
  void Add(const std::string& framework, const triage::Cause& cause);

  // The known cause of what `model_case` shows; one that is not known when there is none.
  triage::Cause Explain(const ModelCase& model_case, const triage::Probe& probe,
                        const triage::Sighted& wanted) const;

  // The same of a part that fails by itself.
  triage::Cause Match(const reduce::Part& part, const triage::Probe& probe) const;

 private:
  std::vector<triage::Cause> Of(const std::string& framework) const;

  mutable std::mutex mutex_;
  std::map<std::string, std::vector<triage::Cause>> causes_;  // by framework
};

}  // namespace assay::life
