// Probe: runs one case on one target and says what failure it shows.
//
// Everything behind a finding (confirming, reducing, locating, testing again) asks this one
// question of many cases. Thread-safe as far as the lab is.
#pragma once

#include <functional>
#include <optional>

#include "graph/model_case.h"
#include "lab/lab.h"
#include "triage/symptom.h"

namespace assay::triage {

struct ProbeOptions {
  bool confirm = false;   // also in a clean process, as `assay check` does
  bool fresh = false;     // the run itself in a clean process
  bool strict = false;    // judge by the strict tier, too
  bool locate = true;     // when a result is wrong, look for the first wrong layer
  bool official = true;   // refuse what the official checker refuses
  bool inferred = false;  // and what official shape inference refuses
  bool rerun = false;     // run twice even when all is well: finds what changes from run to run
};

struct Sighted {
  oracle::TargetResult result;
  Symptom symptom;  // of a finding; empty oracle otherwise
  bool finding() const { return oracle::IsFinding(result.status); }
};

// What is done with a case instead of running it: of findings that show only there.
struct Experiment {
  // What a target is asked for; refers to the subject's bytes.
  std::function<Result<lab::Request>(const oracle::Subject& subject)> request;
  // What its answer is worth. An error: says nothing of the target.
  std::function<Result<oracle::TargetResult>(const oracle::Subject& subject,
                                             const oracle::Truth& truth, const lab::Target& target,
                                             lab::Lab& lab, const ProbeOptions& options)>
      check;
};

class Probe {
 public:
  // Looks in another way than by running the case and judging its results: by measuring.
  using Look = std::function<Result<Sighted>(const ModelCase&, const ProbeOptions&)>;

  Probe(lab::Target target, lab::Lab& lab) : target_(std::move(target)), lab_(&lab) {}
  Probe(lab::Target target, lab::Lab& lab, Experiment experiment)
      : target_(std::move(target)), lab_(&lab), experiment_(std::move(experiment)) {}
  Probe(lab::Target target, lab::Lab& lab, Look look)
      : target_(std::move(target)), lab_(&lab), look_(std::move(look)) {}

  // An error: the case is illegal, its inputs break it, or the lab was closed. It says nothing of
  // the target.
  Result<Sighted> Run(const ModelCase& model_case, const ProbeOptions& options = {}) const;

  // Whether the case shows `wanted`. False for an illegal case.
  bool Shows(const ModelCase& model_case, const Symptom& wanted,
             const ProbeOptions& options = {}) const;

  // What the target is asked for; refers to the subject's bytes.
  Result<lab::Request> RequestOf(const oracle::Subject& subject) const;
  // The same on another target; not for a probe that measures, which belongs to its target.
  Probe On(lab::Target target) const {
    Probe out = *this;
    out.target_ = std::move(target);
    return out;
  }

  // Great inaccuracy within the bounds is a failure, too.
  void SeekInaccurate() { seek_inaccurate_ = true; }

  const lab::Target& target() const { return target_; }
  lab::Lab& lab() const { return *lab_; }
  // Whether what it sees is a matter of time or memory, and not of results.
  bool measures() const { return look_ != nullptr; }
  bool has_experiment() const { return experiment_.has_value(); }

 private:
  lab::Target target_;
  lab::Lab* lab_;
  std::optional<Experiment> experiment_;
  Look look_;
  bool seek_inaccurate_ = false;
};

}  // namespace assay::triage
