// LabelEncoder, CategoryMapper: replace each element by the value that a table holds for it.
//
// Spec:  ai.onnx.ml LabelEncoder opsets 1 (strings and their positions), 2 (keys_* and values_*
// lists), 4 (tensors, int16 to
//        double, NaN keys match any NaN, the last of equal keys counts); CategoryMapper opset 1
//        (strings and integers).
// Traps: the output type follows the values; a missing default is "_Unused", -1 or -0.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/ml/feature.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kEqualKeys = {"which of equal keys counts before opset 4",
                             "ONNX LabelEncoder 2: no text on repeated keys"};

Tensor FloatsTensor(const std::vector<float>& values) {
  const std::vector<double> wide(values.begin(), values.end());
  return MakeTensor(DType::kFloat32, {static_cast<int64_t>(wide.size())}, wide);
}
Tensor StringsTensor(std::vector<std::string> values) {
  const auto n = static_cast<int64_t>(values.size());
  return Tensor({n}, std::move(values));
}

// keys, values and default as tensors of matching types.
struct Table {
  Tensor keys, values, otherwise;
};

Result<Tensor> OneList(const Call& call, const std::string& prefix) {
  std::vector<Tensor> found;
  if (call.HasAttr(prefix + "_strings"))
    found.push_back(StringsTensor(call.AttrStrings(prefix + "_strings")));
  if (call.HasAttr(prefix + "_int64s"))
    found.push_back(Int64Vector(call.AttrInts(prefix + "_int64s")));
  if (call.HasAttr(prefix + "_floats"))
    found.push_back(FloatsTensor(call.AttrFloats(prefix + "_floats")));
  if (const Tensor* tensor = call.AttrTensor(prefix + "_tensor")) found.push_back(*tensor);
  if (found.size() != 1)
    return Invalid(StrCat("exactly one of ", prefix, "_* must be set, ", found.size(), " are"));
  if (IsComplex(found[0].dtype()) || found[0].rank() > 1)
    return Invalid(StrCat(prefix, "_* must be a plain list"));
  return found[0];
}

Tensor ScalarOf(DType type, double number, const std::string& text) {
  if (type == DType::kString) return StringsTensor({text});
  return MakeTensor(type, {1}, std::span(&number, 1));
}

Result<Table> ReadTable(const Call& call) {
  Table t;
  if (call.opset() < 2) {
    t.values = StringsTensor(call.AttrStrings("classes_strings"));
    std::vector<int64_t> positions;
    for (int64_t i = 0; i < t.values.count(); ++i) positions.push_back(i);
    t.keys = Int64Vector(positions);
    t.otherwise = StringsTensor({call.AttrString("default_string", "_Unused")});
    return t;
  }
  ASSAY_ASSIGN(t.keys, OneList(call, "keys"));
  ASSAY_ASSIGN(t.values, OneList(call, "values"));
  if (t.keys.count() != t.values.count())
    return Invalid(StrCat(t.keys.count(), " keys for ", t.values.count(), " values"));
  const DType type = t.values.dtype();
  const double number = IsFloat(type) ? call.AttrFloat("default_float", -0.0)
                                      : static_cast<double>(call.AttrInt("default_int64", -1));
  t.otherwise = ScalarOf(type, number, call.AttrString("default_string", "_Unused"));
  if (type == DType::kInt64 && call.HasAttr("default_int64"))
    t.otherwise = Int64Vector(std::vector<int64_t>{call.AttrInt("default_int64", -1)});
  if (const Tensor* tensor = call.AttrTensor("default_tensor")) {
    if (tensor->dtype() != type || tensor->count() != 1)
      return Invalid(StrCat("default_tensor must be one ", DTypeName(type), ", is ",
                            tensor->count(), " of ", DTypeName(tensor->dtype())));
    t.otherwise = *tensor;
  }
  return t;
}

Table Reversed(const Table& t, int64_t otherwise) {
  return {t.values, t.keys, Int64Vector(std::vector<int64_t>{otherwise})};
}

Result<Types> InferTable(const InferCall& call, const Table& table) {
  TensorType out = call.input(0);
  if (out.dtype != DType::kUndefined && out.dtype != table.keys.dtype())
    return Invalid(StrCat("input is ", DTypeName(out.dtype), " but the keys are ",
                          DTypeName(table.keys.dtype())));
  out.dtype = table.values.dtype();
  return OneType(out);
}

// Whether key k is element i: no, yes, or possibly.
Int Matches(const Tensor& keys, int64_t k, const Bounded& x, int64_t i) {
  if (x.is_string()) return Int::Point(keys.strings()[static_cast<size_t>(k)] == x.string(i));
  if (!x.is_real()) return EqualTo(x.integer(i), Int::Point(keys.IntAt(k)));
  const Real e = x.real(i);
  const double key = keys.RealAt(k);
  if (std::isnan(key)) return {e.nan == Nan::kMust, e.nan == Nan::kMust, e.nan != Nan::kNever};
  if (e.nan == Nan::kMust) return Int::Point(0);
  Int equal = EqualTo(e, Real::Point(key));
  if (e.nan != Nan::kNever) equal.lo = 0;
  return equal;
}

