#include "ops/attention/attention_infer.h"

#include "ops/elementwise.h"

namespace assay::ops {

Result<Dim> SameDim(const Dim& a, const Dim& b, std::string_view what) {
  if (a.known() && b.known() && a.size != b.size)
    return Invalid(StrCat(what, " is ", a.size, " and ", b.size));
  if (a.known()) return a;
  return b.known() || a.symbol == 0 ? b : a;
}

Result<Dim> SplitDim(const Dim& whole, int64_t parts, std::string_view what) {
  if (parts <= 0) return Invalid(StrCat(what, " must be positive, is ", parts));
  if (!whole.known()) return parts == 1 ? whole : Dim::Unknown();
  if (whole.size % parts != 0)
    return Invalid(StrCat("size ", whole.size, " is not a multiple of ", what, " ", parts));
  return Dim::Known(whole.size / parts);
}

namespace {

// [batch, heads, length, size] of one input in either form.
struct HeadDims {
  Dim batch, heads, length, size;
};

Result<HeadDims> Unpack(const TensorType& type, const InferCall& call, const char* heads_attr) {
  if (!type.has_rank) return HeadDims{};
  if (type.rank() == 4) return HeadDims{type.dims[0], type.dims[1], type.dims[2], type.dims[3]};
  if (type.rank() != 3) return Invalid(StrCat("Q, K and V need rank 3 or 4, not ", type.rank()));
  if (!call.HasAttr(heads_attr))
    return Invalid(StrCat("inputs of rank 3 need attribute ", heads_attr));
  const int64_t heads = call.AttrInt(heads_attr, 0);
  ASSAY_ASSIGN(const Dim size, SplitDim(type.dims[2], heads, heads_attr));
  return HeadDims{type.dims[0], Dim::Known(heads), type.dims[1], size};
}

Dim Plus(const Dim& a, const Dim& b) {
  if (a.known() && a.size == 0) return b;
  if (b.known() && b.size == 0) return a;
  return a.known() && b.known() && a.size <= INT64_MAX - b.size ? Dim::Known(a.size + b.size)
                                                                : Dim::Unknown();
}

Status CheckOptions(const InferCall& call) {
  const int64_t mode = call.AttrInt("qk_matmul_output_mode", 0);
  if (mode < 0 || mode > 3)
    return Invalid(StrCat("qk_matmul_output_mode ", mode, " is not 0 to 3"));
  if (call.AttrFloat("softcap", 0) < 0) return Invalid("softcap is negative");
  for (const char* side : {"left_window_size", "right_window_size"})
    if (call.AttrInt(side, -1) < -1)
      return Invalid(StrCat(side, " ", call.AttrInt(side, -1), " is below -1"));
  if (call.HasAttr("softmax_precision")) {
    const auto type = call.AttrDType("softmax_precision");
    if (!type || !(*type == DType::kFloat32 || *type == DType::kFloat64 ||
                   *type == DType::kFloat16 || *type == DType::kBfloat16))
      return Invalid(StrCat("softmax_precision ", call.AttrInt("softmax_precision", 0),
                            " is not a type of softmax"));
  }
  if (call.has_input(4) != call.has_input(5))
    return Invalid("past_key and past_value must be given together");
  if (call.has_input(6) && call.has_input(4))
    return Invalid("nonpad_kv_seqlen excludes past_key and past_value");
  return {};
}

// Past entries per head; the other sizes must agree with the new ones.
Result<Dim> PastLength(const InferCall& call, size_t i, const HeadDims& fresh) {
  if (!call.has_input(i)) return Dim::Known(0);
  const TensorType& type = call.input(i);
  if (!type.has_rank) return Dim::Unknown();
  if (type.rank() != 4)
    return Invalid(StrCat("past_key and past_value need rank 4, not ", type.rank()));
  ASSAY_RETURN_IF_ERROR(SameDim(type.dims[0], fresh.batch, "batch size of the cache"));
  ASSAY_RETURN_IF_ERROR(SameDim(type.dims[1], fresh.heads, "head count of the cache"));
  ASSAY_RETURN_IF_ERROR(SameDim(type.dims[3], fresh.size, "head size of the cache"));
  return type.dims[2];
}

Status CheckMask(const InferCall& call, const Dims& full) {
  const TensorType& mask = call.input(3);
  if (!mask.has_rank) return {};
  if (mask.rank() > 4)
    return Invalid(StrCat("attn_mask of rank ", mask.rank(), " does not broadcast to rank 4"));
  for (int i = 0; i < mask.rank(); ++i) {
    const Dim m = mask.dims[static_cast<size_t>(i)],
              f = full[static_cast<size_t>(i + 4 - mask.rank())];
    const bool last = i == mask.rank() - 1;
    if (!m.known() || !f.known() || m.size == 1 || m.size == f.size) continue;
    if (last && m.size < f.size && call.opset() >= 24) continue;
    return Invalid(StrCat("attn_mask ", TypeText(mask), " does not broadcast to ",
                          TypeText(TensorType(mask.dtype, full))));
  }
  return {};
}

}  // namespace

Result<Types> InferAttention(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(CheckOptions(call));
  const TensorType &qt = call.input(0), &kt = call.input(1), &vt = call.input(2);
  if (qt.has_rank && kt.has_rank && vt.has_rank &&
      (qt.rank() != kt.rank() || qt.rank() != vt.rank()))
    return Invalid(
        StrCat("ranks of Q, K and V differ: ", qt.rank(), ", ", kt.rank(), ", ", vt.rank()));
  ASSAY_ASSIGN(const HeadDims q, Unpack(qt, call, "q_num_heads"));
  ASSAY_ASSIGN(const HeadDims k, Unpack(kt, call, "kv_num_heads"));
  ASSAY_ASSIGN(const HeadDims v, Unpack(vt, call, "kv_num_heads"));
  ASSAY_ASSIGN(Dim batch, SameDim(q.batch, k.batch, "batch size of Q and K"));
  ASSAY_ASSIGN(batch, SameDim(batch, v.batch, "batch size of Q and V"));
  ASSAY_ASSIGN(const Dim kv_heads, SameDim(k.heads, v.heads, "head count of K and V"));
  ASSAY_ASSIGN(const Dim length, SameDim(k.length, v.length, "sequence length of K and V"));
  ASSAY_RETURN_IF_ERROR(SameDim(q.size, k.size, "head size of Q and K"));
  if (q.heads.known() && kv_heads.known() &&
      (kv_heads.size == 0 || q.heads.size % kv_heads.size != 0))
    return Invalid(
        StrCat(q.heads.size, " query heads are not a multiple of ", kv_heads.size, " key heads"));
  ASSAY_ASSIGN(const Dim past, PastLength(call, 4, k));
  ASSAY_ASSIGN(const Dim past_values, PastLength(call, 5, v));
  ASSAY_ASSIGN(const Dim old, SameDim(past, past_values, "length of past_key and past_value"));
  const Dim total = Plus(old, length);
  ASSAY_RETURN_IF_ERROR(CheckMask(call, {batch, q.heads, q.length, total}));
  if (call.has_input(6) && call.input(6).has_rank) {
    if (call.input(6).rank() != 1) return Invalid("nonpad_kv_seqlen needs rank 1");
    ASSAY_RETURN_IF_ERROR(
        SameDim(call.input(6).dims[0], batch, "length of nonpad_kv_seqlen and batch size"));
  }
  TensorType y(qt.dtype);
  if (qt.rank() == 4) y = TensorType(qt.dtype, Dims{batch, q.heads, q.length, v.size});
  if (qt.rank() == 3) {
    Dim hidden = Dim::Unknown();
    if (v.size.known() && q.heads.known() &&
        (v.size.size == 0 || q.heads.size <= INT64_MAX / v.size.size))
      hidden = Dim::Known(v.size.size * q.heads.size);
    y = TensorType(qt.dtype, Dims{batch, q.length, hidden});
  }
  Types out = {y, TensorType(kt.dtype, Dims{batch, kv_heads, total, k.size}),
               TensorType(vt.dtype, Dims{batch, kv_heads, total, v.size}),
               TensorType(qt.dtype, Dims{batch, q.heads, q.length, total})};
  out.resize(std::min(out.size(), std::max<size_t>(1, call.output_count())));
  return out;
}

}  // namespace assay::ops
