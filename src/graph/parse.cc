// Graphs and their statements in the text form.
#include "base/strings.h"
#include "graph/text_parser.h"
#include "graph/text_tensor.h"

namespace assay {

ValueId TextParser::Mention(Scope& scope, const std::string& name) {
  const ValueId known = scope.graph.Find(name);
  if (known != kAbsent) return known;
  scope.defined.push_back(false);
  scope.typed.push_back(false);
  return scope.graph.AddValue(name);
}

Status TextParser::Define(Scope& scope, const Token& at, ValueId id) {
  const auto index = static_cast<size_t>(id);
  if (scope.defined[index])
    return in_.FailAt(at, StrCat("'", scope.graph.name_of(id), "' is defined twice"));
  scope.defined[index] = true;
  return {};
}

Status TextParser::Annotate(Scope& scope, const Token& at, ValueId id, ValueType type) {
  const auto index = static_cast<size_t>(id);
  if (scope.typed[index] && !(scope.graph.type(id) == type))
    return in_.FailAt(
        at, StrCat("'", scope.graph.name_of(id), "' has the type ", TypeText(scope.graph.type(id)),
                   " elsewhere and ", TypeText(type), " here"));
  scope.typed[index] = true;
  scope.graph.SetType(id, std::move(type));
  return {};
}

Status TextParser::ParseAnnotation(Scope& scope, ValueId id) {
  if (!in_.Accept(":")) return {};
  const Token at = in_.Peek();
  ASSAY_ASSIGN(ValueType type, ParseType());
  return Annotate(scope, at, id, std::move(type));
}

ValueId TextParser::Resolve(Scope& scope, const std::string& name) {
  const ValueId here = scope.graph.Find(name);
  if (here != kAbsent && scope.defined[static_cast<size_t>(here)]) return here;
  if (scope.outer == nullptr) return kAbsent;
  const ValueId outside = Resolve(*scope.outer, name);
  if (outside == kAbsent) return kAbsent;
  const ValueId id = Mention(scope, name);
  scope.defined[static_cast<size_t>(id)] = true;
  if (!scope.typed[static_cast<size_t>(id)])
    scope.graph.SetType(id, scope.outer->graph.type(outside));
  scope.graph.captured.push_back(id);
  return id;
}

Error TextParser::UnknownValue(const Scope& scope, const Token& at, const std::string& name) const {
  constexpr size_t kLongestGuess = 64;  // comparing longer names takes too long
  std::vector<std::string> names;
  for (const Scope* s = &scope; s != nullptr; s = s->outer)
    for (size_t i = 0; i < s->graph.value_count(); ++i)
      if (s->defined[i]) names.push_back(s->graph.name_of(static_cast<ValueId>(i)));
  const std::string near = name.size() <= kLongestGuess ? Nearest(name, names) : "";
  return in_.FailAt(at, StrCat("'", name, "' is not defined before this",
                               near.empty() ? "" : StrCat("; did you mean '", near, "'?")));
}

// graph [name] (inputs) -> (outputs) [captures (values)] [doc="…"] { statements }
Result<Graph> TextParser::ParseGraph(Scope* outer, bool may_capture_anything) {
  ASSAY_RETURN_IF_ERROR(in_.Expect("graph", "to begin a graph"));
  if (depth_ >= kMaxTextDepth)
    return in_.Expected(StrCat("subgraphs nested at most ", kMaxTextDepth, " deep, not this"));
  ++depth_;
  Scope scope{.outer = outer,
              .may_capture_anything = may_capture_anything,
              .graph = {},
              .defined = {},
              .typed = {}};
  scope.graph.name = kDefaultGraphName;
  if (in_.IsName()) {
    ASSAY_ASSIGN(scope.graph.name, in_.TakeName("a name"));
  }
  ASSAY_RETURN_IF_ERROR(ParseSignature(scope));
  if (in_.Is("captures")) {
    if (outer == nullptr && !may_capture_anything)
      return in_.Expected("'{' (nothing is around this graph to capture from)");
    in_.Take();
    ASSAY_RETURN_IF_ERROR(ParseParameters(scope, Role::kCaptured));
  }
  if (in_.Is("doc")) ASSAY_RETURN_IF_ERROR(ParseTextProperty("doc", scope.graph.doc));
  ASSAY_RETURN_IF_ERROR(ParseBody(scope));
  --depth_;
  return std::move(scope.graph);
}

Status TextParser::ParseSignature(Scope& scope) {
  ASSAY_RETURN_IF_ERROR(ParseParameters(scope, Role::kInput));
  ASSAY_RETURN_IF_ERROR(in_.Expect("->", "after the inputs"));
  return ParseParameters(scope, Role::kOutput);
}

Status TextParser::ParseParameters(Scope& scope, Role role) {
  ASSAY_RETURN_IF_ERROR(in_.Expect("(", "to begin a list of values"));
  for (bool first = true; !in_.Is(")"); first = false) {
    if (!first) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or ')' after a value"));
    const Token at = in_.Peek();
    ASSAY_ASSIGN(const std::string name, in_.TakeName("the name of a value"));
    if (name.empty() || at.text == "_") return in_.FailAt(at, "expected the name of a value");
    if (role == Role::kCaptured && !scope.may_capture_anything) {
      const ValueId known = scope.graph.Find(name);
      if (known != kAbsent && scope.defined[static_cast<size_t>(known)])
        return in_.FailAt(at, StrCat("'", name, "' is defined twice"));
      const ValueId id = Resolve(scope, name);
      if (id == kAbsent) return UnknownValue(scope, at, name);
      ASSAY_RETURN_IF_ERROR(ParseAnnotation(scope, id));
      continue;
    }
    const ValueId id = Mention(scope, name);
    if (role != Role::kOutput) ASSAY_RETURN_IF_ERROR(Define(scope, at, id));
    (role == Role::kInput    ? scope.graph.inputs
     : role == Role::kOutput ? scope.graph.outputs
                             : scope.graph.captured)
        .push_back(id);
    ASSAY_RETURN_IF_ERROR(ParseAnnotation(scope, id));
  }
  in_.Take();
  return {};
}

Status TextParser::ParseBody(Scope& scope) {
  ASSAY_RETURN_IF_ERROR(in_.Expect("{", "to begin the body"));
  while (!in_.Is("}")) ASSAY_RETURN_IF_ERROR(ParseStatement(scope));
  const Token close = in_.Take();
  for (const ValueId id : scope.graph.outputs)
    if (Resolve(scope, scope.graph.name_of(id)) == kAbsent)
      return in_.FailAt(close,
                        StrCat("the output '", scope.graph.name_of(id), "' is never defined"));
  return {};
}

// [label] targets = Op<attributes>(inputs), or name = tensor.
Status TextParser::ParseStatement(Scope& scope) {
  Node node;
  std::vector<Token> targets;
  const bool labelled = in_.Is("[");
  if (labelled) ASSAY_RETURN_IF_ERROR(ParseLabel(node));
  const bool single = !in_.Is("(");
  ASSAY_RETURN_IF_ERROR(ParseTargets(scope, node, targets));
  ASSAY_RETURN_IF_ERROR(in_.Expect("=", "after what is defined"));
  if (!labelled && single && node.outputs[0] != kAbsent && AtTensorLiteral())
    return ParseInitializer(scope, targets[0], node.outputs[0]);
  ASSAY_RETURN_IF_ERROR(ParseCall(scope, node));
  for (size_t i = 0; i < targets.size(); ++i)
    if (node.outputs[i] != kAbsent)
      ASSAY_RETURN_IF_ERROR(Define(scope, targets[i], node.outputs[i]));
  scope.graph.AddNode(std::move(node));
  return {};
}

// [name], [doc="…"] or [name, doc="…"]
Status TextParser::ParseLabel(Node& node) {
  in_.Take();
  if (!(in_.Is("doc") && in_.Is("=", 1))) {
    ASSAY_ASSIGN(node.name, in_.TakeName("the name of a node"));
    if (in_.Accept("]")) return {};
    ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or ']' after the name of a node"));
  }
  ASSAY_RETURN_IF_ERROR(ParseTextProperty("doc", node.doc));
  return in_.Expect("]", "after the label of a node");
}

Status TextParser::ParseTargets(Scope& scope, Node& node, std::vector<Token>& tokens) {
  if (!in_.Accept("(")) return ParseTarget(scope, node, tokens);
  while (!in_.Is(")")) {
    if (!tokens.empty()) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or ')' after an output"));
    ASSAY_RETURN_IF_ERROR(ParseTarget(scope, node, tokens));
  }
  in_.Take();
  return {};
}

Status TextParser::ParseTarget(Scope& scope, Node& node, std::vector<Token>& tokens) {
  tokens.push_back(in_.Peek());
  if (in_.Accept("_")) {
    node.outputs.push_back(kAbsent);
    return {};
  }
  ASSAY_ASSIGN(const std::string name, in_.TakeName("the name of a value or '}'"));
  if (name.empty())
    return in_.FailAt(tokens.back(),
                      "a value needs a name ('_' stands for an output that is left out)");
  node.outputs.push_back(Mention(scope, name));
  return ParseAnnotation(scope, node.outputs.back());
}

bool TextParser::AtTensorLiteral() const {
  if (in_.Peek().kind == Token::Kind::kString)
    return false;  // a quoted operator; strings are written in a list
  return StartsTensorData(in_) || (in_.Peek().kind == Token::Kind::kWord && in_.Is("[", 1));
}

// name: type = data, or name = type data
Status TextParser::ParseInitializer(Scope& scope, const Token& at, ValueId id) {
  const auto index = static_cast<size_t>(id);
  const bool input = index < scope.graph.inputs.size();  // inputs are mentioned first
  if (scope.graph.initializer(id) != nullptr || !input)
    ASSAY_RETURN_IF_ERROR(Define(scope, at, id));
  TensorType type = scope.graph.type(id).tensor;
  if (!StartsTensorData(in_)) {
    ASSAY_ASSIGN(type, ParseTensorType());
  } else if (!scope.typed[index] || !scope.graph.type(id).is_tensor()) {
    return in_.Expected(StrCat("the type of '", scope.graph.name_of(id), "' before its elements"));
  }
  ASSAY_ASSIGN(Tensor tensor, ParseTensorData(in_, type, fill_budget_));
  if (!scope.typed[index]) ASSAY_RETURN_IF_ERROR(Annotate(scope, at, id, ValueType(type)));
  scope.graph.SetInitializer(id, std::move(tensor));
  return {};
}

// [domain::]Op[:overload]
Status TextParser::ParseOpName(std::string& domain, std::string& name, std::string& overload) {
  ASSAY_ASSIGN(name, in_.TakeName("an operator or a tensor"));
  if (in_.Accept("::")) {
    domain = std::move(name);
    ASSAY_ASSIGN(name, in_.TakeName("an operator"));
  }
  if (in_.Accept(":")) {
    ASSAY_ASSIGN(overload, in_.TakeName("the name of an overload"));
  }
  return {};
}

Status TextParser::ParseCall(Scope& scope, Node& node) {
  ASSAY_RETURN_IF_ERROR(ParseOpName(node.domain, node.op, node.overload));
  ASSAY_RETURN_IF_ERROR(ParseAttrs(scope, node.attrs));
  return ParseInputs(scope, node);
}

Status TextParser::ParseInputs(Scope& scope, Node& node) {
  ASSAY_RETURN_IF_ERROR(in_.Expect("(", "before the inputs of a node"));
  while (!in_.Is(")")) {
    if (!node.inputs.empty()) ASSAY_RETURN_IF_ERROR(in_.Expect(",", "or ')' after an input"));
    const Token at = in_.Peek();
    if (in_.Accept("_")) {
      node.inputs.push_back(kAbsent);
      continue;
    }
    ASSAY_ASSIGN(const std::string name, in_.TakeName("an input"));
    const ValueId id = Resolve(scope, name);
    if (id == kAbsent) return UnknownValue(scope, at, name);
    node.inputs.push_back(id);
  }
  in_.Take();
  return {};
}

}  // namespace assay
