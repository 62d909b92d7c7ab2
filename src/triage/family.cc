#include "triage/family.h"

#include <algorithm>
#include <vector>

namespace assay::triage {
namespace {

struct Family {
  std::string_view name;
  std::vector<std::string_view> ops;

  bool Has(std::string_view op) const { return std::ranges::find(ops, op) != ops.end(); }
};

// Of one computation.
const std::vector<Family>& Families() {
  static const std::vector<Family> kFamilies = {
      {"reduction",
       {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean",
        "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare", "GlobalAveragePool",
        "GlobalLpPool", "GlobalMaxPool"}},
      {"selection", {"ArgMax", "ArgMin", "TopK"}},
      {"pool", {"AveragePool", "LpPool", "MaxPool"}},
      {"softmax", {"Hardmax", "LogSoftmax", "Softmax"}},
      {"arithmetic", {"Add", "Div", "Mul", "Sub"}},
      {"variadic", {"Max", "Mean", "Min", "Sum"}},
      {"comparison", {"Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual"}},
      {"logic", {"And", "Or", "Xor"}},
      {"bitwise", {"BitwiseAnd", "BitwiseOr", "BitwiseXor"}},
      {"rounding", {"Ceil", "Floor", "Round"}},
      {"cumulation", {"CumProd", "CumSum"}},
      {"recurrence", {"GRU", "LSTM", "RNN"}},
      {"quantisation", {"DequantizeLinear", "QuantizeLinear"}},
      {"scatter", {"ScatterElements", "ScatterND"}},
      {"gather", {"Gather", "GatherElements", "GatherND"}},
      {"function",
       {"Acos", "Acosh", "Asin",     "Asinh", "Atan",     "Atanh", "Celu",       "Cos",  "Cosh",
        "Elu",  "Erf",   "Exp",      "Gelu",  "Log",      "Mish",  "Reciprocal", "Selu", "Sigmoid",
        "Sin",  "Sinh",  "Softplus", "Sqrt",  "Softsign", "Swish", "HardSwish",  "Tan",  "Tanh"}},
  };
  return kFamilies;
}

// Of one way to look at operands: what comes before anything is computed.
const std::vector<Family>& OperandFamilies() {
  static const std::vector<Family> kFamilies = {
      {"reduction",
       {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean",
        "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare"}},
      {"elementwise", {"Add",   "Div",       "Mul", "Sub", "Equal", "Greater",     "GreaterOrEqual",
                       "Less",  "And",       "Or",  "Xor", "Pow",   "LessOrEqual", "Mod",
                       "Max",   "Mean",      "Min", "Sum", "PRelu", "BitwiseAnd",  "BitwiseOr",
                       "Where", "BitwiseXor"}},
      {"pool", {"AveragePool", "LpPool", "MaxPool"}},
      {"global pool", {"GlobalAveragePool", "GlobalLpPool", "GlobalMaxPool"}},
      {"selection", {"ArgMax", "ArgMin", "TopK"}},
      {"softmax", {"Hardmax", "LogSoftmax", "Softmax"}},
      {"cumulation", {"CumProd", "CumSum"}},
      {"recurrence", {"GRU", "LSTM", "RNN"}},
      {"quantisation", {"DequantizeLinear", "QuantizeLinear"}},
      {"scatter", {"ScatterElements", "ScatterND"}},
      {"gather", {"Gather", "GatherElements", "GatherND"}},
  };
  return kFamilies;
}

struct AttributeFamily {
  std::string_view attribute;
  Family family;
};

// Of one attribute. What one operator alone has needs no line.
const std::vector<AttributeFamily>& AttributeFamilies() {
  static const Family kWindow = {"window", {"AveragePool", "Conv", "LpPool", "MaxPool"}};
  static const Family kPool = {"pool", {"AveragePool", "LpPool", "MaxPool"}};
  static const Family kReduction = Families()[0];
  static const Family kCumulation = {"cumulation", {"CumProd", "CumSum"}};
  static const std::vector<AttributeFamily> kFamilies = {
      {"auto_pad", kWindow},
      {"pads", kWindow},
      {"ceil_mode", kPool},
      {"p", {"Lp", {"GlobalLpPool", "LpNormalization", "LpPool"}}},
      {"epsilon", {"instance", {"GroupNormalization", "InstanceNormalization"}}},
      {"reduction", {"scatter", {"ScatterElements", "ScatterND"}}},
      {"alpha", {"elu", {"Celu", "Elu"}}},
      {"axes", kReduction},
      {"keepdims", kReduction},
      {"noop_with_empty_axes", kReduction},
      {"exclusive", kCumulation},
      {"reverse", kCumulation},
      {"direction", {"recurrence", {"GRU", "LSTM", "RNN"}}},
  };
  return kFamilies;
}

const Family* FamilyWith(const std::vector<Family>& families, std::string_view op) {
  const auto found = std::ranges::find_if(families, [&](const Family& f) { return f.Has(op); });
  return found == families.end() ? nullptr : &*found;
}

}  // namespace

bool SameFamily(std::string_view a, std::string_view b) {
  const Family* family = FamilyWith(Families(), a);
  return family != nullptr && family->Has(b);
}

bool IsElementwise(std::string_view op) {
  const Family* family = FamilyWith(OperandFamilies(), op);
  return family != nullptr && family->name == "elementwise";
}

bool IsQuantisation(std::string_view op) {
  const Family* family = FamilyWith(Families(), op);
  return family != nullptr && family->name == "quantisation";
}

bool IsVariadic(std::string_view op) {
  const Family* family = FamilyWith(Families(), op);
  return family != nullptr && family->name == "variadic";
}

std::string SurroundingsOf(const std::string& op) {
  static const std::vector<Family> kPassing = {
      {"identity", {"Dropout", "Identity"}},
      {kLayout, {"Flatten", "Reshape", "Squeeze", "Transpose", "Unsqueeze"}},
  };
  if (const Family* family = FamilyWith(kPassing, op)) return std::string(family->name);
  const Family* family = FamilyWith(OperandFamilies(), op);
  return family == nullptr ? op : std::string(family->name);
}

std::string KinOf(const std::string& op, const std::set<std::string>& attributes,
                  const std::set<std::string>& needs) {
  // The sign of a value is a matter of what is computed.
  const bool operands = !needs.empty() && needs != std::set<std::string>{"negative values"};
  if (const Family* family = FamilyWith(OperandFamilies(), op); operands && family != nullptr)
    return std::string(family->name);
  for (const AttributeFamily& one : AttributeFamilies())
    if (attributes.contains(std::string(one.attribute)) && one.family.Has(op))
      return std::string(one.family.name);
  const Family* family = FamilyWith(Families(), op);
  if (needs.contains("negative values") && family != nullptr && family->name == "reduction")
    return "reduction";
  return op;
}

}  // namespace assay::triage
