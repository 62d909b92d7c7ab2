// Attention: scaled dot product attention with masks, caches, grouped heads and soft capping.
//
//   Y = softmax(cap(scale * Q K^T) + bias) V        cap(s) = softcap * tanh(s / softcap)
//
// Spec:  ONNX opsets 23, 24 (nonpad_kv_seqlen, masks shorter than the keys), 25 (window sizes).
// Traps: causal masking is aligned with the end of the cache: query i sees keys up to i + past
// length; the cap comes before
//        the mask, so a masked key stays masked; the scale may be applied before or after the
//        product.
#include <cmath>

#include "ops/attention/attention_infer.h"
#include "ops/attention/attention_plan.h"
#include "ops/elementwise.h"
#include "ops/norm/softmax_row.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kMaskedRow = {
    "a query that attends no key: zero in current text, NaN before its erratum",
    "ONNX Attention: 'A fully-masked query row ... produces a zero output row'"};
constexpr Open kIntegerMask = {
    "masks of integer type: added like a float mask",
    "ONNX Attention: 'Two types of masks are supported', boolean and float"};

// Past and new keys (or values) as one tensor [batch, heads, total, size].
Bounded Present(const EvalCall& call, size_t fresh, size_t past, int64_t heads) {
  const HeadView now = HeadView::Of(call.tensor(fresh), heads);
  const bool cached = call.has_input(past);
  const HeadView old = cached ? HeadView::Of(call.tensor(past), heads) : HeadView{};
  const Shape shape = {now.batch, now.heads, old.length + now.length, now.size};
  RealWriter out(call.tensor(fresh).dtype(), shape);
  int64_t i = 0;
  for (int64_t b = 0; b < now.batch; ++b)
    for (int64_t h = 0; h < now.heads; ++h)
      for (int64_t t = 0; t < shape[2]; ++t) {
        const bool from_past = t < old.length;
        const HeadView& view = from_past ? old : now;
        const int64_t start = view.Offset(b, h, from_past ? t : t - old.length);
        for (int64_t d = 0; d < now.size; ++d) out.set(i++, view.tensor->real(start + d));
      }
  return std::move(out).Finish();
}

Real Capped(const Arith& arith, const Real& score, double softcap) {
  if (softcap == 0) return score;
  const Real cap = arith.Constant(softcap);
  const Real tanh = arith.Increasing([](double t) { return std::tanh(t); }, arith.Div(score, cap),
                                     arith.accuracy(Fn::kTanh));
  return arith.Mul(tanh, cap);
}

// A masked key whose score is NaN or infinite: libraries that skip masked keys never see it.
Real Biased(const Arith& arith, const Real& score, const Real& bias) {
  const bool masked = bias.hi == -kInf && bias.nan == Nan::kNever;
  if (!masked) return arith.Add(score, bias);
  const bool regular = score.nan == Nan::kNever && score.hi < kInf;
  return {-kInf, -kInf, -kInf, regular ? Nan::kNever : Nan::kMay};
}

class AttentionEvaluation {
 public:
  AttentionEvaluation(const EvalCall& call, const AttentionPlan& plan, const AttentionBias& bias)
      : call_(call),
        plan_(plan),
        bias_(bias),
        arith_(call.arith(call.tensor(0).dtype())),
        soft_(call.arith(Coarser(call.tensor(0).dtype(), plan.softmax_type))),
        mix_(call.arith(Coarser(call.tensor(0).dtype(), call.tensor(2).dtype()))),
        keys_(Present(call, 1, 4, plan.kv_heads)),
        values_(Present(call, 2, 5, plan.kv_heads)),
        y_(call.tensor(0).dtype(), YShape(plan)),
        qk_(call.tensor(0).dtype(), {plan.batch, plan.q_heads, plan.q_length, plan.total}) {}

  Outputs Run() && {
    for (int64_t b = 0; b < plan_.batch; ++b)
      for (int64_t h = 0; h < plan_.q_heads; ++h)
        for (int64_t i = 0; i < plan_.q_length; ++i) Query(b, h, i);
    Outputs out;
    out.emplace_back(std::move(y_).Finish());
    if (call_.output_count() > 1) out.emplace_back(std::move(keys_));
    if (call_.output_count() > 2) out.emplace_back(std::move(values_));
    if (call_.output_count() > 3) out.emplace_back(std::move(qk_).Finish());
    return out;
  }

 private:
  static Shape YShape(const AttentionPlan& p) {
    if (p.packed) return {p.batch, p.q_length, p.q_heads * p.v_size};
    return {p.batch, p.q_heads, p.q_length, p.v_size};
  }

