// The truth of a model whose tensors may each be kept in 8 bits.
//
// A quantisation tool replaces tensors by multiples of a step that divides their range into 255
// parts. Half a step is lost by rounding an element, as much again at the ends of the range by
// rounding the zero point, and kernels that compute in fixed point may miss the nearest multiple by
// one. Here every float tensor of the evaluation, weights and inputs included, is widened by two
// steps of its own range, and the bounds flow on. Elements that later leave the calibrated range
// are clipped towards the exact value, which the interval holds, so that clipping stays inside. A
// bias that is kept in steps of (input times weight) loses less than the widening of both operands
// of the product admits. Whatever subset of the tensors a tool quantises, per tensor or per
// channel, a right result stays within the bounds; they grow with depth, so that in deep models
// only gross errors are seen.
//
// That holds for tools that quantise the tensors of the model. Workers of tools that first take
// operators apart (LiteRT's) deliver values only where the parts are tensors of the model, too.
#pragma once

#include "oracle/evidence.h"

namespace assay::oracle {

// `unknown` is set where the reference cannot tell.
Truth QuantisedTruth(const Subject& subject);

}  // namespace assay::oracle
