// The tensors of a case that can be changed: values of its inputs, and weights.
#pragma once

#include <vector>

#include "graph/model_case.h"

namespace assay::reduce {

struct Place {
  ValueId id = kAbsent;
  bool input = false;
  size_t index = 0;  // of an input
};

// Inputs that are tensors, then weights.
std::vector<Place> TensorPlaces(const ModelCase& model_case);
const Tensor& TensorAt(const ModelCase& model_case, const Place& place);
// The declared type follows.
void SetTensor(ModelCase& model_case, const Place& place, Tensor tensor);

// Whether nothing but parameter operands (see IsParameter) use it: a shape, an axis, indices.
bool OnlyParameter(const Graph& graph, ValueId id);

// With `size` elements along `axis`: the first ones, or all of them again and again.
Tensor Resized(const Tensor& tensor, size_t axis, int64_t size);
// Converted; integers wrap. Needs numbers on both sides.
Tensor Converted(const Tensor& tensor, DType to);
bool IsNumber(DType type);

}  // namespace assay::reduce
