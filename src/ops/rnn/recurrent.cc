#include "ops/rnn/recurrent.h"

#include "ops/attention/attention_infer.h"
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr size_t kGateBias = 3, kLengths = 4, kInitialH = 5, kInitialC = 6, kPeepholes = 7;

Result<int64_t> DirectionCount(const Call& call) {
  const std::string direction = call.AttrString("direction", "forward");
  if (direction == "bidirectional") return 2;
  if (direction == "forward" || direction == "reverse") return 1;
  return Invalid(StrCat("direction '", direction, "' is not forward, reverse or bidirectional"));
}

Dim Times(const Dim& a, int64_t factor) {
  return a.known() && a.size <= INT64_MAX / factor ? Dim::Known(a.size * factor) : Dim::Unknown();
}

Status Expect(const InferCall& call, size_t i, const char* name, const Dims& dims) {
  if (!call.has_input(i) || !call.input(i).has_rank) return {};
  const TensorType wanted(call.dtype(i), dims);
  if (!Unify(call.input(i), wanted))
    return Invalid(StrCat(name, " is ", TypeText(call.input(i)), ", needs ", TypeText(wanted)));
  return {};
}

}  // namespace

Result<Types> InferRecurrent(const InferCall& call, const CellKind& kind) {
  ASSAY_ASSIGN(const int64_t count, DirectionCount(call));
  ASSAY_RETURN_IF_ERROR(ReadActivations(call, kind.defaults, count));
  const int64_t layout = call.AttrInt("layout", 0), asked = call.AttrInt("hidden_size", -1);
  if (layout != 0 && layout != 1) return Invalid(StrCat("layout ", layout, " is not 0 or 1"));
  if (call.HasAttr("hidden_size") && asked < 0)
    return Invalid(StrCat("hidden_size ", asked, " is negative"));
  if (call.HasAttr("clip") && !(call.AttrFloat("clip", 0) >= 0)) return Invalid("clip is negative");
  const TensorType &x = call.input(0), &w = call.input(1), &r = call.input(2);
  for (size_t i = 0; i < 3; ++i)
    if (call.input(i).has_rank && call.input(i).rank() != 3)
      return Invalid(StrCat("X, W and R need rank 3, input ", i, " has ", call.input(i).rank()));
  Dim hidden = asked >= 0 ? Dim::Known(asked) : Dim::Unknown();
  if (r.has_rank) {
    ASSAY_ASSIGN(hidden, SameDim(hidden, r.dims[2], "hidden size of the attribute and of R"));
  }
  if (!hidden.known() && w.has_rank && w.dims[1].known()) {
    ASSAY_ASSIGN(hidden, SplitDim(w.dims[1], kind.gates, "gates"));
  }
  const Dim dirs = Dim::Known(count), input = x.has_rank ? x.dims[2] : Dim::Unknown();
  const Dim steps = x.has_rank ? x.dims[layout == 1 ? 1 : 0] : Dim::Unknown();
  const Dim batch = x.has_rank ? x.dims[layout == 1 ? 0 : 1] : Dim::Unknown();
  const Dims state = layout == 1 ? Dims{batch, dirs, hidden} : Dims{dirs, batch, hidden};
  ASSAY_RETURN_IF_ERROR(Expect(call, 1, "W", {dirs, Times(hidden, kind.gates), input}));
  ASSAY_RETURN_IF_ERROR(Expect(call, 2, "R", {dirs, Times(hidden, kind.gates), hidden}));
  ASSAY_RETURN_IF_ERROR(Expect(call, kGateBias, "B", {dirs, Times(hidden, 2 * kind.gates)}));
  ASSAY_RETURN_IF_ERROR(Expect(call, kLengths, "sequence_lens", {batch}));
  ASSAY_RETURN_IF_ERROR(Expect(call, kInitialH, "initial_h", state));
  if (kind.has_cell) {
    ASSAY_RETURN_IF_ERROR(Expect(call, kInitialC, "initial_c", state));
    ASSAY_RETURN_IF_ERROR(Expect(call, kPeepholes, "P", {dirs, Times(hidden, 3)}));
  }
  const Dims all =
      layout == 1 ? Dims{batch, steps, dirs, hidden} : Dims{steps, dirs, batch, hidden};
  Types out = {TensorType(x.dtype, all), TensorType(x.dtype, state)};
  if (kind.has_cell) out.push_back(TensorType(x.dtype, state));
  out.resize(std::min(out.size(), call.output_count()));
  return out;
}

