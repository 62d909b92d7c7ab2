// The oracles of the literature: targets held against each other, without a truth.
//
//   nan            some targets' outputs hold NaN or infinity and others' do not (Test Oracle 1)
//   crash          some targets fail while loading or running and others do not (Test Oracle 2);
//                  what a target states as a limit is no failure
//   inconsistency  D_MAD of an output is above 0.4, or R of a layer is above 1e3 (Test Oracle 3);
//                  both are defined in layers.h
//
// They say that two targets differ, not which of them is at fault. Two tensors that agree within
// the tolerance that the study asks of its seeds (1e-4, relative where values are larger than one;
// more in models that compute in coarser types) are never called inconsistent: D_MAD divides by
// what may be mere rounding and R by what may be nothing. `Form::kLiteral` is the literature's own
// form: without that excuse, without the one for models that the official library refuses, and with
// ones in place of the labels that D_MAD is measured from (subject models have none).
#pragma once

#include <string>
#include <vector>

#include "lab/lab.h"
#include "oracle/evidence.h"
#include "oracle/layers.h"

namespace assay::oracle {

// One target's run. Runs that say nothing about the model (unsupported, not ready) are left out by
// the caller.
struct Side {
  std::string target;
  const lab::Observation* seen = nullptr;
};

enum class Form { kOurs, kLiteral };

struct Difference {
  std::string first, second;  // targets; of a NaN or a failure, `first` is the one that has it
  std::string kind;           // "nan", "crash" or "inconsistency"
  std::string measure;        // "D_MAD" or "R"; "" otherwise
  double value = 0, threshold = 0;
  std::string tensor, op;  // an output or a layer; empty for failures
  std::string stage;       // of a failure
  std::string message;     // one line for people
};

inline constexpr double kMadThreshold = 0.4;   // CRADLE's and LEMON's
inline constexpr double kRateThreshold = 1e3;  // the study's t

// Test Oracles 1 and 2, at most one difference for each target that stands out.
std::vector<Difference> CompareEndings(const Subject& subject, const std::vector<Side>& sides,
                                       Form form = Form::kOurs);

// D_MAD on the outputs of the runs that ended well; one difference per pair at most, its worst
// output. `truth` gives G; outputs that it does not know are held against ones.
std::vector<Difference> CompareOutputs(const Subject& subject, const Truth& truth,
                                       const std::vector<Side>& sides, Form form = Form::kOurs);

// R on all tensors: `tapped` are runs of WithTaps(subject.model). One difference per pair at most,
// its first layer.
std::vector<Difference> CompareRates(const Subject& subject, const std::vector<Side>& tapped,
                                     Form form = Form::kOurs);

// The study's distance of a case (equation 1): mean |M - N| over an output, the largest over
// outputs and pairs of runs. Infinite when some run failed or gave NaN where another did not.
double LargestDistance(const Subject& subject, const std::vector<Side>& sides);

// LEMON's energy: D_MAD, measured from ones, summed over outputs and pairs of runs. Infinite as
// above.
double SumOfMad(const Subject& subject, const std::vector<Side>& sides);

// Whether a result of this run holds NaN or an infinity.
bool HoldsOutliers(const lab::Observation& seen);

}  // namespace assay::oracle
