#include "ops/attention/attention_plan.h"

namespace assay::ops {

Result<AttentionPlan> PlanAttention(const EvalCall& call) {
  if (call.opset() < kWindows &&
      (call.HasAttr("left_window_size") || call.HasAttr("right_window_size")))
    return Unsupported("Attention: windows before opset 28: its releases did not describe them");
  AttentionPlan p;
  const Bounded &q = call.tensor(0), &k = call.tensor(1), &v = call.tensor(2);
  p.packed = q.rank() == 3;
  const HeadView qv = HeadView::Of(q, call.AttrInt("q_num_heads", 1));
  const HeadView kv = HeadView::Of(k, call.AttrInt("kv_num_heads", 1));
  const HeadView vv = HeadView::Of(v, call.AttrInt("kv_num_heads", 1));
  p.batch = qv.batch;
  p.q_heads = qv.heads;
  p.kv_heads = kv.heads;
  p.q_length = qv.length;
  p.size = qv.size;
  p.v_size = vv.size;
  p.past = call.has_input(4) ? call.tensor(4).shape()[2] : 0;
  p.total = p.past + kv.length;
  p.scale = ScaleOrDefault(call, p.size);
  p.softcap = call.AttrFloat("softcap", 0);
  p.causal = call.AttrInt("is_causal", 0) != 0;
  p.left_window = call.AttrInt("left_window_size", -1);
  p.right_window = call.AttrInt("right_window_size", -1);
  p.output_mode = call.AttrInt("qk_matmul_output_mode", 0);
  p.softmax_type = call.AttrDType("softmax_precision").value_or(q.dtype());
  if (call.has_input(6)) {
    ASSAY_ASSIGN(p.valid, call.Ints(6));
    for (const int64_t n : p.valid)
      if (n < 0 || n > p.total)
        return Invalid(StrCat("nonpad_kv_seqlen ", n, " outside 0 to ", p.total));
  }
  return p;
}

Result<AttentionBias> AttentionBias::From(const EvalCall& call, const AttentionPlan& plan) {
  AttentionBias out;
  out.plan_ = &plan;
  out.mask_length_ = plan.total;
  if (!call.has_input(3)) return out;
  out.mask_ = &call.tensor(3);
  const Shape& shape = out.mask_->shape();
  const int64_t last = shape.empty() ? 1 : shape.back();
  if (last == 1 && plan.total > 1 && call.opset() >= 24 && !shape.empty())
    return Undetermined("attn_mask with a last size of 1 may be repeated or padded with -inf");
  Shape full = {plan.batch, plan.q_heads, plan.q_length, plan.total};
  if (last != 1 || plan.total <= 1) out.mask_length_ = full[3] = last;
  ASSAY_ASSIGN(const Shape broadcast, BroadcastShapes(shape, full));
  if (!(broadcast == full))
    return Invalid(
        StrCat("attn_mask ", ShapeText(shape), " does not broadcast to ", ShapeText(full)));
  out.strides_ = BroadcastStrides(shape, full);
  if (shape.empty()) out.mask_length_ = plan.total;
  return out;
}

bool AttentionBias::Attended(int64_t b, int64_t query, int64_t key) const {
  const AttentionPlan& p = *plan_;
  const bool external = !p.valid.empty();
  if (external && key >= p.valid[static_cast<size_t>(b)]) return false;
  const int64_t offset = external ? p.valid[static_cast<size_t>(b)] - p.q_length : p.past;
  const int64_t position = query + offset;
  if (p.causal && key > position) return false;
  if (p.left_window >= 0 && position - key > p.left_window) return false;
  return p.right_window < 0 || key - position <= p.right_window;
}

Real AttentionBias::MaskAt(const Arith& arith, int64_t b, int64_t head, int64_t query,
                           int64_t key) const {
  if (mask_ == nullptr) return Real::Point(0);
  if (key >= mask_length_) return Real::Point(-kInf);
  const int64_t at = b * strides_[0] + head * strides_[1] + query * strides_[2] + key * strides_[3];
  if (mask_->is_real()) return mask_->real(at);
  const Int x = mask_->integer(at);
  if (mask_->dtype() == DType::kBool)
    return {x.v != 0 ? 0 : -kInf, x.lo != 0 ? 0 : -kInf, x.hi != 0 ? 0 : -kInf, Nan::kNever};
  return arith.Round({static_cast<double>(x.v), static_cast<double>(x.lo),
                      static_cast<double>(x.hi), Nan::kNever});
}

Real AttentionBias::At(const Arith& arith, int64_t b, int64_t head, int64_t query,
                       int64_t key) const {
  const Real mask = MaskAt(arith, b, head, query, key);
  return Attended(b, query, key) ? mask : arith.Add(mask, Real::Point(-kInf));
}

}  // namespace assay::ops
