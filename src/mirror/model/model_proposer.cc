#include "mirror/model/model_proposer.h"

#include <re2/re2.h>

#include <atomic>
#include <mutex>

#include "base/strings.h"
#include "program/lint/lint.h"
#include "trial/labs.h"
#include "trial/model/surroundings.h"

namespace assay::mirror {
namespace {

std::string KeyOf(const Source& source, const Direction& direction) {
  return StrCat(direction.from, " ", direction.to, "\n", source.text);
}

// Runs twins of one framework to see what is wrong with them.
class Trier {
 public:
  Trier(std::string framework, const ModelOptions& options)
      : framework_(std::move(framework)),
        trying_(options.trying),
        threads_(options.jobs, options.unsafe) {}

  Result<std::vector<std::string>> ErrorsOf(const std::vector<std::string>& twins) {
    std::vector<std::string> out(twins.size());
    std::atomic<size_t> tried = 0;
    ASSAY_RETURN_IF_ERROR(threads_.Do(twins.size(), [&](size_t i, trial::Labs& labs) -> Status {
      ASSAY_ASSIGN(out[i], ErrorOf(twins[i], labs));
      const std::lock_guard lock(mutex_);
      if (trying_) trying_(++tried, twins.size());
      return {};
    }));
    return out;
  }

 private:
  Result<std::string> ErrorOf(const std::string& twin, trial::Labs& labs) const {
    const std::string environment = EnvironmentFor(framework_, twin);
    ASSAY_ASSIGN(const std::string folder, program::FindEnvironment(environment));
    const auto messages = program::Lint(program::ReadProgram(twin), {.environment = folder});
    if (!messages.empty())
      return StrCat("line ", messages.front().line, ": ", messages.front().message);
    ASSAY_ASSIGN(const program::ProgramOutcome outcome, labs.Run(environment, twin, false));
    return OwnFault(outcome);
  }

  const std::string framework_;
  const std::function<void(size_t tried, size_t all)> trying_;
  std::mutex mutex_;
  trial::LabThreads threads_;
};

// The paper's baselines know nothing of where their programs run.
bool TellsSurroundings(const Approach& approach) {
  return approach.kind == Approach::Kind::kFill || approach.kind == Approach::Kind::kCarry;
}

Proposal ProposalOf(const ToCarry& source, const CarriedProgram& carried) {
  Proposal out{.text = carried.program, .uses = source.rewritten.uses, .by_model = carried.asked};
  // Without a program of the model, what rules left is still left.
  if (!carried.asked || carried.program.empty()) out.left = source.rewritten.left;
  if (!carried.asked) out.notes = source.rewritten.notes;
  if (!carried.problem.empty())
    out.notes.push_back(carried.problem == "empty"   ? "the answer holds no program"
                        : carried.problem == "messy" ? "the answer is not Python"
                                                     : carried.problem);
  else if (carried.asked && carried.program.empty())
    out.notes.push_back("the model gave no answer that could be read");
  if (carried.repairs > 0) out.notes.push_back(StrCat("repaired ", carried.repairs, " times"));
  out.knowledge_tokens = carried.knowledge_tokens;
  out.code_tokens = carried.code_tokens;
  out.output_tokens = carried.output_tokens;
  out.estimated = carried.estimated;
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
    if (!Screen(input->source.text, *rewriter,
                {.mode = options_.screen, .by_model = true, .gpu = options_.gpu})
             .in)
      continue;
    sources.push_back({input->source, rewriter->Rewrite(input->source.text)});
  }
  if (sources.empty()) return {};
  CarryOptions carry{.context = {.direction = direction,
                                 .context = client_.context(),
                                 .approach = options_.approach,
                                 .knowledge = {},
                                 .samples = &options_.samples}};
  if (TellsSurroundings(options_.approach))
    carry.context.surroundings = trial::SurroundingsOf(direction.to, direction.to, options_.unsafe);
  if (options_.knowledge_of) {
    ASSAY_ASSIGN(carry.context.knowledge, options_.knowledge_of(direction));
  }
  carry.seed = options_.seed;
  carry.repairs = options_.repairs;
  carry.prices = options_.prices;
  carry.progress = options_.progress;
  carry.making = options_.making;
  Trier trier(direction.to, options_);
  carry.errors_of = [&](const std::vector<std::string>& twins) { return trier.ErrorsOf(twins); };
  ASSAY_ASSIGN(const CarriedAll all, CarryByModel(sources, carry, client_));
  spent_.Add(all.spent);
  for (size_t i = 0; i < sources.size(); ++i) {
    const std::string key = KeyOf(sources[i].source, direction);
    if (all.programs[i].pending)
      waiting_.insert(key);
    else
      proposals_[key] = ProposalOf(sources[i], all.programs[i]);
    if (const auto kept = proposals_.find(key); kept != proposals_.end()) {
      kept->second.approach = options_.approach.name;
      kept->second.model = client_.model();
    }
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
