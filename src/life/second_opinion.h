// A second opinion before anybody is accused of a value: independent judges compute the case, and
// the certified truth says of each whether it agrees.
//
// One that agrees is enough. Where some contradict and nobody agrees the finding is disputed: the
// reference may be what is wrong, or the standard may be open.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/model_case.h"
#include "lab/lab.h"
#include "lab/registry.h"

namespace assay::life {

struct Opinion {
  std::string judge, version;
  enum class Says { kAgrees, kContradicts, kNothing } says = Says::kNothing;
  std::string message;  // why it contradicts, or cannot say
};

struct SecondOpinion {
  std::vector<Opinion> opinions;  // in the order in which they were asked

  bool disputed() const;
  nlohmann::json Json() const;  // the fact kOpinionFact
};
inline constexpr const char* kOpinionFact = "opinion";

// Whether a finding of this kind is about a value.
bool NeedsSecondOpinion(const std::string& kind);

// Those that are ready and not of the framework that is accused: the standard's own evaluator
// first, then plain modes of frameworks.
std::vector<lab::Target> JudgesOf(const lab::Target& accused, const lab::Registry& registry);

// Asks them in turn until one agrees.
SecondOpinion AskJudges(const ModelCase& model_case, const std::vector<lab::Target>& judges,
                        lab::Lab& lab);

}  // namespace assay::life
