// Concentration: snippets that are near each other, as examples for one prompt.
//
// Every snippet is the centre of a neighbourhood: itself and the nearest others of its framework
// within the threshold, at most five in all. Neighbourhoods overlap; one whose members all belong
// to another is dropped, as it would say nothing new. A snippet that is near nobody stays alone,
// and is kept as such. Every snippet is in at least one.
#pragma once

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

}  // namespace assay::optbug
