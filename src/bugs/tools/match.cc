#include "bugs/tools/match.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"

namespace assay::bugs {
namespace {

// A model of more operators than these does not say which of them is at fault.
constexpr size_t kMostOperators = 3;

bool Shared(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::ranges::any_of(
      a, [&](const std::string& name) { return std::ranges::find(b, name) != b.end(); });
}

// "ValueError" of "builtins.ValueError".
std::string LastName(const std::string& name) { return name.substr(name.rfind('.') + 1); }

bool SaysSame(const std::string& pattern, const std::string& message) {
  if (pattern.empty()) return false;
  const RE2 wanted(pattern, RE2::Quiet);
  return wanted.ok() && RE2::PartialMatch(message, wanted);
}

// "RuntimeException; .*Gemm" -> ".*Gemm": tests print the type before the message.
std::string WithoutType(const std::string& pattern) {
  std::string rest;
  return RE2::FullMatch(pattern, R"(\w+; (.*))", &rest) ? rest : pattern;
}

}  // namespace

bool SamePlace(const GroundTruth& truth, const ToolFinding& finding) {
  if (!truth.operators.empty() && !finding.operators.empty())
    return Shared(truth.operators, finding.operators);
  return Shared(truth.apis, finding.apis);
}

Matched Match(const GroundTruth& truth, const ToolFinding& finding) {
  if (!SamePlace(truth, finding)) return {false, "another API or operator"};
  if (finding.operators.size() > kMostOperators)
    return {false, StrCat("its model has ", finding.operators.size(),
                          " operators, so that it cannot be told which is at fault")};
  if (truth.manifestation == Manifestation::kUnknown)
    return {false, "the database does not say how the bug shows"};
  if (finding.manifestation != truth.manifestation)
    return {false, StrCat(ManifestationName(finding.manifestation), " in place of ",
                          ManifestationName(truth.manifestation))};
  if (truth.manifestation != Manifestation::kException) return {true, ""};
  const std::string said =
      finding.exception.empty() ? finding.message : finding.exception + "; " + finding.message;
  if (SaysSame(truth.message, said)) return {true, ""};
  if (finding.exception.empty() && SaysSame(WithoutType(truth.message), finding.message))
    return {true, ""};
  // Tools that run models see a message, not a type of Python.
  if (!truth.message.empty() && finding.exception.empty())
    return {false, "another message than the bug's"};
  if (!truth.exception.empty() && LastName(finding.exception) != truth.exception)
    return {false, StrCat(finding.exception.empty() ? "no exception's name" : finding.exception,
                          " in place of ", truth.exception)};
  if (truth.exception.empty() && finding.exception.empty())
    return {false, "neither type nor message of the exception can be compared"};
  return {true, ""};
}

}  // namespace assay::bugs
