// Which category a report belongs to, by rules that can be read (categories.def), with the
// sentences that decided. Where rules say nothing a model may be asked: prompt and answer go
// through here as well, so that whoever reaches the model needs to know nothing of categories.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/issues/parts.h"

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

Classified Classify(const Issue& issue, const Parts& parts, Scheme scheme);

// Whether a report speaks of model optimisation at all (quantisation, pruning, jit, compile, …).
bool IsOptimisation(const Issue& issue, const Parts& parts);

// `wording` (prompts/classify-issue.txt) with {categories} and {report} filled in.
std::string ClassifyPrompt(const std::string& wording, const Issue& issue, const Parts& parts,
                           Scheme scheme);
// What a model answered: {"category", "sentence"}, perhaps with text around it. An error: no such
// category, or the sentence is not in the report.
Result<Classified> ReadAnswer(const std::string& answer, const Issue& issue, const Parts& parts,
                              Scheme scheme, const std::string& model);

nlohmann::json ToJson(const Classified& classified);

}  // namespace assay::knowledge
