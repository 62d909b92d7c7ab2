// What the ai.onnx.ml operators share: rows of features of any number type, and the transforms of
// scores.
#pragma once

#include <string>
#include <vector>

#include "ops/op.h"

namespace assay::ops {

inline constexpr std::string_view kMlDomain = "ai.onnx.ml";

// Element i as a number; integers convert.
Real FeatureAt(const Bounded& x, int64_t i);
// The same taken to float32, as libraries do that compute in it: the value itself or its rounding.
Real FloatFeatureAt(const Arith& float32, const Bounded& x, int64_t i);

// [N, F] of an input; a vector [F] is one row.
struct Rows {
  int64_t count = 0, width = 0;
};
Rows RowsOf(const Shape& shape);

enum class PostTransform { kNone, kSoftmax, kLogistic, kSoftmaxZero, kProbit };
Result<PostTransform> PostTransformOf(const std::string& name);
// Applies it to one row of scores. SOFTMAX_ZERO leaves zeros out; PROBIT is the normal quantile.
void ApplyPostTransform(const Arith& arith, PostTransform transform, std::vector<Real>& scores);

// Labels given as integers or strings; exactly one list must be there.
struct Labels {
  std::vector<int64_t> ints;
  std::vector<std::string> strings;
  bool as_strings = false;
  size_t size() const { return as_strings ? strings.size() : ints.size(); }
  DType type() const { return as_strings ? DType::kString : DType::kInt64; }
};
Result<Labels> ReadLabels(const Call& call, std::string_view ints, std::string_view strings);
// The label of the largest score in each row of `scores` [rows, labels]; undetermined when strings
// depend on rounding.
Known TopLabels(const Labels& labels, const std::vector<std::vector<Real>>& scores);

// How many rows of features `x` holds: a vector is one.
inline Dim RowCount(const TensorType& x) {
  return x.rank() == 2 ? x.dims[0] : x.rank() == 1 ? Dim::Known(1) : Dim::Unknown();
}

}  // namespace assay::ops
