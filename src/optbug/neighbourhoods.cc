#include "optbug/neighbourhoods.h"

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "optbug/distance/places.h"
#include "program/parse/model_apis.h"

namespace assay::optbug {
namespace {

std::string IdOf(const std::vector<Snippet>& snippets, std::vector<size_t> members) {
  std::ranges::sort(members);
  uint64_t hash = 0;
  for (const size_t member : members) hash = HashBytes(snippets[member].id, hash);
  char text[16];
  std::snprintf(text, sizeof text, "n%08x", static_cast<unsigned>(hash & 0xffffffff));
  return text;
}

Neighbourhood Around(size_t centre, const std::vector<Snippet>& snippets, const Matrix& distances,
                     int threshold) {
  std::vector<std::pair<int, size_t>> near;
  for (size_t other = 0; other < snippets.size(); ++other) {
    const int distance = distances[centre][other];
    if (other != centre && distance >= 0 && distance <= threshold)
      near.emplace_back(distance, other);
  }
  std::ranges::sort(near);
  if (near.size() > kMostMembers - 1) near.resize(kMostMembers - 1);
  Neighbourhood out;
  out.framework = snippets[centre].framework;
  out.category = snippets[centre].category;
  out.members = {centre};
  for (const auto& [distance, other] : near) out.members.push_back(other);
  out.radius = near.empty() ? 0 : near.back().first;
  out.id = IdOf(snippets, out.members);
  return out;
}

bool Within(const Neighbourhood& small, const Neighbourhood& large) {
  return std::ranges::all_of(small.members, [&](size_t member) {
    return std::ranges::find(large.members, member) != large.members.end();
  });
}

std::vector<std::string> Union(const std::vector<size_t>& members,
                               const std::vector<Snippet>& snippets, auto list) {
  std::set<std::string> out;
  for (const size_t member : members)
    for (const std::string& name : list(snippets[member])) out.insert(name);
  return {out.begin(), out.end()};
}

class Planner {
 public:
  Planner(const std::vector<Snippet>& snippets, const PlacesOf& places)
      : snippets_(snippets), places_(places) {}

  // Optimisers of the framework that could stand for one of the members'.
  std::vector<std::string> OtherApis(const Neighbourhood& hood) const {
    const auto known = places_.find(hood.framework);
    if (known == places_.end()) return {};
    std::set<std::string> used, out;
    for (const size_t member : hood.members)
      used.insert(snippets_[member].optimisers.begin(), snippets_[member].optimisers.end());
    for (const std::string& api : used)
      for (std::string& other : AlternativesOf(api, known->second))
        if (!used.contains(other)) out.insert(std::move(other));
    return {out.begin(), out.end()};
  }

  // The different ones that members show; those of which nothing is known do not count.
  std::vector<std::string> Shown(const Neighbourhood& hood, std::string Snippet::* what) const {
    std::set<std::string> out;
    for (const size_t member : hood.members)
      if (!(snippets_[member].*what).empty()) out.insert(snippets_[member].*what);
    return {out.begin(), out.end()};
  }

