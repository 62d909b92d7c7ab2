// OneHotEncoder, FeatureVectorizer, DictVectorizer, CastMap, ZipMap: between categories, maps and
// feature vectors.
//
// Spec:  ai.onnx.ml opset 1.
// Traps: OneHotEncoder casts floats to integers first; CastMap and DictVectorizer give one row [1,
// n] in shipped libraries
//        where the text says 1-D: the row is used here; ZipMap gives a sequence of one map per row.
#include <algorithm>
#include <cmath>

#include "ops/elementwise.h"
#include "ops/ml/feature.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kRow = {"shape [n] or [1, n] of a vectorised map",
                       "ONNX DictVectorizer: 'A 1-D tensor', shipped libraries give a row"};

// --- OneHotEncoder ---

Result<int64_t> CategoryCount(const Call& call) {
  const size_t strings = call.AttrStrings("cats_strings").size(),
               ints = call.AttrInts("cats_int64s").size();
  if ((strings == 0) == (ints == 0))
    return Invalid("exactly one of cats_strings and cats_int64s must be set");
  return static_cast<int64_t>(std::max(strings, ints));
}

Result<Types> InferOneHotEncoder(const InferCall& call) {
  ASSAY_ASSIGN(const int64_t count, CategoryCount(call));
  const TensorType& x = call.input(0);
  if (x.dtype != DType::kUndefined &&
      (x.dtype == DType::kString) == call.AttrStrings("cats_strings").empty())
    return Invalid(StrCat("categories do not fit an input of ", DTypeName(x.dtype)));
  if (!x.has_rank) return OneType(TensorType(DType::kFloat32));
  Dims dims = x.dims;
  dims.push_back(Dim::Known(count));
  return OneType(TensorType(DType::kFloat32, dims));
}

// The integer that a feature is cast to, as a range.
Int CastToInt(const Bounded& x, int64_t i) {
  if (!x.is_real()) return x.integer(i);
  const Real e = x.real(i);
  if (e.nan != Nan::kNever || !(std::fabs(e.lo) < 9e18) || !(std::fabs(e.hi) < 9e18))
    return {0, INT64_MIN, INT64_MAX};
  return {static_cast<int64_t>(e.v), static_cast<int64_t>(e.lo), static_cast<int64_t>(e.hi)};
}

