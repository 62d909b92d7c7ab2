#include "bugs/tools/decide.h"

#include <algorithm>

#include "base/strings.h"
#include "bugs/tools/match.h"

namespace assay::bugs {
namespace {

bool Holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// A tool may leave out some of a bug's APIs: it counts as not supported when nothing is left.
bool SaysUnsupported(const GroundTruth& truth, const ToolReport& told) {
  const auto& names = truth.operators.empty() ? truth.apis : truth.operators;
  const auto left_out = [&](const std::string& name) { return Holds(told.unsupported, name); };
  return !names.empty() && std::ranges::all_of(names, left_out);
}

// A campaign over many bugs may end before it comes to this one.
bool Reached(const GroundTruth& truth, const ToolReport& told) {
  if (!told.reached.has_value()) return true;
  return std::ranges::any_of(truth.apis,
                             [&](const std::string& api) { return Holds(*told.reached, api); });
}

std::string Missed(const GroundTruth& truth, const ToolReport& told, const std::string& near) {
  const std::string effort = told.effort.empty() ? "" : StrCat(" (", told.effort, ")");
  if (!near.empty()) return near + effort;
  for (const std::string& api : truth.apis)
    if (const auto at = told.uncallable.find(api); at != told.uncallable.end())
      return "no call of it works: " + at->second;
  return "did not face any failures" + effort;
}

}  // namespace

bool RefusedFor(const GroundTruth& truth, const ToolReport& told) {
  if (told.refused.empty()) return false;
  return told.refuses.empty() || Holds(truth.apis, told.refuses) ||
         Holds(truth.operators, told.refuses);
}

Decision Decide(const GroundTruth& truth, const ToolReport& told, const Doubt& doubt) {
  if (!told.refused.empty()) return {.score = Score::kNotSupported, .reason = told.refused};
  if (SaysUnsupported(truth, told))
    return {.score = Score::kNotSupported, .reason = "the tool says so itself"};
  std::string near;
  for (const ToolFinding& finding : told.findings) {
    const Matched matched = Match(truth, finding);
    if (!matched.same) {
      if (near.empty() && SamePlace(truth, finding))
        near = StrCat("was found in another way: ", matched.reason);
      continue;
    }
    const std::string why = doubt(finding);
    if (why.empty())
      return {.score = Score::kFound, .finding = finding.id, .seconds = finding.seconds};
    near = why;
  }
  if (!told.broken.empty()) return {.score = Score::kNotRun, .reason = told.broken};
  if (near.empty() && !Reached(truth, told))
    return {.score = Score::kNotRun, .reason = "the time was over before it was tried"};
  return {.score = Score::kMissed, .reason = Missed(truth, told, near)};
}

}  // namespace assay::bugs
