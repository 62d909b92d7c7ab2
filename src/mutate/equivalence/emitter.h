// Emitter: emits operators in the form that the model's opset has.
//
// Slice, Pad, Squeeze, the reductions and others took their parameters as attributes in old opsets
// and take them as inputs in new ones; here that is decided once.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/model_case.h"
#include "mutate/edit.h"

namespace assay::mutate {

class Emitter {
 public:
  // New nodes are inserted into the graph of `made` from index `at` on, one after another, and
  // their names begin with `role`.
  Emitter(ModelCase& made, size_t at, std::string_view role)
      : model_(made.model), at_(at), role_(role) {}

  Model& model() { return model_; }
  Graph& graph() { return model_.graph; }
  size_t at() const { return at_; }
  int opset() const { return model_.opset(""); }

  ValueId Op(std::string_view op, std::vector<ValueId> inputs, Attrs attrs = {});
  // A node with several outputs.
  std::vector<ValueId> Ops(std::string_view op, std::vector<ValueId> inputs, size_t outputs,
                           Attrs attrs = {});

  ValueId Ints(std::string_view hint, const std::vector<int64_t>& values);
  ValueId Scalar(DType dtype, double value);  // any number type, rank 0

  ValueId Cast(ValueId x, DType to);
  ValueId Transpose(ValueId x, const std::vector<int64_t>& order);
  // Sizes may hold one -1. A 0 is a size of 0 (opset 14; before, nobody may ask for it).
  ValueId Reshape(ValueId x, const std::vector<int64_t>& sizes);
  ValueId Unsqueeze(ValueId x, const std::vector<int64_t>& axes);
  ValueId Squeeze(ValueId x, const std::vector<int64_t>& axes);
  // One axis, step 1.
  ValueId Slice(ValueId x, int64_t axis, int64_t start, int64_t end);
  std::vector<ValueId> Split(ValueId x, int64_t axis, const std::vector<int64_t>& sizes);
  ValueId Concat(std::vector<ValueId> parts, int64_t axis);
  // Begins of all axes, then ends of all axes.
  ValueId Pad(ValueId x, const std::vector<int64_t>& pads, std::string_view mode = "constant");
  ValueId Reduce(std::string_view op, ValueId x, const std::vector<int64_t>& axes, bool keepdims);

 private:
  Model& model_;
  size_t at_;
  std::string_view role_;
};

// The order of axes that swaps the last two. Needs rank >= 2.
std::vector<int64_t> SwapLastTwo(int rank);

}  // namespace assay::mutate