Result<Outputs> EvaluateOneHotEncoder(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const int64_t count, CategoryCount(call));
  const std::vector<std::string> strings = call.AttrStrings("cats_strings");
  const std::vector<int64_t> ints = call.AttrInts("cats_int64s");
  if (x.is_string() == strings.empty()) return Invalid("categories do not fit the input");
  Shape shape = x.shape();
  shape.push_back(count);
  ASSAY_ASSIGN(Bounded y, NewTensor(DType::kFloat32, shape));
  for (int64_t i = 0; i < x.count(); ++i) {
    bool found = false;
    for (int64_t c = 0; c < count; ++c) {
      const auto k = static_cast<size_t>(c);
      const Int hit = x.is_string() ? Int::Point(x.string(i) == strings[k])
                                    : EqualTo(CastToInt(x, i), Int::Point(ints[k]));
      found = found || hit.hi != 0;
      y.set(i * count + c, Real{static_cast<double>(hit.v), static_cast<double>(hit.lo),
                                static_cast<double>(hit.hi), Nan::kNever});
    }
    if (!found && call.AttrInt("zeros", 1) == 0)
      return Invalid(StrCat("element ", i, " is in no category and zeros is 0"));
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeOneHotEncoder(const ProposeCall& call) {
  if (call.dtype(0) == DType::kString)
    return Proposal{.attrs = {{"cats_strings", std::vector<std::string>{"s1", "s2", "s30"}}}};
  return Proposal{.attrs = {{"cats_int64s", std::vector<int64_t>{-1, 0, 1, 2}}}};
}

// --- FeatureVectorizer ---

Result<Types> InferFeatureVectorizer(const InferCall& call) {
  const std::vector<int64_t> sizes = call.AttrInts("inputdimensions");
  if (!sizes.empty() && sizes.size() != call.input_count())
    return Invalid(StrCat(sizes.size(), " inputdimensions for ", call.input_count(), " inputs"));
  Dim rows = Dim::Unknown(), width = Dim::Known(0);
  for (size_t i = 0; i < call.input_count(); ++i) {
    const TensorType& x = call.input(i);
    if (x.has_rank && x.rank() != 1 && x.rank() != 2)
      return Invalid(StrCat("input ", i, " needs rank 1 or 2, has ", x.rank()));
    const Dim n = x.rank() == 2 ? x.dims[0] : x.rank() == 1 ? Dim::Known(1) : Dim::Unknown();
    const Dim w = x.has_rank ? x.dims[x.dims.size() - 1] : Dim::Unknown();
    if (rows.known() && n.known() && rows.size != n.size)
      return Invalid(StrCat("inputs have ", rows.size, " and ", n.size, " rows"));
    if (!sizes.empty() && w.known() && w.size != sizes[i])
      return Invalid(StrCat("input ", i, " has ", w.size, " columns, not ", sizes[i]));
    if (!rows.known()) rows = n;
    width = width.known() && w.known() && w.size <= kMaxElements && width.size <= INT64_MAX / 2
                ? Dim::Known(width.size + w.size)
                : Dim::Unknown();
  }
  return OneType(TensorType(DType::kFloat32, Dims{rows, width}));
}

Result<Outputs> EvaluateFeatureVectorizer(const EvalCall& call) {
  int64_t width = 0;
  const int64_t rows = call.input_count() == 0 ? 0 : RowsOf(call.tensor(0).shape()).count;
  for (size_t i = 0; i < call.input_count(); ++i) {
    const Rows r = RowsOf(call.tensor(i).shape());
    if (r.count != rows) return Invalid(StrCat("inputs have ", rows, " and ", r.count, " rows"));
    ASSAY_RETURN_IF_ERROR(CheckSize({r.width}));
    width += r.width;
  }
  ASSAY_RETURN_IF_ERROR(CheckSize({rows, width}));
  const Arith arith = call.arith(DType::kFloat32);
  RealWriter y(DType::kFloat32, {rows, width});
  for (int64_t n = 0, at = 0; n < rows && width > 0; ++n)
    for (size_t i = 0; i < call.input_count(); ++i) {
      const int64_t w = RowsOf(call.tensor(i).shape()).width;
      for (int64_t k = 0; k < w; ++k) y.set(at++, FloatFeatureAt(arith, call.tensor(i), n * w + k));
    }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeFeatureVectorizer(const ProposeCall& call) {
  for (size_t i = 0; i < call.inputs.size(); ++i)
    if (call.dtype(i) != call.dtype(0) || call.rank(i) < 1 || call.rank(i) > 2 ||
        RowsOf(call.shape(i)).count != RowsOf(call.shape(0)).count)
      return std::nullopt;
  return Proposal{};
}

// --- maps ---

DType MappedType(const ValueType& map) {
  return map.kind == ValueType::Kind::kMap && map.element && map.element->is_tensor()
             ? map.element->tensor.dtype
             : DType::kUndefined;
}

Result<Types> InferDictVectorizer(const InferCall& call) {
  const size_t strings = call.AttrStrings("string_vocabulary").size(),
               ints = call.AttrInts("int64_vocabulary").size();
  if ((strings == 0) == (ints == 0))
    return Invalid("exactly one of string_vocabulary and int64_vocabulary must be set");
  return OneType(
      TensorType(MappedType(call.value(0)),
                 Dims{Dim::Known(1), Dim::Known(static_cast<int64_t>(std::max(strings, ints)))}));
}

// Position of key k of a map in a vocabulary, or -1.
int64_t PositionOf(const Bounded& keys, int64_t k, const std::vector<std::string>& strings,
                   const std::vector<int64_t>& ints) {
  if (keys.is_string()) {
    const auto it = std::find(strings.begin(), strings.end(), keys.string(k));
    return it == strings.end() ? -1 : it - strings.begin();
  }
  const auto it = std::find(ints.begin(), ints.end(), keys.integer(k).v);
  return it == ints.end() ? -1 : it - ints.begin();
}

Result<Outputs> EvaluateDictVectorizer(const EvalCall& call) {
  const Known& map = call.value(0);
  const std::vector<std::string> strings = call.AttrStrings("string_vocabulary");
  const std::vector<int64_t> ints = call.AttrInts("int64_vocabulary");
  if (map.items.empty())
    return Unsupported("an empty map does not determine the type of its values");
  if (map.tensor.is_string() == strings.empty())
    return Invalid("the vocabulary does not fit the keys");
  Bounded y(map.items[0].tensor.dtype(),
            {1, static_cast<int64_t>(std::max(strings.size(), ints.size()))});
  for (size_t k = 0; k < map.items.size(); ++k) {
    const int64_t at = PositionOf(map.tensor, static_cast<int64_t>(k), strings, ints);
    if (at < 0) return Invalid("a key of the map is not in the vocabulary");
    y.set(at, map.items[k].tensor, 0);
  }
  return One(std::move(y));
}

Result<DType> CastMapTarget(const Call& call) {
  const std::string to = call.AttrString("cast_to", "TO_FLOAT");
  if (to == "TO_FLOAT") return DType::kFloat32;
  if (to == "TO_INT64") return DType::kInt64;
  if (to == "TO_STRING") return DType::kString;
  return Invalid(StrCat("cast_to '", to, "' is not TO_FLOAT, TO_STRING or TO_INT64"));
}

Result<Types> InferCastMap(const InferCall& call) {
  ASSAY_ASSIGN(const DType type, CastMapTarget(call));
  const std::string form = call.AttrString("map_form", "DENSE");
  if (form != "DENSE" && form != "SPARSE")
    return Invalid(StrCat("map_form '", form, "' is not DENSE or SPARSE"));
  const int64_t length = call.AttrInt("max_map", 1);
  if (form == "SPARSE" && length < 1)
    return Invalid(StrCat("max_map ", length, " is not positive"));
  return OneType(TensorType(
      type, Dims{Dim::Known(1), form == "SPARSE" ? Dim::Known(length) : Dim::Unknown()}));
}

Result<Outputs> EvaluateCastMap(const EvalCall& call) {
  const Known& map = call.value(0);
  ASSAY_ASSIGN(const DType type, CastMapTarget(call));
  const bool sparse = call.AttrString("map_form", "DENSE") == "SPARSE";
  std::vector<std::pair<int64_t, size_t>> order;  // key and position
  for (size_t k = 0; k < map.items.size(); ++k)
    order.emplace_back(map.tensor.integer(static_cast<int64_t>(k)).v, k);
  std::sort(order.begin(), order.end());
  const int64_t length = sparse ? call.AttrInt("max_map", 1) : static_cast<int64_t>(order.size());
  ASSAY_ASSIGN(Bounded y, NewTensor(type, {1, length}));
  int64_t next = 0;
  for (const auto& [key, k] : order) {
    const int64_t at = sparse ? key : next++;
    if (at < 0 || at >= length) return Invalid(StrCat("key ", key, " of a map of ", length));
    const Bounded& value = map.items[k].tensor;
    if (value.dtype() == type)
      y.set(at, value, 0);
    else if (value.is_real() && type == DType::kInt64 && value.real(0).point() &&
             std::fabs(value.real(0).v) < 9e18)
      y.set(at, Int::Point(static_cast<int64_t>(value.real(0).v)));
    else
      return Unsupported(StrCat("casting a mapped ", DTypeName(value.dtype()), " to ",
                                DTypeName(type), " has no stated form"));
  }
  return One(std::move(y));
}

Result<Types> InferZipMap(const InferCall& call) {
  ASSAY_ASSIGN(const Labels labels, ReadLabels(call, "classlabels_int64s", "classlabels_strings"));
  const TensorType& x = call.input(0);
  if (x.has_rank && x.rank() != 1 && x.rank() != 2)
    return Invalid(StrCat("input needs rank 1 or 2, has ", x.rank()));
  if (x.has_rank && x.dims[x.dims.size() - 1].known() &&
      x.dims[x.dims.size() - 1].size != static_cast<int64_t>(labels.size()))
    return Invalid(StrCat(labels.size(), " labels for ", TypeText(x)));
  return Types{
      ValueType::SequenceOf(ValueType::MapOf(labels.type(), TensorType(DType::kFloat32, Dims{})))};
}

Result<Outputs> EvaluateZipMap(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const Labels labels, ReadLabels(call, "classlabels_int64s", "classlabels_strings"));
  const Rows rows = RowsOf(x.shape());
  if (rows.width != static_cast<int64_t>(labels.size()))
    return Invalid(StrCat(labels.size(), " labels for ", rows.width, " columns"));
  Bounded keys(labels.type(), {rows.width});
  for (int64_t c = 0; c < rows.width; ++c) {
    if (labels.as_strings)
      keys.set(c, labels.strings[static_cast<size_t>(c)]);
    else
      keys.set(c, Int::Point(labels.ints[static_cast<size_t>(c)]));
  }
  std::vector<Known> maps;
  for (int64_t n = 0; n < rows.count; ++n) {
    Known map;
    map.kind = Known::Kind::kMap;
    map.tensor = keys;
    for (int64_t c = 0; c < rows.width; ++c) {
      Bounded value(DType::kFloat32, {});
      value.set(0, x, n * rows.width + c);
      map.items.emplace_back(std::move(value));
    }
    maps.push_back(std::move(map));
  }
  return Outputs{Known::Sequence(std::move(maps))};
}

}  // namespace

