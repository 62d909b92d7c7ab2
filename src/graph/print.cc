// Models and graphs to text. docs/reference/formats.md describes the form; parse.cc reads it.
#include <algorithm>

#include "base/strings.h"
#include "graph/text.h"
#include "graph/text_parser.h"
#include "graph/text_spelling.h"
#include "graph/text_tensor.h"

namespace assay {
namespace {

class Printer {
 public:
  std::string Take() && { return std::move(out_); }

  void PrintModel(const Model& model) {
    Put("model ir=", model.ir_version);
    PutOpsets(model.opsets);
    if (model.model_version != 0) Put(" version=", model.model_version);
    PutText("\n  producer", model.producer_name);
    PutText("\n  producer_version", model.producer_version);
    PutText("\n  domain", model.domain);
    PutText("\n  doc", model.doc);
    for (const auto& [key, text] : model.metadata)
      Put("\n  meta ", NameText(key), "=", QuoteText(text));
    Put("\n");
    PrintGraph(model.graph, nullptr);
    Put("\n");
    for (const Function& function : model.functions) PrintFunction(function, model);
  }

  void PrintGraph(const Graph& graph, const Graph* outer) {
    Put("graph ", NameText(graph.name), " ");
    PutSignature(graph);
    PutCaptures(graph, outer);
    PutText(" doc", graph.doc);
    PutBody(graph);
  }

 private:
  template <typename... Args>
  void Put(const Args&... args) {
    ((out_ += ToText(args)), ...);
  }
  static std::string ToText(int64_t value) { return std::to_string(value); }
  static std::string ToText(int value) { return std::to_string(value); }
  static std::string_view ToText(std::string_view text) { return text; }

  // Prefix="text", or nothing when the text is empty.
  void PutText(std::string_view prefix, const std::string& text) {
    if (!text.empty()) Put(prefix, "=", QuoteText(text));
  }
  void NewLine() {
    out_ += '\n';
    out_.append(static_cast<size_t>(indent_) * 2, ' ');
  }
  template <typename Range, typename F>
  void PutList(const Range& items, F one) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_ += ", ";
      one(item);
      first = false;
    }
  }

  void PutOpsets(const std::map<std::string, int>& opsets) {
    if (opsets.empty()) Put(" opset=none");
    for (const auto& [domain, version] : opsets) {
      Put(" opset");
      if (!domain.empty()) Put(" ", NameText(domain));
      Put("=", version);
    }
  }

  void PrintFunction(const Function& function, const Model& model) {
    Put("function ");
    PutOpName(function.domain, function.name, function.overload);
    if (!function.attributes.empty() || !function.attribute_defaults.empty()) {
      Put("<");
      PutList(function.attributes, [&](const std::string& name) { Put(NameText(name)); });
      if (!function.attributes.empty() && !function.attribute_defaults.empty()) Put(", ");
      PutAttrs(function.attribute_defaults, function.body);
      Put(">");
    }
    PutSignature(function.body);
    if (function.opsets != model.opsets) PutOpsets(function.opsets);
    PutText(" doc", function.doc);
    if (function.body.name != function.name) Put(" body=", QuoteText(function.body.name));
    PutText(" body_doc", function.body.doc);
    PutBody(function.body);
    Put("\n");
  }

  void PutSignature(const Graph& graph) {
    Put("(");
    PutList(graph.inputs, [&](ValueId id) { PutTypedValue(graph, id); });
    Put(") -> (");
    PutList(graph.outputs, [&](ValueId id) { PutTypedValue(graph, id); });
    Put(")");
  }

  // The parser gives captured values the type they have outside; only where that is wrong are they
  // spelled out.
  void PutCaptures(const Graph& graph, const Graph* outer) {
    const auto as_outside = [&](ValueId id) {
      const ValueId outside = outer == nullptr ? kAbsent : outer->Find(graph.name_of(id));
      return outside != kAbsent && outer->type(outside) == graph.type(id);
    };
    if (std::all_of(graph.captured.begin(), graph.captured.end(), as_outside)) return;
    Put(" captures (");
    PutList(graph.captured,
            [&](ValueId id) { Put(NameText(graph.name_of(id)), ": ", TypeText(graph.type(id))); });
    Put(")");
  }

  void PutBody(const Graph& graph) {
    if (graph.initializers().empty() && graph.nodes().empty()) {
      Put(" {}");
      return;
    }
    Put(" {");
    ++indent_;
    std::vector<bool> typed(graph.value_count(),
                            false);  // types that the signature has shown already
    for (const auto* ids : {&graph.inputs, &graph.outputs})
      for (const ValueId id : *ids)
        if (InRange(graph, id)) typed[static_cast<size_t>(id)] = true;
    for (const auto& [id, tensor] : graph.initializers()) PutInitializer(graph, id, tensor, typed);
    for (const NodePtr& node : graph.nodes()) PutNode(graph, *node, typed);
    --indent_;
    NewLine();
    Put("}");
  }

