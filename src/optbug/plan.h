// Diffusion: which rule is tried on which neighbourhood.
//
// The paper mutates model and input of every cluster, the API where the documentation offers
// another one, exception and location where the members show several; 198 + 198 + 126 + 73 = 595
// prompts. The reason is told in every prompt, but is not mutated: PlanOptions asks for it on top.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "optbug/distance/places.h"
#include "optbug/neighbourhoods.h"

namespace assay::optbug {

// The names of the six rules, in the paper's order.
inline constexpr const char* kRules[] = {"model",     "api",      "input",
                                         "exception", "location", "reason"};

struct PlanStep {
  std::string rule;
  size_t neighbourhood = 0;          // position
  std::vector<std::string> choices;  // what the rule may turn to: other optimisers, exceptions,
                                     // locations; empty where anything goes
};

struct PlanOptions {
  bool reason = false;
};

// Neighbourhood by neighbourhood, the rules of each in the order of kRules.
std::vector<PlanStep> MakePlan(const std::vector<Neighbourhood>& neighbourhoods,
                               const std::vector<Snippet>& snippets, const PlacesOf& places,
                               const PlanOptions& options = {});

// Steps per rule; all rules are there.
std::map<std::string, size_t> CountRules(const std::vector<PlanStep>& plan);

nlohmann::json ToJson(const PlanStep& step, const std::vector<Neighbourhood>& neighbourhoods);

// Which optimiser can stand for which other: alternatives.def.

// Those that the installed framework has, by name, without `api` itself. Old and new names of one
// function (torch.quantization, torch.ao.quantization) count as the same.
std::vector<std::string> AlternativesOf(const std::string& api, const Places& places);

// All names of alternatives.def that belong to a framework, for FindPlaces.
std::vector<std::string> KnownAlternatives(const std::string& framework);

}  // namespace assay::optbug
