// How a PatternGrower finds the operands of a pattern: values that the draft has, new inputs and
// weights, constants.
#include <algorithm>
#include <cmath>

#include "generate/operand_values.h"
#include "generate/pattern_grower.h"

namespace assay::generate {
namespace {

constexpr double kChanceOfExisting = 0.6;
constexpr double kChanceOfScalar = 0.55;
constexpr double kChanceToKeepAxis = 0.75;
constexpr int kLooks = 4;
constexpr int64_t kMostLeadingAxes = 2;
// As in operand_values.cc; what becomes too large with the other sizes is drawn again.
constexpr double kChanceOfLongSize = 0.05;
constexpr int64_t kSizesOfLong[] = {7, 8, 9, 16, 17};

// Their constant operands are scalars.
constexpr std::string_view kScalarOperands[] = {"Clip", "DequantizeLinear", "Dropout", "Pad",
                                                "QuantizeLinear"};

constexpr DType kFloats[] = {DType::kFloat32, DType::kFloat32, DType::kFloat64, DType::kFloat16,
                             DType::kBfloat16};

Tensor Filled(DType dtype, const Shape& shape, double value) {
  const std::vector<double> values(static_cast<size_t>(ElementCount(shape)), value);
  return MakeTensor(dtype, shape, values);
}

// Within an axis of two at least.
Tensor SmallIndices(Rng& rng, DType dtype, const Shape& shape) {
  std::vector<double> values(static_cast<size_t>(ElementCount(shape)));
  for (double& value : values) value = static_cast<double>(rng.Int(-1, 1));
  return MakeTensor(dtype, shape, values);
}

bool Whole(double value) { return value == std::floor(value); }

}  // namespace

int64_t PatternGrower::Size(const PatternDim& dim) {
  if (dim.letter == 0) return dim.number;
  int64_t& size = sizes_[static_cast<size_t>(dim.letter - 'A')];
  if (size == 0) {
    if (dim.letter == 'N')
      size = rng_.Int(1, 2);
    else if (dim.letter == 'H' || dim.letter == 'W')
      size = rng_.Int(2, 5);
    else if (rng_.Chance(kChanceOfLongSize))
      size = rng_.Pick<int64_t>(kSizesOfLong);
    else
      size = rng_.Chance(0.15) ? 1 : rng_.Int(2, 4);
  }
  return dim.number * size;
}

// A shape that broadcasts to `like`.
Shape PatternGrower::Broadcastable(const TensorType& like) {
  Shape out;
  const auto rank = static_cast<int64_t>(like.dims.size());
  for (int64_t i = rng_.Int(0, rank); i < rank; ++i)
    out.push_back(rng_.Chance(kChanceToKeepAxis) ? like.dims[static_cast<size_t>(i)].size : 1);
  return out;
}

std::optional<Shape> PatternGrower::NewShape(const PatternLeaf& leaf, const TensorType* like) {
  Shape out;
  if (!leaf.shaped && like != nullptr) {
    out = leaf.data && rng_.Chance(0.6) ? *like->shape() : Broadcastable(*like);
  } else if (!leaf.shaped) {
    out = OperandShape(rng_, options_.max_elements / 2);
  } else {
    for (const PatternDim& dim : leaf.dims) {
      if (dim.letter != '.') {
        out.push_back(Size(dim));
        continue;
      }
      for (int64_t i = rng_.Int(0, kMostLeadingAxes); i > 0; --i) out.push_back(rng_.Int(1, 3));
    }
  }
  const auto count = CheckedElementCount(out);
  if (!count.has_value() || *count > options_.max_elements) return std::nullopt;
  return out;
}

// Whether a value has the shape that the leaf asks for; then its letters have sizes.
bool PatternGrower::Matches(const PatternLeaf& leaf, const TensorType& type) {
  if (!leaf.shaped) return true;
  const bool open = !leaf.dims.empty() && leaf.dims[0].letter == '.';
  const size_t fixed = leaf.dims.size() - (open ? 1 : 0);
  if (open ? type.dims.size() < fixed : type.dims.size() != fixed) return false;
  const auto before = sizes_;
  for (size_t i = 0; i < fixed; ++i) {
    const PatternDim& dim = leaf.dims[leaf.dims.size() - 1 - i];
    const int64_t size = type.dims[type.dims.size() - 1 - i].size;
    int64_t* known = dim.letter == 0 ? nullptr : &sizes_[static_cast<size_t>(dim.letter - 'A')];
    if (known != nullptr && *known == 0 && size > 0 && size % dim.number == 0)
      *known = size / dim.number;
    if (size == (known == nullptr ? dim.number : dim.number * *known)) continue;
    sizes_ = before;
    return false;
  }
  return true;
}

std::optional<DType> PatternGrower::TypeOf(const PatternLeaf& leaf, const TensorType* like) {
  DType out = like != nullptr ? like->dtype : main_;
  if (leaf.type == "int")
    out = IsInt(main_) ? main_ : SomeInteger(rng_);
  else if (leaf.type == "index")
    out = rng_.Chance(0.7) ? DType::kInt64 : DType::kInt32;
  else if (leaf.type == "float")
    out = IsFloat(main_) ? main_ : rng_.Pick<DType>(kFloats);
  else if (leaf.type == "any")
    out = rng_.Chance(0.5)   ? main_
          : rng_.Chance(0.5) ? SomeInteger(rng_)
                             : rng_.Pick<DType>(kFloats);
  else if (!leaf.type.empty())
    out = DTypeFromName(leaf.type).value_or(DType::kUndefined);
  if (options_.types != nullptr && !options_.types->contains(out)) return std::nullopt;
  return out == DType::kUndefined ? std::nullopt : std::optional(out);
}

ValueId PatternGrower::Existing(const PatternLeaf& leaf, DType dtype, const TensorType* like) {
  const std::vector<ValueId>& ids = draft_.listed(dtype);
  for (int i = 0; i < kLooks && !ids.empty(); ++i) {
    const ValueId id = rng_.Pick(std::span<const ValueId>(ids));
    const TensorType& type = draft_.value(id).actual;
    // Beside somebody else: one that is as large at most.
    if (!leaf.shaped && like != nullptr && type.dims != like->dims) continue;
    if (Matches(leaf, type)) return id;
  }
  return kAbsent;
}

ValueId PatternGrower::Leaf(int index, const TensorType* like) {
  ValueId& id = leaves_[static_cast<size_t>(index)];
  if (id != kAbsent) return id;
  const PatternLeaf& leaf = pattern_->leaves[static_cast<size_t>(index)];
  const auto dtype = TypeOf(leaf, like);
  if (!dtype.has_value()) return kAbsent;
  const bool special = leaf.positive || leaf.value.has_value() || leaf.type == "index";
  if (leaf.data && !special && rng_.Chance(kChanceOfExisting)) id = Existing(leaf, *dtype, like);
  if (id != kAbsent) return id;
  const auto shape = NewShape(leaf, like);
  if (!shape.has_value()) return kAbsent;
  DraftValue value{.source = leaf.data && grower_.inputs_allowed() ? DraftValue::Source::kInput
                                                                   : DraftValue::Source::kWeight,
                   .declared = TensorType(*dtype, *shape),
                   .actual = TensorType(*dtype, *shape),
                   .known = {},
                   .data = {},
                   .name = {}};
  if (leaf.value.has_value())
    value.data = Filled(*dtype, *shape, *leaf.value);
  else if (leaf.type == "index")
    value.data = SmallIndices(rng_, *dtype, *shape);
  else if (leaf.positive)
    value.data = OperandTensor(rng_, *dtype, *shape, Range::kPositive);
  return id = draft_.Add(std::move(value), leaf.data);
}

ValueId PatternGrower::Number(const PatternArg& arg, const TensorType* like, bool scalar) {
  const DType own =
      arg.word == "main" ? main_ : DTypeFromName(arg.word).value_or(DType::kUndefined);
  const DType dtype = own != DType::kUndefined ? own : like != nullptr ? like->dtype : main_;
  if (!IsFloat(dtype) && !(IsInt(dtype) && Whole(arg.number))) return kAbsent;
  if (IsInt(dtype) && (arg.number < static_cast<double>(IntMin(dtype)) ||
                       arg.number > static_cast<double>(IntMax(dtype))))
    return kAbsent;
  Shape shape;
  if (like != nullptr && arg.name.empty() && !scalar) {
    const size_t rank = like->dims.size();
    if (arg.wide) {
      shape = Shape(rank + 1, 1);
      shape[0] = rng_.Int(1, 2);
    } else if (arg.uneven) {
      shape = *like->shape();
    } else if (!rng_.Chance(kChanceOfScalar)) {
      const double u = rng_.Unit();
      if (u < 0.4)
        shape = Shape(1, 1);
      else if (u < 0.7)
        shape = Shape(rank, 1);
      else
        shape = Broadcastable(*like);
    }
  }
  const int64_t count = ElementCount(shape);
  if (count > options_.max_elements) return kAbsent;
  std::vector<double> values(static_cast<size_t>(count), arg.number);
  if (arg.uneven && count > 0) values[static_cast<size_t>(rng_.Int(0, count - 1))] += 1;
  return grower_.maker().AddConstant(MakeTensor(dtype, shape, values));
}

ValueId PatternGrower::Ints(const std::vector<PatternDim>& dims) {
  std::vector<int64_t> values;
  for (const PatternDim& dim : dims) values.push_back(Size(dim));
  return grower_.maker().AddConstant(Int64Vector(values));
}

// Whether an operand needs nothing of those beside it.
bool PatternGrower::StandsAlone(const PatternArg& arg, bool first) const {
  if (arg.kind != PatternArg::Kind::kLeaf) return arg.kind == PatternArg::Kind::kResult;
  const PatternLeaf& leaf = pattern_->leaves[static_cast<size_t>(arg.index)];
  return leaves_[static_cast<size_t>(arg.index)] != kAbsent ||
         (leaf.shaped && !leaf.value.has_value()) || (first && leaf.data);
}

ValueId PatternGrower::Operand(const PatternArg& arg, std::string_view op, const TensorType* like) {
  switch (arg.kind) {
    case PatternArg::Kind::kAbsent:
      return kAbsent;
    case PatternArg::Kind::kResult: {
      const std::vector<ValueId>& results = results_[static_cast<size_t>(arg.index)];
      const auto output = static_cast<size_t>(arg.output);
      return output < results.size() ? results[output] : kAbsent;
    }
    case PatternArg::Kind::kLeaf:
      return Leaf(arg.index, like);
    case PatternArg::Kind::kNumber:
      return Number(arg, like, std::ranges::find(kScalarOperands, op) != std::end(kScalarOperands));
    case PatternArg::Kind::kInts:
      return Ints(arg.ints);
    case PatternArg::Kind::kIndex:
      return Index(arg.number);
    case PatternArg::Kind::kWord:
      return grower_.maker().AddConstant(Filled(DType::kBool, {}, arg.word == "true" ? 1 : 0));
  }
  return kAbsent;
}

ValueId PatternGrower::Index(double value) {
  return grower_.maker().AddConstant(Filled(DType::kInt64, {}, value));
}

DType SomeInteger(Rng& rng) {
  constexpr DType kIntegers[] = {DType::kInt64,  DType::kInt64, DType::kInt32, DType::kInt32,
                                 DType::kInt8,   DType::kUint8, DType::kInt16, DType::kUint16,
                                 DType::kUint32, DType::kUint64};
  return rng.Pick<DType>(kIntegers);
}

}  // namespace assay::generate
