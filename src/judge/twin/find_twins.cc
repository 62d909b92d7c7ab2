#include "judge/twin/find_twins.h"

#include <algorithm>

#include "knowledge/api/documentation.h"
#include "knowledge/pairs/build.h"
#include "trial/twin/accusation.h"

namespace assay::judge {
namespace {

using trial::TwinSource;

// Only where disagreements were looked at one by one.
constexpr const char* kByDefault = "torch";
constexpr const char* kFrameworks[] = {"tensorflow", "jax", "torch"};

}  // namespace

Result<std::vector<TwinSource>> FindTwins(const std::string& framework,
                                          const std::vector<knowledge::ApiDoc>& docs,
                                          const std::vector<std::string>& oracles) {
  std::vector<TwinSource> out;
  const bool wanted = oracles.empty()
                          ? framework == kByDefault
                          : std::ranges::find(oracles, trial::kTwinOracle) != oracles.end();
  if (!wanted || docs.empty()) return out;
  ASSAY_ASSIGN(const knowledge::PairRules rules,
               knowledge::LoadPairRules(lab::HomeFolder() + "/data/knowledge/pairs.toml"));
  knowledge::ApiBase judged{framework, docs.front().version, docs.front().source, docs};
  knowledge::Stamp(judged);  // pairs are found by name in the order of the documents
  for (const char* other : kFrameworks) {
    if (other == framework) continue;
    ASSAY_ASSIGN(const knowledge::DocumentedFramework subject, knowledge::FindFramework(other, ""));
    if (!subject.target || !subject.target->ready) continue;
    ASSAY_ASSIGN(knowledge::ApiBase base, knowledge::DocumentationOf(subject));
    // By name only: what a model holds for likely is no ground for an accusation.
    ASSAY_ASSIGN(auto pairs,
                 knowledge::BuildPairs(judged, base, rules, nullptr, [](const std::string&) {}));
    out.push_back({other, std::move(pairs), std::move(base)});
  }
  return out;
}

}  // namespace assay::judge
