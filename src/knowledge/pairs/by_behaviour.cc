#include "knowledge/pairs/by_behaviour.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace assay::knowledge {
namespace {

// One scene may agree by chance.
constexpr size_t kFewestAlike = 2;
// Details (an empty axis, a type that only one side takes) may differ in one scene of seven.
constexpr double kNearlyAll = 0.85;
// Results that tell something, and names that give them, from which on numbers speak for
// themselves.
constexpr size_t kTelling = 2, kCrowd = 6;
// Otherwise descriptions must be as near as those of most twins by name, and names agree.
constexpr double kLikely = 0.55;

constexpr size_t kExampleLimit = 600;
struct Alike {
  size_t target;
  Agreement agreement;
};

class BehaviourMatcher {
 public:
  BehaviourMatcher(const ProbedSide& from, const ProbedSide& to, const PairRules& rules)
      : from_(from), to_(to), rules_(rules) {}

  BehaviourMatch Match(size_t s) const {
    const std::vector<Alike> best = Best(s);
    if (best.empty()) return {};
    std::set<std::string> names;
    for (const Alike& one : best) names.insert(to_.apis[one.target].keys[0]);
    const Alike& chosen = Chosen(s, best);
    const bool told = chosen.agreement.telling >= (IsDrawn(s) ? 1 : kTelling);
    const bool only = chosen.agreement.telling > 0 && names.size() == 1;
    const bool alone = (told && names.size() <= kCrowd) || only;
    if (!alone && (Likeness(s, chosen.target) < kLikely ||
                   !NamesAgree(from_.apis[s], to_.apis[chosen.target])))
      return {};
    return {static_cast<int>(chosen.target), chosen.agreement.share()};
  }

 private:
  // Those that give the same most often.
  std::vector<Alike> Best(size_t s) const {
    std::vector<Alike> out;
    const auto answers = from_.behaviours.find(from_.apis[s].doc->name);
    if (answers == from_.behaviours.end()) return out;
    double best = kNearlyAll;
    for (size_t t = 0; t < to_.apis.size(); ++t) {
      const auto other = to_.behaviours.find(to_.apis[t].doc->name);
      if (other == to_.behaviours.end() || !Fits(s, t)) continue;
      const Agreement agreement = AgreementOf(answers->second, other->second);
      if (agreement.same < (IsDrawn(s) ? 1 : kFewestAlike) || agreement.share() < best) continue;
      best = agreement.share();
      out.push_back({t, agreement});
    }
    std::erase_if(out, [&](const Alike& one) { return one.agreement.share() < best; });
    return out;
  }

  // Numbers that are drawn are compared in one scene only.
  bool IsDrawn(size_t s) const {
    return from_.behaviours.at(from_.apis[s].doc->name).contains("draw");
  }

  bool Fits(size_t s, size_t t) const {
    const Comparable &a = from_.apis[s], &b = to_.apis[t];
    return Compatible(rules_, a.topic, b.topic) && KindLikeness(*a.doc, *b.doc) > 0 &&
           Places(a) >= b.required && Places(b) >= a.required;
  }

  // What can be given. A power is no square root, whatever the exponent was.
  static size_t Places(const Comparable& api) { return api.tokens.size(); }

  double Likeness(size_t s, size_t t) const {
    return Cosine(from_.vectors[s].text, to_.vectors[t].text);
  }

  const Alike& Chosen(size_t s, const std::vector<Alike>& best) const {
    // What one name is like, of all modules that have it.
    std::map<std::string, double> likeness;
    for (const Alike& one : best) {
      double& known = likeness.try_emplace(to_.apis[one.target].keys[0], -1).first->second;
      known = std::max(known, Likeness(s, one.target));
    }
    const auto merit = [&](const Alike& one) {
      const Comparable& target = to_.apis[one.target];
      return std::tuple(likeness[target.keys[0]], -RankOf(rules_, target.doc->name),
                        KindLikeness(*from_.apis[s].doc, *target.doc));
    };
    return *std::ranges::max_element(best, {}, merit);
  }

  const ProbedSide &from_, &to_;
  const PairRules& rules_;
};

// Whether a twin stands against one by behaviour: a function that bears the name of a class may
// have a better one.
bool PairStands(const Pair& pair, const Comparable& source,
                const std::vector<Comparable>& targets) {
  const auto target = std::ranges::find(
      targets, pair.to, [](const Comparable& api) -> const std::string& { return api.doc->name; });
  return target != targets.end() && (source.doc->kind == "class" || target->doc->kind != "class");
}

std::string ShortExample(const ApiDoc& doc) {
  return doc.examples.empty() || doc.examples[0].size() > kExampleLimit ? "" : doc.examples[0];
}

// Who only refers to another has the twin of that one.
void FollowReferred(const std::vector<Comparable>& sources, std::vector<BehaviourMatch>& matches) {
  for (size_t s = 0; s < sources.size(); ++s)
    if (const int meant = sources[s].stands_for; matches[s].target < 0 && meant >= 0)
      matches[s] = matches[static_cast<size_t>(meant)];
}

}  // namespace

Status AddTwinsByBehaviour(const ApiBase& from, const ApiBase& to, const Behaviours& ours,
                           const Behaviours& theirs, const PairRules& rules, Embedder& embedder,
                           PairBase& pairs) {
  const std::vector<Comparable> sources = ComparableApis(from, rules);
  const std::vector<Comparable> targets = ComparableApis(to, rules);
  ASSAY_ASSIGN(const auto from_vectors, VectorsOf(sources, embedder));
  ASSAY_ASSIGN(const auto to_vectors, VectorsOf(targets, embedder));
  std::vector<BehaviourMatch> matches =
      MatchByBehaviour({sources, ours, from_vectors}, {targets, theirs, to_vectors}, rules);
  FollowReferred(sources, matches);
  std::map<std::string, Pair> all;
  for (Pair& pair : pairs.pairs) all.emplace(pair.from, std::move(pair));
  for (size_t s = 0; s < sources.size(); ++s) {
    if (matches[s].target < 0) continue;
    const ApiDoc& source = *sources[s].doc;
    const auto known = all.find(source.name);
    if (known != all.end() && PairStands(known->second, sources[s], targets)) continue;
    const ApiDoc& target = *targets[static_cast<size_t>(matches[s].target)].doc;
    all.insert_or_assign(source.name, Pair{.from = source.name,
                                           .to = target.name,
                                           .score = matches[s].score,
                                           .by = "behaviour",
                                           .parameters = MapParameters(source, target, rules),
                                           .from_example = ShortExample(source),
                                           .to_example = ShortExample(target)});
  }
  pairs.pairs.clear();
  for (auto& [name, pair] : all) pairs.pairs.push_back(std::move(pair));
  return {};
}

std::vector<BehaviourMatch> MatchByBehaviour(const ProbedSide& from, const ProbedSide& to,
                                             const PairRules& rules) {
  const BehaviourMatcher matcher(from, to, rules);
  std::vector<BehaviourMatch> out;
  for (size_t s = 0; s < from.apis.size(); ++s) out.push_back(matcher.Match(s));
  return out;
}

}  // namespace assay::knowledge
