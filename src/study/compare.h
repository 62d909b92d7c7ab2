// One case on all targets: how far each pair of them is apart, and how long each took.
#pragma once

#include <string>
#include <vector>

#include "lab/lab.h"
#include "oracle/evidence.h"

namespace assay::study {

// "A vs B" for all pairs, in the order that Compared uses.
std::vector<std::string> PairNames(const std::vector<lab::Target>& targets);

struct Compared {
  // Per pair: the study's D (equation 1), the largest over the outputs. Infinite when one failed or
  // gave NaN and the other did not; NaN when one of the two does not support the case.
  std::vector<double> distance;
  // Per pair, when asked for: the study's R (equation 2), the largest over all layers. It comes
  // from a second run in which every tensor is an output.
  std::vector<double> rate;
  // Per target: wall time of the run less what it stood in line for a CPU; negative when it did not
  // run to the end.
  std::vector<double> run_ms;
  double cpu_seconds = 0;  // of all targets together, loading included
};

Compared Compare(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
                 lab::Lab& lab, bool rates);

}  // namespace assay::study
