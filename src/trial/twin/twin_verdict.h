// Who is right when frameworks differ.
//
// Nobody is, by itself: two of them may follow different conventions, each documented. So a witness
// counts only when it has shown that it does the same as the judged API (it agrees on most inputs),
// and somebody is accused only when it stands alone against two others that agree.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "trial/dialect.h"
#include "trial/trial.h"
#include "trial/twin/carry.h"
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

// The program that shows a framework alone: it asserts the numbers that two others agree on, so
// that nothing but the accused framework is needed to run it.

// The oracle whose trials these are.
inline constexpr std::string_view kTwinOracle = "twin";

struct TwinAccusation {
  const knowledge::ApiDoc& doc;  // of the accused
  const CarriedCall& call;       // in its words
  const nlohmann::json& values;
  const nlohmann::json& expected;  // what the others told
  std::string others;              // "tf.math.add (tensorflow 2.21.0) and np.add"
};

// A fact as Python: a tensor of the dialect or a list of them; and what should come out, as arrays
// of numpy.
std::string FactText(const nlohmann::json& fact, const Dialect& dialect);
std::string ExpectedText(const nlohmann::json& fact);

Trial WriteTwinAccusation(const TwinAccusation& accusation, const Dialect& dialect,
                          const std::string& prelude);

}  // namespace assay::trial
