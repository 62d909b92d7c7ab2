#include "kernel.h"

#include <algorithm>

namespace assay::faults {
namespace {

bool SameForm(const Known& a, const Known& b) {
  return a.kind == b.kind && a.tensor.dtype() == b.tensor.dtype() &&
         a.tensor.shape() == b.tensor.shape();
}

// The part of `from` that has the shape `shape`, counted from the origin.
Bounded Crop(const Bounded& from, const Shape& shape) {
  std::vector<int64_t> map;
  for (Odometer it(shape, Strides(from.shape())); !it.done(); it.Next()) map.push_back(it.offset());
  return from.Take(shape, map);
}

}  // namespace

bool Kernel::Is(std::initializer_list<std::string_view> ops) const {
  return node().domain.empty() && std::find(ops.begin(), ops.end(), node().op) != ops.end();
}

std::vector<int64_t> Kernel::Ints(size_t i) const {
  if (!HasTensor(i) || !IsInt(in(i).dtype())) return {};
  const auto ints = in(i).ints();
  return {ints.begin(), ints.end()};
}

std::vector<int64_t> Kernel::Spread(size_t i) const {
  std::vector<int64_t> offsets;
  const Shape strides = BroadcastStrides(in(i).shape(), out().shape());
  for (Odometer it(out().shape(), strides); !it.done(); it.Next()) offsets.push_back(it.offset());
  return offsets;
}

void Kernel::SetReal(int64_t k, double value) {
  outputs_[0].tensor.set(k, assay::Real::Point(RoundTo(out().dtype(), value)));
}

void Kernel::SetInt(int64_t k, int64_t value) {
  outputs_[0].tensor.set(k, Int::Point(WrapInt(out().dtype(), value)));
}

void Kernel::Permute(const std::vector<int64_t>& map) {
  outputs_[0].tensor = out().Take(out().shape(), map);
}

std::vector<Known> Kernel::Evaluate(const Node& variant, std::vector<Known> inputs) {
  const ops::OpDef* op = ops::FindOp(variant.domain, variant.op);
  Rng random(0);
  const ops::EvalCall call(variant, opset(), inputs, rules_, &adversary_, random, nullptr);
  auto results = op->evaluate(call);
  return results.ok() ? std::move(results).value() : std::vector<Known>();
}

bool Kernel::Replace(std::vector<Known> results) {
  if (results.size() < outputs_.size()) return false;
  for (size_t i = 0; i < outputs_.size(); ++i)
    if (outputs_[i].present() && !SameForm(results[i], outputs_[i])) return false;
  outputs_ = std::move(results);
  return true;
}

bool Kernel::Rerun(const Node& variant, std::vector<Known> inputs) {
  return Replace(Evaluate(variant, std::move(inputs)));
}

bool Kernel::RerunWith(std::string_view attr, Attr value) {
  Node variant = node();
  variant.attrs.Set(attr, std::move(value));
  return Rerun(variant);
}

bool Kernel::RerunWithout(std::string_view attr) {
  Node variant = node();
  return variant.attrs.Erase(attr) && Rerun(variant);
}

bool Kernel::RerunCropped(const Node& variant) {
  if (!HasResult()) return false;
  std::vector<Known> results = Evaluate(variant, inputs_);
  if (results.empty() || !results[0].is_tensor()) return false;
  const Shape& got = results[0].tensor.shape();
  if (got.size() != out().shape().size()) return false;
  for (size_t axis = 0; axis < got.size(); ++axis)
    if (got[axis] < out().shape()[axis]) return false;
  outputs_[0].tensor = Crop(results[0].tensor, out().shape());
  return true;
}

}  // namespace assay::faults
