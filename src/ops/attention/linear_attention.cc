// LinearAttention: a recurrent state per head that is decayed, corrected, written and read at each
// step.
//
//   S = exp(g) S                       (gated, gated_delta)
//   S = S + k (x) u,   u = v  or  beta (v - S^T k)  (delta, gated_delta)
//   o = scale * q^T S
//
// Spec:  ONNX opset 27. Heads are packed into the last axis of all inputs but the state.
// Traps: decay is per head or per key size; beta is per head or shared; scale 0 means 1/sqrt(key
// size); chunk_size changes
//        nothing. The bound follows the sequential recurrence; its exp allowance (6 ulp a step)
//        also covers sums of g.
#include <cmath>

#include "ops/attention/attention_infer.h"
#include "ops/attention/scaled_dot.h"
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kPrecision = {"precision of the state inside the recurrence",
                             "ONNX LinearAttention: no text on it"};

struct Options {
  bool gated = false, delta = false;
  int64_t q_heads = 0, kv_heads = 0;
};

Result<Options> ReadOptions(const Call& call, bool has_decay, bool has_beta) {
  const std::string rule = call.AttrString("update_rule", "gated_delta");
  if (rule != "linear" && rule != "gated" && rule != "delta" && rule != "gated_delta")
    return Invalid(StrCat("update_rule '", rule, "' is not linear, gated, delta or gated_delta"));
  Options o;
  o.gated = rule == "gated" || rule == "gated_delta";
  o.delta = rule == "delta" || rule == "gated_delta";
  o.q_heads = call.AttrInt("q_num_heads", 0);
  o.kv_heads = call.AttrInt("kv_num_heads", 0);
  if (o.q_heads <= 0 || o.kv_heads <= 0 || o.q_heads % o.kv_heads != 0)
    return Invalid(StrCat("q_num_heads ", o.q_heads, " is not a positive multiple of kv_num_heads ",
                          o.kv_heads));
  if (o.gated != has_decay)
    return Invalid(
        StrCat("update_rule ", rule, o.gated ? " needs" : " excludes", " the decay input"));
  if (o.delta != has_beta)
    return Invalid(
        StrCat("update_rule ", rule, o.delta ? " needs" : " excludes", " the beta input"));
  return o;
}

Result<Types> InferLinearAttention(const InferCall& call) {
  ASSAY_ASSIGN(const Options o, ReadOptions(call, call.has_input(4), call.has_input(5)));
  Dim dims[6][3];
  for (size_t i : {0, 1, 2, 4, 5}) {
    if (!call.has_input(i) || !call.input(i).has_rank) continue;
    if (call.input(i).rank() != 3)
      return Invalid(StrCat("input ", i, " needs rank 3, has ", call.input(i).rank()));
    for (size_t d = 0; d < 3; ++d) dims[i][d] = call.input(i).dims[d];
  }
  Dim batch = dims[0][0], steps = dims[0][1];
  for (size_t i : {1, 2, 4, 5}) {
    ASSAY_ASSIGN(batch, SameDim(batch, dims[i][0], "batch size of the inputs"));
    ASSAY_ASSIGN(steps, SameDim(steps, dims[i][1], "number of steps of the inputs"));
  }
  ASSAY_ASSIGN(const Dim q_size, SplitDim(dims[0][2], o.q_heads, "q_num_heads"));
  ASSAY_ASSIGN(const Dim k_size, SplitDim(dims[1][2], o.kv_heads, "kv_num_heads"));
  ASSAY_ASSIGN(const Dim size, SameDim(q_size, k_size, "head size of query and key"));
  ASSAY_ASSIGN(const Dim v_size, SplitDim(dims[2][2], o.kv_heads, "kv_num_heads"));
  const Dim decay = dims[4][2], beta = dims[5][2];
  if (decay.known() && size.known() && decay.size != o.kv_heads &&
      decay.size != o.kv_heads * size.size)
    return Invalid(StrCat("decay has last size ", decay.size, ", not ", o.kv_heads, " or ",
                          o.kv_heads * size.size));
  if (beta.known() && beta.size != o.kv_heads && beta.size != 1)
    return Invalid(StrCat("beta has last size ", beta.size, ", not ", o.kv_heads, " or 1"));
  TensorType state(call.has_input(3) ? call.dtype(3) : call.dtype(0),
                   Dims{batch, Dim::Known(o.kv_heads), size, v_size});
  if (call.has_input(3) && call.input(3).has_rank) {
    const auto both = Unify(call.input(3), state);
    if (!both)
      return Invalid(
          StrCat("past_state is ", TypeText(call.input(3)), ", needs ", TypeText(state)));
    state = *both;
  }
  Dim hidden = Dim::Unknown();
  if (v_size.known() && (v_size.size == 0 || o.q_heads <= INT64_MAX / v_size.size))
    hidden = Dim::Known(v_size.size * o.q_heads);
  return Types{TensorType(call.dtype(0), Dims{batch, steps, hidden}), state};
}

