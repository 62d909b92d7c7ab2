// Numbers and tensor elements from text. Nothing is allocated for a shape before the data for it
// was seen.
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/strings.h"
#include "graph/text.h"
#include "graph/text_spelling.h"
#include "graph/text_tensor.h"

namespace assay {
namespace {

// Reads the whole of `text` as a T; nothing when it is not one or does not fit.
template <typename T>
std::optional<T> ReadNumber(std::string_view text, auto... base) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base...);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The rest of nan(0x…), as a bit pattern of `dtype`.
Result<uint64_t> ParseNanBits(TokenStream& in, DType dtype) {
  in.Take();  // (
  const Token number = in.Peek();
  std::optional<uint64_t> bits;
  if (number.kind == Token::Kind::kNumber && number.text.starts_with("0x"))
    bits = ReadNumber<uint64_t>(number.text.substr(2), 16);
  const int width = BitWidth(dtype);
  if (!bits || (width < 64 && *bits >> width != 0) || !std::isnan(DecodeFloat(dtype, *bits)))
    return in.Expected(StrCat("the bits of a ", DTypeName(dtype), " NaN as 0x…"));
  in.Take();
  ASSAY_RETURN_IF_ERROR(in.Expect(")", "after the bits of a NaN"));
  return *bits;
}

// A decimal number, rounded to nearest; a finite number must stay finite.
std::optional<uint64_t> ReadReal(DType dtype, std::string_view text) {
  if (dtype == DType::kFloat32) {  // directly, as rounding twice could end on a neighbour
    const auto value = ReadNumber<float>(text);
    if (!value) return std::nullopt;
    return std::bit_cast<uint32_t>(*value);
  }
  const auto value = ReadNumber<double>(text);
  if (!value) return std::nullopt;
  const FloatFormat& format = FormatOf(dtype);
  const uint64_t bits = EncodeFloat(dtype, *value);
  if (!std::isfinite(DecodeFloat(dtype, bits)) ||
      std::fabs(*value) > format.max * (1 + format.unit))
    return std::nullopt;
  return bits;
}

Result<uint64_t> ParseReal(TokenStream& in, DType dtype) {
  const Token token = in.Peek();
  const bool positive = in.Is("inf"), negative = in.Is("-inf");
  if (in.Accept("nan")) {
    if (in.Is("(") && in.Peek(1).kind == Token::Kind::kNumber) return ParseNanBits(in, dtype);
    if (!FormatOf(dtype).has_nan) return in.FailAt(token, StrCat(DTypeName(dtype), " has no NaN"));
    return EncodeFloat(dtype, std::numeric_limits<double>::quiet_NaN());
  }
  if (positive || negative) {
    if (!FormatOf(dtype).has_infinity)
      return in.FailAt(token, StrCat(DTypeName(dtype), " has no infinity"));
    in.Take();
    return EncodeFloat(dtype, positive ? HUGE_VAL : -HUGE_VAL);
  }
  if (token.kind != Token::Kind::kNumber)
    return in.Expected(StrCat("a ", DTypeName(dtype), " number"));
  const auto bits = ReadReal(dtype, token.text);
  if (!bits) return in.FailAt(token, StrCat(token.text, " does not fit ", DTypeName(dtype)));
  in.Take();
  return *bits;
}

Result<int64_t> ParseIntOf(TokenStream& in, DType dtype) {
  if (dtype == DType::kBool && in.Accept("true")) return 1;
  if (dtype == DType::kBool && in.Accept("false")) return 0;
  const Token token = in.Peek();
  if (token.kind != Token::Kind::kNumber)
    return in.Expected(dtype == DType::kBool ? "true or false"
                                             : StrCat("a ", DTypeName(dtype), " number"));
  std::optional<int64_t> value;
  if (dtype == DType::kUint64) {
    if (const auto wide = ReadNumber<uint64_t>(token.text)) value = static_cast<int64_t>(*wide);
  } else {
    value = ReadNumber<int64_t>(token.text);
    if (value && (*value < IntMin(dtype) || *value > IntMax(dtype))) value.reset();
  }
  if (!value) return in.FailAt(token, StrCat(token.text, " does not fit ", DTypeName(dtype)));
  in.Take();
  return *value;
}

// The elements of one tensor as they are read.
class Elements {
 public:
  Elements(TokenStream& in, const TensorType& type, const Shape& shape)
      : in_(in), type_(type), shape_(shape) {}

