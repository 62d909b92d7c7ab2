#include "gradient/vjp.h"

#include "base/strings.h"

namespace assay::gradient {

#define ASSAY_VJP(Op, Function) void Function(Vjp& v);
#define ASSAY_EXPANSION(Op, Function) std::vector<ValueId> Function(Vjp& v);
#define ASSAY_FLAT(Op)
#include "gradient/rules.def"
#undef ASSAY_VJP
#undef ASSAY_EXPANSION
#undef ASSAY_FLAT

std::span<const Rule> AllRules() {
  static const std::vector<Rule> kAll = {
#define ASSAY_VJP(Op, Function) {#Op, Function, nullptr},
#define ASSAY_EXPANSION(Op, Function) {#Op, nullptr, Function},
#define ASSAY_FLAT(Op) {#Op, nullptr, nullptr},
#include "gradient/rules.def"
#undef ASSAY_VJP
#undef ASSAY_EXPANSION
#undef ASSAY_FLAT
  };
  return kAll;
}

const Rule* FindRule(std::string_view domain, std::string_view op) {
  if (!domain.empty()) return nullptr;
  for (const Rule& rule : AllRules())
    if (rule.op == op) return &rule;
  return nullptr;
}

Vjp::Vjp(Tape& tape, Constants& known, const Node& node, std::vector<bool> wanted,
         std::vector<ValueId> flows)
    : Call(node, tape.model().opset(node.domain)),
      t(tape),
      known_(known),
      wanted_(std::move(wanted)),
      flows_(std::move(flows)),
      given_(node.inputs.size(), kAbsent) {}

std::optional<Axes> Vjp::IntsOf(size_t i, std::string_view name) {
  if (HasAttr(name)) return AttrInts(name);
  if (!has(i)) return std::nullopt;
  const auto value = Constant(i);
  if (!value.has_value()) Refuse(StrCat("input ", i, " (", name, ") is not constant"));
  return value->Ints();
}

void Vjp::Give(size_t i, ValueId dx) {
  if (!wants(i)) return;
  dx = t.Cast(t.FitTo(dx, shape(i)), dtype(i));
  given_[i] = given_[i] == kAbsent ? dx : t.Add(given_[i], dx);
}

void Vjp::Refuse(std::string_view why) const {
  gradient::Refuse(StrCat("no derivative of ", node().op, " '", node().name, "': ", why));
}

}  // namespace assay::gradient
