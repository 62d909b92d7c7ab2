#include "knowledge/issues/classify.h"

#include <array>
#include <map>

#include "base/strings.h"
#include "knowledge/issues/markdown.h"
#include "knowledge/issues/phrases.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

constexpr int kTitleFactor = 3;         // people put into the title what they take for the matter
constexpr size_t kReportLength = 6000;  // of a prompt: small models read little

struct PhrasesDef {
  Scheme scheme;
  std::string_view category;
  int points;
  std::string_view phrases;
};

constexpr std::array kCategories = {
#define CATEGORY(scheme, name, help) CategoryDef{Scheme::k##scheme, name, help},
#define PHRASES(scheme, name, points, phrases)
#include "knowledge/issues/categories.def"
#undef CATEGORY
#undef PHRASES
};

constexpr std::array kPhrases = {
#define CATEGORY(scheme, name, help)
#define PHRASES(scheme, name, points, phrases) PhrasesDef{Scheme::k##scheme, name, points, phrases},
#include "knowledge/issues/categories.def"
#undef CATEGORY
#undef PHRASES
};

// Title first, then prose, error, fixes and what maintainers said.
std::vector<std::string> TextOf(const Issue& issue, const Parts& parts) {
  std::vector<std::string> out = {issue.title};
  const auto add = [&](std::string_view prose) {
    for (std::string& sentence : LinesAndSentences(prose)) out.push_back(std::move(sentence));
  };
  add(parts.report);
  if (parts.error.has_value())
    out.push_back(StrCat(parts.error->exception, ": ", parts.error->message));
  for (const std::string& label : issue.labels) out.push_back(label);
  for (const Fix& fix : issue.fixes) {
    add(fix.title);
    for (const std::string& message : fix.messages) add(message);
  }
  for (const Said& said : parts.maintainers) add(said.text);
  return out;
}

// The sentence of `lower` that holds `phrase`; -1 without one.
int FindSentence(const std::vector<std::string>& lower, const std::string& phrase) {
  for (size_t i = 0; i < lower.size(); ++i)
    if (FindPhrase(lower[i], phrase) != std::string::npos) return static_cast<int>(i);
  return -1;
}

}  // namespace

std::string_view Name(Scheme scheme) {
  return scheme == Scheme::kMirror ? "mirror" : "optimisation";
}

std::span<const CategoryDef> AllCategories() { return kCategories; }

Classified Classify(const Issue& issue, const Parts& parts, Scheme scheme) {
  const std::vector<std::string> sentences = TextOf(issue, parts);
  std::vector<std::string> lower;
  for (const std::string& sentence : sentences) lower.push_back(Lower(sentence));
  std::map<std::string_view, Classified> found;
  for (const PhrasesDef& def : kPhrases) {
    if (def.scheme != scheme) continue;
    for (const std::string& phrase : PhraseList(def.phrases)) {
      const int at = FindSentence(lower, phrase);
      if (at < 0) continue;
      Classified& entry = found[def.category];
      entry.points += def.points * (at == 0 ? kTitleFactor : 1);
      entry.because.push_back({phrase, sentences[static_cast<size_t>(at)]});
    }
  }
  Classified best;
  for (const CategoryDef& category : kCategories) {
    const auto it = found.find(category.name);
    if (category.scheme != scheme || it == found.end()) continue;
    if (it->second.points > best.points) {
      const int second = best.points;
      best = it->second;
      best.category = std::string(category.name);
      best.runner_up = second;
    } else {
      best.runner_up = std::max(best.runner_up, it->second.points);
    }
  }
  if (!best.category.empty()) best.by = "rules";
  return best;
}

bool IsOptimisation(const Issue& issue, const Parts& parts) {
  constexpr std::string_view kWords =
      "quantiz*;quantis*;torch.ao;fake_quant*;pruning;prune;torch.jit;torchscript;jit.script;"
      "jit.trace;torch.compile;inductor;dynamo;torch.fx;symbolic_trace;torch.export;tflite;litert;"
      "tfliteconverter;jit_compile;xla;grappler;tf.function;model optimization;"
      "tensorflow_model_optimization;mixed precision;autocast;jax.jit;oncall: pt2;"
      "oncall: quantization;oncall: jit;module: inductor";
  std::string text = issue.title + "\n" + parts.report + "\n" + Join(issue.labels, "\n");
  for (const Block& block : parts.blocks)
    if (block.kind == BlockKind::kProgram || block.kind == BlockKind::kFragment) text += block.text;
  text = Lower(text);
  for (const std::string& phrase : PhraseList(kWords))
    if (FindPhrase(text, phrase) != std::string::npos) return true;
  return false;
}

std::string ClassifyPrompt(const std::string& wording, const Issue& issue, const Parts& parts,
                           Scheme scheme) {
  std::string categories;
  for (const CategoryDef& category : kCategories)
    if (category.scheme == scheme)
      categories += StrCat("- ", category.name, ": ", category.help, "\n");
  std::string out = wording;
  const auto fill = [&](std::string_view mark, const std::string& text) {
    const size_t at = out.find(mark);
    if (at != std::string::npos) out.replace(at, mark.size(), text);
  };
  fill("{categories}", categories);
  // Last: a report may hold braces of its own.
  fill("{report}", Join(TextOf(issue, parts), "\n").substr(0, kReportLength));
  return out;
}

Result<Classified> ReadAnswer(const std::string& answer, const Issue& issue, const Parts& parts,
                              Scheme scheme, const std::string& model) {
  const size_t begin = answer.find('{'), end = answer.rfind('}');
  const auto json =
      begin == std::string::npos || end == std::string::npos || end < begin
          ? nlohmann::json()
          : nlohmann::json::parse(answer.substr(begin, end - begin + 1), nullptr, false);
  if (!json.is_object() || !json.contains("category") || !json["category"].is_string())
    return Invalid(StrCat(issue.id(), ": the answer of ", model, " names no \"category\""));
  Classified out;
  out.category = json["category"].get<std::string>();
  bool known = false;
  for (const CategoryDef& category : kCategories)
    known = known || (category.scheme == scheme && category.name == out.category);
  if (!known)
    return Invalid(StrCat(issue.id(), ": ", model, " answered \"", out.category,
                          "\", which is no category of ", Name(scheme)));
  const std::string sentence =
      json.contains("sentence") && json["sentence"].is_string() ? json["sentence"] : "";
  // A sentence that is not there would be a reason made up.
  if (sentence.empty() ||
      Lower(Join(TextOf(issue, parts), "\n")).find(Lower(sentence)) == std::string::npos)
    return Invalid(StrCat(issue.id(), ": ", model, " gives no sentence of the report as reason"));
  out.because.push_back({"", sentence});
  out.by = model;
  return out;
}

nlohmann::json ToJson(const Classified& classified) {
  nlohmann::json because = nlohmann::json::array();
  for (const Because& reason : classified.because)
    because.push_back({{"phrase", reason.phrase}, {"sentence", reason.sentence}});
  return {{"category", classified.category},
          {"points", classified.points},
          {"runner_up", classified.runner_up},
          {"because", because},
          {"by", classified.by}};
}

}  // namespace assay::knowledge
