#include "optbug/run.h"

#include <set>

#include "base/strings.h"
#include "optbug/generate.h"
#include "triage/message.h"
#include "trial/labs.h"

namespace assay::optbug {
namespace {

using program::ProgramOutcome;

// Making a form smaller while it fails in the same way: fewer layers, plain inputs, no twist.

// All forms that are smaller by one step, the coarse steps first.
std::vector<Form> Smaller(const Parts& parts, const Form& form) {
  std::vector<Form> out;
  const auto with = [&](auto change) {
    Form next = form;
    change(next);
    if (!(next == form) && Fits(parts, next)) out.push_back(std::move(next));
  };
  with([](Form& f) { f.twist.reset(); });
  with([](Form& f) { f.nested = false; });
  with([](Form& f) { f.training = false; });
  if (form.taken) {
    with([](Form& f) { f.beside.reset(); });
    with([](Form& f) { f.variation.reset(); });
    for (size_t at = 0; at < form.layers.size(); ++at)
      with([&](Form& f) { f.layers.erase(f.layers.begin() + static_cast<long>(at)); });
    return out;
  }
  for (size_t at = 0; at < form.layers.size(); ++at) {
    const auto place = static_cast<long>(at);
    with([&](Form& f) { f.layers = {form.layers[at]}; });
    with([&](Form& f) { f.layers.erase(f.layers.begin() + place); });
  }
  with([](Form& f) { f.giving = 0; });
  with([](Form& f) { f.passing = 0; });
  for (size_t value = 0; value < parts.values.size(); ++value)
    if (value < form.value) {
      with([&](Form& f) { f.value = value; });
      if (Feeds(parts.values[value], parts.layers[form.layers.front()].from)) break;
    }
  return out;
}

// The plain value for a chain that begins with another kind now.
void FitValue(const Parts& parts, Form& form) {
  if (form.taken || form.layers.empty()) return;
  const std::string& kind = parts.layers[form.layers.front()].from;
  for (size_t i = 0; !Feeds(parts.values[form.value], kind) && i < parts.values.size(); ++i)
    if (Feeds(parts.values[i], kind)) form.value = i;
}

// `fails` runs a candidate. Deterministic as long as `fails` is.
Candidate Shrink(const Generator& generator, const Candidate& candidate,
                 const std::function<bool(const Candidate&)>& fails) {
  constexpr int kMostRuns = 40;
  Candidate best = candidate;
  const Parts& parts = generator.PartsOf(candidate.framework);
  int runs = 0;
  for (bool better = candidate.form.has_value(); better;) {
    better = false;
    for (Form& form : Smaller(parts, *best.form)) {
      FitValue(parts, form);
      if (++runs > kMostRuns) return best;
      Candidate next = generator.Rewrite(best, form);
      if (!fails(next)) continue;
      best = std::move(next);
      better = true;
      break;
    }
  }
  return best;
}

// Programs of a block: enough to keep several labs busy, few enough to lose little when stopped.
constexpr size_t kBlock = 24;
// Further runs that must show a failure, the last one in a process of its own.
constexpr int kConfirmations = 2;

// What makes two failures one before they are looked at: errors by their words, wrong values by the
// optimiser and what the program is made of.
std::string KeyOf(const Candidate& candidate, const CheckedRun& judged) {
  const bool words = judged.verdict == CheckVerdict::kException;
  return StrCat(candidate.optimiser, " | ", VerdictName(judged.verdict), " | ",
                words ? triage::NormalizedMessage(judged.message) : candidate.description);
}

Result<ProgramOutcome> RunIn(trial::Labs& labs, const Candidate& candidate, bool cold = false) {
  // Of a form it is known what it calls.
  const bool watch = !candidate.form.has_value();
  return labs.Run(candidate.environment, candidate.text, candidate.slow, cold, watch);
}

// A block that has run, with what has to be looked at again.
struct Pending {
  Block block;
  std::vector<ProgramOutcome> outcomes;
  std::vector<size_t> fresh;  // of the programs: the first of each new failure
  std::vector<std::optional<Found>> found;
};

class Runner {
 public:
  Runner(const Generator& generator, const RunOptions& options, std::vector<Limitation> limitations)
      : generator_(generator),
        options_(options),
        limitations_(std::move(limitations)),
        threads_(options.jobs, options.unsafe),
        known_(options.known) {}

