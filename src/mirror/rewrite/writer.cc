#include "mirror/rewrite/writer.h"

#include <algorithm>

#include "base/strings.h"
#include "program/parse/edit.h"

namespace assay::mirror {
namespace {

// Deeper than any program that people write; the walk is recursive.
constexpr size_t kDeepest = 400;

}  // namespace

std::string Writer::WriteAll(const program::SyntaxTree& tree) {
  tree_ = &tree;
  blocks_.assign(1, nullptr);  // a broken text has no block at all
  own_ = program::OwnNames(tree);
  tree.Walk([this](const Node& node) {
    if (node.is("function_definition")) functions_[std::string(node.field("name").text())] = node;
    if (node.is("function_definition")) defined_.push_back(node.span());
    if (node.is("for_statement") || node.is("while_statement")) repeated_.push_back(node.span());
    if (node.is("identifier")) mentions_[std::string(node.text())].push_back(node.span().begin);
    return true;
  });
  return Write(tree.root()).text;
}

std::string Writer::Fresh(const std::string& stem) {
  std::string name = stem;
  for (int k = 2; own_.contains(name); ++k) name = StrCat(stem, "_", k);
  own_.insert(name);
  return name;
}

Written Writer::Write(const Node& node) {
  if (depth_ > kDeepest) {
    if (log_.left.empty() || log_.left.back().api != "nesting")
      log_.left.push_back({node.line(), "nesting", "nested too deeply"});
    return {std::string(node.text()), {}, false};
  }
  ++depth_;
  Written out = Dispatch(node);
  --depth_;
  return out;
}

Written Writer::Dispatch(const Node& node) {
  const std::string_view type = node.type();
  if (type == "module" || type == "block") return WriteBlock(node);
  if (type == "identifier") return WriteIdentifier(node);
  if (type == "attribute") return WriteAttribute(node);
  if (type == "call") return WriteCall(node);
  if (type == "integer")
    return WriteLiteral(node, node.text().ends_with("j") ? Kind::kComplex : Kind::kInteger);
  if (type == "float")
    return WriteLiteral(node, node.text().ends_with("j") ? Kind::kComplex : Kind::kFloat);
  if (type == "true" || type == "false") return WriteLiteral(node, Kind::kBool);
  if (type == "none") return WriteLiteral(node, Kind::kNone);
  if (type == "string" || type == "concatenated_string") {
    Written out = Generic(node);
    out.value = Of(Kind::kText);
    out.tight = true;
    return out;
  }
  if (type == "list" || type == "tuple" || type == "expression_list") return WriteSequence(node);
  if (type == "list_comprehension" || type == "set_comprehension" ||
      type == "generator_expression" || type == "dictionary_comprehension")
    return WriteComprehension(node);
  if (type == "binary_operator") return WriteBinary(node);
  if (type == "comparison_operator") return WriteComparison(node);
  if (type == "unary_operator" || type == "not_operator") return WriteUnary(node);
  if (type == "subscript") return WriteSubscript(node);
  if (type == "conditional_expression" || type == "boolean_operator") return WriteConditional(node);
  if (type == "parenthesized_expression") {
    // Each part is written once: twice at every level would take for ever in nested ones.
    const auto children = node.children();
    Written out;
    if (children.size() == 1) {
      const Written inner = Write(children[0]);
      out = {"(" + inner.text + ")", inner.value, true};
    } else {
      out = Generic(node);
    }
    out.tight = true;
    return out;
  }
  if (type == "assignment") return WriteAssignment(node);
  if (type == "augmented_assignment") return WriteAugmented(node);
  if (type == "expression_statement") return WriteExpressionStatement(node);
  if (type == "for_statement" || type == "while_statement") return WriteFor(node);
  if (type == "with_statement") return WriteWith(node);
  if (type == "class_definition") return WriteClass(node);
  if (type == "function_definition") return WriteFunction(node);
  if (type == "lambda") return WriteLambda(node);
  if (type == "decorator") return WriteDecorator(node);
  if (type == "except_clause" || type == "except_group_clause") return WriteExcept(node);
  if (type == "delete_statement") {
    const auto names = node.children();
    if (std::ranges::all_of(names,
                            [this](const Node& one) { return Write(one).value.is(Kind::kTape); }))
      return {"pass", {}, false};
  }
  if (type == "return_statement") {
    Written out = Generic(node);
    const auto children = node.children();
    if (!returned_.empty()) {
      const Value value = children.empty() ? Of(Kind::kNone) : out.value;
      returned_.push_back(value);
    }
    return out;
  }
  return Generic(node);
}

// The text of the node with what is below written anew; the value of an only child.
Written Writer::Generic(const Node& node) {
  const std::string& text = tree_->text();
  Written out;
  uint32_t at = node.span().begin;
  Value only;
  size_t count = 0;
  for (const Node& child : node.children()) {
    const program::Span span = child.span();
    out.text += text.substr(at, span.begin - at);
    const Written written = Write(child);
    out.text += written.text;
    only = written.value;
    if (!child.is("comment")) ++count;
    at = span.end;
  }
  out.text += text.substr(at, node.span().end - at);
  if (count == 1) out.value = only;
  return out;
}

Written Writer::WriteLiteral(const Node& node, Kind kind) {
  return {std::string(node.text()), Of(kind), kind != Kind::kInteger};
}

Written Writer::WriteSequence(const Node& node) {
  const std::string& text = tree_->text();
  Written out{.value = Of(Kind::kSequence)};
  uint32_t at = node.span().begin;
  for (const Node& child : node.children()) {
    const program::Span span = child.span();
    out.text += text.substr(at, span.begin - at);
    Written written = Write(child);
    out.text += written.text;
    if (!child.is("comment")) out.value.items.push_back(written.value);
    if (child.is("string") && written.text.size() >= 2)
      out.value.choices.push_back(written.text.substr(1, written.text.size() - 2));
    at = span.end;
  }
  out.text += text.substr(at, node.span().end - at);
  out.tight = !node.is("expression_list");
  return out;
}

}  // namespace assay::mirror
