// Carrying programs over: screened, written for the other framework, run, judged.
//
// Several threads take programs in turns, each with warm labs of its own; results are handed over
// in the order of the inputs, so they do not depend on who is faster.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "casebook/finding.h"
#include "mirror/check/runner.h"
#include "mirror/proposer.h"
#include "mirror/screen.h"

namespace assay::mirror {

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
  bool fresh = false;  // nothing is taken from earlier runs
  std::function<bool()> should_stop;
};

// Called with outputs in the order of the inputs, never with none.
using OnOutputs = std::function<Status(std::vector<Output> outputs)>;

Status RunMirror(const std::vector<Input>& inputs, Proposer& proposer, Rewriters& rewriters,
                 const RunOptions& options, const OnOutputs& on_outputs);

// The finding as it is kept; only of an accusation that stands.
casebook::ProgramFinding FindingOf(const Output& output, const std::string& version);

}  // namespace assay::mirror
