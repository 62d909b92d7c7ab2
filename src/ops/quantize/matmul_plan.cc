#include "ops/quantize/matmul_plan.h"

namespace assay::ops {
namespace {

// Dims of the matrices in front of the last two axes.
Dims Leading(const TensorType& t) {
  return t.rank() > 2 ? Dims(t.dims.begin(), t.dims.end() - 2) : Dims();
}

Shape Leading(const Shape& s) { return s.size() > 2 ? Shape(s.begin(), s.end() - 2) : Shape(); }

Result<std::vector<int64_t>> ParameterMap(const Shape& parameter, const Shape& target,
                                          int64_t along) {
  const auto count = CheckedElementCount(parameter);
  const auto total = static_cast<size_t>(ElementCount(target));
  if (count == 1) return std::vector<int64_t>(total, 0);
  if (parameter.size() == 1) {
    if (parameter[0] != along)
      return Invalid(StrCat("a parameter of ", parameter[0], " elements does not fit ", along,
                            " rows or columns"));
    std::vector<int64_t> map(total);
    for (size_t i = 0; i < total; ++i) map[i] = static_cast<int64_t>(i) % along;
    return map;
  }
  const auto joined = BroadcastShapes(parameter, target);
  if (!joined.ok() || *joined != target)
    return Invalid(StrCat("a parameter of shape ", ShapeText(parameter), " does not broadcast to ",
                          ShapeText(target)));
  std::vector<int64_t> map;
  map.reserve(total);
  for (Odometer it(target, BroadcastStrides(parameter, target)); !it.done(); it.Next())
    map.push_back(it.offset());
  return map;
}

}  // namespace

Result<MatMulPlan> PlanMatMul(const Shape& a, const Shape& b) {
  MatMulPlan plan;
  if (a.empty() || b.empty())
    return Invalid(
        StrCat("a product of ", ShapeText(a), " and ", ShapeText(b), " needs at least vectors"));
  plan.m = a.size() > 1 ? a[a.size() - 2] : 1;
  plan.k = a.back();
  plan.n = b.size() > 1 ? b.back() : 1;
  const int64_t rows = b.size() > 1 ? b[b.size() - 2] : b.back();
  if (rows != plan.k)
    return Invalid(StrCat("shapes ", ShapeText(a), " and ", ShapeText(b), " do not multiply"));
  ASSAY_ASSIGN(plan.out, BroadcastShapes(Leading(a), Leading(b)));
  for (Odometer it(plan.out, BroadcastStrides(Leading(a), plan.out)); !it.done(); it.Next())
    plan.a_batch.push_back(it.offset());
  for (Odometer it(plan.out, BroadcastStrides(Leading(b), plan.out)); !it.done(); it.Next())
    plan.b_batch.push_back(it.offset());
  if (a.size() > 1) plan.out.push_back(plan.m);
  if (b.size() > 1) plan.out.push_back(plan.n);
  return plan;
}

Result<TensorType> MatMulType(const TensorType& a, const TensorType& b, DType result) {
  TensorType out(result);
  if (!a.has_rank || !b.has_rank) return out;
  if (a.rank() == 0 || b.rank() == 0)
    return Invalid(
        StrCat("a product of ", TypeText(a), " and ", TypeText(b), " needs at least vectors"));
  const Dim k = a.dims.back(), rows = b.rank() > 1 ? b.dims[b.dims.size() - 2] : b.dims.back();
  if (k.known() && rows.known() && k.size != rows.size)
    return Invalid(StrCat(TypeText(a), " and ", TypeText(b), " do not multiply"));
  ASSAY_ASSIGN(out, BroadcastTypes(TensorType(result, Leading(a)), TensorType(result, Leading(b))));
  if (a.rank() > 1) out.dims.push_back(a.dims[a.dims.size() - 2]);
  if (b.rank() > 1) out.dims.push_back(b.dims.back());
  return out;
}

Result<std::vector<int64_t>> RowMap(const Shape& a, const Shape& parameter) {
  Shape target = Leading(a);
  const int64_t m = a.size() > 1 ? a[a.size() - 2] : 1;
  target.push_back(m);
  target.push_back(1);
  return ParameterMap(parameter, target, m);
}

Result<std::vector<int64_t>> ColumnMap(const Shape& b, const Shape& parameter) {
  Shape target = Leading(b);
  const int64_t n = b.size() > 1 ? b.back() : 1;
  target.push_back(1);
  target.push_back(n);
  return ParameterMap(parameter, target, n);
}

}  // namespace assay::ops
