#include "mirror/model/distinction.h"

#include <algorithm>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::mirror {
namespace {

using knowledge::ApiDoc;

// How much is said of an API, at most so many bytes of each: enough to tell how a parameter is
// used; the rest of a description is rarely about that.
struct Detail {
  size_t type, description, example;
};
constexpr Detail kFull{120, 400, 600}, kBrief{40, 120, 0};
constexpr size_t kMostParameters = 10;

// Programs write tensorflow.nn.relu, the documentation tf.nn.relu.
const ApiDoc* Find(const knowledge::ApiBase* base, const std::string& api) {
  if (base == nullptr) return nullptr;
  if (const ApiDoc* doc = knowledge::FindDoc(*base, api); doc != nullptr) return doc;
  constexpr std::string_view kLong = "tensorflow.";
  return api.starts_with(kLong) ? knowledge::FindDoc(*base, "tf." + api.substr(kLong.size()))
                                : nullptr;
}

// The first sentences that fit, each as a whole.
std::string FirstSentences(const std::string& text, size_t bytes) {
  std::string out;
  for (const std::string& sentence : knowledge::Sentences(text)) {
    if (out.size() + sentence.size() + 1 > bytes) break;
    out += StrCat(out.empty() ? "" : " ", sentence);
  }
  return out;
}

std::string ParameterLine(const knowledge::Parameter& parameter, const Detail& detail) {
  std::string out = "#   " + parameter.name;
  if (const std::string type = knowledge::Squeeze(parameter.type);
      !type.empty() && type.size() <= detail.type)
    out += StrCat(" (", type, ")");
  if (parameter.default_value) out += " = " + *parameter.default_value;
  if (const std::string told = FirstSentences(parameter.description, detail.description);
      !told.empty())
    out += ": " + told;
  std::vector<std::string> demands;
  // The type and the default stand in front already.
  for (const knowledge::Constraint& constraint : parameter.constraints)
    if (constraint.kind != "type" && constraint.kind != "default" && constraint.kind != "required")
      demands.push_back(constraint.value);
  if (!demands.empty()) out += StrCat(" [", Join(demands, "; "), "]");
  return out + "\n";
}

std::string Commented(const std::string& text) {
  std::string out;
  for (const std::string& line : Split(text, '\n')) out += StrCat("#     ", line, "\n");
  return out;
}

std::string ApiText(const ApiDoc& doc, const Detail& detail) {
  std::string out = StrCat("# ", doc.name, "\n");
  size_t told = 0;
  for (const knowledge::Parameter& parameter : doc.parameters)
    if (told++ < kMostParameters) out += ParameterLine(parameter, detail);
  const auto example = std::ranges::find_if(
      doc.examples, [&](const std::string& one) { return one.size() <= detail.example; });
  if (example != doc.examples.end()) out += "#   Example:\n" + Commented(*example);
  return out;
}

std::string MapText(const knowledge::PairBase* pairs, const std::string& api) {
  const knowledge::Pair* pair = pairs == nullptr ? nullptr : knowledge::FindPair(*pairs, api);
  if (pair == nullptr || pair->parameters.empty()) return "";
  std::vector<std::string> parts;
  for (const knowledge::ParameterPair& one : pair->parameters)
    parts.push_back(StrCat(one.from.empty() ? "(none)" : one.from, " -> ",
                           one.to.empty() ? "(none)" : one.to,
                           one.note.empty() ? "" : StrCat(" (", one.note, ")")));
  return StrCat("# Which parameter is which: ", Join(parts, ", "), "\n");
}

std::string PairText(const ApiUse& use, const Knowledge& knowledge, const Detail& detail) {
  const ApiDoc* from = Find(knowledge.from, use.api);
  const ApiDoc* to = use.twin.empty() ? nullptr : Find(knowledge.to, use.twin);
  std::string out =
      StrCat("# ", use.api,
             use.twin.empty() ? " has no known twin" : StrCat(" corresponds to ", use.twin), "\n");
  if (from != nullptr) out += ApiText(*from, detail);
  if (to != nullptr) out += ApiText(*to, detail);
  return out + MapText(knowledge.pairs, use.api) + "\n";
}

}  // namespace

std::string DistinctionText(const std::vector<ApiUse>& uses, const Knowledge& knowledge,
                            size_t most_bytes, std::vector<std::string>* left_out) {
  std::string out;
  std::vector<std::string> missing;
  for (const Detail& detail : {kFull, kBrief}) {
    out.clear();
    missing.clear();
    for (const ApiUse& use : uses) {
      const std::string text = PairText(use, knowledge, detail);
      if (out.size() + text.size() <= most_bytes)
        out += text;
      else
        missing.push_back(StrCat("the documentation of ", use.api, " and its twin"));
    }
    if (missing.empty()) break;
  }
  if (left_out != nullptr) *left_out = std::move(missing);
  return out;
}

}  // namespace assay::mirror
