// Mutation without a model: a rule changes one thing of a form. One file each, one line each in
// rules.def.
//
// The first six are the paper's (section 3.5), done over the parts of a form in place of being
// asked of a language model; `desugar` and `illogical` make the two further kinds of bugs that the
// paper found. What a rule gives is legal by construction: forms that do not fit are tried again.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "optbug/forms/parts.h"

namespace assay::optbug {

// What is known of one historical bug.
struct Past {
  std::string id, api, category, exception;
};

struct RuleInput {
  const Parts& parts;
  const std::vector<Past>& pasts;
  // Positions of the optimisers that may be used.
  const std::vector<size_t>& optimisers;
};

struct Rule {
  std::string_view name, kind;  // kind: api, desugar or illogical
  std::string_view help;
  // Changes `form`; false when it found nothing to change. What it leaves need not fit.
  bool (*apply)(const RuleInput& input, Form& form, Rng& rng);
};

std::span<const Rule> AllRules();

// --- what several rules do ---

// Puts a layer that `wanted` accepts somewhere into the chain, in place of another one or between
// two. False when none fits anywhere.
bool PlaceLayer(const Parts& parts, bool (*wanted)(const Layer& layer, const std::string& word),
                const std::string& word, Form& form, Rng& rng);

// Any other optimiser that `wanted` accepts.
bool ChooseOptimiser(const RuleInput& input,
                     bool (*wanted)(const Optimiser& optimiser, const Optimiser& now), Form& form,
                     Rng& rng);

}  // namespace assay::optbug
