// A second opinion before anybody is accused of a value: independent judges compute the case, too.
//
// A judge agrees when all of its results are admitted, and contradicts when it gives what the
// accused gives: its wrong elements lie nearer to the accused's than to what is admitted. One that
// is wrong in a way of its own says nothing for the accused. A finding is disputed when a judge
// contradicts; when the standard's own evaluator differs in any way; or when nobody agrees and some
// differ. The reference may be what is wrong there, or the standard may be open.
//
// Judges that cannot run the case, or are known to be wrong there (bugs/known, and EvaluatorErrs),
// say nothing.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/model_case.h"
#include "lab/lab.h"
#include "lab/registry.h"
#include "triage/known.h"

namespace assay::life {

struct Opinion {
  std::string judge, version;
  enum class Says { kAgrees, kContradicts, kDiffers, kNothing } says = Says::kNothing;
  std::string message;  // why it does not agree, or cannot say
  std::string value;    // what it gives where the accused is furthest outside; "": nothing
};

struct SecondOpinion {
  std::vector<Opinion> opinions;  // in the order in which they were asked
  // Where the accused is furthest outside: "output 'y', element 3", its value, what is admitted.
  std::string place, accused, admitted;

  bool disputed() const;
  nlohmann::json Json() const;  // the fact kOpinionFact
};
inline constexpr const char* kOpinionFact = "opinion";

// Whether a finding of this kind is about a value.
bool NeedsSecondOpinion(const std::string& kind);

// Those that are ready and not of the framework that is accused: the standard's own evaluator
// first, then plain modes of frameworks. Of inaccuracy other modes of the framework are asked, too.
std::vector<lab::Target> JudgesOf(const lab::Target& accused, const std::string& kind,
                                  const lab::Registry& registry);

// Asks them in turn until enough have said something.
SecondOpinion AskJudges(const ModelCase& model_case, const lab::Target& accused,
                        const std::vector<lab::Target>& judges,
                        const std::vector<triage::KnownBug>& known, lab::Lab& lab);

// The same about inaccuracy: who has it as well contradicts.
SecondOpinion AskWhoSharesInaccuracy(const ModelCase& model_case,
                                     const std::vector<lab::Target>& judges, lab::Lab& lab);

}  // namespace assay::life
