#include "ops/schema_check.h"

#include "base/strings.h"
#include "ops/flags.h"

namespace assay::ops {
namespace {

bool KindMatches(const Attr& attr, AttrKind kind) {
  switch (kind) {
    case AttrKind::kFloat:
      return std::holds_alternative<float>(attr);
    case AttrKind::kInt:
      return std::holds_alternative<int64_t>(attr);
    case AttrKind::kString:
      return std::holds_alternative<std::string>(attr);
    case AttrKind::kTensor:
    case AttrKind::kSparseTensor:
      return std::holds_alternative<Tensor>(attr);
    case AttrKind::kGraph:
      return std::holds_alternative<GraphPtr>(attr);
    case AttrKind::kFloats:
      return std::holds_alternative<std::vector<float>>(attr);
    case AttrKind::kInts:
      return std::holds_alternative<std::vector<int64_t>>(attr);
    case AttrKind::kStrings:
      return std::holds_alternative<std::vector<std::string>>(attr);
    case AttrKind::kTensors:
    case AttrKind::kSparseTensors:
      return std::holds_alternative<std::vector<Tensor>>(attr);
    case AttrKind::kGraphs:
      return std::holds_alternative<std::vector<GraphPtr>>(attr);
    case AttrKind::kType:
      return std::holds_alternative<ValueType>(attr);
    case AttrKind::kTypes:
      return false;
  }
  return false;
}

Status CheckAttrs(const Node& node, const Schema& schema) {
  for (const auto& [name, attr] : node.attrs) {
    const AttrSpec* spec = nullptr;
    for (const AttrSpec& candidate : schema.attrs)
      if (candidate.name == name) spec = &candidate;
    if (spec == nullptr)
      return Invalid(StrCat("has no attribute '", name, "' at opset version ", schema.since));
    if (std::holds_alternative<AttrRef>(attr)) continue;
    if (!KindMatches(attr, spec->kind))
      return Invalid(StrCat("attribute '", name, "' is of the wrong kind"));
    const int64_t* number = std::get_if<int64_t>(&attr);
    if (number != nullptr && (*number < 0 || *number > 1) && node.domain.empty() && IsFlag(name))
      return Invalid(StrCat("attribute '", name, "' is ", *number, ", not 0 or 1"));
  }
  for (const AttrSpec& spec : schema.attrs)
    if (spec.required && !node.attrs.Has(spec.name))
      return Invalid(StrCat("needs attribute '", std::string(spec.name), "'"));
  return {};
}

const Param& ParamAt(std::span<const Param> params, size_t i) {
  return params[std::min(i, params.size() - 1)];
}

// Trailing absent inputs count as left out.
size_t PresentCount(const auto& ids) {
  size_t n = ids.size();
  while (n > 0 && ids[n - 1] == kAbsent) --n;
  return n;
}

Status CheckArity(const Node& node, const Schema& schema) {
  const size_t inputs = PresentCount(node.inputs), outputs = node.outputs.size();
  if (inputs < schema.min_inputs || node.inputs.size() > schema.max_inputs)
    return Invalid(StrCat("takes ", int{schema.min_inputs}, " to ", schema.max_inputs,
                          " inputs, has ", inputs));
  if (outputs < schema.min_outputs || outputs > schema.max_outputs)
    return Invalid(StrCat("gives ", int{schema.min_outputs}, " to ", schema.max_outputs,
                          " outputs, has ", outputs));
  for (size_t i = 0; i < inputs; ++i)
    if (node.inputs[i] == kAbsent && ParamAt(schema.inputs, i).arity != Arity::kOptional)
      return Invalid(
          StrCat("input ", i, " ('", ParamAt(schema.inputs, i).name, "') may not be left out"));
  return {};
}

// "T" must stand for one type; shapes do not matter here.
bool SameVariableType(const ValueType& a, const ValueType& b) {
  if (a.kind == ValueType::Kind::kUnknown || b.kind == ValueType::Kind::kUnknown) return true;
  if (a.kind != b.kind) return false;
  if (!a.is_tensor()) return SameVariableType(*a.element, *b.element);
  return a.tensor.dtype == b.tensor.dtype || a.tensor.dtype == DType::kUndefined ||
         b.tensor.dtype == DType::kUndefined;
}

Status CheckInputTypes(std::span<const ValueType> inputs, const Node& node, const Schema& schema) {
  InlineVector<size_t, 6> bound;  // first input seen of each variable, parallel to `variables`
  InlineVector<const char*, 6> variables;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == kAbsent) continue;
    const Param& param = ParamAt(schema.inputs, i);
    const ValueType& type = inputs[i];
    if (!param.type_set().Admits(type))
      return Invalid(StrCat("input ", i, " ('", param.name, "') may not be ", TypeText(type),
                            " at version ", schema.since));
    if (param.variable.empty() || (param.arity == Arity::kVariadic && !param.same_types)) continue;
    size_t k = 0;
    while (k < variables.size() && param.variable != variables[k]) ++k;
    if (k == variables.size()) {
      variables.push_back(param.variable.data());
      bound.push_back(i);
    } else if (!SameVariableType(inputs[bound[k]], type)) {
      return Invalid(StrCat("input ", i, " ('", param.name, "') is ", TypeText(type),
                            " where another input of the same type ", std::string(param.variable),
                            " is ", TypeText(inputs[bound[k]])));
    }
  }
  return {};
}

}  // namespace

Status CheckAgainstSchema(std::span<const ValueType> inputs, const Node& node,
                          const Schema& schema) {
  ASSAY_RETURN_IF_ERROR(CheckArity(node, schema));
  ASSAY_RETURN_IF_ERROR(CheckAttrs(node, schema));
  return CheckInputTypes(inputs, node, schema);
}

}  // namespace assay::ops
