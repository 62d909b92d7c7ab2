// Faults of kernels that multiply matrices, recurrent and quantised ones included.
#include <algorithm>

#include "kernel.h"

namespace assay::faults {
namespace {

// Blocks of the inner loop.
constexpr int64_t kBlock = 4;

// The equation with its output letters in the order in which the inputs name them.
std::string InInputOrder(const std::string& equation) {
  const size_t arrow = equation.find("->");
  if (arrow == std::string::npos) return "";
  const std::string left = equation.substr(0, arrow), right = equation.substr(arrow + 2);
  std::string sorted;
  for (const char c : left)
    if (right.find(c) != std::string::npos && sorted.find(c) == std::string::npos) sorted += c;
  if (sorted == right || sorted.size() != right.size()) return "";
  return left + "->" + sorted;
}

}  // namespace

void GemmIgnoresAlphaBesideBeta(Kernel& kernel) {
  if (kernel.Is({"Gemm"}) && kernel.AttrFloat("beta", 1) != 1) kernel.RerunWithout("alpha");
}

void GemmSquareNotTransposed(Kernel& kernel) {
  if (!kernel.Is({"Gemm"}) || kernel.in(1).shape()[0] != kernel.in(1).shape()[1]) return;
  kernel.RerunWithout("transB");
}

// [M,1] is taken for [M], which is added along the rows.
void GemmAddsColumnAlongRows(Kernel& kernel) {
  if (!kernel.Is({"Gemm"}) || !kernel.HasTensor(2)) return;
  const Shape addend = kernel.in(2).shape(), result = kernel.out().shape();
  if (addend.size() != 2 || addend[1] != 1 || addend[0] < 2) return;
  Bounded row(kernel.in(2).dtype(), Shape{1, result[1]});
  for (int64_t k = 0; k < row.count(); ++k) row.set(k, kernel.in(2), k % addend[0]);
  std::vector<Known> inputs = kernel.inputs();
  inputs[2] = Known(std::move(row));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

void MatmulForgetsRemainder(Kernel& kernel) {
  if (!kernel.Is({"MatMul"}) || !kernel.IsReal() || kernel.in(0).rank() < 2) return;
  const int64_t depth = kernel.in(0).shape().back();
  if (depth <= kBlock || depth % kBlock == 0) return;
  std::vector<Known> inputs = kernel.inputs();
  Bounded& a = inputs[0].tensor;
  for (int64_t k = 0; k < a.count(); ++k)
    if (k % depth >= depth - depth % kBlock) a.set(k, Real::Point(0));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

void MatmulUsesFirstBatch(Kernel& kernel) {
  if (!kernel.Is({"MatMul"}) || kernel.in(1).rank() < 3) return;
  const Shape& shape = kernel.in(1).shape();
  const int64_t matrix = shape[shape.size() - 1] * shape[shape.size() - 2];
  if (kernel.in(1).count() <= matrix) return;
  std::vector<Known> inputs = kernel.inputs();
  for (int64_t k = matrix; k < kernel.in(1).count(); ++k)
    inputs[1].tensor.set(k, kernel.in(1), k % matrix);
  kernel.Rerun(kernel.node(), std::move(inputs));
}

// "Fast math": float32 results pass through a 16-bit accumulator.
void MatmulAccumulatesInHalf(Kernel& kernel) {
  constexpr int64_t kFastPath = 16;
  if (!kernel.Is({"MatMul", "Gemm", "Conv"}) || !kernel.IsReal() ||
      kernel.out().dtype() != DType::kFloat32 || kernel.out().count() < kFastPath)
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    kernel.SetReal(k, RoundTo(DType::kBfloat16, kernel.Real(k)));
}

void EinsumKeepsInputOrder(Kernel& kernel) {
  if (!kernel.Is({"Einsum"}) || !kernel.HasResult()) return;
  const std::string equation = InInputOrder(kernel.AttrString("equation", ""));
  if (equation.empty()) return;
  Node variant = kernel.node();
  variant.attrs.Set("equation", equation);
  std::vector<Known> results = kernel.Try(variant);
  if (results.empty() || results[0].tensor.count() != kernel.out().count()) return;
  kernel.Replace({Known(results[0].tensor.Reshaped(kernel.out().shape()))});
}

void RecurrentIgnoresReverse(Kernel& kernel) {
  if (kernel.Is({"LSTM", "GRU", "RNN"}) && kernel.AttrString("direction", "forward") == "reverse")
    kernel.RerunWithout("direction");
}

void GruResetsOnTheOtherSide(Kernel& kernel) {
  if (!kernel.Is({"GRU"})) return;
  const int64_t before = kernel.AttrInt("linear_before_reset", 0);
  kernel.RerunWith("linear_before_reset", int64_t{before == 0});
}

void MatmulIntegerIgnoresZeroPoint(Kernel& kernel) {
  if (!kernel.Is({"MatMulInteger", "ConvInteger"}) || !kernel.HasTensor(3)) return;
  Node variant = kernel.node();
  variant.inputs.resize(3);
  std::vector<Known> inputs = kernel.inputs();
  inputs.resize(3);
  kernel.Rerun(variant, std::move(inputs));
}

void DequantizeUsesFirstScale(Kernel& kernel) {
  if (!kernel.Is({"DequantizeLinear", "QuantizeLinear"}) || kernel.in(1).count() < 2) return;
  std::vector<Known> inputs = kernel.inputs();
  for (int64_t k = 1; k < kernel.in(1).count(); ++k) inputs[1].tensor.set(k, kernel.in(1), 0);
  kernel.Rerun(kernel.node(), std::move(inputs));
}

}  // namespace assay::faults
