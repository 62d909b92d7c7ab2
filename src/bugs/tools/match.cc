#include "bugs/tools/match.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>

#include "base/strings.h"
#include "base/toml.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "store/store.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

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

// Tools that run models see a message, not a type of Python.
bool SaysMessage(const std::string& pattern, const ToolFinding& finding) {
  const std::string& said = finding.message;
  if (finding.exception.empty())
    return SaysSame(pattern, said) || SaysSame(WithoutType(pattern), said);
  return SaysSame(pattern, StrCat(finding.exception, "; ", said)) ||
         SaysSame(pattern, StrCat(LastName(finding.exception), ": ", said));
}

constexpr const char* kFile = "triggers.toml";

// As far as the bug is one of an operator.
bool HasOperatorOf(const Bug& bug, const Graph& graph) {
  const std::vector<std::string> operators = TruthOf(bug).operators;
  return operators.empty() || std::ranges::any_of(graph.nodes(), [&](const auto& node) {
           return std::ranges::find(operators, node->op) != operators.end();
         });
}

// "" when the database does not say.
Result<std::string> PatternOf(const Bug& bug) {
  if (!bug.has_folder()) return std::string();
  const fs::path path = fs::path(bug.folder).parent_path().parent_path() / kFile;
  if (!fs::exists(path)) return std::string();
  ASSAY_ASSIGN(const Toml table, Toml::Load(path, 1 << 20));
  return table[bug.library][bug.id].Text();
}

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

bool SamePlace(const GroundTruth& truth, const ToolFinding& finding) {
  if (!truth.operators.empty() && !finding.operators.empty())
    return Shared(truth.operators, finding.operators);
  return Shared(truth.apis, finding.apis);
}

Matched Match(const GroundTruth& truth, const ToolFinding& finding) {
  if (!SamePlace(truth, finding)) return {false, "another API or operator"};
  if (finding.operators.size() > kMostOperators)
    return {false, StrCat("its model has ", finding.operators.size(),
                          " operators, so it is not clear which one is at fault")};
  if (truth.manifestation == Manifestation::kUnknown)
    return {false, "the database does not say how the bug shows"};
  if (finding.manifestation != truth.manifestation)
    return {false, StrCat(ManifestationName(finding.manifestation), " in place of ",
                          ManifestationName(truth.manifestation))};
  if (truth.manifestation != Manifestation::kException) return {true, ""};
  if (!truth.message.empty())
    return SaysMessage(truth.message, finding) ? Matched{true, ""}
                                               : Matched{false, "another message than the bug's"};
  if (!truth.exception.empty() && LastName(finding.exception) != truth.exception)
    return {false, StrCat(finding.exception.empty() ? "no exception's name" : finding.exception,
                          " in place of ", truth.exception)};
  if (truth.exception.empty() && finding.exception.empty())
    return {false, "neither type nor message of the exception can be compared"};
  return {true, ""};
}

Result<std::string> SmallestModel(const std::string& path, const std::string& finding) {
  ASSAY_ASSIGN(const store::Store store, store::Store::OpenExisting(path));
  ASSAY_ASSIGN(const auto smallest, store.Reduction(finding));
  if (smallest.has_value() && !smallest->model.empty()) return smallest->model;
  ASSAY_ASSIGN(const auto seen, store.Sightings(finding));
  return seen.empty() ? std::string() : seen.front().model;
}

std::string OtherTrigger(const Bug& bug, const std::string& model) {
  const auto parsed = onnxio::ParseModel(model);
  if (!parsed.ok()) return "what triggers it cannot be seen: " + parsed.error().message;
  if (!HasOperatorOf(bug, parsed->graph)) return "its smallest model lacks the operator";
  const auto text = PatternOf(bug);
  if (!text.ok()) return text.error().message;
  if (text->empty()) return "";
  const RE2 pattern(*text, RE2::Quiet);
  if (!pattern.ok()) return StrCat(kFile, ": no regular expression: ", *text);
  if (RE2::PartialMatch(PrintModel(*parsed), pattern)) return "";
  return "another bug of the operator was found: its model lacks what triggers this one";
}

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
