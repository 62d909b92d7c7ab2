#include "dossier/caution.h"

#include <cmath>
#include <cstdio>

#include "base/strings.h"
#include "dossier/for_maintainers.h"
#include "report/gate/check.h"
#include "report/wording.h"
#include "triage/group.h"
#include "triage/stated_limit.h"

namespace assay::dossier {
namespace {

using nlohmann::json;

// Nothing for values that are not finite: no tolerance bridges those.
json Element(const std::string& tensor, double got, double truth, double bound) {
  if (!std::isfinite(got) || !std::isfinite(truth) || !std::isfinite(bound)) return json::object();
  return {{"output", tensor}, {"got", got}, {"truth", truth}, {"bound", bound}};
}

// What stands between the first pair of quotes.
std::string FirstQuoted(const std::string& text) {
  const size_t open = text.find('\'');
  const size_t close = open == std::string::npos ? open : text.find('\'', open + 1);
  return close == std::string::npos ? "" : text.substr(open + 1, close - open - 1);
}

// Out of the oracle's words (oracle::Describe), which name tensors of the case as it was seen.
json ToldByMessage(const std::string& message) {
  const size_t at = message.find(": got ");
  if (at == std::string::npos) return json::object();
  const std::string tensor = FirstQuoted(message.substr(0, at));
  const char* words = message.c_str() + at;
  double got = 0, truth = 0, bound = 0, low = 0, high = 0;
  if (std::sscanf(words, ": got %lf, truth in [%lf, %lf]", &got, &low, &high) == 3)
    return Element(tensor, got, (low + high) / 2, (high - low) / 2);
  if (std::sscanf(words, ": got %lf, truth %lf ± %lf", &got, &truth, &bound) == 3)
    return Element(tensor, got, truth, bound);
  return json::object();
}

bool IsNumber(const json& object, const char* key) {
  return object.contains(key) && object[key].is_number();
}

// The element that is furthest outside, as far as it is known.
json WorstElement(const report::Material& material) {
  const json& evidence = material.fact("evidence");
  if (evidence.contains("got")) return evidence;
  const json& layer = ObjectAt(evidence, "layer");
  if (IsNumber(layer, "got") && IsNumber(layer, "low") && IsNumber(layer, "high")) {
    const double low = layer["low"].get<double>(), high = layer["high"].get<double>();
    return Element(TextAt(layer, "tensor"), layer["got"].get<double>(), (low + high) / 2,
                   (high - low) / 2);
  }
  // Of a reduced case names and values are others than those of the first words.
  return material.reduced ? json::object() : ToldByMessage(material.row.message);
}

}  // namespace

std::string ToleranceCaution(const report::Material& material,
                             const report::gate::Project& project) {
  namespace gate = report::gate;
  if (!material.smallest.has_value() || project.tolerances.empty()) return "";
  // Training is judged by other tests than those whose tolerances are kept, and of two runs that
  // differ one says nothing of how far apart they are.
  if (material.row.stage == "train" || material.row.kind == "nondeterministic") return "";
  gate::Dossier dossier;
  dossier.row = material.row;
  dossier.facts["evidence"] = WorstElement(material);
  dossier.smallest = *material.smallest;
  const gate::Outcome outcome =
      gate::FindCheck("beyond-tolerance")->run(dossier, gate::Rule(), project);
  if (outcome.answer != gate::Answer::kFail) return "";
  return StrCat("By the tolerance of ", project.title,
                "'s own tests this is no failure: ", outcome.text, ".");
}

std::string CautionOf(const report::Material& material) {
  if (const std::string limit = triage::StatedLimitOf(material.row.kind, material.row.message);
      !limit.empty())
    return StrCat("The framework states this limit itself: \"", limit, "\".");
  if (!material.smallest.has_value()) return "";
  const auto project = ProjectOf(triage::FrameworkOf(material.row.target));
  return project.has_value() ? ToleranceCaution(material, *project) : "";
}

}  // namespace assay::dossier
