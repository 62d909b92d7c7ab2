#include "mirror/model/prompts.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "knowledge/text.h"
#include "lab/registry.h"
#include "llm/room.h"
#include "llm/sorting.h"
#include "llm/template.h"
#include "trial/model/approach.h"

namespace assay::mirror {
namespace {

// Errors are cut: they are neither code nor documentation, and their begin tells the most.
constexpr size_t kMostError = 2000;
// Knowledge and examples stand beside the program, not in the place of an answer.
constexpr size_t kKnowledgePart = 2;
constexpr size_t kSamplesOfEach = 2;  // FuzzGPT: two of either framework
constexpr size_t kMostSimilar = 4;    // YanHui: two to four

using Values = std::map<std::string, std::string>;

// One prompt: what is always there, then what fits beside it.
class PromptMaker {
 public:
  static Result<PromptMaker> Make(const char* name, Values always, const PromptContext& context) {
    ASSAY_ASSIGN(llm::Template words, llm::Template::Load(name));
    for (const std::string& place : words.Placeholders()) always.emplace(place, "");
    ASSAY_ASSIGN(const llm::Prompt around, words.Fill(always));
    const int64_t answer =
        llm::AnswerTokens(context.context, around.parameters.max_tokens.value_or(0));
    size_t taken = 0;
    for (const llm::Message& message : around.messages) taken += message.text.size();
    llm::Room room(context.context, answer, taken);
    if (room.bytes() == 0)
      return Invalid(StrCat("the program does not fit into ", context.context,
                            " tokens beside an answer: give the model more (--llm-context)"));
    return PromptMaker(std::move(words), std::move(always), room, answer);
  }

  size_t PartForKnowledge() const { return room_.bytes() / kKnowledgePart; }

  // Text that was made to fit, with the names of what did not.
  void Put(const char* place, std::string text, std::vector<std::string> left_out) {
    room_.Take(text, place);
    knowledge_bytes_ += text.size();
    values_[place] = std::move(text);
    for (std::string& one : left_out) left_out_.push_back(std::move(one));
  }

  // The examples that fit, each as a whole.
  size_t PutSamples(const std::vector<const Sample*>& samples, bool with_error);

  Result<AskedPrompt> Finish(size_t code_bytes) && {
    ASSAY_ASSIGN(llm::Prompt prompt, words_.Fill(values_));
    prompt.pipeline = "mirror";
    prompt.parameters.max_tokens = answer_;
    prompt.left_out = std::move(left_out_);
    for (const std::string& one : room_.left_out()) prompt.left_out.push_back(one);
    return AskedPrompt{std::move(prompt), knowledge_bytes_, code_bytes};
  }

 private:
  PromptMaker(llm::Template words, Values values, llm::Room room, int64_t answer)
      : words_(std::move(words)),
        values_(std::move(values)),
        room_(std::move(room)),
        answer_(answer) {}

