#include "bugs/tools/trigger.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>

#include "base/strings.h"
#include "base/toml.h"
#include "bugs/tools/ground_truth.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "store/store.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

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

}  // namespace assay::bugs
