// Which category a report belongs to, by rules that can be read (categories.def), with the
// sentences that decided. Where rules are unsure a model may be asked (`assay issues classify`):
// prompt and answer go through here as well, so that whoever reaches the model needs to know
// nothing of categories.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/issues/parts.h"
#include "llm/prompt.h"

namespace assay::knowledge {

enum class Scheme { kMirror, kOptimisation };
std::string_view Name(Scheme scheme);  // "mirror", "optimisation"

struct CategoryDef {
  Scheme scheme;
  std::string_view name, help;
};
std::span<const CategoryDef> AllCategories();  // categories.def

struct Because {
  std::string phrase;
  std::string sentence;  // in which it stands
};

struct Classified {
  std::string category;  // "": no phrase occurs
  int points = 0;
  int runner_up = 0;             // points of the second
  std::vector<Because> because;  // phrases of that category
  std::string by;                // "rules" or the name of a model
};

// By rules alone.
Classified ClassifyByRules(const Issue& issue, const Parts& parts, Scheme scheme);
// Whether either of two categories may be right, or none has anything to go by.
bool Unsure(const Classified& by_rules);
// By rules; where they are unsure, what a model said before (Issue::judged).
Classified Classify(const Issue& issue, const Parts& parts, Scheme scheme);

// Whether a report speaks of model optimisation at all (quantisation, pruning, jit, compile, …).
bool IsOptimisation(const Issue& issue, const Parts& parts);

// What to ask a model.
Result<llm::Prompt> ClassifyPrompt(const Issue& issue, const Parts& parts, Scheme scheme);
// What `model` answered. An error: no such category, or its reason is not in the report.
Result<Judged> ReadAnswer(const nlohmann::json& answer, const Issue& issue, const Parts& parts,
                          Scheme scheme, const std::string& model);
// Puts it in the place of what was judged before.
void Judge(Issue& issue, Judged judged);

nlohmann::json ToJson(const Classified& classified);

}  // namespace assay::knowledge