  static bool InRange(const Graph& graph, ValueId id) {
    return id >= 0 && static_cast<size_t>(id) < graph.value_count();
  }
  void PutValue(const Graph& graph, ValueId id) {
    if (InRange(graph, id))
      Put(NameText(graph.name_of(id)));
    else
      Put(id == kAbsent ? "_" : StrCat("<no value ", id, ">"));
  }
  void PutTypedValue(const Graph& graph, ValueId id) {
    PutValue(graph, id);
    if (InRange(graph, id) && graph.type(id).kind != ValueType::Kind::kUnknown)
      Put(": ", TypeText(graph.type(id)));
  }

  void PutInitializer(const Graph& graph, ValueId id, const Tensor& tensor,
                      const std::vector<bool>& typed) {
    NewLine();
    const TensorType own(tensor.dtype(), tensor.shape());
    const ValueType type = InRange(graph, id) ? graph.type(id) : ValueType();
    PutValue(graph, id);
    const bool unknown = type.kind == ValueType::Kind::kUnknown;
    if (unknown || !typed[static_cast<size_t>(id)]) Put(": ", TypeText(type));
    Put(" = ");
    if (!(type == ValueType(own))) Put(TypeText(own), " ");
    Put(TensorDataText(tensor, fill_budget_));
  }

  void PutOutputs(const Graph& graph, const Node& node, const std::vector<bool>& typed) {
    const bool single = node.outputs.size() == 1;
    if (!single) Put("(");
    PutList(node.outputs, [&](ValueId id) {
      if (!InRange(graph, id) || typed[static_cast<size_t>(id)])
        PutValue(graph, id);
      else
        PutTypedValue(graph, id);
    });
    if (!single) Put(")");
  }

  void PutNode(const Graph& graph, const Node& node, const std::vector<bool>& typed) {
    NewLine();
    if (!node.name.empty() || !node.doc.empty()) {
      Put("[", node.name.empty() ? "" : NameText(node.name),
          node.name.empty() || node.doc.empty() ? "" : ", ");
      PutText("doc", node.doc);
      Put("] ");
    }
    PutOutputs(graph, node, typed);
    Put(" = ");
    PutOpName(node.domain, node.op, node.overload);
    if (!node.attrs.empty()) {
      Put("<");
      PutAttrs(node.attrs, graph);
      Put(">");
    }
    Put("(");
    PutList(node.inputs, [&](ValueId id) { PutValue(graph, id); });
    Put(")");
  }

  void PutOpName(const std::string& domain, const std::string& name, const std::string& overload) {
    // Words that begin a tensor where an operator may stand as well.
    const auto reserved = [](const std::string& word) {
      return word == "fill" || word == "nan" || word == "inf" || word == "true" || word == "false";
    };
    if (!domain.empty()) Put(reserved(domain) ? QuoteText(domain) : NameText(domain), "::");
    Put(domain.empty() && reserved(name) ? QuoteText(name) : NameText(name));
    if (!overload.empty()) Put(":", NameText(overload));
  }

  void PutAttrs(const Attrs& attrs, const Graph& around) {
    PutList(attrs, [&](const Attrs::Item& item) {
      Put(NameText(item.first), "=");
      std::visit([&](const auto& value) { PutAttr(value, around); }, item.second);
    });
  }

  void PutAttr(int64_t value, const Graph&) { Put(value); }
  void PutAttr(float value, const Graph&) { Put(FloatText(value)); }
  void PutAttr(const std::string& value, const Graph&) { Put(QuoteText(value)); }
  void PutAttr(const Tensor& value, const Graph&) {
    Put(TypeText(TensorType(value.dtype(), value.shape())), " ",
        TensorDataText(value, fill_budget_));
  }
  void PutAttr(const ValueType& value, const Graph&) { Put(TypeText(value)); }
  void PutAttr(const GraphPtr& value, const Graph& around) {
    if (value == nullptr)
      Put("<no graph>");
    else
      PrintGraph(*value, &around);
  }
  void PutAttr(const AttrRef& ref, const Graph&) {
    Put("@", NameText(ref.name));
    if (ref.type != 0)
      Put(":", AttrKindName(ref.type).empty() ? std::to_string(ref.type) : AttrKindName(ref.type));
  }
  template <typename T>
  void PutAttr(const std::vector<T>& values, const Graph& around) {
    if (values.empty()) {
      Put(EmptyWord(values), "[]");
      return;
    }
    Put("[");
    PutList(values, [&](const T& value) { PutAttr(value, around); });
    Put("]");
  }
  static std::string_view EmptyWord(const std::vector<int64_t>&) { return "ints"; }
  static std::string_view EmptyWord(const std::vector<float>&) { return "floats"; }
  static std::string_view EmptyWord(const std::vector<std::string>&) { return "strings"; }
  static std::string_view EmptyWord(const std::vector<Tensor>&) { return "tensors"; }
  static std::string_view EmptyWord(const std::vector<GraphPtr>&) { return "graphs"; }

  std::string out_;
  int indent_ = 0;
  uint64_t fill_budget_ = kMaxFillBytes;
};

}  // namespace

std::string PrintModel(const Model& model) {
  Printer printer;
  printer.PrintModel(model);
  return std::move(printer).Take();
}

std::string PrintGraph(const Graph& graph) {
  Printer printer;
  printer.PrintGraph(graph, nullptr);
  return std::move(printer).Take() + "\n";
}

}  // namespace assay
