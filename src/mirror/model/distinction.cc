#include "mirror/model/distinction.h"

#include "base/strings.h"
#include "knowledge/text.h"
#include "llm/sorting.h"

namespace assay::mirror {
namespace {

using knowledge::ApiDoc;

// Enough to tell how a parameter is used; the rest of a description is rarely about that.
constexpr size_t kMostDescription = 160;
constexpr size_t kMostExample = 300;
constexpr size_t kMostParameters = 10;

// Programs write tensorflow.nn.relu, the documentation tf.nn.relu.
const ApiDoc* Find(const knowledge::ApiBase* base, const std::string& api) {
  if (base == nullptr) return nullptr;
  if (const ApiDoc* doc = knowledge::FindDoc(*base, api); doc != nullptr) return doc;
  constexpr std::string_view kLong = "tensorflow.";
  return api.starts_with(kLong) ? knowledge::FindDoc(*base, "tf." + api.substr(kLong.size()))
                                : nullptr;
}

std::string ParameterLine(const knowledge::Parameter& parameter) {
  std::string out = "#   " + parameter.name;
  if (!parameter.type.empty()) out += StrCat(" (", knowledge::Squeeze(parameter.type), ")");
  if (parameter.default_value) out += " = " + *parameter.default_value;
  if (!parameter.description.empty())
    out += ": " + llm::CutText(knowledge::Squeeze(parameter.description), kMostDescription);
  std::vector<std::string> demands;
  for (const knowledge::Constraint& constraint : parameter.constraints)
    if (constraint.kind != "type") demands.push_back(constraint.value);
  if (!demands.empty()) out += StrCat(" [", Join(demands, "; "), "]");
  return out + "\n";
}

std::string Commented(const std::string& text) {
  std::string out;
  for (const std::string& line : Split(text, '\n')) out += StrCat("#     ", line, "\n");
  return out;
}

std::string ApiText(const ApiDoc& doc) {
  std::string out = StrCat("# ", doc.name, "\n");
  size_t told = 0;
  for (const knowledge::Parameter& parameter : doc.parameters)
    if (told++ < kMostParameters) out += ParameterLine(parameter);
  if (!doc.examples.empty())
    out += "#   Example:\n" + Commented(llm::CutText(doc.examples.front(), kMostExample));
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

std::string PairText(const ApiUse& use, const Knowledge& knowledge) {
  const ApiDoc* from = Find(knowledge.from, use.api);
  const ApiDoc* to = Find(knowledge.to, use.twin);
  std::string out = StrCat("# ", use.api, " corresponds to ", use.twin, "\n");
  if (from != nullptr) out += ApiText(*from);
  if (to != nullptr) out += ApiText(*to);
  return out + MapText(knowledge.pairs, use.api) + "\n";
}

}  // namespace

std::string DistinctionText(const std::vector<ApiUse>& uses, const Knowledge& knowledge,
                            size_t most_bytes) {
  std::string out;
  for (const ApiUse& use : uses) {
    if (use.twin.empty()) continue;
    const std::string text = PairText(use, knowledge);
    if (out.size() + text.size() > most_bytes) continue;
    out += text;
  }
  return out;
}

}  // namespace assay::mirror
