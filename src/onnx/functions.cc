#include "onnx/functions.h"

#include <array>
#include <limits>

#include "base/strings.h"
#include "onnx/attributes.h"
#include "onnx/graphs.h"
#include "onnx/types.h"

namespace assay::onnxio {
namespace {

// Longest chain of functions calling functions; the official checker has the same bound.
constexpr int kMaxCallDepth = 100;

std::string FunctionText(const std::string& domain, const std::string& name) {
  return StrCat("function ", Quoted(domain.empty() ? name : StrCat(domain, ".", name)));
}

Status ReadSignature(const onnx::FunctionProto& proto, Function& function) {
  for (const auto& [text, what] :
       {std::pair(&proto.name(), "name"), std::pair(&proto.domain(), "domain"),
        std::pair(&proto.overload(), "overload"), std::pair(&proto.doc_string(), "documentation")})
    ASSAY_RETURN_IF_ERROR(CheckText(*text, what));
  if (proto.name().empty()) return Invalid("it has no name");
  function.name = proto.name();
  function.domain = NormalDomain(proto.domain());
  function.overload = proto.overload();
  function.doc = proto.doc_string();
  for (const std::string& attribute : proto.attribute()) {
    ASSAY_RETURN_IF_ERROR(CheckText(attribute, "attribute"));
    function.attributes.push_back(attribute);
  }
  return {};
}

Status ReadBody(onnx::FunctionProto& proto, Scope& scope) {
  Graph& body = scope.graph();
  for (const onnx::ValueInfoProto& info : proto.value_info())
    ASSAY_RETURN_IF_ERROR(scope.Declare(info.name(), info.type()));
  for (const std::string& input : proto.input()) {
    if (input.empty()) return Invalid("an input has no name");
    ASSAY_RETURN_IF_ERROR(CheckText(input, "input"));
    if (scope.Defines(input)) return Invalid(StrCat("input ", Quoted(input), " is listed twice"));
    body.inputs.push_back(scope.Define(input));
  }
  ASSAY_RETURN_IF_ERROR(ReadNodes(*proto.mutable_node(), scope));
  for (const std::string& output : proto.output()) {
    if (output.empty()) return Invalid("an output has no name");
    ASSAY_RETURN_IF_ERROR(CheckText(output, "output"));
    body.outputs.push_back(scope.Use(output));
  }
  return {};
}

Status ReadInto(onnx::FunctionProto& proto, Function& function, ReadContext& context) {
  ASSAY_RETURN_IF_ERROR(ReadSignature(proto, function));
  ASSAY_ASSIGN(function.opsets, ReadOpsets(proto.opset_import()));
  ASSAY_ASSIGN(function.attribute_defaults,
               ReadAttributes(*proto.mutable_attribute_proto(), nullptr, context));
  Scope scope(context, nullptr);
  context.in_function = true;
  const Status status = ReadBody(proto, scope);
  context.in_function = false;
  if (!status.ok()) return status;
  function.body = std::move(scope.graph());
  function.body.name = function.name;
  return {};
}

// Walks the calls of one function, subgraphs included.
class CallChecker {
 public:
  explicit CallChecker(const Model& model) : model_(model) {
    for (const Function& function : model.functions) ids_.try_emplace(Key(function), &function);
  }

  Status Run() {
    if (ids_.size() != model_.functions.size()) return Invalid("two functions have the same name");
    for (const Function& function : model_.functions) ASSAY_RETURN_IF_ERROR(Visit(function, 0));
    return {};
  }

 private:
  enum class State { kNew, kOpen, kDone };
  using Id = std::array<std::string_view, 3>;

  static Id Key(const Function& f) { return {f.domain, f.name, f.overload}; }
  static Id Key(const Node& n) { return {n.domain, n.op, n.overload}; }

