#include "bugs/tools/ground_truth.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/json.h"
#include "base/strings.h"
#include "bugs/stats/statistics.h"
#include "knowledge/text.h"
#include "ops/schema.h"

namespace assay::bugs {
namespace {

constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"tf.", "tensorflow."}, {"jnp.", "jax.numpy."},         {"lax.", "jax.lax."},
    {"jsp.", "jax.scipy."}, {"F.", "torch.nn.functional."}, {"ort.", "onnxruntime."},
    {"ov.", "openvino."},
};

// Libraries that run models: their bugs are known by operators.
bool RunsModels(const std::string& library) {
  return library == "onnxruntime" || library == "openvino" || library == "tvm";
}

bool IsOperator(const std::string& name) {
  return ops::FindSchema("", name, ops::kNewestOpset) != nullptr;
}

void AddOnce(std::vector<std::string>& to, const std::string& what) {
  if (std::ranges::find(to, what) == to.end()) to.push_back(what);
}

// Nodes that the bug's own program builds.
std::vector<std::string> OperatorsOfProgram(const Bug& bug) {
  static const RE2 kNode(R"(make_node\(\s*["'](\w+)["'])");
  std::vector<std::string> out;
  for (const std::string& file : {bug.test_file, std::string("buggy_code.py")}) {
    if (file.empty() || !bug.has_folder()) continue;
    const auto text = ReadFile(bug.folder + "/" + file, 1 << 20);
    if (!text.ok()) continue;
    re2::StringPiece rest(*text);
    std::string name;
    while (RE2::FindAndConsume(&rest, kNode, &name))
      if (IsOperator(name)) AddOnce(out, name);
  }
  return out;
}

// "Value Error" -> "ValueError"; types that are no exception's name give "".
std::string ExceptionOf(const std::string& type) {
  if (!type.ends_with(" Error") || type == "Invalid Argument Error") return "";
  std::string out;
  for (const char c : type)
    if (c != ' ') out += c;
  return out;
}

}  // namespace

std::string_view ManifestationName(Manifestation manifestation) {
  constexpr std::string_view kNames[] = {"wrong output", "exception", "crash",
                                         "no error",     "warning",   "unknown"};
  return kNames[static_cast<size_t>(manifestation)];
}

Manifestation ManifestationOf(std::string_view type) {
  if (type.empty()) return Manifestation::kUnknown;
  if (type == "Incorrect Output") return Manifestation::kWrongOutput;
  if (type == "Error Not Raised") return Manifestation::kNoError;
  if (type == "Runtime Warning") return Manifestation::kWarning;
  if (type == "Segmentation Fault" || type == "Floating Point Exception" || type == "Aborted")
    return Manifestation::kCrash;
  return Manifestation::kException;
}

std::string PlainApi(const std::string& name) {
  std::string out(Trim(name.substr(0, name.find('('))));
  for (const auto& [alias, full] : kAliases)
    if (out.starts_with(alias)) return StrCat(full, out.substr(alias.size()));
  return out;
}

std::vector<std::string> OperatorsIn(const std::string& text) {
  static const RE2 kWord(R"((\w+))");
  std::vector<std::string> out;
  re2::StringPiece rest(text);
  std::string word;
  // Operators are written with a capital: "If" and "And" at the beginning of a sentence are rare
  // enough in names of APIs.
  while (RE2::FindAndConsume(&rest, kWord, &word))
    if (std::isupper(static_cast<unsigned char>(word[0])) && IsOperator(word)) AddOnce(out, word);
  return out;
}

std::string FrameworkOf(const std::string& library) {
  return library == "pytorch" ? "torch" : library;
}

std::string VersionOf(const Bug& bug) {
  const std::string framework = FrameworkOf(bug.library);
  static const RE2 kPin(R"(^\s*([\w.-]+)\s*==\s*([^\s;#]+))");
  for (const std::string& line : bug.requirements) {
    std::string name, version;
    if (RE2::PartialMatch(line, kPin, &name, &version) &&
        (name == framework || name == framework + "-cpu"))
      return version;
  }
  return bug.row.has_value() ? std::string(Trim(bug.row->buggy_version)) : "";
}

GroundTruth TruthOf(const Bug& bug) {
  GroundTruth out;
  out.library = bug.library;
  out.id = bug.id;
  if (bug.row.has_value()) {
    for (const std::string& name : NamesInCell(bug.row->buggy_api))
      out.apis.push_back(PlainApi(name));
    out.type = ManifestationType(bug.row->type);
  }
  if (RunsModels(bug.library)) {
    if (bug.row.has_value()) out.operators = OperatorsIn(bug.row->buggy_api);
    if (out.operators.empty()) out.operators = OperatorsOfProgram(bug);
  }
  out.manifestation = ManifestationOf(out.type);
  if (out.manifestation == Manifestation::kException) out.exception = ExceptionOf(out.type);
  if (bug.notes.has_value()) out.message = bug.notes->buggy_message;
  return out;
}

nlohmann::json ToJson(const GroundTruth& truth) {
  return With(ASSAY_FIELDS(truth, library, id, apis, operators, type, exception, message),
              {{"manifestation", ManifestationName(truth.manifestation)}});
}

}  // namespace assay::bugs
