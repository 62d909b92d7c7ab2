#include "ops/schema.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace assay::ops {
namespace {

// Rows of the generated file refer to pools by offset and count.
struct SchemaRow {
  std::string_view name, domain;
  int since;
  bool deprecated;
  int min_inputs, max_inputs, min_outputs, max_outputs;
  int input_at, input_count, output_at, output_count, attr_at, attr_count;
};

#include "ops/schemas.inc"

std::vector<Schema> Build() {
  std::vector<Schema> schemas;
  schemas.reserve(std::size(kRows));
  for (const SchemaRow& r : kRows) {
    schemas.push_back({r.name, r.domain, r.since, r.deprecated, static_cast<uint8_t>(r.min_inputs),
                       static_cast<uint8_t>(r.min_outputs), static_cast<uint16_t>(r.max_inputs),
                       static_cast<uint16_t>(r.max_outputs),
                       std::span(kParams + r.input_at, static_cast<size_t>(r.input_count)),
                       std::span(kParams + r.output_at, static_cast<size_t>(r.output_count)),
                       std::span(kAttrSpecs + r.attr_at, static_cast<size_t>(r.attr_count))});
  }
  return schemas;
}

const std::vector<Schema>& SchemaTable() {
  static const auto* const table = new std::vector<Schema>(Build());
  return *table;
}

struct SchemaRange {
  size_t first, last;
};

// name -> rows of that name in all domains
const std::unordered_map<std::string_view, SchemaRange>& SchemasByName() {
  static const auto* const index = [] {
    auto* map = new std::unordered_map<std::string_view, SchemaRange>;
    const std::vector<Schema>& table = SchemaTable();
    for (size_t i = 0; i < table.size(); ++i) {
      const auto [it, added] = map->try_emplace(table[i].name, SchemaRange{i, i + 1});
      if (!added) it->second.last = i + 1;
    }
    return map;
  }();
  return *index;
}

}  // namespace

const TypeSet& Param::type_set() const { return kTypeSets[types]; }

bool TypeSet::Admits(const ValueType& type) const {
  const auto has = [](uint32_t set, const ValueType& t) {
    return t.tensor.dtype == DType::kUndefined ||
           ((set >> static_cast<int>(t.tensor.dtype)) & 1) != 0;
  };
  switch (type.kind) {
    case ValueType::Kind::kUnknown:
      return true;
    case ValueType::Kind::kTensor:
      return has(tensor, type);
    case ValueType::Kind::kMap:
      return map;
    case ValueType::Kind::kSequence:
      return type.element->kind == ValueType::Kind::kUnknown ||
             (map && !type.element->is_tensor()) ||
             (type.element->is_tensor() && has(sequence, *type.element));
    case ValueType::Kind::kOptional:
      if (type.element->kind == ValueType::Kind::kUnknown) return true;
      if (type.element->is_tensor()) return has(optional_tensor, *type.element);
      return type.element->kind == ValueType::Kind::kSequence &&
             has(optional_sequence, *type.element->element);
  }
  return false;
}

const Schema* FindSchema(std::string_view domain, std::string_view name, int opset) {
  const auto it = SchemasByName().find(name);
  if (it == SchemasByName().end()) return nullptr;
  const Schema* best = nullptr;
  for (size_t i = it->second.first; i < it->second.last; ++i) {
    const Schema& s = SchemaTable()[i];
    if (s.domain == domain && s.since <= opset && (best == nullptr || s.since > best->since))
      best = &s;
  }
  return best;
}

std::span<const Schema> AllSchemas() { return SchemaTable(); }

}  // namespace assay::ops