  int64_t count() const { return count_; }
  Tensor Finish() && {
    if (type_.dtype == DType::kString) return Tensor(shape_, std::move(strings_));
    return Tensor(type_.dtype, shape_, std::move(bytes_));
  }
  // Repeats the one element read so far.
  void Repeat(int64_t count) {
    if (!strings_.empty())
      strings_ = std::vector<std::string>(static_cast<size_t>(count), strings_[0]);
    const size_t step = StorageBytes(type_.dtype);
    bytes_.resize(step * static_cast<size_t>(count));
    for (size_t i = step; i < bytes_.size(); ++i) bytes_[i] = bytes_[i - step];
  }
  size_t text_size() const { return strings_.empty() ? 0 : strings_[0].size(); }

  Status One() {
    ++count_;
    const DType dtype = type_.dtype;
    if (dtype == DType::kString) {
      ASSAY_ASSIGN(strings_.emplace_back(), in_.TakeString("a string"));
      return {};
    }
    if (IsFloat(dtype)) return Real(dtype);
    if (IsComplex(dtype))
      return Complex(dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64);
    ASSAY_ASSIGN(const int64_t value, ParseIntOf(in_, dtype));
    bytes_.resize(bytes_.size() + StorageBytes(dtype));
    StoreInt(dtype, bytes_.data(), static_cast<int64_t>(bytes_.size() / StorageBytes(dtype)) - 1,
             value);
    return {};
  }

  // A list: of elements (the last axis, or all elements in a row), or of one list per index of this
  // axis.
  Status List(size_t axis) {
    if (axis >= kMaxTextDepth)
      return in_.Expected(StrCat("lists nested at most ", kMaxTextDepth, " deep"));
    const Token open = in_.Peek();
    ASSAY_RETURN_IF_ERROR(in_.Expect("[", "to begin the elements"));
    const bool nested = in_.Is("[");
    int64_t items = 0;
    for (; !in_.Is("]"); ++items) {
      if (items > 0) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or ']' after an element"));
      ASSAY_RETURN_IF_ERROR(nested ? List(axis + 1) : One());
    }
    in_.Take();
    if (axis == 0 && !nested) return {};
    const bool leaf = axis + 1 == shape_.size();
    if (axis >= shape_.size() || nested == leaf || items != shape_[axis])
      return in_.FailAt(open, StrCat("this list does not fit the shape ", ShapeText(shape_)));
    return {};
  }

 private:
  Status Real(DType dtype) {
    ASSAY_ASSIGN(const uint64_t bits, ParseReal(in_, dtype));
    const size_t at = bytes_.size();
    bytes_.resize(at + StorageBytes(dtype));
    std::memcpy(bytes_.data() + at, &bits, StorageBytes(dtype));
    return {};
  }
  Status Complex(DType part) {
    ASSAY_RETURN_IF_ERROR(in_.Expect("(", "to begin a complex number"));
    ASSAY_RETURN_IF_ERROR(Real(part));
    ASSAY_RETURN_IF_ERROR(in_.Expect(",", "between the real and the imaginary part"));
    ASSAY_RETURN_IF_ERROR(Real(part));
    return in_.Expect(")", "after a complex number");
  }