std::optional<Proposal> ProposeRecurrent(const ProposeCall& call, const CellKind& kind) {
  if (call.rank(0) != 3) return std::nullopt;
  Rng& rng = call.rng;
  const Shape x = call.shape(0);
  const DType type = call.dtype(0);
  const bool batch_first = call.opset >= 14 && rng.Chance(0.3);
  const int64_t hidden = rng.Int(1, 4), way = rng.Int(0, 2), dirs = way == 2 ? 2 : 1;
  const int64_t steps = x[batch_first ? 1 : 0], batch = x[batch_first ? 0 : 1];
  static constexpr const char* kWays[] = {"forward", "reverse", "bidirectional"};
  Proposal out;
  out.outputs = kind.has_cell ? 3 : 2;
  out.attrs = {{"hidden_size", hidden}, {"direction", std::string(kWays[way])}};
  if (batch_first) out.attrs.Set("layout", int64_t{1});
  if (rng.Chance(0.2)) out.attrs.Set("clip", static_cast<float>(rng.Real(0.5, 3)));
  const Shape state = batch_first ? Shape{batch, dirs, hidden} : Shape{dirs, batch, hidden};
  const auto maybe = [&](DType t, const Shape& shape, double lo, double hi) {
    return rng.Chance(0.5) ? std::optional(RandomTensor(rng, t, shape, lo, hi)) : std::nullopt;
  };
  out.constants = {RandomTensor(rng, type, {dirs, kind.gates * hidden, x[2]}, -1, 1),
                   RandomTensor(rng, type, {dirs, kind.gates * hidden, hidden}, -1, 1),
                   maybe(type, {dirs, 2 * kind.gates * hidden}, -1, 1),
                   maybe(DType::kInt32, {batch}, std::min<double>(1, static_cast<double>(steps)),
                         static_cast<double>(steps)),
                   maybe(type, state, -1, 1)};
  if (kind.has_cell) {
    out.constants.push_back(maybe(type, state, -1, 1));
    out.constants.push_back(maybe(type, {dirs, 3 * hidden}, -1, 1));
  }
  return out;
}

Result<RecurrentCall> RecurrentCall::From(const EvalCall& call, const CellKind& kind) {
  RecurrentCall out(call, kind);
  ASSAY_ASSIGN(out.directions_, DirectionCount(call));
  ASSAY_ASSIGN(out.activations_, ReadActivations(call, kind.defaults, out.directions_));
  out.batch_first_ = call.AttrInt("layout", 0) == 1;
  const Shape& x = call.tensor(0).shape();
  out.steps_ = x[out.batch_first_ ? 1 : 0];
  out.batch_ = x[out.batch_first_ ? 0 : 1];
  out.input_ = x[2];
  out.hidden_ = call.tensor(2).shape()[2];
  if (call.HasAttr("clip")) out.clip_ = call.AttrFloat("clip", 0);
  out.has_peepholes_ = kind.has_cell && call.has_input(kPeepholes);
  ASSAY_RETURN_IF_ERROR(CheckSize({out.batch_, out.steps_}));
  ASSAY_RETURN_IF_ERROR(CheckSize({out.batch_}));
  out.lengths_.assign(static_cast<size_t>(out.batch_), out.steps_);
  if (call.has_input(kLengths)) {
    ASSAY_ASSIGN(out.lengths_, call.Ints(kLengths));
    for (const int64_t n : out.lengths_)
      if (n < 0 || n > out.steps_)
        return Invalid(StrCat("sequence_lens holds ", n, " for ", out.steps_, " steps"));
  }
  ASSAY_RETURN_IF_ERROR(CheckSize({out.steps_, out.directions_, out.batch_, out.hidden_}));
  ASSAY_RETURN_IF_ERROR(CheckSize({out.directions_, out.batch_, out.hidden_}));
  return out;
}

void RecurrentCall::AppendRow(size_t input, const Direction& d, int64_t row,
                              std::span<const Real> x, std::vector<Real>& a,
                              std::vector<Real>& b) const {
  const auto width = static_cast<int64_t>(x.size());
  const int64_t start = (d.index * kind_->gates * hidden_ + row) * width;
  for (int64_t i = 0; i < width; ++i) {
    a.push_back(x[static_cast<size_t>(i)]);
    b.push_back(call_->tensor(input).real(start + i));
  }
}

void RecurrentCall::AppendBias(const Direction& d, int64_t row, bool recurrent,
                               std::vector<Real>& a, std::vector<Real>& b) const {
  if (!call_->has_input(kGateBias)) return;
  a.push_back(Real::Point(1));
  b.push_back(call_->tensor(kGateBias).real(d.index * 2 * kind_->gates * hidden_ +
                                            (recurrent ? kind_->gates * hidden_ : 0) + row));
}

Real RecurrentCall::Gate(const Direction& d, int64_t row, std::span<const Real> x,
                         std::span<const Real> h, std::span<const Real> extra_a,
                         std::span<const Real> extra_b) const {
  std::vector<Real> a(extra_a.begin(), extra_a.end()), b(extra_b.begin(), extra_b.end());
  AppendRow(1, d, row, x, a, b);
  AppendRow(2, d, row, h, a, b);
  AppendBias(d, row, false, a, b);
  AppendBias(d, row, true, a, b);
  return Clip(arith_.Dot(a, b));
}

