// inputs  ==>  other inputs of the same kind
//
// Promise: changes.   Needs: an input with different numbers.   Aims at: values alone; the model
// stays as it is. cradle runs the same models on many inputs this way.
#include <cmath>

#include "mutate/edit.h"
#include "mutate/mutator.h"

namespace assay::mutate {
namespace {

std::vector<Site> FindWhole(const Model& model) {
  if (model.graph.inputs.empty() || model.graph.node_count() == 0) return {};
  return {{.node = 0}};
}

bool IsWhole(double value) { return !std::isfinite(value) || value == std::floor(value); }

// Any number between two of the tensor's own; where all are whole (flags, codes, masks) one of
// them.
Tensor NewReals(const Tensor& tensor, Rng& rng) {
  bool whole = true;
  for (int64_t i = 0; i < tensor.count() && whole; ++i) whole = IsWhole(tensor.RealAt(i));
  std::vector<std::byte> bytes(tensor.byte_size());
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const double a = tensor.RealAt(rng.Int(0, tensor.count() - 1));
    const double b = tensor.RealAt(rng.Int(0, tensor.count() - 1));
    StoreReal(tensor.dtype(), bytes.data(), i, whole || !std::isfinite(a - b) ? a : rng.Real(a, b));
  }
  return {tensor.dtype(), tensor.shape(), std::move(bytes)};
}

// Integers are often indices: only such that are there already. A list of them may be a shape or
// axes, which belong together, and stays.
Tensor NewInts(const Tensor& tensor, Rng& rng) {
  if (tensor.rank() < 2) return tensor;
  std::vector<std::byte> bytes(tensor.byte_size());
  for (int64_t i = 0; i < tensor.count(); ++i)
    StoreInt(tensor.dtype(), bytes.data(), i, tensor.IntAt(rng.Int(0, tensor.count() - 1)));
  return {tensor.dtype(), tensor.shape(), std::move(bytes)};
}

Result<ModelCase> DrawAgain(const ModelCase& base, const Site&, Rng& rng) {
  ModelCase out = base;
  bool changed = false;
  for (Datum& datum : out.inputs) {
    if (datum.kind != Datum::Kind::kTensor || datum.tensor.count() < 2) continue;
    Tensor fresh = datum.tensor;
    if (IsFloat(fresh.dtype()))
      fresh = NewReals(fresh, rng);
    else if (IsIntOrBool(fresh.dtype()))
      fresh = NewInts(fresh, rng);
    changed = changed || !(fresh == datum.tensor);
    datum = Datum(std::move(fresh));
  }
  if (!changed) return Reject("no input has numbers to draw from");
  return out;
}

}  // namespace

MutatorDef NewInputsDef() {
  return {.name = "new-inputs",
          .meaning = "the model gets other inputs",
          .choices =
              "floats lie between two of the input's own numbers, drawn anew for every element; "
              "whole numbers, integers and booleans are drawn from those that are there; lists of "
              "integers and single numbers stay",
          .family = Family::kInput,
          .promise = Promise::kChanges,
          .find = FindWhole,
          .apply = DrawAgain};
}

}  // namespace assay::mutate