 private:
  const std::vector<Snippet>& snippets_;
  const PlacesOf& places_;
};

struct Alternative {
  std::string_view group, api;
};
constexpr Alternative kAlternatives[] = {
#define ALTERNATIVE(group, api) {group, api},
#include "optbug/alternatives.def"
#undef ALTERNATIVE
};

}  // namespace

Matrix DistanceMatrix(const std::vector<Snippet>& snippets, const PlacesOf& places) {
  static const Places kNothing;
  Matrix out(snippets.size(), std::vector<int>(snippets.size(), -1));
  for (size_t i = 0; i < snippets.size(); ++i) {
    const auto known = places.find(snippets[i].framework);
    const Places& told = known == places.end() ? kNothing : known->second;
    out[i][i] = 0;
    for (size_t j = i + 1; j < snippets.size(); ++j)
      if (snippets[i].framework == snippets[j].framework)
        out[i][j] = out[j][i] = DistanceOf(snippets[i], snippets[j], told).sum();
  }
  return out;
}

std::vector<Neighbourhood> FindNeighbourhoods(const std::vector<Snippet>& snippets,
                                              const Matrix& distances, int threshold) {
  std::vector<Neighbourhood> all;
  for (size_t centre = 0; centre < snippets.size(); ++centre)
    all.push_back(Around(centre, snippets, distances, threshold));
  std::vector<Neighbourhood> out;
  for (size_t i = 0; i < all.size(); ++i) {
    // Of two with the same members the first stays.
    const auto covers = [&](size_t j) {
      return j != i && Within(all[i], all[j]) &&
             (all[j].members.size() > all[i].members.size() || j < i);
    };
    bool covered = false;
    for (size_t j = 0; j < all.size() && !covered; ++j) covered = covers(j);
    if (!covered) out.push_back(all[i]);
  }
  return out;
}

nlohmann::json ToJson(const Neighbourhood& neighbourhood, const std::vector<Snippet>& snippets) {
  std::vector<std::string> members;
  for (const size_t member : neighbourhood.members) members.push_back(snippets[member].id);
  const auto& positions = neighbourhood.members;
  return {{"id", neighbourhood.id},
          {"framework", neighbourhood.framework},
          {"members", members},
          {"category", neighbourhood.category},
          {"apis", Union(positions, snippets, [](const Snippet& s) { return s.apis(); })},
          {"types", Union(positions, snippets, [](const Snippet& s) { return s.all_types(); })},
          {"radius", neighbourhood.radius},
          {"singleton", neighbourhood.singleton()}};
}

std::vector<PlanStep> MakePlan(const std::vector<Neighbourhood>& neighbourhoods,
                               const std::vector<Snippet>& snippets, const PlacesOf& places,
                               const PlanOptions& options) {
  const Planner planner(snippets, places);
  std::vector<PlanStep> out;
  for (size_t i = 0; i < neighbourhoods.size(); ++i) {
    const Neighbourhood& hood = neighbourhoods[i];
    out.push_back({"model", i, {}});
    if (auto apis = planner.OtherApis(hood); !apis.empty())
      out.push_back({"api", i, std::move(apis)});
    out.push_back({"input", i, {}});
    if (auto shown = planner.Shown(hood, &Snippet::exception); shown.size() > 1)
      out.push_back({"exception", i, std::move(shown)});
    if (auto shown = planner.Shown(hood, &Snippet::location); shown.size() > 1)
      out.push_back({"location", i, std::move(shown)});
    if (options.reason && !planner.Shown(hood, &Snippet::reason).empty())
      out.push_back({"reason", i, {}});
  }
  return out;
}

std::map<std::string, size_t> CountRules(const std::vector<PlanStep>& plan) {
  std::map<std::string, size_t> out;
  for (const char* rule : kRules) out[rule] = 0;
  for (const PlanStep& step : plan) ++out[step.rule];
  return out;
}

nlohmann::json ToJson(const PlanStep& step, const std::vector<Neighbourhood>& neighbourhoods) {
  return {{"rule", step.rule},
          {"neighbourhood", neighbourhoods[step.neighbourhood].id},
          {"choices", step.choices}};
}

std::string ModernName(std::string api) {
  constexpr std::string_view kOld = "torch.quantization.";
  return api.starts_with(kOld) ? "torch.ao.quantization." + api.substr(kOld.size()) : api;
}

std::vector<std::string> AlternativesOf(const std::string& api, const Places& places) {
  std::set<std::string> out;
  for (const Alternative& own : kAlternatives) {
    if (own.api != ModernName(api)) continue;
    for (const Alternative& other : kAlternatives)
      if (other.group == own.group && other.api != own.api && places.Has(std::string(other.api)))
        out.insert(std::string(other.api));
  }
  return {out.begin(), out.end()};
}

std::vector<std::string> KnownAlternatives(const std::string& framework) {
  std::set<std::string> out;
  for (const Alternative& known : kAlternatives)
    if (program::FrameworkOfApi(known.api) == framework) out.insert(std::string(known.api));
  return {out.begin(), out.end()};
}

}  // namespace assay::optbug
