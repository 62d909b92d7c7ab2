#include "mirror/run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <optional>
#include <thread>

#include "base/strings.h"
#include "mirror/check/runner.h"

namespace assay::mirror {
namespace {

using Clock = std::chrono::steady_clock;

// Handed over together: few, so that little is lost when the program is killed.
constexpr size_t kBlock = 8;
constexpr size_t kAhead = 2 * kBlock;

// The labs of one thread.
class Bench {
 public:
  explicit Bench(const RunnerOptions& options) : options_(options) {}

  Result<Assessor*> Of(const Direction& direction) {
    if (labs_ == nullptr) {
      ASSAY_ASSIGN(Runner runner, Runner::Open(options_));
      labs_ = std::make_shared<Runner>(std::move(runner));
    }
    const std::string key = StrCat(direction.from, "-", direction.to);
    auto found = assessors_.find(key);
    if (found == assessors_.end()) {
      ASSAY_ASSIGN(Assessor opened, Assessor::Open(direction, labs_));
      found = assessors_.emplace(key, std::move(opened)).first;
    }
    return &found->second;
  }

  // After `Of`.
  Runner& labs() { return *labs_; }

 private:
  RunnerOptions options_;
  std::shared_ptr<Runner> labs_;
  std::map<std::string, Assessor> assessors_;
};

class Run {
 public:
  Run(const std::vector<Input>& inputs, Proposer& proposer, Rewriters& rewriters,
      const RunOptions& options)
      : inputs_(inputs),
        proposer_(proposer),
        rewriters_(rewriters),
        options_(options),
        compiler_({options.unsafe, options.gpu, options.fresh, true}),
        outputs_(inputs.size()) {
    for (size_t i = options.skip; i < inputs.size(); ++i) waiting_.push_back(i);
  }

  Status All(const OnOutputs& on_outputs) {
    std::vector<std::thread> threads;
    const size_t count = std::min<size_t>(std::max(options_.jobs, 1), inputs_.size());
    for (size_t i = 0; i < count; ++i) threads.emplace_back([this] { Work(); });
    const Status done = HandOver(on_outputs);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
    }
    for (std::thread& thread : threads) thread.join();
    return done;
  }

 private:
  bool Stopped() const { return options_.should_stop && options_.should_stop(); }

  void Work() {
    Bench bench({options_.unsafe, options_.gpu, options_.fresh});
    std::unique_lock<std::mutex> lock(mutex_);
    while (!over_ && failed_.ok() && !waiting_.empty() && !Stopped()) {
      const size_t index = Next();
      lock.unlock();
      Result<Output> output = One(inputs_[index], bench);
      lock.lock();
      if (output.ok())
        outputs_[index] = std::move(*output);
      else if (failed_.ok())
        failed_ = output.error();
      changed_.notify_all();
    }
    ++ended_;
    changed_.notify_all();
  }

  // The first that waits. As long as the server of a compiler starts, one that does without it, if
  // there is one soon: what is far ahead of the first could not be handed over.
  size_t Next() {
    const size_t first = waiting_.front();
    auto at = waiting_.begin();
    if (!compiler_.settled())
      at = std::ranges::find_if(waiting_, [&](size_t i) {
        return !EarlyCompiler::Wanted(inputs_[i].source.text) || i >= first + kAhead;
      });
    if (at == waiting_.end() || *at >= first + kAhead) at = waiting_.begin();
    const size_t index = *at;
    waiting_.erase(at);
    return index;
  }

  // Blocks in the order of the inputs, as soon as they are complete.
  Status HandOver(const OnOutputs& on_outputs) {
    const size_t workers = std::min<size_t>(std::max(options_.jobs, 1), inputs_.size());
    for (size_t first = options_.skip; first < inputs_.size();) {
      std::vector<Output> block;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        const size_t end = std::min(first + kBlock, inputs_.size());
        const auto complete = [&] {
          for (size_t i = first; i < end; ++i)
            if (!outputs_[i]) return false;
          return true;
        };
        changed_.wait(lock, [&] { return complete() || !failed_.ok() || ended_ == workers; });
        if (!failed_.ok()) return failed_;
        for (size_t i = first; i < end && outputs_[i]; ++i) {
          block.push_back(std::move(*outputs_[i]));
          outputs_[i].reset();
        }
      }
      if (block.empty()) break;
      first += block.size();
      ASSAY_RETURN_IF_ERROR(on_outputs(std::move(block)));
    }
    return {};
  }

  // What the twin does, and whether that accuses its framework.
  Status Judge(const Input& input, Assessor& assessor, Output& out) {
    out.accusation = {};
    ASSAY_ASSIGN(out.assessment, assessor.Assess(input.source, out.proposal.text, out.proposal.uses,
                                                 out.proposal.by_model));
    if (!out.assessment.symptom.empty() && out.assessment.valid) {
      ASSAY_ASSIGN(out.accusation,
                   assessor.ConfirmSymptom(input.source, out.proposal.text, out.assessment,
                                           [&] { return Others(input); }));
    }
    return {};
  }