class Recurrence {
 public:
  Recurrence(const EvalCall& call, const Options& o)
      : call_(call),
        o_(o),
        type_(call.tensor(0).dtype()),
        state_type_(call.has_input(3) ? call.tensor(3).dtype() : type_),
        arith_(call.arith(Coarser(type_, state_type_))),
        q_(HeadView::Of(call.tensor(0), o.q_heads)),
        k_(HeadView::Of(call.tensor(1), o.kv_heads)),
        v_(HeadView::Of(call.tensor(2), o.kv_heads)),
        out_(type_, {q_.batch, q_.length, o.q_heads * v_.size}),
        present_(state_type_, {q_.batch, o.kv_heads, k_.size, v_.size}) {
    const double scale = call.AttrFloat("scale", 0);
    scale_ = scale != 0 ? scale : 1 / std::sqrt(static_cast<double>(k_.size));
  }

  Outputs Run() && {
    for (int64_t b = 0; b < q_.batch; ++b)
      for (int64_t h = 0; h < o_.kv_heads; ++h) Head(b, h);
    Outputs out;
    out.emplace_back(std::move(out_).Finish());
    out.emplace_back(std::move(present_).Finish());
    return out;
  }

 private:
  Real& State(int64_t row, int64_t column) {
    return state_[static_cast<size_t>(row * v_.size + column)];
  }
  std::vector<Real> Column(int64_t column) {
    std::vector<Real> out(static_cast<size_t>(k_.size));
    for (int64_t i = 0; i < k_.size; ++i) out[static_cast<size_t>(i)] = State(i, column);
    return out;
  }

  void Head(int64_t b, int64_t h) {
    const int64_t cells = k_.size * v_.size, start = (b * o_.kv_heads + h) * cells;
    state_.assign(static_cast<size_t>(cells), Real::Point(0));
    if (call_.has_input(3))
      for (int64_t i = 0; i < cells; ++i)
        state_[static_cast<size_t>(i)] = call_.tensor(3).real(start + i);
    for (int64_t t = 0; t < q_.length; ++t) {
      if (o_.gated) Decay(b, h, t);
      Write(b, h, t);
      const int64_t group = o_.q_heads / o_.kv_heads;
      for (int64_t g = 0; g < group; ++g) Read(b, h * group + g, t);
    }
    const Arith stored = call_.arith(state_type_);
    for (int64_t i = 0; i < cells; ++i)
      present_.set(start + i, stored.Round(state_[static_cast<size_t>(i)]));
  }

  void Decay(int64_t b, int64_t h, int64_t t) {
    const Bounded& g = call_.tensor(4);
    const int64_t last = g.shape()[2], start = (b * q_.length + t) * last;
    const bool per_head = last == o_.kv_heads;
    for (int64_t i = 0; i < k_.size; ++i) {
      const Real factor = arith_.Exp(g.real(start + (per_head ? h : h * k_.size + i)));
      for (int64_t j = 0; j < v_.size; ++j) State(i, j) = arith_.Mul(State(i, j), factor);
    }
  }

