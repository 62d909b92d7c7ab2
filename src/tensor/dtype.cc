#include "tensor/dtype.h"

#include <limits>

#include "base/check.h"

namespace assay {
namespace {

enum class Class : uint8_t { kNone, kFloat, kSigned, kUnsigned, kBool, kString, kComplex };

struct Info {
  std::string_view name;
  Class kind;
  int bits;
};

// Indexed by the ONNX number of the type.
constexpr Info kInfo[kDTypeCount] = {
    {"undefined", Class::kNone, 0},       {"float32", Class::kFloat, 32},
    {"uint8", Class::kUnsigned, 8},       {"int8", Class::kSigned, 8},
    {"uint16", Class::kUnsigned, 16},     {"int16", Class::kSigned, 16},
    {"int32", Class::kSigned, 32},        {"int64", Class::kSigned, 64},
    {"string", Class::kString, 0},        {"bool", Class::kBool, 8},
    {"float16", Class::kFloat, 16},       {"float64", Class::kFloat, 64},
    {"uint32", Class::kUnsigned, 32},     {"uint64", Class::kUnsigned, 64},
    {"complex64", Class::kComplex, 64},   {"complex128", Class::kComplex, 128},
    {"bfloat16", Class::kFloat, 16},      {"float8e4m3fn", Class::kFloat, 8},
    {"float8e4m3fnuz", Class::kFloat, 8}, {"float8e5m2", Class::kFloat, 8},
    {"float8e5m2fnuz", Class::kFloat, 8}, {"uint4", Class::kUnsigned, 4},
    {"int4", Class::kSigned, 4},          {"float4e2m1", Class::kFloat, 4},
    {"float8e8m0", Class::kFloat, 8},     {"uint2", Class::kUnsigned, 2},
    {"int2", Class::kSigned, 2},          {"float6e2m3", Class::kFloat, 6},
    {"float6e3m2", Class::kFloat, 6},
};

const Info& InfoOf(DType type) { return kInfo[static_cast<size_t>(type)]; }

}  // namespace

std::string_view DTypeName(DType type) { return InfoOf(type).name; }

std::optional<DType> DTypeFromName(std::string_view name) {
  for (int i = 1; i < kDTypeCount; ++i)
    if (kInfo[i].name == name) return static_cast<DType>(i);
  return std::nullopt;
}

bool IsFloat(DType type) { return InfoOf(type).kind == Class::kFloat; }
bool IsSignedInt(DType type) { return InfoOf(type).kind == Class::kSigned; }
bool IsUnsignedInt(DType type) { return InfoOf(type).kind == Class::kUnsigned; }
bool IsInt(DType type) { return IsSignedInt(type) || IsUnsignedInt(type); }
bool IsComplex(DType type) { return InfoOf(type).kind == Class::kComplex; }
int BitWidth(DType type) { return InfoOf(type).bits; }
size_t StorageBytes(DType type) { return (static_cast<size_t>(InfoOf(type).bits) + 7) / 8; }

int64_t IntMin(DType type) {
  if (!IsSignedInt(type)) return 0;
  return std::numeric_limits<int64_t>::min() >> (64 - BitWidth(type));
}

int64_t IntMax(DType type) {
  if (type == DType::kBool) return 1;
  if (type == DType::kUint64) return std::numeric_limits<int64_t>::max();
  const int bits = BitWidth(type) - (IsSignedInt(type) ? 1 : 0);
  return static_cast<int64_t>((uint64_t{1} << bits) - 1);
}

int64_t WrapInt(DType type, int64_t value) {
  if (type == DType::kBool) return value != 0;
  const int bits = BitWidth(type);
  if (bits == 64) return value;
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  const uint64_t low = static_cast<uint64_t>(value) & mask;
  if (IsSignedInt(type) && (low >> (bits - 1)) != 0) return static_cast<int64_t>(low | ~mask);
  return static_cast<int64_t>(low);
}

}  // namespace assay
