#include "trial/roles.h"

#include <map>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::trial {
namespace {

using knowledge::Constraint;
using knowledge::Parameter;

struct NamedRole {
  Role role;
  std::string_view names;  // words between blanks
};
// What names mean where no type is given; axes are axes whatever the type is called.
constexpr NamedRole kByName[] = {
    {Role::kTensor,
     " input other x y x1 x2 a b tensor operand inputs logits value features images image tensor1 "
     "tensor2 data values lhs rhs matrix y_true y_pred input_tensor "},
    {Role::kTensors, " tensors "},
    {Role::kAxis, " dim axis dim0 dim1 "},
    {Role::kDtype, " dtype "},
    {Role::kShape, " shape size "},
    {Role::kFunction, " func fn fun f "},
    {Role::kString, " name "}};

Role ByType(const std::string& type) {
  const std::string lower = Lower(type);
  const auto has = [&](const char* word) { return lower.find(word) != std::string::npos; };
  if (has("callable") || has("function")) return Role::kFunction;
  if (has("tensor") || has("array"))
    return has("list") || has("sequence") || has("tuple") || has("iterable") ? Role::kTensors
                                                                             : Role::kTensor;
  if (has("dtype")) return Role::kDtype;
  if (has("size") || has("tuple") || has("list") || has("sequence") || has("shape"))
    return Role::kShape;
  if (has("bool")) return Role::kBool;
  if (has("int")) return Role::kInt;
  if (has("float") || has("number") || has("scalar")) return Role::kFloat;
  if (has("str")) return Role::kString;
  return Role::kUnknown;
}

Role ByName(const std::string& name) {
  for (const NamedRole& named : kByName)
    if (named.names.find(StrCat(" ", name, " ")) != std::string_view::npos) return named.role;
  return Role::kUnknown;
}

std::vector<std::string> EnumValues(const Parameter& parameter) {
  std::vector<std::string> out;
  for (const Constraint& c : parameter.constraints) {
    if (c.kind != "enum") continue;
    for (const auto& value : nlohmann::json::parse(c.normal, nullptr, false))
      if (value.is_string()) out.push_back(StrCat("'", value.get<std::string>(), "'"));
  }
  return out;
}

// A model of one node, y = Relu(x) with x of float32[2, 3], in the bytes of an ONNX file.
constexpr std::string_view kSession =
    "onnxruntime.InferenceSession(bytes.fromhex('08083a3b0a0c0a0178120179220452656c751201675a130a01"
    "78120e0a0c080112080a0208020a02080362130a0179120e0a0c080112080a0208020a02080342040a001011'))";

struct Styled {
  std::string_view prefix;
  std::vector<CallStyle> styles;
};

}  // namespace

Role RoleOf(const Parameter& parameter) {
  const Role named = ByName(parameter.name);
  if (named != Role::kUnknown && (named == Role::kAxis || parameter.type.empty())) return named;
  if (const Role role = ByType(parameter.type); role != Role::kUnknown) return role;
  for (const Constraint& c : parameter.constraints)
    if (c.kind == "type")
      if (const Role role = ByType(c.normal); role != Role::kUnknown) return role;
  if (named != Role::kUnknown) return named;
  return ByType(parameter.description.substr(0, parameter.description.find('.')));
}

std::vector<std::string> PlainValues(const Parameter& parameter, Role role,
                                     const Dialect& dialect) {
  if (std::vector<std::string> out = EnumValues(parameter); !out.empty()) return out;
  static const std::map<Role, std::vector<std::string>> kValues = {
      {Role::kInt, {"2", "1", "3"}},
      {Role::kAxis, {"0", "1", "-1"}},
      {Role::kFloat, {"0.5", "1.0", "2.0"}},
      {Role::kBool, {"False", "True"}},
      {Role::kString, {"'a'"}},
      {Role::kShape, {"(2, 3)", "(1,)", "(0, 1)", "(3, 3)", "[]"}},
      {Role::kFunction, {"lambda x: x * 2", "lambda *xs: xs[0]"}}};
  if (role == Role::kDtype)
    return {dialect.dtype("float32"), dialect.dtype("float64"), dialect.dtype("int32")};
  if (const auto found = kValues.find(role); found != kValues.end()) return found->second;
  return {"", "2", "0.5", "None", "'a'", "(2, 3)", "lambda *xs: xs[0]"};
}