Real RecurrentCall::RecurrentHalf(const Direction& d, int64_t row, std::span<const Real> h) const {
  std::vector<Real> a, b;
  AppendRow(2, d, row, h, a, b);
  AppendBias(d, row, true, a, b);
  return arith_.Dot(a, b);
}

Real RecurrentCall::InputHalf(const Direction& d, int64_t row, std::span<const Real> x,
                              const Real& p, const Real& q) const {
  std::vector<Real> a = {p}, b = {q};
  AppendRow(1, d, row, x, a, b);
  AppendBias(d, row, false, a, b);
  return Clip(arith_.Dot(a, b));
}

Real RecurrentCall::Peephole(const Direction& d, int64_t which, int64_t unit) const {
  return call_->tensor(kPeepholes).real((d.index * 3 + which) * hidden_ + unit);
}

Real RecurrentCall::Clip(const Real& x) const {
  if (clip_ < 0) return x;
  const Real limit = arith_.Constant(clip_);
  return arith_.Min(arith_.Max(x, Arith::Neg(limit)), limit);
}

int64_t RecurrentCall::StateOffset(int64_t direction, int64_t b) const {
  return (batch_first_ ? b * directions_ + direction : direction * batch_ + b) * hidden_;
}

std::vector<Real> RecurrentCall::Initial(size_t input, int64_t direction, int64_t b) const {
  std::vector<Real> out(static_cast<size_t>(hidden_), Real::Point(0));
  if (!call_->has_input(input)) return out;
  for (int64_t i = 0; i < hidden_; ++i)
    out[static_cast<size_t>(i)] = call_->tensor(input).real(StateOffset(direction, b) + i);
  return out;
}

Outputs RecurrentCall::Run(const Step& step) const {
  const DType type = call_->tensor(0).dtype();
  const Shape state =
      batch_first_ ? Shape{batch_, directions_, hidden_} : Shape{directions_, batch_, hidden_};
  const Shape all = batch_first_ ? Shape{batch_, steps_, directions_, hidden_}
                                 : Shape{steps_, directions_, batch_, hidden_};
  RealWriter y(type, all), y_h(type, state), y_c(type, state);
  const size_t per_direction = kind_->defaults.size();
  for (int64_t n = 0; n < directions_; ++n) {
    const bool reverse = n == 1 || call_->AttrString("direction", "forward") == "reverse";
    const Direction d{
        n, reverse,
        std::span(activations_).subspan(static_cast<size_t>(n) * per_direction, per_direction)};
    for (int64_t b = 0; b < batch_; ++b) {
      std::vector<Real> h = Initial(kInitialH, n, b),
                        c(static_cast<size_t>(hidden_), Real::Point(0));
      if (kind_->has_cell) c = Initial(kInitialC, n, b);
      const int64_t length = lengths_[static_cast<size_t>(b)];
      std::vector<Real> x(static_cast<size_t>(input_));
      for (int64_t k = 0; k < steps_; ++k) {
        const int64_t t = k >= length ? k : reverse ? length - 1 - k : k;
        const int64_t read = (batch_first_ ? b * steps_ + t : t * batch_ + b) * input_;
        for (int64_t i = 0; i < input_; ++i)
          x[static_cast<size_t>(i)] = call_->tensor(0).real(read + i);
        if (k < length) step(d, x, h, c);
        const int64_t write = (batch_first_ ? (b * steps_ + t) * directions_ + n
                                            : (t * directions_ + n) * batch_ + b) *
                              hidden_;
        for (int64_t i = 0; i < hidden_; ++i)
          y.set(write + i, k < length ? h[static_cast<size_t>(i)] : Real::Point(0));
      }
      // Nothing is said of a sequence of length 0: its state may stay or be zero.
      const bool open = length == 0 && !arith_.adversarial();
      for (int64_t i = 0; i < hidden_; ++i) {
        const Real &last = h[static_cast<size_t>(i)], &cell = c[static_cast<size_t>(i)];
        y_h.set(StateOffset(n, b) + i, open ? Hull(last, Real::Point(0)) : last);
        y_c.set(StateOffset(n, b) + i, open ? Hull(cell, Real::Point(0)) : cell);
      }
    }
  }
  Outputs out;
  out.emplace_back(std::move(y).Finish());
  out.emplace_back(std::move(y_h).Finish());
  if (kind_->has_cell) out.emplace_back(std::move(y_c).Finish());
  out.resize(std::min(out.size(), call_->output_count()));
  return out;
}

}  // namespace assay::ops
