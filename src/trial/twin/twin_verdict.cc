#include "trial/twin/twin_verdict.h"

#include <algorithm>

namespace assay::trial {
namespace {

using nlohmann::json;

constexpr size_t kLeastAgreements = 2;
constexpr const char* kNumpy = "numpy";  // is believed, never accused

bool HasText(const json& values) {
  for (const json& value : values)
    if (value.is_string() || (value.is_array() && HasText(value))) return true;
  return false;
}

// NaN and infinity are texts in JSON.
bool HasNonFinite(const json& arguments) {
  for (const json& argument : arguments) {
    if (argument.contains("values") && HasText(argument["values"])) return true;
    if (argument.contains("list") && HasNonFinite(argument["list"])) return true;
  }
  return false;
}

bool AllAgree(const Evaluation& evaluation, const std::vector<std::string>& names) {
  for (size_t i = 0; i < names.size(); ++i)
    for (size_t j = i + 1; j < names.size(); ++j)
      if (Compare(evaluation.results.at(names[i]), evaluation.results.at(names[j])) !=
          Likeness::kAgree)
        return false;
  return true;
}

// Differs from all `others`, in a number that all of them have.
bool StandsAlone(const Evaluation& evaluation, const std::string& name,
                 const std::vector<std::string>& others) {
  return std::ranges::all_of(others, [&](const std::string& other) {
    return Compare(evaluation.results.at(name), evaluation.results.at(other)) == Likeness::kDiffer;
  });
}

}  // namespace

std::set<std::string> Proven(const std::vector<Evaluation>& evaluations, const std::string& own) {
  std::map<std::string, std::pair<size_t, size_t>> counts;  // agreements, differences
  for (const Evaluation& evaluation : evaluations) {
    const auto mine = evaluation.results.find(own);
    if (mine == evaluation.results.end()) continue;
    for (const auto& [who, told] : evaluation.results) {
      if (who == own) continue;
      const Likeness likeness = Compare(mine->second, told);
      counts[who].first += likeness == Likeness::kAgree ? 1 : 0;
      const bool differs =
          likeness == Likeness::kDiffer || likeness == Likeness::kElsewhereUndefined;
      counts[who].second += differs ? 1 : 0;
    }
  }
  std::set<std::string> out;
  for (const auto& [who, count] : counts)
    if (count.first >= kLeastAgreements && count.first >= count.second) out.insert(who);
  return out;
}

TwinVerdict DecideTwins(const Evaluation& evaluation, const std::string& own,
                        const std::set<std::string>& proven) {
  const auto mine = evaluation.results.find(own);
  if (mine == evaluation.results.end()) return {};
  std::vector<std::string> names = {own};
  for (const auto& [who, told] : evaluation.results)
    if (who != own && proven.contains(who) &&
        Compare(mine->second, told) != Likeness::kIncomparable)
      names.push_back(who);
  if (names.size() < 2) return {};
  if (AllAgree(evaluation, names)) return {TwinOutcome::kAgreed, "", names};
  for (const std::string& name : names) {
    std::vector<std::string> others;
    for (const std::string& other : names)
      if (other != name) others.push_back(other);
    if (others.size() < 2 || !AllAgree(evaluation, others) ||
        !StandsAlone(evaluation, name, others))
      continue;
    if (name == kNumpy) return {TwinOutcome::kAgreed, "", others};
    if (HasNonFinite(evaluation.values)) break;
    return {TwinOutcome::kAccused, name, others};
  }
  return {TwinOutcome::kUndecided, "", names};
}

}  // namespace assay::trial
