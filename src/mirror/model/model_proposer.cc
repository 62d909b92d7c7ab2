#include "mirror/model/model_proposer.h"

#include <re2/re2.h>

#include <optional>

#include "base/strings.h"
#include "program/lint/lint.h"

namespace assay::mirror {
namespace {

constexpr double kWallSeconds = 60;

std::string KeyOf(const Source& source, const Direction& direction) {
  return StrCat(direction.from, " ", direction.to, "\n", source.text);
}

// Runs twins of one framework to see what is wrong with them.
class Trier {
 public:
  Trier(std::string framework, bool unsafe) : framework_(std::move(framework)), unsafe_(unsafe) {}

  Result<std::string> ErrorOf(const std::string& twin) {
    const std::string environment = EnvironmentFor(framework_, twin);
    ASSAY_ASSIGN(const std::string folder, program::FindEnvironment(environment));
    const auto messages = program::Lint(program::ReadProgram(twin), {.environment = folder});
    if (!messages.empty())
      return StrCat("line ", messages.front().line, ": ", messages.front().message);
    if (!lab_) {
      ASSAY_ASSIGN(program::ProgramLab lab,
                   program::ProgramLab::Open({.environment = framework_, .unsafe = unsafe_}));
      lab_.emplace(std::move(lab));
    }
    program::ProgramRequest request{.text = twin};
    request.limits.wall_s = kWallSeconds;
    ASSAY_ASSIGN(const program::ProgramOutcome outcome, lab_->Run(request));
    return OwnFault(outcome);
  }

 private:
  const std::string framework_;
  const bool unsafe_;
  std::optional<program::ProgramLab> lab_;
};

Proposal ProposalOf(const ToCarry& source, const CarriedProgram& carried) {
  Proposal out{.text = carried.program, .uses = source.rewritten.uses, .by_model = carried.asked};
  // Without a program of the model, what rules left is still left.
  if (!carried.asked || carried.program.empty()) out.left = source.rewritten.left;
  if (!carried.asked) out.notes = source.rewritten.notes;
  if (!carried.problem.empty())
    out.notes.push_back(carried.problem == "empty" ? "the answer holds no program"
                                                   : "the answer is not Python");
  else if (carried.asked && carried.program.empty())
    out.notes.push_back("the model gave no answer that could be read");
  if (carried.repairs > 0) out.notes.push_back(StrCat("repaired ", carried.repairs, " times"));
  out.knowledge_tokens = carried.knowledge_tokens;
  out.code_tokens = carried.code_tokens;
  out.output_tokens = carried.output_tokens;
  out.cost = carried.cost;
  out.prompt = carried.prompt;
  out.prompt_text = carried.prompt_text;
  return out;
}

}  // namespace

std::string OwnFault(const program::ProgramOutcome& outcome) {
  const program::ProgramRun& run = outcome.run;
  static const RE2 kArguments(
      "unexpected keyword|missing \\d+ required|takes (from )?\\d+|got multiple values|"
      "positional argument|has no attribute|not callable|No gradients? provided");
  const bool names = run.invalid || run.exception == "AttributeError" ||
                     run.exception == "ImportError" || run.exception == "UnboundLocalError";
  const bool arguments = run.exception == "TypeError" && RE2::PartialMatch(run.message, kArguments);
  if (!names && !arguments) return "";
  return StrCat(run.line > 0 ? StrCat("line ", run.line, ": ") : "", run.exception, ": ",
                run.message);
}

Status ModelProposer::Prepare(const std::vector<Input>& inputs) {
  std::map<std::string, std::pair<Direction, std::vector<const Input*>>> by_direction;
  for (const Input& input : inputs) {
    auto& [direction, list] = by_direction[StrCat(input.direction.from, " ", input.direction.to)];
    direction = input.direction;
    list.push_back(&input);
  }
  for (const auto& [name, part] : by_direction) {
    if (client_.Stopped()) break;
    ASSAY_RETURN_IF_ERROR(PrepareDirection(part.first, part.second));
  }
  return {};
}

Status ModelProposer::PrepareDirection(const Direction& direction,
                                       const std::vector<const Input*>& inputs) {
  ASSAY_ASSIGN(const Rewriter* const rewriter, rewriters_.Get(direction));
  std::vector<ToCarry> sources;
  for (const Input* input : inputs) {
    if (options_.making) options_.making(sources.size(), inputs.size());
    if (!Screen(input->source.text, *rewriter, options_.screen, true).in) continue;
    sources.push_back({input->source, rewriter->Rewrite(input->source.text)});
  }
  CarryOptions carry{.context = {.direction = direction,
                                 .approach = options_.approach,
                                 .knowledge = {},
                                 .samples = &options_.samples}};
  if (options_.knowledge_of) {
    ASSAY_ASSIGN(carry.context.knowledge, options_.knowledge_of(direction));
  }
  carry.seed = options_.seed;
  carry.repairs = options_.repairs;
  carry.prices = options_.prices;
  carry.progress = options_.progress;
  carry.making = options_.making;
  Trier trier(direction.to, options_.unsafe);
  carry.error_of = [&](const Source&, const std::string& twin) { return trier.ErrorOf(twin); };
  ASSAY_ASSIGN(const CarriedAll all, CarryByModel(sources, carry, client_));
  spent_.Add(all.spent);
  for (size_t i = 0; i < sources.size(); ++i) {
    const std::string key = KeyOf(sources[i].source, direction);
    if (all.programs[i].pending)
      waiting_.insert(key);
    else
      proposals_[key] = ProposalOf(sources[i], all.programs[i]);
  }
  return {};
}

bool ModelProposer::Waits(const Input& input) const {
  return waiting_.contains(KeyOf(input.source, input.direction));
}

Result<Proposal> ModelProposer::Propose(const Source& source, const Direction& direction) {
  const auto found = proposals_.find(KeyOf(source, direction));
  if (found == proposals_.end())
    return Invalid(StrCat(source.name, ": no answer of the model; it was not asked for"));
  return found->second;
}

}  // namespace assay::mirror
