#include "mirror/model/distinction.h"

#include <algorithm>
#include <cctype>

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

// tf.nn.relu is tensorflow.nn.relu.
bool SameApi(const std::string& a, const std::string& b) {
  const auto whole = [](const std::string& name) {
    return name.starts_with("tf.") ? "tensorflow." + name.substr(3) : name;
  };
  return whole(a) == whole(b);
}

// Only where the pair is of that twin: what is which of another one misleads.
std::string MapText(const knowledge::PairBase* pairs, const std::string& api,
                    const std::string& twin) {
  const knowledge::Pair* pair = pairs == nullptr ? nullptr : knowledge::FindPair(*pairs, api);
  if (pair == nullptr || pair->parameters.empty() || !SameApi(pair->to, twin)) return "";
  std::vector<std::string> parts;
  for (const knowledge::ParameterPair& one : pair->parameters)
    parts.push_back(StrCat(one.from.empty() ? "(none)" : one.from, " -> ",
                           one.to.empty() ? "(none)" : one.to,
                           one.note.empty() ? "" : StrCat(" (", one.note, ")")));
  return StrCat("# Which parameter is which: ", Join(parts, ", "), "\n");
}

// jax.numpy.exp, contextlib.nullcontext; not Module.eval, which is a helper's.
bool IsFullName(const std::string& name) {
  return name.find('.') != std::string::npos && std::islower(static_cast<unsigned char>(name[0]));
}

// What a model can call: a documented API, not one of the functions that the rules bring along.
// "" where there is none.
std::string CallableTwin(const ApiUse& use, const Knowledge& knowledge) {
  if (IsFullName(use.twin) || Find(knowledge.to, use.twin) != nullptr) return use.twin;
  const auto own = std::ranges::find_if(use.own, IsFullName);
  if (own != use.own.end()) return *own;
  const knowledge::Pair* pair =
      knowledge.pairs == nullptr ? nullptr : knowledge::FindPair(*knowledge.pairs, use.api);
  return pair == nullptr ? "" : pair->to;
}

// "corresponds to jax.numpy.exp", "is `.size` of arrays", "needs nothing there".
std::string TwinWords(const ApiUse& use, const std::string& callable) {
  if (use.twin == "-") return "needs nothing there: leave it out";
  const std::string member = use.twin.starts_with('.') ? use.twin.substr(1) : use.twin;
  const bool of_tensors = use.api.find(".Tensor.") != std::string::npos;
  if (of_tensors && (use.twin.starts_with('.') || knowledge::LastPart(use.api) == member))
    return StrCat("is `.", member, "` of arrays there");
  return callable.empty() ? "has no known twin" : "corresponds to " + callable;
}

std::string PairText(const ApiUse& use, const Knowledge& knowledge, const Detail& detail) {
  const ApiDoc* from = Find(knowledge.from, use.api);
  const std::string twin = use.twin.empty() ? "" : CallableTwin(use, knowledge);
  const ApiDoc* to = twin.empty() ? nullptr : Find(knowledge.to, twin);
  std::string out = StrCat("# ", use.api, " ", TwinWords(use, twin), "\n");
  if (from != nullptr) out += ApiText(*from, detail);
  if (to != nullptr) out += ApiText(*to, detail);
  return out + MapText(knowledge.pairs, use.api, twin) + "\n";
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
