// Tensor elements to text. The form is the shortest that reads back to the same bits.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/strings.h"
#include "graph/text_spelling.h"
#include "graph/text_tensor.h"

namespace assay {
namespace {

// Longer tensors are printed as base64: nobody reads that many numbers.
constexpr int64_t kMaxSpelled = 64;
// From this many equal elements on, fill(…) is easier to read than a list.
constexpr int64_t kMinFill = 5;

uint64_t BitsAt(const std::byte* at, size_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, at, bytes);
  return bits;
}

template <typename T>
std::string Shortest(T value) {
  char buffer[40];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string RealText(DType dtype, uint64_t bits) {
  const double value = DecodeFloat(dtype, bits);
  if (std::isnan(value)) {
    if (bits == EncodeFloat(dtype, std::numeric_limits<double>::quiet_NaN())) return "nan";
    char buffer[20];
    return StrCat(
        "nan(0x",
        std::string_view(buffer, std::to_chars(buffer, buffer + sizeof buffer, bits, 16).ptr), ")");
  }
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  // All other formats are subsets of float32, whose shortest text is shorter and still rounds to
  // the same value.
  return dtype == DType::kFloat64 ? Shortest(value) : Shortest(static_cast<float>(value));
}

std::string IntText(DType dtype, int64_t value) {
  if (dtype == DType::kBool) return value != 0 ? "true" : "false";
  return dtype == DType::kUint64 ? std::to_string(static_cast<uint64_t>(value))
                                 : std::to_string(value);
}

std::string ElementText(const Tensor& tensor, int64_t i) {
  const DType dtype = tensor.dtype();
  if (dtype == DType::kString) return QuoteText(tensor.strings()[static_cast<size_t>(i)]);
  const size_t bytes = StorageBytes(dtype);
  const std::byte* at = tensor.data() + static_cast<size_t>(i) * bytes;
  if (IsFloat(dtype)) return RealText(dtype, BitsAt(at, bytes));
  if (!IsComplex(dtype)) return IntText(dtype, tensor.IntAt(i));
  const DType part = dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
  return StrCat("(", RealText(part, BitsAt(at, bytes / 2)), ", ",
                RealText(part, BitsAt(at + bytes / 2, bytes / 2)), ")");
}

// False when some byte holds more than its element: a bool of 2, the unused bits of an int4. Only
// base64 keeps those.
bool Canonical(const Tensor& tensor) {
  const DType dtype = tensor.dtype();
  if (BitWidth(dtype) >= 8 && dtype != DType::kBool) return true;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    const std::byte stored = tensor.data()[i];
    std::byte again{};
    if (IsFloat(dtype))
      again = static_cast<std::byte>(
          EncodeFloat(dtype, DecodeFloat(dtype, static_cast<uint64_t>(stored))));
    else
      StoreInt(dtype, &again, 0, tensor.IntAt(i));
    if (stored != again) return false;
  }
  return true;
}

bool AllEqual(const Tensor& tensor) {
  if (tensor.dtype() == DType::kString) {
    const auto all = tensor.strings();
    return std::all_of(all.begin(), all.end(), [&](const std::string& s) { return s == all[0]; });
  }
  const size_t step = StorageBytes(tensor.dtype());
  return std::memcmp(tensor.data(), tensor.data() + step, tensor.byte_size() - step) == 0;
}

std::string ListText(const Tensor& tensor) {
  // A string without brackets would look like a quoted operator.
  if (tensor.rank() == 0 && tensor.dtype() != DType::kString) return ElementText(tensor, 0);
  std::string text = "[";
  for (int64_t i = 0; i < tensor.count(); ++i)
    text += StrCat(i == 0 ? "" : ", ", ElementText(tensor, i));
  return text + "]";
}

}  // namespace

std::string FloatText(float value) {
  std::string text = RealText(DType::kFloat32, std::bit_cast<uint32_t>(value));
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::string TensorDataText(const Tensor& tensor, uint64_t& fill_budget) {
  if (tensor.dtype() == DType::kUndefined || tensor.count() == 0) return "[]";
  const bool strings = tensor.dtype() == DType::kString;
  if (strings || Canonical(tensor)) {
    if (tensor.count() >= kMinFill && AllEqual(tensor)) {
      const uint64_t cost =
          DataBytes(tensor.dtype(), tensor.count(), strings ? tensor.strings()[0].size() : 0);
      if (cost <= fill_budget) {
        fill_budget -= cost;
        return StrCat("fill(", ElementText(tensor, 0), ")");
      }
    }
    if (strings || tensor.count() <= kMaxSpelled) return ListText(tensor);
  }
  return StrCat("base64\"", EncodeBase64(tensor.data(), tensor.byte_size()), "\"");
}

}  // namespace assay
