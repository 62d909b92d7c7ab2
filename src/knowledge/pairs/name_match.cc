#include "knowledge/pairs/name_match.h"

#include <map>
#include <tuple>

namespace assay::knowledge {
namespace {

// Higher is better, compared part by part.
using Merit = std::tuple<bool, int, bool, int, double>;

Merit MeritOf(const Comparable& source, const Comparable& target, const PairRules& rules) {
  return {source.keys[0] == target.keys[0], KindLikeness(*source.doc, *target.doc),
          source.topic == target.topic, -RankOf(rules, target.doc->name),
          ParameterOverlap(source, target)};
}

}  // namespace

double ParameterOverlap(const Comparable& a, const Comparable& b) {
  size_t common = 0;
  for (size_t i = 0, j = 0; i < a.tokens.size() && j < b.tokens.size();) {
    const int order = a.tokens[i].compare(b.tokens[j]);
    common += order == 0 ? 1 : 0;
    i += order <= 0 ? 1 : 0;
    j += order >= 0 ? 1 : 0;
  }
  const size_t all = a.tokens.size() + b.tokens.size() - common;
  return all == 0 ? 1 : static_cast<double>(common) / static_cast<double>(all);
}

int KindLikeness(const ApiDoc& a, const ApiDoc& b) {
  if (a.kind == b.kind) return 2;
  return a.kind != "class" && b.kind != "class" ? 1 : 0;
}

std::vector<NameMatch> MatchByName(const std::vector<Comparable>& sources,
                                   const std::vector<Comparable>& targets, const PairRules& rules) {
  std::map<std::string, std::vector<int>> bearers;
  for (size_t i = 0; i < targets.size(); ++i)
    for (const std::string& key : targets[i].keys) bearers[key].push_back(static_cast<int>(i));
  std::vector<NameMatch> out(sources.size());
  for (size_t s = 0; s < sources.size(); ++s) {
    Merit best;
    for (const std::string& key : sources[s].keys) {
      const auto found = bearers.find(key);
      if (found == bearers.end()) continue;
      for (const int t : found->second) {
        const Comparable& target = targets[static_cast<size_t>(t)];
        if (!Compatible(rules, sources[s].topic, target.topic)) continue;
        const Merit merit = MeritOf(sources[s], target, rules);
        if (out[s].target >= 0 && merit <= best) continue;
        best = merit;
        out[s] = {t, std::get<0>(merit) ? 1.0 : kAliasScore};
      }
    }
  }
  return out;
}

}  // namespace assay::knowledge