  void Query(int64_t b, int64_t head, int64_t i) {
    const int64_t kv_head = head / (plan_.q_heads / plan_.kv_heads);
    const HeadView keys = HeadView::Of(keys_, 0);
    const std::vector<Real> q = HeadView::Of(call_.tensor(0), plan_.q_heads).Row(b, head, i);
    const int64_t qk_start = ((b * plan_.q_heads + head) * plan_.q_length + i) * plan_.total;
    std::vector<Real> row(static_cast<size_t>(plan_.total));
    bool none = true;
    for (int64_t j = 0; j < plan_.total; ++j) {
      const Real score = ScaledDot(arith_, q, keys.Row(b, kv_head, j), plan_.scale);
      const Real capped = Capped(arith_, score, plan_.softcap);
      const Real bias = bias_.At(arith_, b, head, i, j);
      const Real biased = Biased(arith_, capped, bias);
      none = none && bias.hi == -kInf && bias.nan == Nan::kNever;
      const Real shown = plan_.output_mode == 0 ? score : plan_.output_mode == 1 ? capped : biased;
      qk_.set(qk_start + j, shown);
      row[static_cast<size_t>(j)] = soft_.Round(biased);
    }
    if (none)
      for (Real& x : row) x = Real::Point(-kInf);
    SoftmaxOfRow(soft_, row, row, EmptyRow::kZeroOrNan);
    for (Real& p : row) p = arith_.Round(p);
    if (plan_.output_mode == 3)
      for (int64_t j = 0; j < plan_.total; ++j) qk_.set(qk_start + j, row[static_cast<size_t>(j)]);
    Mix(b, head, i, kv_head, row);
  }

  void Mix(int64_t b, int64_t head, int64_t i, int64_t kv_head, const std::vector<Real>& row) {
    const HeadView values = HeadView::Of(values_, 0);
    std::vector<Real> column(row.size());
    for (int64_t d = 0; d < plan_.v_size; ++d) {
      for (int64_t j = 0; j < plan_.total; ++j)
        column[static_cast<size_t>(j)] = values_.real(values.Offset(b, kv_head, j) + d);
      const int64_t at = plan_.packed
                             ? ((b * plan_.q_length + i) * plan_.q_heads + head) * plan_.v_size + d
                             : ((b * plan_.q_heads + head) * plan_.q_length + i) * plan_.v_size + d;
      y_.set(at, arith_.Round(WeightedSum(mix_, row, column)));
    }
  }

  const EvalCall& call_;
  const AttentionPlan& plan_;
  const AttentionBias& bias_;
  Arith arith_, soft_, mix_;
  Bounded keys_, values_;
  RealWriter y_, qk_;
};

Result<Outputs> EvaluateAttention(const EvalCall& call) {
  ASSAY_ASSIGN(const AttentionPlan plan, PlanAttention(call));
  if (plan.kv_heads == 0 || plan.q_heads % plan.kv_heads != 0)
    return Invalid(
        StrCat(plan.q_heads, " query heads are not a multiple of ", plan.kv_heads, " key heads"));
  ASSAY_RETURN_IF_ERROR(CheckSize({plan.batch, plan.q_heads, plan.q_length}));
  ASSAY_ASSIGN(const AttentionBias bias, AttentionBias::From(call, plan));
  ASSAY_RETURN_IF_ERROR(CheckSize({plan.batch, plan.q_heads, plan.q_length, plan.total}));
  ASSAY_RETURN_IF_ERROR(CheckSize({plan.batch, plan.q_heads, plan.q_length, plan.v_size}));
  return AttentionEvaluation(call, plan, bias).Run();
}

std::optional<Proposal> ProposeAttention(const ProposeCall& call) {
  if (call.rank(0) != 3 && call.rank(0) != 4) return std::nullopt;
  const bool packed = call.rank(0) == 3;
  const Shape q = call.shape(0);
  Rng& rng = call.rng;
  Proposal out;
  int64_t heads = packed ? 1 : q[1];
  if (packed && q[2] % 2 == 0 && rng.Chance(0.6)) heads = 2;
  if (heads == 0) return std::nullopt;
  const int64_t kv_heads = rng.Chance(0.5) ? 1 : heads;
  const int64_t size = packed ? q[2] / heads : q[3], length = packed ? q[1] : q[2],
                keys = rng.Int(1, 5);
  const int64_t v_size = rng.Chance(0.7) ? size : rng.Int(1, 4);
  const auto kv = [&](int64_t width) {
    return RandomTensor(
        rng, call.dtype(0),
        packed ? Shape{q[0], keys, kv_heads * width} : Shape{q[0], kv_heads, keys, width});
  };
  if (packed) out.attrs = {{"q_num_heads", heads}, {"kv_num_heads", kv_heads}};
  out.constants = {kv(size), kv(v_size)};
  if (rng.Chance(0.4))
    out.constants.push_back(
        RandomTensor(rng, rng.Chance(0.5) ? DType::kBool : call.dtype(0), {length, keys}));
  if (rng.Chance(0.4)) out.attrs.Set("is_causal", int64_t{1});
  if (rng.Chance(0.3)) out.attrs.Set("softcap", static_cast<float>(rng.Real(0.5, 4)));
  if (rng.Chance(0.3)) out.attrs.Set("scale", static_cast<float>(rng.Real(0.1, 1)));
  if (call.opset >= kWindows && rng.Chance(0.3)) out.attrs.Set("left_window_size", rng.Int(0, 3));
  if (rng.Chance(0.2)) {
    out.attrs.Set("qk_matmul_output_mode", rng.Int(0, 3));
    out.outputs = 4;
  }
  return out;
}

}  // namespace

OpDef AttentionDef() {
  return {.name = "Attention",
          .meaning = "scaled dot product attention with masks and caches",
          .rounding = Rounding::kComposite,
          .infer = InferAttention,
          .evaluate = EvaluateAttention,
          .propose = ProposeAttention,
          .open = {kMaskedRow, kIntegerMask}};
}

}  // namespace assay::ops
