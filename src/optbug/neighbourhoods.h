// Concentration: snippets that are near each other, as examples for one prompt.
//
// Every snippet is the centre of a neighbourhood: itself and the nearest others of its framework
// within the threshold, at most five in all. Neighbourhoods overlap; one whose members all belong
// to another is dropped, as it would say nothing new. A snippet that is near nobody stays alone,
// and is kept as such. Every snippet is in at least one.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "optbug/distance/places.h"
#include "optbug/snippet.h"

namespace assay::optbug {

// The paper's: with 6 a cluster holds 2 to 5 examples, enough to learn from and short enough to
// read.
inline constexpr int kThreshold = 6;
inline constexpr size_t kMostMembers = 5;

struct Neighbourhood {
  std::string id;  // of its members: the same ones give the same id
  std::string framework;
  std::vector<size_t> members;  // positions in the snippets; the centre first, then by distance
  std::string category;         // of the centre
  int radius = 0;               // largest distance from the centre
  bool singleton() const { return members.size() == 1; }
};

using PlacesOf = std::map<std::string, Places>;  // by framework

// Distances of all pairs; -1 for two of different frameworks, which are never compared.
using Matrix = std::vector<std::vector<int>>;
Matrix DistanceMatrix(const std::vector<Snippet>& snippets, const PlacesOf& places);

// Deterministic; equal distances are settled by id. `snippets` are sorted by id.
std::vector<Neighbourhood> FindNeighbourhoods(const std::vector<Snippet>& snippets,
                                              const Matrix& distances, int threshold = kThreshold);

nlohmann::json ToJson(const Neighbourhood& neighbourhood, const std::vector<Snippet>& snippets);

// Diffusion: which rule is tried on which neighbourhood.
//
// The paper mutates model and input of every cluster, the API where the documentation offers
// another one, exception and location where the members show several; 198 + 198 + 126 + 73 = 595
// prompts. The reason is told in every prompt, but is not mutated: PlanOptions asks for it on top.

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

// The name of today of an API that was moved: torch.ao.quantization.convert of
// torch.quantization.convert.
std::string ModernName(std::string api);

// All names of alternatives.def that belong to a framework, for FindPlaces.
std::vector<std::string> KnownAlternatives(const std::string& framework);

}  // namespace assay::optbug
