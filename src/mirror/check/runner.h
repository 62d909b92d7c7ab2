// Runs programs of several frameworks, recorded or plain, each in the warm lab of its framework.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "mirror/check/kept_runs.h"
#include "program/lab/program_lab.h"

namespace assay::mirror {

// What a program computes, written down while it runs: data/mirror/check holds the recorder.
//
// A recorded run is also the run that shows how the program behaves: an exception, a crash or a
// hang comes as without a recorder, at the same line.

// What is exchanged before the program runs, in both frameworks alike. Except without any, failing
// checks are written down and do not end the program.
struct Changes {
  bool wide = false;    // 64-bit element types in place of narrower ones
  bool benign = false;  // ordinary numbers in place of NaN, infinities, huge and tiny ones
  bool numpy = false;   // numpy in place of jax.numpy
  bool shaken = false;  // other numbers in place of the program's own, and other draws
  // No exchange: variables are told before every statement, for those that end their process.
  bool steps = false;
  bool operator==(const Changes&) const = default;
  bool any() const { return wide || benign || numpy || shaken; }
};
std::string ChangesName(const Changes& changes);  // "own", "wide", "benign wide"

struct Recording {
  bool there = false;         // false: the process ended before it could tell
  bool done = false;          // the program came to its end
  int changes = 0;            // that `Changes` made in the text
  int draws = 0;              // random tensors
  int provokes = -1;          // numbers that `benign` would change; -1: not told
  int lists = 0, filled = 0;  // of numbers, that were shaken
  // APIs of frameworks that were called or handed over, by their full names, ".name" of methods;
  // only where the run was watched.
  bool watched = false;
  std::set<std::string> called;
  nlohmann::json variables = nlohmann::json::object();  // facts by name
  nlohmann::json events = nlohmann::json::array();      // {"kind", "name", "value"}
};

class Recorder {
 public:
  // Reads the recorder's files.
  static Result<Recorder> Load();
  // The program that runs `text` and tells at its end.
  std::string Wrap(const std::string& text, const Changes& changes) const;

 private:
  explicit Recorder(std::string source) : source_(std::move(source)) {}
  std::string source_;
};

// Takes the recordings out of what the program printed; the last one counts.
Recording TakeRecording(std::string& printed);

struct Recorded {
  program::ProgramOutcome outcome;
  Recording recording;
};

struct RunnerOptions {
  bool unsafe = false;
  bool gpu = false;       // programs get the machine's GPU
  bool fresh = false;     // takes nothing from earlier runs
  bool compiles = false;  // many programs call a compiler: its server is there for the first one
};

// A recorded run of one program, for those who want to know where the time goes.
struct RunCost {
  std::string framework, inputs;
  double seconds = 0, cpu_seconds = 0;
  bool kept = false;  // it was not run: the seconds are those of the earlier run
};

class Runner {
 public:
  static Result<Runner> Open(const RunnerOptions& options);

  // The same run is done once; one that a busy machine lets run out of time once more, with more of
  // it. The reference holds until the next program is begun.
  Result<const Recorded*> Record(const std::string& framework, const std::string& text,
                                 const Changes& changes);
  // As it is; `cold`: in a process that was never forked from a warm one.
  Result<program::ProgramOutcome> RunPlain(const std::string& framework, const std::string& text,
                                           bool cold);
  // Forgets what was recorded, but for `text`.
  void Forget(const std::string& text);

  // Whether this run is known already.
  bool Keeps(const std::string& framework, const std::string& text, const Changes& changes);
  // From here on everything is run again (or, with `false`, kept runs are taken again).
  void Distrust(bool kept);
  // Recorded since the last call.
  std::vector<RunCost> TakeSpent();

 private:
  Runner(Recorder recorder, const RunnerOptions& options);
  Result<program::ProgramLab*> LabOf(const std::string& environment);
  std::string PlaceOf(const std::string& framework, const std::string& text) const;
  std::string IdentityOf(const std::string& framework, const std::string& text,
                         const Changes& changes);

  Recorder recorder_;
  RunnerOptions options_;
  KeptRuns kept_;
  bool distrusts_ = false;
  std::map<std::string, program::ProgramLab> labs_;
  std::map<std::string, std::string> fingerprints_;  // by framework
  struct Key {
    std::string framework, text, changes;
    auto operator<=>(const Key&) const = default;
  };
  std::map<Key, Recorded> done_;
  std::vector<RunCost> spent_;
};

}  // namespace assay::mirror
