// Classification: to which class of two taxonomies a finding belongs, and the rule that decided it.
//
// The study's types of high-priority defects (A1 to G5) go by what a user sees; ATOC's twelve types
// by what seems to be broken. Both are decided by fixed rules over what is known of the finding
// (rules.def), so the answer may become sharper as more is learnt (reduced, located), but is the
// same for the same knowledge. docs/reference/findings.md explains every class and rule.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "triage/classify/clues.h"

namespace assay::triage {

struct StudyClass {
  std::string_view id, major, description;
  bool produced;
  std::string_view never;  // why it is not
};
struct AtocClass {
  std::string_view name, meaning;
  bool produced;
};
struct Rule {
  std::string_view name;
  std::string_view gives;    // id of a StudyClass or name of an AtocClass
  std::string_view because;  // completes "decided by: …"
  bool (*holds)(const Clues& clues);
};

struct Classification {
  StudyClass study;
  Rule study_rule;
  AtocClass atoc;
  Rule atoc_rule;
};

std::span<const StudyClass> AllStudyClasses();
std::span<const AtocClass> AllAtocClasses();
std::span<const Rule> StudyRules();
std::span<const Rule> AtocRules();

Classification Classify(const Clues& clues);

// {"study": "F1", "study_name", "study_group", "atoc", "rule": why, in one sentence, "study_rule",
// "atoc_rule"}
nlohmann::json ClassJson(const Classification& found);

}  // namespace assay::triage
