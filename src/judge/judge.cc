#include "judge/judge.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <set>

#include "base/parallel.h"
#include "base/strings.h"
#include "judge/oracle.h"
#include "judge/ordinary.h"
#include "judge/trial_names.h"
#include "judge/twin/twin_oracle.h"
#include "program/lab/on_gpu.h"
#include "trial/prelude.h"
#include "trial/probe.h"
#include "trial/twin/twin_verdict.h"

namespace assay::judge {
namespace {

using knowledge::ApiDoc;
using program::ProgramOutcome;

constexpr size_t kAttempts = 60;
// Fewer programs tell nothing of an API: one finds calls, the others try claims.
constexpr size_t kLeastShare = 12;

// Of programs that claim nothing but to end: no exception of theirs is a finding.
constexpr int kNoClaim = std::numeric_limits<int>::max();

// How many programs each of `apis` may run.
size_t ShareOf(size_t budget, size_t apis) {
  return std::max(kLeastShare, budget / std::max<size_t>(apis, 1));
}

class Judge {
 public:
  Judge(const Dialect& dialect, const JudgeOptions& options, size_t share, TwinOracle* twins)
      : dialect_(dialect), options_(options), share_(share), twins_(twins) {}

  Status Open() {
    std::string environment = options_.environment;
    if (environment.empty()) environment = dialect_.environment;
    if (options_.gpu) environment += program::kOnGpu;
    ASSAY_ASSIGN(Bench bench,
                 Bench::Open(dialect_, environment, {options_.timeout_s, options_.unsafe}));
    bench_.emplace(std::move(bench));
    ASSAY_ASSIGN(probe_, trial::LoadProbe());
    return {};
  }

  Result<ApiReport> Run(const ApiDoc& doc) {
    ApiReport out{.api = doc.name, .judged = true};
    const std::vector<ApiCall> attempts = Attempts(doc);
    ASSAY_ASSIGN(const trial::Probed probed,
                 trial::ProbeCalls(doc, dialect_, bench_->prelude() + "\n" + probe_, attempts,
                                   bench_->lab()));
    CountProgram(probed.status, out);
    out.reached = probed.reached || !probed.calls.empty();
    out.calls = probed.calls.size();
    out.problem = probed.problem;
    if (probed.status == program::ProgramStatus::kCrash && probed.fatal_call)
      ASSAY_RETURN_IF_ERROR(TryFatal(doc, *probed.fatal_call, out));
    std::set<std::string> seen;
    std::vector<ApiCall> steady;
    for (const ApiCall& call : probed.calls) {
      ASSAY_ASSIGN(const bool repeats, Repeats(doc, call, out));
      if (!repeats) continue;
      steady.push_back(call);
      for (const Oracle& oracle : AllOracles()) {
        if (!Wanted(oracle) || oracle.make == nullptr) continue;
        std::vector<Trial> trials;
        oracle.make({doc, call, dialect_, bench_->prelude()}, trials);
        for (const Trial& trial : trials)
          if (seen.insert(trial.program).second && out.programs < share_)
            ASSAY_RETURN_IF_ERROR(Try(doc, trial, call.source, out));
      }
    }
    ASSAY_RETURN_IF_ERROR(AskTwins(doc, steady, out));
    if (options_.oracles.empty()) ASSAY_RETURN_IF_ERROR(TryEdges(doc, probed.calls, out));
    if (out.examples.programs.empty()) KeepCalls(doc, probed, out);
    KeepDocumentation(doc, out.examples);
    out.judged = !Stopped();  // what was cut short is judged again by the next run
    return out;
  }

 private:
  std::vector<ApiCall> Attempts(const ApiDoc& doc) const {
    std::vector<ApiCall> out;
    if (const auto own = options_.own_calls.find(doc.name); own != options_.own_calls.end())
      out = own->second;
    for (ApiCall& call : trial::ProposeCalls(doc, dialect_, kAttempts))
      out.push_back(std::move(call));
    return out;
  }

  // Where no oracle came to try anything: how calls were looked for.
  static void KeepCalls(const ApiDoc& doc, const trial::Probed& probed, ApiReport& out) {
    const Trial trial{.oracle = std::string(kCallsOracle),
                      .parameter = "",
                      .sentence = FirstLine(doc.signature),
                      .claim = "one of the calls that are proposed works",
                      .program = probed.program,
                      .claim_line = 0};
    const bool works = !probed.calls.empty();
    KeepProgram(doc, trial,
                {works ? Verdict::kHolds : Verdict::kNotApplicable, works ? "" : probed.problem},
                probed.status, works ? probed.calls.front().source : "", out.examples);
  }

  bool Stopped() const { return options_.should_stop && options_.should_stop(); }

  // Every further program would take its whole time limit to say the same.
  static bool HangsAlways(const ApiReport& out) {
    constexpr size_t kMostHangs = 2;
    const auto hangs =
        out.statuses.find(std::string(ProgramStatusName(program::ProgramStatus::kHangs)));
    return hangs != out.statuses.end() && hangs->second >= kMostHangs;
  }

  bool Wanted(const Oracle& oracle) const {
    if (options_.oracles.empty()) return !oracle.extra;
    return std::ranges::find(options_.oracles, oracle.name) != options_.oracles.end();
  }

