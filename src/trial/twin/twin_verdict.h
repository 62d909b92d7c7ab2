// Who is right when frameworks differ.
//
// Nobody is, by itself: two of them may follow different conventions, each documented. So a witness
// counts only when it has shown that it does the same as the judged API (it agrees on most inputs),
// and somebody is accused only when it stands alone against two others that agree.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "trial/twin/likeness.h"

namespace assay::trial {

// One call with one set of values, and what everybody told: by framework, or "numpy".
struct Evaluation {
  size_t call = 0;
  std::string variant;  // how the values were changed; "": as they are
  nlohmann::json values;
  std::map<std::string, TwinResult> results;
};

// Those of `evaluations` that do what `own` does: they agree on two at least, and on half of what
// can be compared.
std::set<std::string> Proven(const std::vector<Evaluation>& evaluations, const std::string& own);

enum class TwinOutcome {
  kNothing,    // nothing to compare
  kAgreed,     // all frameworks agree
  kAccused,    // one stands alone
  kUndecided,  // they differ
};
struct TwinVerdict {
  TwinOutcome outcome = TwinOutcome::kNothing;
  std::string accused;
  std::vector<std::string> others;  // those that agree, or of kUndecided all
};
// `own` and the `proven`. NaN and infinity accuse nobody, whether passed or given: what to make of
// them is a matter of convention.
TwinVerdict DecideTwins(const Evaluation& evaluation, const std::string& own,
                        const std::set<std::string>& proven);

}  // namespace assay::trial
