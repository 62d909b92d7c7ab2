// What the two classification losses share: labels, class weights, ignored samples and the
// reduction.
//
//   loss = -log_prob[label] * weight[label];  mean: sum(loss) / sum(weight[label]) over the samples
//   that are not ignored
#pragma once

#include "ops/norm/channels.h"

namespace assay::ops {

// Inputs 0 (N, C, d..), 1 (N, d..), 2 (C, may be absent) agree; the type of the loss.
Result<TensorType> InferClassLoss(const InferCall& call);

// The loss from log-probabilities of shape (N, C, d..); labels are input 1, weights input 2.
Result<Bounded> ClassLoss(const EvalCall& call, const Bounded& log_prob);

// Labels, sometimes weights, a reduction and an ignored label.
std::optional<Proposal> ProposeClassLoss(const ProposeCall& call);

}  // namespace assay::ops
