// loss.backward() and x.grad: what lies between a leaf and its loss goes below a tape, or into a
// function of the leaves that jax.grad can take.
#include "base/strings.h"
#include "mirror/rewrite/scopes.h"
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

bool Writer::IsBackward(const Node& statement) const {
  if (!source_.changes_in_place || !statement.is("expression_statement")) return false;
  const std::vector<Node> children = statement.children();
  if (children.size() != 1 || !children[0].is("call")) return false;
  const Node callee = children[0].field("function");
  return callee.is("attribute") && callee.field("attribute").text() == "backward" &&
         names_.PathOf(callee).empty();
}

// Puts the items [first, last) and `more` below a tape of that name.
std::string Writer::TapeBlock(std::vector<Item>& items, size_t first, size_t last,
                              const std::string& more, const std::string& indent,
                              const std::string& tape) const {
  std::string body;
  for (size_t k = first; k < last; ++k) {
    if (items[k].dropped) continue;
    body += (k == first ? "" : items[k].gap) + items[k].text;
    if (k > first) items[k].dropped = true;
  }
  if (!more.empty()) body += (body.empty() ? "" : "\n" + indent) + more;
  return StrCat("with tf.GradientTape() as ", tape, ":\n", indent, Indented(body));
}

// The gradient of `object` by `leaves`: statements that come before, and the expression. `items`
// are those before `place`; what leads from the leaves to the value goes below a tape.
Writer::Gradient Writer::GradientOf(std::vector<Item>& items, size_t place, const Node& object,
                                    const std::vector<size_t>& slice,
                                    const std::vector<std::string>& leaves, const std::string& seed,
                                    const std::string& indent) {
  const Written value = Write(object);
  const std::string several = Join(leaves, ", ");
  Gradient out;
  if (target_.variables) {
    std::string name = value.text, more;
    if (!object.is("identifier")) {
      name = Fresh("value");
      more = StrCat(name, " = ", value.text);
    }
    const size_t first = slice.empty() ? place : slice[0];
    if (slice.empty() && more.empty()) more = "pass";
    const std::string tape = Fresh("tape");
    const std::string block = TapeBlock(items, first, place, more, indent, tape);
    if (first < place) {
      items[first].text = block;
    } else {
      out.before = block + "\n" + indent;
    }
    out.text =
        StrCat(tape, ".gradient(", name, ", ", leaves.size() == 1 ? several : "[" + several + "]",
               seed.empty() ? "" : ", output_gradients=" + seed, ")");
    return out;
  }
  const std::string scalar =
      value.value.scalar || !seed.empty() ? value.text : StrCat("jnp.sum(", value.text, ")");
  std::string function = StrCat("lambda ", several, ": ", scalar);
  if (!slice.empty()) {
    const std::string name = Fresh("loss_of");
    std::string body;
    for (const size_t k : slice) body += items[k].text + "\n" + indent;
    out.before = StrCat("def ", name, "(", several, "):\n", indent,
                        Indented(body + "return " + scalar), "\n\n", indent);
    function = name;
  }
  std::vector<std::string> places;
  for (size_t k = 0; k < leaves.size(); ++k) places.push_back(std::to_string(k));
  const std::string which =
      leaves.size() == 1 ? "" : StrCat(", argnums=(", Join(places, ", "), ")");
  out.text = seed.empty() ? StrCat("jax.grad(", function, which, ")(", several, ")")
                          : StrCat("jax.vjp(", function, ", ", several, ")[1](", seed, ")",
                                   leaves.size() == 1 ? "[0]" : "");
  return out;
}

void Writer::WriteBackward(std::vector<Item>& items, size_t place) {
  const Node call = items[place].node.children()[0];
  const Node object = call.field("function").field("object");
  std::string seed;
  for (const Argument& one : Arguments(call.field("arguments")))
    if (one.keyword.empty() || one.keyword == "gradient") seed = one.written.text;
  std::set<std::string> used;
  const std::vector<size_t> slice =
      Slice(items, place, NamesIn(object, functions_), memory_.leaves, functions_, &used);
  items[place].text = std::string(items[place].node.text());
  if (used.empty()) {
    log_.Use("torch.Tensor.backward", call, "", "");
    log_.Leave(call, {}, "torch.Tensor.backward",
               "no variable of the program that the loss depends on asks for gradients");
    return;
  }
  log_.Use("torch.Tensor.backward", call, std::string(target_.gradient), "idiom");
  const std::vector<std::string> leaves(used.begin(), used.end());
  std::vector<std::string> grads;
  bool sums = false;
  for (const std::string& leaf : leaves) {
    grads.push_back(leaf + "_grad");
    const bool again = graded_.contains(leaf) ||
                       (!names_.loop_made.empty() && !names_.loop_made.back().contains(leaf));
    if (again && !graded_.contains(leaf)) memory_.accumulating.insert(leaf);
    sums = sums || again;
    graded_.insert(leaf);
  }
  const Gradient made =
      GradientOf(items, place, object, slice, leaves, seed, Indent(items[place].node));
  std::string text = made.before;
  if (!sums) {
    text += StrCat(Join(grads, ", "), " = ", made.text);
  } else if (leaves.size() == 1) {
    text += StrCat(grads[0], " = ", grads[0], " + ", made.text);
  } else {
    text += StrCat(Join(grads, ", "), " = [a + b for a, b in zip([", Join(grads, ", "), "], ",
                   made.text, ")]");
  }
  items[place].text = text;
}

// torch.autograd.grad(y, x): the gradients of values, as a tuple.

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