  // Runs the candidates, and looks at what `before` has found at the same time: what fails is run
  // many times, and the others need not wait for it. `before` is complete then.
  Result<Pending> Run(std::vector<Candidate> candidates, size_t first, Pending& before) {
    Pending out{.block = {.first = first}};
    out.block.tried.resize(candidates.size());
    out.outcomes.resize(candidates.size());
    const size_t looks = before.fresh.size();
    before.found.resize(looks);
    const auto work = [&](size_t turn, trial::Labs& labs) -> Status {
      if (turn < looks) return LookAt(before, turn, labs);
      if (Stopped()) return {};
      const size_t i = turn - looks;
      ASSAY_ASSIGN(out.outcomes[i], RunIn(labs, candidates[i]));
      out.block.tried[i] = Judge(std::move(candidates[i]), out.outcomes[i]);
      return {};
    };
    ASSAY_RETURN_IF_ERROR(threads_.Do(looks + candidates.size(), work));
    for (auto& one : before.found)
      if (one) before.block.found.push_back(std::move(*one));
    // Cut short: only what was run, up to the first that was not.
    for (size_t i = 0; i < out.block.tried.size(); ++i)
      if (out.block.tried[i].status.empty()) out.block.tried.resize(i);
    for (size_t i = 0; i < out.block.tried.size(); ++i)
      if (const std::string& key = out.block.tried[i].key;
          !key.empty() && known_.insert(key).second) {
        out.fresh.push_back(i);
        out.block.keys.push_back(key);
      }
    return out;
  }

 private:
  bool Stopped() const { return options_.should_stop && options_.should_stop(); }

  Tried Judge(Candidate candidate, const ProgramOutcome& outcome) const {
    Tried out{.status = std::string(ProgramStatusName(outcome.status)),
              .measures = MeasureOf(candidate.text, outcome),
              .judged = JudgeOutcome(outcome, candidate.optimiser, limitations_)};
    // Of our own layout: whoever reaches the mark has called the model on its inputs, and the
    // optimiser follows. Texts whose model comes from elsewhere are not always read as such.
    if (candidate.form && out.measures.valid &&
        outcome.run.out.find(kOptimiseMark) != std::string::npos)
      out.measures.relevant = true;
    if (IsBug(out.judged.verdict)) out.key = KeyOf(candidate, out.judged);
    out.seconds = outcome.run.seconds;
    out.candidate = std::move(candidate);
    return out;
  }

  // The first of every failure that is not known: again, then smaller, then cold.
  Status LookAt(Pending& pending, size_t turn, trial::Labs& labs) const {
    const size_t i = pending.fresh[turn];
    Tried& tried = pending.block.tried[i];
    ASSAY_ASSIGN(pending.found[turn], Confirm(tried, pending.outcomes[i], labs));
    if (!pending.found[turn])
      tried.judged = {CheckVerdict::kNotApplicable, "comes and goes: " + tried.judged.message, ""};
    return {};
  }

  Result<std::optional<Found>> Confirm(const Tried& tried, const ProgramOutcome& outcome,
                                       trial::Labs& labs) const {
    Found out{tried.candidate, tried.judged,
              casebook::SignatureOf(outcome, tried.candidate.claim_line), 0};
    const auto fails = [&](const Candidate& candidate) {
      const auto again = RunIn(labs, candidate);
      return again.ok() &&
             SameFailure(out.seen, casebook::SignatureOf(*again, candidate.claim_line)) &&
             JudgeOutcome(*again, candidate.optimiser, limitations_).verdict == out.judged.verdict;
    };
    if (!fails(tried.candidate)) return std::optional<Found>();
    // A hang costs its whole time limit: it stays as it is.
    if (out.judged.verdict != CheckVerdict::kHangs)
      out.candidate = Shrink(generator_, tried.candidate, fails);
    ASSAY_ASSIGN(const ProgramOutcome alone, RunIn(labs, out.candidate, true));
    if (!SameFailure(out.seen, casebook::SignatureOf(alone, out.candidate.claim_line)))
      return std::optional<Found>();
    out.judged = JudgeOutcome(alone, out.candidate.optimiser, limitations_);
    out.confirmed = kConfirmations;
    return std::optional<Found>(std::move(out));
  }

  const Generator& generator_;
  const RunOptions& options_;
  const std::vector<Limitation> limitations_;
  trial::LabThreads threads_;
  std::set<std::string> known_;
};

}  // namespace

Status RunPrograms(Generator& generator, const RunOptions& options, const OnBlock& on_block) {
  ASSAY_ASSIGN(auto limitations, LoadLimitations());
  Runner runner(generator, options, std::move(limitations));
  const size_t all = options.budget == 0 ? SIZE_MAX : options.budget;
  for (size_t i = 0; i < options.skip; ++i) generator.Next();
  Pending before;
  for (size_t first = options.skip; first < all;) {
    if (options.should_stop && options.should_stop()) break;
    std::vector<Candidate> candidates;
    while (candidates.size() < std::min(kBlock, all - first)) {
      auto next = generator.Next();
      if (!next) break;
      candidates.push_back(std::move(*next));
    }
    if (candidates.empty()) break;
    ASSAY_ASSIGN(Pending now, runner.Run(std::move(candidates), first, before));
    if (!before.block.tried.empty()) ASSAY_RETURN_IF_ERROR(on_block(before.block));
    before = std::move(now);
    if (before.block.tried.empty()) return {};
    first += before.block.tried.size();
  }
  if (before.block.tried.empty()) return {};
  if (const auto last = runner.Run({}, 0, before); !last.ok()) return last.error();
  return on_block(before.block);
}

}  // namespace assay::optbug
