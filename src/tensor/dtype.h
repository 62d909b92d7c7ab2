// DType: the element types of ONNX, with the same numbers as in its files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

enum class DType : uint8_t {
  kUndefined = 0,
  kFloat32 = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kFloat64 = 11,
  kUint32 = 12,
  kUint64 = 13,
  kComplex64 = 14,
  kComplex128 = 15,
  kBfloat16 = 16,
  kFloat8E4M3FN = 17,
  kFloat8E4M3FNUZ = 18,
  kFloat8E5M2 = 19,
  kFloat8E5M2FNUZ = 20,
  kUint4 = 21,
  kInt4 = 22,
  kFloat4E2M1 = 23,
  kFloat8E8M0 = 24,
  kUint2 = 25,
  kInt2 = 26,
  kFloat6E2M3 = 27,
  kFloat6E3M2 = 28,
};
inline constexpr int kDTypeCount = 29;

// "float32", "bfloat16", "int4", …: the names used in the text form, in JSON and by people.
std::string_view DTypeName(DType type);
std::optional<DType> DTypeFromName(std::string_view name);

bool IsFloat(DType type);        // every floating-point type, the 8-, 6- and 4-bit kinds included
bool IsSignedInt(DType type);    // int2 … int64
bool IsUnsignedInt(DType type);  // uint2 … uint64
bool IsInt(DType type);          // either of the two; not bool
inline bool IsIntOrBool(DType type) { return IsInt(type) || type == DType::kBool; }
bool IsComplex(DType type);

// Width of one element as the format defines it: 4 for int4, 8 for bool. 0 for strings.
int BitWidth(DType type);
// Bytes that one element takes in a Tensor: sub-byte types are kept one element per byte. 0 for
// strings.
size_t StorageBytes(DType type);

// Range of an integer type; bool is 0…1. uint64's maximum does not fit and is given as INT64_MAX.
int64_t IntMin(DType type);
int64_t IntMax(DType type);
// Wraps `value` into an integer type (two's complement); bool: value != 0.
int64_t WrapInt(DType type, int64_t value);

}  // namespace assay
