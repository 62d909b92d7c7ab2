#include "mirror/rewrite/writer.h"

#include <algorithm>

namespace assay::mirror {
namespace {

// Deeper than any program that people write; the walk is recursive.
constexpr size_t kDeepest = 400;

}  // namespace

Writer::Writer(Translation& all)
    : WriterPart(all),
      arguments_(all),
      operators_(all),
      training_(all, arguments_),
      attributes_(all, training_),
      changes_(all, operators_),
      gradients_(all, arguments_),
      tapes_(all, arguments_),
      definitions_(all, arguments_),
      assignments_(all, changes_, gradients_),
      calls_(all, {arguments_, operators_, attributes_, changes_, gradients_, tapes_, training_}) {
  all.write = [this](const Node& node) { return WriteNode(node); };
}

std::string Writer::WriteAll() { return Write(program_.root()).text; }

Written Writer::WriteNode(const Node& node) {
  if (depth_ > kDeepest) {
    if (log_.left.empty() || log_.left.back().api != "nesting")
      log_.left.push_back({node.line(), "nesting", "nested too deeply"});
    return Written{std::string(node.text())};
  }
  ++depth_;
  auto out = WriteExpression(node);
  if (!out) out = WriteStatement(node);
  if (!out) out = WriteChildren(node);
  --depth_;
  return *out;
}

std::optional<Written> Writer::WriteExpression(const Node& node) {
  const std::string_view type = node.type();
  if (type == "identifier") return attributes_.WriteIdentifier(node);
  if (type == "attribute") return attributes_.WriteAttribute(node);
  if (type == "call") return calls_.WriteCall(node);
  if (type == "integer")
    return WriteLiteral(node, node.text().ends_with("j") ? Kind::kComplex : Kind::kInteger);
  if (type == "float")
    return WriteLiteral(node, node.text().ends_with("j") ? Kind::kComplex : Kind::kFloat);
  if (type == "true" || type == "false") return WriteLiteral(node, Kind::kBool);
  if (type == "none") return WriteLiteral(node, Kind::kNone);
  if (type == "string" || type == "concatenated_string")
    return Written{WriteChildren(node).text, Of(Kind::kText), true};
  if (type == "list" || type == "tuple" || type == "expression_list") return WriteSequence(node);
  if (type == "list_comprehension" || type == "set_comprehension" ||
      type == "generator_expression" || type == "dictionary_comprehension")
    return WriteComprehension(node);
  if (type == "binary_operator") return operators_.WriteBinary(node);
  if (type == "comparison_operator") return operators_.WriteComparison(node);
  if (type == "unary_operator" || type == "not_operator") return operators_.WriteUnary(node);
  if (type == "subscript") return operators_.WriteSubscript(node);
  if (type == "conditional_expression" || type == "boolean_operator")
    return operators_.WriteConditional(node);
  if (type == "lambda") return definitions_.WriteLambda(node);
  if (type != "parenthesized_expression") return std::nullopt;
  const auto children = node.children();
  if (children.size() != 1) return Written{WriteChildren(node).text, {}, true};
  const Written inner = Write(children[0]);
  return Written{"(" + inner.text + ")", inner.value, true};
}

std::optional<Written> Writer::WriteStatement(const Node& node) {
  const std::string_view type = node.type();
  if (type == "module" || type == "block") return WriteBlock(node);
  if (type == "assignment") return assignments_.WriteAssignment(node);
  if (type == "augmented_assignment") return assignments_.WriteAugmented(node);
  if (type == "expression_statement") return assignments_.WriteExpression(node);
  if (type == "for_statement" || type == "while_statement") return WriteLoop(node);
  if (type == "with_statement") return WriteWith(node);
  if (type == "class_definition") return definitions_.WriteClass(node);
  if (type == "function_definition") return definitions_.WriteFunction(node);
  if (type == "return_statement") return definitions_.WriteReturn(node);
  if (type == "decorator") return definitions_.WriteDecorator(node);
  if (type == "except_clause" || type == "except_group_clause") return WriteExcept(node);
  const auto is_tape = [this](const Node& one) { return Write(one).value.is(Kind::kTape); };
  if (type == "delete_statement" && std::ranges::all_of(node.children(), is_tape))
    return Written{"pass"};
  return std::nullopt;
}

Written Writer::WriteLiteral(const Node& node, Kind kind) {
  return {std::string(node.text()), Of(kind), kind != Kind::kInteger};
}

Written Writer::WriteSequence(const Node& node) {
  Written out{"", Of(Kind::kSequence), !node.is("expression_list")};
  out.text = program_.Replaced(node.span(), node.children(), [&](const Node& child) {
    const Written written = Write(child);
    if (!child.is("comment")) out.value.items.push_back(written.value);
    if (child.is("string") && written.text.size() >= 2)
      out.value.choices.push_back(written.text.substr(1, written.text.size() - 2));
    return written.text;
  });
  return out;
}

Written Writer::WriteComprehension(const Node& node) {
  names_.Open();
  for (const Node& child : node.children())
    if (child.is("for_in_clause"))
      names_.BindPattern(child.field("left"), ElementOf(Write(child.field("right")).value));
  Written out = WriteChildren(node);
  names_.Close();
  out.value = node.is("dictionary_comprehension") ? Value{} : Of(Kind::kSequence);
  out.tight = true;
  return out;
}

}  // namespace assay::mirror
