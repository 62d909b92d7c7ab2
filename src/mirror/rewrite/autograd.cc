// torch.autograd.grad(y, x): the gradients of values, as a tuple.
#include "base/strings.h"
#include "mirror/rewrite/dataflow.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;
using program::Node;

std::vector<Node> Members(const Node& node) {
  if (node.is("list") || node.is("tuple")) return node.children();
  return {node};
}

}  // namespace

// The call below a plain statement; nothing when there is none, or more than one.
Writer::Node Writer::AutogradCall(const Node& node) const {
  if (node.is("call") && names_.PathOf(node.field("function")) == "torch.autograd.grad")
    return node;
  if (node.is("lambda") || node.is("block") || node.is("list_comprehension") ||
      node.is("generator_expression") || node.is("function_definition"))
    return Node();
  Node found;
  for (const Node& child : node.children())
    if (const Node inner = AutogradCall(child); inner.present()) {
      if (found.present()) return Node();
      found = inner;
    }
  return found;
}

// Makes ready what the call will be written as: it needs the statements before.
void Writer::PlanAutograd(std::vector<Item>& items, const Node& statement) {
  if (!source_.changes_in_place) return;
  if (!statement.is("expression_statement") && !statement.is("return_statement") &&
      !statement.is("assert_statement"))
    return;
  const Node call = AutogradCall(statement);
  if (!call.present()) return;
  Node outputs, inputs;
  std::string seed;
  size_t place = 0;
  for (const Node& one : call.field("arguments").children()) {
    const bool named = one.is("keyword_argument");
    const std::string name(named ? one.field("name").text() : "");
    const Node value = named ? one.field("value") : one;
    if (name == "outputs" || (!named && place == 0)) outputs = value;
    if (name == "inputs" || (!named && place == 1)) inputs = value;
    if (name == "grad_outputs" || (!named && place == 2)) seed = Write(value).text;
    // Gradients of gradients, and gradients that may be missing.
    if ((name == "create_graph" || name == "allow_unused" || name == "is_grads_batched") &&
        value.text() != "False")
      return;
    if (!named) ++place;
  }
  if (!outputs.present() || !inputs.present() || outputs.is("list") || outputs.is("tuple")) return;
  std::vector<std::string> leaves;
  std::set<std::string> wanted, used;
  for (const Node& one : Members(inputs)) {
    if (!one.is("identifier") || !memory_.leaves.contains(std::string(one.text()))) return;
    leaves.emplace_back(one.text());
    wanted.emplace(one.text());
  }
  const std::vector<size_t> slice =
      Slice(items, items.size(), NamesIn(outputs, functions_), wanted, functions_, &used);
  if (used.size() != wanted.size()) return;
  const Gradient made =
      GradientOf(items, items.size(), outputs, slice, leaves, seed, Indent(statement));
  if (!made.before.empty()) {
    // The block that is written puts lines before the statement at its own column.
    std::string lines = made.before;
    while (lines.ends_with(' ') || lines.ends_with('\n')) lines.pop_back();
    before_.push_back(lines + (target_.variables ? "" : "\n"));
  }
  gradients_[call.id()] = leaves.size() == 1 ? StrCat("(", made.text, ",)") : made.text;
}

std::optional<Written> Writer::GradientCall(const Node& node, const std::string& path,
                                            const std::vector<Argument>& arguments) {
  if (path != "torch.autograd.grad") return std::nullopt;
  if (const auto made = gradients_.find(node.id()); made != gradients_.end()) {
    log_.Use(path, node, std::string(target_.gradient), "idiom");
    Value value = Of(Kind::kSequence);
    value.items.assign(made->second.starts_with('(') ? 1 : 2, Of(Kind::kTensor));
    return Written{made->second, value, true};
  }
  log_.Use(path, node, "", "");
  return log_.Leave(node, PlainCall(node, std::string(node.field("function").text()), arguments),
                    path, "gradients of values, asked for in the middle of an expression");
}

}  // namespace assay::mirror