  void Write(int64_t b, int64_t h, int64_t t) {
    const std::vector<Real> k = k_.Row(b, h, t);
    std::vector<Real> u = v_.Row(b, h, t);
    if (o_.delta) {
      const Bounded& betas = call_.tensor(5);
      const int64_t last = betas.shape()[2];
      const Real beta = betas.real((b * q_.length + t) * last + (last == 1 ? 0 : h));
      for (int64_t j = 0; j < v_.size; ++j) {
        Real& x = u[static_cast<size_t>(j)];
        x = arith_.Mul(beta, arith_.Sub(x, arith_.Dot(Column(j), k)));
      }
    }
    for (int64_t i = 0; i < k_.size; ++i)
      for (int64_t j = 0; j < v_.size; ++j)
        State(i, j) = arith_.Dot(std::span(&k[static_cast<size_t>(i)], 1),
                                 std::span(&u[static_cast<size_t>(j)], 1), &State(i, j));
  }

  void Read(int64_t b, int64_t head, int64_t t) {
    const std::vector<Real> q = q_.Row(b, head, t);
    const Arith cast = call_.arith(type_);
    for (int64_t j = 0; j < v_.size; ++j)
      out_.set(((b * q_.length + t) * o_.q_heads + head) * v_.size + j,
               cast.Round(Scaled(q, Column(j))));
  }
  // A negative scale is plain here: it is never split into roots.
  Real Scaled(const std::vector<Real>& q, const std::vector<Real>& column) {
    const Real y = ScaledDot(arith_, q, column, std::fabs(scale_));
    return scale_ < 0 ? Arith::Neg(y) : y;
  }

  const EvalCall& call_;
  Options o_;
  DType type_, state_type_;
  Arith arith_;
  HeadView q_, k_, v_;
  double scale_ = 1;
  std::vector<Real> state_;
  RealWriter out_, present_;
};

Result<Outputs> EvaluateLinearAttention(const EvalCall& call) {
  ASSAY_ASSIGN(const Options o, ReadOptions(call, call.has_input(4), call.has_input(5)));
  const Shape &q = call.tensor(0).shape(), &k = call.tensor(1).shape(), &v = call.tensor(2).shape();
  ASSAY_RETURN_IF_ERROR(CheckSize({q[0], o.q_heads}));
  ASSAY_RETURN_IF_ERROR(CheckSize({q[0], q[1], o.q_heads, v[2] / o.kv_heads}));
  ASSAY_RETURN_IF_ERROR(CheckSize({q[0], q[1], o.q_heads}));
  ASSAY_RETURN_IF_ERROR(CheckSize({q[0], k[2], v[2] / o.kv_heads}));
  return Recurrence(call, o).Run();
}

std::optional<Proposal> ProposeLinearAttention(const ProposeCall& call) {
  if (call.rank(0) != 3) return std::nullopt;
  const Shape q = call.shape(0);
  const int64_t heads = q[2] % 2 == 0 && q[2] > 0 && call.rng.Chance(0.5) ? 2 : 1,
                kv = call.rng.Chance(0.5) ? heads : 1;
  const int64_t size = q[2] / heads, v_size = call.rng.Int(1, 3);
  static constexpr const char* kRules[] = {"linear", "gated", "delta", "gated_delta"};
  const int64_t rule = call.rng.Int(0, 3);
  const auto tensor = [&](int64_t last, double lo, double hi) {
    return RandomTensor(call.rng, call.dtype(0), {q[0], q[1], last}, lo, hi);
  };
  Proposal out;
  out.outputs = 2;
  out.attrs = {
      {"q_num_heads", heads}, {"kv_num_heads", kv}, {"update_rule", std::string(kRules[rule])}};
  out.constants = {tensor(kv * size, -0.7, 0.7), tensor(kv * v_size, -2, 2), std::nullopt};
  if (call.rng.Chance(0.5))
    out.constants[2] = RandomTensor(call.rng, call.dtype(0), {q[0], kv, size, v_size});
  out.constants.push_back(rule % 2 == 1
                              ? std::optional(tensor(call.rng.Chance(0.5) ? kv : kv * size, -2, 0))
                              : std::nullopt);
  if (rule >= 2) out.constants.push_back(tensor(call.rng.Chance(0.5) ? kv : 1, 0, 1));
  return out;
}

}  // namespace

OpDef LinearAttentionDef() {
  return {.name = "LinearAttention",
          .meaning = "linear attention by a recurrent state",
          .rounding = Rounding::kComposite,
          .infer = InferLinearAttention,
          .evaluate = EvaluateLinearAttention,
          .propose = ProposeLinearAttention,
          .open = {kPrecision}};
}

}  // namespace assay::ops
