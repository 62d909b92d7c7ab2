// The table of operators, filled from ops.def.
#include <string>
#include <unordered_map>

#include "ops/op.h"

namespace assay::ops {

#define ASSAY_OP(name) OpDef name##Def();
#include "ops/ops.def"
#undef ASSAY_OP

namespace {

const std::vector<OpDef>& Table() {
  static const auto* const table = new std::vector<OpDef>{
#define ASSAY_OP(name) name##Def(),
#include "ops/ops.def"
#undef ASSAY_OP
  };
  return *table;
}

const std::unordered_map<std::string_view, std::vector<const OpDef*>>& ByName() {
  static const auto* const index = [] {
    auto* map = new std::unordered_map<std::string_view, std::vector<const OpDef*>>;
    for (const OpDef& op : Table()) (*map)[op.name].push_back(&op);
    return map;
  }();
  return *index;
}

}  // namespace

const OpDef* FindOp(std::string_view domain, std::string_view name) {
  const auto it = ByName().find(name);
  if (it == ByName().end()) return nullptr;
  for (const OpDef* op : it->second)
    if (op->domain == domain) return op;
  return nullptr;
}

std::span<const OpDef> AllOps() { return Table(); }

}  // namespace assay::ops
