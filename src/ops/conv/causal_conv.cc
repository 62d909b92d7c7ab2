// CausalConvWithState: depthwise causal convolution over time that carries its last inputs from
// call to call.
//
//   s = concat(past_state or zeros, input) along time;  y[b, c, t] = bias[c] + sum_j weight[c, 0,
//   j] * s[b, c, t + j] output = y or y * sigmoid(y);  present_state = the last k - 1 columns of s
//
// Spec:  ONNX opset 27. activation: none, silu, swish (the same).
// Traps: present_state reaches back into past_state (or zeros) when the input is shorter than k
// - 1.
#include "bound/real_writer.h"
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

Result<bool> HasActivation(const Call& call) {
  const std::string name = call.AttrString("activation", "none");
  if (name == "none" || name == "silu" || name == "swish") return name != "none";
  return Invalid(StrCat("activation is '", name, "'"));
}

bool Differ(const Dim& a, const Dim& b) { return a.known() && b.known() && a.size != b.size; }

Result<Types> InferCausalConv(const InferCall& call) {
  const TensorType &x = call.input(0), &w = call.input(1);
  ASSAY_RETURN_IF_ERROR(HasActivation(call));
  if ((x.has_rank && x.rank() != 3) || (w.has_rank && w.rank() != 3))
    return Invalid(StrCat("CausalConvWithState of ", TypeText(x), " with ", TypeText(w)));
  const auto dim = [](const TensorType& t, size_t i) {
    return t.has_rank ? t.dims[i] : Dim::Unknown();
  };
  if (Differ(dim(x, 1), dim(w, 0)) || Differ(dim(w, 1), Dim::Known(1)) ||
      (dim(w, 2).known() && dim(w, 2).size < 1))
    return Invalid(StrCat("CausalConvWithState of ", TypeText(x), " with weights ", TypeText(w)));
  const Dim carried = dim(w, 2).known() ? Dim::Known(dim(w, 2).size - 1) : Dim::Unknown();
  const TensorType state(x.dtype,
                         Dims{dim(x, 0), dim(x, 1).known() ? dim(x, 1) : dim(w, 0), carried});
  if (call.has_input(2) && call.input(2).has_rank &&
      (call.input(2).rank() != 1 || Differ(call.input(2).dims[0], state.dims[1])))
    return Invalid(StrCat("bias ", TypeText(call.input(2)), " for ", TypeText(x)));
  if (call.has_input(3) && !Unify(call.input(3), state).has_value())
    return Invalid(StrCat("past_state is ", TypeText(call.input(3)), ", not ", TypeText(state)));
  return Types{
      ValueType(
          x.has_rank ? x : TensorType(x.dtype, Dims{state.dims[0], state.dims[1], Dim::Unknown()})),
      ValueType(state)};
}

// y * sigmoid(y), in one function or in two steps.
Real Silu(const Arith& arith, const Real& y) {
  constexpr auto f = [](double t) { return t / (1 + std::exp(-t)); };
  constexpr double kMinimumAt = -1.2784645427610738;
  if (arith.adversarial() || y.nan == Nan::kMust)
    return arith.Function(Real::Point(f(y.v)), std::fabs(y.v), arith.accuracy(Fn::kSwish));
  if (std::isinf(y.lo) || std::isinf(y.hi)) {
    if (y.point() && y.v > 0) return y;
    return {std::isfinite(y.v) ? f(y.v) : 0, -1, y.hi, Nan::kMay};  // -inf * 0 on the way
  }
  return arith.Valley(f, y, kMinimumAt, arith.accuracy(Fn::kSwish));
}

Result<Outputs> EvaluateCausalConv(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &w = call.tensor(1);
  const Bounded* bias = call.has_input(2) ? &call.tensor(2) : nullptr;
  const Bounded* past = call.has_input(3) ? &call.tensor(3) : nullptr;
  ASSAY_ASSIGN(const bool activation, HasActivation(call));
  const Arith arith = call.arith(x.dtype());
  const int64_t channels = x.shape()[1], length = x.shape()[2], kernel = w.shape()[2],
                carried = kernel - 1;
  ASSAY_RETURN_IF_ERROR(CheckSize(Shape{x.shape()[0], channels, carried}));
  const auto at = [&](int64_t line, int64_t t) {  // element t of the joined sequence
    if (t >= carried) return x.real(line * length + t - carried);
    return past == nullptr ? Real::Point(0) : past->real(line * carried + t);
  };
  RealWriter output(x.dtype(), x.shape()), state(x.dtype(), Shape{x.shape()[0], channels, carried});
  std::vector<Real> a(static_cast<size_t>(kernel)), b(a.size());
  for (int64_t line = 0; line < x.shape()[0] * channels; ++line) {
    for (int64_t t = 0; t < length; ++t) {
      for (int64_t j = 0; j < kernel; ++j) {
        a[static_cast<size_t>(j)] = at(line, t + j);
        b[static_cast<size_t>(j)] = w.real(line % channels * kernel + j);
      }
      const Real start = bias == nullptr ? Real::Point(0) : bias->real(line % channels);
      const Real y = arith.Dot(a, b, bias == nullptr ? nullptr : &start);
      output.set(line * length + t, activation ? Silu(arith, y) : y);
    }
    for (int64_t t = 0; t < carried; ++t) state.set(line * carried + t, at(line, length + t));
  }
  Outputs out;
  out.emplace_back(std::move(output).Finish());
  out.emplace_back(std::move(state).Finish());
  return out;
}

std::optional<Proposal> ProposeCausalConv(const ProposeCall& call) {
  if (call.rank(0) != 3) return std::nullopt;
  Rng& rng = call.rng;
  const Shape x = call.shape(0);
  const int64_t kernel = rng.Int(1, 4);
  Proposal out{.constants = {RandomTensor(rng, call.dtype(0), Shape{x[1], 1, kernel})},
               .outputs = 2};
  const char* const names[] = {"none", "silu", "swish"};
  if (rng.Chance(0.6)) out.attrs.Set("activation", std::string(rng.Pick<const char*>(names)));
  const bool past = rng.Chance(0.5);
  if (rng.Chance(0.5))
    out.constants.emplace_back(RandomTensor(rng, call.dtype(0), Shape{x[1]}));
  else if (past)
    out.constants.emplace_back(std::nullopt);
  if (past)
    out.constants.emplace_back(RandomTensor(rng, call.dtype(0), Shape{x[0], x[1], kernel - 1}));
  return out;
}

}  // namespace

OpDef CausalConvWithStateDef() {
  return {.name = "CausalConvWithState",
          .meaning = "depthwise causal convolution with carried state",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferCausalConv,
          .evaluate = EvaluateCausalConv,
          .propose = ProposeCausalConv};
}

}  // namespace assay::ops
