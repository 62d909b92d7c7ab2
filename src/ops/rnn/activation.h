// The activation functions of RNN, LSTM and GRU, with their alpha and beta.
#pragma once

#include <string>
#include <vector>

#include "ops/op.h"

namespace assay::ops {

enum class ActivationKind {
  kRelu,
  kTanh,
  kSigmoid,
  kAffine,
  kLeakyRelu,
  kThresholdedRelu,
  kScaledTanh,
  kHardSigmoid,
  kElu,
  kSoftsign,
  kSoftplus
};

struct Activation {
  ActivationKind kind = ActivationKind::kTanh;
  double alpha = 0, beta = 0;  // float32 values

  Real Apply(const Arith& arith, const Real& x) const;
};

// The activations of a node: `defaults` per direction, or the attribute `activations`. Entries of
// activation_alpha and activation_beta are consumed in order by the functions that use them;
// missing ones take the function's default.
Result<std::vector<Activation>> ReadActivations(const Call& call,
                                                const std::vector<std::string>& defaults,
                                                int64_t directions);

}  // namespace assay::ops
