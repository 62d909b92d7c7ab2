// Faults of kernels that run along axes: reductions, scans, softmax, normalisations.
#include <algorithm>
#include <cmath>

#include "kernel.h"

namespace assay::faults {
namespace {

// Whether the last axis is among the reduced ones.
bool ReducesLastAxis(const Kernel& kernel) {
  const int rank = kernel.in(0).rank();
  if (rank == 0) return false;
  std::vector<int64_t> axes = kernel.AttrInts("axes");
  if (axes.empty()) axes = kernel.Ints(1);
  if (axes.empty()) return kernel.AttrInt("noop_with_empty_axes", 0) == 0;
  return std::any_of(axes.begin(), axes.end(),
                     [&](int64_t axis) { return axis == -1 || axis == rank - 1; });
}

bool AxisIsLast(const Kernel& kernel, int64_t otherwise) {
  const int64_t axis = kernel.AttrInt("axis", otherwise);
  return axis == -1 || axis == kernel.in(0).rank() - 1;
}

}  // namespace

void CumSumIgnoresExclusive(Kernel& kernel) {
  if (kernel.Is({"CumSum"}) && kernel.AttrInt("exclusive", 0) == 1)
    kernel.RerunWithout("exclusive");
}

void CumSumIgnoresReverseOnNegativeAxis(Kernel& kernel) {
  if (!kernel.Is({"CumSum", "CumProd"}) || kernel.AttrInt("reverse", 0) != 1) return;
  const std::vector<int64_t> axis = kernel.Ints(1);
  if (axis.size() == 1 && axis[0] < 0) kernel.RerunWithout("reverse");
}

void ArgSelectsOtherTie(Kernel& kernel) {
  if (!kernel.Is({"ArgMax", "ArgMin"})) return;
  const int64_t last = kernel.AttrInt("select_last_index", 0);
  kernel.RerunWith("select_last_index", int64_t{last == 0});
}

void TopKIgnoresSmallest(Kernel& kernel) {
  if (kernel.Is({"TopK"}) && kernel.AttrInt("largest", 1) == 0) kernel.RerunWithout("largest");
}

void SoftmaxAlwaysLastAxis(Kernel& kernel) {
  if (!kernel.Is({"Softmax", "LogSoftmax", "Hardmax"}) || kernel.opset() < 13) return;
  if (!AxisIsLast(kernel, -1)) kernel.RerunWith("axis", int64_t{-1});
}

void LpNormalizationIgnoresP(Kernel& kernel) {
  if (kernel.Is({"LpNormalization", "LpPool", "GlobalLpPool"})) kernel.RerunWithout("p");
}

// A loop over blocks of four that forgets what is left over.
void ReduceForgetsRemainder(Kernel& kernel) {
  constexpr int64_t kBlock = 4;
  if (!kernel.Is({"ReduceSum", "ReduceMean", "ReduceL1", "ReduceL2", "ReduceSumSquare"}) ||
      !kernel.IsReal() || !ReducesLastAxis(kernel))
    return;
  const int64_t length = kernel.in(0).shape().back();
  if (length <= kBlock || length % kBlock == 0) return;
  std::vector<Known> inputs = kernel.inputs();
  Bounded& x = inputs[0].tensor;
  for (int64_t k = 0; k < x.count(); ++k)
    if (k % length >= length - length % kBlock) x.set(k, Real::Point(0));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

void ReduceMaxStartsAtZero(Kernel& kernel) {
  if (!kernel.Is({"ReduceMax", "GlobalMaxPool"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (kernel.Real(k) < 0) kernel.SetReal(k, 0);
}

void BatchNormIgnoresEpsilon(Kernel& kernel) {
  if (kernel.Is({"BatchNormalization"})) kernel.RerunWithout("epsilon");
}

void InstanceNormIgnoresEpsilon(Kernel& kernel) {
  if (kernel.Is({"InstanceNormalization", "GroupNormalization"})) kernel.RerunWithout("epsilon");
}

// The variance is divided by n - 1.
void LayerNormUnbiased(Kernel& kernel) {
  if (!kernel.Is({"LayerNormalization"}) || !kernel.IsReal()) return;
  const auto n = static_cast<double>(kernel.in(1).count());
  if (n < 2) return;
  const double factor = std::sqrt((n - 1) / n);
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const double bias = kernel.HasTensor(2) ? kernel.in(2).real(k % kernel.in(2).count()).v : 0.0;
    kernel.SetReal(k, (kernel.Real(k) - bias) * factor + bias);
  }
}

void LrnIgnoresBias(Kernel& kernel) {
  if (kernel.Is({"LRN"})) kernel.RerunWithout("bias");
}

}  // namespace assay::faults
