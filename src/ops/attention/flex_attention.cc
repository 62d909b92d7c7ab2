// FlexAttention: attention whose scores and probabilities pass through subgraphs of the model.
//
//   S = score_mod(scale * Q K^T)      P = prob_mod(softmax(S))      Y = P V
//
// Spec:  ai.onnx.preview 1. Scores are taken to softmax_precision (float64 for float64 inputs,
// otherwise float32) before
//        score_mod; Y has the type of Q.
// Traps: a row that score_mod masks completely has no stated result.
#include "ops/attention/attention_infer.h"
#include "ops/attention/scaled_dot.h"
#include "ops/elementwise.h"
#include "ops/norm/softmax_row.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kMaskedFlexRow = {"a row whose scores are all -inf: 0 or NaN",
                                 "ONNX FlexAttention: no text on fully masked rows"};

DType SoftmaxType(const Call& call, DType input) {
  const DType otherwise = input == DType::kFloat64 ? DType::kFloat64 : DType::kFloat32;
  return call.AttrDType("softmax_precision").value_or(otherwise);
}

// The subgraph must give back one tensor of the type it takes.
Status CheckModifier(const InferCall& call, const char* name, const TensorType& scores) {
  const Graph* graph = call.AttrGraph(name);
  if (graph == nullptr) return {};
  if (graph->inputs.size() != 1 || graph->outputs.size() != 1)
    return Invalid(StrCat(name, " takes ", graph->inputs.size(), " and gives ",
                          graph->outputs.size(), " values instead of one"));
  const ValueType in(scores);
  ASSAY_ASSIGN(const std::vector<ValueType> out, call.subgraphs().Infer(*graph, std::span(&in, 1)));
  if (!Unify(out[0], in))
    return Invalid(StrCat(name, " turns ", TypeText(in), " into ", TypeText(out[0])));
  return {};
}

Result<Types> InferFlexAttention(const InferCall& call) {
  const TensorType &q = call.input(0), &k = call.input(1), &v = call.input(2);
  for (size_t i = 0; i < 3; ++i)
    if (call.input(i).has_rank && call.input(i).rank() != 4)
      return Invalid(StrCat("Q, K and V need rank 4, input ", i, " has ", call.input(i).rank()));
  const DType soft = SoftmaxType(call, q.dtype);
  if (!IsFloat(soft))
    return Invalid(
        StrCat("softmax_precision ", call.AttrInt("softmax_precision", 0), " is not a float type"));
  const auto dim = [](const TensorType& t, size_t i) {
    return t.has_rank ? t.dims[i] : Dim::Unknown();
  };
  ASSAY_ASSIGN(Dim batch, SameDim(dim(q, 0), dim(k, 0), "batch size of Q and K"));
  ASSAY_ASSIGN(batch, SameDim(batch, dim(v, 0), "batch size of Q and V"));
  ASSAY_ASSIGN(const Dim kv_heads, SameDim(dim(k, 1), dim(v, 1), "head count of K and V"));
  ASSAY_ASSIGN(const Dim keys, SameDim(dim(k, 2), dim(v, 2), "sequence length of K and V"));
  ASSAY_RETURN_IF_ERROR(SameDim(dim(q, 3), dim(k, 3), "head size of Q and K"));
  const Dim heads = dim(q, 1);
  if (heads.known() && kv_heads.known() && (kv_heads.size == 0 || heads.size % kv_heads.size != 0))
    return Invalid(
        StrCat(heads.size, " query heads are not a multiple of ", kv_heads.size, " key heads"));
  const TensorType scores(soft, Dims{batch, heads, dim(q, 2), keys});
  ASSAY_RETURN_IF_ERROR(CheckModifier(call, "score_mod", scores));
  ASSAY_RETURN_IF_ERROR(CheckModifier(call, "prob_mod", scores));
  return OneType(TensorType(q.dtype, Dims{batch, heads, dim(q, 2), dim(v, 3)}));
}

Result<Bounded> Modify(const EvalCall& call, const char* name, Bounded x) {
  const Graph* graph = call.AttrGraph(name);
  if (graph == nullptr) return x;
  const Shape shape = x.shape();
  const DType type = x.dtype();
  ASSAY_ASSIGN(std::vector<Known> out, call.subgraphs().Run(*graph, {Known(std::move(x))}));
  if (out.size() != 1) return Invalid(StrCat(name, " gave ", out.size(), " values"));
  if (!out[0].is_tensor())
    return Undetermined(StrCat(name, " gave a value whose shape depends on rounding"));
  if (!(out[0].tensor.shape() == shape) || out[0].tensor.dtype() != type)
    return Invalid(
        StrCat(name, " gave shape ", ShapeText(out[0].tensor.shape()), " for ", ShapeText(shape)));
  return std::move(out[0].tensor);
}

