// Bench: where programs of one framework are run, and the Python functions that they use.
#pragma once

#include <string>

#include "judge/judge.h"

namespace assay::judge {

class Bench {
 public:
  // `environment`: "" for the framework's own.
  static Result<Bench> Open(const Dialect& dialect, const std::string& environment,
                            const JudgeOptions& options);

  const Dialect& dialect() const { return *dialect_; }
  const std::string& prelude() const { return prelude_; }
  program::ProgramLab& lab() { return lab_; }

  Result<program::ProgramOutcome> Run(const knowledge::ApiDoc& doc, const std::string& program);

  // Runs the trial and writes into `out` what it says. An accusation is confirmed first: whatever
  // does not show again counts for nothing. `source`: of the call.
  Status Try(const knowledge::ApiDoc& doc, const Trial& trial, const std::string& source,
             ApiReport& out);

 private:
  Bench(const Dialect& dialect, std::string environment, const JudgeOptions& options,
        program::ProgramLab lab, std::string prelude)
      : dialect_(&dialect),
        environment_(std::move(environment)),
        options_(&options),
        lab_(std::move(lab)),
        prelude_(std::move(prelude)) {}
  Result<int> Confirm(const knowledge::ApiDoc& doc, const Trial& trial,
                      const casebook::Sight& seen);

  const Dialect* dialect_;
  std::string environment_;
  const JudgeOptions* options_;
  program::ProgramLab lab_;
  std::string prelude_;
};

// Counts a program that was run.
void CountProgram(program::ProgramStatus status, ApiReport& out);
// Counts a claim that was tried.
void CountTrial(const std::string& oracle, Verdict verdict, ApiReport& out);

}  // namespace assay::judge
