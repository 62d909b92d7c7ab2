// Carrying programs over: screened, written for the other framework, run, judged.
//
// Several threads take programs in turns, each with warm labs of its own; results are handed over
// in the order of the inputs, so they do not depend on who is faster.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "casebook/finding.h"
#include "mirror/check/assess.h"
#include "mirror/check/runner.h"
#include "mirror/rewrite/rewriter.h"
#include "mirror/screen.h"

namespace assay::mirror {

// Who writes the twin of a program: rules, or a language model.
struct Proposal {
  std::string text;
  std::vector<Left> left;  // what was not carried
  std::vector<ApiUse> uses;
  std::vector<std::string> notes;
  bool by_model = false;            // a language model wrote it, or a part of it
  std::string approach, model;      // how it was asked, and its name
  std::string prompt, prompt_text;  // of the last answer: its key in the ledger, and the question
  // What a language model was given and gave; 0 without one.
  int64_t knowledge_tokens = 0, code_tokens = 0, output_tokens = 0;
  bool estimated = false;  // the tokens: nobody has counted them
  double cost = 0;
};

class Proposer {
 public:
  virtual ~Proposer() = default;
  // Called by several threads at once.
  virtual Result<Proposal> Propose(const Source& source, const Direction& direction) = 0;
};

// The rewriters of a run, one per direction, opened when they are first needed.
class Rewriters {
 public:
  explicit Rewriters(bool use_model) : use_model_(use_model) {}
  Result<const Rewriter*> Get(const Direction& direction);

 private:
  bool use_model_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Rewriter>> open_;
};

class RuleProposer : public Proposer {
 public:
  explicit RuleProposer(Rewriters& rewriters) : rewriters_(rewriters) {}
  Result<Proposal> Propose(const Source& source, const Direction& direction) override;

 private:
  Rewriters& rewriters_;
};

struct Input {
  Source source;
  Direction direction;
};

struct Output {
  Source source;
  Direction direction;
  Screened screened;  // in = false: nothing below is filled
  Proposal proposal;
  Assessment assessment;
  Accusation accusation;
  std::vector<RunCost> spent;
  double seconds = 0;
};

struct RunOptions {
  ScreenMode screen = ScreenMode::kAll;
  int jobs = 1;
  bool by_model = false;  // a language model writes what rules leave
  size_t skip = 0;        // inputs that an earlier run has done already
  bool unsafe = false;
  bool gpu = false;    // programs get the machine's GPU
  bool fresh = false;  // nothing is taken from earlier runs
  std::function<bool()> should_stop;
};

// Called with outputs in the order of the inputs, never with none.
using OnOutputs = std::function<Status(std::vector<Output> outputs)>;

Status RunMirror(const std::vector<Input>& inputs, Proposer& proposer, Rewriters& rewriters,
                 const RunOptions& options, const OnOutputs& on_outputs);

// The finding as it is kept; only of an accusation that stands.
casebook::ProgramFinding FindingOf(const Output& output, const std::string& version);

// The server for programs that compile, started beside programs that do not.
//
// It takes as long as a dozen of them (thousands of modules, precompiled headers): nobody should
// wait for it as long as there is other work.
class EarlyCompiler {
 public:
  static constexpr const char* kFramework = "torch";
  static bool Wanted(const std::string& text) {
    return text.find("torch.compile") != std::string::npos;
  }

  explicit EarlyCompiler(const RunnerOptions& options) : options_(options) {}
  ~EarlyCompiler();

  // Starts it once a program of the framework really ran, and `count` says that several will want
  // it. Any thread; asks only once.
  void Consider(const std::vector<RunCost>& spent, const std::function<int()>& count);
  // It runs, or is not wanted. False until a program of the framework ran.
  bool settled() const { return settled_; }

 private:
  RunnerOptions options_;
  std::once_flag asked_;
  std::atomic<bool> settled_ = false;
  std::thread thread_;
  std::vector<Runner> labs_;  // one; labs of all threads share the server as long as it is there
};

}  // namespace assay::mirror