Result<Bounded> Scores(const EvalCall& call, const HeadView& q, const HeadView& k, DType soft) {
  const Shape shape = {q.batch, q.heads, q.length, k.length};
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  const Arith arith = call.arith(q.tensor->dtype()), cast = call.arith(soft);
  const double scale = ScaleOrDefault(call, q.size);
  RealWriter out(soft, shape);
  int64_t at = 0;
  for (int64_t b = 0; b < q.batch; ++b)
    for (int64_t h = 0; h < q.heads; ++h)
      for (int64_t i = 0; i < q.length; ++i) {
        const std::vector<Real> row = q.Row(b, h, i);
        for (int64_t j = 0; j < k.length; ++j)
          out.set(at++,
                  cast.Round(ScaledDot(arith, row, k.Row(b, h / (q.heads / k.heads), j), scale)));
      }
  return std::move(out).Finish();
}

Bounded Softmax(const EvalCall& call, const Bounded& scores) {
  const Arith arith = call.arith(scores.dtype());
  const int64_t n = scores.shape()[3];
  RealWriter out(scores.dtype(), scores.shape());
  std::vector<Real> row(static_cast<size_t>(n));
  for (int64_t start = 0; start < scores.count(); start += n) {
    for (int64_t j = 0; j < n; ++j) row[static_cast<size_t>(j)] = scores.real(start + j);
    SoftmaxOfRow(arith, row, row, EmptyRow::kZeroOrNan);
    for (int64_t j = 0; j < n; ++j) out.set(start + j, row[static_cast<size_t>(j)]);
  }
  return std::move(out).Finish();
}

Result<Outputs> EvaluateFlexAttention(const EvalCall& call) {
  const HeadView q = HeadView::Of(call.tensor(0), 0), k = HeadView::Of(call.tensor(1), 0),
                 v = HeadView::Of(call.tensor(2), 0);
  if (k.heads == 0 || q.heads % k.heads != 0)
    return Invalid(StrCat(q.heads, " query heads for ", k.heads, " key heads"));
  ASSAY_RETURN_IF_ERROR(CheckSize({q.batch, q.heads, q.length}));
  const DType type = call.tensor(0).dtype(), soft = SoftmaxType(call, type);
  ASSAY_ASSIGN(Bounded scores, Scores(call, q, k, soft));
  ASSAY_ASSIGN(scores, Modify(call, "score_mod", std::move(scores)));
  ASSAY_ASSIGN(const Bounded probs, Modify(call, "prob_mod", Softmax(call, scores)));
  ASSAY_RETURN_IF_ERROR(CheckSize({q.batch, q.heads, q.length, v.size}));
  // The last product in the softmax type, or in the input's when that is the coarser one.
  const Arith mix = call.arith(Coarser(type, soft)), arith = call.arith(type);
  RealWriter y(type, {q.batch, q.heads, q.length, v.size});
  std::vector<Real> row(static_cast<size_t>(k.length)), column(static_cast<size_t>(k.length));
  for (int64_t r = 0; r < q.batch * q.heads * q.length; ++r) {
    const int64_t b = r / (q.heads * q.length), head = r / q.length % q.heads;
    for (int64_t j = 0; j < k.length; ++j)
      row[static_cast<size_t>(j)] = probs.real(r * k.length + j);
    for (int64_t d = 0; d < v.size; ++d) {
      for (int64_t j = 0; j < k.length; ++j)
        column[static_cast<size_t>(j)] =
            v.tensor->real(v.Offset(b, head / (q.heads / k.heads), j) + d);
      y.set(r * v.size + d, arith.Round(WeightedSum(mix, row, column)));
    }
  }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeFlexAttention(const ProposeCall& call) {
  if (call.rank(0) != 4 || call.shape(0)[1] == 0) return std::nullopt;
  const Shape q = call.shape(0);
  const int64_t heads = call.rng.Chance(0.5) ? 1 : q[1], keys = call.rng.Int(1, 5),
                v_size = call.rng.Int(1, 4);
  Proposal out;
  out.constants = {RandomTensor(call.rng, call.dtype(0), {q[0], heads, keys, q[3]}),
                   RandomTensor(call.rng, call.dtype(0), {q[0], heads, keys, v_size})};
  if (call.rng.Chance(0.5)) out.attrs.Set("scale", static_cast<float>(call.rng.Real(0.1, 1)));
  return out;
}

}  // namespace

OpDef FlexAttentionPreviewDef() {
  return {.name = "FlexAttention",
          .domain = "ai.onnx.preview",
          .meaning = "attention with subgraphs that change scores and probabilities",
          .rounding = Rounding::kComposite,
          .infer = InferFlexAttention,
          .evaluate = EvaluateFlexAttention,
          .propose = ProposeFlexAttention,
          .open = {kMaskedFlexRow}};
}

}  // namespace assay::ops
