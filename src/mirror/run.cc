#include "mirror/run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <optional>
#include <thread>

#include "base/strings.h"
#include "mirror/check/runner.h"

namespace assay::mirror {
namespace {

using Clock = std::chrono::steady_clock;

// Handed over together: few, so that little is lost when the program is killed.
constexpr size_t kBlock = 8;

// The labs of one thread.
class Bench {
 public:
  explicit Bench(bool unsafe) : unsafe_(unsafe) {}

  Result<Assessor*> Of(const Direction& direction) {
    if (labs_ == nullptr) {
      ASSAY_ASSIGN(Runner runner, Runner::Open(unsafe_));
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

 private:
  bool unsafe_;
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
        next_(options.skip),
        outputs_(inputs.size()) {}

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
    Bench bench(options_.unsafe);
    std::unique_lock<std::mutex> lock(mutex_);
    while (!over_ && failed_.ok() && next_ < inputs_.size() && !Stopped()) {
      const size_t index = next_++;
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

  Result<Output> One(const Input& input, Bench& bench) {
    const Clock::time_point start = Clock::now();
    Output out;
    out.source = input.source;
    out.direction = input.direction;
    ASSAY_ASSIGN(const Rewriter* rewriter, rewriters_.Get(input.direction));
    out.screened = Screen(input.source.text, *rewriter, options_.screen, options_.by_model);
    if (out.screened.in) {
      ASSAY_ASSIGN(out.proposal, proposer_.Propose(input.source, input.direction));
      ASSAY_ASSIGN(Assessor * assessor, bench.Of(input.direction));
      ASSAY_ASSIGN(out.assessment, assessor->Assess(input.source, out.proposal.text,
                                                    out.proposal.uses, out.proposal.by_model));
      if (!out.assessment.symptom.empty() && out.assessment.valid) {
        ASSAY_ASSIGN(out.accusation,
                     assessor->Defend(input.source, out.proposal.text, out.assessment,
                                      [&] { return Others(input); }));
      }
    }
    out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return out;
  }

  // The source in the frameworks that are neither its own nor the twin's, as far as rules carry it
  // completely.
  std::vector<Reference> Others(const Input& input) {
    std::vector<Reference> out;
    for (const std::string& framework : KnownFrameworks()) {
      if (framework == input.direction.from || framework == input.direction.to) continue;
      if (!program::FindEnvironment(framework).ok()) continue;
      const auto rewriter = rewriters_.Get({input.direction.from, framework});
      if (!rewriter.ok()) continue;
      Rewritten made = (*rewriter)->Rewrite(input.source.text);
      if (made.left.empty()) out.push_back({framework, std::move(made.text)});
    }
    return out;
  }

  const std::vector<Input>& inputs_;
  Proposer& proposer_;
  Rewriters& rewriters_;
  const RunOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t next_, ended_ = 0;
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

}  // namespace assay::mirror
