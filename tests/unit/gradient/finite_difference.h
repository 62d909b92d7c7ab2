// Derivatives against central finite differences, both in float64 by the reference evaluator.
//
// Step and tolerance. With h = 1e-5 the truncation error h^2 f'''/6 is about 1e-11 f''' and the
// cancellation error 2^-52 f / h about 2e-11 f; losses here are of size 1 to 100 and their third
// derivatives up to some thousand, so a tolerance of 2e-6 (relative to the largest derivative of
// the tensor, at least 1) leaves room by two orders, while a wrong factor, sign or index is off by
// far more. Where the left and the right difference disagree the function has a kink within h, and
// the element proves nothing; the share of such elements is counted.
#pragma once

#include <string>
#include <vector>

#include "gradient/gradient.h"
#include "reference/evaluator.h"

namespace assay::gradient {

struct Accuracy {
  double step = 1e-5;
  double tolerance = 2e-6;
};

struct Comparison {
  int64_t elements = 0;    // compared
  int64_t kinks = 0;       // passed over
  bool tied = false;       // an exact tie: nothing compared
  bool undefined = false;  // NaN or infinity in the loss: nothing compared
  std::string mistake;     // the first element that differs, as text
};

// Differentiates `model` (float64, types inferred) on `inputs` by `wrt` with a loss against random
// labels, and compares. An error is Differentiate's.
Result<Comparison> CompareWithDifferences(const Model& model, const std::vector<Datum>& inputs,
                                          const std::vector<std::string>& wrt, const Loss& loss,
                                          uint64_t seed, const Accuracy& accuracy = {});

// The same for a model in text form: all inputs get random values in [lo, hi] (integers 0 or 1),
// all float inputs and parameters are differentiated by.
Result<Comparison> CompareText(std::string_view text, double lo = -2, double hi = 2,
                               uint64_t seed = 1, const Loss& loss = {.all_outputs = true},
                               const Accuracy& accuracy = {});

// `inputs` with random labels behind them; the tie keeps its usual weight.
std::vector<Known> WithLabels(const GradientModel& model, std::vector<Known> inputs, uint64_t seed);

std::vector<Known> ToKnown(const std::vector<Datum>& inputs);

}  // namespace assay::gradient
