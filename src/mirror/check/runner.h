// Runs programs of several frameworks, recorded or plain, each in the warm lab of its framework.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mirror/check/kept_runs.h"
#include "mirror/check/recording.h"
#include "program/lab/program_lab.h"

namespace assay::mirror {

struct Recorded {
  program::ProgramOutcome outcome;
  Recording recording;
};

struct RunnerOptions {
  bool unsafe = false;
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
  Result<program::ProgramLab*> LabOf(const std::string& framework);
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
