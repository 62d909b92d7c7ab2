// How Resize and Upsample map output positions to input coordinates, axis by axis.
#pragma once

#include <string>
#include <vector>

#include "ops/op.h"

namespace assay::ops {

struct ResizeAxis {
  int64_t in = 0, out = 0;
  double scale = 1;           // as given, or out / in
  double start = 0, end = 1;  // region of interest, normalized
  bool touched() const { return in != out || scale != 1 || start != 0 || end != 1; }
};

struct ResizePlan {
  std::vector<ResizeAxis> axes;
  bool scale_is_open =
      false;  // the given scale differs from out / in on some axis: both readings are in use
};

// The inputs that decide the geometry; empty lists: not given.
struct ResizeInputs {
  std::vector<double> scales, roi;
  std::vector<int64_t> sizes;
};

// Output sizes and scales for an input of `shape`. An Undetermined error when the size depends on
// rounding in float32.
Result<ResizePlan> PlanResize(const Call& call, const Shape& shape, const ResizeInputs& inputs);

// The input coordinate of output position `i`; an interval, as libraries compute it in float32 and
// in different orders.
Real ResizeCoordinate(const std::string& mode, const ResizeAxis& axis, int64_t i);

}  // namespace assay::ops