  TokenStream& in_;
  const TensorType& type_;
  const Shape& shape_;
  int64_t count_ = 0;
  std::vector<std::byte> bytes_;
  std::vector<std::string> strings_;
};

Result<Tensor> ParseBase64(TokenStream& in, DType dtype, const Shape& shape, int64_t count) {
  in.Take();
  const Token token = in.Peek();
  if (dtype == DType::kString) return in.Expected("strings; base64 is for numbers");
  auto bytes = DecodeBase64(token.text.substr(1, token.text.size() - 2));
  if (!bytes) return in.FailAt(token, "this is not base64");
  const uint64_t needed = DataBytes(dtype, count, 0);
  if (bytes->size() != needed)
    return in.FailAt(token, StrCat(DTypeName(dtype), ShapeText(shape), " needs ", needed,
                                   " bytes, found ", bytes->size()));
  in.Take();
  return Tensor(dtype, shape, std::move(*bytes));
}

Result<Tensor> ParseFill(TokenStream& in, const TensorType& type, const Shape& shape, int64_t count,
                         uint64_t& budget) {
  const Token start = in.Take();
  in.Take();  // (
  Elements elements(in, type, shape);
  ASSAY_RETURN_IF_ERROR(elements.One());
  ASSAY_RETURN_IF_ERROR(in.Expect(")", "after the value of fill"));
  const uint64_t cost = DataBytes(type.dtype, count, elements.text_size());
  if (cost > budget)
    return in.FailAt(
        start, StrCat("fill makes too much data: at most ", kMaxFillBytes, " bytes in one text"));
  budget -= cost;
  elements.Repeat(count);
  return std::move(elements).Finish();
}

Result<Tensor> ParseElements(TokenStream& in, const TensorType& type, const Shape& shape,
                             int64_t count) {
  const Token start = in.Peek();
  Elements elements(in, type, shape);
  ASSAY_RETURN_IF_ERROR(shape.empty() && !in.Is("[") ? elements.One() : elements.List(0));
  if (elements.count() != count)
    return in.FailAt(
        start, StrCat(TypeText(type), " needs ", count, " elements, found ", elements.count()));
  return std::move(elements).Finish();
}

}  // namespace

uint64_t DataBytes(DType dtype, int64_t count, size_t string_size) {
  const uint64_t each =
      dtype == DType::kString ? sizeof(std::string) + string_size : StorageBytes(dtype);
  uint64_t cost = 0;
  return __builtin_mul_overflow(static_cast<uint64_t>(count), each, &cost) ? ~uint64_t{0} : cost;
}

Result<int64_t> ParseInt(TokenStream& in, std::string_view what) {
  if (in.Peek().kind != Token::Kind::kNumber) return in.Expected(what);
  const auto value = ReadNumber<int64_t>(in.Peek().text);
  if (!value) return in.Expected(StrCat(what, " (a whole number within int64)"));
  in.Take();
  return *value;
}

Result<float> ParseFloat(TokenStream& in) {
  ASSAY_ASSIGN(const uint64_t bits, ParseReal(in, DType::kFloat32));
  return std::bit_cast<float>(static_cast<uint32_t>(bits));
}

bool StartsNumber(const TokenStream& in) {
  return in.Peek().kind == Token::Kind::kNumber || in.Is("inf") || in.Is("-inf") || in.Is("nan");
}

bool StartsTensorData(const TokenStream& in) {
  if (in.Is("[") || in.Is("(") || in.Peek().kind == Token::Kind::kString ||
      in.Peek().kind == Token::Kind::kNumber)
    return true;
  if (in.Is("fill")) return in.Is("(", 1);
  if (in.Is("base64")) return in.Peek(1).kind == Token::Kind::kString;
  return in.Is("inf") || in.Is("-inf") || in.Is("nan") || in.Is("true") || in.Is("false");
}

Result<Tensor> ParseTensorData(TokenStream& in, const TensorType& type, uint64_t& fill_budget) {
  const std::optional<Shape> shape = type.shape();
  if (!shape)
    return in.Expected(
        StrCat("a type whose sizes are all known before tensor data, not ", TypeText(type)));
  const std::optional<int64_t> count = CheckedElementCount(*shape);
  if (!count)
    return in.Expected(
        StrCat("a shape of less than 2^63 elements before tensor data, not ", TypeText(type)));
  if (type.dtype == DType::kUndefined) {
    ASSAY_RETURN_IF_ERROR(in.Expect("[", "as an undefined tensor has no elements"));
    ASSAY_RETURN_IF_ERROR(in.Expect("]", "as an undefined tensor has no elements"));
    return Tensor(type.dtype, *shape);
  }
  if (in.Is("base64") && in.Peek(1).kind == Token::Kind::kString)
    return ParseBase64(in, type.dtype, *shape, *count);
  if (in.Is("fill") && in.Is("(", 1)) return ParseFill(in, type, *shape, *count, fill_budget);
  return ParseElements(in, type, *shape, *count);
}

}  // namespace assay
