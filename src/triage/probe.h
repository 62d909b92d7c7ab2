// Probe: runs one case on one target and says what failure it shows.
//
// Everything behind a finding (confirming, reducing, locating, testing again) asks this one
// question of many cases. Thread-safe as far as the lab is.
#pragma once

#include "graph/model_case.h"
#include "lab/lab.h"
#include "triage/symptom.h"

namespace assay::triage {

struct ProbeOptions {
  bool confirm = false;  // also in a clean process, as `assay check` does
  bool fresh = false;    // the run itself in a clean process
  bool strict = false;   // judge by the strict tier, too
  bool locate = true;    // when a result is wrong, look for the first wrong layer
  bool official = true;  // refuse what the official checker refuses
  bool rerun = false;    // run twice even when all is well: finds what changes from run to run
};

struct Sighted {
  oracle::TargetResult result;
  Symptom symptom;  // of a finding; empty oracle otherwise
  bool finding() const { return oracle::IsFinding(result.status); }
};

class Probe {
 public:
  Probe(lab::Target target, lab::Lab& lab) : target_(std::move(target)), lab_(lab) {}

  // An error: the case is illegal, its inputs break it, or the lab was closed. It says nothing of
  // the target.
  Result<Sighted> Run(const ModelCase& model_case, const ProbeOptions& options = {}) const;

  // Whether the case shows `wanted`. False for an illegal case.
  bool Shows(const ModelCase& model_case, const Symptom& wanted,
             const ProbeOptions& options = {}) const;

  const lab::Target& target() const { return target_; }
  lab::Lab& lab() const { return lab_; }

 private:
  lab::Target target_;
  lab::Lab& lab_;
};

}  // namespace assay::triage