Result<Outputs> LookUp(const EvalCall& call, const Table& table, bool last_counts) {
  const Bounded& x = call.tensor(0);
  if (x.dtype() != table.keys.dtype()) return Invalid("input and keys differ in type");
  ASSAY_ASSIGN(const Bounded values, Bounded::From(table.values, call.rules()));
  ASSAY_ASSIGN(const Bounded otherwise, Bounded::From(table.otherwise, call.rules()));
  Bounded y(table.values.dtype(), x.shape());
  for (int64_t i = 0; i < x.count(); ++i) {
    int64_t certain = -1;
    std::vector<int64_t> possible;
    for (int64_t k = 0; k < table.keys.count(); ++k) {
      const Int match = Matches(table.keys, k, x, i);
      if (match.lo != 0 && (last_counts || certain < 0)) certain = k;
      if (!match.point()) possible.push_back(k);
    }
    if (certain >= 0)
      y.set(i, values, certain);
    else
      y.set(i, otherwise, 0);
    if (certain < 0 && !possible.empty() && y.is_string()) return Outputs{Known::Undetermined()};
    if (certain < 0)
      for (const int64_t k : possible) y.Widen(i, values, k);
  }
  return One(std::move(y));
}

// --- LabelEncoder ---

// Opset 1 goes from strings to positions or back, by the type of its input.
Result<Table> EncoderTable(const Call& call, DType input) {
  ASSAY_ASSIGN(const Table table, ReadTable(call));
  return call.opset() < 2 && input == DType::kString
             ? Reversed(table, call.AttrInt("default_int64", -1))
             : table;
}

Result<Types> InferLabelEncoder(const InferCall& call) {
  ASSAY_ASSIGN(const Table table, EncoderTable(call, call.dtype(0)));
  return InferTable(call, table);
}

Result<Outputs> EvaluateLabelEncoder(const EvalCall& call) {
  ASSAY_ASSIGN(const Table table, EncoderTable(call, call.tensor(0).dtype()));
  return LookUp(call, table, call.opset() >= 4);
}

std::optional<Proposal> ProposeLabelEncoder(const ProposeCall& call) {
  if (call.opset < 2) return std::nullopt;
  Proposal out;
  if (call.dtype(0) == DType::kString)
    out.attrs.Set("keys_strings", std::vector<std::string>{"s1", "s2", "s30"});
  else if (call.dtype(0) == DType::kInt64)
    out.attrs.Set("keys_int64s", std::vector<int64_t>{-1, 0, 1});
  else if (call.dtype(0) == DType::kFloat32)
    out.attrs.Set("keys_floats", std::vector<float>{-1, 0, 1});
  else
    return std::nullopt;
  if (call.rng.Chance(0.5))
    out.attrs.Set("values_int64s", std::vector<int64_t>{10, 20, 30});
  else
    out.attrs.Set("values_floats", std::vector<float>{0.5f, 1.5f, 2.5f});
  return out;
}

// --- CategoryMapper ---

Result<Table> CategoryTable(const Call& call, DType input) {
  Table t{Int64Vector(call.AttrInts("cats_int64s")),
          StringsTensor(call.AttrStrings("cats_strings")),
          StringsTensor({call.AttrString("default_string", "_Unused")})};
  if (t.keys.count() != t.values.count())
    return Invalid(StrCat(t.keys.count(), " integers for ", t.values.count(), " strings"));
  return input == DType::kString ? Reversed(t, call.AttrInt("default_int64", -1)) : t;
}

Result<Types> InferCategoryMapper(const InferCall& call) {
  if (call.dtype(0) == DType::kUndefined) return OneType(TensorType());
  ASSAY_ASSIGN(const Table table, CategoryTable(call, call.dtype(0)));
  return InferTable(call, table);
}

Result<Outputs> EvaluateCategoryMapper(const EvalCall& call) {
  ASSAY_ASSIGN(const Table table, CategoryTable(call, call.tensor(0).dtype()));
  return LookUp(call, table, false);
}

std::optional<Proposal> ProposeCategoryMapper(const ProposeCall&) {
  return Proposal{.attrs = {{"cats_int64s", std::vector<int64_t>{-1, 0, 1}},
                            {"cats_strings", std::vector<std::string>{"s1", "s2", "s30"}}}};
}

}  // namespace

OpDef LabelEncoderMlDef() {
  return {.name = "LabelEncoder",
          .domain = kMlDomain,
          .meaning = "replaces elements by a table",
          .rounding = Rounding::kExact,
          .infer = InferLabelEncoder,
          .evaluate = EvaluateLabelEncoder,
          .propose = ProposeLabelEncoder,
          .open = {kEqualKeys}};
}
OpDef CategoryMapperMlDef() {
  return {.name = "CategoryMapper",
          .domain = kMlDomain,
          .meaning = "maps strings to integers or back",
          .rounding = Rounding::kExact,
          .infer = InferCategoryMapper,
          .evaluate = EvaluateCategoryMapper,
          .propose = ProposeCategoryMapper};
}

}  // namespace assay::ops