  ScreenOptions Screening() const {
    return {.mode = options_.screen, .by_model = options_.by_model, .gpu = options_.gpu};
  }

  Result<Output> One(const Input& input, Bench& bench) {
    const Clock::time_point start = Clock::now();
    Output out{.source = input.source, .direction = input.direction};
    ASSAY_ASSIGN(const Rewriter* rewriter, rewriters_.Get(input.direction));
    out.screened = Screen(input.source.text, *rewriter, Screening());
    if (out.screened.in) {
      ASSAY_ASSIGN(out.proposal, proposer_.Propose(input.source, input.direction));
      ASSAY_ASSIGN(Assessor * assessor, bench.Of(input.direction));
      ASSAY_RETURN_IF_ERROR(Judge(input, *assessor, out));
      out.spent = bench.labs().TakeSpent();
      compiler_.Consider(out.spent, [&] { return Compiling(bench.labs()); });
      const bool kept = std::ranges::any_of(out.spent, [](const RunCost& run) { return run.kept; });
      if ((out.accusation.stands || out.accusation.suspected) && kept) {
        // Nobody is accused by what was kept: all of it is run again, now.
        bench.labs().Distrust(true);
        const Status judged = Judge(input, *assessor, out);
        bench.labs().Distrust(false);
        if (!judged.ok()) return judged.error();
        for (RunCost& run : bench.labs().TakeSpent()) out.spent.push_back(std::move(run));
      }
    }
    out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return out;
  }

  // Programs for the compiler that will be run: neither screened out nor kept.
  int Compiling(Runner& labs) {
    int out = 0;
    for (const Input& input : inputs_) {
      if (!EarlyCompiler::Wanted(input.source.text) ||
          input.direction.from != EarlyCompiler::kFramework)
        continue;
      const auto rewriter = rewriters_.Get(input.direction);
      if (rewriter.ok() && Screen(input.source.text, **rewriter, Screening()).in &&
          !labs.Keeps(input.direction.from, input.source.text, {}))
        ++out;
    }
    return out;
  }

  // The source in the frameworks that are neither its own nor the twin's, as far as rules carry it
  // completely, and to APIs.
  std::vector<Reference> Others(const Input& input) {
    std::vector<Reference> out;
    for (const std::string& framework : KnownFrameworks()) {
      if (framework == input.direction.from || framework == input.direction.to) continue;
      if (!program::FindEnvironment(framework).ok()) continue;
      const auto rewriter = rewriters_.Get({input.direction.from, framework});
      if (!rewriter.ok()) continue;
      Rewritten made = (*rewriter)->Rewrite(input.source.text);
      // A helper that does the work of an API speaks for us, not for its framework.
      const bool own = std::ranges::none_of(made.uses, &ApiUse::emulated);
      if (made.left.empty() && own) out.push_back({framework, std::move(made.text)});
    }
    return out;
  }

  const std::vector<Input>& inputs_;
  Proposer& proposer_;
  Rewriters& rewriters_;
  const RunOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<size_t> waiting_;  // inputs that nobody has begun
  size_t ended_ = 0;
  EarlyCompiler compiler_;
  bool over_ = false;
  Status failed_;
  std::vector<std::optional<Output>> outputs_;
};

}  // namespace

Status RunMirror(const std::vector<Input>& inputs, Proposer& proposer, Rewriters& rewriters,
                 const RunOptions& options, const OnOutputs& on_outputs) {
  Run run(inputs, proposer, rewriters, options);
  return run.All(on_outputs);
}

Result<const Rewriter*> Rewriters::Get(const Direction& direction) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<Rewriter>& entry = open_[StrCat(direction.from, "-", direction.to)];
  if (entry == nullptr) {
    ASSAY_ASSIGN(Rewriter opened, Rewriter::Open(direction, use_model_));
    entry = std::make_unique<Rewriter>(std::move(opened));
  }
  return entry.get();
}

Result<Proposal> RuleProposer::Propose(const Source& source, const Direction& direction) {
  ASSAY_ASSIGN(const Rewriter* rewriter, rewriters_.Get(direction));
  Rewritten made = rewriter->Rewrite(source.text);
  return Proposal{.text = std::move(made.text),
                  .left = std::move(made.left),
                  .uses = std::move(made.uses),
                  .notes = std::move(made.notes)};
}

EarlyCompiler::~EarlyCompiler() {
  if (thread_.joinable()) thread_.join();
}

void EarlyCompiler::Consider(const std::vector<RunCost>& spent, const std::function<int()>& count) {
  const bool ran = std::ranges::any_of(
      spent, [](const RunCost& run) { return !run.kept && run.framework == kFramework; });
  if (!ran) return;
  std::call_once(asked_, [&] {
    if (count() < 2) {
      settled_ = true;
      return;
    }
    thread_ = std::thread([this] {
      auto labs = Runner::Open(options_);
      if (labs.ok()) {
        // Whatever is wrong with the server shows in the programs themselves.
        labs->RunPlain(kFramework, "# torch.compile\n", false).ok();
        labs_.push_back(std::move(*labs));
      }
      settled_ = true;
    });
  });
}

}  // namespace assay::mirror
