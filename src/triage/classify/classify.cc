#include "triage/classify/classify.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/strings.h"
#include "triage/classify/conditions.h"

namespace assay::triage {
namespace {

constexpr std::array kStudyClasses = {
#define STUDY_CLASS(id, major, description, never) \
  StudyClass{id, major, description, sizeof(never) == 1, never},
#define ATOC_CLASS(name, meaning, produced)
#include "triage/classify/classes.def"
#undef STUDY_CLASS
#undef ATOC_CLASS
};

constexpr std::array kAtocClasses = {
#define STUDY_CLASS(id, major, description, never)
#define ATOC_CLASS(name, meaning, produced) AtocClass{name, meaning, produced},
#include "triage/classify/classes.def"
#undef STUDY_CLASS
#undef ATOC_CLASS
};

constexpr std::array kStudyRules = {
#define STUDY_RULE(Condition, name, gives, because) \
  Rule{name, gives, because, conditions::Condition},
#include "triage/classify/rules.def"
#undef STUDY_RULE
};

constexpr std::array kAtocRules = {
#define ATOC_RULE(Condition, name, gives, because) \
  Rule{name, gives, because, conditions::Condition},
#include "triage/classify/rules.def"
#undef ATOC_RULE
};

const Rule& FirstThatHolds(std::span<const Rule> rules, const Clues& clues) {
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return rule.holds(clues); });
  ASSAY_CHECK(found != rules.end()) << "the last rule always holds";
  return *found;
}

}  // namespace

std::span<const StudyClass> AllStudyClasses() { return kStudyClasses; }
std::span<const AtocClass> AllAtocClasses() { return kAtocClasses; }
std::span<const Rule> StudyRules() { return kStudyRules; }
std::span<const Rule> AtocRules() { return kAtocRules; }

Classification Classify(const Clues& clues) {
  const Rule& study = FirstThatHolds(kStudyRules, clues);
  const Rule& atoc = FirstThatHolds(kAtocRules, clues);
  const auto* study_class = std::find_if(kStudyClasses.begin(), kStudyClasses.end(),
                                         [&](const StudyClass& c) { return c.id == study.gives; });
  const auto* atoc_class = std::find_if(kAtocClasses.begin(), kAtocClasses.end(),
                                        [&](const AtocClass& c) { return c.name == atoc.gives; });
  ASSAY_CHECK(study_class != kStudyClasses.end()) << study.gives;
  ASSAY_CHECK(atoc_class != kAtocClasses.end()) << atoc.gives;
  return {*study_class, study, *atoc_class, atoc};
}

nlohmann::json ClassJson(const Classification& found) {
  return {{"study", found.study.id},
          {"study_name", found.study.description},
          {"study_group", found.study.major},
          {"study_rule", found.study_rule.name},
          {"atoc", found.atoc.name},
          {"atoc_rule", found.atoc_rule.name},
          {"rule", found.study_rule.because == found.atoc_rule.because
                       ? std::string(found.study_rule.because)
                       : StrCat(found.study_rule.because, "; ", found.atoc_rule.because)}};
}

}  // namespace assay::triage
