// Pipeline: what becomes of one finding without anybody looking at it: confirmed, reduced, split
// when it is two bugs, grouped.
//
// A finding whose cause is known from one that was worked on before is confirmed once and grouped;
// the rest is reduced, and teaches. Thread-safe: findings may be worked on at the same time; the
// store is written under a lock.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "casebook/finding.h"
#include "lab/lab.h"
#include "lab/registry.h"
#include "life/learnt.h"
#include "life/second_opinion.h"
#include "reduce/reduce.h"
#include "store/store.h"

namespace assay::life {

struct PipelineOptions {
  std::vector<std::string> backend_dirs;
  int runs = 3;                       // clean processes to confirm in
  double seconds = 60;                // for the reduction of one case
  std::function<bool()> should_stop;  // asked often
  // Findings are claimed under this name while they are worked on, so that several processes and
  // machines share them; "": they are not.
  std::string agent = {};
};

struct Outcome {
  std::string state;
  std::string problem;  // not empty: why it could not be worked on
  int parts = 1;        // findings that it turned out to be
  size_t nodes = 0;     // of its smallest case; of a program its statements
  bool elsewhere = false;
};

class Pipeline {
 public:
  Pipeline(store::Store& store, lab::Lab& lab, PipelineOptions options)
      : store_(store), lab_(lab), options_(std::move(options)) {}

  // The cause of a finding that was worked on earlier.
  void Teach(const store::FindingRow& row, const triage::Cause& cause);

  // Whether there is something to do about it.
  static bool Open(const store::FindingRow& row);

  // An error: the store cannot be read or written, or the lab was closed. `elsewhere`: somebody
  // else works on it, or has.
  Result<Outcome> Work(store::FindingRow row);

 private:
  struct Part;  // a kept case and its cause
  // False: it is not ours to work on.
  Result<bool> Claim(const store::FindingRow& row);
  Result<Outcome> WorkOnOurs(store::FindingRow& row);
  Result<Outcome> WorkOnProgram(store::FindingRow& row, const casebook::ProgramFinding& finding);
  Result<Outcome> WorkOn(store::FindingRow& row, const lab::Target& target,
                         const std::vector<store::SightingRow>& sightings);
  Status KeepGrouped(const triage::Sighted& seen, const triage::Cause& cause,
                     store::FindingRow& row);
  // `explain`: whether the cause may be one that is known.
  std::optional<Part> LookAt(const store::FindingRow& row, const lab::Target& target,
                             const store::SightingRow& sighting, bool explain);
  std::optional<SecondOpinion> OpinionOn(const store::FindingRow& row, const lab::Target& target,
                                         const ModelCase& model_case);
  triage::Cause CauseOf(const reduce::Reduced& reduced, const triage::Probe& probe) const;
  Status KeepPart(const Part& part, store::FindingRow& row);
  Status KeepParts(store::FindingRow& row, const std::vector<Part>& parts, Outcome& out);

  store::Store& store_;
  lab::Lab& lab_;
  const PipelineOptions options_;
  std::mutex mutex_;  // the store
  Learnt learnt_;
};

}  // namespace assay::life