  // Whether the same call gives the same thrice in one process, also when memory that nobody has
  // written is full of other bytes (M_PERTURB of glibc): else a result that is left over from the
  // call before it would repeat, too, and could be held against nothing.
  Result<bool> Repeats(const ApiDoc& doc, const ApiCall& call, ApiReport& out) {
    Trial trial{.oracle = "repeats",
                .parameter = "",
                .sentence = "",
                .claim = "the same call gives the same",
                .program = "",
                .claim_line = 0};
    TrialWriter writer(dialect_, bench_->prelude());
    writer.Call(call, doc, "expected");
    writer.Line("fill_memory(0x55)").Call(call, doc, "second");
    writer.Line("fill_memory(0xAA)").Call(call, doc, "third").Line("fill_memory(0)");
    writer.Claim().Check("same(expected, second) and same(expected, third)", trial.claim,
                         "describe(third)");
    writer.Finish(trial);
    ASSAY_ASSIGN(const ProgramOutcome outcome, bench_->Run(doc, trial.program));
    CountProgram(outcome.status, out);
    return JudgeTrial(trial, outcome).verdict == Verdict::kHolds;
  }

  // The oracle that needs other frameworks than its own.
  Status AskTwins(const ApiDoc& doc, const std::vector<ApiCall>& calls, ApiReport& out) {
    const auto twin = std::ranges::find(AllOracles(), trial::kTwinOracle, &Oracle::name);
    if (twins_ == nullptr || !Wanted(*twin) || Stopped() || HangsAlways(out)) return {};
    return twins_->Judge(doc, calls, *bench_, share_ - std::min(share_, out.programs), out);
  }

  // Programs that claim nothing but to end, where claims alone would be few.
  Status TryEdges(const ApiDoc& doc, const std::vector<ApiCall>& calls, ApiReport& out) {
    const size_t wanted = std::min(kLeastShare, share_);
    if (calls.empty() || out.programs >= wanted) return {};
    for (const OrdinaryProgram& program :
         OrdinaryPrograms(doc, calls, dialect_, wanted - out.programs)) {
      Trial trial{.oracle = "crash",
                  .parameter = program.parameter,
                  .sentence = FirstLine(doc.signature),
                  .claim = StrCat("a call ends with a result or an exception, ", program.what),
                  .program = program.program,
                  .claim_line = kNoClaim};
      ASSAY_RETURN_IF_ERROR(Try(doc, trial, calls.front().source, out));
    }
    return {};
  }

  // The call at which the process died while calls were tried: whatever it is given, it may refuse
  // it, but not die.
  Status TryFatal(const ApiDoc& doc, const ApiCall& call, ApiReport& out) {
    Trial trial{.oracle = "crash",
                .parameter = "",
                .sentence = FirstLine(doc.signature),
                .claim = "a call ends with a result or an exception",
                .program = "",
                .claim_line = 0};
    const std::string no_prelude;
    TrialWriter writer(dialect_, no_prelude);
    writer.ClaimedCall(call, doc, "result");
    writer.Finish(trial);
    trial.claim_line = kNoClaim;
    return Try(doc, trial, call.source, out);
  }

  Status Try(const ApiDoc& doc, const Trial& trial, const std::string& source, ApiReport& out) {
    if (Stopped() || HangsAlways(out)) return {};
    return judge::Try(*bench_, doc, trial, source, out);
  }

  const Dialect& dialect_;
  const JudgeOptions& options_;
  const size_t share_;
  std::optional<Bench> bench_;
  std::string probe_;
  TwinOracle* const twins_;
};

}  // namespace

Result<std::vector<ApiReport>> JudgeApis(const std::vector<ApiDoc>& docs,
                                         const JudgeOptions& options, const OnReport& on_report) {
  if (docs.empty()) return std::vector<ApiReport>();
  const Dialect* dialect = FindDialect(docs.front().framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", docs.front().framework, " yet"));
  const size_t share = options.budget == 0 ? SIZE_MAX : ShareOf(options.budget, docs.size());
  const size_t count = options.budget == 0
                           ? docs.size()
                           : std::min(docs.size(), std::max<size_t>(1, options.budget / share));
  std::vector<ApiReport> out(docs.size());
  for (size_t i = 0; i < docs.size(); ++i) out[i].api = docs[i].name;
  std::optional<TwinOracle> twins;
  if (!options.twins.empty()) twins.emplace(options);
  std::atomic<size_t> next{0};
  std::mutex mutex;
  Status failed;
  const auto work = [&] {
    Judge judge(*dialect, options, share, twins.has_value() ? &*twins : nullptr);
    const Status opened = judge.Open();
    const auto stop = [&] { return options.should_stop && options.should_stop(); };
    for (size_t i = next++; opened.ok() && i < count && !stop(); i = next++) {
      auto report = judge.Run(docs[i]);
      const std::lock_guard<std::mutex> lock(mutex);
      if (report.ok())
        out[i] = std::move(*report);
      else
        out[i] = {.api = docs[i].name, .judged = true, .problem = report.error().message};
      if (out[i].judged) on_report(i, out[i]);
    }
    const std::lock_guard<std::mutex> lock(mutex);
    if (!opened.ok()) failed = opened;
  };
  InParallel(std::min(static_cast<size_t>(std::max(options.jobs, 1)), count), work);
  if (!failed.ok()) return failed.error();
  return out;
}

}  // namespace assay::judge
