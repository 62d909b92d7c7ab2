// Mutation without a model: a rule changes one thing of a form. One file each, one line each in
// rules.def.
//
// The first six are the paper's (section 3.5), done over the parts of a form in place of being
// asked of a language model; `desugar` and `illogical` make the two further kinds of bugs that the
// paper found. What a rule gives is legal by construction: forms that do not fit are tried again.
//
// Inside a neighbourhood a rule takes its replacement from the neighbours: their model, their
// input, their optimiser, the layers, element types, exceptions and places that they are known for.
// Without neighbours (`near` is empty) it takes any that there is.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "optbug/forms/parts.h"
#include "optbug/members.h"

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
  const Seeds* seeds = nullptr;   // of which `self` and `near` are
  size_t self = 0;                // the member that the form was taken from
  std::vector<size_t> near = {};  // its neighbours
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
// two; of a model that was taken, behind it. False when none fits anywhere.
bool PlaceLayer(const Parts& parts, const std::function<bool(const Layer&)>& wanted, Form& form,
                Rng& rng);

// One of the neighbours, or nothing without any.
const Member* Neighbour(const RuleInput& input, Rng& rng);

// Another optimiser of those: one of the neighbours' own.
bool ChooseAmong(const std::vector<size_t>& optimisers, const RuleInput& input, Form& form,
                 Rng& rng);

// A variation of the inputs that `wanted` accepts.
bool Vary(const Parts& parts, const std::function<bool(const Variation&)>& wanted, Form& form,
          Rng& rng);

// Any other optimiser that `wanted` accepts.
bool ChooseOptimiser(
    const RuleInput& input,
    const std::function<bool(const Optimiser& other, const Optimiser& now)>& wanted, Form& form,
    Rng& rng);

}  // namespace assay::optbug
