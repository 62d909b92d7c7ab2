// loss.backward() and x.grad: what lies between a leaf and its loss goes below a tape, or into a
// function of the leaves that jax.grad can take.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;
using program::Node;

std::string Indented(const std::string& text) {
  std::string out = "    ";
  for (size_t k = 0; k < text.size(); ++k) {
    out += text[k];
    if (text[k] == '\n' && k + 1 < text.size() && text[k + 1] != '\n') out += "    ";
  }
  return out;
}

void Collect(const Node& node, std::set<std::string>& out) {
  if (node.is("identifier")) out.emplace(node.text());
  for (const Node& child : node.children()) {
    if (node.is("attribute") && child.id() == node.field("attribute").id()) continue;
    if (node.is("keyword_argument") && child.id() == node.field("name").id()) continue;
    Collect(child, out);
  }
}

void CollectTargets(const Node& node, std::set<std::string>& out) {
  if (node.is("assignment") || node.is("augmented_assignment") || node.is("for_statement")) {
    Node target = node.field("left");
    while (target.is("subscript")) target = target.field("value");
    if (target.is("identifier")) out.emplace(target.text());
    for (const Node& child : target.children())
      if (child.is("identifier")) out.emplace(child.text());
  }
  if (node.is("call")) {  // x.add_(1)
    const Node callee = node.field("function");
    if (callee.is("attribute") && callee.field("attribute").text().ends_with("_") &&
        callee.field("object").is("identifier"))
      out.emplace(callee.field("object").text());
  }
  for (const Node& child : node.children()) CollectTargets(child, out);
}

}  // namespace

std::string Writer::IndentText(const std::string& text) { return Indented(text); }

// Names that a statement reads, those of functions of the program that it calls included.
std::set<std::string> Writer::NamesIn(const Node& node) const {
  std::set<std::string> out;
  Collect(node, out);
  for (const std::string& name : std::set<std::string>(out))
    if (const auto found = functions_.find(name); found != functions_.end())
      Collect(found->second.field("body"), out);
  return out;
}

std::set<std::string> Writer::TargetsOf(const Node& statement) const {
  std::set<std::string> out;
  if (!statement.is("function_definition") && !statement.is("class_definition") &&
      !statement.is("decorated_definition"))
    CollectTargets(statement, out);
  return out;
}

bool Writer::IsBackward(const Node& statement) const {
  if (!source_.changes_in_place || !statement.is("expression_statement")) return false;
  const std::vector<Node> children = statement.children();
  if (children.size() != 1 || !children[0].is("call")) return false;
  const Node callee = children[0].field("function");
  return callee.is("attribute") && callee.field("attribute").text() == "backward" &&
         PathOf(callee).empty();
}

// Statements before `place` through which leaves reach `needed`, from top to bottom.
std::vector<size_t> Writer::Slice(const std::vector<Item>& items, size_t place,
                                  std::set<std::string> needed, const std::set<std::string>& leaves,
                                  std::set<std::string>* used) const {
  const auto meets = [](const std::set<std::string>& a, const std::set<std::string>& b) {
    return std::any_of(a.begin(), a.end(), [&](const std::string& one) { return b.contains(one); });
  };
  std::vector<size_t> kept;
  for (size_t k = place; k-- > 0;) {
    std::set<std::string> targets = TargetsOf(items[k].node);
    targets.insert(items[k].changed.begin(), items[k].changed.end());
    if (items[k].dropped || !meets(targets, needed)) continue;
    if (meets(targets, leaves)) continue;
    kept.insert(kept.begin(), k);
    needed.merge(NamesIn(items[k].node));
  }
  for (const std::string& leaf : leaves)
    if (needed.contains(leaf)) used->insert(leaf);
  std::set<std::string> reached = *used;
  std::vector<size_t> out;
  for (const size_t k : kept) {
    if (!meets(NamesIn(items[k].node), reached)) continue;
    reached.merge(TargetsOf(items[k].node));
    reached.insert(items[k].changed.begin(), items[k].changed.end());
    out.push_back(k);
  }
  return out;
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
  const std::vector<size_t> slice = Slice(items, place, NamesIn(object), memory_.leaves, &used);
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
    const bool again =
        graded_.contains(leaf) || (!loop_made_.empty() && !loop_made_.back().contains(leaf));
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

}  // namespace assay::mirror
