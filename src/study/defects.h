// Defects: what the certified reference says of a case, target by target, in a form in which two
// cases of one bug are equal whatever method found them.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "lab/lab.h"
#include "oracle/check.h"

namespace assay::study {

struct Defect {
  // Equal for what counts as one defect: framework, oracle, where or which message.
  std::string key;
  std::string target, oracle, what, type;  // type: "F2", … (triage/classify)

  nlohmann::json Json() const;
};

struct Judged {
  std::vector<Defect> defects;
  // Without a defect: all targets were judged and are right. False: one of them does not support
  // the case or looks suspicious, or the reference has no answer.
  bool right = false;
};

struct JudgeOptions {
  bool layers = true;   // where bounds are wide, judge layer by layer
  bool confirm = true;  // every defect in a clean process
};

Judged JudgeCase(const oracle::Subject& subject, const oracle::Truth& truth,
                 std::span<const lab::Target> targets, lab::Lab& lab, const JudgeOptions& options);

// Each key once, the first of them.
nlohmann::json UniqueJson(const std::vector<Defect>& defects);

}  // namespace assay::study