  llm::Template words_;
  Values values_;
  llm::Room room_;
  int64_t answer_;
  size_t knowledge_bytes_ = 0;
  std::vector<std::string> left_out_;
};

std::string SurroundingsText(const PromptContext& context) {
  return context.surroundings.empty()
             ? ""
             : StrCat("The new program will run with ", context.surroundings, ".\n");
}

// "Failing line:\n    y = jax.nn.reluu(x)\n" of "line 5: …".
std::string FailingLine(const FailedTwin& failed) {
  static const RE2 kLine("^line (\\d+):");
  int number = 0;
  if (!RE2::PartialMatch(failed.error, kLine, &number)) return "";
  const std::vector<std::string> lines = Split(failed.text, '\n');
  if (number < 1 || static_cast<size_t>(number) > lines.size()) return "";
  return StrCat("Failing line:\n", lines[static_cast<size_t>(number) - 1], "\n");
}

// Of the places that are left only: the rest is carried already.
std::vector<ApiUse> UsesLeft(const Rewritten& rewritten) {
  std::vector<ApiUse> out;
  for (const Left& left : rewritten.left) {
    const auto same = [&](const ApiUse& use) { return use.api == left.api; };
    if (left.api.empty() || std::ranges::any_of(out, same)) continue;
    const auto use = std::ranges::find_if(rewritten.uses, same);
    out.push_back(use != rewritten.uses.end() ? *use : ApiUse{left.api, left.line, "", ""});
  }
  return out;
}

void PutKnowledge(const std::vector<ApiUse>& uses, const PromptContext& context,
                  PromptMaker& maker) {
  std::vector<std::string> left_out;
  std::string known = DistinctionText(uses, context.knowledge, maker.PartForKnowledge(), &left_out);
  maker.Put("knowledge", std::move(known), std::move(left_out));
}

// APIs without a twin have nothing to be told apart from.
std::vector<ApiUse> WithTwins(std::vector<ApiUse> uses) {
  std::erase_if(uses, [](const ApiUse& use) { return use.twin.empty(); });
  return uses;
}

std::string SampleText(const Sample& sample, bool with_error) {
  std::string out = StrCat("# Framework: ", FrameworkName(sample.framework), "\n");
  if (!sample.api.empty()) out += StrCat("# API: ", sample.api, "\n");
  if (!sample.title.empty()) out += StrCat("# Title: ", knowledge::Squeeze(sample.title), "\n");
  if (with_error && !sample.error.empty())
    out += StrCat("# Error: ", knowledge::Squeeze(sample.error), "\n");
  return StrCat(out, sample.text, "\n");
}

size_t PromptMaker::PutSamples(const std::vector<const Sample*>& samples, bool with_error) {
  std::string& out = values_["samples"];
  for (const Sample* sample : samples) {
    const std::string text = SampleText(*sample, with_error);
    if (room_.Take(text, StrCat("example ", sample->api, ": ", sample->title))) out += text;
  }
  return out.size();
}

std::vector<const Sample*> OfFramework(const std::vector<Sample>& all, const std::string& framework,
                                       const Source& source) {
  std::vector<const Sample*> out;
  for (const Sample& sample : all)
    if (sample.framework == framework && sample.text != source.text) out.push_back(&sample);
  return out;
}

std::vector<const Sample*> Draw(std::vector<const Sample*> from, size_t count, Rng& rng) {
  std::vector<const Sample*> out;
  while (out.size() < count && !from.empty()) {
    const auto at = rng.Int(0, static_cast<int64_t>(from.size()) - 1);
    out.push_back(from[static_cast<size_t>(at)]);
    from.erase(from.begin() + at);
  }
  return out;
}

// Those that speak most of the same APIs come first.
std::vector<const Sample*> Similar(std::vector<const Sample*> from,
                                   const std::vector<ApiUse>& uses) {
  const auto score = [&](const Sample* sample) {
    return std::ranges::count_if(uses, [&](const ApiUse& use) {
      const std::string last = use.api.substr(use.api.rfind('.') + 1);
      return sample->text.find(last) != std::string::npos;
    });
  };
  std::ranges::stable_sort(from,
                           [&](const Sample* a, const Sample* b) { return score(a) > score(b); });
  if (from.size() > kMostSimilar) from.resize(kMostSimilar);
  return from;
}

constexpr std::array kApproaches = {
#define APPROACH(Name, name, kind, matching_model, screening, distinction, help) \
  Approach{name, Approach::Kind::kind, matching_model, screening, distinction, help},
#include "mirror/model/approaches.def"
#undef APPROACH
};

}  // namespace

std::string FrameworkName(const std::string& framework) {
  if (framework == "torch") return "PyTorch";
  if (framework == "tensorflow") return "TensorFlow";
  return framework == "jax" ? "JAX" : framework == "mindspore" ? "MindSpore" : framework;
}

Result<AskedPrompt> CarryPrompt(const Source& source, const std::vector<ApiUse>& uses,
                                const PromptContext& context, Rng& rng) {
  using Kind = Approach::Kind;
  Values values = {{"from", FrameworkName(context.direction.from)},
                   {"to", FrameworkName(context.direction.to)},
                   {"program", source.text}};
  static const std::vector<Sample> kNone;
  const std::vector<Sample>& all = context.samples == nullptr ? kNone : *context.samples;
  const size_t code = source.text.size();
  switch (context.approach.kind) {
    case Kind::kFill:
    case Kind::kCarry: {
      values["surroundings"] = SurroundingsText(context);
      ASSAY_ASSIGN(PromptMaker maker, PromptMaker::Make("mirror-carry", values, context));
      if (context.approach.distinction) PutKnowledge(WithTwins(uses), context, maker);
      return std::move(maker).Finish(code);
    }
    case Kind::kBasic: {
      ASSAY_ASSIGN(PromptMaker maker, PromptMaker::Make("mirror-basic", values, context));
      return std::move(maker).Finish(code);
    }
    case Kind::kFuzzGpt: {
      auto samples = Draw(OfFramework(all, context.direction.from, source), kSamplesOfEach, rng);
      for (const Sample* sample :
           Draw(OfFramework(all, context.direction.to, source), kSamplesOfEach, rng))
        samples.push_back(sample);
      ASSAY_ASSIGN(PromptMaker maker, PromptMaker::Make("mirror-fuzzgpt", values, context));
      const size_t shown = maker.PutSamples(samples, false);
      return std::move(maker).Finish(shown + code);
    }
    case Kind::kYanHui:
      break;
  }
  ASSAY_ASSIGN(PromptMaker maker, PromptMaker::Make("mirror-yanhui", values, context));
  const size_t shown =
      maker.PutSamples(Similar(OfFramework(all, context.direction.from, source), uses), true);
  return std::move(maker).Finish(shown + code);
}

Result<AskedPrompt> FillPrompt(const Source& source, const Rewritten& rewritten,
                               const std::vector<std::string>& statements, const FailedTwin& failed,
                               const PromptContext& context) {
  std::string listed;
  for (size_t i = 0; i < statements.size(); ++i)
    listed += StrCat(i + 1, ":\n", statements[i], "\n");
  const std::string told =
      failed.error.empty()
          ? ""
          : StrCat("With these, the new program fails:\n", failed.text, "\n", FailingLine(failed),
                   "Error:\n", llm::CutText(failed.error, kMostError),
                   "\nWrite all of the numbered statements anew; nothing else can change.\n");
  ASSAY_ASSIGN(PromptMaker maker,
               PromptMaker::Make("mirror-fill",
                                 {{"from", FrameworkName(context.direction.from)},
                                  {"to", FrameworkName(context.direction.to)},
                                  {"surroundings", SurroundingsText(context)},
                                  {"program", source.text},
                                  {"statements", listed},
                                  {"error", told}},
                                 context));
  PutKnowledge(UsesLeft(rewritten), context, maker);
  return std::move(maker).Finish(source.text.size() + listed.size() + failed.text.size());
}

Result<AskedPrompt> RepairPrompt(const Source& source, const FailedTwin& failed,
                                 const std::vector<ApiUse>& uses, const PromptContext& context) {
  ASSAY_ASSIGN(PromptMaker maker,
               PromptMaker::Make("mirror-repair",
                                 {{"from", FrameworkName(context.direction.from)},
                                  {"to", FrameworkName(context.direction.to)},
                                  {"surroundings", SurroundingsText(context)},
                                  {"program", source.text},
                                  {"draft", failed.text},
                                  {"line", FailingLine(failed)},
                                  {"error", llm::CutText(failed.error, kMostError)}},
                                 context));
  PutKnowledge(WithTwins(uses), context, maker);
  return std::move(maker).Finish(source.text.size() + failed.text.size());
}

std::span<const Approach> AllApproaches() { return kApproaches; }

Result<Approach> FindApproach(std::string_view name) {
  return trial::ApproachNamed(AllApproaches(), name);
}

Result<Knowledge> PairKnowledge::Of(const Direction& direction) {
  std::unique_ptr<knowledge::FoundPairs>& kept = known_[StrCat(direction.from, " ", direction.to)];
  if (kept == nullptr) {
    ASSAY_ASSIGN(knowledge::FoundPairs found,
                 knowledge::PairsOf({.from = direction.from, .to = direction.to}));
    // Left out here, not where pairs are made: other runs go on with what is kept there.
    if (names_only_)
      std::erase_if(found.pairs.pairs,
                    [](const knowledge::Pair& pair) { return pair.by != "name"; });
    kept = std::make_unique<knowledge::FoundPairs>(std::move(found));
  }
  return Knowledge{&kept->from, &kept->to, &kept->pairs};
}

Result<std::vector<Sample>> PoolSamples() {
  ASSAY_ASSIGN(const auto pool, knowledge::LoadPool(lab::HomeFolder() + "/pool"));
  std::vector<Sample> out;
  for (const knowledge::PoolProgram& program : pool)
    out.push_back({program.framework, program.shows, program.api, program.message, program.code});
  return out;
}

}  // namespace assay::mirror