std::vector<CallStyle> CallStyles(const knowledge::ApiDoc& doc) {
  const CallStyle kMade = {}, kOne = {true, 1, ""}, kTwo = {true, 2, ""}, kThree = {true, 3, ""};
  static const std::vector<Styled> kAll = {
      {"torch.nn.utils.", {kMade}},
      {"torch.nn.parallel.", {kMade}},
      {"torch.nn.", {kOne, kTwo, kThree, kMade}},
      {"torch.ao.nn.", {kOne, kTwo, kMade}},
      {"tf.keras.layers.", {kOne, {true, 0, "[tf.ones((2, 3)), tf.ones((2, 3))]"}, kTwo, kMade}},
      {"tf.keras.losses.", {kTwo, kMade}},
      {"tf.keras.metrics.", {kTwo, kOne, kMade}},
      {"tf.keras.initializers.", {{true, 0, "(3, 3)"}, kMade}},
      {"tf.keras.regularizers.", {kOne, kMade}},
      {"tf.keras.constraints.", {kOne, kMade}},
      {"tf.keras.optimizers.schedules.", {{true, 0, "3"}, kMade}},
      {"tf.linalg.LinearOperator", {kMade}},
  };
  if (doc.kind == "class")
    for (const Styled& styled : kAll)
      if (doc.name.starts_with(styled.prefix)) return styled.styles;
  return {kMade};
}

std::string ReceiverOf(const knowledge::ApiDoc& doc, const Dialect& dialect) {
  const std::string owner = doc.name.substr(0, doc.name.rfind('.'));
  static const std::map<std::string, std::string> kAll = {
      {"torch.nn.Module", "torch.nn.Linear(3, 2)"},
      {"torch.optim.Optimizer", "torch.optim.SGD([torch.nn.Parameter(torch.ones(2))], lr=0.1)"},
      {"torch.distributions.Distribution", "torch.distributions.Normal(0.0, 1.0)"},
      {"torch.Generator", "torch.Generator()"},
      {"torch.utils.data.DataLoader", "torch.utils.data.DataLoader([1, 2, 3])"},
      {"tf.Variable", "tf.Variable([[1.0, 2.0], [3.0, 4.0]])"},
      {"tf.data.Dataset", "tf.data.Dataset.range(4)"},
      {"tf.RaggedTensor", "tf.ragged.constant([[1.0], [2.0, 3.0]])"},
      {"tf.TensorArray",
       "tf.TensorArray(tf.float32, size=3, clear_after_read=False).unstack([1.0, 2.0, 3.0])"},
      {"tf.GradientTape", "tf.GradientTape()"},
      {"tf.Module", "tf.Module()"},
      {"tf.random.Generator", "tf.random.Generator.from_seed(1)"},
      {"tf.keras.Model", "tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])"},
      {"tf.keras.layers.Layer", "tf.keras.layers.Dense(2)"},
      {"tf.keras.optimizers.Optimizer", "tf.keras.optimizers.SGD(0.1)"},
      {"tf.keras.metrics.Metric", "tf.keras.metrics.Mean()"},
      {"onnxruntime.SessionOptions", "onnxruntime.SessionOptions()"},
      {"onnxruntime.RunOptions", "onnxruntime.RunOptions()"},
      {"onnxruntime.OrtValue",
       "onnxruntime.OrtValue.ortvalue_from_numpy(np.ones((2, 3), dtype=np.float32))"},
      {"onnxruntime.InferenceSession", std::string(kSession)},
      {"onnxruntime.IOBinding", StrCat(kSession, ".io_binding()")},
      {"onnxruntime.ModelMetadata", StrCat(kSession, ".get_modelmeta()")},
      {"onnxruntime.NodeArg", StrCat(kSession, ".get_inputs()[0]")},
      {"onnxruntime.SparseTensor",
       "onnxruntime.SparseTensor.sparse_coo_from_numpy(np.array([3, 3]), np.array([1.0, 2.0]), "
       "np.array([1, 5]), onnxruntime.OrtDevice.make('cpu', 0))"},
  };
  if (const auto found = kAll.find(owner); found != kAll.end()) return found->second;
  return dialect.framework.empty() ? "None" : "";
}

}  // namespace assay::trial
