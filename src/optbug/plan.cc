#include "optbug/plan.h"

#include <set>

#include "program/parse/model_apis.h"

namespace assay::optbug {
namespace {

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

std::string Modern(std::string api) {
  constexpr std::string_view kOld = "torch.quantization.";
  return api.starts_with(kOld) ? "torch.ao.quantization." + api.substr(kOld.size()) : api;
}

}  // namespace

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

std::vector<std::string> AlternativesOf(const std::string& api, const Places& places) {
  std::set<std::string> out;
  for (const Alternative& own : kAlternatives) {
    if (own.api != Modern(api)) continue;
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
