// The recursive-descent parser behind ParseModelText: one method per rule of the grammar in
// docs/reference/formats.md. parse.cc holds models, graphs and nodes; parse_attr.cc holds types and
// attributes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/text.h"
#include "graph/text_lexer.h"

namespace assay {

class TextParser {
 public:
  explicit TextParser(std::string_view text) : in_(text) {}
  Result<Model> ParseWholeModel();
  Result<Graph> ParseWholeGraph();

 private:
  // A graph under construction. Values are known by name from their first mention on.
  struct Scope {
    Scope* outer = nullptr;
    bool may_capture_anything = false;  // a graph parsed on its own: the graph around is not here
    Graph graph;
    std::vector<bool>
        defined;  // by ValueId: an input, an initializer, captured, or made by a node already read
    std::vector<bool> typed;  // by ValueId: a type was written (perhaps "?")
  };
  enum class Role { kInput, kOutput, kCaptured };
  using Opsets = std::map<std::string, int>;

  // --- models and functions ---
  Status ParseHeader(Model& model);
  Result<bool> ParseProperty(Model& model);  // false when the next token begins none
  Status ParseOpset(Opsets& opsets);
  Status ParseTextProperty(std::string_view word, std::string& into);
  Result<int> ParseSmallInt(std::string_view what);
  Status ParseFunction(Model& model);
  Status ParseFunctionAttributes(Function& function);
  Status ParseFunctionProperties(Function& function, Graph& body, const Opsets& inherited);

  // --- graphs ---
  Result<Graph> ParseGraph(Scope* outer, bool may_capture_anything);
  Status ParseSignature(Scope& scope);
  Status ParseParameters(Scope& scope, Role role);
  Status ParseBody(Scope& scope);
  Status Define(Scope& scope, const Token& at, ValueId id);
  Status Annotate(Scope& scope, const Token& at, ValueId id, ValueType type);
  Status ParseAnnotation(Scope& scope, ValueId id);  // [: type]
  ValueId Mention(Scope& scope, const std::string& name);
  // The value of this name, taken from the graphs around when it is not defined here; kAbsent when
  // nowhere.
  ValueId Resolve(Scope& scope, const std::string& name);
  Error UnknownValue(const Scope& scope, const Token& at, const std::string& name) const;

  // --- statements ---
  Status ParseStatement(Scope& scope);
  Status ParseLabel(Node& node);
  Status ParseTargets(Scope& scope, Node& node, std::vector<Token>& tokens);
  Status ParseTarget(Scope& scope, Node& node, std::vector<Token>& tokens);
  bool AtTensorLiteral() const;
  Status ParseInitializer(Scope& scope, const Token& at, ValueId id);
  Status ParseCall(Scope& scope, Node& node);
  Status ParseOpName(std::string& domain, std::string& name, std::string& overload);
  Status ParseInputs(Scope& scope, Node& node);

  // --- types and attributes ---
  Result<ValueType> ParseType(int depth = 0);
  Result<TensorType> ParseTensorType();
  Result<DType> ParseDType();
  Result<Dim> ParseDim();
  Status ParseAttrs(Scope& scope, Attrs& attrs);
  Result<Attr> ParseAttr(Scope& scope);
  Result<Attr> ParseAttrRef();
  Result<Attr> ParseWordAttr(Scope& scope);
  Result<Attr> ParseTypeOrTensor();
  Result<Attr> ParseList(Scope& scope);
  Result<Attr> ParseNumberList();
  Result<GraphPtr> ParseSubgraph(Scope& scope);
  Result<Tensor> ParseTensor();
  // Items separated by commas up to ']'.
  template <typename T, typename F>
  Result<Attr> ParseItems(F one);

  TokenStream in_;
  int depth_ = 0;
  uint64_t fill_budget_ = kMaxFillBytes;
};

// Names of ONNX's AttributeProto.AttributeType, from 0 ("undefined") on; "" beyond the last.
std::string_view AttrKindName(int type);

}  // namespace assay