  Status Visit(const Function& function, int depth) {
    State& state = states_[&function];
    if (state == State::kDone) return {};
    const std::string where = FunctionText(function.domain, function.name);
    if (state == State::kOpen)
      return Invalid(StrCat(where, " calls itself, directly or through others"));
    if (depth >= kMaxCallDepth)
      return Invalid(StrCat(where, " is called through more than ", kMaxCallDepth, " others"));
    state = State::kOpen;
    ASSAY_RETURN_IF_ERROR(VisitCalls(function.body, depth));
    states_[&function] = State::kDone;
    return {};
  }

  Status VisitCalls(const Graph& graph, int depth) {
    for (const NodePtr& node : graph.nodes()) {
      if (const auto it = ids_.find(Key(*node)); it != ids_.end())
        ASSAY_RETURN_IF_ERROR(Visit(*it->second, depth + 1));
      for (const auto& [name, attr] : node->attrs) {
        if (const auto* one = std::get_if<GraphPtr>(&attr))
          ASSAY_RETURN_IF_ERROR(VisitCalls(**one, depth));
        if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attr))
          for (const GraphPtr& sub : *many) ASSAY_RETURN_IF_ERROR(VisitCalls(*sub, depth));
      }
    }
    return {};
  }

  const Model& model_;
  std::map<Id, const Function*> ids_;
  std::map<const Function*, State> states_;
};

}  // namespace

Result<Function> ReadFunction(onnx::FunctionProto& proto, ReadContext& context) {
  Function function;
  const Status status = ReadInto(proto, function, context);
  if (!status.ok()) return Within(FunctionText(proto.domain(), proto.name()), status.error());
  return function;
}

void WriteFunction(const Function& function, onnx::FunctionProto* proto) {
  proto->set_domain(function.domain);
  proto->set_name(function.name);
  if (!function.overload.empty()) proto->set_overload(function.overload);
  if (!function.doc.empty()) proto->set_doc_string(function.doc);
  for (const std::string& attribute : function.attributes) proto->add_attribute(attribute);
  for (const auto& [name, attr] : function.attribute_defaults)
    WriteAttribute(name, attr, proto->add_attribute_proto());
  WriteOpsets(function.opsets, proto->mutable_opset_import());
  const Graph& body = function.body;
  for (const ValueId id : body.inputs) proto->add_input(body.name_of(id));
  for (const ValueId id : body.outputs) proto->add_output(body.name_of(id));
  for (const NodePtr& node : body.nodes()) WriteNode(body, *node, proto->add_node());
  for (size_t i = 0; i < body.value_count(); ++i) {
    const Value& value = body.value(static_cast<ValueId>(i));
    if (value.type.kind == ValueType::Kind::kUnknown) continue;
    onnx::ValueInfoProto* info = proto->add_value_info();
    info->set_name(value.name);
    WriteType(value.type, info->mutable_type());
  }
}

Result<std::map<std::string, int>> ReadOpsets(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& protos) {
  std::map<std::string, int> opsets;
  for (const onnx::OperatorSetIdProto& proto : protos) {
    ASSAY_RETURN_IF_ERROR(CheckText(proto.domain(), "domain of an operator set"));
    const std::string domain = NormalDomain(proto.domain());
    const std::string where = StrCat("operator set of domain ", Quoted(domain));
    if (proto.version() < 1 || proto.version() > std::numeric_limits<int>::max())
      return Invalid(StrCat(where, ": version ", proto.version(), " does not exist"));
    const auto [it, added] = opsets.try_emplace(domain, static_cast<int>(proto.version()));
    if (!added && it->second != proto.version())
      return Invalid(StrCat(where, ": both version ", it->second, " and version ", proto.version(),
                            " are imported"));
  }
  return opsets;
}

void WriteOpsets(const std::map<std::string, int>& opsets,
                 google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>* protos) {
  for (const auto& [domain, version] : opsets) {
    onnx::OperatorSetIdProto* proto = protos->Add();
    proto->set_domain(domain);
    proto->set_version(version);
  }
}

Status CheckFunctionCalls(const Model& model) {
  return model.functions.empty() ? Status() : CallChecker(model).Run();
}

}  // namespace assay::onnxio
