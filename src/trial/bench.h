// Bench: where programs of one framework are run, and the Python functions that they use.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "casebook/finding.h"
#include "trial/trial.h"

namespace assay::trial {

// Disagreement: a trial that speaks against the documentation, and the finding it becomes.
struct Disagreement {
  Trial trial;
  std::string api, framework, version, environment;
  Verdict verdict = Verdict::kBroken;
  std::string message;              // what was seen
  casebook::FailureSignature seen;  // the failure, for replaying it
  int confirmed = 0;                // further runs that showed it, the last one in a cold process
  std::string helpers;              // of the program
  std::string source;               // of the call: rules, example, model or issue
};

// The disagreement as it is kept: a finding of `assay judge`.
casebook::ProgramFinding FindingOf(const Disagreement& disagreement);

struct BenchOptions {
  double timeout_s = 20;  // of one program
  bool unsafe = false;
};

// What came of a trial.
struct TrialResult {
  Judged judged;
  program::ProgramStatus status = program::ProgramStatus::kValid;
  std::optional<Disagreement> disagreement;  // confirmed, and not known before
};

class Bench {
 public:
  // `environment`: "" for the framework's own.
  static Result<Bench> Open(const Dialect& dialect, const std::string& environment,
                            const BenchOptions& options);

  const Dialect& dialect() const { return *dialect_; }
  const std::string& prelude() const { return prelude_; }
  program::ProgramLab& lab() { return lab_; }

  Result<program::ProgramOutcome> Run(const knowledge::ApiDoc& doc, const std::string& program);

  // Runs the trial. What accuses and is not among `known` is confirmed first: whatever does not
  // show again counts for nothing. `source`: of the call.
  Result<TrialResult> Try(const knowledge::ApiDoc& doc, const Trial& trial,
                          const std::string& source, std::span<const Disagreement> known = {});

 private:
  Bench(const Dialect& dialect, std::string environment, const BenchOptions& options,
        program::ProgramLab lab, std::string prelude)
      : dialect_(&dialect),
        environment_(std::move(environment)),
        options_(options),
        lab_(std::move(lab)),
        prelude_(std::move(prelude)) {}
  Result<int> Confirm(const knowledge::ApiDoc& doc, const Trial& trial,
                      const casebook::FailureSignature& seen);

  const Dialect* dialect_;
  std::string environment_;
  BenchOptions options_;
  program::ProgramLab lab_;
  std::string prelude_;
};

}  // namespace assay::trial
