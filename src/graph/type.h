// What is known of a value before running: element type and shape, where sizes may be symbols or
// unknown.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/inline_vector.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"

namespace assay {

// Names of dynamic sizes ("batch"), interned once per process so that a Dim stays a plain number.
using Symbol = uint32_t;  // 0: no name
Symbol InternSymbol(std::string_view name);
const std::string& SymbolName(Symbol symbol);

// One axis: a known size, a named size ("batch"), or nothing known.
struct Dim {
  int64_t size = -1;  // -1: not known
  Symbol symbol = 0;

  static Dim Known(int64_t size) { return {size, 0}; }
  static Dim Named(std::string_view name) { return {-1, InternSymbol(name)}; }
  static Dim Unknown() { return {}; }
  bool known() const { return size >= 0; }
  friend bool operator==(const Dim&, const Dim&) = default;
};

using Dims = InlineVector<Dim, 5>;

struct TensorType {
  DType dtype = DType::kUndefined;
  bool has_rank = false;
  Dims dims;  // meaningful when has_rank

  TensorType() = default;
  explicit TensorType(DType type) : dtype(type) {}
  TensorType(DType type, Dims known) : dtype(type), has_rank(true), dims(std::move(known)) {}
  TensorType(DType type, const Shape& shape);

  int rank() const { return has_rank ? static_cast<int>(dims.size()) : -1; }
  // The shape when every size is known.
  std::optional<Shape> shape() const;
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

// A tensor, a sequence, an optional or a map. The composite kinds are rare; they keep their element
// type aside.
struct ValueType {
  enum class Kind : uint8_t { kUnknown, kTensor, kSequence, kOptional, kMap };

  Kind kind = Kind::kUnknown;
  TensorType tensor;  // kTensor
  std::shared_ptr<const ValueType>
      element;                    // kSequence, kOptional: of what; kMap: the mapped values
  DType key = DType::kUndefined;  // kMap

  ValueType() = default;
  ValueType(TensorType type)
      : kind(Kind::kTensor), tensor(std::move(type)) {}  // NOLINT: implicit on purpose
  static ValueType SequenceOf(ValueType element_type);
  static ValueType OptionalOf(ValueType element_type);
  static ValueType MapOf(DType key, ValueType mapped);

  bool is_tensor() const { return kind == Kind::kTensor; }
  friend bool operator==(const ValueType& a, const ValueType& b);
};

// "float32[2,batch,?]", "int64[...]" (no rank), "seq(float32[2])", "optional(…)", "map(int64, …)",
// "?".
std::string TypeText(const ValueType& type);
std::string TypeText(const TensorType& type);

// The most that is known when both must hold (sizes known on either side), or nothing when they
// contradict.
std::optional<ValueType> Unify(const ValueType& a, const ValueType& b);
std::optional<TensorType> Unify(const TensorType& a, const TensorType& b);

// What holds of both (for joining two branches): sizes that differ become unknown. Nothing when
// kinds differ.
std::optional<ValueType> Join(const ValueType& a, const ValueType& b);

}  // namespace assay
