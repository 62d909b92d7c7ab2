// Datum: a concrete value of any kind that crosses a model's boundary: tensor, sequence, optional
// or map.
#pragma once

#include <string>
#include <vector>

#include "tensor/tensor.h"

namespace assay {

struct Datum {
  enum class Kind { kTensor, kSequence, kOptional, kMap };

  Kind kind = Kind::kTensor;
  Tensor tensor;             // kTensor; kMap: the keys, in the order of `items`
  std::vector<Datum> items;  // kSequence: elements; kOptional: none or one; kMap: mapped values

  Datum() = default;
  Datum(Tensor value) : tensor(std::move(value)) {}  // NOLINT: implicit on purpose
  static Datum Sequence(std::vector<Datum> elements) {
    Datum d;
    d.kind = Kind::kSequence;
    d.items = std::move(elements);
    return d;
  }
  static Datum Optional() {
    Datum d;
    d.kind = Kind::kOptional;
    return d;
  }
  static Datum Optional(Datum content) {
    Datum d = Optional();
    d.items.push_back(std::move(content));
    return d;
  }
  friend bool operator==(const Datum&, const Datum&) = default;
};

}  // namespace assay
