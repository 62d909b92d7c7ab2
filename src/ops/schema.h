// Schemas: arity, attributes and admitted types of every operator version, as data.
//
// The table in schemas.inc is generated from the official ONNX schemas by scripts/make-schemas.py;
// a test holds it against the official library. It serves the verifier and the generator; meaning
// is in the operator files.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "graph/type.h"

namespace assay::ops {

// Sets of admitted types; one bit per DType.
struct TypeSet {
  uint32_t tensor = 0;
  uint32_t sequence = 0;           // seq(tensor(T))
  uint32_t optional_tensor = 0;    // optional(tensor(T))
  uint32_t optional_sequence = 0;  // optional(seq(tensor(T)))
  bool map = false;                // some map type, or a sequence of maps

  bool AdmitsTensor(DType type) const { return (tensor >> static_cast<int>(type)) & 1; }
  bool Admits(const ValueType& type) const;  // unknown types are admitted
};

enum class Arity : uint8_t { kSingle, kOptional, kVariadic };

struct Param {
  std::string_view name;
  std::string_view variable;  // "T": parameters with the same variable have the same type
  uint16_t types;             // index into the pool of TypeSets
  Arity arity;
  bool same_types;  // variadic: all of one type
  uint8_t min_arity;

  const TypeSet& type_set() const;
};

// The kinds of attributes, numbered as in ONNX files.
enum class AttrKind : uint8_t {
  kFloat = 1,
  kInt = 2,
  kString = 3,
  kTensor = 4,
  kGraph = 5,
  kFloats = 6,
  kInts = 7,
  kStrings = 8,
  kTensors = 9,
  kGraphs = 10,
  kSparseTensor = 11,
  kSparseTensors = 12,
  kType = 13,
  kTypes = 14,
};

struct AttrSpec {
  std::string_view name;
  AttrKind kind;
  bool required;
};

struct Schema {
  std::string_view name;
  std::string_view domain;
  int since;
  bool deprecated;
  uint8_t min_inputs, min_outputs;
  uint16_t max_inputs, max_outputs;  // 65535: no limit
  std::span<const Param> inputs, outputs;
  std::span<const AttrSpec> attrs;
};

// The schema in force at `opset` of `domain`, or nullptr.
const Schema* FindSchema(std::string_view domain, std::string_view name, int opset);
// All versions of all operators, sorted by domain, name, version.
std::span<const Schema> AllSchemas();

// The newest version of the default domain that the table knows.
inline constexpr int kNewestOpset = 28;
inline constexpr int kOldestOpset = 7;

}  // namespace assay::ops
