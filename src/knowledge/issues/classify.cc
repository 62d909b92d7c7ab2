#include "knowledge/issues/classify.h"

#include <array>
#include <map>

#include "base/json.h"
#include "base/strings.h"
#include "knowledge/issues/markdown.h"
#include "knowledge/text.h"
#include "llm/sorting.h"

namespace assay::knowledge {
namespace {

constexpr int kTitleFactor = 3;  // people put into the title what they take for the matter
// One strong phrase of categories.def: a lead below that may be chance.
constexpr int kClearLead = 4;

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
std::vector<std::string> SentencesOf(const Issue& issue, const Parts& parts) {
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

std::vector<llm::Category> CategoriesOf(Scheme scheme) {
  std::vector<llm::Category> out;
  for (const CategoryDef& category : kCategories)
    if (category.scheme == scheme)
      out.push_back({std::string(category.name), std::string(category.help)});
  return out;
}

}  // namespace

std::string_view Name(Scheme scheme) {
  return scheme == Scheme::kMirror ? "mirror" : "optimisation";
}

std::span<const CategoryDef> AllCategories() { return kCategories; }

Classified ClassifyByRules(const Issue& issue, const Parts& parts, Scheme scheme) {
  const std::vector<std::string> sentences = SentencesOf(issue, parts);
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

bool Unsure(const Classified& by_rules) {
  return by_rules.category.empty() || by_rules.points - by_rules.runner_up < kClearLead;
}

Classified Classify(const Issue& issue, const Parts& parts, Scheme scheme) {
  Classified out = ClassifyByRules(issue, parts, scheme);
  if (!Unsure(out)) return out;
  for (const Judged& judged : issue.judged)
    if (judged.scheme == Name(scheme))
      return {judged.category, 0, 0, {{"", judged.sentence}}, judged.by};
  return out;
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

Result<llm::Prompt> ClassifyPrompt(const Issue& issue, const Parts& parts, Scheme scheme) {
  return llm::SortingPrompt(CategoriesOf(scheme), Join(SentencesOf(issue, parts), "\n"));
}

Result<Judged> ReadAnswer(const nlohmann::json& answer, const Issue& issue, const Parts& parts,
                          Scheme scheme, const std::string& model) {
  const auto sorted =
      llm::ReadSorted(answer, CategoriesOf(scheme), Join(SentencesOf(issue, parts), "\n"));
  if (!sorted.ok())
    return Invalid(
        StrCat(issue.id(), ": the answer of ", model, " is not taken: ", sorted.error().message));
  return Judged{std::string(Name(scheme)), sorted->category, sorted->sentence, model};
}

void Judge(Issue& issue, Judged judged) {
  std::erase_if(issue.judged, [&](const Judged& old) { return old.scheme == judged.scheme; });
  issue.judged.push_back(std::move(judged));
}

nlohmann::json ToJson(const Classified& classified) {
  nlohmann::json because = nlohmann::json::array();
  for (const Because& reason : classified.because)
    because.push_back({{"phrase", reason.phrase}, {"sentence", reason.sentence}});
  return With(ASSAY_FIELDS(classified, category, points, runner_up, by), {{"because", because}});
}

}  // namespace assay::knowledge
