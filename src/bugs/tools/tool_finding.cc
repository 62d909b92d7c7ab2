#include "bugs/tools/tool_finding.h"

#include <set>
#include <utility>

#include "base/strings.h"
#include "knowledge/text.h"
#include "onnx/model_io.h"
#include "store/store.h"

namespace assay::bugs {
namespace {

using nlohmann::json;

constexpr std::pair<std::string_view, Manifestation> kMeanings[] = {
    {"crash", Manifestation::kCrash},
    {"wrong", Manifestation::kWrongOutput},
    {"wrong output", Manifestation::kWrongOutput},
    {"incorrect", Manifestation::kWrongOutput},
    {"inconsistent", Manifestation::kWrongOutput},
    {"mismatch", Manifestation::kWrongOutput},
    {"nan", Manifestation::kWrongOutput},
    {"shape", Manifestation::kWrongOutput},
    {"equivalence", Manifestation::kWrongOutput},
    {"value", Manifestation::kWrongOutput},
    {"wrong value", Manifestation::kWrongOutput},
    {"changed form", Manifestation::kWrongOutput},
    {"original changed", Manifestation::kWrongOutput},
    {"rejected", Manifestation::kException},
    {"conversion", Manifestation::kException},
    {"exception", Manifestation::kException},
    {"raises", Manifestation::kException},
    {"no error", Manifestation::kNoError},
    {"no-error", Manifestation::kNoError},
    {"not raised", Manifestation::kNoError},
    {"accepted", Manifestation::kNoError},
    {"warning", Manifestation::kWarning},
};

// A tool that tells more has lost its mind; each of them may cost a replay.
constexpr size_t kMostFindings = 10000;

std::vector<std::string> TextsOf(const json& object, const char* key) {
  std::vector<std::string> out;
  const auto found = object.find(key);
  if (found == object.end()) return out;
  if (found->is_string() && !found->get<std::string>().empty())
    out.push_back(found->get<std::string>());
  if (found->is_array())
    for (const json& item : *found)
      if (item.is_string()) out.push_back(item.get<std::string>());
  return out;
}

std::string StringAt(const json& object, const char* key) {
  const std::vector<std::string> texts = TextsOf(object, key);
  return texts.empty() ? "" : texts.front();
}

void CollectOperators(const Graph& graph, std::set<std::string>& out) {
  for (const auto& node : graph.nodes()) out.insert(node->op);
}

// What disagrees with a claim fails by an assertion of the program's own, or else by itself. An
// assertion that an error is due fails when there is none.
Manifestation MeaningOfClaim(const std::string& oracle, const std::string& exception) {
  if (!exception.empty() && exception != "AssertionError") return Manifestation::kException;
  return oracle == "raises" || oracle == "range" ? Manifestation::kNoError
                                                 : Manifestation::kWrongOutput;
}

}  // namespace

Manifestation MeaningOf(const std::string& kind) {
  const std::string word = Lower(kind);
  for (const auto& [name, meaning] : kMeanings)
    if (word == name) return meaning;
  return Manifestation::kUnknown;
}

Result<ToolFinding> FindingFromJson(const json& object) {
  if (!object.is_object()) return Invalid("a finding is a JSON object");
  ToolFinding out;
  out.id = StringAt(object, "id");
  for (const std::string& api : TextsOf(object, "api")) out.apis.push_back(PlainApi(api));
  out.operators = TextsOf(object, "operator");
  out.kind = StringAt(object, "kind");
  out.exception = StringAt(object, "exception");
  out.message = StringAt(object, "message");
  out.manifestation = MeaningOf(out.kind);
  if (const auto at = object.find("seconds"); at != object.end() && at->is_number())
    out.seconds = at->get<double>();
  if (out.apis.empty() && out.operators.empty())
    return Invalid("a finding without \"api\" and without \"operator\" can be matched to no bug");
  return out;
}

FoundLines ReadLines(const std::string& output) {
  constexpr std::string_view kMark = "FINDING ";
  FoundLines out;
  int number = 0;
  for (const std::string& line : Split(output, '\n')) {
    ++number;
    if (!line.starts_with(kMark)) continue;
    if (out.findings.size() == kMostFindings) {
      out.problem = StrCat("the tool reported more than ", kMostFindings,
                           " findings; the rest were not read");
      break;
    }
    auto finding = FindingFromJson(ParseJson(line.substr(kMark.size())));
    if (finding.ok())
      out.findings.push_back(std::move(finding).value());
    else if (out.problem.empty())
      out.problem = StrCat("line ", number, " of the tool's output: ", finding.error().message,
                           ": ", line.substr(0, 120));
  }
  return out;
}

Result<std::vector<ToolFinding>> ReadPrograms(const std::string& output) {
  const json all = ParseJson(output);
  if (!all.is_object() || !all.contains("findings") || !all["findings"].is_array())
    return Invalid("the tool's output is not the JSON that was expected: " +
                   output.substr(0, output.find('\n')).substr(0, 200));
  std::vector<ToolFinding> out;
  for (const json& object : all["findings"]) {
    ToolFinding finding;
    finding.id = StringAt(object, "id");
    for (const char* key : {"api", "optimiser"})
      for (const std::string& api : TextsOf(object, key)) finding.apis.push_back(PlainApi(api));
    finding.kind = StringAt(object, "kind");
    if (const std::string verdict = StringAt(object, "verdict"); !verdict.empty())
      finding.kind = verdict;
    finding.message = StringAt(object, "message");
    // "RuntimeError: …", as programs end.
    const size_t colon = finding.message.find(':');
    if (colon != std::string::npos && knowledge::IsIdentifier(finding.message.substr(0, colon)))
      finding.exception = finding.message.substr(0, colon);
    finding.manifestation = MeaningOf(finding.kind);
    if (finding.kind == "disagreement")
      finding.manifestation = MeaningOfClaim(StringAt(object, "oracle"), finding.exception);
    out.push_back(std::move(finding));
  }
  return out;
}

Result<std::vector<ToolFinding>> ReadModels(const std::string& path) {
  ASSAY_ASSIGN(const store::Store store, store::Store::OpenExisting(path));
  ASSAY_ASSIGN(const auto rows, store.Findings());
  std::vector<ToolFinding> out;
  for (const store::FindingRow& row : rows) {
    if (row.state == "new" || row.state == "flaky") continue;
    ASSAY_ASSIGN(const auto smallest, store.Reduction(row.id));
    std::string bytes = smallest.has_value() ? smallest->model : "";
    if (bytes.empty()) {
      ASSAY_ASSIGN(const auto seen, store.Sightings(row.id));
      if (!seen.empty()) bytes = seen.front().model;
    }
    const auto model = onnxio::ParseModel(bytes);
    if (!model.ok()) continue;
    std::set<std::string> names;
    CollectOperators(model->graph, names);
    out.push_back({.id = row.id,
                   .apis = {},
                   .operators = {names.begin(), names.end()},
                   .manifestation = MeaningOf(row.kind),
                   .exception = "",
                   .message = row.message,
                   .kind = row.kind});
  }
  return out;
}

json ToJson(const ToolFinding& finding) {
  return With(ASSAY_FIELDS(finding, id, apis, operators, kind, exception),
              {{"manifestation", ManifestationName(finding.manifestation)},
               {"message", finding.message.substr(0, 500)}});
}

}  // namespace assay::bugs