OpDef OneHotEncoderMlDef() {
  return {.name = "OneHotEncoder",
          .domain = kMlDomain,
          .meaning = "a one at the position of each category",
          .rounding = Rounding::kExact,
          .infer = InferOneHotEncoder,
          .evaluate = EvaluateOneHotEncoder,
          .propose = ProposeOneHotEncoder};
}
OpDef FeatureVectorizerMlDef() {
  return {.name = "FeatureVectorizer",
          .domain = kMlDomain,
          .meaning = "joins inputs as columns of one float tensor",
          .rounding = Rounding::kCorrect,
          .data_inputs = {1, 3},
          .infer = InferFeatureVectorizer,
          .evaluate = EvaluateFeatureVectorizer,
          .propose = ProposeFeatureVectorizer};
}
OpDef DictVectorizerMlDef() {
  return {.name = "DictVectorizer",
          .domain = kMlDomain,
          .meaning = "values of a map in the order of a vocabulary",
          .rounding = Rounding::kExact,
          .infer = InferDictVectorizer,
          .evaluate = EvaluateDictVectorizer,
          .open = {kRow}};
}
OpDef CastMapMlDef() {
  return {.name = "CastMap",
          .domain = kMlDomain,
          .meaning = "a map as a tensor in the order of its keys",
          .rounding = Rounding::kExact,
          .infer = InferCastMap,
          .evaluate = EvaluateCastMap,
          .open = {kRow}};
}
OpDef ZipMapMlDef() {
  return {.name = "ZipMap",
          .domain = kMlDomain,
          .meaning = "a map from labels to the columns of each row",
          .rounding = Rounding::kExact,
          .infer = InferZipMap,
          .evaluate = EvaluateZipMap};
}

}  // namespace assay::ops
